"""Where the running game counts who waits for what: shared by what is compiled and by what runs it."""

from __future__ import annotations


def first_count(key: int, players: int) -> int:
    """Return where in `k` the counts of a key begin; the first number of `k` counts nothing."""
    return 1 + key * (players + 1)
