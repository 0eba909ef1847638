from textwrap import dedent, indent

import pytest
from builder import counter, events, legal, play, run, start, zone

from rulewright.interpreter.journal.events import Decided, Skipped
from rulewright.interpreter.state.errors import RuleError

DECK = "move [ace, bit, cog, eel] to pile.cards"


def first(text: str) -> str:
    """Let the first player carry out some lines."""
    return "as players[1]:\n" + indent(dedent(text).strip("\n"), "  ")


def skipped(match) -> list[str]:
    return [event.reason for event in events(match, Skipped)]


# ---------------------------------------------------------------- one
def test_choosing_one_names_it_until_the_end_of_the_block():
    match = start(
        first('choose a card from pile.cards where card.cost > 1 "Take {me.gold}"\nmove card to me.hand'),
        setup=DECK,
    )
    assert match.decision.player == 0
    assert match.decision.prompt == "Take 10"
    assert legal(match) == ["bit", "cog", "eel"]
    assert [choice.value for choice in match.decision.options] == [
        match.layout.by_id[id_] for id_ in legal(match)
    ]
    assert zone(play(match, "cog"), "Player1.hand") == ["cog"]


def test_with_nothing_to_choose_the_rest_of_the_block_is_skipped_and_no_more():
    match = run(
        first(
            """
            gain 1 points
            if yes:
              choose a card from pile.cards
              gain 10 points
            gain 100 points
            """
        )
    )
    assert counter(match, "points") == 101
    assert skipped(match) == ["nothing to choose"]


def test_the_only_option_is_taken_without_asking_unless_asked_for():
    text = first('choose a card from pile.cards where card.cost > 4 "Take"\nmove card to me.hand')
    match = run(text, setup=DECK)
    decided = events(match, Decided)
    assert [(event.player, event.prompt, event.id, event.label, event.forced) for event in decided] == [
        (0, "Take", "eel", "Eel", True)
    ]
    asked = start(text, setup=DECK, ask=True)
    assert legal(asked) == ["eel"]
    assert [event.forced for event in events(play(asked, "eel"), Decided)] == [False]


def test_only_what_can_be_paid_directly_afterwards_is_offered():
    text = """
    choose a card from pile.cards
    let price = card.cost * 3
    pay price gold
    move card to me.hand
    """
    assert legal(start(first(text), setup=DECK)) == ["ace", "bit", "cog"]
    late = text.replace("let price", "gain 0 points\n    let price")
    assert legal(start(first(late), setup=DECK)) == ["ace", "bit", "cog", "eel"]


def test_payments_add_up_and_a_second_choice_must_be_possible():
    text = """
    choose a card from pile.cards
    pay card.cost gold
    choose n from 3 to 5
    pay 2 * n gold
    """
    match = start(first(text), setup=DECK)
    assert legal(match) == ["ace", "bit", "cog"]
    play(match, "bit")
    assert legal(match) == ["3", "4"]


def test_numbers_are_offered_for_which_a_condition_holds():
    match = start(first("choose n from 0 to 5 where n != 3 and n > me.points\ngain n points"))
    assert legal(match) == ["1", "2", "4", "5"]
    assert counter(play(match, "4"), "points") == 4


def test_of_several_numbers_each_is_tested_by_a_name_of_its_own():
    match = start(first("choose 2 ns from n in 1 to 6 where n mod 2 == 0\ngain count(ns) points"))
    assert legal(match) == ["2", "4"]
    assert counter(play(match, "4"), "points") == 2


def test_where_no_number_is_left_the_rest_of_the_block_is_skipped():
    match = run(first("choose n from 1 to 3 where n > 3\ngain 1 points"))
    assert (counter(match, "points"), skipped(match)) == (0, ["nothing to choose"])


def test_numbers_by_steps_and_enum_values_and_players_and_flags():
    match = start(
        first("choose n from 2 to 9 step 3\nchoose c from colours\nchoose p from players\ngain n points")
    )
    assert legal(match) == ["2", "5", "8"]
    play(match, "8")
    assert legal(match) == ["red", "green", "blue"]
    assert [choice.label for choice in match.decision.options] == ["Bright Red", "green", "blue"]
    play(match, "blue")
    assert legal(match) == ["Player1", "Player2"]
    play(match, "Player2")
    assert counter(match, "points") == 8


def test_equal_items_are_one_option_and_none_is_none():
    match = start(first("choose n from [2, 1, 2]\nchoose x from [bit.mate, ace, cog]"))
    assert legal(match) == ["2", "1"]
    assert legal(play(match, "1")) == ["ace", "cog"]


def test_a_range_has_its_limits():
    with pytest.raises(RuleError, match="a step is at least 1"):
        run(first("choose n from 1 to 5 step me.points"))
    with pytest.raises(RuleError, match="more than 10000 numbers"):
        run(first("choose n from 1 to 1000000"))
    assert skipped(run(first("choose n from 2 to me.points"))) == ["nothing to choose"]


# ---------------------------------------------------------------- several
def several(quantity: str, after: str = "", **parts: object):
    text = f"choose {quantity} cards from pile.cards\n{after}\nset me.points to count(cards)\nmove cards to me.hand"
    return start(first(text), setup=DECK, **parts)


def test_several_are_picked_in_list_order_with_done():
    match = several("any number of")
    assert legal(match) == ["ace", "bit", "cog", "eel", "done"]
    play(match, "bit")
    assert match.decision.picked == ("bit",)
    assert legal(match) == ["cog", "eel", "done"]
    play(match, "eel")
    assert match.over
    assert zone(match, "Player1.hand") == ["bit", "eel"]
    assert counter(several("any number of"), "points") == 0


def test_none_may_be_picked_of_any_number():
    match = play(several("any number of"), "done")
    assert match.over
    assert zone(match, "Player1.hand") == []


def test_up_to_a_number():
    match = play(several("up to 2"), "ace", "cog")
    assert match.over
    assert counter(match, "points") == 2
    assert several("up to 0").over


def test_one_or_more_needs_one():
    match = several("one or more")
    assert legal(match) == ["ace", "bit", "cog", "eel"]
    assert legal(play(match, "cog")) == ["eel", "done"]
    empty = run(first("choose one or more cards from pile.cards\ngain 5 points"))
    assert (counter(empty, "points"), skipped(empty)) == (0, ["nothing to choose"])


def test_exactly_a_number_offers_only_what_leaves_enough_behind():
    match = several("3")
    assert legal(match) == ["ace", "bit"]
    play(match, "ace")
    assert legal(match) == ["bit", "cog"]
    play(match, "cog")
    assert match.over  # the last one was forced
    assert zone(match, "Player1.hand") == ["ace", "cog", "eel"]


def test_exactly_a_number_takes_as_many_as_there_are():
    match = run(
        first("choose 3 ds from d in pile.cards where d.cost > 2\nset me.points to count(ds)"), setup=DECK
    )
    assert counter(match, "points") == 2
    empty = run(first("choose 2 cards from pile.cards\ngain 5 points"))
    assert counter(empty, "points") == 5


def test_several_that_are_paid_are_filtered_item_by_item():
    match = several("any number of", "pay sum(x.cost for each x in cards) * 2 gold")
    assert legal(match) == ["ace", "bit", "cog", "eel", "done"]
    assert legal(play(match, "bit")) == ["cog", "done"]
    play(match, "cog")
    assert match.over
    assert counter(match, "gold") == 0


def test_several_may_name_their_item():
    match = start(
        first('choose up to 2 ds from d in pile.cards where d.cost in [1, 5] "Some"\nmove ds to me.hand'),
        setup=DECK,
    )
    assert legal(match) == ["ace", "eel", "done"]


# ---------------------------------------------------------------- may
def test_may_is_always_asked_when_it_can_start():
    text = 'may "Pay 5":\n  pay 5 gold\n  gain 1 points'
    match = start(first(text))
    assert (match.decision.kind, match.decision.prompt, legal(match)) == ("may", "Pay 5", ["yes", "pass"])
    assert counter(play(match.clone(), "yes"), "points") == 1
    assert counter(play(match, "pass"), "gold") == 10
    poor = run(first("set me.gold to 4\n" + text))
    assert skipped(poor) == ["cannot start"]


def test_a_repeated_may_ends_with_done_its_limit_or_when_it_cannot_start():
    match = start(first('may any number of times "More":\n  pay 4 gold\n  gain 1 points'))
    assert legal(match) == ["yes", "done"]
    play(match, "yes", "yes")
    assert match.over
    match = play(start(first('may up to 2 times "More":\n  gain 1 points')), "yes", "yes")
    assert match.over
    match = play(start(first('may any number of times "More":\n  gain 1 points')), "yes", "done")
    assert counter(match, "points") == 1


# ---------------------------------------------------------------- one of
BRANCHES = """
one of "Take":
  "5 Gold for you": gain 5 gold
  "Rich" if me.gold > 10: gain 9 points
  "Dear": pay 11 gold
  gain 1 points
"""


def test_branches_that_can_start_are_offered_under_their_labels():
    match = start(first(BRANCHES))
    assert match.decision.prompt == "Take"
    assert legal(match) == ["5-gold-for-you", "gain-1-points"]
    assert [choice.label for choice in match.decision.options] == ["5 Gold for you", "gain 1 points"]
    assert counter(play(match, "gain-1-points"), "points") == 1
    rich = start(first("gain 5 gold\n" + BRANCHES.strip("\n")))
    assert legal(rich) == ["5-gold-for-you", "rich", "dear", "gain-1-points"]


def test_without_a_branch_that_can_start_the_statement_is_passed_over():
    match = run(first('one of "Take":\n  "a lot": pay 11 gold\n  "more": pay 12 gold\ngain 1 points'))
    assert (counter(match, "points"), skipped(match)) == (1, ["no branch can start"])


def test_a_single_branch_is_forced():
    match = run(first('one of "Take":\n  "a lot": pay 11 gold\n  "some": gain 1 points'))
    assert [event.forced for event in events(match, Decided)] == [True]


def test_equal_labels_get_numbers():
    match = start(first('one of "Take":\n  "some": gain 1 points\n  "some": gain 2 points'))
    assert legal(match) == ["some", "some.2"]


# ---------------------------------------------------------------- what can start
ACTIONS = """
actions:
  buy:
    text: buy
    needs: any(deck.cards)
    do: |
      choose a card from deck.cards
      pay card.cost * 4 gold
      move card to me.hand
  spend(n is number):
    text: spend
    do: |
      pay n gold
  deep:
    text: deep
    do: |
      deep()
"""


@pytest.mark.parametrize(
    ("body", "offered"),
    [
        ("pay 10 gold", True),
        ("pay 11 gold", False),
        ("pay 6 gold\npay 6 gold", False),
        ("let n = 11\npay n gold", False),
        ("gain 1 gold\npay 11 gold", True),
        ("spend(10)", True),
        ("spend(6)\nspend(6)", False),
        ("spend(6)\npay 6 gold", False),
        ("buy()", True),
        ("pay 7 gold\nbuy()", False),
        ("choose c from pile.cards\ngain 1 points", False),
        ("choose one or more cs from pile.cards\ngain 1 points", False),
        ("choose any number of cs from pile.cards\ngain 1 points", True),
        ("choose 2 cs from pile.cards\npay 11 gold", False),
        ("choose any number of cs from deck.cards\npay 12 - 2 * count(cs) gold", True),
        ("choose any number of cs from deck.cards\npay 13 - 2 * count(cs) gold", False),
        ("choose n from 1 to 20\npay 20 - n gold", True),
        ("choose n from 1 to 5\npay 20 - n gold", False),
        ("run ace.act", True),
        ("run bit.act", False),
        ("run cog.act", False),
        ("run first(pile.cards).act", False),
        ("if me.gold > 5: pay 11 gold", False),
        ("if me.gold > 50: pay 11 gold", True),
        ("if me.gold > 50: nothing\nelse: pay 11 gold", False),
        ("if yes: pay 6 gold\npay 6 gold", False),
        ('one of:\n  "x": pay 11 gold\n  "y": pay 10 gold', True),
        ('one of:\n  "x": pay 11 gold\n  "y" if no: pay 10 gold', False),
        ('may "x": pay 11 gold', False),
        ('may "x": pay 10 gold', True),
        ('pay 5 gold\nmay "x": pay 6 gold', False),
        ("as players[2]: pay 99 gold", True),
        ("nothing\npay 11 gold", True),
    ],
)
def test_what_can_start_is_offered(body, offered):
    rows = ("ace: {cost: 1, act: pay 10 gold}", "bit: {cost: 2, act: pay 11 gold}", "cog: {cost: 3}\n")
    cards = "kind: card\ncards:\n  " + "\n  ".join(rows)
    text = 'may "Try":\n' + indent(body, "  ")
    match = start(first(text), setup="move [ace, bit] to deck.cards", more=ACTIONS, cards=cards)
    assert (match.decision is not None) == offered
    assert counter(match, "gold") == 10


def test_looking_into_actions_without_end_is_a_fault():
    with pytest.raises(RuleError, match="more than 200 levels deep: this does not end"):
        run(first('may "Try": deep()'), more=ACTIONS)


# ---------------------------------------------------------------- at any decision
EXTRA = "at any decision: sell_all"
SELL = """
actions:
  sell_all:
    text: sell {count(me.hand)}
    needs: any(me.hand)
    do: |
      gain 3 gold for each x in me.hand
      discard all me.hand
  other:
    text: other
    do: |
      choose n from 1 to 2
      gain n points
"""


def test_it_is_offered_in_the_phases_own_text_only():
    text = first('choose n from 1 to 2\nmay "Go":\n  other()')
    setup = "move [ace, bit] to deck.cards\nas players[1]: draw 2 from deck.cards to me.hand"
    match = start(text, setup=setup, phase=EXTRA, more=SELL)
    assert legal(match) == ["1", "2", "sell-all"]
    assert match.decision.options[-1].label == "sell 2"
    play(match, "2")
    assert legal(match) == ["yes", "pass", "sell-all"]
    play(match, "yes")
    assert legal(match) == ["1", "2"]
    play(match, "1")
    assert match.over


def test_after_it_options_are_worked_out_again():
    setup = (
        "move ace to deck.cards\nmove [bit, cog, eel] to row.cards\n"
        "as players[1]: draw 1 from deck.cards to me.hand"
    )
    match = start(
        first("choose a card from row.cards\npay card.cost * 2 + 2 gold\nmove card to me.hand"),
        setup=setup,
        phase=EXTRA,
        more=SELL,
    )
    assert legal(match) == ["bit", "cog", "sell-all"]
    play(match, "sell-all")
    assert legal(match) == ["bit", "cog", "eel"]
    assert counter(match, "gold") == 13


def test_it_turns_a_forced_decision_into_one_that_is_asked():
    setup = "move [ace, bit] to deck.cards\nas players[1]: draw 1 from deck.cards to me.hand"
    match = start(
        first("choose a card from deck.cards\nmove card to me.hand"), setup=setup, phase=EXTRA, more=SELL
    )
    assert legal(match) == ["bit", "sell-all"]
    play(match, "sell-all")
    assert match.over
    assert zone(match, "Player1.hand") == ["bit"]


def test_what_was_picked_and_is_gone_is_no_longer_picked():
    setup = "move [ace, bit, cog] to deck.cards\nas players[1]: draw 3 from deck.cards to me.hand"
    match = start(
        first("choose any number of ones from me.hand\ngain count(ones) points"),
        setup=setup,
        phase=EXTRA,
        more=SELL,
    )
    play(match, "ace")
    assert legal(match) == ["bit", "cog", "done", "sell-all"]
    play(match, "sell-all")
    assert match.over
    assert counter(match, "points") == 0


# ---------------------------------------------------------------- one of, for each of a list
TURN = """
one of "Your turn":
  "Play {card}" for each card in pile.cards where card.cost > 1 if card.cost < 5:
    pay card.cost gold
    move card to me.hand
  "Pass": gain 1 points
  "Name {colour}" for each colour in colours:
    gain 10 points
gain 100 points
"""


def test_a_branch_for_each_item_is_an_option_for_each_beside_the_single_ones():
    match = start(first(TURN), setup=DECK)
    assert legal(match) == ["play-bit", "play-cog", "pass", "name-bright-red", "name-green", "name-blue"]
    assert [choice.label for choice in match.decision.options][:2] == ["Play Bit", "Play Cog"]
    match = play(match, "play-cog")
    assert zone(match, "Player1.hand") == ["cog"]
    assert (counter(match, "gold"), counter(match, "points")) == (7, 100)


def test_the_single_branch_beside_them_is_taken_as_ever():
    match = play(start(first(TURN), setup=DECK), "pass")
    assert (zone(match, "Player1.hand"), counter(match, "points")) == ([], 101)


def test_only_the_items_are_offered_with_which_the_branch_can_start():
    match = start(first("lose 8 gold\n" + TURN), setup=DECK)
    assert legal(match)[:2] == ["play-bit", "pass"]


def test_a_may_before_branches_for_each_is_asked_only_if_one_can_start():
    text = """
    may "Play":
      one of:
        "Play {card}" for each card in pile.cards where card.cost > 9: move card to me.hand
    gain 1 points
    """
    match = run(first(text), setup=DECK)
    assert (skipped(match), counter(match, "points")) == (["cannot start"], 1)


def test_an_item_that_stands_twice_is_one_option():
    match = start(first('one of:\n  "Take {x}" for each x in [cog, bit, cog]: move x to me.hand'), setup=DECK)
    assert legal(match) == ["take-cog", "take-bit"]


def test_without_items_there_is_no_option_and_nothing_is_asked():
    match = run(first('one of:\n  "Take {x}" for each x in row.cards: gain 1 points\ngain 5 points'))
    assert (skipped(match), counter(match, "points")) == (["no branch can start"], 5)
