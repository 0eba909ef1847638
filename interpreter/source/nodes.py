"""The values of a file: texts, mappings and sequences that know where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulewright.interpreter.findings import Span
from rulewright.interpreter.source.positions import character_places
from rulewright.interpreter.source.text import SourceText

ScalarStyle = Literal["plain", "single", "double", "literal", "folded"]
"""How a text is written: bare, in '...', in "...", as a | block or as a > block."""


@dataclass(frozen=True, slots=True, eq=False)
class ScalarNode:
    """A text, exactly as the author meant it; a number is a text too, until `to_plain` reads it.

    `span` covers the text with its quotes, up to the end of its first line; of a block it covers the header (`|` or
    `>`). Two nodes are equal only when they are the same node.
    """

    span: Span
    text: str
    style: ScalarStyle
    # Where the text begins in the file, and how far its surrounding block is indented (-1 for none).
    _source: SourceText = field(repr=False)
    _start: int = field(repr=False)
    _parent_indent: int = field(repr=False)
    _known_places: list[tuple[int, int]] = field(init=False, repr=False, default_factory=list)

    @property
    def plain(self) -> bool:
        """Whether the text stands without quotes and without a block."""
        return self.style == "plain"

    @property
    def made(self) -> bool:
        """Whether the text stands in no file, but follows from what does."""
        return False

    @property
    def source(self) -> SourceText:
        """The file in which the text stands."""
        return self._source

    def place(self, offset: int, length: int = 1) -> Span:
        """Where the characters from `offset` (counted from 0) stand in the file.

        Exact to the column in every style. A stretch that runs over the end of a line is cut there. An offset at or
        behind the end gives the place just behind the last visible character.
        """
        places = self._places()
        if offset >= len(places):
            visible = len(self.text.rstrip())
            if visible == 0:
                return self.span
            end = places[visible - 1][1]
            return self._source.span(end, end + 1)
        start, end = places[offset]
        last = min(offset + max(length, 1), len(places)) - 1
        return self._source.span(start, max(end, places[last][1]))

    def start_of(self, offset: int) -> int:
        """The index in the file's text at which the character `offset` begins; `offset` must be inside the text."""
        return self._places()[offset][0]

    def end_of(self, offset: int) -> int:
        """The index in the file's text at which the character `offset` ends; `offset` must be inside the text."""
        return self._places()[offset][1]

    def with_text(self, text: str) -> ScalarNode:
        """The same place with another text of the same length."""
        return ScalarNode(self.span, text, self.style, self._source, self._start, self._parent_indent)

    def _places(self) -> list[tuple[int, int]]:
        # Found out on the first question only: most texts are never asked.
        if not self._known_places:
            self._known_places.extend(
                character_places(self._source.text, self._start, self._parent_indent, self.style, self.text)
            )
        return self._known_places


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key with its value."""

    key: ScalarNode
    value: Node


@dataclass(frozen=True, slots=True, eq=False)
class MappingNode:
    """Keys with values, in the order of the file; every key stands once.

    `flow` tells whether it is written in { }. `span` covers the first key, or the braces up to the end of their line.
    """

    span: Span
    entries: tuple[Entry, ...]
    flow: bool = False
    _by_name: dict[str, Entry] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {entry.key.text: entry for entry in self.entries})

    def get(self, name: str) -> Node | None:
        """The value of a key, or None when there is no such key."""
        entry = self._by_name.get(name)
        return None if entry is None else entry.value

    def entry(self, name: str) -> Entry | None:
        """The key and the value, or None when there is no such key."""
        return self._by_name.get(name)

    def keys(self) -> tuple[str, ...]:
        """The texts of the keys, in the order of the file."""
        return tuple(self._by_name)


@dataclass(frozen=True, slots=True, eq=False)
class SequenceNode:
    """A list of values; `flow` tells whether it is written in [ ]. `span` covers the first dash, or the brackets."""

    span: Span
    items: tuple[Node, ...]
    flow: bool = False


Node: TypeAlias = ScalarNode | MappingNode | SequenceNode
"""Any value of a file."""
