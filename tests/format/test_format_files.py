"""Files in the one style: of YAML only the lines of effects and formulas change, and what is read stays the same."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulewright.cli.main import app
from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.format.files import rewritten

CHECKOUT = Path(__file__).parents[2]
GAME = """\
language: 1
game: tiny
title: Tiny   # a title
players: 2
counters: {score: {}, coins: {start: 5}}
values:
  worth(player):   {is: player.coins+1}     # in braces
  long(player):
    is: count(p in players where p.coins > 1 and p.score > 2 and worth(p) == worth(player) and p != player)
actions:
  "pay_up( n is number )":
    text: "Pay  {n+1}"
    do: pay n coins
rounds: {number: 1, every: {phases: [main]}}
phases:
  main:
    do: |
        as  players[1]:
           # a remark
           gain   1 score


           pay_up( 2 )
result: {rank: players, by: [player.score + long(player)*0]}
"""
WANTED = """\
language: 1
game: tiny
title: Tiny   # a title
players: 2
counters: {score: {}, coins: {start: 5}}
values:
  worth(player):   {is: player.coins + 1}     # in braces
  long(player):
    is: |
      count(
          p in players
          where p.coins > 1
          and p.score > 2
          and worth(p) == worth(player)
          and p != player
      )
actions:
  "pay_up(n is number)":
    text: "Pay  {n+1}"
    do: pay n coins
rounds: {number: 1, every: {phases: [main]}}
phases:
  main:
    do: |
        as players[1]:
          # a remark
          gain 1 score

          pay_up(2)
result: {rank: players, by: [player.score + long(player) * 0]}
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    (tmp_path / "rules" / "tiny").mkdir(parents=True)
    (tmp_path / "cards").mkdir()
    (tmp_path / "rules" / "tiny" / "game.yaml").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(app, ["format", *words])


def text_of(root):
    return (root / "rules/tiny/game.yaml").read_bytes().decode("utf-8")


def test_a_file(root):
    result = run("--diff")
    assert (result.exit_code, text_of(root)) == (1, GAME)
    assert "+          gain 1 score" in result.stdout
    assert (run("--check").exit_code, text_of(root)) == (1, GAME)
    result = run()
    assert (result.exit_code, text_of(root)) == (0, WANTED)
    assert "rules/tiny/game.yaml rewritten" in result.stderr
    assert run("--check").exit_code == 0
    assert load_game("tiny", root).title == "Tiny"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_stay(root, mark):
    path = root / "rules/tiny/game.yaml"
    path.write_bytes((mark + GAME.replace("\n", "\r\n")).encode("utf-8"))
    assert run("tiny").exit_code == 0
    assert text_of(root) == mark + WANTED.replace("\n", "\r\n")


def test_what_has_mistakes_elsewhere_is_formatted_where_it_can_be_read(root):
    path = root / "rules/tiny/game.yaml"
    path.write_text(GAME.replace("pay_up( 2 )", "pya_up( 2").replace("gain   1", "gain   1"), "utf-8")
    assert run("rules").exit_code == 0
    assert "is: player.coins + 1" in text_of(root)
    assert "           gain   1 score" in text_of(root)


def test_targets(root):
    assert run("nowhere").exit_code == 2
    (root / "empty").mkdir()
    assert run("empty").exit_code == 2
    assert run("rules/tiny/game.yaml", "--check").exit_code == 1


@pytest.mark.parametrize("name", game_names(CHECKOUT))
def test_shipped_games_mean_the_same_in_the_one_style(name, tmp_path):
    from shutil import copytree

    for part in ("rules", "cards"):
        if (CHECKOUT / part / name).is_dir():
            copytree(CHECKOUT / part / name, tmp_path / part / name)
        (tmp_path / part).mkdir(exist_ok=True)
    before = load_game(name, tmp_path)
    for file in rewritten(name, tmp_path):
        file.path.write_text(file.after, "utf-8", newline="")
    after = load_game(name, tmp_path)
    assert [card.id for card in before.cards] == [card.id for card in after.cards]
    assert before.values.keys() == after.values.keys()
    assert not list(rewritten(name, tmp_path))
