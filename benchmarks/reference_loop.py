"""The measure of all shares: random games of three in a row, as straight-line Python with nothing around it."""

from __future__ import annotations

import random
import time

_ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
_THROUGH = [tuple(row for row in _ROWS if cell in row) for cell in range(9)]


def playout(seed: int) -> int:
    """Play one game at random and return its number of decisions."""
    chance = random.Random(seed).random
    cells, free = [0] * 9, list(range(9))
    left, mine, decisions = 9, 1, 0
    while left:
        chosen = int(chance() * left)
        cell = free[chosen]
        left -= 1
        free[chosen] = free[left]
        cells[cell] = mine
        decisions += 1
        for a, b, c in _THROUGH[cell]:
            if cells[a] == mine and cells[b] == mine and cells[c] == mine:
                return decisions
        mine = 3 - mine
    return decisions


def rate(seconds: float) -> float:
    """Return decisions a second of processor time, over about so many seconds of games."""
    began, seed, decisions = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        for _ in range(100):
            decisions += playout(seed)
            seed += 1
    return decisions / spent
