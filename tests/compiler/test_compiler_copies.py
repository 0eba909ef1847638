"""Copies, undo, equality and digests: a position is plain data, and nothing that is done to one reaches another."""

import json
import random

import pytest
from both import GAMES, OPENINGS, random_game, shipped
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_acts_alike_and_leaves_the_original_as_it_is(name):
    rules = shipped(name)
    for seed in range(4):
        match, before = FastMatch(rules, rules.max_players, seed=seed), None
        for option in random_game(match, seed):
            digest, copy = match.digest(), match.clone()
            assert copy.state == match.state
            assert digest != before
            copy.apply(option)
            if seed == 0:
                chance = random.Random(option)
                other = copy.clone()
                for _ in range(5):
                    if other.choices:
                        other.apply(chance.randrange(other.choices))
            assert match.digest() == digest
            after = match.clone()
            after.apply(option)
            assert after.state == copy.state
            assert after.digest() == copy.digest()
            before = digest
        assert match.over


# ---------------------------------------------------------------- neither feels the other
def parts(match) -> dict[str, str]:
    """Every list of a state as a text, and its digest; the first number of `k` says what is shared with copies."""
    state = match.state
    lists = {name: getattr(state, name) for name in ("v", "z", "k", "f", "o", "p") if hasattr(state, name)}
    if "k" in lists:
        lists["k"] = lists["k"][1:]
    return {name: json.dumps(held) for name, held in lists.items()} | {"digest": match.digest()}


def play_apart(match, seed: int, most: int, *, journal: bool) -> set[str]:
    """Play a match among copies: at each decision act on one copy, then on the match; return which lists changed.

    The copy that acts leaves the match as it is; the match, when it acts, leaves its copies as they are; and none of
    them has felt anything by the end of the game.
    """
    chance, kept, changed = random.Random(seed), [], set()
    while match.choices and len(kept) < most:
        option, other = chance.randrange(match.choices), chance.randrange(match.choices)
        before = parts(match)
        acts, still, aside = (match.clone(journal=journal) for _ in range(3))
        acts.apply(option)
        assert parts(match) == before
        assert parts(still) == before
        aside.apply(other)
        match.apply(option)
        assert parts(still) == before
        assert parts(acts) == parts(match)
        changed |= {name for name, text in parts(match).items() if text != before[name]}
        kept.append((still, before, aside, parts(aside)))
    for still, before, aside, then in kept:
        assert parts(still) == before
        assert parts(aside) == then
    return changed


def _is_fullest(name: str, players: int, options: dict[str, str]) -> bool:
    return players == shipped(name).max_players and not options


# A game with its most players has all zones that there are; the other openings are those again.
MOST_APART = [
    pytest.param(
        *opening.values, id=opening.id, marks=() if _is_fullest(*opening.values) else pytest.mark.slow
    )
    for opening in OPENINGS
]


@pytest.mark.parametrize(("name", "players", "options"), MOST_APART)
def test_neither_a_copy_nor_its_original_feels_what_the_other_does(name, players, options):
    for seed in range(2):
        ask, journal = bool(seed), bool(seed)
        match = FastMatch(shipped(name), players, seed=seed, options=options, ask_forced=ask, journal=journal)
        assert play_apart(match, seed, 120, journal=journal) >= {"v", "f", "digest"}


MORE = """
actions:
  asked: {text: asked, do: "choose n from 1 to 3\\ngain n points"}
  branches:
    text: branches
    do: |
      one of "Do":
        "a":
          let x = 1 + me.points
          choose n from x to 3
          gain n points
        "b":
          choose m from 1 to 3
          gain m points
      choose z from 1 to 2
"""
CARDS = """
kind: card
cards:
  ace: {front: {abilities: [{when: seen, do: asked()}, {when: often, do: "pay 1 gold\\nasked()"}]}, back: {}}
  bit: {front: {abilities: [{when: round_window, do: "as each player in players:\\n  asked()"}]}, back: {}}
  cog: {copies: 6, front: {abilities: [{when: gone, do: asked()}]}, back: {}}
"""
SETUP = """
move all card_cards to deck.cards
shuffle deck.cards
as each player in players:
  draw 2 from deck.cards to me.hand
"""
DO = """
as each player in turn_order:
  repeat 2 times:
    may "Play":
      choose a card from me.hand
      move card to me.table
      set card.level to random(1, 6)
  offer often
  may any number of times "Turn":
    choose a turned from me.table
    pay 1 gold
    flip turned
  asked()
  for each card in me.table:
    one of "Do":
      discard card
      gain 1 gems[red]
offer round_window
set turn_order to rotated(turn_order, 1)
"""


@pytest.mark.parametrize("kind", ["compiled", "with a journal", "reference"])
def test_nobody_feels_what_happens_to_zones_counters_and_frames(kind):
    tiny, changed = game(DO, setup=SETUP, more=MORE, cards=CARDS, rounds=2), set()
    for seed in range(8):
        players, journal = 2 + seed % 3, kind == "with a journal"
        if kind == "reference":
            match = Match(tiny, players, seed=seed)
        else:
            match = FastMatch(tiny, players, seed=seed, ask_forced=seed % 2 == 1, journal=journal)
        changed |= play_apart(match, seed, 400, journal=journal)
        assert match.over
    assert changed >= {"v", "z", "f", "digest"} | ({"k", "o", "p"} if kind != "reference" else set())


# ---------------------------------------------------------------- undo
@pytest.mark.parametrize("name", GAMES)
def test_undo_is_going_back_to_a_copy(name):
    match = FastMatch(shipped(name), seed=5)
    trail = []
    for option in random_game(match, 5):
        trail.append((match.clone(), match.digest(), len(match._positions()), option))
        if len(trail) == 40:
            break
    later = None
    for copy, digest, moves, option in reversed(trail):
        assert (copy.digest(), len(copy.moves)) == (digest, moves)
        again = copy.clone()
        again.apply(option)
        assert again.digest() == later or later is None
        later = digest


# ---------------------------------------------------------------- equality and digests
def test_equal_positions_have_equal_digests():
    rules = shipped(GAMES[-1])
    one, other = FastMatch(rules, seed=1), FastMatch(rules, seed=1)
    assert one.digest() == other.digest()
    assert one.state == other.state
    assert FastMatch(rules, seed=2).digest() != one.digest()


WAYS = {
    "a loop over players": (
        "repeat 3 times:\n  as each player in players:\n    choose n from 1 to 3\n    gain n points",
        "1231",
        "3211",
    ),
    "an action": ("as players[1]:\n  asked()\n  asked()\n  asked()", "12", "21"),
    "what a branch has left behind": ("as players[1]:\n  branches()\n  choose z from 1 to 2", "a2", "b2"),
}


@pytest.mark.parametrize("where", WAYS)
def test_the_same_position_reached_in_two_ways_has_the_same_digest(where):
    do, *ways = WAYS[where]
    tiny = game(do, more=MORE)
    met = []
    for way in ways:
        match = FastMatch(tiny, 2)
        for id_ in way:
            match.apply(id_)
        assert match.choices
        met.append((match.digest(), match.state, match.clone()))
    assert met[0][0] == met[1][0]
    assert met[0][1] == met[1][1]


@pytest.mark.parametrize("name", GAMES)
def test_one_number_that_differs_makes_another_position_and_another_digest(name):
    match = FastMatch(shipped(name), seed=3)
    for option in random_game(match, 3):
        if len(match._positions()) == 6 or match.choices == 0:
            break
        assert option >= 0
    digests = {match.digest()}
    for slot in range(len(match.state.v)):
        copy = match.clone()
        copy.state.v[slot] += 1
        assert copy.state != match.state
        digests.add(copy.digest())
    changed = len(match.state.v)
    for part in ("z", "f"):
        for number in range(len(getattr(match.state, part))):
            copy = match.clone()
            copy.state.own_zones()
            getattr(copy.state, part)[number].append(0)
            assert copy.state != match.state
            digests.add(copy.digest())
            changed += 1
    assert len(digests) == changed + 1
