"""The syntax trees of effects and formulas: nodes named by their rule of the grammar, and words with their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias


class Token(str):
    """A word, number or text of the author that the grammar keeps; it stands from `start_pos` up to `end_pos`."""

    __slots__ = ("end_pos", "start_pos")

    start_pos: int
    end_pos: int


class Tree:
    """A node: `data` is its rule, `start_pos` and `end_pos` where it begins and ends in the text that was read.

    A child is None where the grammar lets it be absent.
    """

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Part], start_pos: int, end_pos: int) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos


Part: TypeAlias = Tree | Token | None
"""A child of a tree; None where an optional one is absent."""


def token(text: str, start: int, end: int) -> Token:
    """Return a word with its place."""
    made = Token(text)
    made.start_pos = start
    made.end_pos = end
    return made


def levels(tree: Tree) -> Iterator[list[Tree]]:
    """Yield the nodes of a tree level by level: first the tree itself, then the nodes below it, and so on."""
    level = [tree]
    while level:
        yield level
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
