"""Four in a row, Othello and Kalah have the published numbers of positions after so many moves, on both machines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from random_games import chooser, play_out, shipped

from rulewright import FastMatch, Match, new_fast_match, new_match

Machine = Callable[..., Match | FastMatch]

# Positions after so many moves, each way to come there counted. Othello: the counts that are published for move
# generators. Four in a row: powers of seven, until a column can be full. Kalah: OpenSpiel's mancala; the first two also
# by hand: after the third house, whose last seed falls into the store, the same player has the five others.
COUNTS = {
    "connect-four": (7, 49, 343, 2_401, 16_807, 117_649),
    "othello": (4, 12, 56, 244, 1_396, 8_200),
    "kalah": (6, 35, 185, 942, 4_690, 23_233),
}
# How deep both machines are asked; the reference is a hundred times slower.
USUAL = {"connect-four": (5, 3), "othello": (5, 3), "kalah": (5, 3)}
SLOW = {"connect-four": (6, 4), "othello": (6, 4), "kalah": (6, 4)}


def counted(match: Match | FastMatch, depth: int) -> int:
    """Count the positions after so many moves; a game that has ended before has none."""
    if match.over or depth == 0:
        return depth == 0
    if depth == 1:
        return len(match.decision.options)
    return sum(counted(after(match, number), depth - 1) for number in range(len(match.decision.options)))


def after(match: Match | FastMatch, option: int) -> Match | FastMatch:
    copy = match.clone()
    copy.apply(option)
    return copy


def check_counts(name: str, machine: Machine, depth: int) -> None:
    match = machine(shipped(name), 2, ask_forced=True, journal=False)
    assert [counted(match, deep) for deep in range(1, depth + 1)] == list(COUNTS[name][:depth])


def cases(depths: dict[str, tuple[int, int]]) -> list[object]:
    return [
        pytest.param(name, machine, depth, id=f"{name}-{machine.__name__}")
        for name, deepest in depths.items()
        for machine, depth in zip((new_fast_match, new_match), deepest, strict=True)
    ]


@pytest.mark.parametrize(("name", "machine", "depth"), cases(USUAL))
def test_positions_after_so_many_moves(name, machine, depth):
    check_counts(name, machine, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "machine", "depth"), cases(SLOW))
def test_positions_after_more_moves(name, machine, depth):
    check_counts(name, machine, depth)


@pytest.mark.parametrize("seed", range(20))
def test_forty_eight_seeds_are_never_more_or_fewer(seed):
    match = play_out(new_fast_match(shipped("kalah"), 2, seed, journal=False), chooser(seed))
    assert sum(match.scores()) == 48
    # The end came because a player had nothing to sow, long before the last round.
    assert match.view(None)["round"] < 100
