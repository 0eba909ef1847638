"""Chance in a match: the stream of each shuffle and of each random number, by its name, and how often it was asked.

What is shuffled is ordered by a number drawn for the name of each component, so one component more goes in somewhere
and leaves the order of the others as it was. Neither the order in which cards stand in files, nor the numbers that the
layout gives them, has any part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, cast

from rulewright.interpreter.content.former_names import as_first_called
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state import rng
from rulewright.interpreter.state.chance_names import Name, ZoneKey, is_of_game, random_places, shuffled_zones
from rulewright.interpreter.state.shuffled import LONG, SCATTERED, Drawn, Shuffled

SEED, DRAWN = 0, 1
"""Slots of `State.v`: the seed, and how often chance had a choice among more than one."""

NO_STREAM = -1

TURN_ORDER_ZONE = 0
"""The zone that holds seats."""


class HasZones(Protocol):
    """A state, of which chance reads the seed, and counts how often it was asked; `z` are its zones."""

    v: list[int]
    z: list[list[int]]


class Chance:
    """The streams of a layout; how often each was asked stands in `State.v` from `first` on.

    `at` is the slot of where the first component lies. `components` are the names of the components by their numbers,
    and `zones` those of the zones; the first of these is the turn order. `names` holds the name of each stream: first
    those of random numbers, by the place in the rules, then those of what can be shuffled. `asked` are the slots of the
    former. The numbers that the names have become are `streams`, `component_hashes` and `seat_hashes` (none last);
    `stream_of_zone` says which stream shuffles a zone (-1: none does), and `item_hashes` for each random number of the
    rules what the items of its list are called.
    """

    def __init__(
        self,
        game: Game,
        first: int,
        at: int,
        players: int,
        components: Sequence[Name],
        zones: Sequence[tuple[ZoneKey, Name]],
    ) -> None:
        self.first = first
        self._game = game
        drawn = list(random_places(game))
        self._places = {id(node): place for place, (_, node) in enumerate(drawn)}
        self.stream_of_zone = [NO_STREAM] * len(zones)
        self.names: list[Name] = [name for name, _ in drawn]
        shuffled = shuffled_zones(game)
        for number, (key, name) in enumerate(zones):
            if key in shuffled:
                self.stream_of_zone[number] = len(self.names)
                self.names.append(("shuffle", *key, *name))
        self.asked = slice(first, first + len(drawn))
        self.streams = [self._hash(name) for name in self.names]
        # One more for none: Python counts -1 from the end.
        self.component_hashes = [*(self._hash(name) for name in components), rng.hash_of("none")]
        self.seat_hashes = [*(rng.hash_of("seat", seat + 1) for seat in range(players)), rng.hash_of("none")]
        self._lanes = [rng.lane(name) for name in self.component_hashes]
        self._seat_lanes = [rng.lane(name) for name in self.seat_hashes]
        self._at = at
        self._rows: dict[int, tuple[int, rng.Joined, list[int]]] = {}
        self._types = [node.args[0].type.item for _, node in drawn]
        self.item_hashes = [self._names_of_items(item) for item in self._types]

    def _hash(self, name: Name) -> int:
        """Return the hash of a name, as what is renamed was called at first."""
        former = self._game.former
        if not former:
            return rng.hash_of(*name)
        return rng.hash_of(*(as_first_called(word, former) if is_of_game(word) else word for word in name))

    def place_of(self, node: c.Builtin) -> int:
        """Return the number of the stream for a `random` or `random_of` of the rules."""
        return self._places[id(node)]

    def type_of(self, place: int) -> Type | None:
        """Return the type of the items of a `random_of`; None for numbers between two."""
        return self._types[place]

    # ---------------------------------------------------------------- what is asked
    def shuffled(self, s: HasZones, zone: int, items: list[int]) -> list[int]:
        """Return what lies in a zone as `shuffle` would order it; a long one may be ordered when somebody looks."""
        if len(items) < LONG or not zone:
            self.shuffle(s, zone, items)
            return items
        first, places, lanes = self._row(s, zone, items)
        if lanes.size > SCATTERED * len(items):
            self.shuffle(s, zone, items)
            return items
        marks = rng.rough_marks(self._next(s, self.stream_of_zone[zone], len(items)), lanes)
        found = Shuffled.of(Drawn(first, places, zone, marks), len(items))
        return cast("list[int]", found)  # it does what a list does

    def _row(self, s: HasZones, zone: int, items: list[int]) -> tuple[int, Sequence[int] | None, rng.Joined]:
        """Return the row of components in which all those of a zone are found: the first, where each lies, their lanes.

        It is kept, since the next match shuffles there most likely the same components, or some of the same row.
        """
        first, lanes, whole = self._rows.get(zone, (0, rng.NO_LANES, []))
        if items == whole:
            return first, None, lanes
        places = s.v[self._at + first : self._at + first + lanes.size]
        if places.count(zone) < len(items):
            first, end = min(items), max(items) + 1
            lanes = rng.joined(self._lanes[first:end])
            self._rows[zone] = (first, lanes, items.copy() if len(items) == lanes.size else [])
            places = s.v[self._at + first : self._at + end]
        return first, places, lanes

    def shuffle(self, s: HasZones, zone: int, items: list[int]) -> None:
        """Bring what lies in a zone, or is to come there, into the next order, in place; zone 0 holds seats."""
        drawn = self._next(s, self.stream_of_zone[zone], len(items))
        if len(items) < 2:
            return
        lanes = self._lanes if zone else self._seat_lanes
        found = rng.marks_of_lanes(drawn, [lanes[item] for item in items])
        by_mark = dict(zip(found, items, strict=True))
        if len(by_mark) == len(items):
            items[:] = [by_mark[mark] for mark in sorted(found)]
        else:
            # Equal marks hardly ever come up, but no component may get lost.
            items[:] = [item for _, item in sorted(zip(found, items, strict=True))]

    def number(self, s: HasZones, place: int, low: int, high: int) -> int:
        """Return the next number from low to high, each as likely; there is at least one."""
        return low + rng.below(self._next(s, place, high - low + 1), high - low + 1)

    def one_of(self, s: HasZones, place: int, items: Sequence[int]) -> int:
        """Return an item of a list, each as likely; none of an empty one.

        The item whose name is drawn lowest is taken, so that it stays the same unless a new one is drawn lower still.
        """
        drawn = self._next(s, place, len(items))
        if len(items) < 2:
            return items[0] if items else c.NOTHING
        names = self.item_hashes[place]
        hashes = [names[item] if names is not None else rng.mixed(item) for item in items]
        if len(set(items)) < len(items):
            hashes = _apart(items, hashes)
        found = rng.marks(drawn, hashes)
        return items[found.index(min(found))]

    # ---------------------------------------------------------------- what only matters where chance is asked
    def refilled(self, s: HasZones, zone: int, items: Sequence[int]) -> None:
        """Take note that items that were shuffled have come to lie in their zone."""

    def look(self, s: HasZones, zone: int, number: int) -> None:
        """Take note that the first components of a zone, so many of them, are about to be drawn."""

    def moved(self, z: list[list[int]], components: Sequence[int]) -> None:
        """Take note that components are moved by themselves; those that are none count for nothing."""

    def swapped(self, z: list[list[int]], left: int, right: int) -> None:
        """Take note that two components have changed places."""

    def _next(self, s: HasZones, stream: int, among: int) -> int:
        """Count that a stream is asked, and return what it draws."""
        v, slot = s.v, self.first + stream
        v[slot] += 1
        if among > 1:
            v[DRAWN] += 1
        return rng.draw(v[SEED], self.streams[stream], v[slot])

    def _names_of_items(self, item: Type | None) -> list[int] | None:
        """Return the hash of each item that a list can hold; None for numbers, which are their own names."""
        if item is None:
            return None
        match item.base:
            case "component":
                return self.component_hashes
            case "player":
                return self.seat_hashes
            case "enum":
                words = self._game.enums[item.names[0]].values
                return [*(self._hash(("value", word)) for word in words), rng.hash_of("none")]
        return None


def _apart(items: Sequence[int], hashes: Sequence[int]) -> list[int]:
    """Return other hashes for items that a list holds several times, so that each of them has its own."""
    met: Counter[int] = Counter()
    found = []
    for item, name in zip(items, hashes, strict=True):
        found.append(rng.draw(0, name, met[item]))
        met[item] += 1
    return found


def has_chance(game: Game) -> bool:
    """Say whether anything in a game depends on its seed."""
    return bool(shuffled_zones(game)) or any(True for _ in random_places(game))
