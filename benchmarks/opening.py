"""Measures how long it takes to open a game in a new process, cold and out of the cache, stage by stage."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rulewright.interpreter.content.model import Game

HEAD = ["game", "players", "cache", "whole", "imports", "load", "compile", "open", "first game"]

_STAGES = """
import json, sys, time
from pathlib import Path
marks = [time.process_time()]
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.fast.machines import machine_for
marks.append(time.process_time())
game = load_game(sys.argv[1], Path(sys.argv[3]) if sys.argv[3] else None)
marks.append(time.process_time())
players = int(sys.argv[2])
machine_for(game, players, {option.name: option.default for option in game.options.values()})
marks.append(time.process_time())
match = FastMatch(game, players)
marks.append(time.process_time())
while match.choices:
    match.apply(0)
marks.append(time.process_time())
print(json.dumps([(after - before) * 1000 for before, after in zip(marks, marks[1:])] + [marks[-1] * 1000]))
"""
_ROOT = Path(__file__).parents[1]


def rows(game: Game, root: Path | None, rounds: int) -> list[list[str]]:
    """Return a row for the cold and one for the cached opening, in milliseconds of processor time, medians."""
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for word in ("cold", "cached"):
            measured = []
            for number in range(rounds):
                home = Path(folder, str(number) if word == "cold" else "0")
                measured.append(_once(game, root, home))
            medians = [statistics.median(stage) for stage in zip(*measured, strict=True)]
            figures = [medians[-1], *medians[:-1]]
            table.append([game.id, str(game.max_players), word, *(f"{figure:,.0f}" for figure in figures)])
    return table


def _once(game: Game, root: Path | None, home: Path) -> list[float]:
    env = {**os.environ, "XDG_CACHE_HOME": str(home), "PYTHONPATH": str(_ROOT / "package")}
    env.pop("RULEWRIGHT_NO_CACHE", None)
    command = [sys.executable, "-c", _STAGES, game.id, str(game.max_players), str(root or "")]
    told = subprocess.run(command, env=env, cwd=_ROOT, capture_output=True, text=True, check=True)
    stages: list[float] = json.loads(told.stdout)
    return stages
