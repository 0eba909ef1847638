"""The quickest ways to move components of which nothing changes but the place and the owner, to zones of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.fast.sharing import SHARED, own
from interpreter.fast.support import Fault
from interpreter.machine.layout import NOBODY, Layout

Ints = list[int]
Drawn = Callable[[Any, int, int], Sequence[int]]
Own = Callable[[Ints, list[Ints], Ints, Sequence[int], int], None]


def quick_moves(layout: Layout, drawn: Drawn, own_all: Own) -> dict[str, Callable[..., Any]]:
    """Return the functions by name.

    `drawn` says what is drawn from a zone that has to be refilled, `own_all` makes the zones of a move the state's own.

    `lay` leaves the owner of one component alone, `lay_in` too and sees that the zone has room, `hand` gives it an
    owner (-1 for nobody); they do nothing for none. `lay_all` moves several, `pour` all of a zone and `deal` its first
    ones; they take -2 where owners are left alone.
    """
    return {**_of_one(layout, own_all), **_of_several(layout, drawn, own_all)}


def _of_one(layout: Layout, own_all: Own) -> dict[str, Callable[..., Any]]:  # noqa: C901  # three in one
    at, owner_slots, ids = layout.at, layout.owner, layout.ids

    def lay(v: Ints, z: list[Ints], k: Ints, component: int, zone: int) -> None:
        before = v[at + component]
        if component < 0:
            return
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        if before >= 0:
            z[before].remove(component)
        z[zone].append(component)
        v[at + component] = zone

    def hand(v: Ints, z: list[Ints], k: Ints, component: int, zone: int, owner: int) -> None:
        before = v[at + component]
        if component < 0:
            return
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        if before >= 0:
            z[before].remove(component)
        z[zone].append(component)
        v[at + component] = zone
        v[owner_slots + component] = owner

    def lay_in(v: Ints, z: list[Ints], k: Ints, component: int, zone: int, size: int) -> None:
        before = v[at + component]
        if component < 0:
            return
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        target = z[zone]
        if len(target) >= size and before != zone:
            raise Fault(f"a zone is full ({len(target)}): {ids[component]} cannot be moved there")
        if before >= 0:
            z[before].remove(component)
        target.append(component)
        v[at + component] = zone

    return {"lay": lay, "hand": hand, "lay_in": lay_in}


def _of_several(layout: Layout, drawn: Drawn, own_all: Own) -> dict[str, Callable[..., Any]]:  # noqa: C901  # a few
    at, owner_slots = layout.at, layout.owner

    def note(v: Ints, components: Sequence[int], zone: int, owner: int) -> None:
        for component in components:
            v[at + component] = zone
        if owner >= NOBODY:
            for component in components:
                v[owner_slots + component] = owner

    def lay_all(v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int, owner: int) -> None:
        if k[SHARED]:
            own_all(v, z, k, components, zone)
        target = z[zone]
        for component in components:
            before = v[at + component]
            if component < 0:
                continue
            if before >= 0:
                z[before].remove(component)
            target.append(component)
            v[at + component] = zone
            if owner >= NOBODY:
                v[owner_slots + component] = owner

    def pour(v: Ints, z: list[Ints], k: Ints, source: int, zone: int, owner: int) -> None:
        if source != zone and z[source]:
            if k[SHARED]:
                own(z, k, source)
                own(z, k, zone)
            moved = z[source]
            z[zone] += moved
            note(v, moved, zone, owner)
            moved.clear()

    def deal(s: Any, number: int, source: int, zone: int, owner: int) -> None:  # noqa: ANN401  # the running state
        z, k = s.z, s.k
        if k[SHARED]:
            own(z, k, source)
            own(z, k, zone)
        enough = 0 <= number <= len(z[source])
        dealt = z[source][:number] if enough else drawn(s, number, source)
        del z[source][: len(dealt)]
        z[zone] += dealt
        note(s.v, dealt, zone, owner)

    return {"lay_all": lay_all, "pour": pour, "deal": deal}
