"""Settles conditions by the tests that they surely make: where one outcome of a test decides all, the test goes first.

"The first square on the way that is free or mine lies behind the first square" is such a condition: it cannot hold if
the first square is free, so that is asked first, and no more need be worked out then. Nothing is tested that would not
have been tested, and only conditions are touched that cannot have a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, parts, rebuilt
from rulewright.interpreter.compiler.form.make import FALSE, TRUE, joined, negated

MOST_NODES = 800
"""A condition of more nodes is looked at in its parts only."""


def decided(e: Any) -> Any:  # noqa: ANN401  # any class of expressions
    """Return an expression whose conditions ask first what may decide them."""
    if not facts(e).chooses:
        return e
    made = _settled(e) if isinstance(e, f.AllOf | f.AnyOf | f.Compare) else e
    return rebuilt(made, decided)


def _settled(e: f.Expr) -> f.Expr:
    """Return a condition behind the tests that may decide it."""
    known = facts(e)
    if known.size > MOST_NODES or not known.pure:
        return e
    for test in dict.fromkeys(_sure_tests(e)):
        if isinstance(test, f.Truth):
            continue
        if_so, if_not = (assuming(e, _following(test, holds=holds)) for holds in (True, False))
        if FALSE in (if_so, if_not):
            return _first(test, if_so, if_not)
        if TRUE in (if_so, if_not):
            return negated(_first(test, negated(if_so), negated(if_not)))
    return e


def _first(test: f.Expr, if_so: f.Expr, if_not: f.Expr) -> f.Expr:
    """Return a condition that does not hold in one of two cases."""
    if if_not == FALSE:
        return joined((test, _settled(if_so)), all_=True)
    return joined((negated(test), _settled(if_not)), all_=True)


def _sure_tests(e: f.Expr) -> Iterator[f.Expr]:
    """Yield the tests of choices that are surely made when a condition is worked out."""
    match e:
        case f.Choice():
            yield from _sure_tests(e.test)
            yield from _first_ones(e.test)
        case f.AllOf() | f.AnyOf():
            yield from _sure_tests(e.parts[0])
        case f.Comprehension() | f.Aggregate() | f.Gathered() | f.Sorted():
            yield from _sure_tests(e.source)
        case f.Later() | f.CallLater() | f.CallField():
            return
        case _:
            for part in parts(e):
                yield from _sure_tests(part)


def _first_ones(test: f.Expr) -> Iterator[f.Expr]:
    """Yield what is tested first in a test, and the test itself."""
    if isinstance(test, f.AllOf | f.AnyOf):
        yield from _first_ones(test.parts[0])
    yield test


def _following(test: f.Expr, *, holds: bool) -> dict[f.Expr, bool]:
    """Return what follows from it that a test holds, or does not: which conditions hold, and which do not."""
    found = {test: holds}
    if isinstance(test, f.Compare):
        found[negated(test)] = not holds
    if isinstance(test, f.AllOf if holds else f.AnyOf):
        for part in test.parts:
            found |= _following(part, holds=holds)
    return found


def assuming(e: f.Expr, known: Mapping[f.Expr, bool]) -> f.Expr:
    """Return an expression where it is known of some conditions whether they hold."""
    if e in known:
        return TRUE if known[e] else FALSE
    if isinstance(e, f.Later | f.CallLater | f.CallField):
        return e

    def inner(part: Any) -> Any:  # noqa: ANN401  # any class of expressions
        return assuming(part, known)

    match e:
        case f.Choice():
            asked = inner(e.test)
            if isinstance(asked, f.Truth):
                found: f.Expr = inner(e.yes if asked.value else e.no)
                return found
            return f.Choice(inner(e.yes), asked, inner(e.no))
        case f.AllOf() | f.AnyOf():
            return joined(map(inner, e.parts), all_=isinstance(e, f.AllOf))
        case f.Not():
            return negated(inner(e.of))
        case f.Compare():
            return _compared(rebuilt(e, inner))
        case f.Comprehension() | f.Aggregate() | f.Gathered() | f.Sorted():
            # Within, the name of an item may mean something else than in what is known.
            return e if any(e.symbol in facts(test).symbols for test in known) else rebuilt(e, inner)
    return rebuilt(e, inner)


def _compared(e: f.Compare) -> f.Expr:
    """Return a comparison, or what it comes to."""
    if e.left == e.right and facts(e).pure:
        return TRUE if e.op in ("==", "<=", ">=") else FALSE
    if isinstance(e.left, f.Num) and isinstance(e.right, f.Num):
        left, right = e.left.value, e.right.value
        return f.Truth(
            {
                "==": left == right,
                "!=": left != right,
                "<": left < right,
                "<=": left <= right,
                ">": left > right,
                ">=": left >= right,
            }[e.op]
        )
    return e
