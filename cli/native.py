"""The command `native`: builds games with the system's compiler ahead of time, or says what stands in the way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import typer

from rulewright.cli.output import FOUND, CommandError, say, write
from rulewright.cli.play import option_words
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.where import Where
from rulewright.interpreter import cache
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native.machines import NativeMachine
from rulewright.interpreter.native.toolchain import NoCompiler, find_toolchain
from rulewright.interpreter.state.errors import UnknownOption, WrongPlayers


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    game: str | None
    players: int | None
    options: tuple[str, ...]
    check: bool
    where: Where


def run(wishes: Wishes) -> None:
    """Build a game, or all, and tell of each whether it is native; with `check` exit 1 when one is not."""
    games = games_of(wishes.where)
    try:
        toolchain = find_toolchain()
    except NoCompiler as error:
        write(f"games play on Python: {error}")
        if wishes.check:
            raise typer.Exit(FOUND) from None
        return
    say(f"the compiler is {' '.join((*toolchain.command, *toolchain.flags))}")
    names = [wishes.game] if wishes.game is not None else list(games.names)
    wrong = False
    for name in names:
        for machine in _machines(game_of(games, name), wishes):
            wrong |= not _build(machine, wishes)
    if not cache.is_used():
        say("nothing is kept, for the cache is switched off")
    if wrong and wishes.check:
        raise typer.Exit(FOUND)


def _machines(game: Game, wishes: Wishes) -> Iterator[NativeMachine]:
    counts = range(game.min_players, game.max_players + 1) if wishes.players is None else [wishes.players]
    for players in counts:
        try:
            setting = open_setting(game, players, option_words(wishes.options))
        except (WrongPlayers, UnknownOption) as error:
            raise CommandError(str(error)) from None
        yield NativeMachine(machine_for(game, players, setting.options))


def _build(native: NativeMachine, wishes: Wishes) -> bool:
    """Build one game, and tell what came of it; say whether it is native."""
    game, players = native.machine.game, native.machine.layout.players
    began = time.monotonic()
    native.build()
    took = time.monotonic() - began
    words = f"{game.id} for {players}"
    if native.module is None:
        write(f"{words}: plays on Python, because {native.why}")
        if wishes.check and native.message:
            say(native.message)
        return False
    how = "native, kept from before" if native.kept else f"native, built in {took:.1f} s"
    write(f"{words}: {how}; a state takes {native.module.state_size:,} bytes")
    return True
