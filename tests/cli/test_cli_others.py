"""The commands validate, cards, show and test, and the program as a whole."""

from __future__ import annotations

import json
import shutil

import pytest
from command_line import GOOD, HEAD, ROOT, run

from rulewright.interpreter.play.collection import snapshot_file

PLAYTHROUGH = "tests/playthroughs/tea-house/feast.yaml"


@pytest.fixture
def root(tmp_path):
    """A copy of the content of the tests that a test may spoil."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    path = tmp_path / PLAYTHROUGH
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    return tmp_path


def spoil(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


# ---------------------------------------------------------------- validate
def test_all_games_are_checked_without_arguments_and_playthroughs_when_their_path_is_given(root):
    result = run("validate", root=root)
    assert (result.exit_code, result.stdout) == (0, "1 game checked: no findings\n")
    for path in (root / "tests/playthroughs", root / PLAYTHROUGH):
        result = run("validate", path, root=root)
        assert (result.exit_code, result.stdout) == (0, "1 playthrough file checked: no findings\n")
    result = run("validate", root, root=root)
    assert (result.exit_code, result.stdout) == (0, "1 game and 1 playthrough file checked: no findings\n")


def test_a_game_of_which_nothing_was_found_is_not_read_again_before_it_changes(root, monkeypatch):
    from rulewright.interpreter import cache

    monkeypatch.delenv(cache.NO_CACHE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / "cache"))
    assert run("validate", root=root).exit_code == 0
    with monkeypatch.context() as patch:
        patch.setattr("rulewright.interpreter.play.checking.Games.load", None)
        assert run("validate", root=root).stdout == "1 game checked: no findings\n"
    spoil(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    assert run("validate", root=root).exit_code == 1
    assert run("validate", root=root).exit_code == 1


def test_the_formats_without_findings(root):
    assert json.loads(run("validate", "--format", "json", root=root).stdout) == []
    assert run("validate", "--format", "github", root=root).stdout == ""


def test_findings_in_three_formats(root):
    spoil(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    result = run("validate", root=root)
    assert result.exit_code == 1
    assert "cards/tea-house/guests.yaml:25:18: error RW" in result.stdout
    assert "    gift: gain 1 fam\n" in result.stdout
    assert result.stdout.endswith("checked: 1 error\n")
    (found,) = json.loads(run("validate", "--format", "json", root=root).stdout)
    assert list(found) == [
        "code",
        "severity",
        "file",
        "line",
        "column",
        "end_column",
        "message",
        "suggestion",
    ]
    assert (found["file"], found["line"], found["suggestion"]) == ("cards/tea-house/guests.yaml", 25, "fame")
    annotation = run("validate", "--format", "github", root=root).stdout
    assert annotation.startswith("::error file=cards/tea-house/guests.yaml,line=25,")


def test_a_content_file_shows_its_own_findings_alone(root):
    spoil(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    spoil(root / "rules/tea-house/game.yaml", "pay n coins", "pay n coin")
    for part, line in (
        ("cards/tea-house/guests.yaml", "guests.yaml:25"),
        ("rules/tea-house", "game.yaml:123"),
    ):
        result = run("validate", root / part, root=root)
        assert result.exit_code == 1
        assert line in result.stdout
        assert "1 error" in result.stdout
        assert "other files of tea-house have findings too: 1" in result.stderr


def test_a_clean_file_that_others_keep_from_being_checked(root):
    spoil(root / "rules/tea-house/game.yaml", "pay n coins", "pay n coin")
    result = run("validate", root / "cards/tea-house/guests.yaml", root=root)
    assert result.exit_code == 1
    assert "could not be checked to the end" in result.stderr


def test_the_root_is_found_from_a_path(root):
    spoil(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    result = run("validate", root / "cards/tea-house/guests.yaml", root=None)
    assert result.exit_code == 1
    assert "cards/tea-house/guests.yaml:25" in result.stdout


def test_playthroughs_are_checked_without_being_played(root):
    path = root / PLAYTHROUGH
    path.write_text(HEAD + "given: {Anna: {gold: 1}}\nmoves: [{Ana: x}, {expect: rond == 1}]\n")
    for target in ((path,), (root / "tests",), (root,)):
        result = run("validate", *target, "--format", "json", root=root)
        assert result.exit_code == 1
        found = json.loads(result.stdout)
        assert [entry["code"] for entry in found] == ["RW510", "RW503", "RW201"]
        assert {entry["file"] for entry in found} == {PLAYTHROUGH}


@pytest.mark.parametrize(
    "name",
    ["rules/tea-house/more.yml", "cards/loose.yaml", "cards/other-game/x.yaml", "cards/tea-house/guests.txt"],
)
def test_a_file_that_no_game_reads(root, name):
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("kind: guest\n")
    result = run("validate", root=root)
    assert result.exit_code == 1
    assert f"{name}:1:1: warning RW604" in result.stdout
    assert run("validate", path, root=root).exit_code == 1


def test_a_text_file_among_the_cards_that_is_none(root):
    (root / "cards" / "tea-house" / "notes.txt").write_text("Ideas for more guests.\n")
    assert run("validate", root=root).exit_code == 0


@pytest.mark.parametrize("target", ["tea-hose", "cards/none.yaml", "none.yaml"])
def test_a_target_that_does_not_exist(target):
    result = run("validate", target)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no" in result.stderr


# ---------------------------------------------------------------- cards and show
def test_cards_as_json():
    cards = json.loads(run("cards", "tea-house", "--kind", "guest", "--format", "json").stdout)
    assert [card["id"] for card in cards] == ["aunt", "uncle", "cousin", "neighbour", "singer"]
    assert list(cards[0]) == ["id", "kind", "names", "copies", "origin"]
    assert (cards[0]["names"], cards[0]["copies"]) == (["Aunt", "Beloved Aunt"], 2)
    assert (cards[0]["origin"]["taste"], cards[1]["origin"]["tip"]) == ("public", "rulebook")


def test_cards_by_origin():
    result = run("cards", "tea-house", "--kind", "guest", "--origin", "public")
    assert result.exit_code == 0
    assert result.stdout.startswith("Guest (guest), 5\n")
    assert "[taste]" in result.stdout
    assert run("cards", "tea-house", "--kind", "stove", "--origin", "public").stdout == "no such cards\n"
    stray = run("cards", "tea-house", "--origin", "almanach")
    assert stray.exit_code == 2
    assert "there is no origin in tea-house 'almanach'" in stray.stderr


def test_cards_of_all_kinds():
    text = run("cards", "tea-house").stdout
    assert "Guest (guest), 5\n" in text
    assert "  aunt       Aunt / Beloved Aunt x 2\n" in text
    assert "Stove (stove), 2\n" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cards", "tea-hose"), "did you mean tea-house?"),
        (("cards", "tea-house", "--kind", "gest"), "did you mean guest?"),
        (("cards", "tea-house", "--origin", "publik"), "did you mean public?"),
        (("cards",), "Missing argument"),
        (("cards", "tea-house", "--format", "yaml"), "yaml"),
        (("show", "tea-house", "ant"), "did you mean aunt?"),
        (("show", "tea-hose", "aunt"), "did you mean tea-house?"),
        (("show", "tea-house"), "Missing argument"),
        (("nonsense",), "nonsense"),
    ],
)
def test_wrong_words_end_with_2(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_card_is_shown_with_both_sides(snapshot):
    result = run("show", "tea-house", "aunt")
    assert result.exit_code == 0, result.output
    assert result.stdout == snapshot
    for word in ("aunt-2", "Beloved Aunt", "beloved aunt"):
        assert run("show", "tea-house", word).stdout == result.stdout


def test_a_card_with_an_effect_field_is_shown():
    text = run("show", "tea-house", "uncle").stdout
    assert "  gift:  reconstructed  cards/tea-house/guests.yaml:25\n    gain 1 fame\n" in text
    assert "  tip    0          rulebook\n" in text


# ---------------------------------------------------------------- test
def test_playthroughs_are_played_and_counted(root):
    result = run("test", root=root)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"ok      {PLAYTHROUGH}\n1 case: 1 passed, 0 failed, 1 without a snapshot\n"


def test_a_changed_transcript_fails(root):
    path = snapshot_file(root / PLAYTHROUGH)
    path.parent.mkdir()
    text = run("play", root / PLAYTHROUGH, root=root).stdout
    body = "".join(f"  {line}\n" for line in text.split("\n"))
    path.write_text(
        f"# serializer version: 1\n# name: test_playthrough[feast]\n  '''\n{body}  '''\n# ---\n",
        encoding="utf-8",
    )
    assert run("test", root / PLAYTHROUGH, root=root).stdout.endswith("1 case: 1 passed, 0 failed\n")
    spoil(root / "rules/tea-house/game.yaml", "title: The feast", "title: The banquet")
    spoil(
        root / "rules/tea-house/game.yaml",
        "for each guest in me.table\n",
        "for each guest in me.table\n        gain 1 fame\n",
    )
    result = run("test", root / "tests", root=root)
    assert result.exit_code == 1
    assert "RW516" in result.stdout
    assert "-Anna  0" in result.stdout
    assert "+Anna  1" in result.stdout


def test_failures_of_every_sort_are_told_apart(root):
    folder = (root / PLAYTHROUGH).parent
    (folder / "broken.yaml").write_text("game: [\n")
    (folder / "wrong.yaml").write_text(HEAD + "moves: [{Anna: nobody}]\n")
    result = run("test", folder, root=root)
    assert result.exit_code == 1
    assert f"ok      {PLAYTHROUGH}" in result.stdout
    assert "RW008" in result.stdout
    assert "RW504" in result.stdout
    told = "2 cases: 1 passed, 1 failed, 1 without a snapshot, and 1 file could not be read\n"
    assert result.stdout.endswith(told)


def test_nothing_to_test(root):
    assert run("test", root / "none.yaml", root=root).exit_code == 2
    assert run("test", root / "cards" / "tea-house" / "..", root=root).exit_code == 2


# ---------------------------------------------------------------- the whole
@pytest.mark.parametrize("command", ["validate", "play", "cards", "show", "test"])
def test_every_command_has_help_with_an_example(command):
    result = run(command, "--help", root=None)
    assert result.exit_code == 0
    assert f"Example: rulewright {command} " in " ".join(result.stdout.split())


def test_the_version():
    result = run("--version", root=None)
    assert result.exit_code == 0
    assert result.stdout.startswith("rulewright ")


@pytest.mark.parametrize("command", [("validate",), ("test",), ("coverage", "tea-house"), ("play",)])
def test_a_file_that_is_no_yaml_is_no_playthrough(command, tmp_path):
    page = tmp_path / "README.md"
    page.write_text("# A game\n\n```yaml\ngame: tea-house\n```\n")
    result = run(*command, page)
    assert result.exit_code == 2
    assert "README.md is no playthrough: a file is wanted whose name ends in .yaml" in result.stderr


# ---------------------------------------------------------------- names of files
def test_a_file_of_a_root_below_is_named_as_seen_from_here(tmp_path, monkeypatch):
    rules = tmp_path / "mine" / "rules" / "lone" / "game.yaml"
    rules.parent.mkdir(parents=True)
    (tmp_path / "mine" / "cards").mkdir()
    text = "language: 1\ngame: lone\ntitle: Lone\nplayers: 2\nrounds: {number: 1, every: {phases: [go]}}\n"
    rules.write_text(
        text
        + "phases:\n  go:\n    do: |\n      let a = cel\n      let b = cel\nresult: {rank: players, by: [0]}\n"
    )
    monkeypatch.chdir(tmp_path)

    def checked(root, form="text"):
        return run("validate", "--format", form, root=root).stdout

    told = checked(root="mine")
    assert told.startswith("mine/rules/lone/game.yaml:9:15: error RW201: ")
    assert "here and at 1 other place: mine/rules/lone/game.yaml:10\n          let a = cel" in told
    assert "::error file=mine/rules/lone/game.yaml," in checked(root="mine", form="github")
    assert '"file": "rules/lone/game.yaml"' in checked(root="mine", form="json")
    monkeypatch.chdir(tmp_path / "mine")
    assert checked(root=".").startswith("rules/lone/game.yaml:9:15: ")
