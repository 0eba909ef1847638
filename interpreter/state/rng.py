"""Random numbers out of the state: the same seed and choices give the same numbers on every platform."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache

from interpreter.state.layout import DRAWN, SEED
from interpreter.state.state import State

_MASK = 2**64 - 1
_WHOLE = 2**64
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_FAIR = _WHOLE - 2**32
"""Numbers below this belong to a whole run of any number that a list may have of items."""
_MANY = 4
"""From so many items on, their numbers are sooner reckoned together than one by one."""


def draw(state: State) -> int:
    """Return the next number from 0 to 2**64 - 1 and count it (splitmix64 of the seed and how many were drawn)."""
    state.v[DRAWN] += 1
    x = (state.v[SEED] + state.v[DRAWN] * _STEP) & _MASK
    x = ((x ^ (x >> 30)) * _FIRST) & _MASK
    x = ((x ^ (x >> 27)) * _SECOND) & _MASK
    return x ^ (x >> 31)


def below(state: State, n: int) -> int:
    """Return a number from 0 to n - 1, each as likely; n is at least 1. For n = 1 nothing is drawn."""
    if n < 1:
        raise ValueError(f"no number from 0 to {n - 1}")
    if n == 1:
        return 0
    while True:
        number = draw(state)
        # Numbers of the last, incomplete run of n would favour the small ones: draw again.
        if number < _WHOLE - n or number < _WHOLE - _WHOLE % n:
            return number % n


def shuffle(state: State, items: list[int]) -> None:
    """Bring a list into a random order, in place: for each place from the last, `below` says what comes there."""
    left = len(items)
    numbers = _next(state.v[SEED] + state.v[DRAWN] * _STEP, left - 1) if left >= _MANY else (_WHOLE,)
    if max(numbers) >= _FAIR:
        for left in range(len(items), 1, -1):
            other = below(state, left)
            items[left - 1], items[other] = items[other], items[left - 1]
        return
    for number in numbers:
        other = number % left
        left -= 1
        items[left], items[other] = items[other], items[left]
    state.v[DRAWN] += len(numbers)


def _next(last: int, count: int) -> Sequence[int]:
    """Return what `draw` would give the next so many times, reckoned at once, each in 128 bits of one large number."""
    ones, steps, low, size, unpack = _lanes(count)
    x = (ones * (last & _MASK) + steps) & low
    x = ((x ^ ((x >> 30) & low)) * _FIRST) & low
    x = ((x ^ ((x >> 27) & low)) * _SECOND) & low
    x ^= (x >> 31) & low
    return unpack(x.to_bytes(size, "little"))


@cache
def _lanes(count: int) -> tuple[int, int, int, int, Callable[[bytes], Sequence[int]]]:
    """Return, in 128 bits each: ones, multiples of the step, the low halves; their bytes, and how to read them."""
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum((lane + 1) * _STEP << 128 * lane for lane in range(count))
    return ones, steps, ones * _MASK, 16 * count, struct.Struct("<" + "Q8x" * count).unpack
