"""What a game comes to for each player, as numbers that tools learn from."""

from __future__ import annotations

from typing import Literal, Protocol

Utility = Literal["win", "margin", "score"]
"""`win`: 1 for the only winner of two, -1 for the other, 0 for both who share; with more players the winners share as
much as the others lose together, and who wins alone has 1. `margin`: the score less the mean of all scores. `score`:
the score. The first two have the sum 0."""

UTILITIES: tuple[Utility, ...] = ("win", "margin", "score")


class Ended(Protocol):
    """What has come to its end: any match, or the game of a batch."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def scores(self) -> list[int | None]: ...
    def winners(self) -> list[int]: ...


def returns_of(match: Ended, utility: Utility) -> list[float]:
    """Return what a game that is over has come to for each seat."""
    if utility == "win":
        return _shares(match.winners(), len(match.names))
    scores = _scores(match)
    mean = sum(scores) / len(scores) if utility == "margin" else 0.0
    return [score - mean for score in scores]


def _shares(winners: list[int], players: int) -> list[float]:
    if not winners or players < 2:
        return [float(seat in winners) for seat in range(players)]
    scale = players / (players - 1)
    return [((seat in winners) / len(winners) - 1 / players) * scale for seat in range(players)]


def _scores(match: Ended) -> list[float]:
    """Return the scores; who is not ranked has the least that somebody has."""
    scores = match.scores()
    least = min((score for score in scores if score is not None), default=0)
    return [float(least if score is None else score) for score in scores]
