"""Walks a checked tree: every node of an effect or a formula, the outer ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from interpreter.findings import Span
from interpreter.language.types import Type


def nodes(node: object) -> Iterator[object]:
    """Yield every node of a checked tree, or of a tuple of them, the outer ones first."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif is_node(node):
        yield node
        for part in inside(node):
            yield from nodes(part)


def inside(node: object) -> Iterator[object]:
    """Yield what a node consists of: other nodes, tuples of them, and plain words and numbers."""
    for part in fields(node):  # type: ignore[arg-type]  # only nodes are asked
        yield getattr(node, part.name)


def is_node(thing: object) -> bool:
    """Say whether something is a node, not a place, a type, a word or a number."""
    return is_dataclass(thing) and not isinstance(thing, type | Span | Type)
