import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.match.match import Match

ROOT = Path(__file__).parents[2]
GAMES = game_names(ROOT)

PLAYOUT = """
import random, sys
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.match.match import Match
match, chance = Match(load_game(sys.argv[1]), seed=11), random.Random(5)
while not match.over:
    match.apply(chance.randrange(len(match.decision.options)))
print(match.digest(), [move.id for move in match.moves])
"""


def in_one_place(match: Match) -> None:
    """See that every component lies in exactly the zone that it says, and that no zone holds too many."""
    layout, state = match.layout, match.state
    found: dict[int, list[int]] = {component: [] for component in range(len(layout.ids))}
    for number, declared in enumerate(layout.zone_decl):
        if declared is None:
            continue
        assert declared.size is None or len(state.z[number]) <= declared.size
        for component in state.z[number]:
            assert layout.kind_of[component] in declared.holds
            found[component].append(number)
    for component, zones in found.items():
        at = state.v[layout.at + component]
        assert zones == ([] if at == -1 else [at])


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_with_everything_in_its_place(name):
    game = load_game(name)
    for players in range(game.min_players, game.max_players + 1):
        match, chance = Match(game, players, seed=players, journal=False), random.Random(players)
        while not match.over:
            in_one_place(match)
            match.apply(chance.randrange(len(match.decision.options)))
        in_one_place(match)


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_played_on_leaves_the_original_alone(name):
    match, chance = Match(load_game(name), seed=3), random.Random(1)
    while not match.over:
        copy, digest = match.clone(), match.digest()
        option = chance.choice(match.decision.ids)
        copy.apply(option)
        assert match.digest() == digest
        match.apply(option)
        assert match.digest() == copy.digest()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_resumes_from_its_save(name):
    match, chance = Match(load_game(name), seed=8), random.Random(2)
    decisions = 0
    while not match.over:
        if decisions % 40 == 3:
            assert Match.resume(match.game, match.save()).digest() == match.digest()
        match.apply(chance.randrange(len(match.decision.options)))
        decisions += 1
    assert Match.resume(match.game, match.save()).digest() == match.digest()


# Of the large games tests/games demands it at every decision, and of their journals.
@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_a_game_is_the_same_under_every_hash_seed(name):
    def played(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "package")}
        command = [sys.executable, "-c", PLAYOUT, name]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert played("0") == played("12345") == played("1")


@pytest.mark.parametrize("name", GAMES)
def test_every_view_can_be_made_at_every_decision(name):
    match, chance = Match(load_game(name), seed=2, journal=False), random.Random(4)
    while not match.over:
        for viewer in (None, *range(len(match.names))):
            assert match.view(viewer)["round"] == match.round
        match.apply(chance.randrange(len(match.decision.options)))
