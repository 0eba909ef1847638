"""Lines of Python that are being written, each with the place in the content that it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.findings import Span


@dataclass(frozen=True, slots=True)
class Line:
    """A line: how deep it is indented, its text, and the place in the content, if it has one."""

    depth: int
    text: str
    span: Span | None


@dataclass(slots=True)
class Code:
    """Collects lines. `span` is the place that lines come from until another is named."""

    lines: list[Line] = field(default_factory=list)
    depth: int = 0
    span: Span | None = None

    def add(self, text: str, span: Span | None = None) -> None:
        """Add a line at the present depth."""
        self.lines.append(Line(self.depth, text, span or self.span))

    @contextmanager
    def inside(self, head: str, span: Span | None = None) -> Iterator[None]:
        """Add a line that ends in a colon, and indent what follows; an empty block becomes `pass`."""
        self.add(head, span)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    def extend(self, other: Code) -> None:
        """Add the lines of another, below the present depth."""
        self.lines.extend(Line(self.depth + line.depth, line.text, line.span) for line in other.lines)
