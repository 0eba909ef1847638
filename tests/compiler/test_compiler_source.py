import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from both import GAMES, shipped

from interpreter.cache import NO_CACHE
from interpreter.compiler.build import packed, unpacked
from interpreter.compiler.excerpt import excerpt
from interpreter.fast.machines import build_for
from interpreter.fast.moments import FIRST_OWN

ROOT = Path(__file__).parents[2]

BUILT = """
import hashlib, sys
from interpreter.content.load import load_game
from interpreter.fast.machines import build_for
game = load_game(sys.argv[1])
options = {name: option.default for name, option in game.options.items()}
for more in ({}, {"ask_forced": True, "journal": True}):
    build = build_for(game, game.max_players, options, **more)
    print(hashlib.sha256(build.source.encode()).hexdigest())
    print(hashlib.sha256(repr(build.plain()[2:]).encode()).hexdigest(), build.layout_digest(b""))
"""


def build_of(name: str, players: int | None = None):
    game = shipped(name)
    options = {option.name: option.default for option in game.options.values()}
    return build_for(game, players or game.max_players, options)


@pytest.mark.parametrize("name", GAMES)
def test_the_source_is_the_same_under_every_hash_seed(name):
    def built(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), NO_CACHE: "1"}
        command = [sys.executable, "-c", BUILT, name]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert built("0") == built("1") == built("4711")


@pytest.mark.parametrize("name", GAMES)
def test_the_source_is_python_in_which_every_statement_knows_its_place(name):
    build = build_of(name)
    ast.parse(build.source)
    lines = build.source.split("\n")
    assert len(build.lines) == len(lines) - 1
    placed = [line for number, line in enumerate(lines, 1) if build.place_of_line(number) >= 0]
    assert len(placed) > len(lines) // 3
    files = {file for file, *_ in build.spans}
    assert files <= set(shipped(name).files)
    assert max(map(len, lines)) < 40_000


@pytest.mark.parametrize("name", GAMES)
def test_a_build_is_plain_data(name):
    build = build_of(name)
    again = unpacked(packed(build))
    assert again == build
    assert again.layout_digest(b"") == build.layout_digest(b"")


def test_the_python_of_a_card_is_its_own_functions_below_their_places():
    found = 0
    for name in GAMES:
        game = shipped(name)
        build = build_of(name)
        for card in game.cards:
            text = excerpt(build, card.id, FIRST_OWN)
            acts = any(side.abilities or side.changes or side.effects for side in card.sides)
            if card.is_for(game.max_players):
                assert bool(text) >= acts or not acts
            if text:
                found += 1
                ast.parse(text)
                assert f"# {card.span.file}:" in text or "# rules/" in text or "# cards/" in text
    assert found > 20


def test_a_game_is_compiled_once_in_a_process():
    from interpreter.fast.machines import machine_for

    game = shipped(GAMES[0])
    options = {option.name: option.default for option in game.options.values()}
    assert machine_for(game, game.min_players, options) is machine_for(game, game.min_players, options)
