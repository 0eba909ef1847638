"""A long zone that was shuffled, brought into order only as far as somebody looks.

Most games look at a few of the first cards of a large deck. Which these are follows from the marks alone: they are the
lowest, and their first byte finds them without sorting the others. Everything else a list can do is done with the whole
in order, so nobody who reads or changes such a zone sees a difference. Copies of a state may share one, also in several
threads: to look only ever puts a whole new answer in the place of the old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import repeat
from typing import NamedTuple, SupportsIndex, overload

from rulewright.interpreter.state.rng import RoughMarks

LONG = 256
"""From so many components on a shuffled zone is ordered on demand."""

SCATTERED = 4
"""But not where the row of components in which they are found is more than so many times as long."""


class Drawn(NamedTuple):
    """What was drawn for a row of components, from the number `first` on, of which those in a zone were shuffled.

    `places` are the zones where each of them lay, None where all lay in that zone.
    """

    first: int
    places: Sequence[int] | None
    zone: int
    marks: RoughMarks

    def all(self) -> list[int]:
        """Return the components in their order."""
        places = repeat(self.zone) if self.places is None else self.places
        lying = enumerate(zip(self.marks.all(), places, strict=False), self.first)
        return [
            item for _, item in sorted((mark, item) for item, (mark, place) in lying if place == self.zone)
        ]

    def starting_with(self, byte: int, first_bytes: bytes) -> list[int]:
        """Return the components whose marks have this first byte, in their order."""
        found: list[tuple[int, int]] = []
        places, mark, find = self.places, self.marks.one, first_bytes.find
        place = find(byte)
        while place >= 0:
            if places is None or places[place] == self.zone:
                found.append((mark(place), self.first + place))
            place = find(byte, place + 1)
        return [item for _, item in sorted(found)]


class _Rest(NamedTuple):
    """What was shuffled, so many, and how many of it stand in front: all whose first byte is below `byte`."""

    drawn: Drawn
    first_bytes: bytes
    size: int
    byte: int
    taken: int

    def next(self, wanted: int) -> tuple[list[int], _Rest | None]:
        """Return at least so many more, in order, and what is left then; fewer when that is all."""
        if self.size - self.taken <= 2 * wanted:
            return self.drawn.all()[self.taken :], None
        found: list[int] = []
        byte = self.byte
        while len(found) < wanted:
            found += self.drawn.starting_with(byte, self.first_bytes)
            byte += 1
        return found, self._replace(byte=byte, taken=self.taken + len(found))


class Shuffled(MutableSequence[int]):
    """A list of components in the order of their marks, lowest first; of equal marks the lower number comes first.

    What stands in front is in order already; what came behind the others later has its own place.
    """

    __slots__ = ("_back", "_parts")

    def __init__(self, front: list[int], rest: _Rest | None, back: list[int]) -> None:
        self._parts = (front, rest)
        self._back = back

    @classmethod
    def of(cls, drawn: Drawn, size: int) -> Shuffled:
        """Return so many components of what was drawn."""
        return cls([], _Rest(drawn, drawn.marks.first_bytes(), size, 0, 0), [])

    # ---------------------------------------------------------------- bringing it into order
    def _ordered(self, wanted: int) -> list[int]:
        """Return what stands in front, with at least the first so many in order, as far as there are so many."""
        front, rest = self._parts
        if rest is None or len(front) >= wanted:
            return front
        # A caller who goes on by one each time is given twice as many each time.
        found, rest = rest.next(max(wanted - len(front), len(front)))
        front = front + found if rest is not None else front + found + self._back
        self._parts = (front, rest)
        return front

    def whole(self) -> list[int]:
        """Return all of it in order: the list itself, not a copy."""
        return self._ordered(len(self))

    # ---------------------------------------------------------------- what games do with a deck
    def __len__(self) -> int:
        front, rest = self._parts
        return len(front) if rest is None else len(front) + rest.size - rest.taken + len(self._back)

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | list[int]:
        """Return an item or several; of the first ones, only these are brought into order."""
        return self._reaching(index)[index]

    def __setitem__(self, index: SupportsIndex | slice, value: int | Iterable[int]) -> None:
        """Put something in the place of an item, or of several."""
        self.whole()[index] = value  # type: ignore[index,assignment]  # one for one, several for several

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        """Take an item away, or several; for the first ones, only these are brought into order."""
        del self._reaching(index)[index]

    def _reaching(self, index: SupportsIndex | slice) -> list[int]:
        """Return a list, the front or all of it, in which an index or a slice means what it means in the whole."""
        if isinstance(index, slice):
            ends = (index.start or 0, index.stop)
            if index.step is None and ends[1] is not None and min(ends) >= 0:
                return self._ordered(max(ends))
        elif (place := index.__index__()) >= 0:
            front = self._ordered(place + 1)
            return front if place < len(front) else self.whole()
        return self.whole()

    def insert(self, index: int, value: int) -> None:
        """Put something before an item."""
        if 0 <= index < len(self):
            self._ordered(index).insert(index, value)
        else:
            self.whole().insert(index, value)

    def append(self, value: int) -> None:
        """Put something behind the others."""
        front, rest = self._parts
        (front if rest is None else self._back).append(value)

    def extend(self, values: Iterable[int]) -> None:
        """Put several behind the others."""
        front, rest = self._parts
        (front if rest is None else self._back).extend(values)

    def __iadd__(self, values: Iterable[int]) -> Shuffled:
        """Put several behind the others."""
        self.extend(values)
        return self

    def remove(self, value: int) -> None:
        """Take something away; of what stands in front, nothing else is brought into order."""
        front = self._parts[0]
        if value not in front:
            front = self.whole()
        front.remove(value)

    def copy(self) -> Shuffled:
        """Return a copy that goes on by itself."""
        front, rest = self._parts
        return Shuffled(front.copy(), rest, self._back.copy())

    # ---------------------------------------------------------------- the rest of a list
    def index(self, value: int, start: int = 0, stop: int | None = None) -> int:
        """Return where something stands."""
        return self.whole().index(value, start, len(self) if stop is None else stop)

    def reverse(self) -> None:
        """Turn the order round."""
        self.whole().reverse()

    def __iter__(self) -> Iterator[int]:
        """Go through all of it."""
        return iter(self.whole())

    def __contains__(self, value: object) -> bool:
        """Whether something is in it."""
        return value in self._parts[0] or value in self.whole()

    def __eq__(self, other: object) -> bool:
        """Whether another zone holds the same in the same order."""
        return self.whole() == (other.whole() if isinstance(other, Shuffled) else other)

    __hash__ = None  # type: ignore[assignment]  # a zone changes

    def __add__(self, other: Iterable[int]) -> list[int]:
        """Return this and another list as one."""
        return [*self.whole(), *other]

    def __radd__(self, other: Iterable[int]) -> list[int]:
        """Return another list and this as one."""
        return [*other, *self.whole()]

    def __repr__(self) -> str:
        """Show it as the list that it is."""
        return repr(self.whole())


def settled(zone: Sequence[int]) -> list[int]:
    """Return a zone as a plain list: itself, or what it comes to."""
    return zone.whole() if isinstance(zone, Shuffled) else zone  # type: ignore[return-value]  # no other sort
