"""The command simulate, and the counts behind it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest
from command_line import run

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.journal.events import AbilityUsed, EffectBegan
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.study.simulation import Plan, count_of, play_games, spread_of


def numbers(*words):
    result = run("simulate", "tea-house", *words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_numbers_of_a_simulation():
    count = numbers("-n", "30", "--players", "3", "--seed", "5")
    assert (count["game"], count["players"], count["games"], count["seed"]) == ("tea-house", 3, 30, 5)
    assert count["bots"] == ["random", "random", "random"]
    assert [seat["seat"] for seat in count["seats"]] == [1, 2, 3]
    assert sum(seat["share"] for seat in count["seats"]) == pytest.approx(1, abs=0.001)
    assert sum(seat["wins"] for seat in count["seats"]) <= 30
    assert count["rounds"] == {"least": 3, "lower": 3, "median": 3, "upper": 3, "largest": 3}
    assert count["scores"]["least"] <= count["scores"]["median"] <= count["scores"]["largest"]
    (aunt,) = [card for card in count["cards"] if card["id"] == "aunt"]
    assert aunt["uses"] >= aunt["users"] >= aunt["winners"] > 0
    # The uncle has no ability, but an effect that a rule runs; the others can only be held.
    told = {card["id"]: card for card in count["cards"]}
    assert {"aunt", "uncle"} < told.keys()
    assert all(
        card["held"] >= card["holders"] > 0 for id_, card in told.items() if id_ not in ("aunt", "uncle")
    )


@pytest.mark.slow
def test_the_same_plan_gives_the_same_numbers_however_many_play():
    words = ("-n", "25", "--bots", "greedy,random", "--seed", "3")
    assert numbers(*words) == numbers(*words, "--jobs", "2") == numbers(*words, "--jobs", "7")
    texts = {
        run("simulate", "tea-house", *words, "--format", "csv", "--jobs", jobs).stdout for jobs in ("1", "3")
    }
    assert len(texts) == 1


def test_a_line_for_each_game():
    result = run("simulate", "tea-house", "-n", "4", "--seed", "10", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["seed"] for row in rows] == ["10", "11", "12", "13"]
    assert list(rows[0]) == ["seed", "decisions", "rounds", "winners", "score_1", "score_2"]


def test_a_table_for_people():
    result = run("simulate", "tea-house", "-n", "3", "--option", "rich=yes", "--bots", "random,greedy")
    lines = result.stdout.splitlines()
    assert lines[0] == "Tea House: 3 games of 2 players, from seed 0, rich yes"
    assert lines[2].split() == [
        "seat",
        "bot",
        "wins",
        "shared",
        "share",
        "95",
        "%",
        "least",
        "lower",
        "median",
        "upper",
        "largest",
        "unranked",
    ]
    assert lines[4].split()[:2] == ["2", "greedy"]
    assert result.stderr == ""


@pytest.mark.slow
def test_why_somebody_is_not_ranked_is_told():
    told = run("simulate", "pret-a-porter", "-n", "2", "--seed", "1", root=None).stdout.splitlines()
    assert told[5].startswith(
        "unranked: only players who have no Loans are ranked (rules/pret-a-porter/game.yaml:"
    )
    assert not any(
        line.startswith("unranked") for line in run("simulate", "tea-house", "-n", "2").stdout.splitlines()
    )


@pytest.mark.slow
def test_uses_of_cards_are_those_of_the_journal():
    """Automatic abilities count too, and what bots try on copies does not."""
    game = load_game("pret-a-porter")
    plan = Plan(game, ("Ann", "Ben", "Cid"), ("random", "random", "random"), {}, 4)
    (played,) = play_games(plan, [1])
    match = Match(game, plan.names, seed=5)
    bots = [bot_for(kind, 5, seat) for seat, kind in enumerate(plan.bots)]
    decisions = 0
    while match.decision is not None:
        match.apply(bots[match.turn].choose(match))
        decisions += 1
    used = Counter(
        (match.layout.card_of[event.component], event.player)
        for event in match.journal
        if isinstance(event, AbilityUsed | EffectBegan)
    )
    assert played.uses == used
    assert sum(used.values()) > 5
    assert (played.decisions, played.scores, played.winners) == (
        decisions,
        tuple(match.scores()),
        tuple(match.winners()),
    )
    assert count_of(plan, [played]).games == 1


@pytest.mark.parametrize(("fault", "code"), [("broken", "RW513"), ("swelling", "RW518")])
def test_games_that_fail_are_reported_and_not_counted(fault, code):
    result = run("simulate", "tea-house", "-n", "5", "--option", f"fault={fault}", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["games"] == 0
    assert result.stderr.count(code) == 1
    assert "5 of 5 games were stopped by a fault, the first with seed 0" in result.stderr


def test_quartiles():
    assert spread_of([]) is None
    assert spread_of([7]) == spread_of([7, 7, 7])
    spread = spread_of([4, 1, 3, 2])
    assert (spread.least, spread.lower, spread.median, spread.upper, spread.largest) == (
        1,
        1.75,
        2.5,
        3.25,
        4,
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("-n", "0"), "-n wants a number of games"),
        (("-n", "2", "--jobs", "0"), "--jobs wants"),
        (("-n", "2", "--players", "9"), "is played by 2 to 3 players"),
        (("-n", "2", "--bots", "randon"), "did you mean random?"),
        (("-n", "2", "--bots", "random,greedy,random"), "one for each of 2 seats"),
        (("-n", "2", "--option", "poor=yes"), "no option 'poor'"),
        ((), "-n"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words, why):
    result = run("simulate", "tea-house", *words)
    assert result.exit_code == 2
    assert why in result.stderr


@pytest.mark.slow
def test_cards_whose_effects_rules_run_are_counted():
    result = run(
        "simulate", "rococo", "--players", "4", "-n", "8", "--seed", "1", "--format", "json", root=None
    )
    assert result.exit_code == 0, result.output
    uses = {card["id"]: card["uses"] for card in json.loads(result.stdout)["cards"]}
    employees = [id_ for id_ in uses if re.fullmatch(r"(b|e\d)\w*", id_)]
    assert len(employees) >= 27
    assert sum(uses[id_] > 0 for id_ in employees) > 10
