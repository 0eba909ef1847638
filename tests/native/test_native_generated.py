"""Generated games and edited ones are the same on the native machine, and nothing touches memory outside of bounds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from natives import needs_compiler

from tests.generated.natively import game_of, play_in_step

CHECKOUT = Path(__file__).parents[2]
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


def sanitized(seconds, seed, *words):
    """Hunt in another process, in which every access to memory is looked at."""
    asked = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    library = asked.stdout.strip()
    if not Path(library).is_file():
        pytest.skip("the compiler has no address sanitizer")
    return subprocess.run(
        [sys.executable, "-m", "tests.generated.natively", str(seconds), str(seed), *words],
        cwd=CHECKOUT,
        env={
            **{name: value for name, value in os.environ.items() if name != "RULEWRIGHT_NO_NATIVE"},
            "CFLAGS": "-O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer",
            "LD_PRELOAD": library,
            "ASAN_OPTIONS": "detect_leaks=0",
            "RULEWRIGHT_NO_CACHE": "1",
            "PYTHONPATH": str(CHECKOUT / "package"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [(), ("--edits",), ("--shipped",)], ids=["generated", "edited", "shipped"])
def test_nothing_is_read_or_written_outside_of_bounds(words):
    found = sanitized(60, 10_000, *words)
    assert found.returncode == 0, found.stdout + found.stderr
