"""The compiled machine for matches whose chance is asked: the same code, by components whose places may be open.

See `rulewright.interpreter.state.asked`: chance itself breaks steps off, and what moves components tells it so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.noting import NotingMachine, NotingTraffic
from rulewright.interpreter.fast.quick_moves import Mover, QuickTraffic
from rulewright.interpreter.fast.state import FastState, Watch
from rulewright.interpreter.fast.traffic import NO_SIZE, Traffic
from rulewright.interpreter.state.asked import begin_tape
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.setting import numbering_of

Ints = list[int]


class _Telling(Traffic):
    """Tells chance of every move; those of one component, of several and from the front of a zone differ."""

    def _carrier(self) -> Callable[[Ints, list[Ints], Ints, Sequence[int], int], None]:
        carry, moved = super()._carrier(), self.layout.chance.moved

        def telling(v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int) -> None:
            moved(z, components)
            carry(v, z, k, components, zone)

        return telling

    def telling(self, movers: dict[str, Mover]) -> dict[str, Mover]:
        """Return the ways to move components, each telling chance first."""
        wrappers = {
            "lay": self._telling_one,
            "lay_in": self._telling_one,
            "hand": self._telling_one,
            "lay_all": self._telling_all,
            "pour": self._telling_pour,
            "deal": self._looking,
        }
        return {name: wrappers[name.removesuffix("_anew")](move) for name, move in movers.items()}

    def swap(self, s: Any, left: int, right: int) -> None:  # noqa: ANN401  # the running state
        """Exchange the places of two components."""
        super().swap(s, left, right)
        if left >= 0 and right >= 0 and left != right:
            self.layout.chance.swapped(s.z, left, right)

    def _telling_one(self, move: Mover) -> Mover:
        moved = self.layout.chance.moved

        def telling(v: Ints, z: list[Ints], k: Ints, component: int, *more: int) -> None:
            moved(z, (component,))
            move(v, z, k, component, *more)

        return telling

    def _telling_all(self, move: Mover) -> Mover:
        moved = self.layout.chance.moved

        def telling(v: Ints, z: list[Ints], k: Ints, components: Sequence[int], *more: int) -> None:
            moved(z, components)
            move(v, z, k, components, *more)

        return telling

    def _telling_pour(self, move: Mover) -> Mover:
        moved = self.layout.chance.moved

        def telling(v: Ints, z: list[Ints], k: Ints, source: int, *more: int) -> None:
            moved(z, z[source])
            move(v, z, k, source, *more)

        return telling

    def _looking(self, move: Mover) -> Mover:
        def looking(  # as `deal`
            s: Any,  # noqa: ANN401  # the running state
            number: int,
            source: int,
            zone: int,
            owner: int,
            size: int = NO_SIZE,
        ) -> None:
            if 0 < number <= len(s.z[source]):
                self.layout.chance.look(s, source, number)
            move(s, number, source, zone, owner, size)

        return looking


class _Quick(_Telling, QuickTraffic):
    """Moves components, and tells chance."""

    def movers(self) -> dict[str, Mover]:
        """Return the quick ways to move components, each telling chance first."""
        return self.telling(QuickTraffic.movers(self))


class _Noting(_Telling, NotingTraffic):
    """Moves components, tells chance, and notes each move."""

    def movers(self) -> dict[str, Mover]:
        """Return the ways to move components and note it, each telling chance first."""
        return self.telling(NotingTraffic.movers(self))


class AskedMachine(Machine):
    """A compiled game whose chance is asked."""

    traffic_class: type[Traffic] = _Quick

    def _numbered(self, game: Game, players: int) -> tuple[Program, Layout]:
        program, layout = numbering_of(game, players)
        return program, layout.asked

    def laid_out(self, seed: int = 0, *, waits: bool = False, watch: Watch | None = None) -> FastState:
        """Return a new game whose set-up is still to be carried out."""
        s = super().laid_out(seed, waits=waits, watch=watch)
        begin_tape(s.z, len(self.layout.ids))
        return s


class AskedNotingMachine(AskedMachine, NotingMachine):
    """A compiled game whose chance is asked, and that keeps a journal."""

    traffic_class: type[Traffic] = _Noting
