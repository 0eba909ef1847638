"""Shipped games with a slip in them: `validate` refuses them in words, or they play alike on both machines."""

from __future__ import annotations

import pytest

from tests.generated.edits import edited, smallest_edit, tried_edit
from tests.generated.known import KNOWN


def try_edits(first: int, number: int) -> list[str]:
    ended = []
    for seed in range(first, first + number):
        edit = edited(seed)
        trial = tried_edit(edit, seed, frozenset(KNOWN))
        if trial.failed:
            pytest.fail(smallest_edit(edit, trial, seed), pytrace=False)
        ended.append(trial.ended)
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 24, 12))
def test_edits_are_refused_or_play_alike(first):
    ended = try_edits(first, 12)
    assert ended.count("rejected") < 12


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 3_000, 100))
def test_many_edits_are_refused_or_play_alike(first):
    try_edits(first, 100)
