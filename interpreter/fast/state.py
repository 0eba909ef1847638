"""The state of the compiled machine: lists of integers, and what is asked, at every decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulewright.interpreter.content.model import Ability
from rulewright.interpreter.fast.shared_zones import ALL, SHARED
from rulewright.interpreter.state.layout import OVER, STAGE
from rulewright.interpreter.state.shuffled import settled
from rulewright.interpreter.state.state import State, digest_of

Frame = list[Any]
"""A frame of the stack: the number of the block it goes on with, then numbers and tuples of numbers."""


Watch = Callable[[int, int, Ability], None]
"""Is told of an ability that is used: the player, the component, and the ability."""

_State = TypeVar("_State", bound="FastState")


class FastState:
    """A state of the compiled machine: plain numbers and lists at every decision.

    `v`, `z` are those of the reference machine. `k` counts who listens, and says which zones are shared with copies.
    `f` holds the frames, `o` what the options of the present decision stand for, `p` the seat that decides. `a` and `u`
    are only used between two decisions. `watch` is told of every use of an ability in this state, not in its copies.
    """

    __slots__ = ("a", "f", "k", "o", "p", "u", "v", "watch", "z")

    def __init__(self, v: list[int], z: list[list[int]], k: list[int], f: list[Frame]) -> None:
        self.v = v
        self.z = z
        self.k = k
        self.f = f
        self.o: Sequence[int] = ()
        self.p = -1
        self.a = 0
        self.u: list[Frame] = []
        self.watch: Watch | None = None

    def clone(self) -> FastState:
        """Return an exact copy: what happens to one of both is not seen in the other."""
        return self._copied(FastState.__new__(FastState))

    def own_zones(self) -> None:
        """Share no zone with copies any longer: for whoever changes zones by hand, or many of them."""
        self.z[:] = [zone.copy() for zone in self.z]
        self.k[SHARED] = 0

    def _copied(self, copy: _State) -> _State:
        """Make a new state, of this class or one with more, a copy of this one.

        Both go on with the same zones; from here on either takes a zone of its own before it changes one.
        """
        self.k[SHARED] = ALL
        copy.v = self.v.copy()
        copy.z = self.z.copy()
        copy.k = self.k.copy()
        copy.f = [frame.copy() for frame in self.f]
        copy.o = self.o
        copy.p = self.p
        copy.a = 0
        copy.u = []
        copy.watch = None
        return copy

    def __eq__(self, other: object) -> bool:
        """Whether the other is exactly the same position."""
        if not isinstance(other, FastState):
            return NotImplemented
        return (self.v, self.z, self.f, self.p) == (other.v, other.z, other.f, other.p)

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def settle(self) -> None:
        """Make plain lists of all zones: of those, too, of which nobody has looked at more than the front so far."""
        self.z[:] = map(settled, self.z)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.v[STAGE] == OVER

    def as_state(self) -> State:
        """Return the numbers and zones as the reference machine has them, shared, to be looked at only."""
        self.settle()
        return State(self.v, self.z, [])

    def digest(self, content: str) -> str:
        """Return a fingerprint (sha256, hexadecimal) that is equal for equal states of the content with that digest."""
        self.settle()
        return digest_of([content, self.v, self.z, self.f])
