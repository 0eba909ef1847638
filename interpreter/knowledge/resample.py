"""Worlds that one player cannot tell from the one there is: what is hidden from the player is dealt anew.

A **deal** says once, for a position, what may change places; each world is then made in a few list operations.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence

from rulewright.interpreter.knowledge.memory import Memory
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.layout import SEED
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State


class Deal:
    """What may be dealt anew in a position for a seat; `kept` are components that must stay where they are.

    Components change places with others of their kind that show the same to the player (their backs). `moved` are all
    that may. `names` says whether options or frames may name some, which then follow; `held` are the slots of frames
    that do, each with its frame, and `options` says whether options do. `counting` are the zones in which some may
    count for what waits in play.
    """

    def __init__(self, t: Setting, s: State, memory: Memory, viewer: int, kept: Collection[int] = ()) -> None:
        self._viewer = viewer
        self.names = True
        self.counting: Sequence[int] = ()
        self.held: Sequence[tuple[int, int]] = ()
        self.options = False
        groups = _without_parts(list(_groups(t, s, memory, viewer, kept)))
        v, at = s.v, t.layout.at
        # They stand in the order of their places, so that neighbours are dealt by one slice.
        several = {component for group in groups for component in group}
        zones = sorted({v[at + one] for one in several})
        spots = [
            (zone, place, one) for zone in zones for place, one in enumerate(s.z[zone]) if one in several
        ]
        self.moved = [one for _, _, one in spots]
        self._runs = list(_runs(spots))
        self.zones = zones
        index_of = {component: index for index, component in enumerate(self.moved)}
        self._layers = list(_layers([[index_of[component] for component in group] for group in groups]))
        self._numbers = [
            (slot, values)
            for slot, (values, hidden) in sorted(memory.numbers.items())
            if hidden >> viewer & 1
        ]
        self._columns = list(self._columns_of(t, s))
        self._everywhere = list(range(len(self.moved)))
        self._index_of = index_of

    def _columns_of(self, t: Setting, s: State) -> Iterator[tuple[list[tuple[int, int]], list[int]]]:
        """Yield numbers that go with the place, by component: whose they are, with the slot, and by place."""
        by_kind: dict[str, list[int]] = {}
        for index, component in enumerate(self.moved):
            by_kind.setdefault(t.layout.kind_of[component], []).append(index)
        for indexes in by_kind.values():
            for column in zip(*(_slots_of(t, self.moved[index]) for index in indexes), strict=True):
                if len({s.v[slot] for slot in column}) > 1:
                    values = [0] * len(self.moved)
                    for index, slot in zip(indexes, column, strict=True):
                        values[index] = s.v[slot]
                    yield list(zip(indexes, column, strict=True)), values

    @property
    def viewer(self) -> int:
        """The seat for which it is."""
        return self._viewer

    def now_at(self, component: int, lying: Sequence[int]) -> int:
        """Return which component now lies where one lay, with what `deal` has returned."""
        index = self._index_of.get(component)
        return component if index is None else lying[index]

    def parts(self) -> tuple[tuple[int, int, int, int, int], list[int]]:
        """Return the deal as plain numbers, for a machine that deals by itself: how many of each part, and all of them.

        Components that are moved stand first, then layers, runs, columns and numbers, as `deal` uses them.
        """
        row = self.moved.copy()
        for indexes, numbers in self._layers:
            row.append(len(indexes))
            row += [number for pair in zip(indexes, numbers, strict=True) for number in pair]
        row += [number for run in self._runs for number in run]
        for column, values in self._columns:
            row += [len(column), *(number for pair in column for number in pair), *values]
        for slot, possible in self._numbers:
            row += [slot, len(possible), *possible]
        movable, layers, runs = len(self.moved), len(self._layers), len(self._runs)
        return (movable, layers, runs, len(self._columns), len(self._numbers)), row

    def deal(self, v: list[int], z: list[list[int]], seed: int, own: Callable[[int], None]) -> list[int]:
        """Deal anew in the numbers and zones of a copy; `own` is called for each zone before it is changed.

        What chance brings from here on is new as well. Equal seeds give equal worlds. Return which component now lies
        where each of `moved` lay.
        """
        # Of Python's generator only `random()` on a text seed is used: it is promised to stay the same for ever.
        chance = random.Random(f"{seed}/{self._viewer}").random  # noqa: S311 - games need no secret numbers
        moved = self.moved
        everywhere = self._everywhere
        places = everywhere
        for indexes, numbers in self._layers:
            marks = [number + chance() for number in numbers]
            taken = map(indexes.__getitem__, sorted(everywhere[: len(marks)], key=marks.__getitem__))
            if places is everywhere:
                places = places.copy()
                there = list(taken)
            else:
                there = list(map(places.__getitem__, taken))
            for index, place in zip(indexes, there, strict=True):
                places[index] = place
        lying = moved.copy()
        for component, place in zip(moved, places, strict=True):
            lying[place] = component
        for zone in self.zones:
            own(zone)
        for zone, at, first, end in self._runs:
            z[zone][at : at + end - first] = lying[first:end]
        for column, values in self._columns:
            for index, slot in column:
                v[slot] = values[places[index]]
        for slot, possible in self._numbers:
            v[slot] = possible[int(chance() * len(possible))]
        v[SEED] = int(chance() * 2**53)
        return lying


def _without_parts(groups: list[Sequence[int]]) -> list[Sequence[int]]:
    """Return groups without those that are part of one which is dealt later: that brings them into any order anyway."""
    sets = [frozenset(group) for group in groups]
    return [
        group
        for number, group in enumerate(groups)
        if not any(sets[number] <= later for later in sets[number + 1 :])
    ]


def _layers(groups: list[list[int]]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield groups that have nothing in common, as long as they follow one another, joined: with their numbers."""
    indexes: list[int] = []
    numbers: list[int] = []
    for number, group in enumerate(groups):
        if not set(group).isdisjoint(indexes):
            yield indexes, numbers
            indexes, numbers = [], []
        indexes = [*indexes, *group]
        numbers = [*numbers, *[number] * len(group)]
    if indexes:
        yield indexes, numbers


def _runs(spots: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield neighbours: their zone, the position of the first in it, and where they begin and end among all."""
    first = 0
    for index in range(1, len(spots) + 1):
        zone, place, _ = spots[first]
        if index == len(spots) or spots[index][:2] != (zone, place + index - first):
            yield zone, place, first, index
            first = index


def _groups(
    t: Setting, s: State, memory: Memory, viewer: int, kept: Collection[int]
) -> Iterator[Sequence[int]]:
    """Yield components that may have one another's places: what was mixed last comes first."""
    eyes, layout = t.layout.eyes, t.layout
    seen: dict[int, bool] = {}
    for mixing in reversed(memory.mixings):
        alike: dict[object, list[int]] = {}
        for one, hidden in mixing.items():
            if not hidden >> viewer & 1 or one in kept:
                continue
            if one not in seen:
                nowhere = s.v[layout.at + one] < 0
                seen[one] = nowhere or bool(eyes.seeing(s.v, s.z, one) >> viewer & 1)
            if not seen[one]:
                alike.setdefault((layout.kind_of[one], t.naming.back(one)), []).append(one)
        yield from (sorted(group) for group in alike.values() if len(group) > 1)


def _slots_of(t: Setting, component: int) -> list[int]:
    """Return the slots of a component that say where it lies and what goes with the place: side, owner, states."""
    layout = t.layout
    kind = t.game.kinds[layout.kind_of[component]]
    found = [layout.at + component, layout.face + component]
    if kind.per_player is None:
        found.append(layout.owner + component)
    return [*found, *(layout.state_slot(component, name) for name in kind.state)]


def tells_of_them(choose: c.Choose) -> bool:
    """Say whether which components a choice offers tells of what they are."""
    return isinstance(choose.source, c.Items) and any(
        isinstance(node, c.Items) and node.where is not None for node in nodes(choose.source)
    )


def in_their_zones(
    v: Sequence[int], z: Sequence[Sequence[int]], at: int, offered: Sequence[int]
) -> Iterator[int]:
    """Yield all that lies where some of the components lie that are offered."""
    for zone in {v[at + one] for one in offered if one >= 0 and v[at + one] >= 0}:
        yield from z[zone]
