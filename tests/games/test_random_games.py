"""Whole games of Prêt-à-Porter in which chance chooses: for every number of players and every variant of the rules."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from random_games import (
    check_every_option,
    check_position,
    chooser,
    decisions,
    play_out,
    random_match,
)

from rulewright import Game, Match, new_fast_match, new_match, recording
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

GAME = "pret-a-porter"
CHECKOUT = Path(__file__).resolve().parents[2]
PLAYERS = (2, 3, 4)
GAMES = Games(CHECKOUT)
SEEDS = range(3)
MORE_SEEDS = range(3, 10)
DECKS = ("deck.contracts", "deck.buildings", "deck.employees")
# How many cards each of these decks has left once the rows are full; the Last Quarter's six come in the tenth round.
LEFT = {1: 15, 2: 12, 4: 9, 5: 6, 7: 3, 8: 0, 10: 3, 11: 0}
LAST_ROUND = 12


def the_game() -> Game:
    return GAMES.load(GAME)[0]


def variants() -> list[dict[str, str]]:
    """The rules as they are, every other value of every option, and all options changed together."""
    others = [
        {name: value}
        for name, option in the_game().options.items()
        for number, value in enumerate(option.values)
        if number != option.default
    ]
    together = {name: value for variant in others for name, value in variant.items()}
    return [{}, *others, together]


def _id(variant: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in variant.items()) or "as it is"


def each_once() -> list:
    """Every number of players with every variant; the slow tests take those that are met in another pair already."""
    found = []
    for number, variant in enumerate(variants()):
        for players in PLAYERS:
            quick = not variant or players == PLAYERS[number % len(PLAYERS)]
            marks = () if quick else pytest.mark.slow
            found.append(pytest.param(players, variant, id=f"{players}-{_id(variant)}", marks=marks))
    return found


def opened(players: int, seed: int, variant: dict[str, str], *, journal: bool = False) -> Match:
    return new_match(the_game(), players, seed, variant, journal=journal)


# ---------------------------------------------------------------- every position of many games
@pytest.mark.parametrize("variant", variants(), ids=_id)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MORE_SEEDS, marks=pytest.mark.slow)], ids=str)
def test_every_position_is_sound_and_the_game_comes_to_its_end(players, variant, seeds):
    for seed in seeds:
        match = opened(players, seed, variant)
        sample = random.Random(seed)
        left: dict[int, tuple[int, ...]] = {}
        for _ in decisions(match, chooser(seed, eager=seed % 2 == 1)):
            check_position(match)
            if match.phase == "planning" and match.round not in left:
                left[match.round] = check_rows(match)
            if sample.random() < 0.02:
                check_every_option(match)
        check_position(match)
        check_end(match)
        assert left == {round_: (number,) * len(DECKS) for round_, number in LEFT.items()}


def check_rows(match: Match) -> tuple[int, ...]:
    """The rows must be full when the pawns are placed; returns how many cards the decks have left."""
    zones = match.view(None)["zones"]
    assert [len(zones[row]) for row in ("row.contracts", "row.buildings", "row.employees")] == [3, 3, 3]
    designs = len(zones["row.designs"])
    # With nothing left to draw and to shuffle the row of Designs may be shorter.
    assert designs == 4 or (zones["deck.designs"]["count"], zones["pile.designs"]) == (0, [])
    return tuple(zones[deck]["count"] for deck in DECKS)


def check_end(match: Match) -> None:
    assert (match.over, match.round) == (True, LAST_ROUND)
    counters = [match.view(None)["players"][name]["counters"] for name in match.names]
    scores = [counter["cash"] + counter["points"] if counter["loans"] == 0 else None for counter in counters]
    assert match.scores() == scores
    ranked = [score for score in scores if score is not None]
    best = [seat for seat, score in enumerate(scores) if ranked and score == max(ranked)]
    assert set(match.winners()) <= set(best)
    assert bool(match.winners()) == bool(ranked)


# ---------------------------------------------------------------- the same everywhere
HASHED = """
import hashlib
from random_games import chooser, decisions, shipped
from rulewright import event_as_json, new_match, transcript
for players in (2, 3, 4):
    match = new_match(shipped("pret-a-porter"), players, seed=players)
    seen = hashlib.sha256()
    for _ in decisions(match, chooser(players, eager=True)):
        seen.update(repr((match.digest(), match.decision.ids, match.decision.prompt)).encode())
    seen.update(repr([event_as_json(event, match) for event in match.journal]).encode())
    seen.update(transcript(match).encode())
    print(players, len(match.moves), match.digest(), seen.hexdigest())
"""


@pytest.mark.slow
def test_a_game_is_the_same_under_every_hash_seed():
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", HASHED],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join((str(CHECKOUT / "package"), str(Path(__file__).parent))),
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("0", "1", "4242")
    ]
    told = {run.communicate()[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert len(told) == 1
    assert len(told.pop().splitlines()) == len(PLAYERS)


def test_the_same_seed_and_choices_give_the_same_game():
    assert random_match(GAME, 3, 5).digest() == random_match(GAME, 3, 5).digest()
    assert random_match(GAME, 3, 5).digest() != random_match(GAME, 3, 6).digest()


# ---------------------------------------------------------------- written down and taken up again
@pytest.mark.slow
@pytest.mark.parametrize(("players", "variant"), each_once())
def test_a_recorded_game_replays_to_the_same_end(players, variant, tmp_path):
    match = play_out(
        new_fast_match(the_game(), players, 100, variant, journal=True), chooser(100, eager=True)
    )
    path = tmp_path / "recorded.yaml"
    path.write_text(recording(match), encoding="utf-8")
    findings = Findings()
    script = read_script(path, "recorded.yaml", findings)
    (ready,) = check_script(script, GAMES, findings)
    outcome = run_case(ready)
    assert outcome.passed, [found.message for found in outcome.findings]
    assert not findings
    assert outcome.match.over
    assert outcome.match.digest() == match.digest()
    assert outcome.match.moves == match.moves


@pytest.mark.parametrize("variant", [variants()[0], variants()[-1]], ids=_id)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_save_resumes_anywhere_and_goes_on_alike(players, variant):
    match = opened(players, 200, variant)
    sample = random.Random(players)
    for _ in decisions(match, chooser(200)):
        if sample.random() < 0.02:
            saved = json.loads(json.dumps(match.save()))
            resumed = Match.resume(match.game, saved, journal=False)
            assert (resumed.digest(), resumed.moves) == (match.digest(), match.moves)
            assert resumed.decision.ids == match.decision.ids
            there = match.clone()
            for _ in range(5):
                if there.decision is not None:
                    there.apply(0)
                    resumed.apply(0)
            assert resumed.digest() == there.digest()
