"""The whole tree of tic-tac-toe, walked through the public interface, has the counts that everybody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from random_games import play_out, shipped

from rulewright import FastMatch, Match, new_fast_match, new_match
from rulewright.cli.overview import overview

FIRST, SECOND, DRAWN = "first", "second", "drawn"


Machine = Callable[..., Match | FastMatch]


def opened(machine: Machine = new_match, *, ask_forced: bool = True) -> Match | FastMatch:
    return machine(shipped("tic-tac-toe"), ["Cross", "Nought"], ask_forced=ask_forced, journal=False)


def result(match: Match) -> str:
    match match.winners():
        case [0]:
            return FIRST
        case [1]:
            return SECOND
    # A drawn game: nobody is ahead, so all share the best result.
    assert match.scores() == [0, 0]
    return DRAWN


class Walk:
    """All games from a position on, every position walked once; `positions` holds the digests of those met."""

    def __init__(self) -> None:
        self.positions: dict[str, Counter[str]] = {}

    def games(self, match: Match) -> Counter[str]:
        digest = match.digest()
        if digest not in self.positions:
            self.positions[digest] = self._games(match)
        return self.positions[digest]

    def _games(self, match: Match) -> Counter[str]:
        if match.over:
            return Counter({result(match): 1})
        return sum(
            (self.games(after(match, number)) for number in range(len(match.decision.options))), Counter()
        )


def after(match: Match, option: int | str) -> Match:
    copy = match.clone()
    copy.apply(option)
    return copy


def plainly(match: Match) -> Counter[str]:
    """All games from a position on, each played by itself."""
    if match.over:
        return Counter({result(match): 1})
    return sum((plainly(after(match, number)) for number in range(len(match.decision.options))), Counter())


@cache
def whole_tree(machine: Machine) -> tuple[Counter[str], int]:
    walk = Walk()
    return walk.games(opened(machine)), len(walk.positions)


both_machines = pytest.mark.parametrize("machine", [new_match, new_fast_match])


@both_machines
def test_the_complete_games_are_counted(machine):
    games, _ = whole_tree(machine)
    assert games == {FIRST: 131_184, SECOND: 77_904, DRAWN: 46_080}
    assert games.total() == 255_168


@both_machines
def test_the_distinct_positions_are_counted(machine):
    _, positions = whole_tree(machine)
    assert positions == 5_478


def test_the_walk_that_remembers_agrees_with_the_plain_one():
    match = opened()
    for mark in ("b2", "a1", "c1"):
        match.apply(mark)
    assert plainly(match) == Walk().games(match)


def test_a_line_ends_the_game_at_once():
    match = opened()
    for mark in ("a1", "a2", "b1", "b2"):
        match.apply(mark)
    assert not match.over
    match.apply("c1")
    assert (match.over, match.winners(), match.scores()) == (True, [0], [1, 0])


def test_a_full_board_without_a_line_is_drawn():
    match = opened(ask_forced=False)
    for mark in ("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"):
        match.apply(mark)
    # The ninth mark is forced.
    assert match.over
    assert (match.scores(), match.winners()) == ([0, 0], [0, 1])


@pytest.mark.parametrize("mark", ["a1", "b2"])
def test_a_taken_cell_is_no_option(mark):
    match = opened()
    match.apply(mark)
    assert mark not in match.decision.ids
    assert len(match.decision.options) == 8


def test_every_game_has_five_to_nine_marks():
    lengths = {
        len(play_out(opened(), lambda match, n=n: n % len(match.decision.options)).moves) for n in range(9)
    }
    assert lengths <= set(range(5, 10))


def test_everybody_sees_the_marks_on_the_board():
    match = after(after(opened(), "b2"), "a1")
    for viewer in (0, 1, None):
        cells = match.view(viewer)["components"]
        assert {cell: seen["mark"] for cell, seen in cells.items() if seen["mark"]} == {
            "a1": "Nought",
            "b2": "Cross",
        }
        assert len(cells) == 9
    assert "\nCell (C is Cross, N is Nought):\n  3 . . .\n  2 . C .\n  1 N . .\n    a b c" in overview(
        match, 1
    )
