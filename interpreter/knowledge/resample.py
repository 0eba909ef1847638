"""Another state that one player cannot tell from the one there is: what is hidden from the player is dealt anew."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import TypeVar

from rulewright.interpreter.knowledge.view import hidden_from
from rulewright.interpreter.state import places
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.layout import NOBODY, PLAYER, SEED
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State

_T = TypeVar("_T")

Spot = tuple[int, int]
"""A zone and a position in it."""


def named_in(t: Setting, asked: Decision) -> frozenset[int]:
    """Return the components that a question tells of: its options, what was picked before, and the whole list."""
    words = (*asked.ids, *asked.picked, *asked.among)
    # Several abilities of a component have a number behind its id.
    ids = {word.partition(".")[0] for word in words}
    return frozenset(t.layout.by_id[id_] for id_ in ids if id_ in t.layout.by_id)


def resample(t: Setting, s: State, viewer: int, seed: int, kept: Collection[int] = ()) -> None:
    """Deal anew, in this state, what `viewer` (a seat) cannot see; the view of that player stays as it is.

    The components `kept` stay where they are: the present question tells of them, whether the player sees them or not.

    Components change places with others of their kind. Those that a player had from the beginning stay with the player.
    What chance brings from here on is new as well. `seed` is any integer; equal seeds give equal states. Counters that
    the player does not see stay as they are. The present question must be one to this player.
    """
    # Of Python's generator only `random()` on a text seed is used: it is promised to stay the same for ever.
    dice = random.Random(f"{seed}/{viewer}")  # noqa: S311 - games need no secret numbers
    by_kind: dict[str, list[Spot]] = {}
    for zone, index in hidden_from(t, s, viewer):
        component = s.z[zone][index]
        if component not in kept:
            by_kind.setdefault(t.layout.kind_of[component], []).append((zone, index))
    for spots in by_kind.values():
        _deal(t, s, spots, dice)
    s.v[SEED] = int(dice.random() * 2**53)


def _deal(t: Setting, s: State, spots: list[Spot], dice: random.Random) -> None:
    """Put the components of these spots into them in another order."""
    at_home: dict[int, list[int]] = {}
    free: list[int] = []
    for zone, index in spots:
        component = s.z[zone][index]
        owner = t.layout.fixed_owner[component]
        if owner != NOBODY and _seat(t, zone) == owner:
            at_home.setdefault(owner, []).append(component)
        else:
            free.append(component)
    dealt: dict[Spot, int] = {}
    for owner, components in at_home.items():
        own = _shuffled([spot for spot in spots if _seat(t, spot[0]) == owner], dice)
        dealt |= dict(zip(own, components, strict=False))
    left = [spot for spot in spots if spot not in dealt]
    dealt |= dict(zip(left, _shuffled(free, dice), strict=True))
    for (zone, index), component in dealt.items():
        s.z[zone][index] = component
        if s.v[t.layout.at + component] != zone:
            places.arrive(t, s, component, zone)


def _seat(t: Setting, zone: int) -> int:
    declared = t.layout.zone_decl[zone]
    return t.layout.zone_holder[zone] if declared is not None and declared.scope == PLAYER else NOBODY


def _shuffled(items: list[_T], dice: random.Random) -> list[_T]:
    """Return the items in an order of chance, each as likely."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(dice.random() * len(left))))
    return order
