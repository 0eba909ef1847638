"""Loads a built game as an extension module; what it offers is told here."""

from __future__ import annotations

import os
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer

Numbers = tuple[int, ...]
Results = tuple[Numbers | None, ...]
"""What the result ranks by, for each seat; None for who is not ranked."""

Exported = tuple[list[int], list[list[int]], list[int], list[list[Any]], Numbers]
"""The lists `v`, `z`, `k`, the frames and the options of a position; lists in frames are flat."""


class NativePosition(Protocol):
    """A position of a built game. `step` takes an option by its place, and tells how many come next (-1: failed)."""

    @property
    def choices(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def failed(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def decided(self) -> int: ...
    @property
    def options(self) -> Numbers: ...
    @property
    def seed(self) -> int: ...
    def step(self, option: int, /) -> int: ...
    def clone(self) -> NativePosition: ...
    def dealt(self, deal: object, key: bytes, /) -> NativePosition | None: ...
    def export(self) -> Exported: ...
    def results(self) -> Results | None: ...
    def estimates(self) -> list[int] | None: ...
    def prospects(self) -> list[int] | None: ...
    def ahead(
        self,
        seed: int,
        depth: int,
        until: int,
        tried: int,
        loose: int,  # the module takes no names
        /,
    ) -> list[int] | None: ...


class NativeGames(Protocol):
    """Games side by side; what is filled and read are arrays with an entry, or a row, for each.

    Seeds have 64 bits, actions too (below 0: the game stays as it is); `choices` 32 bits, with 0 at the end of a game
    and -1 where it has failed; seats 8 bits, with -1 for nobody; masks are bytes, and rows 32-bit floats.
    """

    def open(self, seeds: Buffer, marked: Buffer, /) -> None: ...
    def step(self, actions: Buffer, /) -> int: ...
    def look(self, choices: Buffer, turns: Buffer, /) -> None: ...
    def mask(self, mask: Buffer, /) -> None: ...
    def observe(self, seats: Buffer, rows: Buffer, /) -> None: ...
    def position(self, place: int, /) -> NativePosition: ...
    def history(self, place: int, /) -> Numbers: ...


class NativeModule(Protocol):
    """A built game.

    `state_size` is how many bytes a state takes, `players` for how many it is, `ranks` by how many numbers the result
    ranks, and `cards` how many cards the game has. What `playouts` and `games` give back is told by
    `playouts.Playouts`, what `between` does by `tables.random_games`.
    """

    state_size: int
    players: int
    ranks: int
    cards: int

    def new(self, seed: int, /) -> NativePosition: ...
    def load(
        self,
        v: list[int],
        z: list[list[int]],
        k: list[int],
        f: list[list[Any]],
        o: tuple[int, ...],
        player: int,
        decided: int,
        /,
    ) -> NativePosition: ...
    def playouts(
        self,
        position: NativePosition,
        n: int,
        seed: int,
        depth: int,
        greedily: bool,  # the module takes no names
        /,
    ) -> bytes: ...
    def deal(
        self,
        parts: tuple[
            int, int, int, int, int, int
        ],  # components, layers, runs, columns, numbers, slots of frames
        options: bool,
        counts: bool,
        numbers: bytes,
        /,
    ) -> object: ...
    def batch(self, size: int, actions: bytes, features: bytes, /) -> NativeGames: ...
    def between(self, seeds: bytes, keys: tuple[bytes, ...], /) -> tuple[bytes, bytes]: ...
    def games(self, first_seed: int, n: int, seed: int, /) -> bytes: ...


def loaded(data: bytes) -> NativeModule:
    """Return the module of a built game. Raises ImportError when these bytes are none for this Python."""
    # Nobody else can put another file into this folder between writing and loading.
    with TemporaryDirectory(prefix="rulewright-", ignore_cleanup_errors=True) as folder:
        path = os.path.join(folder, "game.so")  # noqa: PTH118  # the loader wants a text
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(data)
        loader = ExtensionFileLoader("game", path)
        module = module_from_spec(ModuleSpec("game", loader, origin=path))
        loader.exec_module(module)
    sys.modules.pop("game", None)
    return cast("NativeModule", module)
