"""How good a position is for a player: by the rules' estimate, else by what the result would say."""

from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter.content.load import check_game, load_game
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.state.errors import RuleError
from tests.machines import MACHINES, open_on

RULES = """
language: 1
game: race
title: Race
players: 3
counters:
  debt: {at least: none}
  coins: {}
  steps: {}
setup: |
  as each player in players:
    let n = place of me among q in players by 0 ties in order
    gain START
rounds: {number: 1, every: {phases: [run]}}
phases:
  run:
    do: |
      as each player in players:
        may "Run": gain 1 steps
ending:
  do: |
    as each player in players:
      gain 100 coins
result: {rank: "RANK", by: [player.coins, player.steps]}
"""


@pytest.fixture(params=MACHINES)
def machine(request):
    return request.param


def write(folder, rank, start, estimate):
    text = RULES.replace("RANK", rank).replace("START", start)
    (folder / "rules" / "race").mkdir(parents=True)
    (folder / "cards").mkdir()
    (folder / "rules" / "race" / "game.yaml").write_text(
        text + (f"estimate: {estimate}\n" if estimate else "")
    )


@cache
def made(rank, start, estimate):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), rank, start, estimate)
        return load_game("race", Path(folder))


def opened(machine, rank="players", start="n coins", estimate=""):
    """Open a match in which the players have 1, 2 and 3 coins, unless something else is said."""
    return open_on(machine, made(rank, start, estimate))


def test_without_an_estimate_it_is_the_score_as_it_stands(machine):
    assert opened(machine).estimates() == [1, 2, 3]


def test_the_estimate_is_worked_out_for_each_player(machine):
    match = opened(machine, estimate="10 * player.coins + player.steps")
    match.apply("yes")
    assert match.estimates() == [11, 20, 30]


def test_when_the_game_is_over_the_result_counts(machine):
    match = opened(machine, estimate="0 - player.coins")
    assert match.estimates() == [-1, -2, -3]
    for _ in range(3):
        match.apply(0)
    assert match.over
    assert match.estimates() == [101, 102, 103]


# The coins are 1, 2 and 3, and so is the debt; who is not ranked is behind the last, who has 1.
SECOND_AND_THIRD_OUT = [
    ("p.debt == 1", [1, 1 - 1, 1 - 2]),
    ("p.debt < 2", [1, 1 - 1, 1 - 2]),
    ("p.debt <= 1", [1, 1 - 1, 1 - 2]),
    ("not p.debt > 1", [1, 1 - 1, 1 - 2]),
    ("not p.debt >= 2", [1, 1 - 1, 1 - 2]),
    ("1 >= p.debt", [1, 1 - 1, 1 - 2]),
    ("2 > p.debt", [1, 1 - 1, 1 - 2]),
    ("p.debt == 1 and p.coins == 1", [1, 1 - 2, 1 - 4]),
    ("p.debt == 1 or p.coins == 3", [1, 1 - 1, 3]),
    ("not (p.debt != 1 or p.coins > 1)", [1, 1 - 2, 1 - 4]),
    ("not (p.debt != 1 and p.coins > 1)", [1, 1 - 1, 1 - 2]),
    ("every n in [1, 1] has p.debt == n", [1, 1 - 2, 1 - 4]),
    ("p == first(players)", [1, 1 - 1, 1 - 1]),
    ("not p.debt != 1", [1, 1 - 1, 1 - 2]),
    ("p.debt != 2", [1, 1 - 1, 3]),
]


@pytest.mark.parametrize(("condition", "wanted"), SECOND_AND_THIRD_OUT)
def test_who_is_not_ranked_is_behind_the_last_by_what_is_missing(machine, condition, wanted):
    match = opened(machine, f"all(p in players where {condition})", "n coins and n debt")
    assert match.estimates() == wanted


def test_who_is_not_in_another_list_of_the_ranked_is_one_behind_the_last(machine):
    ranked = "rotated(all(p in players where p.coins < 2), 1)"
    assert opened(machine, ranked).estimates() == [1, 0, 0]


def test_an_estimate_at_fault_is_told_at_its_place(machine):
    match = opened(machine, estimate="10 / player.steps")
    with pytest.raises(RuleError) as caught:
        match.estimates()
    assert caught.value.span.line == RULES.count("\n") + 1
    assert not match.over


@pytest.mark.parametrize(
    ("estimate", "code"),
    [
        ("player.coinz", "RW206"),
        ("players", "RW404"),
        ("random(1, 6)", "RW205"),
        ("me.coins", "RW212"),
        ("yes", "RW404"),
    ],
)
def test_an_estimate_is_checked_like_any_formula(tmp_path, estimate, code):
    write(tmp_path, "players", "1 coins", estimate)
    findings = Findings()
    check_game("race", tmp_path, findings)
    assert [(found.code, found.span.line) for found in findings] == [(code, RULES.count("\n") + 1)]


def test_an_estimate_stands_once(tmp_path):
    write(tmp_path, "players", "1 coins", "player.coins")
    (tmp_path / "rules" / "race" / "more.yaml").write_text("estimate: player.steps\n")
    findings = Findings()
    check_game("race", tmp_path, findings)
    assert [found.code for found in findings] == ["RW202"]
