"""Measures the native machine: stepping from Python, whole random games inside, copies, building and loading."""

from __future__ import annotations

import random
import statistics
import time

from benchmarks import reference_loop
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.native.loader import NativeModule
from rulewright.interpreter.native.machines import NativeMachine
from rulewright.interpreter.native.playouts import Playouts

HEAD = [
    "game",
    "players",
    "step, share",
    "whole games, share",
    "games/s",
    "clone, us",
    "build, s",
    "load, ms",
    "state, bytes",
]
_COPIES = 20_000


def row(game: Game, players: int, rounds: int, seconds: float) -> list[str]:
    """Return the measures of one game: medians of shares of the reference loop; forced choices are asked."""
    options = {option.name: option.default for option in game.options.values()}
    machine = machine_for(game, players, options, ask_forced=True)
    native, began = NativeMachine(machine), time.perf_counter()
    native.build()
    built = time.perf_counter() - began
    if native.module is None:
        return [game.id, str(players), native.why, *[""] * (len(HEAD) - 3)]
    again, began = NativeMachine(machine), time.perf_counter()
    fetched = again.fetch()
    loaded = (time.perf_counter() - began) * 1000
    module = native.module
    games = max(1, int(_rate_of_games(game, module, seconds / 10)[1] * seconds))
    shares = [_shares(game, module, games, number, seconds) for number in range(rounds)]
    steps, wholes, rates = zip(*shares, strict=True)
    return [
        game.id,
        str(players),
        f"{statistics.median(steps):.2f}",
        f"{statistics.median(wholes):.2f}",
        f"{statistics.median(rates):,.0f}",
        f"{_clone(module):.2f}",
        "kept" if native.kept else f"{built:.1f}",
        f"{loaded:.0f}" if fetched else "",
        f"{module.state_size:,}",
    ]


def _shares(
    game: Game, module: NativeModule, games: int, number: int, seconds: float
) -> tuple[float, float, float]:
    """Return the shares of stepping and of whole games, and games a second, against the loop before and behind."""
    before = reference_loop.rate(seconds / 2)
    stepped = _rate_of_steps(module, max(1, games // 6), number * games)
    decisions, rate = _rate_of_games(game, module, seconds, games, number * games)
    loop = (before + reference_loop.rate(seconds / 2)) / 2
    return stepped / loop, decisions / loop, rate


def _rate_of_games(
    game: Game, module: NativeModule, seconds: float, games: int = 0, first: int = 0
) -> tuple[float, float]:
    """Return decisions and games a second of whole random games inside; without a number, for so many seconds."""
    began, played, decisions = time.process_time(), 0, 0
    while True:
        share = games or 20
        found = Playouts(game, module.games(first + played, share, first), module.players, module.ranks, {})
        decisions += sum(found.lengths)
        played += share
        spent = time.process_time() - began
        if games or spent > seconds:
            return decisions / spent, played / spent


def _rate_of_steps(module: NativeModule, games: int, first: int) -> float:
    """Return decisions a second when every decision is asked from Python, each game with dice of its own."""
    began, decisions = time.process_time(), 0
    for seed in range(first, first + games):
        position = module.new(seed)
        chance, step, choices = random.Random(seed).random, position.step, position.choices
        while choices:
            choices = step(int(chance() * choices))
            decisions += 1
    return decisions / (time.process_time() - began)


def _clone(module: NativeModule) -> float:
    """Return the microseconds that a copy takes in the middle of a game."""
    position = module.new(1)
    for _ in range(100):
        if position.choices < 1 or position.step(0) < 1:
            break
    began = time.process_time()
    for _ in range(_COPIES):
        position.clone()
    return (time.process_time() - began) / _COPIES * 1e6
