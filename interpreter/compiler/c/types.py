"""What a value is in C, and what cannot be said there."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import expressions, parts
from rulewright.interpreter.compiler.form.module import FunctionDef
from rulewright.interpreter.compiler.form.symbols import FormType, Function, Symbol
from rulewright.interpreter.compiler.form.types import type_of
from rulewright.interpreter.compiler.passes.memos import MEMO

ITEM = 2**31 - 1
"""The largest number that an item of a list can be."""

NUMBER = 2**62
"""No number that is written out is as large as this."""


class NotTranslated(Exception):
    """The game cannot be said in C; the text says why, for people."""


class CType(Enum):
    """The type of a variable or a function of C."""

    NUMBER = "I"
    LIST = "L"
    LATER = "const Later *"
    SUMS = "Sums *"
    RESULT = "int"


def type_of_symbol(symbol: Symbol, sums: frozenset[Symbol]) -> CType:
    """Return the type of a symbol; `sums` are those of the function that hold sums by slot."""
    if symbol in sums:
        return CType.SUMS
    if symbol is MEMO:
        return CType.NUMBER
    match symbol.type:
        case FormType.LIST:
            return CType.LIST
        case FormType.PAIR:
            return CType.LATER
    return CType.NUMBER


def type_of_function(function: Function) -> CType:
    """Return the type of what a function gives back."""
    if function.sort in ("value", "change", "ranked"):
        return CType.LIST if function.type is FormType.LIST else CType.NUMBER
    return CType.RESULT


def is_list(e: f.Expr) -> bool:
    """Say whether the value of an expression is a list."""
    return type_of(e) is FormType.LIST


def all_expressions(body: f.Block) -> Iterator[f.Expr]:
    """Yield all expressions of a body and what is inside them, notes left out."""
    waiting: list[Any] = [e for statement in body for e in expressions(statement)]
    while waiting:
        e = waiting.pop()
        yield e
        waiting.extend(parts(e))


def sums_in(made: FunctionDef) -> frozenset[Symbol]:
    """Return the symbols of a function that hold sums by slot."""
    return frozenset(_sums(made.body))


def _sums(block: f.Block) -> Iterator[Symbol]:
    for statement in block:
        if isinstance(statement, f.Assign) and isinstance(statement.value, f.NoSums):
            yield statement.symbol
        for inner in _inner(statement):
            yield from _sums(inner)


def _inner(statement: f.Stmt) -> Iterator[f.Block]:
    match statement:
        case f.If():
            yield from (branch.body for branch in statement.branches)
            yield statement.otherwise
        case f.For() | f.Loop():
            yield statement.body
        case f.Restore():
            yield statement.body
            yield statement.after
        case _:
            return
