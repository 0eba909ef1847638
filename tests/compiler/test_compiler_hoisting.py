"""What a statement of compiled code would work out again and again is worked out once before it, and no more is."""

import pytest

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import ONE, TRUE, ZERO
from rulewright.interpreter.compiler.form.symbols import Part, Symbol
from rulewright.interpreter.compiler.passes.hoisting import hoisted

CARD, OTHER, RESULT, NUMBER = Symbol("c", "item"), Symbol("d", "item"), Symbol("result"), Symbol("n")
GOLD = f.Slot(f.Num(9), Part("counter", "gold"))


def hand(test: f.Expr) -> f.Comprehension:
    """The cards of a zone that meet a test."""
    return f.Comprehension(f.Use(CARD), CARD, f.Zone(f.Num(4)), test)


def players(test: f.Expr) -> f.Comprehension:
    """The items of another list that meet a test."""
    return f.Comprehension(f.Use(OTHER), OTHER, f.Tuple((ZERO, ONE)), test)


HAND = hand(f.Compare(GOLD, ">", f.Use(CARD)))
COUNT = f.Aggregate("count", ONE, CARD, f.Zone(f.Num(4)), f.Compare(GOLD, ">", f.Use(CARD)))
DEPENDS = hand(f.Compare(f.Use(CARD), ">", f.Use(OTHER)))
FAILS = hand(f.Compare(f.Arith(f.Num(7), "//", GOLD), ">", ZERO))


def result_is(e: f.Expr) -> f.Block:
    """A statement that works something out."""
    return hoisted((f.Assign(RESULT, e, None),))


def more_than(e: f.Expr, other: f.Expr) -> f.Expr:
    return f.Compare(e, ">", other)


@pytest.mark.parametrize(
    ("formula", "named", "left"),
    [
        pytest.param(
            f.Join((HAND, HAND)), HAND, lambda c: f.Join((c, c)), id="a list that stands there twice"
        ),
        pytest.param(
            f.AnyOf((more_than(COUNT, ONE), more_than(COUNT, f.Use(NUMBER)))),
            COUNT,
            lambda c: f.AnyOf((more_than(c, ONE), more_than(c, f.Use(NUMBER)))),
            id="what is reckoned from it, too",
        ),
        pytest.param(
            players(more_than(COUNT, f.Use(OTHER))),
            COUNT,
            lambda c: players(more_than(c, f.Use(OTHER))),
            id="a list that is the same for every item of another",
        ),
    ],
)
def test_is_worked_out_once(formula, named, left):
    before, after = result_is(formula)
    assert before.value == named
    assert after.value == left(f.Use(before.symbol))


@pytest.mark.parametrize(
    "formula",
    [
        pytest.param(HAND, id="once only"),
        pytest.param(players(f.Some(DEPENDS)), id="it depends on an item"),
        pytest.param(
            players(f.AllOf((more_than(f.Use(OTHER), ONE), f.Some(HAND)))),
            id="it is not asked for every item",
        ),
        pytest.param(f.Comprehension(f.Use(OTHER), OTHER, HAND, None), id="it is what the other goes over"),
        pytest.param(players(f.Some(FAILS)), id="it may have a fault"),
    ],
)
def test_stays_where_it_is(formula):
    assert result_is(formula) == (f.Assign(RESULT, formula, None),)


def test_nothing_can_stand_before_a_second_condition():
    twice = f.Compare(HAND, "==", HAND)
    chained = f.If((f.Branch(TRUE, (), None), f.Branch(twice, (), None)), (), None)
    assert hoisted((chained,)) == (chained,)
    loop = f.Loop(twice, (), None)
    assert hoisted((loop,)) == (loop,)
