"""Walks a checked tree: every node of an effect or a formula, the outer ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type


def nodes(node: object) -> Iterator[object]:
    """Yield every node of a checked tree, or of a tuple of them, the outer ones first."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
        elif (names := _names(type(one))) is not None:
            yield one
            waiting.extend([getattr(one, name) for name in reversed(names)])


def inside(node: object) -> Iterator[object]:
    """Yield what a node consists of: other nodes, tuples of them, and plain words and numbers."""
    for name in _names(type(node)) or ():
        yield getattr(node, name)


def is_node(thing: object) -> bool:
    """Say whether something is a node, not a place, a type, a word or a number."""
    return _names(type(thing)) is not None


def inner_blocks(statement: c.Stmt) -> Iterable[c.Block]:
    """Return the blocks of a statement, in their order; none for one that has none."""
    match statement:
        case (
            c.ForEach(body=body)
            | c.CountFrom(body=body)
            | c.Repeat(body=body)
            | c.While(body=body)
            | c.May(body=body)
            | c.AsPlayer(body=body)
        ):
            return (body,)
        case c.OneOf(branches=branches):
            return [branch.body for branch in branches]
        case c.If(branches=branches, otherwise=otherwise):
            return [*(inner for _, inner in branches), otherwise]
    _simple: c.Simple = statement
    return ()


# Asked for every node of a game, several times over.
_known: dict[type, tuple[str, ...] | None] = {Span: None, Type: None}


def _names(class_: type) -> tuple[str, ...] | None:
    """Return the names of the fields of a class of nodes, None for other classes."""
    if class_ not in _known:
        _known[class_] = tuple(part.name for part in fields(class_)) if is_dataclass(class_) else None
    return _known[class_]
