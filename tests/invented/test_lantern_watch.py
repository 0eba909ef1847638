"""A game of our own in which all win or lose together, and nobody sees the own hand: by its rules, on both machines."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from rulewright import FastMatch, Game, Match, check_game, load_game, new_fast_match, new_match
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

ROOT = Path(__file__).parent
MACHINES = pytest.mark.parametrize("machine", [new_match, new_fast_match])


@cache
def the_game() -> Game:
    return load_game("lantern-watch", ROOT)


def played(machine, seed: int, players: int = 3) -> Match | FastMatch:
    match, dice = machine(the_game(), players, seed), random.Random(seed)
    while not match.over:
        match.apply(dice.randrange(len(match.decision.options)))
    return match


def test_the_content_is_without_findings():
    assert [found.message for found in check_game("lantern-watch", ROOT)] == []


@MACHINES
def test_everybody_sees_the_hands_of_the_others_and_nobody_the_own(machine):
    match = machine(the_game(), ["Ann", "Ben", "Cleo"], 4)
    for seat, name in enumerate(match.names):
        hands = {other: seen["zones"]["hand"] for other, seen in match.view(seat)["players"].items()}
        assert hands.pop(name) == {"count": 4}
        assert all(isinstance(hand, list) and len(hand) == 4 for hand in hands.values())


@MACHINES
def test_what_is_chosen_from_the_own_hand_is_offered_by_place(machine):
    match = machine(the_game(), ["Ann", "Ben"], 4)
    match.apply("hang-a-lantern")
    lanterns = set(match.layout.ids)
    assert len(match.decision.ids) == 4
    assert not lanterns & set(match.decision.ids)
    assert not any(
        card.sides[0].name in choice.label for choice in match.decision.options for card in the_game().cards
    )


@MACHINES
def test_a_signal_is_one_of_a_decision_and_tells_the_places_that_it_is_about(machine):
    match = machine(the_game(), ["Ann", "Ben", "Cleo"], 4)
    assert list(match.decision.ids) == [
        "hang-a-lantern", "tell-ben-a-colour", "tell-cleo-a-colour", "tell-ben-a-rank", "tell-cleo-a-rank",
    ]  # fmt: skip
    hand = match.view(0)["players"]["Ben"]["zones"]["hand"]
    match.apply("tell-ben-a-rank")
    ranks = {
        id_: number for id_ in hand for number, word in enumerate(("one", "two", "three"), 1) if word in id_
    }
    assert list(match.decision.ids) == [str(rank) for rank in sorted(set(ranks.values()))]
    assert match.view(None)["game"]["oil"] == 5
    match.apply(0)
    assert match.view(None)["game"]["oil"] == 4


@pytest.mark.parametrize("seed", range(12))
def test_all_win_or_all_lose_and_all_have_the_same_score(seed):
    match = played(new_fast_match, seed)
    hung = sum(len(zones["hung"]) for zones in match.view(None)["component_zones"].values())
    lost = match.view(None)["game"]["mistakes"] > 2
    won = not lost and hung >= 6
    assert match.scores() == ([hung] * 3 if won else [None] * 3)
    assert match.winners() == ([0, 1, 2] if won else [])


@pytest.mark.parametrize("seed", range(3))
def test_both_machines_play_the_same(seed):
    assert played(new_match, seed).digest() == played(new_fast_match, seed).digest()


@pytest.mark.parametrize("path", sorted(ROOT.glob("playthroughs/*.yaml")), ids=lambda path: path.stem)
def test_positions_worked_out_by_hand(path):
    findings = Findings()
    script = read_script(path, path.name, findings)
    outcomes = [run_case(ready) for ready in check_script(script, Games(ROOT), findings)]
    assert [found.message for found in findings] == []
    assert outcomes
    assert [found.message for outcome in outcomes for found in outcome.findings] == []
