"""What never ends is told apart from all other faults, by both machines alike."""

from __future__ import annotations

from textwrap import indent

import pytest
from builder import game

from interpreter.fast.match import FastMatch
from interpreter.machine.errors import NeverEnds, RuleError
from interpreter.machine.match import Match

AGAIN = """
actions:
  again: {text: again, do: "gain 1 gold\\nagain()"}
"""


def fault_of(machine, do):
    with pytest.raises(RuleError) as caught:
        machine(game("as players[1]:\n" + indent(do, "  "), more=AGAIN), 2)
    return caught.value


@pytest.mark.parametrize("machine", [Match, FastMatch])
@pytest.mark.parametrize("do", ["while yes:\n  nothing", "repeat 1000000000 times:\n  nothing", "again()"])
def test_what_never_ends_is_a_fault_of_its_own(machine, do):
    error = fault_of(machine, do)
    assert type(error) is NeverEnds
    assert " end" in error.message
    assert error.span.file == "rules/tiny/game.yaml"


@pytest.mark.parametrize("machine", [Match, FastMatch])
def test_what_cannot_be_done_is_none_of_them(machine):
    assert type(fault_of(machine, "pay 1000 gold")) is RuleError
