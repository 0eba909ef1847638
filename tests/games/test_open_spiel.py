"""Games that OpenSpiel has, too, are played there in step: the same seat, the same legal moves, the same result."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from random_games import shipped

from rulewright import new_fast_match

pytestmark = pytest.mark.slow

GAMES = 1_000
SOUTH_AND_NORTH = {
    **{f"south-{house}": house for house in range(1, 7)},
    **{f"north-{house}": house + 7 for house in range(1, 7)},
}

# By the name of a game of ours: what OpenSpiel calls it, and the number that one of our options has there.
NUMBERS: dict[str, tuple[str, Callable[[str], int]]] = {
    "connect-four": ("connect_four", lambda id_: "abcdefg".index(id_[0])),
    "othello": ("othello", lambda id_: "abcdefgh".index(id_[0]) + 8 * (int(id_[1]) - 1)),
    "kalah": ("mancala", SOUTH_AND_NORTH.__getitem__),
}
# Othello's passes are moves there, and nobody is asked here.
PASS = {"othello": 64}


@pytest.mark.parametrize("name", NUMBERS)
def test_the_games_are_the_same(name):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (`pip install open_spiel`)")
    theirs_name, number = NUMBERS[name]
    theirs = pyspiel.load_game(theirs_name)
    dice = random.Random(name)
    for seed in range(GAMES):
        ours = new_fast_match(shipped(name), 2, seed, ask_forced=True, journal=False)
        state = theirs.new_initial_state()
        while not ours.over:
            _pass(state, PASS.get(name))
            assert state.current_player() == ours.turn
            numbers = [number(id_) for id_ in ours.decision.ids]
            assert sorted(numbers) == state.legal_actions()
            taken = dice.randrange(len(numbers))
            state.apply_action(numbers[taken])
            ours.apply(taken)
        _pass(state, PASS.get(name))
        assert state.is_terminal()
        assert ours.winners() == _winners(state)


def _pass(state: Any, passing: int | None) -> None:
    while not state.is_terminal() and passing is not None and state.legal_actions() == [passing]:
        state.apply_action(passing)


def _winners(state: Any) -> list[int]:
    best = max(state.returns())
    return [seat for seat, result in enumerate(state.returns()) if result == best]
