"""Games of ours as environments of PettingZoo: its own tests, masks, rewards and seeds."""

from __future__ import annotations

import pytest

from rulewright import game_names

pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
np = pytest.importorskip("numpy")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from rulewright.adapters.pettingzoo import environment  # noqa: E402

# It advises where it need not: on names of agents, and on observations that are dictionaries with a mask.
pytestmark = pytest.mark.filterwarnings("ignore")

LARGE = ("rococo", "pret-a-porter")


def played(env, seed: int):
    """Play a game at random, and return what it came to and the first thing seen."""
    env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    first = env.observe(env.agent_selection)["observation"].copy()
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    return total, first


@pytest.mark.parametrize("name", sorted(set(game_names()) - set(LARGE)))
def test_pettingzoos_own_tests_pass(name, capsys):
    api_test(environment(name), num_cycles=60)
    seed_test(lambda: environment(name), num_cycles=30)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_pettingzoos_own_tests_pass_for_large_games(name, capsys):
    api_test(environment(name, 3), num_cycles=60)
    seed_test(lambda: environment(name, 3), num_cycles=30)


def test_the_winner_is_rewarded_with_one_and_the_other_loses_one():
    env = environment("kuhn-poker")
    for seed in range(5):
        total, _ = played(env, seed)
        assert sorted(total.values()) == [-1.0, 1.0]


def test_margins_are_what_was_won():
    env = environment("kuhn-poker", utility="margin")
    stakes = set()
    for seed in range(20):
        total, _ = played(env, seed)
        assert sum(total.values()) == 0
        stakes.add(max(total.values()))
    assert stakes == {1.0, 2.0}


def test_the_same_seed_is_the_same_game_and_another_is_another():
    env = environment("leduc-poker")
    assert played(env, 5)[0] == played(env, 5)[0]
    assert played(env, 5)[1].tolist() == played(env, 5)[1].tolist()
    assert len({tuple(played(env, seed)[1]) for seed in range(8)}) > 1


def test_only_who_decides_has_actions():
    env = environment("kuhn-poker")
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].sum() == 2
    assert env.observe(other)["action_mask"].sum() == 0


def test_an_action_that_cannot_be_taken_is_refused_in_words():
    env = environment("tic-tac-toe")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="cannot be taken by player_0 now; legal are"):
        env.step(illegal)


def test_a_game_ends_after_so_many_steps():
    env = environment("pig", most_steps=5)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        _, _, termination, truncation, _ = env.last()
        if termination or truncation:
            assert truncation
            env.step(None)
        else:
            mask = env.observe(agent)["action_mask"]
            env.step(int(np.flatnonzero(mask)[0]))
            steps += 1
    assert steps == 5


def test_the_transcript_is_rendered():
    env = environment("kuhn-poker", render_mode="ansi")
    env.reset(seed=1)
    assert "Next is Player1: Check or bet" in env.render()
    with pytest.raises(ValueError, match="render_mode"):
        environment("kuhn-poker", render_mode="human")
