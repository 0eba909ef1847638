"""Makes the options of a choice at once where it was just asked whether there are any.

"If any square may be taken: choose a square that may be taken" goes through the squares twice. Made first, the options
themselves say whether there are any; a test that cannot have a fault may be made of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.graph import OPTIONS
from rulewright.interpreter.compiler.form.make import TRUE
from rulewright.interpreter.compiler.form.symbols import Symbol


def offered(block: f.Block) -> f.Block:
    """Return a block in which no options are made behind a test that has gone through them."""
    found: list[f.Stmt] = []
    for statement in map(_inside, block):
        made = _options_first(statement) if isinstance(statement, f.If) else None
        found += made if made is not None else (statement,)
    return tuple(found)


def _inside(statement: f.Stmt) -> f.Stmt:
    match statement:
        case f.If():
            branches = tuple(replace(branch, body=offered(branch.body)) for branch in statement.branches)
            return replace(statement, branches=branches, otherwise=offered(statement.otherwise))
        case f.For() | f.Loop():
            return replace(statement, body=offered(statement.body))
        case f.Restore():
            return replace(statement, body=offered(statement.body), after=offered(statement.after))
    return statement


def _options_first(statement: f.If) -> tuple[f.Stmt, ...] | None:
    """Return the making of options, and the test whether there are any; None where nothing of the kind is asked."""
    branch = statement.branches[0]
    test = branch.test
    if not isinstance(test, f.Aggregate) or test.op != "any":
        return None
    for place, first in enumerate(branch.body):
        if isinstance(first, f.Assign) and first.symbol is OPTIONS and _are_those_of(first.value, test):
            body = (*branch.body[:place], *branch.body[place + 1 :])
            others = (replace(branch, test=f.Some(f.Use(OPTIONS)), body=body), *statement.branches[1:])
            return first, replace(statement, branches=others)
        if not isinstance(first, f.Burn | f.Note):
            return None
    return None


def _are_those_of(options: f.Expr, test: f.Aggregate) -> bool:
    """Say whether options are all of which a test asks whether there are any, so that they may be made before it."""
    if not isinstance(options, f.Comprehension) or not facts(options).pure:
        return False
    if options.element != f.Use(options.symbol) or options.source != test.source:
        return False
    conditions = [part for part in (test.test, test.element) if part not in (None, TRUE)]
    wanted = [options.test] if options.test is not None else []
    return _alike(tuple(wanted), tuple(conditions), {options.symbol: test.symbol})


def _alike(one: object, other: object, names: Mapping[Symbol, Symbol]) -> bool:
    """Say whether two expressions say the same, though the items of lists may be called something else in them."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(
            _alike(left, right, names) for left, right in zip(one, other, strict=True)
        )
    if not isinstance(one, f.Node) or type(one) is not type(other):
        return one == other
    if isinstance(one, f.Use) and isinstance(other, f.Use):
        return names.get(one.symbol, one.symbol) is other.symbol
    if isinstance(one, _BINDING) and isinstance(other, _BINDING):
        if one.symbol is None or other.symbol is None:
            return one == other
        names = {**names, one.symbol: other.symbol}
    fields = [name for name in type(one).__slots__ if not (name == "symbol" and isinstance(one, _BINDING))]
    return all(_alike(getattr(one, name), getattr(other, name), names) for name in fields)


_BINDING = (f.Comprehension, f.Aggregate, f.Gathered, f.Sorted)
