"""How sure a number is that was counted in some games: intervals, and what differences they can tell.

An interval holds the true number in 95 of 100 studies. Shares have Wilson's, means the normal one; below `FEW` games
a mean has none, since the normal one would promise too much.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from rulewright.interpreter.records import record

SURE = 0.95
"""In what share of studies an interval holds the true number."""

FEW = 20
"""Of fewer games no interval of a mean is told."""

_NORMAL = NormalDist()


@record
class Interval:
    """From where to where a number lies."""

    low: float
    high: float

    def holds(self, number: float) -> bool:
        """Say whether a number lies in it."""
        return self.low <= number <= self.high


def share_interval(share: float, games: int, sure: float = SURE) -> Interval | None:
    """Return Wilson's interval of a share, from 0 to 1, that was counted in so many games; None of no games."""
    if not games:
        return None
    z = _NORMAL.inv_cdf(0.5 + sure / 2)
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Mean:
    """The mean of numbers that come one by one, and how sure it is; nothing but three numbers is kept."""

    __slots__ = ("count", "mean", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """Take one more number (B. P. Welford, 1962)."""
        self.count += 1
        away = number - self.mean
        self.mean += away / self.count
        self.squares += away * (number - self.mean)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 of fewer than two numbers."""
        return sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else 0.0

    def interval(self, sure: float = SURE) -> Interval | None:
        """Return the interval of the mean; None of fewer than `FEW` numbers."""
        if self.count < FEW:
            return None
        half = _NORMAL.inv_cdf(0.5 + sure / 2) * self.error
        return Interval(self.mean - half, self.mean + half)

    def chance_of_none(self) -> float:
        """Return how likely a mean so far from 0 is where there is no difference (two-sided); 1 of too few numbers.

        Numbers that are all alike, and not 0, leave no doubt; all 0 leave none either.
        """
        if self.mean == 0 or self.count < FEW:
            return 1.0
        return 2 * (1 - _NORMAL.cdf(abs(self.mean) / self.error)) if self.error else 0.0


def told_difference(games: int, seats: int) -> float:
    """Return the smallest difference between shares of wins, from 0 to 1, that so many games tell from chance."""
    interval = share_interval(1 / max(2, seats), games)
    return 1.0 if interval is None else (interval.high - interval.low) / 2


def corrected(chances: dict[str, float], wrong: float = 1 - SURE) -> set[str]:
    """Return which of several differences are no chance, when so many are looked at at once (S. Holm, 1979).

    In at most `wrong` of all studies any of them is.
    """
    found: set[str] = set()
    for number, (name, chance) in enumerate(sorted(chances.items(), key=lambda each: (each[1], each[0]))):
        if chance > wrong / (len(chances) - number):
            break
        found.add(name)
    return found
