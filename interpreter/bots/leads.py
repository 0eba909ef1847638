"""How far a player is ahead, in the numbers by which a position is measured."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.limits import LARGEST


def numbers_of(match: Playable) -> list[int]:
    """Return how good the position is for each seat; raises RuleError when the estimate is at fault."""
    # What is larger is a fault of the content that is told when the game has come to it.
    return [max(-LARGEST, min(LARGEST, number)) for number in match.estimates()]


def lead_in(numbers: Sequence[int], seat: int) -> int:
    """Return by how much a seat is ahead of the best other one; alone at the table, the own number."""
    others = [number for other, number in enumerate(numbers) if other != seat]
    return numbers[seat] - max(others, default=0)


def lead_of(match: Playable, seat: int) -> float:
    """Return by how much a player is ahead of the best other one, by `match.estimates()`.

    When the game is over, half a point is added for who has won alone and taken from who has not won, so that a tie
    that is broken by a further number counts. Alone at the table a player is ahead by the own number.
    """
    lead = float(lead_in(numbers_of(match), seat))
    if match.choices == 0 and match.over:
        winners = match.winners()
        lead += (0.5 / len(winners)) if seat in winners else -0.5
    return lead
