"""Measures what grows with the number of cards: packs of so many more, each in a new process, beside the game alone."""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmarks import playing
from benchmarks.packs import GAME, write_pack
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.machines import machine_for

HEAD = [
    "more cards",
    "load, s",
    "compile, s",
    "source, KB",
    "memory, MB",
    "play",
    "journal",
    "new game, ms",
    "clone, µs",
]
PACKS = (
    ("contracts", 100),
    ("contracts", 1_000),
    ("contracts", 3_000),
    ("designs", 100),
    ("designs", 1_000),
    ("designs", 10_000),
)
_ROOT = Path(__file__).parents[1]
_COPIES, _GAMES, _MIDDLE = 100, 30, 150

Result = TypeVar("Result")


def rows(rounds: int, seconds: float) -> list[list[str]]:
    """Return a row for the game alone and one for each pack."""
    return [_row(sort, number, rounds, seconds) for sort, number in (("none", 0), *PACKS)]


def _row(sort: str, number: int, rounds: int, seconds: float) -> list[str]:
    """Measure one pack in a process of its own, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        packs: list[Path] = []
        if number:
            packs = [Path(folder, "pack")]
            write_pack(packs[0], sort, number)
        env = {
            **os.environ,
            "XDG_CACHE_HOME": folder,
            "PYTHONPATH": os.pathsep.join((str(_ROOT), str(_ROOT / "package"))),
        }
        env.pop("RULEWRIGHT_NO_CACHE", None)
        command = [sys.executable, "-m", "benchmarks.growth", str(rounds), str(seconds), *map(str, packs)]
        told = subprocess.run(command, env=env, cwd=_ROOT, capture_output=True, text=True, check=True)
    return [f"{number:,} {sort}" if number else sort, *json.loads(told.stdout)]


# ---------------------------------------------------------------- in the process of one pack
def _measured(packs: list[Path], rounds: int, seconds: float) -> list[str]:
    load, game = _seconds(lambda: load_game(GAME, None, packs))
    compile_, machine = _seconds(lambda: _machine(game))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    alone = _machine(load_game(GAME))
    noting = _machine(game, journal=True)
    play = _share(machine, alone, rounds, seconds)
    journal = _share(noting, machine, rounds, seconds)
    return [
        f"{load:.2f}",
        f"{compile_:.2f}",
        f"{len(machine.compiled.source.encode()) / 1024:,.0f}",
        f"{memory:,.0f}",
        f"{play:.2f}",
        f"{journal:.2f}",
        f"{_new_game(machine) * 1e3:,.2f}",
        f"{_copy(machine) * 1e6:,.1f}",
    ]


def _machine(game: Game, *, journal: bool = False) -> Machine:
    options = {option.name: option.default for option in game.options.values()}
    return machine_for(game, game.max_players, options, ask_forced=True, journal=journal)


def _share(machine: Machine, other: Machine, rounds: int, seconds: float) -> float:
    """Return the speed of play on a machine as a share of another's: the two in turn, the median of the ratios."""
    shares = []
    for number in range(rounds):
        first = number * 10_000
        before = _speed(other, first, seconds / 2)
        own = _speed(machine, first, seconds)
        shares.append(2 * own / (before + _speed(other, first, seconds / 2)))
    return statistics.median(shares)


def _speed(machine: Machine, seed: int, seconds: float) -> float:
    """Return decisions a second of processor time of whole random games, over about so many seconds."""
    began, decisions = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        decisions += playing.play(machine, 1, seed)
        seed += 1
    return decisions / spent


def _seconds(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return how many seconds of processor time something takes, and what it gives."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def _new_game(machine: Machine) -> float:
    """Return the seconds that opening a game takes, the median of a few."""
    return statistics.median(_seconds(lambda seed=seed: machine.new(seed))[0] for seed in range(_GAMES))


def _copy(machine: Machine) -> float:
    """Return the seconds that a copy takes in the middle of random games, the median."""
    times = []
    for seed in range(_GAMES):
        state, chance = machine.new(seed), random.Random(seed).random
        for _ in range(_MIDDLE):
            if state.o:
                machine.step(state, int(chance() * len(state.o)))
        began = time.perf_counter_ns()
        for _ in range(_COPIES):
            state.clone()
        times.append((time.perf_counter_ns() - began) / _COPIES / 1e9)
    return statistics.median(times)


if __name__ == "__main__":
    print(json.dumps(_measured([Path(pack) for pack in sys.argv[3:]], int(sys.argv[1]), float(sys.argv[2]))))
