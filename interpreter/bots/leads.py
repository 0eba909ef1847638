"""How far a player is ahead, in the numbers by which a position is measured."""

from __future__ import annotations

from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.limits import LARGEST


def lead_of(match: Playable, seat: int) -> float:
    """Return by how much a player is ahead of the best other one, by `match.estimates()`.

    When the game is over, half a point is added for who has won alone and taken from who has not won, so that a tie
    that is broken by a further number counts. Alone at the table a player is ahead by the own number.
    """
    return leads_of(match)[seat]


def leads_of(match: Playable) -> list[float]:
    """Return the lead of each seat; raises RuleError when the estimate is at fault."""
    # What is larger is a fault of the content that is told when the game has come to it.
    estimates = [max(-LARGEST, min(LARGEST, number)) for number in match.estimates()]
    leads = [
        float(own - max(estimates[:seat] + estimates[seat + 1 :], default=0))
        for seat, own in enumerate(estimates)
    ]
    if match.choices == 0 and match.over:
        winners = match.winners()
        for seat in range(len(leads)):
            leads[seat] += (0.5 / len(winners)) if seat in winners else -0.5
    return leads
