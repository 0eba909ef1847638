"""How strong the search is where the right answer is known: games that cannot be lost, and what can be gained."""

import pytest

from benchmarks.exploitability import exploitability, sets_of, tree
from rulewright import load_game, new_fast_match
from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.fast.match import FastMatch


def replies(match, kind, seat, seed):
    """Play a bot against all that the other may do; yield the winners of every game."""
    while match.choices and match.turn == seat:
        match.apply(bot_for(kind, seed, seat).choose(match))
    if not match.choices:
        yield match.winners()
        return
    for option in range(match.choices):
        after = match.clone()
        after.apply(option)
        yield from replies(after, kind, seat, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_mcts_never_loses_tic_tac_toe_whatever_the_other_does(seat):
    game = load_game("tic-tac-toe")
    ends = [winners for seed in range(3) for winners in replies(FastMatch(game, 2), "mcts:300", seat, seed)]
    assert len(ends) > 40
    assert all(seat in winners for winners in ends)


@pytest.mark.slow
def test_mcts_beats_chance_in_connect_four():
    game, won = load_game("connect-four"), 0
    for number in range(20):
        match, seat = FastMatch(game, 2, seed=number // 2), number % 2
        bots = [bot_for("mcts:60" if place == seat else "random", number // 2, place) for place in range(2)]
        while match.choices:
            match.apply(bots[match.turn].choose(match))
        won += match.winners() == [seat]
    assert won >= 19


def test_what_can_be_gained_against_even_chances_in_kuhn_poker():
    """11/24, reckoned by hand, card by card (king, queen, jack), with the best answer to even chances.

    Who begins gets 3/2, 1/2 and -1/2 by a bet with each: 1/2 on average. Who answers gets 7/4 (call, bet), 1/4 (call,
    bet) and -3/4 (fold, bet): 5/12 on average. The mean of both is 11/24.
    """
    root = tree(new_fast_match(load_game("kuhn-poker"), 2, journal=True, chance="asked"))
    sets = sets_of(root)
    assert len(sets) == 12
    even = {known: [1 / options] * options for known, options in sets.items()}
    assert exploitability(root, even) == pytest.approx(11 / 24)
