"""Information states: as many as known of small games, on both machines; a leak makes more, a loss fewer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from tests.knowledge.table import BLIND, game_of, with_parts

MACHINES = {"reference": Match, "compiled": FastMatch}


def openings(game, fixed: Callable[[Match], object], wanted: int, machine, **options) -> list:
    """A match for each way in which chance can begin, found by trying seeds; `fixed` tells the ways apart."""
    met: dict[object, object] = {}
    for seed in range(100_000):
        match = machine(game, 2, seed=seed, journal=True, **options)
        met.setdefault(fixed(match), match)
        if len(met) == wanted:
            return list(met.values())
    raise AssertionError(f"only {len(met)} of {wanted} beginnings")


def states(matches: Iterable, most: int = 1000) -> list[set[str]]:
    """The information states of each seat at its decisions, in whole trees of at most so many decisions."""
    found: list[set[str]] = [set(), set()]
    waiting = [(match, 0) for match in matches]
    while waiting:
        match, depth = waiting.pop()
        if not match.choices or depth == most:
            continue
        found[match.turn].add(match.information_state(match.turn).digest)
        for option in range(match.choices):
            copy = match.clone(journal=True)
            copy.apply(option)
            waiting.append((copy, depth + 1))
    return found


def hands(match) -> tuple:
    return tuple(match.state.z[match.layout.zone_number("player", "hand", seat)][0] for seat in (0, 1))


@pytest.mark.parametrize("machine", MACHINES)
def test_kuhn_poker_has_twelve(machine):
    matches = openings(load_game("kuhn-poker"), hands, 6, MACHINES[machine])
    assert [len(found) for found in states(matches)] == [6, 6]


def leduc() -> str:
    """Leduc poker with two jacks, two queens and two kings that nobody can tell apart."""
    text = (find_root() / "rules" / "leduc-poker" / "game.yaml").read_text(encoding="utf-8")
    cards = "".join(
        f"    {name}: {{rank: {rank}, copies: 2}}\n" for rank, name in enumerate(("jack", "queen", "king"), 1)
    )
    return re.sub(
        r"^components:\n(?:[ \n].*\n?)*", f"components:\n  card:\n{cards}", text, flags=re.MULTILINE
    )


@pytest.mark.slow
@pytest.mark.parametrize(("alike", "number"), [(False, 936), (True, 288)])
def test_leduc_poker_has_936_and_288_where_suits_make_no_difference(alike, number):
    def deal(match) -> tuple:
        deck = match.layout.zone_number("game", "deck")
        return (*hands(match), match.state.z[deck][0])

    game = game_of(leduc()) if alike else load_game("leduc-poker")
    assert sum(map(len, states(openings(game, deal, 120, FastMatch)))) == number


@pytest.mark.parametrize("machine", MACHINES)
def test_the_first_two_moves_of_liars_dice_have_78(machine):
    def dice(match) -> tuple:
        return tuple(match.state.v[match.layout.counter_slot("die", seat)] for seat in (0, 1))

    # Behind the highest bid there is nothing left but to doubt it, which is asked, too.
    matches = openings(load_game("liars-dice"), dice, 36, MACHINES[machine], ask_forced=True)
    assert [len(found) for found in states(matches, 2)] == [6, 6 * 12]


def goofspiel(cards: int) -> str:
    """Goofspiel with so many cards; the prizes come from the highest to the lowest."""
    text = (find_root() / "rules" / "goofspiel" / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("number: 13", f"number: {cards}").replace("default: shuffled", "default: descending")
    return "\n".join(
        line
        for line in text.splitlines()
        if not (found := re.search(r"(?:rank|points): (\d+)\}", line)) or int(found[1]) <= cards
    )


@pytest.mark.parametrize(
    ("cards", "each"), [(3, 1 + 9), (4, 1 + 16 + 144), pytest.param(5, 4026, marks=pytest.mark.slow)]
)
def test_goofspiel(cards, each):
    game = game_of(goofspiel(cards))
    match = FastMatch(game, 2, journal=True)
    assert [len(found) for found in states([match])] == [each, each]


def test_it_is_the_same_on_both_machines_and_without_a_journal():
    game = load_game("leduc-poker")
    slow, fast, quiet = (
        Match(game, 2, seed=4),
        FastMatch(game, 2, seed=4, journal=True),
        FastMatch(game, 2, seed=4),
    )
    for option in ("bet", "raise", "call", "check", "check"):
        for seat in (0, 1):
            known = slow.information_state(seat)
            assert known == fast.information_state(seat) == quiet.information_state(seat)
            assert slow.observation(seat) == fast.observation(seat)
        for match in (slow, fast, quiet):
            match.apply(option)
    assert slow.information_state(0) != slow.information_state(1)


def test_copies_are_told_apart_only_as_long_as_they_are_seen():
    text = with_parts(
        BLIND,
        """
        as players[1]:
          draw 1 from deck to me.hand
          draw 1 from deck to me.hand
          may "Go on": nothing
        move all cards to deck
        shuffle deck
        as players[1]:
          draw 1 from deck to me.hand
          may "End": nothing
        """,
        components="components: {card: {one: {copies: 3}, two: {}}}",
    )
    known = set()
    for seed in range(80):
        match = Match(game_of(text), 2, seed=seed)
        match.apply("pass")
        known.add(match.information_state(0).digest)
    # Two of three alike and another one, in either order or all alike, and then any one: 3 x 2.
    assert len(known) == 6
