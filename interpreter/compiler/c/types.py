"""What a value is in C, and what cannot be said there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import expressions, inside, parts
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
    KEYED = "Keyed"
    RESULT = "int"


Special = Mapping[Symbol, CType]
"""The symbols of a function that hold what is no number and no list: sums by slot, items with their keys."""


def type_of_symbol(symbol: Symbol, special: Special) -> CType:
    """Return the type of a symbol."""
    if symbol in special:
        return special[symbol]
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


def is_keyed(e: f.Expr) -> bool:
    """Say whether a list is one of items with their keys, of which places are asked."""
    return isinstance(e, f.Comprehension) and isinstance(e.element, f.Pair)


def special_in(made: FunctionDef) -> Special:
    """Return the symbols of a function that hold what is no number and no list."""
    found: dict[Symbol, CType] = {}
    for outer in made.body:
        for statement in inside(outer):
            if isinstance(statement, f.Assign):
                _note_special(found, statement.symbol, statement.value)
    for e in all_expressions(made.body):
        if isinstance(e, f.Bound):
            _note_special(found, e.symbol, e.value)
    return found


def _note_special(found: dict[Symbol, CType], symbol: Symbol, value: f.Expr) -> None:
    if isinstance(value, f.NoSums):
        found[symbol] = CType.SUMS
    elif is_keyed(value):
        found[symbol] = CType.KEYED
