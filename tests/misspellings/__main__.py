"""Prints what becomes of many slips: `python -m tests.misspellings [NUMBER [SEED]]`, 200 unless told otherwise."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.misspellings.slips import SEED, SORTS, slips


def main(number: int = 200, seed: int = SEED) -> None:
    """Make the slips, print those of which something is amiss, and how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        made = list(slips(number, Path(folder), seed))
    for slip in made:
        if not (slip.is_found and slip.is_right and slip.is_alone):
            print(slip)
    for sort in (*SORTS, ""):
        some = [slip for slip in made if slip.site.sort.startswith(sort)]
        counts = [sum(map(ask, some)) for ask in (_found, _right, _alone)]
        print(
            f"{sort or 'all'}: {len(some)} slips, {counts[0]} found, {counts[1]} suggestions right, {counts[2]} alone"
        )


def _found(slip):
    return slip.is_found


def _right(slip):
    return slip.is_right


def _alone(slip):
    return slip.is_alone


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
