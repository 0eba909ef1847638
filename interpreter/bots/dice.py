"""A bot's own chance, apart from the game's."""

from __future__ import annotations

import random


class Dice:
    """A bot's own chance, apart from the game's: the same numbers for the same seed and seat everywhere."""

    def __init__(self, seed: int, seat: int) -> None:
        # Of Python's generator only `random()` on a text seed is used: it is promised to stay the same for ever.
        self._generator = random.Random(f"{seed}/{seat}")  # noqa: S311 - games need no secret numbers

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self._generator.random() * n)

    def some(self, n: int, most: int) -> list[int]:
        """Return at most `most` different numbers from 0 to n - 1, rising; all of them when they are that few."""
        left = list(range(n))
        while len(left) > most:
            left.pop(self.below(len(left)))
        return left

    def few(self, n: int, most: int) -> list[int]:
        """Return at most `most` different numbers from 0 to n - 1, in an order of chance."""
        if n <= most:
            return list(range(n))
        found: list[int] = []
        while len(found) < most:
            number = self.below(n)
            if number not in found:
                found.append(number)
        return found

    def seed(self) -> int:
        """Return a seed for a world dealt anew."""
        return self.below(2**53)
