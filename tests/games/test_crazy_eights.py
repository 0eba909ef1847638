"""Crazy Eights: what is dealt, and what every position of games by chance must be like."""

from __future__ import annotations

import random

import pytest
from random_games import shipped

from rulewright import new_fast_match

CARDS = 52


def lying(match) -> list[int]:
    """How many cards lie in the hands, on the pile and in the stock."""
    view = match.view(None)
    hands = [player["zones"]["hand"]["count"] for player in view["players"].values()]
    return [*hands, view["zones"]["pile"]["count"], view["zones"]["stock"]["count"]]


@pytest.mark.parametrize(("players", "hand"), [(2, 7), (3, 5), (4, 5)])
def test_seven_cards_for_two_and_five_for_more(players, hand):
    for seed in range(20):
        match = new_fast_match(shipped("crazy-eights"), players, seed=seed, ask_forced=True)
        assert lying(match) == [hand] * players + [1, CARDS - 1 - hand * players]
        assert not match.view(None)["zones"]["pile"]["top"].startswith("eight"), "an eight begins no pile"


def test_every_hand_ends_without_a_card_lost():
    ends = set()
    for seed in range(40):
        match, dice = new_fast_match(shipped("crazy-eights"), 2, seed=seed), random.Random(seed)
        while not match.over:
            match.apply(dice.choice(match.decision.ids))
        assert sum(lying(match)) == CARDS
        out = [score == 0 for score in match.scores()]
        assert sum(out) <= 1
        assert not any(out) or match.winners() == [out.index(True)]
        assert any(out) or lying(match)[-1] == 0, "only without a stock is a hand blocked"
        ends.add(any(out))
    assert ends == {True, False}
