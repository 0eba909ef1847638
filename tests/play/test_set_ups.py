"""Every way to begin a game is tried when it is checked: what stops the set-up is found, with whom, and where."""

from __future__ import annotations

import pytest
from command_line import CHECKOUT, run

GAME = """\
language: 1
game: tiny
title: Camp
players: 2 to 4
options: {crowd: {default: no}, weather: {default: dry, values: [dry, wet, cold]}}
kinds: {pawn: {all: pawns, per player: 4}}
components: {pawn: {pawn: {}}}
zones: {of each player: {camp: {holds: pawn, size: SIZE}, reserve: {holds: pawn}}}
counters: {points: {}}
setup: |
  SETUP
rounds: {number: 1, every: {phases: [main]}}
phases:
  main:
    do: |
      as players[1]:
        gain FIRST points
        may "End": gain 1 points
        if options.crowd or options.weather == wet: move all me.reserve to me.camp
result: {rank: players, by: [player.points]}
"""
HOME = "for each x in pawns: move x to x.owner.camp"


@pytest.fixture
def checked(tmp_path):
    """Writes the game, and returns what `validate` says of it."""

    def check(setup: str = HOME, size: int = 4, first: str = "1", *words: str):
        (tmp_path / "rules/tiny").mkdir(parents=True, exist_ok=True)
        (tmp_path / "cards").mkdir(exist_ok=True)
        text = (
            GAME.replace("SETUP", setup.replace("\n", "\n  "))
            .replace("SIZE", str(size))
            .replace("FIRST", first)
        )
        (tmp_path / "rules/tiny/game.yaml").write_text(text)
        return run("validate", *words, root=tmp_path)

    return check


def test_a_set_up_that_always_fails_is_found_once_at_its_place(checked):
    result = checked(size=3)
    assert result.exit_code == 1
    assert result.stdout.count("RW513") == 1
    assert "rules/tiny/game.yaml:11:" in result.stdout
    assert "Player1.camp is full (3)" in result.stdout
    assert "so the game stops before anybody decides, always" in result.stdout


def test_what_stops_before_the_first_decision_is_found_too(checked):
    assert "-1 points is a negative amount" in checked(HOME, 4, "count(players[1].camp) - 5").stdout


@pytest.mark.parametrize(
    ("setup", "when"),
    [
        (
            HOME + "\nas players[1]:\n  gain 3 - count(players) points",
            "with 4 players and with 4 players, crowd=yes",
        ),
        (
            HOME + "\nas players[1]:\n  if options.crowd: gain count(players) - 9 points",
            "with 2 players, crowd=yes",
        ),
        (
            HOME
            + "\nas players[1]:\n  if options.weather == cold and count(players) == 3: gain 3 - 9 points",
            None,
        ),
        (
            HOME
            + "\nas players[1]:\n  if options.weather == cold and count(players) == 3: gain count(pawns) - 99 points",
            "with 3 players, weather=cold",
        ),
    ],
)
def test_each_number_of_players_and_each_single_value_of_an_option_is_tried(checked, setup, when):
    result = checked(setup)
    assert result.exit_code == 1
    assert (f"decides, {when}" if when else "RW105") in result.stdout


def test_a_set_up_in_which_players_choose_is_gone_through(checked):
    setup = HOME + "\nas each player in players:\n  choose n from 1 to 3\n  gain n - 2 points"
    assert "-1 points is a negative amount" in checked(setup).stdout


def test_a_sound_game_is_looked_at_once_until_it_changes(checked, monkeypatch):
    assert checked().exit_code == 0
    from rulewright.interpreter.play import set_ups

    tried = []
    fault = set_ups._fault
    monkeypatch.setattr(set_ups, "_fault", lambda *words: tried.append(words) or fault(*words))
    assert checked().exit_code == 0
    assert not tried
    assert checked(HOME + "\n# more").exit_code == 0
    assert len(tried) == 3 * 4


def test_all_shipped_games_can_begin():
    assert run("validate", root=CHECKOUT).stdout.endswith("no findings\n")


def test_a_fault_names_the_card_that_has_changed_the_amount(tmp_path):
    text = (
        GAME.replace("SETUP", HOME).replace("SIZE", "4").replace("FIRST", "worth(me)")
        + "values: {worth(player): {is: 3}}\n"
    )
    text = text.replace("{pawn: {all: pawns", "{card: {all: cards, active in: [hand]}, pawn: {all: pawns")
    text = text.replace(
        "{pawn: {pawn: {}}}", "\n  pawn: {pawn: {}}\n  card:\n    one: {changes: [{value: worth, add: -4}]}"
    )
    text = text.replace("{camp: {", "{hand: {holds: card}, camp: {")
    text = text.replace("setup: |\n", "setup: |\n  move one to players[1].hand\n")
    (tmp_path / "rules/tiny").mkdir(parents=True)
    (tmp_path / "cards").mkdir()
    (tmp_path / "rules/tiny/game.yaml").write_text(text)
    told = run("play", "--game", "tiny", root=tmp_path).stderr
    line = text.splitlines().index("    one: {changes: [{value: worth, add: -4}]}") + 1
    assert "-1 points is a negative amount" in told
    assert f"for card one at rules/tiny/game.yaml:{line}" in told
