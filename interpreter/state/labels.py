"""The labels of a choice between components: printed names, and whose they are and where when that is not plain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from interpreter.language.types import Type
from interpreter.state.decision import Lazy
from interpreter.state.layout import COMPONENT, NOBODY, NOWHERE, PLAYER, Layout
from interpreter.state.naming import zone_title
from interpreter.state.setting import Setting
from interpreter.state.state import State


def labels(t: Setting, s: State, player: int, shown: Type, items: Sequence[int]) -> list[Lazy]:
    """Return a label for each of the items that a player may choose from; the words are made when first asked for."""
    return labels_of(t, player, shown, items, looks(t, s, shown, items))


def looks(t: Setting, s: State, shown: Type, items: Sequence[int]) -> list[Thing] | None:
    """Return what labels of items say of the state as it is now; None where they say nothing of it."""
    if shown.base != "component":
        return None
    layout, v = t.layout, s.v
    return [_look(layout, v, item) for item in items]


def labels_of(
    t: Setting, player: int, shown: Type, items: Sequence[int], offered: Sequence[Thing] | None
) -> list[Lazy]:
    """Return a label for each of the items; `offered` is how they were when they were offered."""
    if offered is None:
        return [partial(t.naming.shown, shown, item) for item in items]
    return [partial(_label, t, player, thing, offered) for thing in offered]


class Thing(NamedTuple):
    """A component as it is offered: the side up, its owner, its zone, and the side up of what that zone belongs to."""

    component: int
    face: int
    owner: int
    zone: int
    holder_face: int


def _look(layout: Layout, v: list[int], component: int) -> Thing:
    if component < 0:
        return Thing(component, 0, NOBODY, NOWHERE, 0)
    zone, holder_face = v[layout.at + component], 0
    declared = layout.zone_decl[zone] if zone != NOWHERE else None
    if declared is not None and declared.scope == COMPONENT:
        holder_face = v[layout.face + layout.zone_holder[zone]]
    return Thing(component, v[layout.face + component], v[layout.owner + component], zone, holder_face)


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
