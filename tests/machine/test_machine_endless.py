"""What never ends is told apart from all other faults, by both machines alike."""

from __future__ import annotations

from textwrap import indent

import pytest
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state import limits
from rulewright.interpreter.state.errors import NeverEnds, RuleError

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


# ---------------------------------------------------------------- with a decision in every round of it
ASKS = {
    "a loop": "while me.gold > 0:\n  choose n from 1 to 2\n  gain n gold",
    "a loop in an action": "gain 1 points\nasks()\ngain 1 points",
    "a free branch": 'may any number of times "Again": gain 1 points',
    "a window": "move ace to me.table\noffer often",
    "an action of an ability": "move bit to me.table\noffer mine",
}
ASKING = """
actions:
  asks: {text: asks, do: "while yes:\\n  choose n from 1 to 2"}
"""
CARDS = """
kind: card
cards:
  ace: {front: {abilities: [{when: often, do: gain 1 points}]}, back: {}}
  bit: {front: {abilities: [{when: mine, do: "repeat 3 times: asks()"}]}, back: {}}
"""


@pytest.mark.parametrize("where", ASKS)
def test_what_asks_for_ever_ends_too(where, monkeypatch):
    for name in ("rulewright.interpreter.walker.walker", "rulewright.interpreter.fast.match"):
        monkeypatch.setattr(f"{name}.MOST_DECISIONS", 40)
    tiny = game("as players[1]:\n" + indent(ASKS[where], "  "), more=ASKING, cards=CARDS)
    faults = []
    for machine in (Match, FastMatch):
        match = machine(tiny, 2)
        for _ in range(40):
            match.apply(0)
        digest, copy = match.digest(), match.clone()
        with pytest.raises(RuleError) as caught:
            match.apply(0)
        error = caught.value
        assert type(error) is NeverEnds
        assert error.message == "more than 40 decisions: this does not end"
        assert match.failed is error
        assert (match.decision, match.choices, match.turn) == (None, 0, -1)
        assert copy.digest() == digest
        with pytest.raises(NeverEnds):
            copy.apply(0)
        faults.append((error.rule, error.span, error.above))
    assert faults[0] == faults[1]


def test_a_resumed_match_goes_on_with_counting(monkeypatch):
    monkeypatch.setattr("rulewright.interpreter.fast.match.MOST_DECISIONS", 40)
    tiny = game("as players[1]:\n" + indent(ASKS["a loop"], "  "), more=ASKING, cards=CARDS)
    match = FastMatch(tiny, 2)
    for _ in range(40):
        match = FastMatch.resume(tiny, match.save())
        match.apply(1)
    with pytest.raises(NeverEnds):
        match.apply(1)


def test_a_sensible_match_never_comes_to_the_limit():
    assert limits.MOST_DECISIONS >= 100_000
