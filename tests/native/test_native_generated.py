"""Generated games and edited ones are the same on the native machine, and nothing touches memory outside of bounds."""

import pytest
from natives import needs_compiler

from tests.generated.natively import game_of, play_in_step
from tests.native.sanitizing import HAS_SANITIZERS, in_sanitized_process

pytestmark = [needs_compiler, pytest.mark.slow]


@pytest.fixture(autouse=True)
def quickly_built(monkeypatch):
    monkeypatch.setenv("CFLAGS", "-O0")


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_generated_games_are_the_same_at_every_decision(first):
    for seed in range(first, first + 20):
        game = game_of(seed, edits=False)
        if game is not None:
            play_in_step(game, seed)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_edited_games_are_the_same_at_every_decision(first):
    for seed in range(first, first + 20):
        game = game_of(seed, edits=True)
        if game is not None:
            play_in_step(game, seed)


@pytest.mark.skipif(not HAS_SANITIZERS, reason="the compiler has no address sanitizer")
@pytest.mark.parametrize("words", [(), ("--edits",), ("--shipped",)], ids=["generated", "edited", "shipped"])
def test_nothing_is_read_or_written_outside_of_bounds(words):
    found = in_sanitized_process("tests.generated.natively", "60", "10000", *words, capture=True)
    assert found.returncode == 0, found.stdout + found.stderr
