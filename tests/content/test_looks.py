"""`table:`, by which a game says how its table looks: read as it stands, and checked to the last name."""

from __future__ import annotations

import pytest

from rulewright.interpreter.content.load import check_game, game_names, load_game
from rulewright.interpreter.content.model import Looks
from rulewright.interpreter.findings import Findings

RULES = """language: 1
game: small
players: 2
enums:
  hue: {all: hues, values: [warm, cold]}
kinds:
  stone: {all: stones, fields: {weight: number, hue: hue}}
  square: {all: squares, state: {mark: player}}
counters:
  score: {}
zones:
  row: {holds: stone}
  pile: {left: {holds: stone}, right: {holds: stone}}
setup: |
  move all stones to row
rounds: {number: 1, every: {phases: [play]}}
phases:
  play:
    do: |
      as each player in players:
        gain sum(s.weight for each s in stones) score
        choose a square from squares where square.mark == none "Mark"
        set square.mark to me
        move all row to pile.left
        move all pile.left to pile.right
        if any(s in stones where s.hue == warm):
          gain 1 score
result: {rank: players, by: [player.score]}
components:
  stone: {flint: {weight: 1, hue: warm}, slate: {weight: 2, hue: cold}}
  square: [sq-a, sq-b, sq-c]
table:
"""

GOOD = """  order: [square, row]
  groups: {Used up: [pile.left, pile.right]}
  folded: pile
  left out: [stone]
  grid: {square: [[sq-a, none, sq-b], [none, sq-c]]}
  shows: {stone: [hue, weight]}
  counters: [score]
  colours: {hue: {warm: "#aa3300", cold: "#0033aa"}}
  symbols: {score: P, weight: kg, hue: {warm: W}}
  sizes: {stone: 44 x 68, square: 20.5 x 20}
"""


def checked(tmp_path, table):
    folder = tmp_path / "rules/small"
    folder.mkdir(parents=True)
    (tmp_path / "cards").mkdir()
    (folder / "game.yaml").write_text(RULES + table)
    findings = Findings()
    return check_game("small", tmp_path, findings), [(f.code, f.message, f.suggestion) for f in findings]


def test_what_is_said_is_read(tmp_path):
    game, findings = checked(tmp_path, GOOD)
    assert findings == []
    assert game.looks == Looks(
        order=("square", "row"),
        groups={"Used up": ("pile.left", "pile.right")},
        folded=("pile",),
        left_out=("stone",),
        grids={"square": (("sq-a", None, "sq-b"), (None, "sq-c"))},
        shows={"stone": ("hue", "weight")},
        counters=("score",),
        colours={"hue": {"warm": "#aa3300", "cold": "#0033aa"}},
        symbols={"score": "P", "weight": "kg"},
        marks={"hue": {"warm": "W"}},
        sizes={"stone": (44.0, 68.0), "square": (20.5, 20.0)},
    )


@pytest.mark.parametrize(
    ("table", "code", "suggestion"),
    [
        ("order: [sqare]", "RW201", "square"),
        ("groups: {All: [pile.rigth]}", "RW201", "pile.right"),
        ("folded: plie", "RW201", "pile"),
        ("left out: [nothing-like-it]", "RW201", None),
        ("grid: {sqare: [[sq-a]]}", "RW214", "square"),
        ("grid: {square: [[flint]]}", "RW215", None),
        ("shows: {stone: [wieght]}", "RW206", "weight"),
        ("shows: {rock: [weight]}", "RW214", None),
        ("counters: [scroe]", "RW201", "score"),
        ('colours: {hu: {warm: "#aa3300"}}', "RW201", "hue"),
        ('colours: {hue: {wram: "#aa3300"}}', "RW104", "warm"),
        ("symbols: {scroe: P}", "RW201", "score"),
        ("symbols: {hue: {wram: W}}", "RW104", "warm"),
        ("sizes: {rock: 44 x 68}", "RW214", None),
    ],
)
def test_a_name_that_nothing_has_is_found_with_the_nearest(tmp_path, table, code, suggestion):
    game, findings = checked(tmp_path, f"  {table}\n")
    assert game is None
    assert [(found[0], found[2]) for found in findings] == [(code, suggestion)]


@pytest.mark.parametrize(
    "table",
    [
        "order: []",
        "order: [row, row]",
        "odrer: [row]",
        "colours: {hue: {warm: red}}",
        "colours: {hue: warm}",
        "symbols: {score: points}",
        "sizes: {stone: big}",
        "sizes: {stone: 1 x 1}",
        "grid: {square: [sq-a]}",
        "grid: {square: []}",
        "{}",
    ],
)
def test_another_shape_is_found(tmp_path, table):
    text = "  {}\n" if table == "{}" else f"  {table}\n"
    game, findings = checked(tmp_path, text)
    assert game is None
    assert len(findings) == 1


def test_a_game_that_says_nothing_has_an_empty_one(tmp_path):
    game, _ = checked(tmp_path, GOOD)
    assert game.looks != Looks()
    text = (tmp_path / "rules/small/game.yaml").read_text().partition("table:")[0]
    (tmp_path / "rules/small/game.yaml").write_text(text)
    assert check_game("small", tmp_path, Findings()).looks == Looks()


@pytest.mark.parametrize("name", game_names(load_game("tic-tac-toe").root))
def test_every_game_that_comes_with_the_program_says_something(name):
    assert load_game(name).looks != Looks()
