"""What each word of the effects and formulas of a file is, so that an editor can colour it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from rulewright.interpreter.editor.names import Name, Sort
from rulewright.interpreter.editor.positions import Range, range_of
from rulewright.interpreter.editor.project import Text
from rulewright.interpreter.format.pieces import Piece, pieces
from rulewright.interpreter.format.pieces import Sort as PieceSort
from rulewright.interpreter.language.grammar import reader
from rulewright.interpreter.language.grammar.reader import words
from rulewright.interpreter.records import record

Colour = Literal[
    "keyword", "function", "event", "property", "enumMember", "class", "variable", "number", "string", "comment",
]  # fmt: skip
COLOURS: tuple[Colour, ...] = (
    "keyword", "function", "event", "property", "enumMember", "class", "variable", "number", "string", "comment",
)  # fmt: skip
"""The colours, by the names that the protocol of editors has for them."""

_OF_NAMES: Mapping[Sort, Colour] = {
    "action": "function", "value": "function", "window": "event", "counter": "property", "zone": "property",
    "state": "property", "field": "property", "table": "function", "enum": "class", "kind": "class",
    "enum value": "enumMember", "card": "enumMember", "option": "property", "phase": "event", "word": "keyword",
}  # fmt: skip


@record
class Coloured:
    """A stretch of a line and its colour."""

    range: Range
    colour: Colour


def coloured(texts: Iterable[Text], names: Iterable[Name], lines: list[str]) -> list[Coloured]:
    """Return the words of texts with their colours, in the order of the file."""
    # A name of the game comes before a word of the language, which stands for nothing else where it is one.
    known: dict[str, Sort] = {}
    for name in names:
        known.setdefault(name.name, name.sort)
    found: dict[tuple[int, int], Coloured] = {}
    for text in texts:
        for piece, colour in _of_text(text, known):
            span = text.scalar.place(text.shift + piece.start, len(piece.text))
            place = range_of(span, lines)
            found[place.line, place.start] = Coloured(place, colour)
    return [found[key] for key in sorted(found)]


def _of_text(text: Text, known: Mapping[str, Sort]) -> Iterator[tuple[Piece, Colour]]:
    tree = reader.read(text.start, text.words + "\n")
    if tree is None:
        return
    before = ""
    for piece in pieces(text.words, tree):
        colour = _colour(piece, known, behind_dot=before == ".")
        before = piece.text
        if colour is not None:
            yield piece, colour


def _colour(piece: Piece, known: Mapping[str, Sort], *, behind_dot: bool) -> Colour | None:
    if piece.sort is PieceSort.REMARK:
        return "comment"
    if piece.sort is not PieceSort.WORD:
        return None
    if piece.text[0] == '"':
        return "string"
    if piece.text.isdigit():
        return "number"
    if piece.text in words() and not behind_dot:
        return "keyword"
    sort = known.get(piece.text)
    return "variable" if sort is None or sort == "word" else _OF_NAMES[sort]
