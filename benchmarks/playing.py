"""Measures play: random games of every game and number of players, as shares of the reference loop."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass, field

from benchmarks import reference_loop
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.machines import machine_for


@dataclass(slots=True)
class Subject:
    """A game for a number of players, and what was measured of it, one entry a round."""

    game: Game
    players: int
    machine: Machine
    games: int
    decisions: list[float] = field(default_factory=list)
    played: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


def subject(game: Game, players: int, seconds: float) -> Subject:
    """Return a subject that plays about so many seconds a round; forced choices are asked."""
    options = {option.name: option.default for option in game.options.values()}
    machine = machine_for(game, players, options, ask_forced=True)
    began, games = time.process_time(), 0
    while time.process_time() - began < seconds:
        play(machine, 1, games)
        games += 1
    return Subject(game, players, machine, max(1, games))


def play(machine: Machine, games: int, first_seed: int) -> int:
    """Play games at random and return the number of decisions."""
    step, decisions = machine.step, 0
    for seed in range(first_seed, first_seed + games):
        state = machine.new(seed)
        chance = random.Random(seed).random
        options = state.o
        while options:
            step(state, int(chance() * len(options)))
            decisions += 1
            options = state.o
    return decisions


def measure(subjects: list[Subject], rounds: int, seconds: float) -> float:
    """Measure all subjects in turn, each round beside the reference loop; return the median of the loop."""
    loops = []
    for number in range(rounds):
        for one in subjects:
            # The machine's speed wanders: each share is taken against the loop right before and behind it.
            before = reference_loop.rate(seconds)
            began = time.process_time()
            decisions = play(one.machine, one.games, number * 10_000)
            spent = time.process_time() - began
            loop = (before + reference_loop.rate(seconds)) / 2
            loops.append(loop)
            one.decisions.append(decisions / spent)
            one.played.append(one.games / spent)
            one.shares.append(decisions / spent / loop)
    return statistics.median(loops)


def rows(subjects: list[Subject]) -> list[list[str]]:
    """Return what was measured as a table: medians, and the span of the shares."""
    table = [["game", "players", "decisions/s", "games/s", "share of the loop", "from", "to"]]
    table += [_row(one) for one in subjects]
    return table


def _row(one: Subject) -> list[str]:
    return [
        one.game.id,
        str(one.players),
        f"{statistics.median(one.decisions):,.0f}",
        f"{statistics.median(one.played):,.0f}",
        f"{statistics.median(one.shares):.3f}",
        f"{min(one.shares):.3f}",
        f"{max(one.shares):.3f}",
    ]
