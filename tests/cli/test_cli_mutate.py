"""mutate: which small changes of a game its playthroughs notice."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from command_line import run

GAME = """
language: 1
game: steps
title: Steps
players: 2
kinds:
  card: {all: cards, fields: {worth: number}}
counters:
  score: {}
  coins: {start: 3}
rounds: {number: 1, every: {phases: [walk]}}
phases:
  walk:
    do: |
      as each player in players:
        gain 2 score
        may "Pay":
          pay 1 coins
          gain 5 score
        if me.coins > 7:
          gain 9 score
        gain ace.worth score
        lose 0 coins
result: {rank: players, by: [player.score]}
components:
  card: {ace: {worth: 4}, king: {worth: 6}}
"""
PLAYED = """
game: steps
players: [Ann, Ben]
moves:
  - Ann: yes
  - Ben: pass
  - expect: Ann.score == 11 and Ben.score == 6
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    folder = tmp_path_factory.mktemp("steps")
    for name, text in (("rules/steps/game.yaml", GAME), ("cards/.keep", ""), ("tests/one.yaml", PLAYED)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


def line_of(words):
    return 1 + next(at for at, line in enumerate(GAME.lstrip("\n").splitlines()) if words in line)


def mutated(root, *words, code=0):
    result = run("mutate", "steps", root / "tests", *words, "--format", "json", root=root)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_changes_of_what_is_tested_are_noticed_and_others_are_not(root):
    found = {(int(one["place"].split(":")[1]), one["change"]): one["noticed_by"] for one in mutated(root)}
    assert found[line_of("gain 2 score"), "2 is 3"]
    assert found[line_of("gain 2 score"), "is left out"]
    assert found[line_of('may "Pay"'), "a may is a must"]
    assert found[line_of("pay 1 coins"), "1 is 2"]
    assert [by for (_, change), by in found.items() if change == "ace: worth 4 is 5"] != [None]
    # Nobody has more than 7 coins, and more than 8 neither; what stands behind it is never carried out.
    assert found[line_of("if me.coins > 7"), "7 is 8"] is None
    assert found[line_of("if me.coins > 7"), "a condition is turned round"]
    assert found[line_of("gain 9 score"), "9 is 10"] is None
    # Nothing is lost, whether or not it is said.
    assert found[line_of("lose 0 coins"), "is left out"] is None


def test_a_card_that_no_case_looks_at_is_told(root):
    (king,) = [one for one in mutated(root) if one["change"].startswith("king")]
    assert (king["noticed_by"], king["cases_that_reach_it"]) == (None, 1)


def test_a_sample_is_the_same_for_the_same_seed(root):
    assert mutated(root, "-n", "5") == mutated(root, "-n", "5")
    assert len(mutated(root, "-n", "5")) == 5
    assert mutated(root, "-n", "5", "--seed", "1") != mutated(root, "-n", "5")


def test_a_share_can_be_demanded_and_a_page_written(root, tmp_path):
    page = tmp_path / "page.html"
    result = run("mutate", "steps", root / "tests", "--demand", "100", "--html", page, root=root)
    assert result.exit_code == 1
    assert "100 % are demanded" in result.stderr
    assert f"rules/steps/game.yaml:{line_of('gain 9 score')}" in result.stdout
    assert f"rules/steps/game.yaml:{line_of('gain 9 score')}" in page.read_text(encoding="utf-8")
    assert run("mutate", "steps", root / "tests", "--demand", "10", root=root).exit_code == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [(("-n", "0"), "-n wants"), (("--demand", "101"), "--demand wants")],
)
def test_what_cannot_be_tried_is_refused(root, words, why):
    result = run("mutate", "steps", root / "tests", *words, root=root)
    assert result.exit_code == 2
    assert why in result.stderr
