"""A fast copy of a match, for bots that try many moves before they choose one, and for saving where a match stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.stated import StatedFastMatch
from rulewright.interpreter.state.position import Begin

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match


class Shadow:
    """Follows a match on the compiled machine: one that runs there is its own shadow, any other is played along."""

    def __init__(self, match: Match | FastMatch, begin: Begin | None) -> None:
        """Follow a match that began at a stated position or not."""
        self._match = match
        self._begin = begin
        self._fast: FastMatch | None = None
        self._followed = 0

    def now(self) -> FastMatch:
        """Return the fast match where the match stands; it must not be played on, only its clones."""
        match = self._match
        if isinstance(match, FastMatch):
            return match
        if self._fast is None:
            fast = StatedFastMatch if match.asks_chance else FastMatch
            self._fast = fast(
                match.game,
                match.names,
                seed=match.seed,
                options=match.options,
                ask_forced=match.ask_forced,
                begin=self._begin,
            )
        for step in match.moves[self._followed :]:
            self._fast.apply(step.id)
        self._followed = len(match.moves)
        return self._fast
