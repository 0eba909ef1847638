"""Hunts for differences between the two machines: `python -m tests.generated SECONDS SEED [--all] [--edits]`.

Plays one generated game after another, from a seed on, until the seconds are over; a game that fails is made as small
as it can be and printed with the choices. With `--all` nothing is left out that is known; with `--edits` the shipped
games are edited at random instead.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

from tests.generated.edits import edited, smallest_edit, tried_edit
from tests.generated.games import generated
from tests.generated.known import KNOWN
from tests.generated.trial import report, smallest, tried


def main(words: list[str]) -> int:
    """Hunt, and return 1 when something was found."""
    numbers = [word for word in words if not word.startswith("--")]
    if len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        print(__doc__)
        return 2
    seconds, seed = (int(number) for number in numbers)
    os.environ["RULEWRIGHT_NO_CACHE"] = "1"
    end, met = time.monotonic() + seconds, Counter[str]()
    hunt = _edit if "--edits" in words else _game
    left_out = frozenset() if "--all" in words else frozenset(KNOWN)
    first = seed
    while time.monotonic() < end:
        met[hunt(seed, left_out)] += 1
        seed += 1
    told = ", ".join(f"{count} {word}" for word, count in met.most_common())
    print(f"seeds {first} to {seed - 1}: {told}")
    return 1 if met["failed"] else 0


def _game(seed: int, left_out: frozenset[str]) -> str:
    files = generated(seed, left_out)
    trial = tried(files, seed, left_out)
    if trial.failed:
        print(report(*smallest(files, seed, left_out), seed), flush=True)
    return trial.ended


def _edit(seed: int, left_out: frozenset[str]) -> str:
    edit = edited(seed)
    trial = tried_edit(edit, seed, left_out)
    if trial.failed:
        print(smallest_edit(edit, trial, seed), flush=True)
    return trial.ended


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
