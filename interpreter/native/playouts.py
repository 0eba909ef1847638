"""Games played on by chance from a position, by the thousand: inside the native machine, else the same ones on Python.

The choices of a playout follow from the seed and its number alone, so both machines play the same games.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.match import LOOK_EVERY
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.native.layout import PLAYOUTS
from rulewright.interpreter.native.loader import Played, Results
from rulewright.interpreter.records import record
from rulewright.interpreter.state.errors import NeverEnds, RuleError
from rulewright.interpreter.state.limits import MOST_DECISIONS
from rulewright.interpreter.state.rng import draw
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import grown_too_large
from rulewright.interpreter.walker.scoring import winners_in

_MASK = 2**64 - 1


@record
class Playout:
    """A game that was played by chance.

    `length` is the number of decisions that were taken, `ended` says whether it was played to its end; `results` are
    the numbers that the result ranks by as the game stood then, for each seat, None for who is not ranked.
    """

    length: int
    ended: bool
    results: Results

    @property
    def scores(self) -> list[int | None]:
        """The first of the numbers that the result ranks by, by seat; None for who is not ranked."""
        return [None if numbers is None else numbers[0] for numbers in self.results]

    @property
    def winners(self) -> list[int]:
        """The seats that share the best result; empty when nobody is ranked."""
        ranked = {seat: numbers for seat, numbers in enumerate(self.results) if numbers is not None}
        return winners_in(ranked)


def choices_of(seed: int, number: int) -> int:
    """Return what the choices of a playout are drawn from, by its number from 0."""
    return draw(seed & _MASK, PLAYOUTS, number + 1)


def chosen(choices: int, taken: int, among: int) -> int:
    """Return which option a playout takes behind so many decisions, among so many."""
    return (draw(choices, 0, taken + 1) >> 32) * among >> 32


def played_on_python(
    machine: Machine, setting: Setting, state: FastState, choices: int, depth: int | None, decided: int
) -> Playout:
    """Play one game on, in this state. Raises RuleError when the content is at fault."""
    taken = 0
    while state.o and (depth is None or taken < depth):
        if decided >= MOST_DECISIONS:
            raise _never_ends(machine, state)
        machine.step(state, chosen(choices, taken, len(state.o)))
        taken += 1
        decided += 1
        if not state.o or not decided % LOOK_EVERY:
            fault = grown_too_large(setting, state.v)
            if fault is not None:
                raise fault
    results = machine.results(state)
    seats = range(machine.layout.players)
    return Playout(taken, state.over, tuple(results.get(seat) for seat in seats))


def _never_ends(machine: Machine, state: FastState) -> RuleError:
    from rulewright.interpreter.fast.support import Endless

    fault = machine.explainer.explained(
        state, Endless(f"more than {MOST_DECISIONS} decisions: this does not end")
    )
    assert isinstance(fault, NeverEnds | RuleError)
    return fault


def told(played: list[Played]) -> Iterator[Playout | None]:
    """Yield games as the native machine has played them; None for one that has failed there."""
    for one in played:
        yield None if one is None else Playout(*one)
