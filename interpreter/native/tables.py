"""Whole games in which each seat decides by dice of its own, inside the native machine, and what came of each.

The dice are those of the random bots (`bots/dice.py`), to the number: such a game is the one they play on any machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence

from rulewright.interpreter.native.keys import key_of
from rulewright.interpreter.native.loader import NativeModule, Results
from rulewright.interpreter.records import record

_LENGTH, _ROUND, _RANKED, _NUMBERS = range(4)
_MASK = 2**64 - 1

CardOfSeat = tuple[int, int]


@record
class RandomGame:
    """A game that was played to its end by chance.

    `length` is the number of decisions, `round` that in which it ended; `results` are the numbers that the result
    ranks by, for each seat, None for who is not ranked. `uses` tells how often a seat used an ability of a card or had
    an effect in a field of it, `held` how many components of a card it had at the end, but for those that are its own
    from the start.
    """

    length: int
    round: int
    results: Results
    uses: Mapping[CardOfSeat, int]
    held: Mapping[CardOfSeat, int]


def random_games(module: NativeModule, players: int, seeds: Sequence[int]) -> Iterator[RandomGame | None]:
    """Play a game from each seed, and yield them in their order; None for one that has failed on this machine."""
    keys = tuple(key_of(f"{seed}/{seat}") for seed in seeds for seat in range(players))
    rows, counts = module.between(array("Q", [seed & _MASK for seed in seeds]).tobytes(), keys)
    width, cards = _NUMBERS + players * module.ranks, module.cards
    row_of, counts_of = memoryview(rows).cast("q"), memoryview(counts).cast("i")
    names = [(card, seat) for card in range(cards) for seat in range(players)]
    for number in range(len(seeds)):
        row = row_of[number * width : (number + 1) * width]
        if row[_LENGTH] < 0:
            yield None
            continue
        first = 2 * number * len(names)
        yield RandomGame(
            row[_LENGTH],
            row[_ROUND],
            _results(row, players, module.ranks),
            _counted(names, counts_of[first : first + len(names)]),
            _counted(names, counts_of[first + len(names) : first + 2 * len(names)]),
        )


def _results(row: memoryview, players: int, ranks: int) -> Results:
    numbers = row[_NUMBERS:].tolist()
    return tuple(
        tuple(numbers[seat * ranks : (seat + 1) * ranks]) if row[_RANKED] >> seat & 1 else None
        for seat in range(players)
    )


def _counted(names: Sequence[CardOfSeat], counts: memoryview) -> dict[CardOfSeat, int]:
    return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}
