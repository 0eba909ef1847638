"""What stands in `k` of a running game: shared by what is compiled and by what runs it."""

from __future__ import annotations

FUEL = 1
"""Where in `k` it stands how many steps are left before the next decision must come; see `state/fuel.py`."""


def first_count(key: int, players: int) -> int:
    """Return where in `k` the counts of who waits for a key begin; the first two numbers of `k` count nobody."""
    return FUEL + 1 + key * (players + 1)
