"""Findings that are known already: a file of them, so that a check fails only at what is new."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256

from rulewright.interpreter.findings import Finding

_VERSION = 1
_LETTERS = 16
# A line named in a message, as in `rules/game.yaml:12`.
_LINES = re.compile(r"(?<=\w):\d+(:\d+)?\b")


class BadBaseline(Exception):
    """A text that is no file of known findings; the message says what is wrong."""


def fingerprint(finding: Finding, read_line: Callable[[str, int], str | None]) -> str:
    """Return what tells the same finding in two runs: its code, file, words, and the text of its line.

    The number of the line is no part of it, so that a line that was added above makes nothing new. `read_line` is as
    in `render_text`.
    """
    line = (read_line(finding.span.file, finding.span.line) or "").strip()
    parts = (finding.code, finding.span.file, _LINES.sub("", finding.message), line)
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]


class Baseline:
    """The findings that are known, each with how often it is there, and the targets in which they were looked for."""

    def __init__(self, known: Counter[str], targets: tuple[str, ...] = ()) -> None:
        self._known = known
        self.targets = targets

    @classmethod
    def of(cls, prints: Iterable[str], targets: tuple[str, ...] = ()) -> Baseline:
        """Return the baseline in which just these findings are known."""
        return cls(Counter(prints), targets)

    @classmethod
    def read(cls, text: str) -> Baseline:
        """Return the baseline of a file's text. Raises BadBaseline."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise BadBaseline("it is not JSON") from None
        if not isinstance(data, dict) or data.get("baseline") != _VERSION:
            raise BadBaseline(f'wanted is a file that begins with {{"baseline": {_VERSION}}}')
        known = data.get("known")
        if not isinstance(known, dict) or not all(
            type(number) is int and number > 0 for number in known.values()
        ):
            raise BadBaseline("`known` must say for each finding how often it is there")
        targets = data.get("targets", [])
        if not isinstance(targets, list) or not all(isinstance(word, str) for word in targets):
            raise BadBaseline("`targets` must be a list of words")
        return cls(Counter(known), tuple(targets))

    def text(self) -> str:
        """Return the text of its file: one line for each finding, in a stable order."""
        known = dict(sorted(self._known.items()))
        data = {"baseline": _VERSION, "targets": list(self.targets), "known": known}
        return json.dumps(data, indent=1) + "\n"

    def new(self, prints: Iterable[str]) -> list[bool]:
        """Return for each finding whether it is new: known ones count as often as they are known, the first ones."""
        left = Counter(self._known)
        new = []
        for each in prints:
            new.append(left[each] <= 0)
            left[each] -= 1
        return new

    def without_mended(self, prints: Iterable[str]) -> Baseline:
        """Return the baseline without what is no longer found; nothing new comes in."""
        return Baseline(self._known & Counter(prints), self.targets)

    def __len__(self) -> int:
        return self._known.total()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Baseline):
            return NotImplemented
        return (self._known, self.targets) == (other._known, other.targets)

    __hash__ = None  # type: ignore[assignment]  # it can be compared, and is no key
