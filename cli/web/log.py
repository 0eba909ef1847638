"""What has happened in a match, as entries of a log: headings and lines, each with whose it is and why it happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.interpreter.journal.events import (
    Cause,
    Decided,
    EndingBegan,
    Event,
    Finished,
    PhaseBegan,
    RoundBegan,
)
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.story import Story
from rulewright.interpreter.play.wording import Wording

Entry = dict[str, Any]
"""`kind` is round, phase, end or line; `player` a name or None, `text`, and `why`: rules with their places."""


class Log:
    """Takes the events of a match one by one, and has the entries so far at any moment.

    The lines are those of the transcript, but that set-up tells only what was decided: the rest lies on the table.
    """

    def __init__(self, match: Playable, *, to_all: bool = True) -> None:
        """Begin an empty log of a match, told to everybody, or to some who see less."""
        self._words = Wording(match, to_all=to_all)
        self._story = Story(self._words, match.game)
        self._names = match.names
        self._closed: list[Entry] = []
        self._headings: list[Entry] = []
        self._plays = False

    def take(self, events: Iterable[Event]) -> None:
        """Add events, in their order."""
        for event in events:
            match event:
                case RoundBegan(round=number, title=title):
                    self._close()
                    self._headings = [
                        _heading("round", f"Round {number}: {title}" if title else f"Round {number}", event)
                    ]
                case PhaseBegan(title=title):
                    self._close()
                    # A phase in which nothing happens gives way to the next; its round stays.
                    if self._headings and self._headings[-1]["kind"] == "phase":
                        self._headings.pop()
                    self._headings.append(_heading("phase", title, event))
                case EndingBegan(early=early):
                    self._close()
                    words = "The end of the game" + (", before its last round" if early else "")
                    self._headings = [_heading("round", words, event)]
                case Finished():
                    self._close()
                case _ if self._plays or isinstance(event, Decided):
                    self._story.take(event)
            self._plays = self._plays or isinstance(event, RoundBegan | PhaseBegan | EndingBegan | Finished)

    def entries(self) -> list[Entry]:
        """Return all entries so far; the last ones may still grow."""
        lines = self._lines()
        return [*self._closed, *self._headings, *lines] if lines else list(self._closed)

    def _close(self) -> None:
        """End the section; it has headings only if something happened in it."""
        lines = self._lines()
        list(self._story.finish())
        if lines:
            self._closed += [*self._headings, *lines]
            self._headings = []

    def _lines(self) -> list[Entry]:
        return [
            {
                "kind": "line",
                "player": self._names[seat] if seat >= 0 else None,
                "text": row.text,
                "why": why(row.causes),
            }
            for seat, row in self._story.so_far()
        ]


def _heading(kind: str, text: str, event: Event) -> Entry:
    return {"kind": kind, "player": None, "text": text, "why": why((event.where,))}


def why(causes: Iterable[Cause]) -> list[dict[str, Any]]:
    """Return causes as plain data: a rule or card with the lines of its file at a time."""
    lines: dict[tuple[str, str], dict[int, None]] = {}
    for cause in causes:
        lines.setdefault((cause.rule, cause.span.file), {})[cause.span.line] = None
    return [{"rule": rule, "file": file, "lines": list(numbers)} for (rule, file), numbers in lines.items()]


def log_of(match: Playable, *players: int | None) -> list[Entry]:
    """Return the log of a match as it may be told to some players; to nobody at all, everything."""
    log = Log(match, to_all=not players)
    log.take(match.told(*players))
    return log.entries()
