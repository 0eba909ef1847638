"""The state of a match: lists of integers and nothing else, at every decision."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.interpreter.state.fuel import Fuel
from rulewright.interpreter.state.layout import NOWHERE, PHASE, SEED, TURN_ORDER

if TYPE_CHECKING:
    from rulewright.interpreter.state.layout import Layout
    from rulewright.interpreter.state.observing import Observer

Frame = list[Any]
"""A frame of the stack; `interpreter/state/frames.py` says what stands in it."""

NEVER_USED = -1


class AnyState(Protocol):
    """What the state of a running game holds, whichever machine plays it; see `State`."""

    v: list[int]
    z: list[list[int]]
    f: list[Frame]


class State:
    """`v` holds the numbers, `z` the zones (lists of component numbers, the turn order first), `f` the frames.

    A frame is a list that holds integers, tuples of them, and one dictionary from names to values which is never
    changed, only replaced; so copies share it. `fuel` and `observers` are no part of the position: what is left of the
    work between two decisions, and who is told what the reference machine does.
    """

    __slots__ = ("f", "fuel", "observers", "v", "z")

    def __init__(
        self,
        v: list[int],
        z: list[list[int]],
        f: list[Frame],
        fuel: Fuel | None = None,
        observers: tuple[Observer, ...] = (),
    ) -> None:
        self.v = v
        self.z = z
        self.f = f
        self.fuel = Fuel() if fuel is None else fuel
        self.observers = observers

    @classmethod
    def new(cls, layout: Layout, seed: int) -> State:
        """Return the state before the set-up: every component lies nowhere, every number is at its start."""
        game = layout.game
        v = [0] * layout.size
        v[SEED], v[PHASE] = seed, -1
        for name, field in game.state.items():
            v[layout.game_state[name]] = field.start
        for name, counter in game.counters.items():
            entries = len(game.enums[counter.by].values) if counter.by else 1
            for index in range(entries):
                for player in range(layout.players):
                    v[layout.counter_slot(name, player, index)] = counter.start
        for component, owner in enumerate(layout.fixed_owner):
            v[layout.at + component] = NOWHERE
            v[layout.owner + component] = owner
            for name, field in game.kinds[layout.kind_of[component]].state.items():
                v[layout.state_slot(component, name)] = field.start
        for slot in layout.stamp_slots:
            v[slot] = NEVER_USED
        z: list[list[int]] = [[] for _ in range(layout.zones)]
        z[TURN_ORDER] = list(range(layout.players))
        return cls(v, z, [])

    def clone(self) -> State:
        """Return an exact copy that shares nothing changeable; nobody observes it."""
        return State(self.v.copy(), [zone.copy() for zone in self.z], [frame.copy() for frame in self.f])

    def scratch(self) -> State:
        """Return a copy whose numbers may be changed to try something; zones are shared and must be left alone."""
        return State(self.v.copy(), self.z, [], self.fuel, self.observers)

    def plain(self) -> list[Any]:
        """Return everything as a list that JSON can carry."""
        return [self.v, self.z, self.f]

    def digest(self, content: str) -> str:
        """Return a fingerprint (sha256, hexadecimal) that is equal for equal states of the content with that digest."""
        return digest_of([content, *self.plain()])


def digest_of(parts: list[Any]) -> str:
    """Return a fingerprint (sha256, hexadecimal) of what stands in a state."""
    try:
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    except ValueError:
        # A match that has failed may hold numbers of thousands of digits, which Python does not write out.
        text = json.dumps(_in_hex(parts), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _in_hex(part: Any) -> Any:  # noqa: ANN401  # whatever JSON has
    if isinstance(part, dict):
        return {name: _in_hex(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_in_hex(value) for value in part]
    return hex(part) if isinstance(part, int) else part
