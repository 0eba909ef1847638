"""Rounds and ends on the native machine: small games, the same as on the compiled one."""

import pytest
from natives import needs_compiler, pair, play_both

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.native.playouts import choices_of
from rulewright.interpreter.state.errors import NeverEnds
from tests.one_meaning.tiny import tiny

pytestmark = needs_compiler

ASKS = 'one of "How many":\n  "one": gain 1 score\n  "two": gain 2 score'


def until(condition: str) -> str:
    return f"rounds: {{until: {condition}, at most: 5, every: {{phases: [main]}}}}\n"


def test_rounds_end_by_a_condition():
    game = tiny(ASKS, until("any(player in players where player.score >= 3)"))
    for seed in range(5):
        assert play_both(*pair(game, 2, seed), seed) in (2, 3)


@pytest.mark.parametrize("machine", [FastMatch, NativeMatch])
def test_too_many_rounds_are_the_same_fault(machine):
    match = machine(tiny(ASKS, until("no")), 2)
    for _ in range(4):
        match.apply(0)
    with pytest.raises(NeverEnds, match="5 rounds have been played"):
        match.apply(0)


def test_who_has_left_the_turn_order_is_passed_over():
    main = """
    as each player in turn_order:
      one of "How many":
        "one": gain 1 score
        "two":
          gain 2 score
          set turn_order to all(p in turn_order where p != players[2])
    """
    game = tiny(main, "rounds: {number: 3, every: {phases: [main]}}\n", acting=False)
    for seed in range(8):
        play_both(*pair(game, 2, seed), seed)


def test_decks_are_refilled_from_the_same_players_pile():
    head = """
    zones:
      box: {holds: peg}
      of each player:
        deck: {holds: peg, ordered: yes, shows: nothing, refill from: used}
        used: {holds: peg}
        hand: {holds: peg}
    setup: "move all pegs to players[1].used"
    """
    main = (
        ASKS
        + "\ndraw 1 from players[2].deck to me.hand\ndraw 1 from me.deck to me.hand\ngain count(me.hand) score"
    )
    for seed in range(4):
        play_both(*pair(tiny(main, head), 2, seed), seed)


def test_teams_and_those_who_have_won_are_the_same():
    result = "result: {rank: players, by: [player.score], won: player.score > 1, team: player.coins}\n"
    for seed in range(4):
        fast, native = pair(tiny(ASKS, result), 2, seed)
        play_both(fast, native, seed)
        assert fast.winners() == native.winners()
        assert [one.winners for one in native.playouts(2, seed)] == [fast.winners()] * 2


@pytest.mark.parametrize(
    "result", ["won: player.score > 1", "team: player.coins", "won: player.score == 1, team: player.luck"]
)
def test_whoever_looks_ahead_sees_who_has_won(result):
    """Playouts in which options are compared come out alike inside and outside, also where they end the game."""
    game = tiny(ASKS, f"result: {{rank: players, by: [player.score], {result}}}\n")
    native = NativeMatch(game, 2, wait=True)
    inside = native.playouts(6, 3, policy="greedy")
    outside = [native._playout_on_python(choices_of(3, number), None, "greedy") for number in range(6)]
    assert inside == outside
