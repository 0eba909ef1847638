"""The labels of a choice between components: printed names, and whose they are and where when that is not plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.decision import Lazy
from rulewright.interpreter.state.eyes import Spot
from rulewright.interpreter.state.layout import COMPONENT, NOBODY, NOWHERE, PLAYER, Layout
from rulewright.interpreter.state.naming import back_in_words, zone_title
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State


def labels(
    t: Setting, s: State, player: int, shown: Type, items: Sequence[int], unseen: Mapping[int, Spot]
) -> list[Lazy]:
    """Return a label for each of the items that a player may choose from; the words are made when first asked for.

    `unseen` are the components that the player cannot see, each with its place.
    """
    offered = looker(t.layout)(s.v, items) if shown.base == "component" else None
    return labels_of(t, player, shown, items, offered, unseen)


def looker(layout: Layout) -> Callable[[Sequence[int], Sequence[int]], Looks]:
    """Return what takes down how components look that are offered; options that are no component are left out.

    It takes the numbers of a state and the components.
    """
    look = flat_looker(layout)
    return lambda v, components: looks_in(look(v, components))


def flat_looker(layout: Layout) -> Callable[[Sequence[int], Sequence[int]], tuple[int, ...]]:
    """Return what takes down the same in a row of numbers, quickly; `looks_in` reads it."""
    at, face, owner = layout.at, layout.face, layout.owner
    # By zone the component that it belongs to, -1 for other zones and for nowhere (which comes last).
    holders = [
        holder if zone is not None and zone.scope == COMPONENT else NOWHERE
        for zone, holder in zip(layout.zone_decl, layout.zone_holder, strict=True)
    ]
    holders.append(NOWHERE)
    nothing = (-1, 0, NOBODY, NOWHERE, 0)

    def look(v: Sequence[int], components: Sequence[int]) -> tuple[int, ...]:
        found: list[int] = []
        for item in components:
            if item >= 0:
                zone = v[at + item]
                holder = holders[zone]
                found += (item, v[face + item], v[owner + item], zone, v[face + holder] if holder >= 0 else 0)
            elif item == -1:
                found += nothing
        return tuple(found)

    return look


def looks_in(flat: Sequence[int]) -> Looks:
    """Return how components look, from a row of numbers."""
    parts = [iter(flat)] * 5
    return tuple(zip(*parts, strict=True))


def labels_of(  # what labels are made from
    t: Setting,
    player: int,
    shown: Type,
    items: Sequence[int],
    offered: Looks | None,
    unseen: Mapping[int, Spot],
) -> list[Lazy]:
    """Return a label for each of the items; `offered` is how they were when they were offered."""
    if offered is None:
        return [partial(t.naming.shown, shown, item) for item in items]
    things = [Thing(*look) for look in offered]
    seen = [thing for thing in things if thing.component not in unseen]
    return [
        partial(_label, t, player, thing, seen)
        if thing.component not in unseen
        else partial(_by_place, t, player, thing, unseen[thing.component][1])
        for thing in things
    ]


def _by_place(t: Setting, player: int, thing: Thing, position: int) -> str:
    """Return what a component is called that the player cannot see: what it is, and where it lies."""
    title = t.game.kinds[t.layout.kind_of[thing.component]].title
    known = [_place(t, player, thing), back_in_words(t.naming.back(thing.component))]
    told = ", ".join(part for part in known if part)
    return f"{title} {position + 1} ({told})" if told else f"{title} {position + 1}"


Look = tuple[int, int, int, int, int]
"""A `Thing` as plain numbers, which are taken down at every decision."""

Looks = tuple[Look, ...]


class Thing(NamedTuple):
    """A component as it is offered: the side up, its owner, its zone, and the side up of what that zone belongs to."""

    component: int
    face: int
    owner: int
    zone: int
    holder_face: int


def _label(t: Setting, player: int, thing: Thing, offered: Sequence[Thing]) -> str:
    if thing.component < 0:
        return "none"
    name = t.naming.printed(thing.component, thing.face)
    alike = [other for other in offered if t.naming.printed(other.component, other.face) == name]
    is_piece = t.game.kinds[t.layout.kind_of[thing.component]].per_player is not None
    if not is_piece and len({(other.owner, other.zone) for other in alike}) == 1:
        return name
    place = _place(t, player, thing)
    if is_piece and thing.owner != player:
        name = f"{t.names[thing.owner]}'s {name}"
    return f"{name} ({place})" if place else name


def _place(t: Setting, player: int, thing: Thing) -> str:
    """Return where a component lies; nothing for a player's own piece that lies before that player."""
    zone = t.layout.zone_decl[thing.zone] if thing.zone != NOWHERE else None
    if zone is None:
        return ""
    holder = t.layout.zone_holder[thing.zone]
    if zone.scope == COMPONENT:
        return t.naming.printed(holder, thing.holder_face)
    if zone.scope == PLAYER:
        if t.game.kinds[t.layout.kind_of[thing.component]].per_player is not None and holder == thing.owner:
            return ""
        return f"own {zone.title}" if holder == player else f"{t.names[holder]}'s {zone.title}"
    return zone_title(zone)
