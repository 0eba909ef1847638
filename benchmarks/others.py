"""Measures OpenSpiel and RLCard in the same run, where the extra `bench` is installed: random play, from Python.

Both are asked as their users ask them: legal actions as a list, one taken by chance, the state moved on. OpenSpiel is
C++ below; where a game has chance of its own (cards, dice), each outcome is drawn from what the state tells and counts
as no decision. RLCard is Python, and makes an observation at every decision, which cannot be switched off. Ours are
asked in the same way, every decision from Python: compiled to Python, and natively.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks import playing, reference_loop
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.native.loader import NativeModule
from rulewright.interpreter.native.machines import NativeMachine
from rulewright.interpreter.native.playouts import Playouts

HEAD = ["game", "players", "where", "decisions/s", "share of the loop", "how it is comparable"]

Rate = Callable[[float], float]
"""Plays for about so many seconds of processor time, and returns decisions a second."""


@dataclass(frozen=True)
class Pair:
    """A game of ours and the same one elsewhere; `how` says in what they are alike, and in what not."""

    ours: str
    theirs: str
    how: str


OPEN_SPIEL = (
    Pair("tic-tac-toe", "tic_tac_toe", "the same game"),
    Pair("connect-four", "connect_four", "the same game"),
    Pair("othello", "othello", "the same game; passes are decisions there"),
    Pair("kalah", "mancala", "the same game"),
    Pair("pig", "pig", "the same game; dice are drawn from a list there"),
    Pair("nim", "nim", "the same game"),
    Pair("kuhn-poker", "kuhn_poker", "the same game; cards are drawn from a list there"),
    Pair("leduc-poker", "leduc_poker", "the same game; cards are drawn from a list there"),
    Pair("liars-dice", "liars_dice", "the same game; dice are drawn from a list there"),
    Pair("hearts", "hearts", "nearly the same game; each of 52 cards is dealt by a draw from a list there"),
    Pair("pawn-race", "breakthrough(rows=6,columns=6)", "the same game"),
    Pair("", "oh_hell", "none of ours; a trick-taking game of like size"),
    Pair("", "hanabi", "none of ours"),
    Pair("", "gin_rummy", "none of ours; a larger card game"),
)
RLCARD = (
    Pair("leduc-poker", "leduc-holdem", "the same game; an observation at each decision there"),
    Pair("", "limit-holdem", "none of ours; likewise"),
    Pair("", "uno", "none of ours; likewise"),
    Pair("", "gin-rummy", "none of ours; likewise"),
)


def rows(games: list[Game], rounds: int, seconds: float) -> Iterator[list[str]]:
    """Yield a row for each game and each place where it is played; nothing where neither library is installed."""
    by_name = {game.id: game for game in games}
    spiel, rlcard = _library("pyspiel"), _library("rlcard")
    told: set[str] = set()
    for library, pairs, opened in (
        (spiel, OPEN_SPIEL, _of_open_spiel),
        (rlcard, RLCARD, _of_rlcard),
    ):
        for pair in pairs if library is not None else ():
            if pair.ours and pair.ours not in by_name:
                continue
            rate, players = opened(library, pair.theirs)
            if pair.ours and pair.ours not in told:
                told.add(pair.ours)
                yield from _ours(by_name[pair.ours], players, rounds, seconds)
            where = "OpenSpiel" if opened is _of_open_spiel else "RLCard"
            name = pair.ours or pair.theirs
            yield [name, str(players), where, *_measured(rate, rounds, seconds), pair.how]


def _library(name: str) -> Any:  # noqa: ANN401  # of a library that may not be there
    try:
        return import_module(name)
    except ImportError:
        return None


def _measured(rate: Rate, rounds: int, seconds: float) -> tuple[str, str]:
    """Return decisions a second and their share of the loop, medians of several rounds between measures of the loop."""
    rates, shares = [], []
    for _ in range(rounds):
        before = reference_loop.rate(seconds / 2)
        found = rate(seconds)
        loop = (before + reference_loop.rate(seconds / 2)) / 2
        rates.append(found)
        shares.append(found / loop)
    return f"{statistics.median(rates):,.0f}", f"{statistics.median(shares):.3f}"


# ---------------------------------------------------------------- ours
def _ours(game: Game, players: int, rounds: int, seconds: float) -> Iterator[list[str]]:
    options = {option.name: option.default for option in game.options.values()}
    machine = machine_for(game, players, options, ask_forced=True)
    ways: list[tuple[str, str, Rate]] = [
        ("ours, Python", "", _rate_of(lambda seed: playing.play(machine, 1, seed)))
    ]
    native = NativeMachine(machine)
    native.build()
    if native.module is not None:
        module = native.module
        ways += [
            ("ours, native", "options as a list", _rate_of(lambda seed: _listed(module, seed))),
            ("ours, native", "options by position", _rate_of(lambda seed: _stepped(module, seed))),
            ("ours, native", "whole games inside", _rate_of(lambda seed: _whole(game, module, seed))),
        ]
    for where, how, rate in ways:
        yield [game.id, str(players), where, *_measured(rate, rounds, seconds), how]
    if native.module is None:
        yield [game.id, str(players), "ours, native", "", "", native.why]


def _listed(module: NativeModule, seed: int) -> int:
    position, chance, decisions = module.new(seed), random.Random(seed).random, 0
    step, options = position.step, position.options
    while options:
        step(int(chance() * len(options)))
        options = position.options
        decisions += 1
    return decisions


def _stepped(module: NativeModule, seed: int) -> int:
    position, chance, decisions = module.new(seed), random.Random(seed).random, 0
    step, choices = position.step, position.choices
    while choices:
        choices = step(int(chance() * choices))
        decisions += 1
    return decisions


def _whole(game: Game, module: NativeModule, seed: int) -> int:
    return sum(Playouts(game, module.games(20 * seed, 20, seed), module.players, module.ranks, {}).lengths)


# ---------------------------------------------------------------- theirs
def _of_open_spiel(pyspiel: Any, name: str) -> tuple[Rate, int]:  # noqa: ANN401
    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        chance, decisions = random.Random(seed).random, 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state.chance_outcomes(), chance()))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return _rate_of(play), game.num_players()


def _drawn(outcomes: list[tuple[int, float]], number: float) -> int:
    for action, likely in outcomes:
        number -= likely
        if number < 0:
            return action
    return outcomes[-1][0]


def _of_rlcard(rlcard: Any, name: str) -> tuple[Rate, int]:  # noqa: ANN401
    env = rlcard.make(name, config={"seed": 1})

    def play(seed: int) -> int:
        chance, decisions = random.Random(seed).random, 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return _rate_of(play), env.num_players


def _rate_of(play: Callable[[int], int]) -> Rate:
    def rate(seconds: float) -> float:
        began, decisions, seed = time.process_time(), 0, 0
        while (spent := time.process_time() - began) < seconds:
            decisions += play(seed)
            seed += 1
        return decisions / spent

    return rate
