"""Options that are numbers of a range."""

from __future__ import annotations

import pytest

from rulewright import check_game, new_fast_match, new_match
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.match.opening import UnknownOption

RULES = """language: 1
game: small
players: 1
options:
  target: {default: 3, at least: 1, at most: 5}
counters: {points: {}}
rounds: {number: 1, every: {phases: [play]}}
phases:
  play:
    do: |
      as each player in players:
        gain options.target * 10 points
result: {rank: players, by: [player.points]}
"""


def written(tmp_path, rules=RULES):
    for part in ("rules", "cards"):
        (tmp_path / part / "small").mkdir(parents=True)
    (tmp_path / "rules" / "small" / "game.yaml").write_text(rules, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("machine", [new_match, new_fast_match])
@pytest.mark.parametrize(("options", "points"), [({}, 30), ({"target": "1"}, 10), ({"target": 5}, 50)])
def test_a_formula_calculates_with_the_number_that_was_chosen(tmp_path, machine, options, points):
    assert machine(load_game("small", written(tmp_path)), 1, options=options).scores() == [points]


def test_a_number_out_of_the_range_is_refused(tmp_path):
    with pytest.raises(UnknownOption, match="target cannot be '6'"):
        new_match(load_game("small", written(tmp_path)), 1, options={"target": "6"})


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        (
            "default: 3",
            "default: 6",
            "RW105",
            "the default of target is a number from 1 to 5, but `6` stands here",
        ),
        ("default: 3", "default: soon", "RW105", "but `soon` stands here"),
        ("at least: 1", "at least: 9", "RW105", "the smallest first, not 9 to 5"),
        ("at most: 5", "at most: 5000", "RW105", "one of 1 to 1000 numbers"),
        (", at most: 5", "", "RW108", "a number `at least` and `at most` so much"),
        ("at most: 5", "at most: 5, values: [1, 2]", "RW108", "without `values`"),
    ],
)
def test_what_is_wrong_with_an_option_is_found(tmp_path, old, new, code, message):
    found = list(check_game("small", written(tmp_path, RULES.replace(old, new))))
    assert any(one.code == code and message in one.message for one in found), found
