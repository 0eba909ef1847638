"""The compiled machines of this process: each game is compiled once for its players, variants and ways of asking."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter import cache
from rulewright.interpreter.compiler.build import Build, BuildWriter, packed, unpacked
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.windows import FIRST_OWN
from rulewright.interpreter.state.setting import numbering_of

_KEPT = 12
_Key = tuple[int, tuple[tuple[str, int], ...], bool, bool, bool]
_machines: list[tuple[Game, _Key, Machine]] = []


def machine_for(
    game: Game,
    players: int,
    options: Mapping[str, int],
    *,
    ask_forced: bool = False,
    journal: bool = False,
    asked: bool = False,
) -> Machine:
    """Return the machine for a game: one of this process, else out of the cache, else compiled and cached.

    With `asked` chance is asked on it; the code is the same.
    """
    key = (players, tuple(sorted(options.items())), ask_forced, journal, asked)
    for kept, its_key, machine in _machines:
        if kept is game and its_key == key:
            return machine
    build = build_for(game, players, options, ask_forced=ask_forced, journal=journal)
    machine = _class(journal=journal, asked=asked)(game, players, options, ask_forced=ask_forced, build=build)
    _machines.append((game, key, machine))
    del _machines[:-_KEPT]
    return machine


def _class(*, journal: bool, asked: bool) -> type[Machine]:
    if asked:
        from rulewright.interpreter.fast.asked import AskedMachine, AskedNotingMachine

        return AskedNotingMachine if journal else AskedMachine
    if not journal:
        return Machine
    from rulewright.interpreter.fast.noting import NotingMachine

    return NotingMachine


def build_for(
    game: Game, players: int, options: Mapping[str, int], *, ask_forced: bool = False, journal: bool = False
) -> Build:
    """Return a compiled game as plain data, out of the cache where it is there."""
    # The digest does not tell where packs lie, but the table of lines names their files.
    packs = [pack.shown for pack in game.packs]
    key = ("build", game.id, game.digest, packs, players, sorted(options.items()), ask_forced, journal)
    stored = cache.load(key)
    if stored is not None:
        try:
            return unpacked(stored)
        except (ValueError, EOFError, TypeError):
            pass  # written by a Python that calls itself by the same version, but is another
    program, layout = numbering_of(game, players)
    writer = BuildWriter(
        game, layout, program, options, ask_forced=ask_forced, first_block=FIRST_OWN, journal=journal
    )
    build = writer.build(f"<{game.id} for {players}>")
    cache.store(key, packed(build))
    return build
