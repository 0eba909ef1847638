"""The text of one file, and where its characters stand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from rulewright.interpreter.findings import Span


@dataclass(frozen=True, slots=True, eq=False)
class SourceText:
    """The text of a file as written, without a byte order mark.

    `file` is the name that findings show. Indexes count characters from 0; a line ends with LF or CRLF.
    """

    file: str
    text: str
    _starts: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts, at = [0], self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        object.__setattr__(self, "_starts", starts)

    def index(self, line: int, column: int) -> int:
        """The index of a place; `line` and `column` count from 0 here, as YAML parsers do."""
        return min(self._starts[min(line, len(self._starts) - 1)] + column, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """The stretch from `start` up to `end` (exclusive), cut at the end of its first line."""
        row = bisect_right(self._starts, start) - 1
        first = self._starts[row]
        column = start - first + 1
        return Span(self.file, row + 1, column, max(column, min(end, self.line_end(row)) - first + 1))

    def line_end(self, row: int) -> int:
        """The index just behind the last visible place of a line (its line end excluded); `row` counts from 0."""
        if row + 1 == len(self._starts):
            return len(self.text)
        end = self._starts[row + 1] - 1
        return end - 1 if end > self._starts[row] and self.text[end - 1] == "\r" else end

    def line(self, number: int) -> str | None:
        """The line with this number, counted from 1, without its line end; None when there is no such line."""
        if not 1 <= number <= len(self._starts):
            return None
        return self.text[self._starts[number - 1] : self.line_end(number - 1)]
