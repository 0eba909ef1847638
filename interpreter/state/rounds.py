"""What is said of rounds that do not come to their end, by every machine alike."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span

ROUNDS = "rounds"
"""How the rule is named that ends the rounds."""


def not_over(game: Game) -> str:
    """Return what is wrong when the most rounds that there may be have been played."""
    ends = (
        "nothing has ended the game"
        if game.until is None
        else "the condition that ends the game does not hold"
    )
    return f"{game.last_round} rounds have been played, the most that there may be, and {ends}"


def rounds_span(game: Game) -> Span:
    """Return the place of the rule that ends the rounds."""
    if game.until is not None:
        return game.until.span
    return game.round_kinds[0].span if game.round_kinds else game.rank.span
