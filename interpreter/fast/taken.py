"""The options that were taken in a match on the compiled machine: a list from the last one back, shared by copies."""

from __future__ import annotations

from typing import Any

Taken = tuple[int, Any]
"""The position of an option that was taken, and what was taken before (a `Taken`, None at the beginning)."""


def positions(taken: Taken | None) -> list[int]:
    """Return the positions of all options that were taken, in order."""
    found = positions_since(taken, None)
    assert found is not None
    return found


def positions_since(taken: Taken | None, mark: object) -> list[int] | None:
    """Return the positions of the options taken since an earlier point; None when it was none of this match."""
    found: list[int] = []
    while taken is not mark:
        if taken is None:
            return None
        found.append(taken[0])
        taken = taken[1]
    return found[::-1]
