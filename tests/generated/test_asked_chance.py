"""Games made at random with chance asked: answered as the seed does, they are the seeded games on both machines."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.asked_match import AskedFastMatch
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.asked_match import AskedMatch
from rulewright.interpreter.play.stated import StatedFastMatch, StatedMatch
from rulewright.interpreter.state.decision import ChanceDecision
from rulewright.interpreter.state.errors import MatchError, TooManyOutcomes
from tests.generated.files import loaded
from tests.generated.games import generated
from tests.generated.in_step import Opening, opening_of
from tests.generated.known import KNOWN

LEFT_OUT = frozenset(KNOWN)
MOST = 40

T = TypeVar("T")


def tried(act: Callable[[], T]) -> tuple[str, T | None]:
    """What came of an act: the class of the fault, empty for none, and what it returned."""
    try:
        return "", act()
    except TooManyOutcomes:
        pytest.skip("chance has too many outcomes here to be asked")
    except MatchError as error:
        return type(error).__name__, None


class Trio:
    """A seeded match, and the same with its chance asked on both machines."""

    def __init__(self, game: Game, opening: Opening, *, sure: bool, noting: bool) -> None:
        more: dict[str, Any] = {
            "seed": opening.seed, "options": dict(opening.options), "ask_forced": opening.ask,
        }  # fmt: skip
        fast, slow = (StatedFastMatch, StatedMatch) if sure else (AskedFastMatch, AskedMatch)
        opened = [
            tried(lambda: FastMatch(game, opening.players, journal=noting, **more)),
            tried(lambda: fast(game, opening.players, journal=noting, **more)),
            tried(lambda: slow(game, opening.players, journal=noting, **more)),
        ]
        self.faults = [fault for fault, _ in opened]
        self.matches: list[Any] = [match for _, match in opened]
        self.settle()

    def apply(self, option: int) -> None:
        self.faults = [tried(lambda match=match: match.apply(option))[0] for match in self.matches]
        self.settle()

    def settle(self) -> None:
        """Answer all that is asked of chance as the seed does, on both machines the same."""
        _, fast, slow = self.matches
        while not self.faults[1] and isinstance(decision := fast.decision, ChanceDecision):
            other = slow.decision
            assert isinstance(other, ChanceDecision)
            assert decision.ids == other.ids
            assert (decision.name, decision.weights) == (other.name, other.weights)
            assert fast.state.z == slow.state.z
            self.faults[1] = tried(lambda taken=decision.seeded: fast.apply(taken))[0]
            self.faults[2] = tried(lambda taken=other.seeded: slow.apply(taken))[0]


def in_step(seed: int) -> None:
    game, _ = loaded(generated(seed, LEFT_OUT))
    if game is None:
        return
    trio = Trio(game, opening_of(game, seed, LEFT_OUT), sure=seed % 2 == 1, noting=seed % 3 == 0)
    seeded, fast, slow = trio.matches
    dice = random.Random(seed)
    for _ in range(MOST):
        assert len(set(trio.faults)) == 1, trio.faults
        if trio.faults[0]:
            return
        assert fast.state.v == slow.state.v == seeded.state.v
        assert fast.state.z == slow.state.z
        assert fast.state.z[:-2] == [list(zone) for zone in seeded.state.z]
        assert fast.state.f == seeded.state.f
        if seeded.over:
            assert fast.over
            assert fast.journal == slow.journal or seed % 3 != 0
            return
        trio.apply(dice.randrange(seeded.choices))


@pytest.mark.parametrize("seed", range(1, 7))
def test_answered_as_the_seed_does_it_is_the_seeded_game(seed):
    in_step(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 180))
def test_answered_as_the_seed_does_many_are_the_seeded_games(seed):
    in_step(seed)
