"""Matches in which a playthrough says what chance gives; what it does not say, the seed answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulewright.interpreter.fast.asked_match import AskedFastMatch
from rulewright.interpreter.match.asked_match import AskedMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.decision import ChanceDecision


class StatedMatch(AskedMatch):
    """A match on the reference machine whose chance is stated; with `by_seed` the seed answers all that is asked."""

    asks_sure: ClassVar[bool] = True
    by_seed: bool = False

    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, a player's or chance's."""
        super().apply(option)
        while self.by_seed and isinstance(decision := self.decision, ChanceDecision):
            super().apply(decision.seeded)


class ToldMatch(StatedMatch):
    """A match with stated chance whose observers are told of everything at once, also of steps that are taken again."""

    holds_back: ClassVar[bool] = False


class StatedFastMatch(AskedFastMatch):
    """A match on the compiled machine whose chance is stated; with `by_seed` the seed answers all that is asked."""

    asks_sure: ClassVar[bool] = True
    by_seed: bool = False

    @staticmethod
    def _reference() -> type[Match]:
        return StatedMatch

    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, a player's or chance's."""
        super().apply(option)
        while self.by_seed and isinstance(decision := self.decision, ChanceDecision):
            super().apply(decision.seeded)


def left_to_the_seed(match: Playable) -> None:
    """Let the seed answer what a match asks of chance from here on, in the match and its copies."""
    if isinstance(match, StatedMatch | StatedFastMatch):
        match.by_seed = True


def is_open(match: Playable, name: str) -> bool:
    """Say whether a zone of this name holds components of which chance can still say where they lie."""
    layout, z = match.layout, match.state.z
    return any(
        z[-2][component]
        for number in range(layout.zones)
        if number and layout.zone_label(number, match.names) == name
        for component in z[number]
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What chance gave to a name; `seeded` where the seed gives the same."""

    name: str
    id: str
    seeded: bool


def answers_in(match: Playable) -> dict[int, list[Answer]]:
    """Return what chance was asked in a match, also where it had one answer only, in the order in which it came.

    The keys say how many decisions the players had made before. The game is played again to tell it.
    """
    again = StatedFastMatch(
        match.game,
        match.names,
        seed=match.seed,
        options=match.options,
        ask_forced=match.ask_forced,
        begin=match.stated,
    )
    told_all = isinstance(match, StatedMatch | StatedFastMatch)
    found: dict[int, list[Answer]] = {}
    made = 0
    for step in match.moves:
        while not told_all and isinstance(sure := again.decision, ChanceDecision) and len(sure.options) == 1:
            found.setdefault(made, []).append(Answer(sure.name, sure.ids[0], seeded=True))
            again.apply(0)
        decision = again.decision
        if isinstance(decision, ChanceDecision):
            position = decision.ids.index(step.id)
            found.setdefault(made, []).append(Answer(decision.name, step.id, position == decision.seeded))
        else:
            made += 1
        again.apply(step.id)
    return found
