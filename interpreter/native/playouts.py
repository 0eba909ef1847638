"""Games played on by chance from a position, by the thousand: inside the native machine, else the same ones on Python.

The choices of a playout follow from the seed and its number alone, so both machines play the same games.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Literal, overload

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.match import LOOK_EVERY
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.native.layout import PLAYOUTS
from rulewright.interpreter.native.loader import Results
from rulewright.interpreter.records import record
from rulewright.interpreter.state.errors import NeverEnds, RuleError
from rulewright.interpreter.state.limits import MOST_DECISIONS
from rulewright.interpreter.state.rng import draw, mixed
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import grown_too_large
from rulewright.interpreter.walker.scoring import winners_in

Policy = Literal["random", "greedy"]
"""How options are taken: by chance, or the one behind which the lead of who decides is largest, by `estimates`."""

_MASK = 2**64 - 1
_LENGTH, _ENDED, _RANKED, _NUMBERS = range(4)
_STEP = 0x9E3779B97F4A7C15


@record
class Playout:
    """A game that was played by chance; `game` is its content.

    `length` is the number of decisions that were taken, `ended` says whether it was played to its end; `results` are
    the numbers that the result ranks by as the game stood then, for each seat, None for who is not ranked.
    """

    game: Game
    length: int
    ended: bool
    results: Results

    @property
    def scores(self) -> list[int | None]:
        """The first of the numbers that the result ranks by, by seat; None for who is not ranked."""
        return [None if numbers is None else numbers[0] for numbers in self.results]

    @property
    def winners(self) -> list[int]:
        """The seats that have won as the result is then; empty when nobody is ranked."""
        ranked = {seat: numbers for seat, numbers in enumerate(self.results) if numbers is not None}
        return winners_in(self.game, ranked)


def choices_of(seed: int, number: int) -> int:
    """Return what the choices of a playout are drawn from, by its number from 0."""
    return draw(seed & _MASK, PLAYOUTS, number + 1)


def chosen(choices: int, taken: int, among: int) -> int:
    """Return which option a playout takes behind so many decisions, among so many."""
    return (draw(choices, 0, taken + 1) >> 32) * among >> 32


def played_on_python(
    machine: Machine,
    setting: Setting,
    state: FastState,
    choices: int,
    depth: int | None,
    decided: int,
    policy: Policy,
) -> Playout:
    """Play one game on, in this state. Raises RuleError when the content is at fault."""
    taken = 0
    while state.o and (depth is None or taken < depth):
        if decided >= MOST_DECISIONS:
            raise _never_ends(machine, state)
        if policy == "random":
            option = chosen(choices, taken, len(state.o))
        else:
            option = _best(machine, state, draw(choices, 0, taken + 1) >> 32)
        machine.step(state, option)
        taken += 1
        decided += 1
        if not state.o or not decided % LOOK_EVERY:
            fault = grown_too_large(setting, state.v)
            if fault is not None:
                raise fault
    results = machine.results(state)
    seats = range(machine.layout.players)
    return Playout(machine.game, taken, state.over, tuple(results.get(seat) for seat in seats))


def _best(machine: Machine, state: FastState, number: int) -> int:
    """Return the best option for who decides, of several one by chance, as the native machine finds it."""
    if len(state.o) == 1:
        return 0
    best: tuple[int, int] | None = None
    equal = found = 0
    for option in range(len(state.o)):
        worth = _worth(machine, state, option)
        if best is not None and worth < best:
            continue
        equal = equal + 1 if worth == best else 1
        best = worth
        number = mixed(number + _STEP)
        if equal == 1 or (number >> 32) * equal >> 32 == 0:
            found = option
    return found


def _worth(machine: Machine, state: FastState, option: int) -> tuple[int, int]:
    """Return how good an option is for who decides: the lead behind it, and at the end whether that has won."""
    seat, trial = state.p, state.clone()
    machine.step(trial, option)
    numbers = machine.estimates(trial)
    others = numbers[:seat] + numbers[seat + 1 :]
    won = trial.over and seat in winners_in(machine.game, machine.results(trial))
    return numbers[seat] - max(others, default=0), int(won)


def _never_ends(machine: Machine, state: FastState) -> RuleError:
    from rulewright.interpreter.fast.support import Endless

    fault = machine.explainer.explained(
        state, Endless(f"more than {MOST_DECISIONS} decisions: this does not end")
    )
    assert isinstance(fault, NeverEnds | RuleError)
    return fault


class Playouts(Sequence[Playout]):
    """Games that were played, in their order; each is told when somebody looks at it.

    What the native machine gives back is a row of 64-bit numbers for each: the length (-1 for one that has failed
    there), whether it was played to its end, a bit for each seat that is ranked, and the numbers the result ranks by.
    `others` holds the games that were played on Python, by their place.
    """

    def __init__(
        self, game: Game, rows: bytes, players: int, ranks: int, others: Mapping[int, Playout]
    ) -> None:
        self._game = game
        self._rows = memoryview(rows).cast("q")
        self._players, self._ranks = players, ranks
        self._width = _NUMBERS + players * ranks
        self._others = dict(others)

    def __len__(self) -> int:
        return len(self._rows) // self._width

    @overload
    def __getitem__(self, place: int) -> Playout: ...
    @overload
    def __getitem__(self, place: slice) -> list[Playout]: ...
    def __getitem__(self, place: int | slice) -> Playout | list[Playout]:
        """Return a game by its place, or several."""
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        place = range(len(self))[place]
        if place in self._others:
            return self._others[place]
        row = self._rows[place * self._width : (place + 1) * self._width]
        ranks, first = self._ranks, _NUMBERS
        results = tuple(
            tuple(row[first + seat * ranks : first + (seat + 1) * ranks])
            if row[_RANKED] >> seat & 1
            else None
            for seat in range(self._players)
        )
        return Playout(self._game, row[_LENGTH], bool(row[_ENDED]), results)

    def __eq__(self, other: object) -> bool:
        """Whether the other holds the same games."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it is a list

    @property
    def lengths(self) -> list[int]:
        """How many decisions were taken in each."""
        found = self._rows[:: self._width].tolist()
        for place, game in self._others.items():
            found[place] = game.length
        return found

    @property
    def wins(self) -> list[float]:
        """How often each seat has won; where several share the best result, each gets its part."""
        found = [0.0] * self._players
        for game in self:
            for seat in game.winners:
                found[seat] += 1 / len(game.winners)
        return found

    def failed(self) -> list[int]:
        """Return the places of the games that have failed on the native machine and are to be played on Python."""
        lengths = self._rows[:: self._width].tolist()
        return [place for place, length in enumerate(lengths) if length < 0 and place not in self._others]

    def play_again(self, place: int, game: Playout) -> None:
        """Put a game that was played on Python in its place."""
        self._others[place] = game


def no_playouts(game: Game, n: int, players: int) -> Playouts:
    """Return so many games that are all to be played on Python."""
    row = array("q", [-1, *[0] * (_NUMBERS - 1 + players)])
    return Playouts(game, row.tobytes() * n, players, 1, {})
