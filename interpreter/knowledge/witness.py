"""Somebody who has seen a whole match: plays it again with a journal, as far as it has come, and remembers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self

from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.knowledge.memory import Memory, Rules
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.setting import Setting


class Retold(Protocol):
    """A match that is played again, with a journal."""

    @property
    def decision(self) -> Decision | None: ...
    def apply(self, option: int | str) -> None: ...
    def journal_from(self, first: int) -> tuple[Event, ...]: ...
    def clone(self, *, journal: bool = ...) -> Self: ...


_KEPT = 8
_rules: list[tuple[Program, Rules]] = []


def _rules_of(t: Setting) -> Rules:
    """Return what memories ask of the rules of a game; those of the last few games are kept."""
    found = next((rules for program, rules in _rules if program is t.program), None)
    if found is None:
        found = Rules(t.program)
        _rules.append((t.program, found))
        del _rules[:-_KEPT]
    return found


class Witness:
    """Follows one match. `mark` says how far: whatever the match calls that position."""

    def __init__(self, t: Setting, again: Retold, mark: object) -> None:
        self.mark = mark
        self._again = again
        self._read = 0
        self.memory = Memory(t, _rules_of(t))
        self._read_on()

    def copy(self) -> Witness:
        """Return a copy that goes on by itself."""
        copy = Witness.__new__(Witness)
        vars(copy).update(vars(self), _again=self._again.clone(journal=True), memory=self.memory.copy())
        return copy

    def follow(self, options: Iterable[int | str], mark: object) -> None:
        """See some more decisions being taken, by the position or the id of what was chosen."""
        for option in options:
            decision = self._again.decision
            assert decision is not None
            position = decision.ids.index(option) if isinstance(option, str) else option
            self.memory.asked(decision, position)
            self._again.apply(position)
            self._read_on()
        self.mark = mark

    def _read_on(self) -> None:
        events = self._again.journal_from(self._read)
        self._read += len(events)
        self.memory.take(events)
