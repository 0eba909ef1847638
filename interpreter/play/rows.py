"""The rows of a transcript: a text, and the rules that caused it, each with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.interpreter.journal.events import Cause


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a transcript; `causes` are in the order in which they happened, each once, none for a row by itself."""

    text: str
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of a script: where it stands, by how many events of the journal were before it, and its words."""

    behind: int
    text: str


def caused(text: str, causes: Iterable[Cause]) -> Row:
    """Return a row with its causes, each named once."""
    flat = [
        one for cause in causes for one in (replace(cause, also=()) if cause.also else cause, *cause.also)
    ]
    return Row(text, tuple(dict.fromkeys(flat)))


def why(row: Row) -> list[str]:
    """Return the causes of a row in words, a rule or card with the lines of its file at a time."""
    lines: dict[tuple[str, str], dict[int, None]] = {}
    for cause in row.causes:
        lines.setdefault((cause.rule, cause.span.file), {})[cause.span.line] = None
    return [
        f"{rule}  {file}:{', :'.join(str(number) for number in numbers)}"
        for (rule, file), numbers in lines.items()
    ]
