"""The tables of the reader, `grammar.json`: their shape, and the grammar that they are made of.

They hold the grammar's fingerprint, and are made anew (`table_maker.py`) where it is another one.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).with_name("grammar.json")
_GRAMMAR = Path(__file__).with_name("grammar.lark")

ActionRow = dict[str, int]
"""What to do in a state at a terminal: go to a state (0 or more), or use rule ~N. At a nonterminal: where to go."""

Include = tuple[int, bool, int]
"""A child that is kept: its position, whether its own children come in its place, and how many are absent before."""


class RuleRow(TypedDict):
    """One rule of the grammar, as it makes a node."""

    origin: str
    size: int
    data: str | None
    """The node's name; None when only the children go on, into the node above."""
    single: bool
    """Whether a single child stands for the node."""
    include: list[Include]
    absent: int
    """How many children are absent at the end."""


class Tables(TypedDict):
    """All that the reader needs to know of the grammar."""

    grammar: str
    starts: dict[str, tuple[int, int]]
    """The first state and the last one, for each thing that can be read."""
    kept: list[str]
    """The terminals that are kept in the tree."""
    words: dict[str, str]
    """The terminals that are one word."""
    rules: list[RuleRow]
    rows: list[ActionRow]


def grammar() -> str:
    """Return the text of the grammar."""
    return _GRAMMAR.read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """Return what tells the text of one grammar from another."""
    return sha256(text.encode()).hexdigest()
