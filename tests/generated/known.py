"""What the two machines are known to do differently, so that generated games leave it out until it is mended.

Each entry names a construct that the generator can leave out, and says why. An empty table is the goal: then whatever
the generator can write plays alike. `python -m tests.generated --all` leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

KNOWN: dict[str, str] = {}


def waiting(firsts: Iterable[int], differences: Mapping[int, str]) -> list[object]:
    """Return parameters for a test over many seeds, of which some wait for a difference that is known to be mended."""
    return [
        pytest.param(first, marks=pytest.mark.xfail(reason=differences[first], strict=True))
        if first in differences
        else first
        for first in firsts
    ]
