"""A whole effect or formula in the one style: its lines, blocks two blanks deep, remarks where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.interpreter.format.lines import broken, joined, without_needless_brackets
from rulewright.interpreter.format.pieces import Piece, Sort, alike, pieces
from rulewright.interpreter.language.grammar import reader
from rulewright.interpreter.language.grammar.syntax import Tree

BLOCK = "  "
WIDTH = 100
"""Characters of a line of a file, with the indentation of YAML."""

_MARGIN = re.compile(r"(?:[ ]*(?:#[^\n]*)?\n)*( +)(?=[^\s#])")


@dataclass(slots=True)
class _Line:
    """A line up to its end outside of brackets: its pieces, the remark behind it, and how it was written."""

    indent: int
    pieces: list[Piece]
    remark: str = ""
    blank_before: bool = False
    written: list[str] = field(default_factory=list)
    """The lines as they stand, where a remark inside brackets keeps them from being joined."""


def formatted(start: str, text: str, width: int = WIDTH) -> str | None:
    """Return a text in the one style, without a line end behind it; None where it is not to be touched.

    `start` is what it is read as (effect, formula, head, pattern, field_type), `width` how long its lines may be. What
    comes out means the same: it is read into the same tree.
    """
    text = _at_the_margin(text)
    tree = reader.read(start, text + "\n")
    if tree is None:
        return None
    lines = list(_lines(text, tree))
    result = "\n".join(_written(lines, width, can_break=start in ("effect", "formula")))
    again = reader.read(start, result + "\n")
    return result if again is not None and alike(tree, again) else None


def _at_the_margin(text: str) -> str:
    """Return a text without the margin of its first line, which all have below a header such as `|2-`."""
    margin = _MARGIN.match(text)
    return text if margin is None else re.sub(rf"^ {{1,{len(margin[1])}}}", "", text, flags=re.MULTILINE)


def _lines(text: str, tree: Tree) -> Iterator[_Line]:
    """Yield the lines of a text; one with nothing but a remark has no pieces."""
    line = _Line(0, [])
    depth, blank, fresh, begin = 0, False, True, 0
    inner_remark = False
    for piece in (*pieces(text, tree), Piece(Sort.LINE_END, "\n", len(text))):
        if piece.sort is Sort.LINE_END:
            if depth:
                continue
            if line.pieces or line.remark:
                line.blank_before = blank
                if inner_remark:
                    line.written = [each.rstrip() for each in text[begin : piece.start].split("\n")]
                yield line
            blank = not (line.pieces or line.remark)
            line, fresh, inner_remark = _Line(0, []), True, False
            continue
        if fresh:
            begin = text.rfind("\n", 0, piece.start) + 1
            line.indent, fresh = len(text[begin : piece.start].expandtabs(8)), False
        if piece.sort is Sort.REMARK:
            inner_remark = inner_remark or depth > 0
            line.remark = piece.text
            continue
        depth += piece.opens - piece.closes
        line.pieces.append(piece)


def _written(lines: list[_Line], width: int, *, can_break: bool) -> Iterator[str]:
    levels = _levels(lines)
    for number, (line, level) in enumerate(zip(lines, levels, strict=True)):
        if line.blank_before and number:
            yield ""
        lead = BLOCK * level
        if not line.pieces:
            yield lead + _remark(line.remark)
        elif line.written:
            yield from (
                lead + each[min(line.indent, len(each) - len(each.lstrip())) :] for each in line.written
            )
        else:
            yield from _of_pieces(line, lead, width, can_break=can_break)


def _of_pieces(line: _Line, lead: str, width: int, *, can_break: bool) -> Iterator[str]:
    kept = without_needless_brackets(line.pieces)
    remark = f"  {_remark(line.remark)}" if line.remark else ""
    rows = [joined(kept)]
    if can_break and len(lead + rows[0]) > width:
        rows = _in_rows(kept, width - len(lead))
    yield from (lead + row for row in rows[:-1])
    yield lead + rows[-1] + remark


def _in_rows(pieces: list[Piece], width: int) -> list[str]:
    """Return a line that is too long in the way of those there are that fits best."""
    ways = [
        way(written, width)
        for written in (pieces, _with_brackets(pieces))
        for way in (_on_lines_of_its_own, broken)
    ]
    return min(filter(None, ways), key=lambda rows: (max(map(len, rows)) > width, len(rows)), default=[])


def _on_lines_of_its_own(pieces: list[Piece], width: int) -> list[str]:
    """Return a block that stands behind its head on one line as a line of its own; nothing where there is none."""
    depth = 0
    for at, piece in enumerate(pieces[:-1]):
        depth += piece.opens - piece.closes
        if depth == 0 and piece.sort is Sort.SIGN and piece.text == ":":
            body = broken(pieces[at + 1 :], width - len(BLOCK))
            return [joined(pieces[: at + 1]), *(BLOCK + row for row in body)]
    return []


_HEADS = (("if",), ("else", "if"), ("while",))


def _with_brackets(pieces: list[Piece]) -> list[Piece]:
    """Return a line that is too long with brackets around its condition, in which it can be broken."""
    begin = _begin_of_condition(pieces)
    if begin is None:
        return pieces
    end = _end_of_condition(pieces, begin)
    condition = pieces[begin:end]
    joins = any(piece.sort is Sort.WORD and piece.text in ("and", "or") for piece in condition)
    if _is_one_group(condition) or not (joins or len(joined(condition)) > _LONG_CONDITION):
        return pieces
    place = pieces[0].start
    opening, closing = Piece(Sort.SIGN, "(", place), Piece(Sort.SIGN, ")", place)
    return [*pieces[:begin], opening, *condition, closing, *pieces[end:]]


_LONG_CONDITION = 40


def _begin_of_condition(pieces: list[Piece]) -> int | None:
    """Return where the condition of a line begins: behind `if` or `while` at its head, or behind a `where`."""
    words = tuple(piece.text for piece in pieces[:2])
    for head in _HEADS:
        if words[: len(head)] == head:
            return len(head)
    return next((at + 1 for at, piece in _outside_brackets(pieces) if piece.text == "where"), None)


def _end_of_condition(pieces: list[Piece], begin: int) -> int:
    """Return where a condition ends: at a colon, a text in quotes, `to`, or the end of the line."""
    for at, piece in _outside_brackets(pieces):
        if at >= begin and (piece.text in (":", "to") or piece.text.startswith('"')):
            return at
    return len(pieces)


def _outside_brackets(pieces: list[Piece]) -> Iterator[tuple[int, Piece]]:
    depth = 0
    for at, piece in enumerate(pieces):
        depth -= piece.closes
        if depth == 0 and not piece.opens:
            yield at, piece
        depth += piece.opens


def _is_one_group(pieces: list[Piece]) -> bool:
    if not pieces or pieces[0].text != "(":
        return False
    return [at for at, piece in _outside_brackets(pieces)] == [len(pieces) - 1]


def _levels(lines: list[_Line]) -> list[int]:
    """Return how deep in blocks each line stands; a remark alone stands with what follows, or with the line above."""
    stack = [0]
    levels: list[int] = []
    for number, line in enumerate(lines):
        if line.pieces:
            while line.indent < stack[-1]:
                stack.pop()
            if line.indent > stack[-1]:
                stack.append(line.indent)
            levels.append(len(stack) - 1)
            continue
        follows = next((other for other in lines[number:] if other.pieces), None)
        if follows is not None and line.indent <= follows.indent:
            # In one block with what follows, which may be the first line of a new one.
            levels.append(sum(1 for indent in stack if indent < follows.indent) if follows.indent else 0)
        else:
            levels.append(sum(1 for indent in stack[1:] if indent <= line.indent))
    return levels


def _remark(text: str) -> str:
    return text if text[1:2] in ("", " ", "!", "#") else f"# {text[1:]}"
