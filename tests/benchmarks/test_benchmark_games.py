"""The games of the benchmarks have the published numbers of positions, and play by their rules, on both machines."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulewright import FastMatch, Game, Match, check_game, game_names, load_game, new_fast_match, new_match
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

ROOT = Path(__file__).resolve().parents[2] / "benchmarks" / "games"
Machine = Callable[..., Match | FastMatch]

# The question with which a complete move begins: where it is put again, the move before is done.
BEGINS = {"draughts": "Move from", "othello": "Place a disc", "pawn-race": "Move from"}

# Complete moves from the beginning, by depth from 1. Draughts and Othello: the counts that are published everywhere for
# move generators. The race on six by six: counted with OpenSpiel's breakthrough(rows=6,columns=6); the first two by
# hand, since six pawns have three ways each but for the two at the edge, and the sides do not touch.
COUNTS = {
    "draughts": (7, 49, 302, 1_469, 7_361, 36_768),
    "othello": (4, 12, 56, 244, 1_396, 8_200, 55_092),
    "pawn-race": (16, 256, 4_308, 71_478),
}
# How deep the reference machine is asked, which is a hundred times slower; the rest is for `pytest -m slow`.
USUAL = {"draughts": (4, 1), "othello": (5, 3), "pawn-race": (3, 2)}
SLOW = {"draughts": (6, 3), "othello": (7, 5), "pawn-race": (4, 3)}


@cache
def game(name: str) -> Game:
    return load_game(name, ROOT)


def counted(match: Match | FastMatch, depth: int, begins: str) -> int:
    """Count the positions after so many complete moves; a game that has ended before has none."""
    decision = match.decision
    if decision is None:
        return depth == 0
    if decision.prompt == begins:
        if depth == 0:
            return 1
        depth -= 1
    return sum(counted(after(match, number), depth, begins) for number in range(len(decision.options)))


def after(match: Match | FastMatch, option: int) -> Match | FastMatch:
    copy = match.clone()
    copy.apply(option)
    return copy


def cases(depths: dict[str, tuple[int, int]]) -> list[object]:
    return [
        pytest.param(name, machine, depth, id=f"{name}-{machine.__name__}-{depth}")
        for name, deepest in depths.items()
        for machine, most in zip((new_fast_match, new_match), deepest, strict=True)
        for depth in range(1, most + 1)
    ]


def check_count(name: str, machine: Machine, depth: int) -> None:
    match = machine(game(name), 2, ask_forced=True, journal=False)
    assert counted(match, depth, BEGINS[name]) == COUNTS[name][depth - 1]


@pytest.mark.parametrize(("name", "machine", "depth"), cases(USUAL))
def test_positions_after_so_many_moves(name, machine, depth):
    check_count(name, machine, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "machine", "depth"), cases(SLOW))
def test_positions_after_more_moves(name, machine, depth):
    check_count(name, machine, depth)


# ---------------------------------------------------------------- what was worked out by hand
def test_the_content_is_without_findings():
    names = game_names(ROOT)
    assert names == ["draughts", "hearts", "othello", "pawn-race"]
    assert [found.message for name in names for found in check_game(name, ROOT)] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("playthroughs/*.yaml")), ids=lambda path: path.stem)
def test_positions_worked_out_by_hand(path):
    findings = Findings()
    script = read_script(path, path.name, findings)
    outcomes = [run_case(ready) for ready in check_script(script, Games(ROOT), findings)]
    assert [found.message for found in findings] == []
    assert outcomes
    assert [found.message for outcome in outcomes for found in outcome.findings] == []


# ---------------------------------------------------------------- Hearts, whole games
def points(match: Match | FastMatch) -> list[int]:
    return [player["counters"]["points"] for player in match.view(None)["players"].values()]


def check_hand(gained: list[int]) -> None:
    """A hand gives 26 points, or 26 to each of three players."""
    assert sum(gained) == 26 or sorted(gained) == [0, 26, 26, 26]
    assert all(number >= 0 for number in gained)


@pytest.mark.parametrize(
    ("machine", "seeds"), [(new_fast_match, range(12)), (new_match, range(1))], ids=["fast", "reference"]
)
def test_every_hand_of_hearts_gives_26_points_or_26_to_each_of_three(machine, seeds):
    for seed in seeds:
        match, chance = machine(game("hearts"), 4, seed, journal=False), random.Random(seed)
        before, hand, hands = points(match), match.view(None)["round"], 0
        while not match.over:
            match.apply(chance.randrange(len(match.decision.options)))
            if match.over or match.view(None)["round"] != hand:
                now = points(match)
                check_hand([new - old for old, new in zip(before, now, strict=True)])
                before, hand, hands = now, match.view(None)["round"], hands + 1
        assert hands >= 4
        assert max(before) >= 100
        assert match.winners() == [seat for seat, number in enumerate(before) if number == min(before)]


def test_a_player_who_can_follow_suit_is_offered_nothing_else():
    match, chance, followed = new_fast_match(game("hearts"), 4, 5), random.Random(5), 0
    while not match.over:
        seen, decision = match.view(match.turn), match.decision
        if decision.prompt == "Play" and seen["zones"]["trick"]:
            led = suit(seen["zones"]["trick"][0])
            hand = seen["players"][match.names[match.turn]]["zones"]["hand"]
            same = {card for card in hand if suit(card) == led}
            assert set(decision.ids) <= (same or set(hand))
            assert not same or set(decision.ids) == same
            followed += bool(same)
        match.apply(chance.randrange(match.choices))
    assert followed > 20


def suit(card: str) -> str:
    return card.rpartition("-")[2]
