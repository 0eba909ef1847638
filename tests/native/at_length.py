"""Plays every opening of the shipped games at length, natively and on Python, and counts what was the same.

`python -m tests.native.at_length DECISIONS [GAME ...]` plays each game, with every number of players and every value of
every option, so many decisions in whole random games, and compares both machines at each: every number, frame and
option, and at the end of a game its result. Worlds dealt anew and playouts are held against Python's now and then.

`python -m tests.native.at_length --sanitized GAMES [GAME ...]` plays so many whole games of each opening, built with
the sanitizers of addresses and of undefined behaviour, three times: a decision at a time, between random bots, and side
by side in a batch. What they find ends the process with a report. It needs the extra `batch`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from rulewright.adapters.batch import NativeBatch
from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native import toolchain
from rulewright.interpreter.native.machines import native_machine_for
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.native.tables import random_games
from tests.native.natives import on_python, pair, same
from tests.native.sanitizing import HAS_SANITIZERS, in_sanitized_process, is_sanitized

DEALT_EVERY = 5_000
"""Behind so many decisions a world is dealt anew on both machines, and games are played on from it."""


@dataclass(frozen=True)
class Opening:
    """A game, a number of players, and the options that are not as usual."""

    game: Game
    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        words = "".join(f", {name}: {value}" for name, value in self.options.items())
        return f"{self.game.id} for {self.players}{words}"


def openings(names: list[str]) -> Iterator[Opening]:
    """Every game with every number of players, as usual and with every other value of every option."""
    for name in names or game_names(find_root()):
        game = load_game(name)
        for players in range(game.min_players, game.max_players + 1):
            yield Opening(game, players, {})
            for option in game.options.values():
                for number, value in enumerate(option.values):
                    if number != option.default:
                        yield Opening(game, players, {option.name: value})


def compare(opening: Opening, decisions: int) -> tuple[int, int, int]:
    """Play so many decisions in step; return how many, in how many games, and how many worlds were dealt anew."""
    taken = seed = worlds = 0
    while taken < decisions:
        fast, native = pair(opening.game, opening.players, seed, opening.options)
        chance = random.Random(seed)
        while fast.choices:
            same(fast, native)
            if taken % DEALT_EVERY == 0:
                compare_worlds(native, taken)
                worlds += 1
            option = chance.randrange(fast.choices)
            fast.apply(option)
            native.apply(option)
            assert native.is_native, native.why_not
            taken += 1
        same(fast, native)
        assert (fast.scores(), fast.winners(), fast.estimates()) == (
            native.scores(),
            native.winners(),
            native.estimates(),
        )
        seed += 1
    return taken, seed, worlds


def compare_worlds(match: NativeMatch, seed: int) -> None:
    """Deal a world anew on both machines, and play on from it on both."""
    other = on_python(match)
    one, two = match.resampled(seed), other.resampled(seed)
    assert one.is_native
    same(two, one)
    assert one.playouts(2, seed=seed) == on_python(one).playouts(2, seed=seed)


def sanitize(opening: Opening, games: int) -> tuple[int, int]:
    """Play so many games with what a match can do besides; return how many decisions were taken, in how many games."""
    taken = 0
    for seed in range(games):
        match = NativeMatch(opening.game, opening.players, seed=seed, options=opening.options, wait=True)
        assert match.is_native, match.why_not
        chance = random.Random(seed)
        while match.choices:
            if chance.random() < 0.003:
                sanitize_more(match, seed)
            if chance.random() < 0.05:
                match = match.clone()
            match.apply(chance.randrange(match.choices))
            assert match.is_native, match.why_not
            taken += 1
        match.winners()
        match.estimates()
    return taken + sanitize_many(opening, games), 3 * games


def sanitize_many(opening: Opening, games: int) -> int:
    """Play as many games again between random bots, and as many side by side; return how many decisions were taken."""
    setting = open_setting(opening.game, opening.players, opening.options)
    module = native_machine_for(opening.game, opening.players, setting.options).module
    assert module is not None
    played = list(random_games(module, opening.players, range(games)))
    assert None not in played
    taken = sum(game.length for game in played if game is not None)
    batch = NativeBatch(opening.game, games, opening.players, options=opening.options)
    generator = np.random.default_rng(1)
    while not batch.over.all():
        taken += int((~batch.over).sum())
        batch.mask, batch.observations()
        batch.step(batch.random_actions(generator))
    assert not batch._others
    return taken


def sanitize_more(match: NativeMatch, seed: int) -> None:
    """Deal a world anew, play on from it, save and resume, go back."""
    world = match.resampled(seed)
    world.playouts(2, seed=seed)
    world.playouts(1, seed=seed, depth=5, policy="greedy")
    again = NativeMatch.resume(match.game, match.save())
    assert again.digest() == match.digest()


def main(words: list[str]) -> int:
    """Play, and return 1 when something was found."""
    sanitized = "--sanitized" in words
    words = [word for word in words if word != "--sanitized"]
    if not words or not words[0].isdecimal():
        print(__doc__)
        return 2
    if sanitized and not is_sanitized():
        if not HAS_SANITIZERS:
            print("the compiler has no address sanitizer")
            return 2
        return in_sanitized_process("tests.native.at_length", "--sanitized", *words).returncode
    # It may be run where others need the processors more.
    toolchain.PATIENCE = 3_600
    number, games, decisions = int(words[0]), 0, 0
    for opening in openings(words[1:]):
        began = time.process_time()
        if sanitized:
            taken, played = sanitize(opening, number)
            worlds = ""
        else:
            taken, played, dealt = compare(opening, number)
            worlds = f", {dealt} worlds"
        games, decisions = games + played, decisions + taken
        seconds = time.process_time() - began
        print(f"{opening}: {taken:,} decisions in {played:,} games{worlds}, {seconds:.0f} s", flush=True)
    print(f"together {decisions:,} decisions in {games:,} games, no difference and no fault", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
