"""Grids and lines: what a declaration of one line stands for, and what is wrong with one."""

from __future__ import annotations

import pytest

from rulewright import check_game
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.rules import Rules

RULES = """language: 1
game: small
players: 2
kinds:
  cell: {all: cells, grid: {columns: 3, rows: 4}, fields: {deep: flag}, state: {mark: player}}
  line: {all: lines, lines: {of: cell, length: 3}}
rounds: {number: 1, every: {phases: [play]}}
phases:
  play:
    do: |
      as each player in players:
        choose a cell from cells where cell.mark == none and not cell.deep "Mark"
        set cell.mark to me
        if any(line in lines where every c in line.cells has c.mark == me):
          finish game
result: {rank: players, by: ['0']}
components:
  cell: {b2: {deep: yes}}
"""


def written(tmp_path, rules=RULES):
    for part in ("rules", "cards"):
        (tmp_path / part / "small").mkdir(parents=True)
    (tmp_path / "rules" / "small" / "game.yaml").write_text(rules, encoding="utf-8")
    return tmp_path


def fields(game, id_):
    ids = {card.position: card.id for card in game.cards}

    def named(value):
        if isinstance(value, tuple):
            return [named(one) for one in value]
        return ids.get(value, "none")

    (card,) = (card for card in game.cards if card.id == id_)
    return {
        name: value if name in ("column", "row", "deep") else named(value)
        for name, value in card.sides[0].fields.items()
    }


@pytest.fixture
def game(tmp_path):
    return load_game("small", written(tmp_path))


def test_the_cells_go_row_by_row_from_the_lower_left(game):
    assert [card.id for card in game.cards if card.kind == "cell"] == [
        "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "a4", "b4", "c4",
    ]  # fmt: skip


def test_a_cell_knows_what_is_beside_it_and_what_lies_in_each_direction(game):
    assert game.enums["direction"].values == (
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    )  # fmt: skip
    assert fields(game, "b2") == {
        "column": 2,
        "row": 2,
        "next": ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"],
        "ray": [["b3", "b4"], ["c3"], ["c2"], ["c1"], ["b1"], ["a1"], ["a2"], ["a3"]],
        "neighbours": ["b3", "c2", "b1", "a2"],
        "around": ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"],
        "deep": 1,
    }
    corner = fields(game, "a1")
    assert corner["next"] == ["a2", "b2", "b1", "none", "none", "none", "none", "none"]
    assert corner["neighbours"] == ["a2", "b1"]
    assert corner["deep"] == 0


def test_the_lines_are_all_that_fit_each_once(game):
    lines = [card for card in game.cards if card.kind == "line"]
    # Of three cells on three by four: four rows, two in each of three columns, and two a diagonal, both ways.
    assert len(lines) == 4 + 3 * 2 + 2 + 2
    assert fields(game, "a1-c3")["cells"] == ["a1", "b2", "c3"]


def test_the_board_is_drawn_without_a_word_about_the_table(game):
    assert game.looks.grids["cell"] == (
        ("a4", "b4", "c4"), ("a3", "b3", "c3"), ("a2", "b2", "c2"), ("a1", "b1", "c1"),
    )  # fmt: skip


def test_the_rules_in_english_tell_of_the_board(game):
    (whole, *_) = Rules(game).all()
    assert whole.lines[-2:] == (
        "- There are 12 Cells, in 4 rows of 3.",
        "- Lines are all straight lines of 3 Cells.",
    )


def test_nothing_of_a_board_is_said_to_be_unread(tmp_path):
    assert [found.message for found in check_game("small", written(tmp_path))] == []


def test_a_game_may_have_fewer_directions(tmp_path):
    enums = "enums: {direction: {all: directions, values: [north, south]}}\nkinds:"
    game = load_game("small", written(tmp_path, RULES.replace("kinds:", enums, 1)))
    assert fields(game, "b2")["next"] == ["b3", "b1"]


def test_two_boards_are_told_apart_by_their_prefixes(tmp_path):
    more = "kinds:\n  far: {all: fars, grid: {columns: 2, rows: 1, prefix: moon}}"
    game = load_game("small", written(tmp_path, RULES.replace("kinds:", more, 1)))
    assert fields(game, "moon-a1")["neighbours"] == ["moon-b1"]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("of: cell", "of: line", "RW214", "lines run over a kind with a `grid`, and `line` has none"),
        ("of: cell", "of: cel", "RW214", "`cel` has none"),
        ("length: 3", "length: 5", "RW105", "no line of 5 fits on a board of 3 by 4"),
        ("length: 3", "length: 1", "RW105", ""),
        ("length: 3", "length: 0", "RW105", ""),
        ("columns: 3", "columns: 27", "RW105", ""),
        (", rows: 4", "", "RW102", "rows"),
        ("deep: flag", "row: flag", "RW202", "`row` is a field that the board brings"),
        ("b2: {deep", "e9: {deep", "RW219", "`e9` has no value for `column`"),
        (
            "kinds:",
            "enums: {direction: {all: directions, values: [north, up]}}\nkinds:",
            "RW104",
            "a grid has no direction `up`",
        ),
        (
            "kinds:",
            "kinds:\n  far: {all: fars, grid: {columns: 1, rows: 1}}",
            "RW202",
            "the id `a1` is taken already",
        ),
    ],
)
def test_what_is_wrong_with_a_board_is_found(tmp_path, old, new, code, message):
    found = list(check_game("small", written(tmp_path, RULES.replace(old, new, 1))))
    assert any(one.code == code and message in one.message for one in found), found
    assert all("traceback" not in one.message.lower() for one in found)
