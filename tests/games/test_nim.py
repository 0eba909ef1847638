"""Nim against Bouton's theorem, and counts by hand."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor

import pytest
from random_games import shipped
from trees import begun

from rulewright import Match, new_match
from rulewright.interpreter.state.position import Position

PILES = ("one", "three", "five", "seven")
SIZES = (1, 3, 5, 7)


def at(left: tuple[int, ...], last: str):
    def edit(position: Position) -> None:
        for pile, number in zip(PILES, left, strict=True):
            position.set_state(position.layout.by_id[pile], "left", number)

    return begun("nim", "take", edit, options={"last": last})


def moves(match) -> dict[tuple[str, int], object]:
    """What can be taken, with the position behind it."""
    found = {}
    for pile in match.decision.ids:
        chosen = match.clone()
        chosen.apply(pile)
        for number in chosen.decision.ids:
            after = chosen.clone()
            after.apply(number)
            found[pile, int(number)] = after
    return found


def test_all_piles_can_be_taken_from_at_first():
    """Sixteen objects: sixteen moves. Behind each, what is left: 16 * 16 less 1 + (1+2+3) + (1+...+5) + (1+...+7)."""
    first = moves(new_match(shipped("nim"), 2, ask_forced=True))
    assert set(first) == {
        (pile, n) for pile, size in zip(PILES, SIZES, strict=True) for n in range(1, size + 1)
    }
    assert sum(len(moves(after)) for after in first.values()) == 256 - (1 + 6 + 15 + 28)


def won(match, known: dict[tuple[int, ...], bool]) -> bool:
    """Whether who is to move can win, worked out over all positions."""
    left = tuple(match.view(None)["components"][pile]["left"] for pile in PILES)
    if left not in known:
        known[left] = False
        for after in moves(match).values():
            good = after.winners() == [match.turn] if after.over else not won(after, known)
            known[left] = known[left] or good
    return known[left]


@pytest.mark.slow
@pytest.mark.parametrize("last", ["wins", "loses"])
def test_boutons_theorem_holds_for_all_384_positions(last):
    """Who is to move has lost exactly when the piles' sizes, added in binary without carrying, come to nothing.

    Where the last object loses it is the same, but turned round when no pile has more than one.
    """
    known: dict[tuple[int, ...], bool] = {}
    for left in product(*(range(size + 1) for size in SIZES)):
        if sum(left) > 0:
            won(at(left, last), known)
    assert len(known) == 383
    for left, wins in known.items():
        single = last == "loses" and max(left) <= 1
        assert wins == ((reduce(xor, left) == 0) if single else (reduce(xor, left) != 0)), left


@pytest.mark.parametrize(
    ("left", "wins"), [((0, 0, 1, 2), True), ((0, 0, 2, 2), False), ((1, 1, 1, 0), False)]
)
def test_small_positions_are_won_or_lost_as_bouton_says_where_the_last_loses(left, wins):
    assert won(at(left, "loses"), {}) == wins


def test_who_takes_the_last_object_loses_or_wins_with_the_option():
    for last, winner in (("loses", 1), ("wins", 0)):
        match: Match = at((0, 0, 0, 1), last)
        match.apply("seven")
        match.apply("1")
        assert match.over
        assert match.winners() == [winner]
        assert match.scores()[winner] == 1
        assert match.scores()[1 - winner] == -1
