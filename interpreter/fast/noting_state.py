"""The states of a compiled machine that keeps a journal, with the notes of what has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.interpreter.compiler.notes import NO_SITE, Sort
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.journal.events import Event

Note = Event | tuple[Any, ...]

Past = tuple["Past | None", list[Note], int]
"""Notes that copies share: those before, a list, and how many there are before it."""


class NotingCounts(list[int]):
    """`k` of a state that keeps a journal: what moves components knows by it whose notes to write.

    `running` is the state while it is played on, None at every decision, so that no state holds itself.
    """

    __slots__ = ("running",)

    def __init__(self, counts: Iterable[int]) -> None:
        super().__init__(counts)
        self.running: NotingState | None = None


class NotingState(FastState):
    """A state of a compiled machine that keeps a journal.

    `past` and `j` hold the notes: those shared with copies, and those since the last copy. `c` is the site of the
    statement that calls something, `by` the sort of note that a move makes, and `m` says of a repeated `may` by its
    site whether nobody has said yes yet; `early` says that the ending begins before its time, and `stated` that the
    next phase begins at a stated position. All these follow from the way to this position and are no part of it.
    """

    __slots__ = ("by", "c", "early", "j", "m", "past", "stated")

    def __init__(self, v: list[int], z: list[list[int]], k: list[int], f: list[Frame]) -> None:
        super().__init__(v, z, NotingCounts(k), f)
        self.by: Sort = Sort.MOVED
        self.early = self.stated = False
        self.j: list[Note] = []
        self.past: Past | None = None
        self.c: Any = NO_SITE
        self.m: dict[int, int] = {}

    def clone(self) -> NotingState:
        """Return an exact copy, as `FastState.clone` does; the notes so far belong to both."""
        copy = self._copied(NotingState.__new__(NotingState))
        copy.k = NotingCounts(copy.k)
        copy.by, copy.early, copy.stated = Sort.MOVED, False, False
        if self.j:
            self.past = (self.past, self.j, self.noted - len(self.j))
            self.j = []
        copy.past = self.past
        copy.j = []
        copy.c = self.c
        copy.m = self.m.copy()
        return copy

    def silent(self) -> FastState:
        """Return a copy that notes nothing, for the machine of the same game that keeps no journal."""
        return FastState.clone(self)

    @property
    def noted(self) -> int:
        """How many notes there are."""
        past = self.past
        return len(self.j) + (past[2] + len(past[1]) if past is not None else 0)

    def notes(self, first: int) -> list[Note]:
        """Return the notes from a position, from 0, on."""
        parts = [self.j]
        past, begin = self.past, self.noted - len(self.j)
        while past is not None and begin > first:
            before, own, begin = past
            parts.append(own)
            past = before
        # Of a long journal the last few are asked for again and again: the others are not touched.
        parts[-1] = parts[-1][max(0, first - begin) :]
        return [note for part in reversed(parts) for note in part]
