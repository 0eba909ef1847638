"""What hunts for differences can find one: it tells planted ones, and makes their games small."""

from __future__ import annotations

import pytest

from rulewright.interpreter.fast.match import FastMatch
from tests.generated.files import as_yaml
from tests.generated.games import generated
from tests.generated.in_step import Difference, opening_of, play_in_step
from tests.generated.known import KNOWN
from tests.generated.shrinking import shrunk
from tests.generated.test_generated_games import standard, trial


def sound_seed(wanted: str) -> int:
    """The first seed whose game comes to its end and has these words in it."""
    for seed in range(200):
        files, game = standard(seed)
        if game is not None and wanted in as_yaml(files) and trial(seed).ended == "over":
            return seed
    raise AssertionError(wanted)


def test_a_wrong_number_of_the_compiled_machine_is_found(monkeypatch):
    seed = sound_seed("choose")
    # Tried before the machine is made wrong.
    whole = [other for other in range(seed, seed + 30) if standard(other)[1] and trial(other).ended == "over"]
    own = FastMatch.apply

    def wrong(match, option):
        own(match, option)
        match.state.v[-1] += 1

    monkeypatch.setattr(FastMatch, "apply", wrong)
    for other in whole:
        _, game = standard(other)
        try:
            play_in_step(game, opening_of(game, other))
        except Difference:
            return
    pytest.fail("thirty games were played, and nothing was found")


def test_a_game_is_made_small():
    seed = sound_seed("while")
    files = generated(seed, frozenset(KNOWN))
    small = shrunk(files, lambda candidate: "while" in as_yaml(candidate), 20)
    assert len(as_yaml(small).splitlines()) < 6
    assert "while" in as_yaml(small)
