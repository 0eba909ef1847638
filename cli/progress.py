"""How far a long piece of work is, on a terminal: what is done, and about how long the rest takes."""

from __future__ import annotations

import sys
import time

from rulewright.cli.output import INTERRUPTED

__all__ = ["INTERRUPTED", "Progress", "time_in_words"]

_EVERY = 0.2
"""Seconds between two lines; more often nobody can read."""


class Progress:
    """Writes over one line of standard error, where that is a terminal; else nothing."""

    def __init__(self, total: int, things: str) -> None:
        self._total = total
        self._things = things
        self._done = 0
        self._shown = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._written = False

    def step(self) -> None:
        """Note that one more is done."""
        self._done += 1
        if not self._shown:
            return
        now = time.monotonic()
        if now - self._last >= _EVERY or self._done == self._total:
            self._last = now
            left = (now - self._start) / self._done * (self._total - self._done)
            sys.stderr.write(
                f"\r{self._done} of {self._total} {self._things}, {time_in_words(left)} left\x1b[K"
            )
            sys.stderr.flush()
            self._written = True

    def end(self) -> None:
        """Leave the line."""
        if self._written:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._written = False


def time_in_words(seconds: float) -> str:
    """Return a time as people say it: `8 s`, `3 min`, `2 h 5 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    whole = round(seconds / 60)
    return f"{whole} min" if whole < 90 else f"{whole // 60} h {whole % 60} min"
