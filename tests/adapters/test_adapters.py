"""Numbers of actions, rows of numbers and utilities: what the adapters share, without any library."""

from __future__ import annotations

import random

import pytest
from builder import game

from rulewright import game_names, load_game, new_fast_match, new_match
from rulewright.adapters.actions import Actions
from rulewright.adapters.features import Features
from rulewright.adapters.utility import returns_of
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.match.playable import Playable

SMALL = sorted(set(game_names()) - {"rococo", "pret-a-porter"})


class Ended:
    """A match that is over, with these results."""

    def __init__(self, scores: list[int | None], winners: list[int]) -> None:
        self.names = tuple("ABCD"[: len(scores)])
        self._scores, self._winners = scores, winners

    def scores(self) -> list[int | None]:
        return self._scores

    def winners(self) -> list[int]:
        return self._winners


def numbered(match: Playable, game: Game, seed: int = 1, most: int = 80) -> list[tuple[str, str, int]]:
    """Play at random: the kind and id of every option that was offered, with its number."""
    actions = Actions(game, match.layout, match.names)
    dice, found = random.Random(seed), []
    for _ in range(most):
        decision = match.decision
        if decision is None:
            break
        numbers = actions.of(decision)
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < actions.count for number in numbers)
        found += zip([decision.kind] * len(numbers), decision.ids, numbers, strict=True)
        match.apply(dice.randrange(len(numbers)))
    return found


@pytest.mark.parametrize("name", SMALL)
def test_each_choice_has_one_number_on_both_machines(name):
    content = load_game(name)
    fast = numbered(new_fast_match(content, seed=3), content)
    assert fast == numbered(new_match(content, seed=3), content)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rococo", "pret-a-porter"])
def test_each_choice_of_a_large_game_has_one_number(name):
    content = load_game(name)
    found = numbered(new_fast_match(content, 4, seed=3), content, most=400)
    components = {(kind, id_): number for kind, id_, number in found if kind == "choose"}
    assert len(components) > 20


def test_a_component_has_the_same_number_in_every_game_and_seed():
    content = load_game("tic-tac-toe")
    found = [
        {id_: n for _, id_, n in numbered(new_fast_match(content, seed=seed), content, seed)}
        for seed in (1, 2)
    ]
    assert all(found[1].get(id_, number) == number for id_, number in found[0].items())
    assert len(set(found[0].values())) == len(found[0])


@pytest.mark.parametrize("name", SMALL)
def test_rows_are_as_long_as_said_and_tell_nothing_hidden(name):
    content = load_game(name)
    match = new_fast_match(content, seed=2)
    features = Features(content, match.layout, match.names)
    dice = random.Random(4)
    for _ in range(30):
        if match.over:
            break
        for seat in range(len(match.names)):
            row = features.row(match, seat)
            assert len(row) == features.size
            assert all(isinstance(number, float) for number in row)
        seat = match.turn
        assert features.row(match.resampled(7), seat) == features.row(match, seat)
        match.apply(dice.randrange(match.choices))


@pytest.mark.parametrize(
    ("winners", "players", "wanted"),
    [
        ([0], 2, [1.0, -1.0]),
        ([0, 1], 2, [0.0, 0.0]),
        ([2], 4, [-1 / 3, -1 / 3, 1.0, -1 / 3]),
        ([0, 1], 4, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([], 2, [0.0, 0.0]),
        ([0], 1, [1.0]),
    ],
)
def test_winners_share_what_the_others_lose(winners, players, wanted):
    assert returns_of(Ended([0] * players, winners), "win") == pytest.approx(wanted)  # type: ignore[arg-type]


def test_margins_and_scores():
    ended = Ended([5, 1, None], [0])
    assert returns_of(ended, "score") == [5.0, 1.0, 1.0]  # type: ignore[arg-type]
    assert returns_of(ended, "margin") == pytest.approx([8 / 3, -4 / 3, -4 / 3])  # type: ignore[arg-type]


def test_a_branch_for_each_of_some_items_has_numbers_of_its_own():
    tiny = game(
        'as players[1]:\n  one of "Take":\n    "Nothing": nothing\n'
        '    "Take {c}" for each c in card_cards where c.cost > 1: gain c.cost points'
    )
    match = new_match(tiny)
    decision = match.decision
    assert decision is not None
    actions = Actions(tiny, match.layout, match.names)
    numbers = actions.of(decision)
    assert len(set(numbers)) == len(decision.options) == 6
    assert all(0 <= number < actions.count for number in numbers)
    assert actions.name_of(numbers[0]) == "branch 1"
