"""Texts of several lines that YAML joins into one, since they stand in no `|` block."""

from __future__ import annotations

import re

from rulewright.interpreter.source import ScalarNode

_KEY = re.compile(r"([^\s:,{][^:\n,{]*):\s*$")


def starts_of_lines(scalar: ScalarNode) -> list[int]:
    """Return the characters of a text behind which a line of the file begins that YAML has joined to the one before."""
    if scalar.style == "literal":
        return []
    text, lines = scalar.text, [scalar.place(at).line for at in range(len(scalar.text))]
    return [at for at in range(1, len(text)) if text[at - 1] == " " and lines[at] > lines[at - 1]]


def lines_apart(scalar: ScalarNode) -> str:
    """Return a text with its lines as they stand in the file, indented as they are there."""
    text, starts = scalar.text, starts_of_lines(scalar)
    columns = [scalar.place(at).column for at in starts]
    margin = min(columns, default=0)
    for at, column in zip(reversed(starts), reversed(columns), strict=True):
        text = text[: at - 1] + "\n" + " " * (column - margin) + text[at:]
    return text


def key_before(scalar: ScalarNode) -> str:
    """Return the key that a text belongs to; `do` when it stands in a list."""
    source = scalar.source
    before = source.text[: source.index(scalar.span.line - 1, scalar.span.column - 1)]
    key = _KEY.search(before)
    return key[1] if key else "do"
