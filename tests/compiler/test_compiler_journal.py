"""The journal of a compiled game is the reference's, event by event; without one, nothing of it is compiled."""

import random
from collections.abc import Iterator
from types import CodeType

import pytest
from both import GAMES, openings_asked, random_game, shipped
from builder import game

from rulewright.interpreter.compiler.build import packed, unpacked
from rulewright.interpreter.compiler.notes import REASONS
from rulewright.interpreter.fast.machines import build_for, machine_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.fast.saves import check_sum
from rulewright.interpreter.match.event_json import as_json, event_name
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.play.transcript import transcript
from rulewright.interpreter.state.errors import BadSave
from rulewright.interpreter.state.position import Begin

MOST = 250


def step_by_step(slow: Match, fast: FastMatch, seed: int) -> int:
    """Play both at random, and see at every decision that the journals have gone on alike."""
    told = 0
    for option in random_game(fast, seed):
        assert slow.journal[told:] == fast.journal[told:]
        told = len(slow.journal)
        slow.apply(option)
    assert slow.journal[told:] == fast.journal[told:]
    assert slow.over
    assert fast.over
    return len(fast.moves)


def pair(rules, players: int, seed: int, options: dict[str, str], *, ask: bool = False, begin=None):
    return (
        Match(rules, players, seed=seed, options=options, ask_forced=ask, begin=begin),
        FastMatch(rules, players, seed=seed, options=options, ask_forced=ask, begin=begin, journal=True),
    )


@pytest.mark.parametrize(("name", "players", "options", "ask"), openings_asked(first=True))
def test_both_machines_tell_the_same(name, players, options, ask):
    decisions = 0
    for seed in range(12):
        slow, fast = pair(shipped(name), players, seed, options, ask=ask)
        decisions += step_by_step(slow, fast, seed)
        assert [as_json(event, slow) for event in slow.journal] == [
            as_json(event, fast) for event in fast.journal
        ]
        assert transcript(slow) == transcript(fast)
        if decisions > MOST // (1 if not options and not ask else 5):
            break


# ---------------------------------------------------------------- every event there is
RULES = """
values:
  worth(card): {is: card.cost * 2, at least: 1}
actions:
  trade:
    text: "trade for {me.gold}"
    do: |
      choose a given from me.hand where worth(given) > 1 "Give for {me.points}"
      move given to pile.cards
      gain worth(given) points and 1 gold
      if me.points > 12: finish game
  twice(n is number = 2, thing is card or none = none):
    text: "show {thing} two for {n}"
    needs: me.gold >= n
    do: |
      pay n gold
      choose up to 2 shown from me.hand "Show {n}"
      gain 1 points for each card in shown
      may "Again, {me.gold} left": trade()
  count_up:
    text: count up
    do: |
      may any number of times "Up":
        pay 1 gold
        gain 1 gems[red]
        if me.gems[red] > 3: count_up()
  plain:
    text: "plain"
    do: |
      gain 1 gems[green] for each c in me.hand
      set me.gems[blue] to me.gems[green]
      lose 3 gold for every 2 of me.gems[green]
"""
CARDS = """
kind: card
cards:
  ace:
    cost: 1
    act: |
      gain 1 points
      choose a stand from stands
      move first(me.home) to stand.guests
    front:
      abilities:
        - {when: round_window, do: "choose n from 1 to 3\\ngain n points"}
        - {when: often, if: me.gold > 3, do: pay 2 gold}
      changes: [{value: worth, add: this.cost, for: all}]
    back: {abilities: [{when: seen, automatic: yes, do: gain 5 points}]}
  bit:
    cost: 2
    suit: red
    front: {abilities: [{when: at_stand(inn), automatic: yes, do: "let x = random(1, 6)\\ngain x points"}]}
    back: {abilities: [{when: gone, do: "one of \\"Take\\":\\n  gain 1 gold\\n  gain 2 points"}]}
  cog: {cost: 3, copies: 3, act: "draw 2 from deck.cards to me.hand", front: {}, back: {}}
  dot:
    cost: 4
    copies: 2
    front: {abilities: [{when: seen, do: "may \\"Pay\\": pay 3 gold"}, {when: gone, automatic: yes, do: gain 1 gold}]}
    back: {abilities: [{when: gone, do: trade()}]}
"""
DO = """
draw 2 from deck.cards to row.cards
as each player in turn_order:
  one of "Do":
    trade()
    "something else": twice(2, first(me.hand))
    count_up()
    "branch for {me.gold}": gain 1 points
  choose a card from row.cards "Take {me.gold}"
  move card to me.table
  may up to 2 times "Turn":
    choose a turned from me.table
    pay 1 gold
    flip turned
  for each one in me.table: run one.act
  plain()
  twice(99)
  one of "Never":
    "this": pay 99 gold
  offer often
  set card.level to random(1, 3)
  set card.marked to yes
  set game.lead to me
  set game.step to game.step + 1
offer round_window
offer at_stand(inn)
offer at_stand(shop)
as each player in turn_order:
  choose 1 lost from me.table "Lose"
  choose any number of rest from me.hand "Show more"
  swap first(me.table) with first(me.hand)
  discard lost
  choose one or more shut from me.table
  move shut to top of me.hand
set turn_order to rotated(turn_order, random(0, 1))
shuffle turn_order
shuffle row.cards
discard all row.cards
"""
SETUP = """
move all card_cards to deck.cards
shuffle deck.cards
as each player in players:
  draw 2 from deck.cards to me.hand
  move all p in pawns where p.owner == me to me.home
"""
WANTED = {
    "set-up-began", "round-began", "phase-began", "ending-began", "decided", "choice-ended", "action-began",
    "effect-began", "window-opened", "ability-used", "counter-changed", "state-set", "turn-order-set", "moved",
    "flipped", "shuffled", "random-drawn", "skipped", "finished",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["", "at any decision: twice"])
@pytest.mark.parametrize("ask", [False, True])
def test_every_event_is_told_the_same(ask, phase):
    tiny = game(DO, setup=SETUP, more=RULES, cards=CARDS, rounds=3, phase=phase)
    met, skipped, moved, early = set(), set(), set(), set()
    for seed in range(25):
        slow, fast = pair(tiny, 2 + seed % 3, seed, {}, ask=ask)
        step_by_step(slow, fast, seed)
        met |= {event_name(event) for event in fast.journal}
        skipped |= {event.reason for event in fast.journal if event_name(event) == "skipped"}
        early |= {event.early for event in fast.journal if event_name(event) == "ending-began"}
        moved |= {event.by for event in fast.journal if event_name(event) == "moved"}
    assert met == WANTED
    assert skipped == set(REASONS)
    assert early == {False, True}
    assert moved == {"move", "top", "draw", "discard", "swap", "refill"}


# ---------------------------------------------------------------- stated positions
def test_a_stated_position_is_told_the_same():
    tiny = game(DO, setup=SETUP, more=RULES, cards=CARDS, rounds=3)

    def edit(position):
        position.set_counter("gold", 1, 0, 12)
        position.set_game_state("step", 4)
        position.set_turn_order([1, 0])
        table = position.layout.zone_number("player", "table", 0)
        position.set_zone(table, [position.layout.by_id["ace"]])
        position.set_face(position.layout.by_id["ace"], 1)

    for phase in ("play", "rest"):
        slow, fast = pair(tiny, 2, 1, {}, begin=Begin(2, phase, edit))
        step_by_step(slow, fast, 1)
        assert {event.where.rule for event in fast.journal} >= {"given", "set-up"}


# ---------------------------------------------------------------- free when absent
def names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_of(part)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_lines_that_note_stand_beside_the_others_and_change_none(name):
    rules = shipped(name)
    options = {option.name: option.default for option in rules.options.values()}
    for players in range(rules.min_players, rules.max_players + 1):
        bare = build_for(rules, players, options)
        kept = build_for(rules, players, options, journal=True)
        lines = iter(kept.source.split("\n"))
        assert all(line in lines for line in bare.source.split("\n")), "every line, in its order"
        assert kept.layout_digest(b"") == bare.layout_digest(b"")
        assert (kept.points, kept.slots, kept.rules) == (bare.points, bare.slots, bare.rules)
        assert "s.j" not in bare.source
        assert not bare.sites
        # Whatever a note names is at hand where it stands: a global name would be one that nobody sets.
        assert not [name for name in names_of(kept.code) if name.startswith(("x_", "y"))]
        assert unpacked(packed(kept)) == kept


def test_each_build_is_kept_for_itself():
    rules = shipped(GAMES[0])
    options = {option.name: option.default for option in rules.options.values()}
    bare, kept = (machine_for(rules, rules.min_players, options, journal=keeps) for keeps in (False, True))
    assert bare is machine_for(rules, rules.min_players, options)
    assert kept is machine_for(rules, rules.min_players, options, journal=True)
    assert FastMatch(rules).journal == ()


# ---------------------------------------------------------------- copies and saves
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_on_with_a_journal_of_its_own(name):
    rules, chance = shipped(name), random.Random(3)
    match = FastMatch(rules, seed=3, journal=True)
    kept = Match(rules, seed=3)
    for _ in range(60):
        if not match.choices:
            break
        before, digest = match.journal, match.digest()
        copy, silent = match.clone(journal=True), match.clone()
        option = chance.randrange(match.choices)
        for each in (copy, silent):
            each.apply(option)
        assert match.journal == before
        assert match.digest() == digest
        for first in (0, len(before) // 2, len(before) - 1, len(before)):
            assert match.journal_from(first) == kept.journal_from(first) == before[first:]
        assert silent.journal == ()
        assert silent.digest() == copy.digest()
        match.apply(option)
        kept.apply(option)
        assert copy.journal == match.journal == kept.journal
        match = copy


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_saves_of_either_build_are_resumed_by_both(name):
    rules, chance = shipped(name), random.Random(5)
    match = FastMatch(rules, seed=5, journal=True)
    for _ in range(25):
        if match.choices:
            match.apply(chance.randrange(match.choices))
    for saved in (match.save(), match.clone().save()):
        bare, kept = FastMatch.resume(rules, saved), FastMatch.resume(rules, saved, journal=True)
        assert bare.journal == ()
        assert kept.journal == match.journal
        assert bare.digest() == kept.digest() == match.digest()
    saved = match.save()
    saved["moves"] = saved["moves"][:-1]
    saved["state"]["check"] = check_sum(saved["state"], saved["moves"])
    with pytest.raises(BadSave, match="do not lead to its position"):
        FastMatch.resume(rules, saved, journal=True)
