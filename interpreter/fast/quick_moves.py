"""The quickest ways to move components where it is known what follows from the move, besides the new place.

They repeat one another line by line, because a call more would cost what they save.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.interpreter.fast.shared_zones import SHARED, own
from rulewright.interpreter.fast.support import Fault, burn_moving
from rulewright.interpreter.fast.traffic import LONG, NO_SIZE, LongList, Traffic
from rulewright.interpreter.state.layout import NOBODY, NOWHERE

Ints = list[int]
Note = Callable[[Ints, Iterable[int], int, int], None]
Mover = Callable[..., Any]


class QuickTraffic(Traffic):
    """Moves components in the quickest ways there are."""

    def movers(self) -> dict[str, Mover]:
        """Return the quickest ways to move components of which nothing changes but the place and the owner."""
        return quick_moves(self)


def quick_moves(traffic: Traffic) -> dict[str, Mover]:
    """Return the functions by name; they do nothing for none, and take an owner: -1 for nobody, -2 for no change.

    `lay` leaves the owner of one component alone, `lay_in` too and sees that the zone has room, `hand` gives it an
    owner. `lay_all` moves several, `pour` all of a zone and `deal` its first ones. The last four have a sister for
    zones in which the cards are not active: there they begin anew, front up and with their state as at the start.
    """
    plain, anew = _notes(traffic)
    return {
        **_of_one(traffic),
        "hand": _hand(traffic),
        "hand_anew": _hand_anew(traffic),
        "lay_all": _lay_all(traffic),
        "lay_all_anew": _lay_all_anew(traffic),
        "pour": _pour(traffic, plain),
        "pour_anew": _pour(traffic, anew),
        "deal": _deal(traffic, plain),
        "deal_anew": _deal(traffic, anew),
    }


def _of_one(traffic: Traffic) -> dict[str, Mover]:
    at, ids, own_all = traffic.at, traffic.layout.ids, traffic.own_all

    def lay(v: Ints, z: list[Ints], k: Ints, component: int, zone: int) -> None:
        if component < 0:
            return
        before = v[at + component]
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        if before >= 0:
            z[before].remove(component)
        z[zone].append(component)
        v[at + component] = zone

    def lay_in(v: Ints, z: list[Ints], k: Ints, component: int, zone: int, size: int) -> None:
        if component < 0:
            return
        before = v[at + component]
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        target = z[zone]
        if len(target) >= size and before != zone:
            raise Fault(f"a zone is full ({len(target)}): {ids[component]} cannot be moved there")
        if before >= 0:
            z[before].remove(component)
        target.append(component)
        v[at + component] = zone

    return {"lay": lay, "lay_in": lay_in}


def _hand(traffic: Traffic) -> Mover:
    at, owner_slots, waits = traffic.at, traffic.owner, traffic.waits
    own_all, carry = traffic.own_all, traffic.carry

    def hand(v: Ints, z: list[Ints], k: Ints, component: int, zone: int, owner: int) -> None:
        if component < 0:
            return
        if waits[component]:
            carry(v, z, k, (component,), zone)
            return
        before = v[at + component]
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        if before >= 0:
            z[before].remove(component)
        z[zone].append(component)
        v[at + component] = zone
        v[owner_slots + component] = owner

    return hand


def _hand_anew(traffic: Traffic) -> Mover:
    at, owner_slots, waits, fresh = traffic.at, traffic.owner, traffic.waits, traffic.fresh
    own_all, carry, in_play = traffic.own_all, traffic.carry, traffic.in_play

    def hand_anew(v: Ints, z: list[Ints], k: Ints, component: int, zone: int, owner: int) -> None:
        if component < 0:
            return
        if waits[component] and in_play(v, component):
            carry(v, z, k, (component,), zone)
            return
        before = v[at + component]
        if k[SHARED]:
            own_all(v, z, k, (component,), zone)
        if before >= 0:
            z[before].remove(component)
        z[zone].append(component)
        v[at + component] = zone
        if owner >= NOBODY:
            v[owner_slots + component] = owner
        for slot, start in fresh[component]:
            v[slot] = start

    return hand_anew


def _lay_long(traffic: Traffic) -> Callable[[Ints, Ints, LongList, int, int], bool]:
    at, owner_slots = traffic.at, traffic.owner

    def lay_long(v: Ints, target: Ints, long: LongList, zone: int, owner: int) -> bool:
        """Lay a long list at once, if all of it lies nowhere; say whether that was so."""
        runs = long.runs
        if any(v[at + first : at + end].count(NOWHERE) < end - first for first, end in runs):
            return False
        target.extend(long.components)
        for first, end in runs:
            v[at + first : at + end] = [zone] * (end - first)
            if owner >= NOBODY:
                v[owner_slots + first : owner_slots + end] = [owner] * (end - first)
        return True

    return lay_long


def _lay_all(traffic: Traffic) -> Mover:
    at, owner_slots, waits = traffic.at, traffic.owner, traffic.waits
    own_all, carry, long_lists = traffic.own_all, traffic.carry, traffic.long_lists
    lay_long = _lay_long(traffic)

    def lay_all(v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int, owner: int) -> None:
        burn_moving(k, len(components))
        if k[SHARED]:
            own_all(v, z, k, components, zone)
        target = z[zone]
        if len(components) >= LONG:
            long = long_lists.get(id(components))
            if long is not None and lay_long(v, target, long, zone, owner):
                return
        for component in components:
            if component < 0:
                continue
            if waits[component]:
                carry(v, z, k, (component,), zone)
                continue
            before = v[at + component]
            if before >= 0:
                z[before].remove(component)
            target.append(component)
            v[at + component] = zone
            if owner >= NOBODY:
                v[owner_slots + component] = owner

    return lay_all


def _lay_all_anew(traffic: Traffic) -> Mover:
    at, owner_slots, fresh, plays = traffic.at, traffic.owner, traffic.fresh, traffic.plays
    own_all, carry = traffic.own_all, traffic.carry

    def lay_all_anew(
        v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int, owner: int
    ) -> None:
        burn_moving(k, len(components))
        if k[SHARED]:
            own_all(v, z, k, components, zone)
        target = z[zone]
        for component in components:
            if component < 0:
                continue
            before = v[at + component]
            if before in plays:
                carry(v, z, k, (component,), zone)
                continue
            if before >= 0:
                z[before].remove(component)
            target.append(component)
            v[at + component] = zone
            if owner >= NOBODY:
                v[owner_slots + component] = owner
            for slot, start in fresh[component]:
                v[slot] = start

    return lay_all_anew


# ---------------------------------------------------------------- from the front of a zone
def _notes(traffic: Traffic) -> tuple[Note, Note]:
    """Return what notes where components lie and whose they are, and what besides lets them begin anew."""
    at, owner_slots, fresh = traffic.at, traffic.owner, traffic.fresh

    def plain(v: Ints, components: Iterable[int], zone: int, owner: int) -> None:
        for component in components:
            v[at + component] = zone
        if owner >= NOBODY:
            for component in components:
                v[owner_slots + component] = owner

    def anew(v: Ints, components: Iterable[int], zone: int, owner: int) -> None:
        for component in components:
            v[at + component] = zone
            for slot, start in fresh[component]:
                v[slot] = start
        if owner >= NOBODY:
            for component in components:
                v[owner_slots + component] = owner

    return plain, anew


def _pour(traffic: Traffic, note: Note) -> Mover:
    plays, carry = traffic.plays, traffic.carry

    def pour(v: Ints, z: list[Ints], k: Ints, source: int, zone: int, owner: int) -> None:
        if source in plays:
            carry(v, z, k, tuple(z[source]), zone)
        elif z[source]:
            burn_moving(k, len(z[source]))
            if k[SHARED]:
                own(z, k, zone)
            moved = z[source]
            z[source] = []
            z[zone] += moved
            note(v, moved, zone, owner)

    return pour


def _deal(traffic: Traffic, note: Note) -> Mover:
    plays, draw = traffic.plays, traffic.draw

    def deal(
        s: Any,  # noqa: ANN401  # the running state
        number: int,
        source: int,
        zone: int,
        owner: int,
        size: int = NO_SIZE,
    ) -> None:
        z = s.z
        if source in plays or number > len(z[source]) or len(z[zone]) + number > size:
            draw(s, number, source, zone)
        elif number > 0:
            k = s.k
            burn_moving(k, number)
            if k[SHARED]:
                own(z, k, source)
                own(z, k, zone)
            dealt = z[source][:number]
            del z[source][:number]
            z[zone] += dealt
            note(s.v, dealt, zone, owner)

    return deal
