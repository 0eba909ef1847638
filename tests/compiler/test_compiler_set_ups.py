"""What a set-up brings in every game is worked out once, and nothing is told or drawn otherwise for that."""

import pytest
from both import same
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import RuleError

LUCKY = """
kind: card
cards:
  ace: {front: {abilities: [{when: seen, automatic: yes, do: "let n = random(1, 6)\\ngain n points"}]}, back: {}}
"""
ASKS = "as players[1]:\n  choose n from 1 to 2"
SET_UPS = [
    "move all card_cards to deck.cards\nflip ace\nshuffle deck.cards\nmove all relics to vault",
    "shuffle deck.cards\nmove all card_cards to deck.cards",
    "move ace to players[1].table\nlet n = 3\nset game.step to n",
    "set game.step to random(1, 6)\nset game.lead to players[2]",
    "for each x in players:\n  set game.step to random(1, 6)",
    "if players[1].gold > 3:\n  set game.step to random(1, 3)",
    "as players[1]:\n  gain 3 gold",
    "nothing",
]


@pytest.mark.parametrize("setup", SET_UPS)
def test_set_ups_end_alike(setup):
    tiny = game(ASKS, setup=setup)
    for seed in range(3):
        slow, fast = Match(tiny, 2, seed=seed), FastMatch(tiny, 2, seed=seed)
        same(slow, fast)
        noted = FastMatch(tiny, 2, seed=seed, journal=True)
        assert noted.digest() == fast.digest()
        assert noted.journal == slow.journal


def test_chance_that_a_card_brings_into_a_set_up_differs_from_game_to_game():
    tiny = game(ASKS, setup="move ace to players[1].table", cards=LUCKY)
    met = set()
    for seed in range(12):
        slow, fast = Match(tiny, 2, seed=seed), FastMatch(tiny, 2, seed=seed)
        same(slow, fast)
        met.add(fast.digest())
    assert len(met) == 12


def test_games_do_not_share_what_they_have_set_up_together():
    tiny = game("move ace to row.cards\n" + ASKS, setup="move all card_cards to deck.cards")
    digests = {FastMatch(tiny, 2, seed=5).digest() for _ in range(3)}
    assert len(digests) == 1


def test_a_fault_in_the_first_part_of_a_set_up_is_told_when_a_game_is_opened():
    tiny = game(setup="set game.step to 1 / players[1].points\nshuffle deck.cards")
    with pytest.raises(RuleError, match="divided by 0") as slow:
        Match(tiny, 2)
    with pytest.raises(RuleError, match="divided by 0") as fast:
        FastMatch(tiny, 2)
    assert str(slow.value) == str(fast.value)
