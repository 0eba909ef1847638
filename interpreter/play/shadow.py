"""A fast copy of a match, for bots that try many moves before they choose one, and for saving where a match stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.machine.match import Match
from interpreter.machine.position import Begin

if TYPE_CHECKING:
    from interpreter.machine.fast_match import FastMatch


class Shadow:
    """Follows a match of the reference machine on the compiled one; nothing is compiled before it is asked for."""

    def __init__(self, match: Match, begin: Begin | None, fast: FastMatch | None = None) -> None:
        """Follow a match that began at a stated position or not; `fast` is one that stands where it stands."""
        self._match = match
        self._begin = begin
        self._fast = fast
        self._followed = len(match.moves) if fast is not None else 0

    def now(self) -> FastMatch:
        """Return the fast match where the match stands; it must not be played on, only its clones."""
        match = self._match
        if self._fast is None:
            # Most games at the terminal need no compiled machine.
            from interpreter.machine.fast_match import FastMatch

            self._fast = FastMatch(
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
