"""Works out once what one statement would work out again and again: lists that stay the same within it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, parts, replaced
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.form.types import type_of

_LOOPS = (f.Comprehension, f.Aggregate, f.Gathered)
_MADE = ("count", "sum", "max", "min")


def hoisted(block: f.Block) -> f.Block:
    """Return a block with what its statements work out more than once given a name before them, at every depth.

    A list, and what is reckoned of it, gets a name if it stands twice in a statement or is the same for every item of
    another list; what may have a fault, or depends on an item, stays where it is.
    """
    found: list[f.Stmt] = []
    for statement in block:
        before, rest = _of_statement(statement)
        found += before
        found.append(rest)
    return tuple(found)


def _of_statement(statement: f.Stmt) -> tuple[list[f.Stmt], f.Stmt]:
    match statement:
        case f.If():
            first, *others = statement.branches
            before, test = _of_expression(first.test, statement)
            branches = (
                f.Branch(test, hoisted(first.body), first.span),
                *(f.Branch(other.test, hoisted(other.body), other.span) for other in others),
            )
            return before, f.If(branches, hoisted(statement.otherwise), statement.span)
        case f.For():
            before, source = _of_expression(statement.source, statement)
            return before, f.For(statement.symbol, source, hoisted(statement.body), statement.span)
        case f.Loop():
            return [], f.Loop(statement.test, hoisted(statement.body), statement.span)
        case f.Restore():
            return [], f.Restore(hoisted(statement.body), statement.after, statement.span)
        case f.Assign():
            before, value = _of_expression(statement.value, statement)
            return before, f.Assign(statement.symbol, value, statement.span)
        case f.SetSlot():
            before, value = _of_expression(statement.value, statement)
            return before, f.SetSlot(statement.slot, statement.op, value, statement.span)
        case f.Return() if statement.value is not None:
            before, value = _of_expression(statement.value, statement)
            return before, f.Return(value, statement.span)
        case f.Do():
            before, call = _of_expression(statement.call, statement)
            assert isinstance(call, f.Call | f.CallOwn | f.CallField)
            return before, f.Do(call, statement.span)
        case f.SetOrder():
            before, value = _of_expression(statement.value, statement)
            return before, f.SetOrder(value, statement.span)
    return [], statement


def _of_expression(e: f.Expr, at: f.Stmt) -> tuple[list[f.Stmt], f.Expr]:
    before: list[f.Stmt] = []
    while facts(e).loops > 1 and (found := _worth_a_name(e)) is not None:
        symbol = Symbol(f"c{len(before) + 1}", "own", type_of(found))
        before.append(f.Assign(symbol, found, at.span))
        e = replaced(e, {found: f.Use(symbol)})
    return before, e


def _worth_a_name(e: f.Expr) -> f.Expr | None:
    """Return the first list that should be worked out once, inner ones first, with what is reckoned from it."""
    bound = set(_bound(e))
    seen: dict[f.Expr, int] = {}
    for one, _ in _candidates(e, sure=False):
        seen[one] = seen.get(one, 0) + 1
    for one, repeated in _candidates(e, sure=False):
        known = facts(one)
        if (seen[one] > 1 or repeated) and known.pure and not known.calls and not known.symbols & bound:
            return one
    return None


def _candidates(e: f.Expr, *, sure: bool) -> Iterator[tuple[f.Expr, bool]]:
    """Yield the lists in an expression, inner ones first; `sure` says that it is needed for every item of another."""
    match e:
        case f.Comprehension() | f.Aggregate():
            yield from _candidates(e.element, sure=True)
            yield from _candidates(e.source, sure=sure)
            if e.test is not None:
                yield from _candidates(e.test, sure=True)
        case f.Choice():
            yield from _candidates(e.yes, sure=False)
            yield from _candidates(e.test, sure=sure)
            yield from _candidates(e.no, sure=False)
        case f.AllOf() | f.AnyOf():
            for number, part in enumerate(e.parts):
                yield from _candidates(part, sure=sure and number == 0)
        case _:
            for part in parts(e):
                yield from _candidates(part, sure=sure)
    if isinstance(e, f.Comprehension | f.Gathered) or (isinstance(e, f.Aggregate) and e.op in _MADE):
        yield e, sure


def _bound(e: f.Expr) -> Iterator[Symbol]:
    if isinstance(e, _LOOPS) or (isinstance(e, f.Sorted) and e.symbol is not None):
        symbol = e.symbol
        assert symbol is not None
        yield symbol
    for part in parts(e):
        yield from _bound(part)
