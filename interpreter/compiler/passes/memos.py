"""Lets values that are worth it be remembered: they look into a memo first, and what calls them hands one on.

A memo lives as long as nothing changes: behind whatever changes the state a new one is begun. So a value is worked out
once with the same arguments in the same state, when it is first asked for, and a fault is met where it would have been
met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import expressions, facts, inside, parts, rebuilt
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import Function, Symbol, Table

MEMO = Symbol("m", "own")
_NEW = f.Memo()


def remember(module: Module, values: set[Function]) -> None:
    """Let these functions of values be remembered."""
    if not values:
        return
    made = {one.function: one for one in (*module.functions, *module.units)}
    called = {
        function: {called for e in _expressions(one.body) for called in _called(e)}
        for function, one in made.items()
    }
    asking = _asking(called, values)
    named = _in_tables(module.last_tables) | {
        later for one in made.values() for e in _expressions(one.body) for later in _handed_on(e)
    }
    handed = {
        function
        for function in asking
        # What has a fixed name the machine calls itself, and knows of no memo.
        if not function.acts
        and not function.fixed
        and function not in named
        and not any(map(_changes, _all(made[function].body)))
    }
    numbers = {
        one.function: number
        for number, one in enumerate(module.functions)
        if one.function in values and one.function in handed
    }
    module.functions = [
        _with_memo(one, handed, numbers.get(one.function)) if _is_concerned(one, called, handed) else one
        for one in module.functions
    ]
    module.units = [
        _with_memo(one, handed, None) if _is_concerned(one, called, handed) else one for one in module.units
    ]


def _is_concerned(made: FunctionDef, called: Mapping[Function, set[Function]], handed: set[Function]) -> bool:
    """Say whether a function has anything to do with memos."""
    return made.function in handed or not handed.isdisjoint(called[made.function])


def _asking(called: Mapping[Function, set[Function]], values: set[Function]) -> set[Function]:
    """Return the functions that ask for one of the values, by whatever others, and the values themselves."""
    callers: dict[Function, set[Function]] = {}
    for function, others in called.items():
        for other in others:
            callers.setdefault(other, set()).add(function)
    found, waiting = set(values), list(values)
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            # A unit hands nothing on: it has a memo of its own.
            if caller not in found and not caller.acts:
                found.add(caller)
                waiting.append(caller)
    return found


def _in_tables(tables: Iterable[Table]) -> set[Function]:
    """Return the functions that stand in tables: the machine calls them, and knows of no memo."""
    found: set[Function] = set()
    waiting: list[object] = [table.data for table in tables]
    while waiting:
        match waiting.pop():
            case Function() as function:
                found.add(function)
            case tuple() | list() as several:
                waiting.extend(several)
            case dict() as by_key:
                waiting.extend(by_key.values())
    return found


# ---------------------------------------------------------------- looking at code
def _all(block: f.Block) -> Iterable[f.Stmt]:
    return (inner for statement in block for inner in inside(statement))


def _expressions(block: f.Block) -> Iterable[f.Expr]:
    return (e for statement in block for e in expressions(statement, notes=True))


def _called(e: f.Expr) -> Iterable[Function]:
    if not facts(e).calls:
        return
    if isinstance(e, f.CallOwn):
        yield e.function
    for part in parts(e):
        yield from _called(part)


def _handed_on(e: f.Expr) -> Iterable[Function]:
    """Yield the functions that are only named here, to be called elsewhere."""
    if not facts(e).hands_on:
        return
    if isinstance(e, f.Later):
        yield e.function
    for part in parts(e):
        yield from _handed_on(part)


def _changes(statement: f.Stmt) -> bool:
    """Say whether a statement itself, without those in it, may change the state."""
    match statement:
        case f.SetSlot() | f.SetOrder():
            return True
        case f.Assign():
            return _acts(statement.value)
        case f.Do():
            return True
        case f.Return():
            return statement.value is not None and _acts(statement.value)
    return False


def _acts(e: f.Expr) -> bool:
    match e:
        case f.Call() if e.function.acts or e.function.draws:
            return True
        case f.CallOwn() if e.function.acts:
            return True
        case f.CallField() if not e.starts:
            return True
    return any(map(_acts, parts(e)))


def _leaves(block: f.Block) -> bool:
    """Say whether nothing that stands behind a block is done after it."""
    return bool(block) and isinstance(block[-1], f.Return | f.Finish | f.Impossible)


# ---------------------------------------------------------------- handing memos on
def _with_memo(made: FunctionDef, handed: set[Function], number: int | None) -> FunctionDef:
    """Return a function that hands memos on: one that it is handed itself, or its own.

    One with a number is remembered: this is how its keys begin.
    """
    writer = _Writer(handed)
    if made.function not in handed:
        return replace(made, body=writer.block(made.body, fresh=False)[0])
    body = writer.block(made.body, fresh=True)[0]
    if number is not None:
        key = f.Pair((f.Num(number), *map(f.Use, made.params)))
        body = (
            f.Recall(MEMO, key, made.span, made.function.steps),
            *(_noted_down(statement, key) for statement in body),
        )
    return replace(made, params=(MEMO, *made.params), body=body)


def _noted_down(statement: Any, key: f.Pair) -> Any:  # noqa: ANN401  # statements, branches, and what stands in them
    """Return a statement that puts into the memo what it would return."""
    if isinstance(statement, f.Return):
        assert statement.value is not None
        return f.Return(f.Remembered(f.Use(MEMO), key, statement.value), statement.span)
    if isinstance(statement, f.If | f.For | f.Loop | f.Branch | f.Restore):
        return rebuilt(statement, lambda part: _noted_down(part, key))
    return statement


class _Writer:
    """Hands a memo on to the functions that want one; `fresh` says that there is one of the present state."""

    def __init__(self, handed: set[Function]) -> None:
        self.handed = handed

    def block(self, block: f.Block, *, fresh: bool) -> tuple[f.Block, bool]:
        """Return a block that hands memos on, and whether there is a fresh one behind it."""
        found: list[f.Stmt] = []
        for statement in block:
            if not fresh and self._wants(statement):
                found.append(f.Assign(MEMO, _NEW, statement.span))
                fresh = True
            made, fresh = self._statement(statement, fresh=fresh)
            found.append(made)
        return tuple(found), fresh

    def _wants(self, statement: f.Stmt) -> bool:
        """Say whether a statement asks for what is remembered before anything in it has been done."""
        match statement:
            case f.If():
                return any(self._asks(branch.test) for branch in statement.branches)
            case f.For():
                return self._asks(statement.source)
            case f.Loop() | f.Restore() | f.Note():
                return False
        return any(map(self._asks, expressions(statement)))

    def _asks(self, e: f.Expr) -> bool:
        return any(called in self.handed for called in _called(e))

    def _statement(self, statement: f.Stmt, *, fresh: bool) -> tuple[f.Stmt, bool]:
        match statement:
            case f.If():
                return self._if(statement, fresh=fresh)
            case f.For():
                changes = any(map(_changes, _all(statement.body)))
                body, _ = self.block(statement.body, fresh=fresh and not changes)
                source = self._handing(statement.source, f.Use(MEMO))
                return f.For(statement.symbol, source, body, statement.span), fresh and not changes
            case f.Loop():
                changes = any(map(_changes, _all(statement.body)))
                body, _ = self.block(statement.body, fresh=fresh and not changes)
                # A condition that is asked again at each turn has a memo for that turn.
                test = None if statement.test is None else self._handing(statement.test, _NEW)
                return f.Loop(test, body, statement.span), fresh and not changes
            case f.Restore():
                body, _ = self.block(statement.body, fresh=False)
                after, _ = self.block(statement.after, fresh=False)
                return f.Restore(body, after, statement.span), False
            case f.Note():
                # Notes make no difference to what is behind them.
                return rebuilt(statement, self._in_note), fresh
        made = rebuilt(statement, lambda part: self._handing(part, f.Use(MEMO)))
        return made, fresh and not _changes(statement)

    def _if(self, statement: f.If, *, fresh: bool) -> tuple[f.If, bool]:
        branches, after = [], []
        for branch in statement.branches:
            body, behind = self.block(branch.body, fresh=fresh)
            branches.append(f.Branch(self._handing(branch.test, f.Use(MEMO)), body, branch.span))
            if not _leaves(body):
                after.append(behind)
        otherwise, behind = self.block(statement.otherwise, fresh=fresh)
        if not _leaves(otherwise):
            after.append(behind)
        return f.If(tuple(branches), otherwise, statement.span), all(after)

    def _in_note(self, part: Any) -> Any:  # noqa: ANN401  # statements, branches and expressions
        return self._handing(part, _NEW)

    def _handing(self, e: Any, memo: f.Expr) -> Any:  # noqa: ANN401  # any class of nodes, which it keeps
        """Return an expression, or what holds some, in which a memo is handed on."""
        found = rebuilt(e, lambda part: self._handing(part, memo))
        if isinstance(found, f.CallOwn) and found.function in self.handed:
            return f.CallOwn(found.function, (memo, *found.args))
        return found
