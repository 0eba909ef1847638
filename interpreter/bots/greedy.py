"""The greedy bot: the option after which its lead is largest, as far as its own turn goes."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.bots.dice import Dice
from rulewright.interpreter.bots.leads import lead_of
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.native.match import natively
from rulewright.interpreter.state.errors import RuleError

LOOKED_AT = 30
"""How many options of a decision are looked at, at most."""

_WORLDS = 2
_REST_OF_TURN = 3
_STEPS = 6
_WORST = float("-inf")


class GreedyBot:
    """Takes the option after which its own lead is largest; it looks at its own next decisions, and at no other's.

    It looks at worlds dealt anew, so it knows neither what is hidden nor what chance will bring. Where it has to decide
    again before somebody else does (a price, a target), it tries a few ways to go on and counts the best of them: an
    effect of several steps is worth what it comes to.
    """

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, match: Playable) -> int:
        """Return the position of one of the best options."""
        if match.choices == 1:
            return 0
        looked_from = natively(match)
        worlds = [looked_from.resampled(self._dice.seed()) for _ in range(_WORLDS)]
        options = self._dice.some(match.choices, LOOKED_AT)
        sums = leads_after(worlds, options, match.turn, self._dice)
        best = max(sums)
        ties = [option for option, lead in zip(options, sums, strict=True) if lead == best]
        return ties[self._dice.below(len(ties))]


def leads_after(worlds: Sequence[Playable], options: Sequence[int], seat: int, dice: Dice) -> list[float]:
    """Return for each option the sum of the leads that a seat comes to by it in some worlds."""
    return [sum(_lead_after(world, option, seat, dice) for world in worlds) for option in options]


def _lead_after(world: Playable, option: int, seat: int, dice: Dice) -> float:
    """Return the lead behind an option; the least of all where the content is at fault behind it."""
    copy = world.clone(journal=False)
    try:
        copy.apply(option)
        if copy.turn != seat:
            return lead_of(copy, seat)
        return max(_lead_of_turn(copy, seat, dice) for _ in range(_REST_OF_TURN))
    except RuleError:
        return _WORST


def _lead_of_turn(world: Playable, seat: int, dice: Dice) -> float:
    """Return the lead when the own turn has gone on by chance."""
    copy = world.clone(journal=False)
    for _ in range(_STEPS):
        copy.apply(dice.below(copy.choices))
        if copy.turn != seat:
            break
    return lead_of(copy, seat)
