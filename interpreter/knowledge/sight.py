"""What some of those at the table see of components, zones and counters while a journal is read."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.interpreter.content.model import Game, Zone
from rulewright.interpreter.journal.events import CounterChanged, Moved
from rulewright.interpreter.state.layout import COMPONENT, NOBODY, NOWHERE, PLAYER, Layout

Audience = Collection[int | None]
"""Those to whom something is told together: seats, and None for somebody who only watches. At least one."""

# By these a component leaves the front of a zone, where the card lies that `shows: top card` lets everybody see.
_FROM_THE_FRONT = ("draw", "refill")


def may_look(declared: Zone, owner: int, viewer: int | None) -> bool:
    """Say whether a viewer sees what a zone shows, if anything; `owner` is the seat that it belongs to, or -1."""
    if declared.visible == "all":
        return True
    return declared.visible == "owner" and viewer is not None and owner == viewer


class Sight:
    """Follows where components lie, and says what everybody of an audience sees."""

    def __init__(self, game: Game, layout: Layout, audience: Audience) -> None:
        self.game = game
        self.layout = layout
        self.audience = frozenset(audience)
        self._at = [NOWHERE] * len(layout.ids)
        self._owner = list(layout.fixed_owner)
        zones = (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values())
        # What no zone holds lies on the table for everybody, such as the places of a board.
        self._held = {kind for zone in zones for kind in zone.holds}

    def follow(self, event: Moved) -> None:
        """Note a movement."""
        component, zone = event.component, event.to_zone
        self._at[component] = zone
        kind = self.game.kinds[self.layout.kind_of[component]]
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if kind.per_player is None:
            if declared is not None and declared.scope == PLAYER:
                self._owner[component] = self.layout.zone_holder[zone]
            elif not kind.keeps_owner:
                self._owner[component] = NOBODY

    def zone_of(self, component: int) -> int:
        """Return the zone where a component lies, -1 for nowhere."""
        return self._at[component]

    def owner_of(self, zone: int) -> int:
        """Return the seat that a zone, or the component which has it, belongs to; -1 for nobody's and for nowhere."""
        if zone == NOWHERE:
            return NOBODY
        declared, holder = self.layout.zone_decl[zone], self.layout.zone_holder[zone]
        return self._owner[holder] if declared is not None and declared.scope == COMPONENT else holder

    # ---------------------------------------------------------------- what is seen
    def sees(self, component: int) -> bool:
        """Say whether all see a component where it lies now."""
        if self.layout.kind_of[component] not in self._held:
            return True
        return self.sees_in(self._at[component])

    def sees_in(self, zone: int) -> bool:
        """Say whether all see everything that lies in a zone."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        return declared is not None and declared.shows == "all" and self._may_look(zone, declared)

    def sees_number(self, zone: int) -> bool:
        """Say whether all see how many components lie in a zone."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if declared is None:
            return False
        return declared.others_see == "number" or self._may_look(zone, declared)

    def sees_move(self, event: Moved) -> bool:
        """Say whether all see which component moves: where it lay, or where it now comes to."""
        return all(
            self._sees_end(event.from_zone, event.by, viewer, leaves=True)
            or self._sees_end(event.to_zone, event.by, viewer, leaves=False)
            for viewer in self.audience
        )

    def sees_counter(self, event: CounterChanged) -> bool:
        """Say whether all see the counter that changed."""
        visible = self.game.counters[event.counter].visible
        return visible == "all" or (visible == "owner" and self.audience <= {event.player})

    def _sees_end(self, zone: int, by: str, viewer: int | None, *, leaves: bool) -> bool:
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if declared is None or not may_look(declared, self.owner_of(zone), viewer):
            return False
        return declared.shows == "all" or (declared.shows == "top" and leaves and by in _FROM_THE_FRONT)

    def _may_look(self, zone: int, declared: Zone) -> bool:
        owner = self.owner_of(zone)
        return all(may_look(declared, owner, viewer) for viewer in self.audience)
