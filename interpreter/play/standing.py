"""Sums up how things stand before the first round, from what the set-up and a stated position did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.interpreter.journal.events import (
    Cause,
    CounterChanged,
    Event,
    Flipped,
    Moved,
    StateSet,
    TurnOrderSet,
)
from rulewright.interpreter.knowledge.sight import Sight
from rulewright.interpreter.play.rows import Row, caused
from rulewright.interpreter.play.wording import Wording
from rulewright.interpreter.state.layout import NOBODY, NOWHERE


class Standing:
    """Takes the events of the set-up one by one and keeps what became of each counter, component and state."""

    def __init__(
        self,
        wording: Wording,
        sight: Sight,
        *,
        to_all: bool,
        by_name: bool = False,
        usual_order: bool = False,
    ) -> None:
        """Begin with nothing.

        With `to_all` the players' zones and counters are told to readers who may know everything; what lies in the
        game's own zones is told as `sight` sees it, and with `by_name` also what is hidden there. Otherwise nothing is
        told that `sight` does not see, but the number where that is seen. With `usual_order` the turn order is told
        also where nothing has changed it.
        """
        self.words = wording
        self.sight = sight
        self._to_all = to_all
        self._by_name = by_name
        self._order: tuple[int, ...] = ()
        # Where chance leaves the players in the order in which they sit, nothing happens, and yet it counts.
        self._usual_order = tuple(range(len(wording.names))) if usual_order else ()
        # By player, counter and entry: the value before everything and the last one.
        self._counters: dict[tuple[int, str, int], tuple[int, int]] = {}
        self._zones: dict[int, int] = {}
        self._states: dict[tuple[int, str], str] = {}
        # By what is kept above: what gave it its last value.
        self._why: dict[object, Cause] = {}

    def take(self, event: Event) -> None:
        """Note what an event changed."""
        match event:
            case CounterChanged(player=player, counter=name, index=index, before=before, after=after):
                if not self.words.hides(event) and (self._to_all or self.sight.sees_counter(event)):
                    first = self._counters.get((player, name, index), (before, after))[0]
                    self._counters[player, name, index] = (first, after)
                    self._why[player, name, index] = event.where
            case Moved(component=component, to_zone=zone):
                # Taken out first, so that the order is that of the last arrivals, as in the zone.
                self._zones.pop(component, None)
                self._zones[component] = zone
                self._why[component] = event.where
                self.sight.follow(event)
                self.words.note_move(event)
            case Flipped(component=component, face=face):
                self.words.turn(component, face)
            case StateSet(component=component, name=name) if not self.words.hides_state(event):
                self._states[component, name] = self.words.state(event)
                self._why[component, name] = event.where
            case TurnOrderSet(after=order):
                self._order = order
                self._why["turn order"] = event.where

    def rows(self, tops: Mapping[int, int]) -> Iterator[Row]:
        """Yield the turn order, what each player has, what lies in the other zones, and states.

        `tops` are the components that all see on top of a zone, by the zone's number.
        """
        order = self._order or self._usual_order
        if order:
            names = ", ".join(self.words.player(seat) for seat in order)
            yield caused(
                f"The turn order is {names}.", [self._why[key] for key in ("turn order",) if key in self._why]
            )
        held = self._held()
        width = max(len(name) for name in self.words.names)
        for seat, name in enumerate(self.words.names):
            parts = [*self._amounts(seat), *self._own_zones(seat, held)]
            if parts:
                told = "; ".join(part.text for part in parts)
                yield caused(f"{name:<{width}}  {told}", (cause for part in parts for cause in part.causes))
        for zone, components in held.items():
            if self.words.holder(zone) == NOBODY:
                named = self._by_name or self.sight.sees_in(zone)
                if named or self._to_all or self.sight.sees_number(zone):
                    shown = self.words.things(components) if named else str(len(components))
                    if not named and zone in tops:
                        shown += f", {self.words.things([tops[zone]])} on top"
                    yield self._lie(f"{self.words.zone(zone)}: {shown}", components)
        for key, text in self._states.items():
            if self._to_all or key[0] < 0 or self.sight.sees(key[0]):
                yield Row(text, (self._why[key],))

    def _lie(self, text: str, components: list[int]) -> Row:
        return caused(text, (self._why[component] for component in components))

    def _held(self) -> dict[int, list[int]]:
        held: dict[int, list[int]] = {}
        for component, zone in self._zones.items():
            if zone != NOWHERE:
                held.setdefault(zone, []).append(component)
        return dict(sorted(held.items()))

    def _amounts(self, seat: int) -> Iterator[Row]:
        changed = {
            key: self.words.held(key[1], key[2], after)
            for key, (before, after) in self._counters.items()
            if key[0] == seat and before != after
        }
        if changed:
            yield caused(", ".join(changed.values()), (self._why[key] for key in changed))

    def _own_zones(self, seat: int, held: dict[int, list[int]]) -> Iterator[Row]:
        for zone, components in held.items():
            if self.words.holder(zone) != seat:
                continue
            named = self._to_all or self.sight.sees_in(zone)
            if named or self.sight.sees_number(zone):
                things = self.words.things(components, seat) if named else len(components)
                yield self._lie(f"{self.words.zone_title(zone)}: {things}", components)
