"""What a player sees of a match as a row of numbers, laid out by what the game declares.

Each row has: whose it is and who decides, the round and the phase, the turn order, the states of the game, the counters
of each player, and for each component in which zone it is seen, with its side, its owner and its states. Zones, owners
and values that have no number of their own stand one higher than their position; what is not seen is 0. How many
components lie in each zone stands at the end.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.layout import NOBODY, Layout

Row = list[float]


class Features:
    """Makes rows of numbers of what seats see; `size` says how long one is."""

    def __init__(self, game: Game, layout: Layout, names: tuple[str, ...]) -> None:
        self._game = game
        self._layout = layout
        self._names = names
        self._phases = {name: number for number, name in enumerate(game.phases)}
        self._zones: dict[tuple[str, ...], int] = {}
        for number, declared in enumerate(layout.zone_decl):
            if declared is not None:
                self._zones[self._key(number)] = len(self._zones)
        self._states = [tuple(game.kinds[kind].state.items()) for kind in layout.kind_of]
        self.size = len(self._head(None, -1, NOBODY)) + sum(3 + len(states) for states in self._states)
        self.size += len(self._zones)

    def number_of_zone(self, zone: int) -> int:
        """Return the place of a zone among those whose components are counted, -1 for what is no place."""
        return -1 if self._layout.zone_decl[zone] is None else self._zones[self._key(zone)]

    def row(self, match: Playable, seat: int) -> Row:
        """Return what a seat sees now."""
        view = match.view(seat)
        row = self._head(view, seat, match.turn)
        places, counts = self._placed(view)
        for component, id_ in enumerate(self._layout.ids):
            row += self._component(component, places.get(id_), view["components"].get(id_, {}))
        return row + counts

    # ---------------------------------------------------------------- what is not about components
    def _head(self, view: dict[str, Any] | None, seat: int, turn: int) -> Row:
        seats = range(len(self._names))
        row = [float(seat == each) for each in seats] + [float(turn == each) for each in seats]
        phase = view["phase"] if view is not None else None
        row.append(float(view["round"]) if view is not None else 0.0)
        row += [float(phase == name) for name in self._phases]
        order = view["turn_order"] if view is not None else list(self._names)
        row += [float(order.index(name)) if name in order else -1.0 for name in self._names]
        for name, field in self._game.state.items():
            told = view["game"] if view is not None else {}
            row.append(self._value(field.type, told.get(name)))
        for name in self._names:
            counters = view["players"][name]["counters"] if view is not None else {}
            row += self._counters(counters)
            row += self._own_states(view["players"][name].get("state", {}) if view is not None else {})
        return row

    def _counters(self, told: dict[str, Any]) -> Row:
        row: Row = []
        for name, counter in self._game.counters.items():
            value = told.get(name)
            if not counter.is_number:
                continue
            if counter.by is None:
                row.append(float(value) if value is not None else 0.0)
            else:
                entries = self._game.enums[counter.by].values
                row += [float(value[entry]) if value is not None else 0.0 for entry in entries]
        return row

    def _own_states(self, told: dict[str, Any]) -> Row:
        counters = self._game.counters.values()
        return [self._value(one.type, told.get(one.name)) for one in counters if not one.is_number]

    def _value(self, type_: Type, told: Any) -> float:  # noqa: ANN401  # as a view has it
        """Return a value as a number: numbers as they are, others one higher than their position, none and unseen 0."""
        if told is None:
            return 0.0
        if isinstance(told, bool | int):
            return float(told)
        match type_.base:
            case "player":
                return 1.0 + self._names.index(told)
            case "component":
                return 1.0 + self._layout.by_id[told]
        enum = self._game.enums.get(type_.names[0]) if type_.names else None
        return 1.0 + enum.values.index(told) if enum is not None and told in enum.values else 0.0

    # ---------------------------------------------------------------- components
    def _component(self, component: int, place: int | None, told: dict[str, Any]) -> Row:
        zone = float(place + 1) if place is not None else 0.0
        owner = 1.0 + self._names.index(told["owner"]) if "owner" in told else 0.0
        row = [zone, float(told.get("face") == "back"), owner]
        return row + [self._value(field.type, told.get(name)) for name, field in self._states[component]]

    def _placed(self, view: dict[str, Any]) -> tuple[dict[str, int], Row]:
        """Return the place of each component that is seen in a zone, and how many lie in each zone."""
        places: dict[str, int] = {}
        counts = [0.0] * len(self._zones)
        groups: list[tuple[tuple[str, ...], dict[str, Any]]] = [((), view["zones"])]
        groups += [((name,), view["players"][name]["zones"]) for name in self._names]
        groups += [((id_,), held) for id_, held in view["component_zones"].items()]
        for holder, zones in groups:
            for name, told in zones.items():
                place = self._zones[(*holder, name)]
                if isinstance(told, list):
                    places.update(dict.fromkeys(told, place))
                    counts[place] = float(len(told))
                    continue
                # Where only what was shown to the viewer is known, nobody knows how many there are.
                counts[place] = float(told.get("count", 0))
                places.update(dict.fromkeys(told.get("known", ()), place))
                if told.get("top") is not None:
                    places[told["top"]] = place
        return places, counts

    def _key(self, zone: int) -> tuple[str, ...]:
        declared, holder = self._layout.zone_decl[zone], self._layout.zone_holder[zone]
        assert declared is not None
        if declared.scope == "player":
            return (self._names[holder], declared.name)
        if declared.scope == "component":
            return (self._layout.ids[holder], declared.name.rsplit(".", 1)[-1])
        return (declared.name,)
