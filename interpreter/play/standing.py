"""Sums up how things stand before the first round, from what the set-up and a stated position did."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.machine.journal import CounterChanged, Event, Flipped, Moved, StateSet, TurnOrderSet
from interpreter.machine.layout import NOBODY, NOWHERE
from interpreter.play.wording import Wording


class Standing:
    """Takes the events of the set-up one by one and keeps what became of each counter, component and state."""

    def __init__(self, wording: Wording, *, by_name: bool = False) -> None:
        """Begin with nothing; `by_name` names also what lies in hidden zones, where else only its number is told."""
        self.words = wording
        self._by_name = by_name
        self._order: tuple[int, ...] = ()
        # By player, counter and entry: the value before everything and the last one.
        self._counters: dict[tuple[int, str, int], tuple[int, int]] = {}
        self._zones: dict[int, int] = {}
        self._states: dict[tuple[int, str], str] = {}

    def take(self, event: Event) -> None:
        """Note what an event changed."""
        match event:
            case CounterChanged(player=player, counter=name, index=index, before=before, after=after):
                if not self.words.hides(event):
                    first = self._counters.get((player, name, index), (before, after))[0]
                    self._counters[player, name, index] = (first, after)
            case Moved(component=component, to_zone=zone):
                # Taken out first, so that the order is that of the last arrivals, as in the zone.
                self._zones.pop(component, None)
                self._zones[component] = zone
                self.words.note_move(event)
            case Flipped(component=component, face=face):
                self.words.turn(component, face)
            case StateSet(component=component, name=name):
                self._states[component, name] = self.words.state(event)
            case TurnOrderSet(after=order):
                self._order = order

    def lines(self) -> Iterator[str]:
        """Yield the turn order, what each player has, what lies in the other zones, and states."""
        if self._order:
            yield f"The turn order is {', '.join(self.words.player(seat) for seat in self._order)}."
        held = self._held()
        width = max(len(name) for name in self.words.names)
        for seat, name in enumerate(self.words.names):
            parts = [*self._amounts(seat), *self._own_zones(seat, held)]
            if parts:
                yield f"{name:<{width}}  {'; '.join(parts)}"
        for zone, components in held.items():
            if self.words.holder(zone) == NOBODY:
                named = self._by_name or self.words.is_open(zone)
                shown = self.words.things(components) if named else len(components)
                yield f"{self.words.zone(zone)}: {shown}"
        yield from self._states.values()

    def _held(self) -> dict[int, list[int]]:
        held: dict[int, list[int]] = {}
        for component, zone in self._zones.items():
            if zone != NOWHERE:
                held.setdefault(zone, []).append(component)
        return dict(sorted(held.items()))

    def _amounts(self, seat: int) -> Iterator[str]:
        changed = [
            f"{after} {self.words.counter(name, index)}"
            for (player, name, index), (before, after) in self._counters.items()
            if player == seat and before != after
        ]
        if changed:
            yield ", ".join(changed)

    def _own_zones(self, seat: int, held: dict[int, list[int]]) -> Iterator[str]:
        for zone, components in held.items():
            if self.words.holder(zone) == seat:
                yield f"{self.words.zone_title(zone)}: {self.words.things(components, seat)}"
