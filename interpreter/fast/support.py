"""Small functions that compiled code calls: numbers, lists, places and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NoReturn

from rulewright.interpreter.compiler.counting import FUEL
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.weights import weight_of_moving
from rulewright.interpreter.state.fuel import TOO_LONG
from rulewright.interpreter.state.limits import LARGEST, MOST_NUMBERS, MOST_STEPS
from rulewright.interpreter.state.sizes import too_large_product

FormulaSort = Literal["entry", "table", "starting_with", "random"]
"""An entry of a list, one of a table, or a function of the language by its name."""


class Fault(Exception):
    """A fault of the content; the place comes from the line of compiled code that was running."""


class Endless(Fault):
    """A fault of the content that does not end."""


class NegativeAmount(Fault):
    """An amount below 0."""


class FormulaFault(Fault):
    """A fault of a formula, of a sort that is known: its place is sought among those of that sort."""

    def __init__(self, message: str, of: FormulaSort) -> None:
        super().__init__(message)
        self.of = of


class Oversized(Fault):
    """A product that is too large, or a range that is too wide."""


class Finish(Exception):
    """The rounds are to end at once."""


# ---------------------------------------------------------------- numbers and lists
def endless() -> NoReturn:
    """Give up what does not end."""
    raise Endless(TOO_LONG)


def burn(k: list[int], steps: int) -> None:
    """Take steps from those that are left before the next decision; give up when there were too few."""
    k[FUEL] -= steps
    if k[FUEL] < 0:
        endless()


def burn_moving(k: list[int], components: int) -> None:
    """Take the steps of moving components as a list, beside those of the statement."""
    if components > 1:
        burn(k, weight_of_moving(components))


def not_below_0(number: int) -> int:
    """Return an amount, which is never negative."""
    if number < 0:
        raise NegativeAmount(f"{number} is a negative amount")
    return number


def product(left: int, right: int) -> int:
    """Return a product of two numbers of which none is a small factor."""
    number = left * right
    if not -LARGEST <= number <= LARGEST:
        raise Oversized(too_large_product(left, right))
    return number


def times(number: int, size: int) -> int:
    """Return how often a size goes into a number."""
    if size < 1:
        raise Fault(f"`for every {size}` cannot be counted; it must be at least 1")
    return max(0, number // size)


def taken(available: int, wanted: int) -> int:
    """Return how much a loss takes: what there is."""
    return wanted if wanted < available else max(0, available)


def at_least(value: int, least: int) -> int:
    """Return what a counter is set to, which is never below its least value."""
    if value < least:
        raise Fault(f"a counter cannot be set to {value}: it is never below {least}")
    return value


def something(component: int) -> int:
    """Return a component, a player or a value that is not none."""
    if component < 0:
        raise Fault("what belongs to none cannot be changed")
    return component


def somebody(player: int) -> int:
    """Return a player who is not none."""
    if player < 0:
        raise Fault("nobody can act here: this is none")
    return player


def no_player_twice(order: Sequence[int]) -> list[int]:
    """Return a turn order, which names no player twice."""
    if -1 in order or len(set(order)) != len(order):
        raise Fault("the turn order cannot name a player twice, or nobody")
    return list(order)


def counting(low: int, high: int) -> range:
    """Return the numbers from low to high."""
    if high - low >= MOST_STEPS:
        endless()
    return range(low, high + 1)


def stepping(low: int, high: int, step: int) -> range:
    """Return the numbers to choose from, from low to high by a step."""
    if step < 1:
        raise Fault(f"a range cannot go on by steps of {step}; a step is at least 1")
    if (high - low) // step >= MOST_NUMBERS:
        raise Fault(f"{low} to {high} is a choice of more than {MOST_NUMBERS} numbers")
    return range(low, high + 1, step)


def entry(entries: Sequence[int], index: int) -> int:
    """Return an entry of a list, counted from one."""
    if not 1 <= index <= len(entries):
        raise FormulaFault(f"there is no entry {index}: this list has {len(entries)}", "entry")
    return entries[index - 1]


def first(items: Sequence[int]) -> int:
    """Return the first item or none."""
    return items[0] if items else c.NOTHING


def each_once(items: Iterable[int], numbers: bool) -> list[int]:  # written by the compiler
    """Return items each once; none is no item unless these are numbers."""
    return [item for item in dict.fromkeys(items) if numbers or item >= 0]


def rotated(items: Sequence[int], by: int) -> tuple[int, ...]:
    """Return a list begun further on."""
    by = by % len(items) if items else 0
    return (*items[by:], *items[:by])


def reversed_(items: Sequence[int]) -> tuple[int, ...]:
    """Return a list from its end."""
    return tuple(items[::-1])


def starting_with(item: int, items: Sequence[int]) -> tuple[int, ...]:
    """Return a list begun at an item."""
    if item not in items:
        raise FormulaFault("the list cannot start with something that is not in it", "starting_with")
    return rotated(items, list(items).index(item))


def one_after(item: int, items: Sequence[int]) -> int:
    """Return what comes behind an item of a list, the first behind the last."""
    return items[(_index(item, items) + 1) % len(items)]


def one_before(item: int, items: Sequence[int]) -> int:
    """Return what comes in front of an item of a list, the last in front of the first."""
    return items[_index(item, items) - 1]


def _index(item: int, items: Sequence[int]) -> int:
    if item not in items:
        raise Fault("nothing comes after or before what is not in the list")
    return items.index(item)


def index_of(item: int, items: Sequence[int]) -> int:
    """Return the place of an item in a list, from 1; 0 when it is not there."""
    return items.index(item) + 1 if item in items else 0


def place_better(pairs: Sequence[tuple[Any, int]], subject: int) -> int:
    """Return a place where those who are equal share the better one."""
    for key, item in pairs:
        if item == subject:
            better: int = sum([other > key for other, _ in pairs])
            return 1 + better
    return 0


def place_worse(pairs: Sequence[tuple[Any, int]], subject: int) -> int:
    """Return a place where those who are equal share the worse one."""
    for key, item in pairs:
        if item == subject:
            return sum([other >= key for other, _ in pairs])
    return 0


def place_in_order(pairs: Sequence[tuple[Any, int]], subject: int) -> int:
    """Return a place where of those who are equal the earlier comes first."""
    for position, (key, item) in enumerate(pairs):
        if item == subject:
            better: int = sum([other > key for other, _ in pairs])
            before: int = sum([other == key for other, _ in pairs[:position]])
            return 1 + better + before
    return 0


def position_in(items: Sequence[int], subject: int) -> int:
    """Return the position of an item in a list, counted from 1, or 0."""
    return items.index(subject) + 1 if subject in items else 0


def stepped(
    entries: dict[tuple[int, ...], int],
    numeric: tuple[bool, ...],
    keys: tuple[int, ...],
    otherwise: int | None = None,
) -> int:
    """Return a table's entry; a missing number takes the largest key below it."""
    left = list(entries)
    for level, key in enumerate(keys):
        present = [row[level] for row in left if row[level] == key or (numeric[level] and row[level] < key)]
        if not present:
            if otherwise is None:
                raise FormulaFault(f"the table has no entry for {keys}", "table")
            return otherwise
        found = max(present) if numeric[level] else key
        left = [row for row in left if row[level] == found]
    return entries[left[0]]


# ---------------------------------------------------------------- effects in fields
def no_effect(_s: object, _me: int, _component: int) -> None:
    """Do nothing: the effect of a component that has none in a field."""


def never_starts(_v: object, _z: object, _k: object, _me: int, _component: int, *_handed: object) -> bool:
    """Say that what is not there cannot start."""
    return False


# ---------------------------------------------------------------- payments
def add_to(sums: dict[int, int], slot: int, number: int) -> None:
    """Add to the sum of a slot."""
    sums[slot] = sums.get(slot, 0) + number


def can_pay(v: list[int], sums: dict[int, int], least: dict[int, int | None]) -> bool:
    """Say whether sums can be paid together."""
    for slot, total in sums.items():
        bound = least.get(slot, 0)
        if bound is not None and total > max(0, v[slot] - bound):
            return False
    return True


def take(v: list[int], sums: dict[int, int]) -> None:
    """Take sums."""
    for slot, total in sums.items():
        v[slot] -= total


def give_back(v: list[int], sums: dict[int, int]) -> None:
    """Give sums back."""
    for slot, total in sums.items():
        v[slot] += total


def gain_sums(v: list[int], sums: dict[int, int], _least: dict[int, int | None]) -> None:
    """Gain sums."""
    give_back(v, sums)


def pay_sums(v: list[int], sums: dict[int, int], least: dict[int, int | None]) -> None:
    """Pay sums, which must be there."""
    if not can_pay(v, sums, least):
        raise Fault("this cannot be paid")
    take(v, sums)


def lose_sums(v: list[int], sums: dict[int, int], least: dict[int, int | None]) -> None:
    """Lose sums, as far as they are there."""
    for slot, total in sums.items():
        bound = least.get(slot, 0)
        v[slot] -= total if bound is None else taken(v[slot] - bound, total)


def cannot_pay(v: list[int], slot: int, number: int, least: int) -> NoReturn:
    """Give up a payment that cannot be made."""
    raise Fault(f"{number} cannot be paid: there is {max(0, v[slot] - least)}")


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    endless, not_below_0, product, times, taken, at_least, something, somebody, no_player_twice, counting, stepping,
    entry, first, each_once, rotated, reversed_, starting_with, one_after, one_before, index_of, place_better,
    place_worse, place_in_order,
    stepped, position_in, no_effect, never_starts, add_to, can_pay, take, give_back, gain_sums, pay_sums, lose_sums,
    cannot_pay,
)  # fmt: skip
