"""Lines of Python that are being written, each with the place in the content that it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.compiler.hoisting import hoisted
from interpreter.findings import Span

_PARTS_OF_STATE = re.compile(r"\b[vzk]\b")


@dataclass(frozen=True, slots=True)
class Line:
    """A line: how deep it is indented, its text, and the place in the content, if it has one.

    A line that stands there only where a journal is kept has its text in `noted`, and no other.
    """

    depth: int
    text: str
    span: Span | None
    noted: str = ""


@dataclass(slots=True)
class Code:
    """Collects lines. `span` is the place that lines come from until another is named."""

    lines: list[Line] = field(default_factory=list)
    depth: int = 0
    span: Span | None = None

    def add(self, text: str, span: Span | None = None) -> None:
        """Add a line at the present depth, and before it what it works out more than once."""
        before, text = hoisted(text)
        self.lines.extend(Line(self.depth, each, span or self.span) for each in (*before, text))

    def note(self, text: str, span: Span | None = None) -> None:
        """Add a line that stands there only where a journal is kept."""
        self.lines.append(Line(self.depth, "", span or self.span, text))

    @property
    def size(self) -> int:
        """How many lines there are without a journal; nothing that depends on it differs with one."""
        return sum(1 for line in self.lines if line.text)

    @contextmanager
    def inside(self, head: str, span: Span | None = None) -> Iterator[None]:
        """Add a line that ends in a colon, and indent what follows; an empty block becomes `pass`."""
        self.add(head, span)
        self.depth += 1
        before = self.size
        yield
        if self.size == before:
            self.add("pass")
        self.depth -= 1

    def extend(self, other: Code) -> None:
        """Add the lines of another, below the present depth."""
        self.lines.extend(
            Line(self.depth + line.depth, line.text, line.span, line.noted) for line in other.lines
        )

    def source(self, *, journal: bool) -> tuple[str, list[Span | None]]:
        """Return the whole as a text, with or without a journal, and the place of each line."""
        lines = [(line, line.text or (line.noted if journal else "")) for line in self.lines]
        text = "".join("    " * line.depth + text + "\n" for line, text in lines if text)
        return text, [line.span for line, text in lines if text]


def name_state(code: Code, body: Code) -> None:
    """Add the line that names what `body`, which is to follow, uses of the state: its numbers, zones and counts."""
    used = {name for line in body.lines for name in _PARTS_OF_STATE.findall(line.text or line.noted)}
    if used:
        code.add("; ".join(f"{name} = s.{name}" for name in "vzk" if name in used))
