"""What generated games reach: which classes of the checked tree and of the declarations they make, in which shapes.

The shapes of a field come from its type: both flags, every word of a closed set, something and nothing of what may
be absent, an empty and a filled tuple, and each class of a union. So whoever adds a class, a field or a word adds
something to be reached.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rulewright.interpreter.content import model
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked, checked_effects, checked_formulas, declarations
from rulewright.interpreter.language.types import Type

Shape = tuple[str, str, str]
"""A class, one of its fields, and what stands there in a word."""

_MODULES = (checked_effects, checked_formulas, declarations, model)
_NOT_MADE = (checked.Statement, checked.Formula, declarations.Declarations, declarations.CardName)
"""Classes that only others are made from, or that the loader forgets when a game is loaded."""


@cache
def classes() -> tuple[type, ...]:
    """Return every class of which a checked game may hold one."""
    found = {
        value
        for module in _MODULES
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value) and value not in _NOT_MADE
    }
    return tuple(sorted((found | {Type}) - {Span}, key=lambda class_: class_.__name__))


@cache
def _hints(class_: type) -> dict[str, Any]:
    return get_type_hints(class_)


def wanted(class_: type) -> Iterator[Shape]:
    """Yield every shape that the fields of a class can have."""
    for field in fields(class_):
        for word in _words(_hints(class_)[field.name]):
            yield class_.__name__, field.name, word


def _words(hint: Any) -> list[str]:
    origin = get_origin(hint)
    if origin is Literal:
        return [f"{value!r}" for value in get_args(hint)]
    if origin in (Union, types.UnionType):
        parts = get_args(hint)
        for union in (checked.Expr, checked.Stmt):
            if set(get_args(union)) <= set(parts):
                # Any formula or statement: which there are is asked of the classes themselves.
                base = get_args(union)[0].__mro__[1]
                parts = (base, *(part for part in parts if part not in get_args(union)))
        return [word for part in parts for word in _words(part)]
    if hint is bool:
        return ["True", "False"]
    if hint is type(None):
        return ["None"]
    if origin in (tuple, dict):
        return ["some", "empty"]
    return ["some"] if not isinstance(hint, type) or not is_dataclass(hint) else [hint.__name__]


def _word(value: object, hint: Any) -> str:
    """Return the shape of a value, as `_words` calls it."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, tuple | dict):
        return "some" if value else "empty"
    if isinstance(value, str) and repr(value) in _words(hint):
        return repr(value)
    names = _words(hint)
    for class_ in type(value).__mro__:
        if class_.__name__ in names:
            return class_.__name__
    return "some"


def reached(game: Game) -> set[Shape]:
    """Return every shape that a game holds, and for each class that it holds one."""
    found: set[Shape] = set()
    open_: list[object] = [game]
    seen: set[int] = set()
    while open_:
        value = open_.pop()
        if isinstance(value, tuple | list):
            open_.extend(value)
        elif isinstance(value, dict):
            open_.extend(value.values())
        elif is_dataclass(value) and not isinstance(value, Span | Path) and id(value) not in seen:
            seen.add(id(value))
            hints = _hints(type(value))
            found.add((type(value).__name__, "", ""))
            for field in fields(value):
                part = getattr(value, field.name)
                found.add((type(value).__name__, field.name, _word(part, hints[field.name])))
                open_.append(part)
    return found
