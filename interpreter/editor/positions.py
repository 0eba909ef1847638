"""Places as editors count them: lines and columns from 0, columns in units of UTF-16."""

from __future__ import annotations

from rulewright.interpreter.findings import Span
from rulewright.interpreter.records import record


@record
class Range:
    """A stretch of a text; `end` is exclusive. Lines and columns count from 0, columns in units of UTF-16."""

    line: int
    start: int
    end_line: int
    end: int


def units(text: str) -> int:
    """Return how many units of UTF-16 a text has."""
    return len(text) + sum(1 for char in text if ord(char) > 0xFFFF)


def characters(line: str, column: int) -> int:
    """Return how many characters of a line stand before a column in units; the end of the line is the most."""
    for number, char in enumerate(line):
        if column <= 0:
            return number
        column -= units(char)
    return len(line)


def range_of(span: Span, lines: list[str]) -> Range:
    """Return a span as an editor counts it, in a file of these lines; what is no longer there ends with the file."""
    row = min(span.line - 1, max(0, len(lines) - 1))
    line = lines[row] if lines else ""
    start = min(span.column - 1, len(line))
    end = max(start, min(span.end_column - 1, len(line)))
    return Range(row, units(line[:start]), row, units(line[:end]))


def offset_of(text: str, line: int, column: int) -> int:
    """Return the index in a text of a place that an editor names."""
    begin = 0
    for _ in range(line):
        end = text.find("\n", begin)
        if end < 0:
            return len(text)
        begin = end + 1
    end = text.find("\n", begin)
    row = text[begin : len(text) if end < 0 else end]
    return begin + characters(row, column)
