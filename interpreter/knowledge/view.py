"""What one player sees of a match: counters and zones by name, without what the zones hide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.content.model import Counter, Zone
from rulewright.interpreter.state.layout import COMPONENT, GAME, NOBODY, PLAYER, ROUND, TURN_ORDER
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State


def view_of(t: Setting, s: State, viewer: int | None) -> dict[str, Any]:
    """Return what `viewer` (a seat, or None for a stranger) sees, as plain data.

    A zone stands as the list of its components' ids; where only the number may be known as `{"count": n}`; with the top
    card shown as `{"count": n, "top": id}`, both with the `backs` of all that lie there, by field, where backs show
    something; what the viewer was shown there besides stands in `known`, by id with its
    place from 1; a zone of which nothing may be known is left out. `components` tells the
    side, owner and states of the components seen, where they have any; those of kinds that no zone holds (the places of
    a board) are seen by everybody.
    """
    return _View(t, s, viewer).whole()


def hidden_from(t: Setting, s: State, viewer: int | None) -> list[tuple[int, int]]:
    """Return the places (zone, position in it) whose components `viewer` does not see, in a stable order."""
    view = _View(t, s, viewer)
    return [
        (number, index)
        for number, declared in enumerate(t.layout.zone_decl)
        if declared is not None
        for index in range(view.shown(number, declared), len(s.z[number]))
    ]


class _View:
    def __init__(self, t: Setting, s: State, viewer: int | None) -> None:
        self.t = t
        self.s = s
        self.eyes = t.layout.eyes
        self.bit = self.eyes.bits((viewer,))
        self.seen = [c for c, on_table in enumerate(self.eyes.on_table) if on_table]

        # The numbers of the zones by whose they are: of the game, of a seat, or of a component.
        self.zones_of: dict[tuple[str, int], list[int]] = {}
        for number, declared in enumerate(t.layout.zone_decl):
            if declared is not None:
                self.zones_of.setdefault((declared.scope, t.layout.zone_holder[number]), []).append(number)

    def whole(self) -> dict[str, Any]:
        t, s = self.t, self.s
        zones = self._zones(GAME, NOBODY)
        players = {
            name: {
                "counters": self._counters(player),
                "zones": self._zones(PLAYER, player),
                **self._states(player),
            }
            for player, name in enumerate(t.names)
        }
        holders = {
            t.layout.ids[c]: self._zones(COMPONENT, c)
            for c in range(len(t.layout.ids))
            if (COMPONENT, c) in self.zones_of
        }
        return {
            "round": s.v[ROUND],
            "phase": t.phase(s),
            "turn_order": [t.names[player] for player in s.z[TURN_ORDER]],
            "game": {
                name: t.naming.plain(field.type.or_none(), s.v[t.layout.game_state[name]])
                for name, field in t.game.state.items()
                if self.eyes.who(field, NOBODY, s.v) & self.bit
            },
            "players": players,
            "zones": zones,
            "component_zones": {id_: held for id_, held in holders.items() if held},
            "components": {t.layout.ids[c]: told for c in sorted(self.seen) if (told := self._component(c))},
        }

    # ---------------------------------------------------------------- counters
    def _counters(self, player: int) -> dict[str, Any]:
        return {
            name: self._counter(counter, player)
            for name, counter in self.t.game.counters.items()
            if counter.is_number and self.eyes.who(counter, player, self.s.v) & self.bit
        }

    def _states(self, player: int) -> dict[str, Any]:
        """Return the states of a player, where players have some."""
        slot, plain = self.t.layout.counter_slot, self.t.naming.plain
        states = [counter for counter in self.t.game.counters.values() if not counter.is_number]
        told = {
            counter.name: plain(counter.type, self.s.v[slot(counter.name, player)])
            for counter in states
            if self.eyes.who(counter, player, self.s.v) & self.bit
        }
        return {"state": told} if states else {}

    def _counter(self, counter: Counter, player: int) -> int | dict[str, int]:
        slot = self.t.layout.counter_slot
        if counter.by is None:
            return self.s.v[slot(counter.name, player)]
        values = self.t.game.enums[counter.by].values
        return {value: self.s.v[slot(counter.name, player, index)] for index, value in enumerate(values)}

    # ---------------------------------------------------------------- zones
    def _zones(self, scope: str, holder: int) -> dict[str, Any]:
        result = {}
        for number in self.zones_of.get((scope, holder), ()):
            declared = self.t.layout.zone_decl[number]
            told = self._with_known(number, declared) if declared is not None else None
            if declared is not None and told is not None:
                result[declared.name.rsplit(".", 1)[-1] if scope == COMPONENT else declared.name] = told
        return result

    def _with_known(self, number: int, declared: Zone) -> list[str] | dict[str, Any] | None:
        """Return what is seen of a zone, with what the viewer was shown there: by id its place, from 1."""
        told = self._zone(number, declared)
        if self.t.layout.known < 0:
            return told
        first, known = self.shown(number, declared), {}
        for place, component in enumerate(self.s.z[number]):
            if place >= first and self.eyes.shown_to(self.s.v, component) & self.bit:
                known[self.t.layout.ids[component]] = place + 1
                self.seen.append(component)
        return {**(told if isinstance(told, dict) else {}), "known": known} if known else told

    def _zone(self, number: int, declared: Zone) -> list[str] | dict[str, Any] | None:
        components = self.s.z[number]
        if not self._may_look(number):
            return self._counted(components) if declared.others_see == "number" else None
        if declared.shows == "nothing":
            return self._counted(components)
        shown = components[: self.shown(number, declared)]
        self.seen += shown
        ids = [self.t.layout.ids[component] for component in shown]
        if declared.shows == "all":
            return ids
        return {**self._counted(components), "top": ids[0] if ids else None}

    def _counted(self, components: Sequence[int]) -> dict[str, Any]:
        """Return how many components lie somewhere, with what their backs show, if they show anything."""
        backs = [dict(self.t.naming.back(component)) for component in components]
        return {"count": len(components), **({"backs": backs} if any(backs) else {})}

    def shown(self, number: int, declared: Zone) -> int:
        """Return how many components of a zone are seen, from its front."""
        if not self._may_look(number) or declared.shows == "nothing":
            return 0
        count = len(self.s.z[number])
        return count if declared.shows == "all" else min(1, count)

    def _may_look(self, number: int) -> bool:
        return bool(self.eyes.into(self.s.v, number) & self.bit)

    # ---------------------------------------------------------------- components
    def _component(self, component: int) -> dict[str, Any]:
        t, v = self.t, self.s.v
        told: dict[str, Any] = {}
        if len(t.game.cards[t.layout.card_of[component]].sides) > 1:
            told["face"] = t.naming.face(v[t.layout.face + component])
        if (owner := v[t.layout.owner + component]) != NOBODY:
            told["owner"] = t.names[owner]
        for name, field in t.game.kinds[t.layout.kind_of[component]].state.items():
            if self.eyes.who(field, owner, v) & self.bit:
                told[name] = t.naming.plain(field.type, v[t.layout.state_slot(component, name)])
        return told
