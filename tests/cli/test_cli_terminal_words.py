"""What a person at the terminal reads: how many are to be chosen, in which order, and how the table stands."""

from __future__ import annotations

import pytest
from command_line import CHECKOUT, run
from small_game import check_files

ROCOCO = ("play", "--game", "rococo", "--players", "Anna,Matt", "--hand", "Anna", "--seed", "1")


def test_a_choice_of_several_says_how_many_of_how_many_and_what_comes_later():
    told = run(*ROCOCO, typed="", root=CHECKOUT).stdout
    question = told[told.index("Take into your hand") :].splitlines()
    assert question[0] == "Take into your hand: 3 of 5"
    assert question[1] == "  1  b1-1  Base Master One  (Rank: Master; Level: 0)"
    assert question[4] == "  later: b4-1 Base Apprentice with a tile, b5-1 Base Apprentice with 2 Livre"


@pytest.mark.parametrize("typed", ["b4-1 b5-1 b1-1", "b1-1, b4-1, b5-1", "b5-1,b1-1 b4-1"])
def test_several_may_be_named_in_one_line_in_any_order(typed):
    told = run(*ROCOCO, typed=f"{typed}\n", root=CHECKOUT).stdout
    line = next(line for line in told.splitlines() if "Take into your hand: Base" in line)
    assert "Base Master One, Base Apprentice with a tile, Base Apprentice with 2 Livre → " in line


def test_an_option_says_what_is_printed_on_it_and_what_lies_there():
    told = run(*ROCOCO, typed="b1-1 b4-1 b5-1\nb5-1\nacquire-resources\n", root=CHECKOUT).stdout
    rows = told[told.index("Acquire from\n") :].splitlines()[1:4]
    assert all(row.split("  ")[-1].startswith("(") and row.count("; ") == 2 for row in rows), rows


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["b4-1 b5-1", "b1-1 b2-1 b3-1 b4-1", "b1-1 b1-1 xyz"])
def test_too_few_too_many_and_unknown_ones_are_refused(typed):
    result = run(*ROCOCO, typed=f"{typed}\n", root=CHECKOUT)
    assert "Take into your hand: Base" not in result.stdout


def test_the_table_is_told_by_names_with_the_track_that_players_watch():
    words = ("play", "--game", "pret-a-porter", "--players", "Anna,Matt", "--hand", "Anna", "--seed", "1")
    told = run(*words, typed="??\n", root=CHECKOUT).stdout
    lines = told[told.index("turn order: ") :].splitlines()
    anna = next(line for line in lines if line.startswith("Anna: "))
    assert anna.startswith("Anna: 40 cash; Upkeep 3; Pawns: ")
    assert "Designs: Business Dress No. 13 (d13)" in anna
    assert not any("face front" in line for line in lines)
    assert any(line.startswith("Contracts deck: 15, on top ") for line in lines)


def test_a_value_that_is_told_is_of_a_player():
    text = "values: {heat(stone): {is: 1, told: yes}}\n"
    _, found = check_files({"rules/small/more.yaml": text})
    assert [(one.code, one.span.line) for one in found if one.severity == "error"] == [("RW223", 1)]


def test_free_spaces_are_told_too():
    told = run(*ROCOCO, typed="b1-1 b4-1 b5-1\nb5-1\n??\n", root=CHECKOUT).stdout
    assert ", nothing there: " in told
