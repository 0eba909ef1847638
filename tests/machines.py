"""The machines that play a game: what a test asks of one of them, it asks of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.match.match import Match

AnyMatch = Match | FastMatch

REFERENCE = "reference"
COMPILED = "compiled"
NOTING = "compiled with a journal"
MACHINES = (REFERENCE, COMPILED, NOTING)


def open_on(
    machine: str,
    game: Game,
    players: int | Sequence[str] | None = None,
    *,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    ask_forced: bool = False,
) -> AnyMatch:
    """Open a match on the machine of this name; all but `compiled` keep a journal."""
    if machine == REFERENCE:
        return Match(game, players, seed=seed, options=options, ask_forced=ask_forced)
    journal = machine == NOTING
    return FastMatch(game, players, seed=seed, options=options, ask_forced=ask_forced, journal=journal)


def let_wait(request: pytest.FixtureRequest) -> None:
    """Let a test marked `compiler(reason, run=...)` fail on the compiled machine until the compiler is mended."""
    waits = request.node.get_closest_marker("compiler")
    if waits is not None and request.param != REFERENCE:
        run = waits.kwargs.get("run", True)
        request.applymarker(pytest.mark.xfail(reason=waits.args[0], run=run, strict=True))


def journal_of(match: AnyMatch) -> tuple[Event, ...]:
    """Return what has happened; where the match keeps no journal, as it is when the same is played with one."""
    if match.journal or isinstance(match, Match):
        return match.journal
    again = match._opened_again(journal=True)
    for position in match._positions():
        again.apply(position)
    return again.journal
