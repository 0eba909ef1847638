"""Helpers for tests that walk the whole tree of a small game: a stated beginning, and every history from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from random_games import shipped

from rulewright import new_fast_match
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.state.position import Begin, Position

SEATS = ("Anna", "Matt")


def begun(
    game: str,
    phase: str,
    edit: Callable[[Position], None],
    *,
    round_: int = 1,
    options: Mapping[str, str] | None = None,
    ask_forced: bool = True,
) -> FastMatch:
    """A match that begins at a stated position; decisions with one option are asked, too."""
    begin = Begin(round_, phase, edit)
    return new_fast_match(shipped(game), list(SEATS), options=options, begin=begin, ask_forced=ask_forced)


def put(position: Position, zone: str, ids: Iterable[str], player: int | None = None) -> None:
    """State what lies in a zone of the game, or of a player."""
    layout = position.layout
    number = (
        layout.zone_number("game", zone) if player is None else layout.zone_number("player", zone, player)
    )
    position.set_zone(number, [layout.by_id[id_] for id_ in ids])


def ways(match: FastMatch) -> Iterator[tuple[tuple[str, ...], FastMatch]]:
    """Every history from here on, decisions and ends, with the options that were taken."""
    yield from _ways(match, ())


def _ways(match: FastMatch, taken: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], FastMatch]]:
    yield taken, match
    if match.decision is not None:
        for option in match.decision.ids:
            after = match.clone()
            after.apply(option)
            yield from _ways(after, (*taken, option))


def counted(match: FastMatch) -> tuple[int, int]:
    """How many histories from here on are decisions, and how many are ends."""
    met = Counter(way.over for _, way in ways(match))
    return met[False], met[True]
