import random

import pytest
from both import GAMES, random_game, shipped

from interpreter.fast.match import FastMatch


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_acts_alike_and_leaves_the_original_as_it_is(name):
    game = shipped(name)
    for seed in range(4):
        match, before = FastMatch(game, game.max_players, seed=seed), None
        for option in random_game(match, seed):
            digest, copy = match.digest(), match.clone()
            assert copy.state == match.state
            assert digest != before
            copy.apply(option)
            if seed == 0:
                chance = random.Random(option)
                other = copy.clone()
                for _ in range(5):
                    if other.choices:
                        other.apply(chance.randrange(other.choices))
            assert match.digest() == digest
            after = match.clone()
            after.apply(option)
            assert after.state == copy.state
            assert after.digest() == copy.digest()
            before = digest
        assert match.over


@pytest.mark.parametrize("name", GAMES)
def test_undo_is_going_back_to_a_copy(name):
    match = FastMatch(shipped(name), seed=5)
    trail = []
    for _ in random_game(match, 5):
        trail.append((match.clone(), match.digest(), len(match._positions())))
        if len(trail) == 40:
            break
    for copy, digest, moves in reversed(trail):
        assert (copy.digest(), len(copy.moves)) == (digest, moves)


def test_equal_positions_have_equal_digests():
    game = shipped(GAMES[-1])
    one, other = FastMatch(game, seed=1), FastMatch(game, seed=1)
    assert one.digest() == other.digest()
    assert one.state == other.state
    assert FastMatch(game, seed=2).digest() != one.digest()
