"""A person at the terminal against bots is told nothing that the player does not see; scripts tell everything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import CHECKOUT, run


def shown(game, *words, typed=""):
    """What stands on the terminal until the person leaves, without the playthrough that is given away then."""
    result = run("play", "--game", game, "--hand", "Anna", *words, root=CHECKOUT, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_card_dealt_to_another_is_not_named():
    for seed in range(4):
        told = shown("kuhn-poker", "--players", "Bob,Anna", "--seed", str(seed))
        assert "Bob   1 staked; hand: 1\n" in told
        assert len(re.findall("Jack|Queen|King", told)) == 1
        assert re.search(r"^Anna  1 staked; hand: (Jack|Queen|King)$", told, re.MULTILINE)
        assert "Deck: 1\n" in told


@pytest.mark.slow
def test_what_a_bot_chooses_in_a_secret_phase_is_told_as_a_number():
    words = ("--players", "Bob,Carl,Anna", "--seed", "3")
    told = shown("rococo", *words)
    assert "Carl  chooses in secret → 3 x Employee to own hand\n" in told
    assert "Carl  Employee supply: 5\n" in told
    assert "Anna  Employee supply: Base Master One, Base Master Two," in told
    (_, selected) = told.split("Select 3 hand cards\n")
    assert "Base" not in selected.split("Take into your hand")[0]
    assert "Take into your hand" in selected


def test_the_own_choices_in_a_secret_phase_are_told():
    told = shown("rococo", "--players", "Bob,Carl,Anna", "--seed", "3", typed="1\n1\n1\n")
    own = "Base Master One, Base Master Two, Base Journeyman"
    assert f"Anna  Take into your hand: {own} → {own} to own hand\n" in told
    assert "Bob   chooses in secret → 3 x Employee to own hand\n" in told


def test_two_people_at_one_terminal_are_told_what_both_may_know():
    words = ("--players", "Bob,Carl,Anna", "--seed", "3", "--hand", "Carl")
    told = shown("rococo", *words, typed="1\n1\n1\n")
    assert "Carl  chooses in secret → 3 x Employee to own hand\n" in told
    assert "Anna  Employee supply: 5\n" in told


def test_a_script_and_a_game_between_bots_tell_everything():
    result = run("play", "--game", "rococo", "--seed", "3", root=CHECKOUT)
    assert "chooses in secret" not in result.stdout
    assert "Player1  Employee supply: Base Master One" in result.stdout
    assert "Take into your hand: " in result.stdout


def test_who_leaves_is_not_shown_what_bots_chose_in_secret_and_can_go_on():
    words = ("play", "--game", "rococo", "--players", "Anna,Matt", "--hand", "Anna", "--seed", "1")
    left = run(*words, root=CHECKOUT, typed="1\n1\n1\n")
    assert left.exit_code == 0
    assert "Matt: [" not in left.output
    path = re.search(r"`rulewright play (\S+) --hand NAME` goes on with it", left.output)
    assert path is not None
    assert "Matt: [" in Path(path[1]).read_text(encoding="utf-8")
    Path(path[1]).unlink()


def test_a_game_without_secrets_is_shown_to_who_leaves():
    left = run(
        "play",
        "--game",
        "tic-tac-toe",
        "--players",
        "Anna,Matt",
        "--hand",
        "Anna",
        root=CHECKOUT,
        typed="a1\n",
    )
    assert "the game so far, as a playthrough:" in left.output
