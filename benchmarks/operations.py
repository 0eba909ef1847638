"""Measures single operations in the middle of random games, in microseconds, and the memory of a state."""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.fast.state import FastState

Subject = TypeVar("Subject")

HEAD = [
    "game",
    "players",
    "options",
    "apply",
    "clone",
    "digest",
    "save",
    "resume",
    "save, bytes",
    "state, bytes",
]


def positions(game: Game, players: int, wanted: int) -> list[FastMatch]:
    """Return positions spread over random games."""
    found: list[FastMatch] = []
    seed = 0
    while len(found) < wanted:
        match, chance = FastMatch(game, players, seed=seed), random.Random(seed)
        while match.choices and len(found) < wanted:
            if chance.random() < 0.15:
                found.append(match.clone())
            match.apply(int(chance.random() * match.choices))
        seed += 1
    return found


def row(game: Game, players: int, wanted: int) -> list[str]:
    """Return the measures of one game: medians over positions."""
    matches = positions(game, players, wanted)
    saved = [json.loads(json.dumps(match.save())) for match in matches]
    sizes = [len(json.dumps(save)) for save in saved]
    clones = iter([match.clone() for match in matches])
    options = {option.name: option.default for option in game.options.values()}
    machine = machine_for(game, players, options)

    def apply(match: FastMatch) -> None:
        machine.step(next(clones).state, match.choices // 2)

    def describe(match: FastMatch) -> None:
        # Nobody has looked at these positions yet, so the words are made now.
        assert match.decision is not None

    timed = [
        _microseconds(matches, describe),
        _microseconds(matches, apply),
        _microseconds(matches, lambda match: match.state.clone()),
        _microseconds(matches, lambda match: match.digest()),
        _microseconds(matches, lambda match: json.dumps(match.save())),
        _microseconds(list(zip(matches, saved, strict=True)), lambda pair: FastMatch.resume(game, pair[1])),
    ]
    memory = statistics.median(_bytes_of(match.state) for match in matches)
    figures = [*(f"{value:,.1f}" for value in timed), f"{statistics.median(sizes):,.0f}", f"{memory:,.0f}"]
    return [game.id, str(players), *figures]


def _microseconds(subjects: list[Subject], operation: Callable[[Subject], object]) -> float:
    """Return the median time of an operation over subjects, each met once."""
    times = []
    for subject in subjects:
        began = time.perf_counter_ns()
        operation(subject)
        times.append((time.perf_counter_ns() - began) / 1000)
    return statistics.median(times)


def _bytes_of(state: FastState) -> int:
    """Return what a copy takes: its lists and their slots, without the small numbers that all Python shares."""
    lists = [state.v, state.k, state.f, state.z, *state.z, *state.f]
    return sys.getsizeof(state) + sum(map(sys.getsizeof, lists))
