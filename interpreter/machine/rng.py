"""Random numbers out of the state: the same seed and choices give the same numbers on every platform."""

from __future__ import annotations

from interpreter.machine.layout import DRAWN, SEED
from interpreter.machine.state import State

_MASK = 2**64 - 1
_WHOLE = 2**64
_STEP = 0x9E3779B97F4A7C15


def draw(state: State) -> int:
    """Return the next number from 0 to 2**64 - 1 and count it (splitmix64 of the seed and how many were drawn)."""
    state.v[DRAWN] += 1
    x = (state.v[SEED] + state.v[DRAWN] * _STEP) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
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
    v = state.v
    seed, drawn = v[SEED], v[DRAWN]
    for last in range(len(items) - 1, 0, -1):
        # What `below` and `draw` do, written out: games are set up by hundreds of these.
        while True:
            drawn += 1
            x = (seed + drawn * _STEP) & _MASK
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
            x ^= x >> 31
            if x < _WHOLE - last - 1 or x < _WHOLE - _WHOLE % (last + 1):
                break
        other = x % (last + 1)
        items[last], items[other] = items[other], items[last]
    v[DRAWN] = drawn
