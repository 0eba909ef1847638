"""Boards drawn at the terminal."""

from __future__ import annotations

from random_games import shipped

from rulewright import new_match
from rulewright.cli.boards import shortened
from rulewright.cli.overview import overview


def test_a_grid_is_drawn_with_its_letters_and_numbers_and_what_the_marks_mean():
    match = new_match(shipped("connect-four"), ["Anna", "Matt"])
    for cell in ("d1", "d2", "g1"):
        match.apply(cell)
    assert overview(match, 0).split("\n")[3:] == [
        "Cell (A is Anna, M is Matt):",
        "  6 . . . . . . .",
        "  5 . . . . . . .",
        "  4 . . . . . . .",
        "  3 . . . . . . .",
        "  2 . . . M . . .",
        "  1 . . . A . . A",
        "    a b c d e f g",
    ]


def test_an_empty_board_is_not_drawn():
    assert "Cell" not in overview(new_match(shipped("connect-four"), ["Anna", "Matt"]), 0)


def test_cells_without_letters_and_numbers_stand_with_their_ids():
    lines = overview(new_match(shipped("kalah"), ["Anna", "Matt"]), 0).split("\n")
    assert lines[-3:] == [
        "Pit:",
        "  north-store north-6 4 north-5 4 north-4 4 north-3 4 north-2 4 north-1 4",
        "              south-1 4 south-2 4 south-3 4 south-4 4 south-5 4 south-6 4 south-store",
    ]


def test_names_are_as_short_as_tells_them_apart():
    assert shortened(["Anna", "Matt"]) == {"Anna": "A", "Matt": "M"}
    assert shortened(["Anna", "Anton"]) == {"Anna": "Ann", "Anton": "Ant"}
    assert shortened(["Ann", "Anna"]) == {"Ann": "Ann", "Anna": "Anna"}
    assert shortened(["Solo"]) == {"Solo": "S"}
