"""The native machine and the compiled one are the same at every decision of the shipped games."""

import pytest
from both import OPENINGS, shipped
from natives import needs_compiler, pair, play_both

from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native.source import sources_of

pytestmark = needs_compiler

# Each of these is built in a second or two; the larger games are among the slow tests.
SMALL = ("tic-tac-toe", "kuhn-poker")


@pytest.mark.parametrize("ask", [False, True], ids=["forced taken", "forced asked"])
@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_the_same_at_every_decision(name, ask):
    game = shipped(name)
    for seed in range(30):
        play_both(*pair(game, 2, seed, ask=ask), seed, words=seed < 5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), OPENINGS)
def test_every_opening_of_every_game_is_the_same_at_every_decision(name, players, options):
    game, decisions = shipped(name), 0
    for seed in range(1_000):
        ask = seed % 3 == 0 and name not in {"pret-a-porter", "rococo"}
        decisions += play_both(*pair(game, players, seed, options, ask=ask), seed, words=seed < 1)
        if decisions > 2_000:
            break


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pret-a-porter", "rococo"])
def test_large_games_with_forced_choices_asked_are_the_same_at_every_decision(name):
    game = shipped(name)
    for seed in range(5):
        play_both(*pair(game, game.max_players, seed, ask=True), seed)


@pytest.mark.slow
@pytest.mark.parametrize("ask", [False, True], ids=["forced taken", "forced asked"])
@pytest.mark.parametrize(("name", "players", "options"), OPENINGS)
def test_nothing_of_a_shipped_game_is_left_to_python(name, players, options, ask):
    setting = open_setting(shipped(name), players, options)
    assert sources_of(machine_for(setting.game, players, setting.options, ask_forced=ask))
