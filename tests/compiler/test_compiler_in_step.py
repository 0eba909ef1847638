import pytest
from both import openings_asked, pair, random_game, same, shipped
from builder import game


@pytest.mark.parametrize(("name", "players", "options", "ask"), openings_asked(first=False))
def test_both_machines_ask_the_same_and_come_to_the_same(name, players, options, ask):
    decisions, wanted = 0, 0
    for seed in range(500):
        slow, fast = pair(shipped(name), players, seed, options, ask=ask)
        same(slow, fast)
        for option in random_game(fast, seed):
            slow.apply(option)
            decisions += 1
            if slow.decision is None:
                break
            fast_now = fast.clone()
            fast_now.apply(option)
            same(slow, fast_now)
        while fast.choices:
            fast.apply(option)
        assert fast.over
        assert slow.over
        assert slow.digest() == fast.digest()
        assert (slow.scores(), slow.winners()) == (fast.scores(), fast.winners())
        assert slow.view(None) == fast.view(None)
        assert slow.moves == fast.moves
        # Of a small game all is met many times over; of a large one each kind of opening has a game or two.
        wanted = wanted or (1_000 if decisions < 50 else 250)
        if decisions >= wanted:
            break
    assert decisions >= wanted


RULES = """
values:
  worth(card): {is: card.cost * 2, at least: 1}
actions:
  trade:
    text: "trade for {me.gold}"
    do: |
      choose a given from me.hand where worth(given) > 1 "Give for {me.points}"
      move given to pile.cards
      gain worth(given) points
  twice(n is number = 2):
    text: "show two for {n}"
    needs: me.gold >= n
    do: |
      pay n gold
      choose up to 2 shown from me.hand "Show"
      gain 1 points for each card in shown
      may "Again, {me.gold} left": trade()
"""
CARDS = """
kind: card
cards:
  ace:
    cost: 1
    act: gain 1 points
    front:
      abilities:
        - {when: round_window, do: "choose n from 1 to 3\\ngain n points"}
        - {when: often, if: me.gold > 3, do: pay 2 gold}
      changes: [{value: worth, add: this.cost, for: all}]
    back: {abilities: [{when: seen, automatic: yes, do: gain 5 points}]}
  bit:
    cost: 2
    suit: red
    front: {}
    back: {abilities: [{when: gone, do: "one of \\"Take\\":\\n  gain 1 gold\\n  gain 2 points"}]}
  cog: {cost: 3, copies: 3, front: {}, back: {}}
"""
DO = """
draw 2 from deck.cards to row.cards
as each player in turn_order:
  one of "Do":
    trade()
    "something else": twice()
    gain 1 points
  choose a card from row.cards "Take {me.gold}"
  move card to me.table
  may any number of times "Turn":
    choose a turned from me.table
    pay 1 gold
    flip turned
  offer often
offer round_window
as each player in turn_order:
  choose 1 lost from me.table "Lose"
  discard lost
  run ace.act
set turn_order to rotated(turn_order, 1)
"""
SETUP = """
move all card_cards to deck.cards
shuffle deck.cards
as each player in players:
  draw 1 from deck.cards to me.hand
"""


@pytest.mark.parametrize("phase", ["", "at any decision: trade"])
@pytest.mark.parametrize("ask", [False, True])
def test_a_game_of_every_kind_of_question(ask, phase):
    tiny = game(DO, setup=SETUP, more=RULES, cards=CARDS, rounds=3, phase=phase)
    met = set()
    for seed in range(25):
        slow, fast = pair(tiny, 2 + seed % 3, seed, {}, ask=ask)
        same(slow, fast)
        for option in random_game(fast, seed):
            met.add((slow.decision.kind, slow.decision.prompt.split()[0]))
            slow.apply(option)
            if slow.decision is not None:
                after = fast.clone()
                after.apply(option)
                same(slow, after)
        assert slow.digest() == fast.digest()
    assert {kind for kind, _ in met} == {"choose", "may", "one of", "window"}


WHOLE_LISTS = """
let least = 2
as each player in turn_order:
  let mine = player
  choose any number of xs from x in row.cards + mine.hand where x.cost >= least "Some"
  gain 1 points for each x in xs
  choose up to 2 numbers from least to count(xs) + 5 step 2 "Numbers"
  choose one or more others from deck.cards "Others"
  move others to mine.hand
"""
ADDED = """
actions:
  add: {text: add, needs: count(row.cards) < 3, do: draw 1 from deck.cards to row.cards}
"""


@pytest.mark.parametrize("phase", ["", "at any decision: add"])
def test_both_machines_know_the_whole_list_of_a_choice_of_several(phase):
    setup = "move all card_cards to deck.cards\ndraw 1 from deck.cards to row.cards"
    tiny = game(WHOLE_LISTS, setup=setup, more=ADDED, rounds=2, phase=phase)
    lists = set()
    for seed in range(10):
        slow, fast = pair(tiny, 2, seed, {}, ask=False)
        for option in random_game(fast, seed):
            same(slow, fast)
            assert set(fast.decision.picked) <= set(fast.decision.among)
            lists.add((fast.decision.prompt, fast.decision.among))
            slow.apply(option)
    assert len({prompt for prompt, among in lists if among}) == 3
    assert ("Numbers", ("2", "4")) in lists
    assert len(lists) > 10
