"""Closed sets of words: a text that the grammar or a schema has let through becomes the literal that it is."""

from __future__ import annotations

from typing import TypeVar

W = TypeVar("W", bound=str)


def word_in(words: tuple[W, ...], text: str) -> W:
    """Return the word of a set that a text is. Raises ValueError for a text that nobody should have let through."""
    return words[words.index(text)]
