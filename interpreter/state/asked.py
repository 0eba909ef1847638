"""Chance that is asked: what it gives is a question to nobody, each answer with its likelihood.

A match whose chance is asked carries two lists more in its `z`, behind the zones, so that copies, saves and digests
have them like everything else:

- **loose**: for each component 0, or the number of the shuffle since which nothing has told where in its zone it lies.
  Those of one number may lie in any order; they stand in the one that the seed gives.
- **tape**: what is waiting to be carried out (an option, `START`, or `NOTHING_WAITS`), whether chance is also asked
  where it has one answer only (0 or 1), then the answers to what was asked on the way, five numbers each: a key of
  four, and the answer.

A step that comes to chance whose answer is not on the tape is broken off by `ChanceAsked`. Whoever took the step goes
back to where it began, has the answer put on the tape, and takes the step again. So nothing that a machine does has to
be able to wait in the middle. An answer stays on the tape as long as the number may be asked for again: what can start
is found out by looking ahead, and a number that was looked at must come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.records import record
from rulewright.interpreter.state import rng
from rulewright.interpreter.state.chance import TURN_ORDER_ZONE, Chance, HasZones
from rulewright.interpreter.state.chance_names import Name
from rulewright.interpreter.state.errors import TooManyOutcomes
from rulewright.interpreter.state.lazy_zones import lazy_zones
from rulewright.interpreter.state.limits import MOST_NUMBERS

START, NOTHING_WAITS = -2, -1
"""What stands on a tape in the place of an option: the game is to begin, or nothing is to be done."""

_SURE = 1
"""Where on a tape it stands whether chance is asked where it has one answer only."""

FIRST_ENTRY = 2
"""Where on a tape the answers begin."""

ENTRY = 5
"""How many numbers an answer on a tape takes."""

_Key = tuple[int, int, int, int]


@record
class Asking:
    """What chance is asked for, and what it can answer.

    `stream` is its number among `Chance.names`. `outcomes` are numbers, seats, positions in an enum or components, and
    `weights` how likely each is beside the others. `seeded` is the position of the one that the seed gives. `of_card`
    says for each outcome whether it stands for all copies of its card that can come. `zone` is where the next component
    is asked for (0: the turn order), -1 for a random number.
    """

    stream: int
    key: _Key
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    seeded: int
    zone: int = -1
    of_card: tuple[bool, ...] = ()


class ChanceAsked(Exception):  # it steers
    """A step has come to chance whose answer is not known yet."""

    def __init__(self, asking: Asking) -> None:
        super().__init__("chance is asked")
        self.asking = asking


class Numbered(Protocol):
    """What of a layout is needed to tell components apart."""

    card_of: list[int]

    @property
    def game(self) -> Game: ...
    @property
    def zones(self) -> int: ...
    def slots_of(self, component: int) -> tuple[int, ...]: ...
    def zone_key_of(self, zone: int) -> tuple[str, str]: ...


# ---------------------------------------------------------------- the two lists
def begin_tape(z: list[list[int]], components: int) -> None:
    """Add to the zones of a state what a match needs whose chance is asked."""
    z += [[0] * components, [START, 0]]


def ask_also_what_is_sure(z: list[list[int]]) -> None:
    """Let chance be asked also where it has one answer only."""
    z[-1][_SURE] = 1


def waiting(z: list[list[int]]) -> int:
    """Return the position of the option that is to be carried out, `START`, or `NOTHING_WAITS`."""
    return z[-1][0]


def let_wait(z: list[list[int]], option: int) -> None:
    """Note what is to be carried out as soon as chance has answered."""
    z[-1][0] = option


def put_answer(z: list[list[int]], asking: Asking, outcome: int) -> None:
    """Put the outcome with this position on the tape."""
    z[-1] += [*asking.key, asking.outcomes[outcome]]


def places_as_open(before: list[list[int]], after: list[list[int]]) -> None:
    """Let the same places be open in a world dealt anew as in the one that it was dealt from."""
    loose = [0] * len(before[-2])
    for old, new in zip(before[:-2], after[:-2], strict=True):
        for was, now in zip(old, new, strict=True):
            if old is not before[TURN_ORDER_ZONE]:
                loose[now] = before[-2][was]
    after[-2] = loose


class AskedChance(Chance):
    """Chance of a match that asks for it; where nothing is asked it gives what the seed gives."""

    def __init__(self, chance: Chance, layout: Numbered) -> None:
        vars(self).update(vars(chance))
        self._layout = layout
        self._slots: dict[int, tuple[int, ...]] = {}

    @cached_property
    def _lazy(self) -> list[bool]:
        lazy = lazy_zones(self._layout.game)
        return [self._layout.zone_key_of(zone) in lazy for zone in range(self._layout.zones)]

    def name_of(self, asking: Asking) -> Name:
        """Return the name of the stream that is asked."""
        return self.names[asking.stream]

    # ---------------------------------------------------------------- shuffles
    def shuffled(self, s: HasZones, zone: int, items: list[int]) -> list[int]:
        """Return the items in the order that the seed gives; what may be told of it later is not told yet."""
        self.shuffle(s, zone, items)
        return items

    def shuffle(self, s: HasZones, zone: int, items: list[int]) -> None:
        """Bring items into the order that the seed gives; what may be told of it later is not told yet."""
        super().shuffle(s, zone, items)
        if len(items) > 1 or s.z[-1][_SURE]:
            if self._lazy[zone]:
                self._loosen(s, zone, items)
            else:
                for at in range(len(items)):
                    self._bring(s, zone, self._label(s, zone), items, at, items[at:])

    def refilled(self, s: HasZones, zone: int, items: Sequence[int]) -> None:
        """Note that items lie where they were shuffled to: on their way there they were moved one by one."""
        if (len(items) > 1 or s.z[-1][_SURE]) and self._lazy[zone]:
            self._loosen(s, zone, items)

    def look(self, s: HasZones, zone: int, number: int) -> None:
        """Ask which components lie at the front of a zone, so many of them."""
        items, loose = s.z[zone], s.z[-2]
        for at in range(min(number, len(items))):
            label = loose[items[at]]
            if label:
                group = [item for item in items[at:] if loose[item] == label]
                loose[self._bring(s, zone, label, items, at, group)] = 0

    def moved(self, z: list[list[int]], components: Sequence[int]) -> None:
        """Note that components are moved by themselves, so that it is known where each lies then."""
        loose = z[-2]
        for component in components:
            if component >= 0:
                loose[component] = 0

    def swapped(self, z: list[list[int]], left: int, right: int) -> None:
        """Note that two components have changed places; what is known is known of the places."""
        loose = z[-2]
        loose[left], loose[right] = loose[right], loose[left]

    def _loosen(self, s: HasZones, zone: int, items: Sequence[int]) -> None:
        label = self._label(s, zone)
        for item in items:
            s.z[-2][item] = label

    def _label(self, s: HasZones, zone: int) -> int:
        """Return a number, from 1 on, that only the last shuffle of a zone has."""
        stream = self.stream_of_zone[zone]
        return s.v[self.first + stream] * len(self.names) + stream + 1

    def _bring(  # where in what, and what may come
        self, s: HasZones, zone: int, label: int, items: list[int], at: int, group: list[int]
    ) -> int:
        """Ask which of a group comes at a position of a list, bring it there, and return it."""
        chosen = self._one_of_group(s, zone, label, group)
        items.remove(chosen)
        items.insert(at, chosen)
        return chosen

    def _one_of_group(self, s: HasZones, zone: int, label: int, group: list[int]) -> int:
        sorts: dict[object, list[int]] = {}
        for item in group:
            sorts.setdefault(self._sort_of(s, zone, item), []).append(item)
        if len(sorts) == 1 and not s.z[-1][_SURE]:
            return group[0]
        key = (-label, len(group), 0, 0)
        found = _answer(s.z[-1], key)
        if found in group:
            return found
        outcomes = tuple(alike[0] for alike in sorts.values())
        cards = [self._layout.card_of[item] for item in outcomes] if zone != TURN_ORDER_ZONE else []
        raise ChanceAsked(
            Asking(
                stream=self.stream_of_zone[zone],
                key=key,
                outcomes=outcomes,
                weights=tuple(map(len, sorts.values())),
                seeded=0,
                zone=zone,
                of_card=tuple(cards.count(card) == 1 for card in cards),
            )
        )

    def _sort_of(self, s: HasZones, zone: int, item: int) -> object:
        """Return what is alike for copies of a card between which nothing can tell."""
        if zone == TURN_ORDER_ZONE:
            return item
        if item not in self._slots:
            self._slots[item] = self._layout.slots_of(item)
        return self._layout.card_of[item], *(s.v[slot] for slot in self._slots[item])

    # ---------------------------------------------------------------- random numbers
    def number(self, s: HasZones, place: int, low: int, high: int) -> int:
        """Return the next number from low to high, each as likely; there is at least one."""
        seeded = super().number(s, place, low, high)
        if low == high and not s.z[-1][_SURE]:
            return low
        if high - low >= MOST_NUMBERS:
            raise TooManyOutcomes(high - low + 1)
        outcomes = tuple(range(low, high + 1))
        return self._asked(s, place, (low, high), outcomes, (1,) * len(outcomes), seeded)

    def one_of(self, s: HasZones, place: int, items: Sequence[int]) -> int:
        """Return an item of a list, each as likely; none of an empty one."""
        seeded = super().one_of(s, place, items)
        outcomes = tuple(dict.fromkeys(items))
        if not outcomes or (len(outcomes) == 1 and not s.z[-1][_SURE]):
            return seeded
        weights = tuple(items.count(outcome) for outcome in outcomes)
        return self._asked(s, place, (len(items), rng.hash_of(*items) >> 16), outcomes, weights, seeded)

    def _asked(  # all that makes a question
        self,
        s: HasZones,
        place: int,
        among: tuple[int, int],
        outcomes: tuple[int, ...],
        weights: tuple[int, ...],
        seeded: int,
    ) -> int:
        key = (place, s.v[self.first + place], *among)
        found = _answer(s.z[-1], key)
        if found is not None:
            return found
        raise ChanceAsked(Asking(place, key, outcomes, weights, outcomes.index(seeded)))

    def tidy(self, s: HasZones) -> None:
        """Take from the tape, behind a step, what it cannot be asked for again."""
        tape = s.z[-1]
        kept = [NOTHING_WAITS, tape[_SURE]]
        for at in range(FIRST_ENTRY, len(tape), ENTRY):
            stream, count = tape[at : at + 2]
            if stream >= 0 and count > s.v[self.first + stream]:
                kept += tape[at : at + ENTRY]
        s.z[-1] = kept


def _answer(tape: list[int], key: _Key) -> int | None:
    """Return what a tape answers to a key, None when it does not."""
    wanted = list(key)
    for at in range(FIRST_ENTRY, len(tape), ENTRY):
        if tape[at : at + ENTRY - 1] == wanted:
            return tape[at + ENTRY - 1]
    return None
