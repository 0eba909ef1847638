"""Games of ours in OpenSpiel: its own conformance test, its solvers and its learners."""

from __future__ import annotations

import pickle
import random

import pytest

from rulewright import game_names

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
np = pytest.importorskip("numpy")

from rulewright.adapters.openspiel import openspiel_game  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

QUICK = ("kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "connect-four")


def states(game, seed: int = 0, most: int = 60):
    """Every state of a game played at random, the last one too."""
    state, dice = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", QUICK)
def test_openspiels_own_test_passes(name):
    pyspiel.random_sim_test(openspiel_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("utility", ["win", "margin", "score"])
@pytest.mark.parametrize("name", sorted(set(game_names()) - {"rococo", "pret-a-porter", "pig"}))
def test_openspiels_own_test_passes_for_every_game(name, utility):
    pyspiel.random_sim_test(openspiel_game(name, utility=utility), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rococo", "pret-a-porter", "pig"])
def test_openspiels_own_test_passes_for_long_games(name):
    pyspiel.random_sim_test(openspiel_game(name), num_sims=1, serialize=False, verbose=False)


def test_kuhn_poker_is_what_openspiel_knows():
    game = openspiel_game("kuhn-poker", utility="margin")
    assert game.num_distinct_actions() == 2
    assert game.num_players() == 2
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    theirs = pyspiel.load_game("kuhn_poker")

    def count(state):
        if state.is_terminal():
            return 1
        return sum(count(state.child(action)) for action in state.legal_actions())

    assert count(game.new_initial_state()) == count(theirs.new_initial_state()) == 30


def test_chance_is_explicit_and_its_probabilities_add_up_to_one():
    for name in QUICK:
        for state in states(openspiel_game(name)):
            if state.is_chance_node():
                assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_a_game_without_chance_says_so():
    assert openspiel_game("connect-four").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert (
        openspiel_game("connect-four").get_type().information
        == pyspiel.GameType.Information.PERFECT_INFORMATION
    )


def test_games_are_loaded_by_name_with_players_and_options():
    game = pyspiel.load_game("rulewright", {"game": "nim", "players": 2, "utility": "score"})
    assert game.new_initial_state().current_player() == 0
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert openspiel_game("pig", 3).num_players() == 3


def test_an_unknown_utility_is_refused():
    with pytest.raises(ValueError, match="utility is one of win, margin, score"):
        openspiel_game("nim", utility="money")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
def test_states_are_written_down_and_read_back(name):
    game = openspiel_game(name)
    for state in states(game):
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert again.history() == state.history()
        assert again.current_player() == state.current_player()
        assert pickle.loads(pickle.dumps(state)).history() == state.history()
        if not state.is_terminal():
            assert again.legal_actions() == state.legal_actions()


def test_a_clone_goes_on_by_itself():
    game = openspiel_game("leduc-poker")
    for state in states(game):
        before = state.history()
        if not state.is_terminal():
            for action in state.legal_actions():
                state.child(action)
        assert state.history() == before


def test_what_a_player_cannot_see_makes_no_difference_to_what_is_observed():
    game = openspiel_game("kuhn-poker")
    seen = {}
    for other in (0, 1):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(other)
        assert state.current_player() == 0
        seen[other] = (
            state.information_state_string(0),
            state.observation_string(0),
            tuple(state.observation_tensor(0)),
        )
        seen[other, 1] = (state.information_state_string(1), tuple(state.observation_tensor(1)))
    assert seen[0] == seen[1]
    assert seen[0, 1] != seen[1, 1]


def test_kuhn_poker_has_twelve_information_states():
    game = openspiel_game("kuhn-poker")
    found = set()

    def walk(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            found.add(state.information_state_string(state.current_player()))
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(found) == 12


# ---------------------------------------------------------------- its algorithms
@pytest.mark.slow
def test_cfr_solves_kuhn_poker_to_its_known_value():
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = openspiel_game("kuhn-poker", utility="margin")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    first, second = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert first == pytest.approx(-1 / 18, abs=0.003)
    assert second == pytest.approx(1 / 18, abs=0.003)
    assert exploitability.exploitability(game, policy) < 0.01


@pytest.mark.slow
def test_mcts_beats_chance_at_a_game_without_secrets():
    from open_spiel.python.algorithms import mcts

    game = openspiel_game("tic-tac-toe")
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 40, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    total = 0.0
    for seed in range(4):
        state, other = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            mine = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if mine else other.choice(state.legal_actions()))
        total += state.returns()[seed % 2]
    assert total > 0


@pytest.mark.slow
def test_tabular_q_learning_runs_on_a_game_of_ours():
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    game = openspiel_game("kuhn-poker", utility="margin")
    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    learners = [
        tabular_qlearner.QLearner(player_id=seat, num_actions=env.action_spec()["num_actions"])
        for seat in range(2)
    ]
    for _ in range(30):
        step = env.reset()
        while not step.last():
            seat = step.observations["current_player"]
            step = env.step([learners[seat].step(step).action])
        for learner in learners:
            learner.step(step)
    assert all(learner.loss is not None for learner in learners)
