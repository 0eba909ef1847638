"""A deck-builder of our own is played alike on the machines, and its cards stay whose they are."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulewright import FastMatch, Game, Match, load_game
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

ROOT = Path(__file__).parent


@cache
def hedgerow() -> Game:
    return load_game("hedgerow", ROOT)


def test_the_playthroughs_hold():
    findings = Findings()
    path = ROOT / "playthroughs" / "hedgerow.yaml"
    script = read_script(path, path.name, findings)
    assert script is not None
    outcomes = [run_case(ready) for ready in check_script(script, Games(ROOT), findings)]
    assert not findings
    assert [found.message for outcome in outcomes for found in outcome.findings] == []
    assert len(outcomes) == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_machines_play_it_alike(players):
    chance = random.Random(players)
    slow, fast = Match(hedgerow(), players, seed=players), FastMatch(hedgerow(), players, seed=players)
    for _ in range(150):
        if slow.decision is None or fast.decision is None:
            break
        assert (slow.turn, slow.decision.prompt, slow.decision.ids) == (
            fast.turn,
            fast.decision.prompt,
            fast.decision.ids,
        )
        option = chance.randrange(fast.choices)
        slow.apply(option)
        fast.apply(option)
    assert slow.over == fast.over
    assert slow.view(None) == fast.view(None)


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_and_nothing_lasts_longer_than_a_turn(seed):
    """Twenty-six cards for all and seven for each; whoever begins a turn has no coins, one purchase and no safety."""
    match, chance, turns = FastMatch(hedgerow(), 3, seed=seed), random.Random(seed), 0
    whose = match.turn
    while not match.over:
        if match.turn != whose and match.decision.prompt == "Play a card":
            whose, turns = match.turn, turns + 1
            for name in match.names:
                assert match.view(None)["players"][name]["counters"] == {"coins": 0, "buys": 1, "safe": 0}
        match.apply(chance.randrange(match.choices))
    assert turns > 20
    lying = Counter(card for zone in match.state.z[1:] for card in zone)
    assert set(lying.values()) == {1}
    assert len(lying) == 26 + 3 * 7
