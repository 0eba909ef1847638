"""Rounds and ends on the native machine: small games, the same as on the compiled one."""

import pytest
from natives import needs_compiler, pair, play_both

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.state.errors import NeverEnds
from tests.one_meaning.tiny import tiny

pytestmark = needs_compiler

ASKS = 'one of "How many":\n  "one": gain 1 score\n  "two": gain 2 score'


def until(condition: str) -> str:
    return f"rounds: {{until: {condition}, at most: 5, every: {{phases: [main]}}}}\n"


def test_rounds_end_by_a_condition():
    game = tiny(ASKS, until("any(player in players where player.score >= 3)"))
    for seed in range(5):
        assert play_both(*pair(game, 2, seed), seed) in (2, 3)


@pytest.mark.parametrize("machine", [FastMatch, NativeMatch])
def test_too_many_rounds_are_the_same_fault(machine):
    match = machine(tiny(ASKS, until("no")), 2)
    for _ in range(4):
        match.apply(0)
    with pytest.raises(NeverEnds, match="5 rounds have been played"):
        match.apply(0)
