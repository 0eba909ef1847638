"""A green tick is a promise: commands find the nearest games, pass over no file, and never succeed on nothing."""

from __future__ import annotations

import errno
import os
import re
import shutil

import pytest
from command_line import CHECKOUT, run

COMMANDS = [
    ("validate",),
    ("cards", "mine"),
    ("explain", "mine"),
    ("show", "mine", "gardener"),
    ("vocabulary", "mine"),
    ("graph", "mine"),
    ("schema", "mine"),
    ("play", "--game", "mine"),
    ("simulate", "mine", "-n", "2"),
    ("test",),
    ("coverage", "mine", "."),
]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A game of one's own, as `new game` makes it, and the present folder."""
    folder = tmp_path / "mine"
    assert run("new", "game", folder, root=None).exit_code == 0
    monkeypatch.chdir(folder)
    monkeypatch.delenv("CI", raising=False)
    return folder


def outcome(*words):
    result = run(*words, root=None)
    assert "Traceback" not in result.output
    return result


# ---------------------------------------------------------------- folders of packs
def test_a_pack_that_fits_no_game_keeps_nobody_from_the_packs_beside_it(mine):
    for pack, game in (("aa-other", "otter"), ("bb-good", "mine"), ("cc-bad", "mine")):
        cards = mine / "packs" / pack / "cards" / game
        cards.mkdir(parents=True)
        price = "dear" if pack == "cc-bad" else 1
        cards.joinpath("helpers.yaml").write_text(
            f"kind: helper\ncards: {{{pack}: {{price: {price}}}}}\n", "utf-8"
        )
    result = outcome("validate", "packs")
    assert result.exit_code == 1
    assert (
        "packs/aa-other/cards/otter/helpers.yaml:1:1: error RW018: the pack packs/aa-other is for `otter`"
        in result.stdout
    )
    assert "packs/cc-bad/cards/mine/helpers.yaml:2:25: error RW103" in result.stdout
    assert result.stdout.endswith("1 game checked in this folder: 2 errors\n")
    alone = outcome("validate", "packs/aa-other")
    assert (alone.exit_code, alone.stdout) == (2, "")


# ---------------------------------------------------------------- the nearest games
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_finds_the_games_of_the_folder_one_works_in_and_says_so(mine, words, monkeypatch):
    for below, called in ((".", "this folder"), ("tests", str(mine))):
        monkeypatch.chdir(mine / below)
        result = outcome(*words)
        assert result.exit_code == 0, result.output
        told = (
            f" in {called}: no findings\n" if words[0] == "validate" else f"the games are those of {called}\n"
        )
        assert told in result.output


def test_a_mistake_in_ones_own_game_is_found_from_inside_it(mine):
    rules = mine / "rules/mine/game.yaml"
    rules.write_text(rules.read_text("utf-8") + "mistake: 1\n", "utf-8")
    result = outcome("validate")
    assert (result.exit_code, result.stdout.count("unknown key `mistake`")) == (1, 1)


def test_the_games_of_a_file_that_is_named_come_before_those_of_the_present_folder(mine, monkeypatch):
    script = mine / "tests/playthroughs/mine/first-game.yaml"
    monkeypatch.chdir(CHECKOUT)
    for command in ("play", "test", "validate"):
        assert outcome(command, script).exit_code == 0


def test_several_targets_are_each_checked_with_their_own_games(mine, monkeypatch):
    monkeypatch.chdir(CHECKOUT)
    result = outcome("validate", "tic-tac-toe", mine)
    assert result.stdout == f"2 games and 1 playthrough file checked in {mine}: no findings\n"
    script = mine / "tests/playthroughs/mine/first-game.yaml"
    script.write_text(script.read_text("utf-8") + "mistake: 1\n", "utf-8")
    assert f"{script}:" in outcome("validate", "tic-tac-toe", mine).stdout


def test_an_unknown_game_of_a_playthrough_tells_how_other_games_are_named(mine):
    path = mine / "a.yaml"
    path.write_text("game: tic-tac-toe\nmoves: [expect: round >= 0]\nstop: yes\n")
    assert "there are mine; `--root DIR` names other games" in outcome("play", path).output


# ---------------------------------------------------------------- playthroughs in folders of any name
@pytest.mark.parametrize("inner", ["rules", "cards", "rules/deep", "cards/deep", "a/rules/b", "a/b"])
@pytest.mark.parametrize("beside", [(), ("rules", "cards"), ("cards/mine", "rules/mine")])
def test_folders_of_playthroughs_may_have_any_name(mine, inner, beside):
    folder = mine / "tests/playthroughs" / inner
    folder.mkdir(parents=True)
    for name in beside:
        (mine / "tests/playthroughs" / name).mkdir(parents=True, exist_ok=True)
    (folder / "x.yaml").write_text("game: mine\nplayers: [A, B]\nmvoes: []\n")
    (folder / "y.yaml").write_text("gmae: mine\n")
    for command in (
        ("validate", "tests/playthroughs"),
        ("validate", folder),
        ("test",),
        ("test", folder),
        ("validate", "."),
    ):
        result = outcome(*command)
        assert result.exit_code == 1, command
        assert result.stdout.count("mvoes") >= 1, command
        assert result.stdout.count("gmae") >= 1, command


@pytest.mark.slow
def test_every_shipped_playthrough_is_looked_at():
    files = list((CHECKOUT / "tests/playthroughs").rglob("*.yaml"))
    result = run("validate", CHECKOUT / "tests/playthroughs", root=None)
    assert int(re.match(r"(\d+) playthrough files checked", result.stdout)[1]) == len(files)


def test_a_whole_game_below_a_folder_of_playthroughs_is_no_playthrough(mine):
    inner = mine / "tests/playthroughs/own"
    for part in ("rules", "cards"):
        shutil.copytree(mine / part, inner / part)
    result = outcome("validate", "tests/playthroughs")
    assert (
        result.stdout
        == f"1 game and 1 playthrough file checked in this folder and {'tests/playthroughs/own'}: no findings\n"
    )
    assert outcome("test").exit_code == 0


# ---------------------------------------------------------------- nothing is no success
@pytest.mark.parametrize(
    "command", [("validate", "."), ("validate", "empty"), ("test", "."), ("test", "empty")]
)
def test_nothing_to_look_at_is_no_success(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.txt").write_text("x")
    result = outcome(*command)
    assert result.exit_code == 2
    assert "there is no" in result.stderr


def test_a_coverage_of_no_playthrough_is_no_success(mine):
    (mine / "empty").mkdir()
    result = outcome("coverage", "mine", "empty")
    assert result.exit_code == 2
    assert "there is no playthrough of mine below empty" in result.stderr


# ---------------------------------------------------------------- folders and files that nobody reads
CARD = "kind: helper\ncards: {}\n"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("cards/mine/x.json", "{}", True),
        ("cards/mine/x.yml", CARD, True),
        ("cards/mine/x.YAML", CARD, True),
        ("cards/mine/x.yaml.txt", CARD, True),
        ("cards/mine/x.yaml.bak", CARD, True),
        ("cards/mine/x", CARD, True),
        ("cards/mien/x.yaml", CARD, True),
        ("card/mine/x.yaml", CARD, True),
        ("Cards/mine/x.yaml", CARD, True),
        ("rule/mine/x.yaml", "values: {}\n", True),
        ("cards/mine/readme.md", "kind: words\n", False),
        ("cards/mine/notes.txt", "Some kind words.\n", False),
        ("cards/mine/.x.yaml.swp", CARD, False),
        ("art/mine/x.yaml", CARD, False),
    ],
)
def test_files_that_look_like_content_and_are_not_read_are_told(mine, name, text, told):
    path = mine / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    result = outcome("validate")
    assert (result.exit_code, result.stdout.count("RW604")) == ((1, 1) if told else (0, 0)), result.stdout
    assert not told or f"{name}:1:1:" in result.stdout


@pytest.mark.parametrize(
    "folder", ["cards/mine", "rules/mine", "rules", "tests/playthroughs/mine", "cards/mine/deep"]
)
def test_a_folder_that_cannot_be_read_is_an_error(mine, folder, monkeypatch):
    (mine / folder).mkdir(exist_ok=True)
    scan = os.scandir

    def refuse(path="."):
        if os.path.abspath(path) == str(mine / folder):  # noqa: PTH100  # a name, also where nothing may be asked
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    monkeypatch.setattr(os, "listdir", lambda path=".": [entry.name for entry in refuse(path)])
    scripts = folder.startswith("tests")
    for words in (
        ("validate", "."),
        ("test",),
        *(() if scripts else (("play", "--game", "mine"), ("cards", "mine"))),
    ):
        result = outcome(*words)
        assert result.exit_code == 2, (words, result.output)
        assert "Permission denied" in result.stderr
        assert folder.rpartition("/")[2] in result.stderr
