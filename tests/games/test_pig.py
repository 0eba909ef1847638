"""Pig: what a turn brings and costs, and how often, held against chances worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from random_games import shipped
from trees import begun

from rulewright import new_fast_match


def turn(stop: int, seed: int) -> int:
    """What the first turn of the first player brings who holds as soon as so many points are at stake."""
    match = new_fast_match(shipped("pig"), 2, seed=seed)
    while match.turn == 0 and match.round == 1:
        match.apply("hold" if counters(match)["pot"] >= stop else "roll")
    return counters(match)["points"]


def counters(match) -> dict[str, int]:
    return match.view(None)["players"][match.names[0]]["counters"]


@cache
def chances(stop: int, pot: int = 0) -> dict[int, Fraction]:
    """What a turn brings whose player holds at `stop`, worked out from the die."""
    if pot >= stop:
        return {pot: Fraction(1)}
    found = {0: Fraction(1, 6)}
    for face in range(2, 7):
        for points, chance in chances(stop, pot + face).items():
            found[points] = found.get(points, Fraction(0)) + chance / 6
    return found


def test_holding_at_twenty_brings_what_is_published():
    """Neller and Presser, 2004: nothing in 0.6245 of the turns, 20 in 0.0997, 25 in 0.0172."""
    assert [round(float(chances(20)[points]), 4) for points in (0, 20, 25)] == [0.6245, 0.0997, 0.0172]


@pytest.mark.slow
@pytest.mark.parametrize("stop", [10, 20])
def test_turns_bring_as_much_and_as_often_as_the_die_says(stop):
    number = 4000
    brought = [turn(stop, seed) for seed in range(number)]
    assert set(brought) <= set(chances(stop))
    for points, chance in chances(stop).items():
        # Five standard deviations: less than one of a million true games fails.
        deviation = float(chance * (1 - chance) / number) ** 0.5
        assert abs(brought.count(points) / number - float(chance)) < 5 * deviation, points


def test_a_one_costs_the_turn_and_nothing_else():
    seeds = (seed for seed in range(100) if turn(1, seed) == 0)
    match = new_fast_match(shipped("pig"), 2, seed=next(seeds))
    match.apply("roll")
    assert match.turn == 1
    assert counters(match) == {"points": 0, "pot": 0}


def after_one_roll(points: int):
    match = begun("pig", "rolling", lambda position: position.set_counter("points", 0, 0, points))
    match.apply("roll")
    assert match.turn == 0, "the first roll with this seed is a 1: take another seed"
    return match


@pytest.mark.parametrize(("short", "wins"), [(1, False), (0, True)])
def test_a_hundred_points_win_once_they_are_safe(short, wins):
    rolled = counters(after_one_roll(0))["pot"]
    match = after_one_roll(100 - short - rolled)
    assert not match.over
    assert match.decision.ids == (("hold",) if wins else ("roll", "hold"))
    match.apply("hold")
    assert match.over == wins
    assert counters(match)["points"] == 100 - short


def test_who_holds_at_once_gets_nothing():
    match = new_fast_match(shipped("pig"), 2)
    match.apply("hold")
    assert match.turn == 1
    assert counters(match)["points"] == 0
