"""Where each character of a YAML text stands in its file: the text is read a second time, keeping count."""

from __future__ import annotations

import re
from collections.abc import Iterator

Place = tuple[int, int]
"""Start and end (exclusive) of what stands in the file for one character of a text."""

_FOLD = re.compile(r"[ \t]*(?:\r?\n[ \t]*)+")
_BREAK = re.compile(r"\r?\n")
_ESCAPED_BREAK = re.compile(r"\\[ \t]*\r?\n[ \t]*")
# What in a text is not always written as itself.
_SIGNS = {"plain": re.compile(r"\n"), "single": re.compile(r"[\n']"), "double": re.compile(r'[\n\\"]')}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_HEADER = re.compile(r"[|>](?:[+-]?([1-9])?[+-]?)[^\n]*(?:\n|$)")


def character_places(source: str, start: int, parent_indent: int, style: str, text: str) -> list[Place]:
    """The place of each character of `text`, whose YAML form begins at index `start` of `source`.

    `parent_indent` is the column (from 0) of the block in which the text stands; only block texts with an indentation
    indicator need it. `style` is one of "plain", "single", "double", "literal", "folded".
    """
    # A tab counts as a blank everywhere, as it does for the parser.
    source = source.replace("\t", " ")
    written = start + (style in ("single", "double"))
    if style in _SIGNS and source.startswith(text, written) and not _SIGNS[style].search(text):
        # Nearly every text that stands on one line is written letter by letter.
        return [(at, at + 1) for at in range(written, written + len(text))]
    if style == "plain":
        return _flow_places(source, start, len(text), "")
    if style == "single":
        return _flow_places(source, start + 1, len(text), "'")
    if style == "double":
        return _flow_places(source, start + 1, len(text), '"')
    return _block_places(source, start, parent_indent, len(text), folded=style == "folded")


# ---- plain and quoted texts


def _flow_places(source: str, at: int, wanted: int, quote: str) -> list[Place]:
    places: list[Place] = []
    while len(places) < wanted and at < len(source):
        fold = _FOLD.match(source, at) if source[at] in " \t\r\n" else None
        if fold:
            places.extend(_folded_breaks(source, fold))
            at = fold.end()
            continue
        if quote == '"' and (joined := _ESCAPED_BREAK.match(source, at)):
            # A backslash before a line end joins the lines; only further, empty lines are kept.
            rest = _FOLD.match(source, joined.end())
            places.extend(_breaks(source, joined.end(), rest.end() if rest else joined.end()))
            at = rest.end() if rest else joined.end()
            continue
        width = _written_width(source, at, quote)
        places.append((at, at + width))
        at += width
    return places


def _folded_breaks(source: str, fold: re.Match[str]) -> list[Place]:
    """One line end reads as a blank; of several, the first is dropped."""
    breaks = list(_breaks(source, fold.start(), fold.end()))
    return breaks if len(breaks) == 1 else breaks[:-1]


def _breaks(source: str, start: int, end: int) -> Iterator[Place]:
    return (found.span() for found in _BREAK.finditer(source, start, end))


def _written_width(source: str, at: int, quote: str) -> int:
    """How many characters of the file stand for the next character of the text."""
    if quote == "'" and source[at] == "'":
        return 2
    if quote == '"' and source[at] == "\\":
        return 2 + _HEX_DIGITS.get(source[at + 1 : at + 2], 0)
    return 1


# ---- block texts


def _block_places(source: str, start: int, parent_indent: int, wanted: int, *, folded: bool) -> list[Place]:
    header = _HEADER.match(source, start)
    if header is None:
        return []
    indent = (
        max(parent_indent, 0) + int(header[1])
        if header[1]
        else _own_indent(source, header.end(), parent_indent)
    )
    places: list[Place] = []
    held: list[Place] = []  # the line ends since the last line with a text, its own included
    previous = ""  # first character of the last line with a text
    for begin, end, behind in _lines(source, header.end()):
        depth = _depth(source, begin, end)
        if len(places) >= wanted or (depth < indent and begin + depth < end):
            break
        if end - begin <= indent:
            held.append((end, behind))
            continue
        first = source[begin + indent]
        # Only between two lines that begin at the margin does a > block turn the line end into a blank.
        joining = folded and previous not in ("", " ") and first != " "
        places.extend(held[1:] if joining and len(held) > 1 else held)
        places.extend((at, at + 1) for at in range(begin + indent, end))
        held, previous = [(end, behind)], first
    return (places + held)[:wanted]


def _own_indent(source: str, at: int, parent_indent: int) -> int:
    """The indentation of a block that does not state it: that of its first line with a text."""
    deepest = max(parent_indent + 1, 1)
    for begin, end, _ in _lines(source, at):
        depth = _depth(source, begin, end)
        deepest = max(deepest, depth)
        if begin + depth < end:
            break
    return deepest


def _depth(source: str, begin: int, end: int) -> int:
    return end - begin - len(source[begin:end].lstrip(" "))


def _lines(source: str, at: int) -> Iterator[tuple[int, int, int]]:
    """Start, end, and end with the line end, of every line from `at` on."""
    while at < len(source):
        found = _BREAK.search(source, at)
        end, behind = found.span() if found else (len(source), len(source))
        yield at, end, behind
        at = behind
