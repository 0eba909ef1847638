"""Which zones keep the order of a shuffle to themselves: nobody sees it, and no rule asks for it but by drawing.

Where chance is asked, the next component of such a zone is asked for when it is drawn; the order of any other is asked
for as soon as it is shuffled. In doubt a zone is one of the others: then more is asked than has to be, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, nodes
from rulewright.interpreter.state.chance_names import ZoneKey, key_of, shuffled_zones, zone_key


def lazy_zones(game: Game) -> set[ZoneKey]:
    """Return the scopes and names of the zones that can be shuffled and whose order need not be known until a draw."""
    if any(isinstance(node, c.Builtin) and node.name == "next_to" for node in nodes(tuple(roots(game)))):
        return set()
    in_order = {key for root in roots(game) for key in _read_in_order(root)}
    zones = (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values())
    hidden = {
        zone_key(zone)
        for zone in zones
        if (zone.shows == "nothing" or zone.visible == "no one")
        and not (zone.scope == "player" and any(zone.name in kind.active_in for kind in game.kinds.values()))
    }
    return (shuffled_zones(game) & hidden) - in_order


def _read_in_order(node: object) -> Iterator[ZoneKey]:
    """Yield the zones in a checked tree of which more is read than what lies there."""
    if isinstance(node, tuple):
        for part in node:
            yield from _read_in_order(part)
        return
    plain = _zones_without_order(node)
    for zone in plain:
        yield from _read_in_order(zone.holder)
    if isinstance(node, c.ZoneRef):
        yield key_of(node.scope, node.zone)
    for part in inside(node):
        if not any(part is zone for zone in plain):
            yield from _read_in_order_within(part, plain)


def _read_in_order_within(part: object, plain: tuple[c.ZoneRef, ...]) -> Iterator[ZoneKey]:
    """Yield what is read in order in a part of a node; of items that are gone through, the list may be plain."""
    if isinstance(part, c.Items) and any(part.list is zone for zone in plain):
        yield from _read_in_order(part.where)
    else:
        yield from _read_in_order(part)


def _zones_without_order(node: object) -> tuple[c.ZoneRef, ...]:
    """Return the zones of which a node, by itself, only asks what lies there, or from whose front it draws."""
    match node:
        case c.Draw(source=source, to=to):
            return source, to
        case c.Move(to=to):
            return (to,)
        case c.Shuffle(zone=c.ZoneRef() as zone):
            return (zone,)
        case (
            c.Aggregate(op="count" | "any", items=c.Items(list=c.ZoneRef() as zone))
            | c.Fold(items=c.Items(list=c.ZoneRef() as zone))
            | c.Every(items=c.Items(list=c.ZoneRef() as zone))
            | c.Member(list=c.ZoneRef() as zone)
        ):
            return (zone,)
    return ()
