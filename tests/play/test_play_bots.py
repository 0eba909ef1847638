"""Bots: legal, deterministic, and better the more they think."""

from __future__ import annotations

import pytest
from tea_house import match

from rulewright.interpreter.bots.bots import Dice, RandomBot, bot_for, lead_of
from rulewright.interpreter.match.match import Match


def play_out(game: Match, kinds: tuple[str, ...]) -> Match:
    bots = [bot_for(kind, game.seed, seat) for seat, kind in enumerate(kinds)]
    while game.decision is not None:
        before = game.digest()
        option = bots[game.decision.player].choose(game)
        assert game.digest() == before
        assert 0 <= option < len(game.decision.options)
        game.apply(option)
    return game


@pytest.mark.parametrize("kind", ["random", "greedy", "mcts"])
def test_a_bot_plays_the_same_game_for_the_same_seed(kind):
    games = [play_out(match(seed=4), (kind, "random")) for _ in range(2)]
    assert games[0].over
    assert games[0].moves == games[1].moves
    assert games[0].digest() == games[1].digest()


def test_random_bots_differ_by_seed():
    assert len({play_out(match(seed=seed), ("random", "random")).digest() for seed in range(6)}) > 3


def test_dice_are_the_same_everywhere():
    dice = Dice(7, 1)
    assert [dice.below(100) for _ in range(6)] == [5, 15, 30, 47, 45, 60]
    assert Dice(7, 1).some(5, 5) == [0, 1, 2, 3, 4]
    assert len(Dice(7, 1).some(100, 30)) == 30


@pytest.mark.parametrize(("better", "worse", "games"), [("greedy", "random", 6), ("mcts", "random", 2)])
def test_thinking_pays(better, worse, games):
    lead = 0
    for seed in range(games):
        lead += lead_of(play_out(match(seed=seed), (better, worse)), 0)
        lead += lead_of(play_out(match(seed=seed), (worse, better)), 1)
    assert lead > 0


def test_an_unknown_kind_is_a_key_error():
    with pytest.raises(KeyError):
        bot_for("clever", 1, 0)


def test_a_bot_never_uses_the_chance_of_the_game():
    one, other = match(seed=2), match(seed=2)
    RandomBot(Dice(9, 9)).choose(one)
    bot_for("greedy", 2, 0).choose(one)
    assert one.digest() == other.digest()
