"""The native machines of this process: built once for each game, number of players and set of options, and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock, Thread

from rulewright.interpreter import cache
from rulewright.interpreter.compiler.c.types import NotTranslated
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.native.loader import NativeModule, loaded
from rulewright.interpreter.native.source import sources_of
from rulewright.interpreter.native.toolchain import (
    BuildFailed,
    NoCompiler,
    Toolchain,
    compiled,
    find_toolchain,
)

_KEPT = 12


@dataclass(eq=False)
class NativeMachine:
    """A game on its way to be native, and then so: `module` is it, or None as long as it is built, or cannot be.

    `why` says in one line why it is not native, and `message` what the compiler said where that was the reason.
    """

    machine: Machine
    module: NativeModule | None = None
    why: str = "it is still being built"
    message: str = ""
    kept: bool = False
    """Whether it came out of the cache."""

    started: bool = False
    """Whether it is built in the background."""

    _lock: Lock = field(default_factory=Lock)

    def build(self) -> None:
        """Build the game, or fetch it from the cache, unless that was done or found impossible."""
        with self._lock:
            if self.module is not None or self.why != NativeMachine.why:
                return
            try:
                toolchain = find_toolchain()
                self.module = self._kept_module(toolchain) or self._built(toolchain)
                self.why = ""
            except NoCompiler as error:
                self.why = str(error)
            except NotTranslated as error:
                self.why = f"it cannot be said in C: {error}"
            except BuildFailed as error:
                self.why, self.message = str(error), error.message
            except ImportError as error:
                self.why = f"what was built cannot be loaded: {error}"

    def fetch(self) -> bool:
        """Take the game out of the cache if it is there; say whether it is native now."""
        with self._lock:
            if self.module is None and self.why == NativeMachine.why:
                try:
                    self.module = self._kept_module(find_toolchain())
                except NoCompiler as error:
                    self.why = str(error)
            return self.module is not None

    def start(self) -> None:
        """Build the game in the background, unless that was begun or found impossible."""
        if self.started or self.module is not None or self.why != NativeMachine.why:
            return
        self.started = True
        Thread(target=self.build, name="native build", daemon=True).start()

    def _key(self, toolchain: Toolchain) -> tuple[object, ...]:
        machine = self.machine
        game = machine.game
        packs = [pack.shown for pack in game.packs]
        options = sorted(machine.options.items())
        players = machine.layout.players
        return (
            "native",
            game.id,
            game.digest,
            packs,
            players,
            options,
            machine.ask_forced,
            toolchain.identity,
        )

    def _kept_module(self, toolchain: Toolchain) -> NativeModule | None:
        data = cache.load(self._key(toolchain))
        if data is None:
            return None
        try:
            module = loaded(data)
        except ImportError:
            return None  # of a system that has changed since
        self.kept = True
        self.why = ""
        return module

    def _built(self, toolchain: Toolchain) -> NativeModule:
        data = compiled(toolchain, sources_of(self.machine))
        module = loaded(data)
        cache.store(self._key(toolchain), data)
        return module


_Key = tuple[int, tuple[tuple[str, int], ...], bool]
_machines: list[tuple[Game, _Key, NativeMachine]] = []
_lock = Lock()


def native_machine_for(
    game: Game,
    players: int,
    options: Mapping[str, int],
    *,
    ask_forced: bool = False,
    wait: bool = True,
    build: bool = True,
) -> NativeMachine:
    """Return the native machine for a game: one of this process, else out of the cache, else it is built.

    With `wait` it is native when this returns, or says why not; without, it may be still built in the background, or is
    not native at all where not even that is wished (`build`).
    """
    key = (players, tuple(sorted(options.items())), ask_forced)
    with _lock:
        found = next((one for kept, its_key, one in _machines if kept is game and its_key == key), None)
        if found is None:
            found = NativeMachine(machine_for(game, players, options, ask_forced=ask_forced))
            _machines.append((game, key, found))
            del _machines[:-_KEPT]
            is_new = True
        else:
            is_new = False
    if wait and build:
        found.build()
    elif not found.started and not (is_new and found.fetch()) and build:
        found.start()
    return found


def module_here(game: Game, players: int, options: Mapping[str, int]) -> NativeModule | None:
    """Return the built game where this process has it already."""
    key = (players, tuple(sorted(options.items())), False)
    return next((one.module for kept, its_key, one in _machines if kept is game and its_key == key), None)
