"""Whole games of Rococo in which chance chooses, for every number of players, scored anew by other means."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from random_games import (
    Chooser,
    check_every_option,
    check_position,
    chooser,
    decisions,
    play_out,
    shipped,
)
from rococo_scores import check_all_halls, expected_scores

from rulewright import FastMatch, Match, new_fast_match, new_match, recording
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

GAME = "rococo"
CHECKOUT = Path(__file__).resolve().parents[2]
PLAYERS = (2, 3, 4, 5)
SEEDS = range(20)
MORE_SEEDS = range(20, 75)
SCORED_SEEDS = range(10)
LAST_ROUND = 7
# What a person would rather do, so that games are rich in Dresses; the larger the likelier.
LIKED = {
    "make-a-dress": 25,
    "rent-it-out": 6,
    "keep-it-as-silk": 5,
    "hire": 4,
    "acquire": 4,
    "fund": 4,
    "yes": 5,
}
DISLIKED = {"no-main-action": 0.1, "depute": 0.6, "pass": 0.5, "done": 0.5}


def tailor(seed: int) -> Chooser:
    """Chooses by chance, but likes some things better than others."""
    dice = random.Random(f"tailor {seed}")
    weights = {**LIKED, **DISLIKED}

    def choose(match: Match) -> int:
        ids = match.decision.ids
        chances = [next((weights[word] for word in weights if id_.startswith(word)), 1) for id_ in ids]
        return dice.choices(range(len(ids)), chances)[0]

    return choose


def opened(players: int, seed: int, *, journal: bool = True) -> Match:
    return new_match(shipped(GAME), players, seed, journal=journal)


# ---------------------------------------------------------------- every position of many games
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MORE_SEEDS, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_is_sound_and_the_game_comes_to_its_end(players, seeds):
    for seed in seeds:
        match = FastMatch(shipped(GAME), players, seed=seed)
        sample = random.Random(seed)
        choose = tailor(seed) if seed % 3 else chooser(seed)
        prepared = 0
        for _ in decisions(match, choose):
            if match.phase == "select" and prepared < match.round:
                prepared = match.round
                check_board(match)
            if sample.random() < 0.1:
                check_position(match)
                check_markers(match)
                check_decks(match)
        check_position(match)
        assert (match.over, match.round) == (True, LAST_ROUND)
        check_winners(match)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_every_end_is_scored_right(players):
    for seed in SCORED_SEEDS:
        match = play_out(new_fast_match(shipped(GAME), players, seed, journal=True), tailor(seed))
        assert match.scores() == expected_scores(match)
        check_all_halls(match)


@pytest.mark.parametrize("players", PLAYERS)
def test_options_are_tried_on_copies_without_harm(players):
    match = opened(players, players)
    sample = random.Random(players)
    for _ in decisions(match, tailor(players)):
        if sample.random() < 0.02:
            check_every_option(match)


def check_board(match: Match | FastMatch) -> None:
    """What phase 1 has laid out: Employees, tiles and Dresses."""
    zones, held = match.view(None)["zones"], match.view(None)["component_zones"]
    levels = [int(id_[1]) for id_ in zones["hiring"]]
    assert len(levels) == 4
    assert max(levels) == min(match.round, 6)
    assert zones["stack.employees"]["count"] == 28 - 4 * match.round
    few = len(match.names) <= 3
    tiles = [len(held[f"segment-{letter}"]["tiles"]) for letter in "abc"]
    used_up = zones["stack.tiles"]["count"] == 0 and not zones["pile.tiles"]
    assert tiles == [3 if few else 4] * 3 or used_up
    windows = [held[f"window-{n}"]["shown"] for n in range(1, 9) if f"window-{n}" in held]
    assert len(windows) == (6 if few else 8)
    assert all(windows) or (zones["bag"]["count"] == 0 and not zones["pile.dresses"])
    # Only the leftmost windows can be empty.
    assert sorted(map(bool, windows), reverse=True) == list(map(bool, windows))


def check_markers(match: Match | FastMatch) -> None:
    """A marker lies on exactly the Dresses on the board, and on one space in each row of the Fountain."""
    layout, numbers = match.layout, match.state.v
    for dress in layout.of_kind["dress"]:
        zone = numbers[layout.at + dress]
        holder = layout.zone_holder[zone]
        declared = layout.zone_decl[zone]
        on_board = declared.scope == "component" and layout.kind_of[holder] in ("space", "decoration")
        assert on_board == (numbers[layout.state_slot(dress, "marker")] >= 0)
    for row in ("upper", "lower"):
        owners = [
            numbers[layout.state_slot(c, "marker")]
            for c in layout.of_kind["decoration"]
            if f"-{row}-" in layout.ids[c]
        ]
        owners = [owner for owner in owners if owner >= 0]
        assert len(owners) == len(set(owners))


def check_decks(match: Match | FastMatch) -> None:
    """Nobody's deck has ever fewer than four Employees."""
    layout = match.layout
    for player in range(len(match.names)):
        names = ("supply", "hand", "played", "discarded")
        zones = [match.state.z[layout.zone_number("player", name, player)] for name in names]
        assert sum(map(len, zones)) >= 4


def check_winners(match: Match | FastMatch) -> None:
    livre = [match.state.v[match.layout.counter_slot("livre", seat)] for seat in range(len(match.names))]
    assert all(0 <= left < 10 for left in livre)
    results = list(zip(match.scores(), livre, strict=True))
    assert match.winners() == [seat for seat, result in enumerate(results) if result == max(results)]


# ---------------------------------------------------------------- what others do not see
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_sees_hands_supplies_silk_and_prestige_of_the_others(players):
    match = opened(players, players, journal=False)
    sample = random.Random(players)
    for _ in decisions(match, tailor(players)):
        if sample.random() < 0.1:
            check_views(match)


def check_views(match: Match) -> None:
    layout = match.layout
    for viewer in range(len(match.names)):
        view = match.view(viewer)
        text = json.dumps(view)
        for seat, name in enumerate(match.names):
            shown = view["players"][name]
            for zone in ("supply", "hand", "tiles", "drawn"):
                inside = match.state.z[layout.zone_number("player", zone, seat)]
                ids = [layout.ids[component] for component in inside]
                if seat == viewer:
                    assert shown["zones"][zone] == ids
                else:
                    assert shown["zones"][zone] == {"count": len(ids)}
                    assert not any(f'"{id_}"' in text for id_ in ids)
            assert ("prestige" in shown["counters"]) == (seat == viewer)
            assert shown["counters"]["livre"] == match.state.v[layout.counter_slot("livre", seat)]
            discarded = match.state.z[layout.zone_number("player", "discarded", seat)]
            assert shown["zones"]["discarded"] == [layout.ids[component] for component in discarded]
        for zone in ("stack.employees", "stack.tiles", "bag"):
            inside = match.state.z[layout.zone_number("game", zone)]
            assert view["zones"][zone] == {"count": len(inside)}
            assert not any(f'"{layout.ids[component]}"' in text for component in inside)


# ---------------------------------------------------------------- what each rank may do
ACTIONS = {
    "master": {"claim-the-queen-s-favor", "acquire-resources", "make-a-dress", "hire-a-new-employee"},
    "journeyman": {"claim-the-queen-s-favor", "acquire-resources", "make-a-dress"},
    "apprentice": {"acquire-resources"},
}
ALWAYS = {"fund-a-decoration", "depute-your-employee", "no-main-action"}


def test_the_main_actions_follow_from_the_rank():
    game, met = shipped(GAME), set()
    ranks = game.enums["rank"].values
    for seed in range(30):
        match = FastMatch(game, 4, seed=seed)
        for _ in decisions(match, tailor(seed)):
            if not match.decision.prompt.startswith("Main action"):
                continue
            (played,) = match.state.z[match.layout.zone_number("player", "played", match.decision.player)]
            card = game.cards[match.layout.card_of[played]]
            rank = ranks[card.sides[0].fields["rank"]]
            assert set(match.decision.ids) <= ACTIONS[rank] | ALWAYS
            met |= {(rank, id_) for id_ in match.decision.ids}
    assert met == {(rank, id_) for rank in ranks for id_ in ACTIONS[rank] | ALWAYS}


def test_nobody_is_deputed_from_a_deck_of_four():
    for seed in range(15):
        match = FastMatch(shipped(GAME), 2, seed=seed)
        for _ in decisions(match, chooser(seed)):
            if match.decision.prompt.startswith("Main action"):
                player, layout = match.decision.player, match.layout
                names = ("supply", "hand", "played", "discarded")
                size = sum(len(match.state.z[layout.zone_number("player", name, player)]) for name in names)
                assert ("depute-your-employee" in match.decision.ids) == (size > 4)


# ---------------------------------------------------------------- the same everywhere
HASHED = """
import hashlib
from random_games import chooser, decisions, shipped
from rulewright import event_as_json, new_match, transcript
for players in (2, 5):
    match = new_match(shipped("rococo"), players, seed=players)
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


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_a_recorded_game_replays_to_the_same_end(players, tmp_path):
    match = play_out(opened(players, 100), tailor(100))
    path = tmp_path / "recorded.yaml"
    path.write_text(recording(match), encoding="utf-8")
    findings = Findings()
    script = read_script(path, "recorded.yaml", findings)
    (ready,) = check_script(script, Games(CHECKOUT), findings)
    outcome = run_case(ready)
    assert outcome.passed, [found.message for found in outcome.findings]
    assert outcome.match.digest() == match.digest()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_save_resumes_anywhere_and_goes_on_alike(players):
    match = opened(players, 200, journal=False)
    sample = random.Random(players)
    for _ in decisions(match, tailor(200)):
        if sample.random() < 0.01:
            saved = json.loads(json.dumps(match.save()))
            resumed = Match.resume(match.game, saved, journal=False)
            assert resumed.digest() == match.digest()
            there = match.clone()
            for _ in range(5):
                if there.decision is not None:
                    there.apply(0)
                    resumed.apply(0)
            assert resumed.digest() == there.digest()
