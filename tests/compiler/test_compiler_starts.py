"""What can start is offered by the compiled machine as by the reference, for every kind of leading run."""

from textwrap import indent

import pytest
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import RuleError

RULES = """
actions:
  buy:
    text: buy
    needs: me.gold >= 5
    do: pay 1 gold
  spend(n is number):
    text: spend
    do: pay n gold
"""
CARDS = """
kind: card
cards:
  ace: {cost: 1, act: pay 10 gold}
  bit: {cost: 2, act: pay 11 gold}
  cog: {cost: 3}
"""
BODIES = [
    "pay 10 gold",
    "pay 11 gold",
    "pay 6 gold\npay 6 gold",
    "pay 7 gold\nbuy()",
    "pay 5 gold\nbuy()",
    "pay 5 gold\nspend(6)",
    "pay 7 gold\nrun ace.act",
    "pay 7 gold\nif yes: pay 5 gold",
    'pay 5 gold\nmay "x": pay 6 gold',
    'pay 5 gold\none of:\n  "x": pay 6 gold\n  "y": pay 7 gold',
    "pay 5 gold\ngain 1 points\npay 6 gold",
    "choose c from deck.cards\nspend(11)",
    "choose c from deck.cards\nspend(9 + c.cost)",
    "choose c from deck.cards where c.cost == 2\nspend(9 + c.cost)",
    "choose c from deck.cards\nrun c.act",
    "choose c from deck.cards\nif c.cost == 2: pay 11 gold",
    "choose one or more cs from deck.cards\nspend(10 + count(cs))",
    "choose c from pile.cards\ngain 1 points",
]


def first(text: str) -> str:
    """Let the first player carry out some lines."""
    return "as players[1]:\n" + indent(text, "  ")


@pytest.mark.parametrize("body", BODIES)
def test_both_machines_offer_the_same(body):
    tiny = game(
        first('may "Try":\n' + indent(body, "  ")),
        setup="move [ace, bit] to deck.cards",
        more=RULES,
        cards=CARDS,
    )
    slow, fast = Match(tiny, 2), FastMatch(tiny, 2)
    assert (slow.decision is None) == (fast.decision is None)
    if slow.decision is not None:
        assert slow.decision.ids == fast.decision.ids


@pytest.mark.parametrize("numbers", ["1 to 1000000", "1 to me.gold * 100000", "1 to 5 step me.points"])
def test_a_range_has_the_same_limits(numbers):
    tiny = game(first(f"choose n from {numbers}"))
    with pytest.raises(RuleError) as slow:
        Match(tiny, 2)
    with pytest.raises(RuleError) as fast:
        FastMatch(tiny, 2)
    assert str(slow.value) == str(fast.value)
