"""Content of older versions of the language: told what is old, rewritten to the letter, and then it plays the same.

`old/N` is content as it was written for version N; its transcripts were written by a program that read that version.
"""

import re
from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from rulewright.cli.main import app
from rulewright.interpreter.content.load import check_game, load_game
from rulewright.interpreter.content.packs import open_packs
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language_versions import CHANGES, CURRENT

OLD = Path(__file__).parent / "old"
RULES, SCRIPT = "rules/ring/game.yaml", "tests/playthroughs/ring.yaml"
PACK = "packs/more/rules/ring/more.yaml"
# The lines that change, as one writes them by hand in version 2.
WANTED = {
    RULES: {
        "language: 1     # the first": "language: 2     # the first",
        "points: {start: 1, least: none, about: What counts; the least may": (
            "points: {start: 1, at least: none, about: What counts; the least may"
        ),
        "      least:   -3": "      at least:   -3",
        "\"gold\": {'least' : 0}": "\"gold\": {'at least' : 0}",
        '"first(shifted(starting_with(player, players), n))"}': (
            '"first(rotated(starting_with(player, players), n))"}'
        ),
        '1 if shifted(turn_order, 1)[1] == player  # not "shifted(x)"': (
            '1 if rotated(turn_order, 1)[1] == player  # not "shifted(x)"'
        ),
        "then {first(shifted(players, 1))}": "then {first(rotated(players, 1))}",
        "{first(shifted(players, 2))}": "{first(rotated(players, 2))}",
        "shifted( turn_order,1 )": "rotated( turn_order,1 )",
    },
    PACK: {"{least: none}": "{at least: none}", "let who = first(shifted(": "let who = first(rotated("},
    SCRIPT: {
        "expect: first(shifted(players, 1)) == Ben and count(bag) == 6   # as": (
            "expect: first(rotated(players, 1)) == Ben and count(bag) == 6   # as"
        ),
        "expect: shifted(turn_order, 2)": "expect: rotated(turn_order, 2)",
    },
}


@pytest.fixture
def root(tmp_path, monkeypatch):
    copytree(OLD / "1", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(app, ["migrate", *words])


def contents(root):
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.yaml"))}


def wanted(before):
    """The files as they should be, out of what they were."""
    after = dict(before)
    for file, lines in WANTED.items():
        text = before[file].decode()
        for old, new in lines.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        after[file] = text.encode()
    return after


def findings(root, *packs):
    found = Findings()
    return check_game("ring", root, found, open_packs(packs, root, ["ring"])), found


def test_old_words_are_findings_that_name_the_new_ones_and_the_command(root):
    game, found = findings(root)
    assert game is None
    assert {(one.code, one.suggestion) for one in found} == {("RW112", "at least")}
    assert (
        "`least` is called `at least` since version 2 of the language; `rulewright migrate`"
        in next(iter(found)).message
    )
    path = root / RULES
    text = re.sub(r"\bleast(?='? *:)", "at least", path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    game, found = findings(root)
    assert {one.suggestion for one in found if one.code == "RW234"} == {"rotated"}


@pytest.mark.parametrize(
    ("mark", "line_end"), [("", "\n"), pytest.param("\ufeff", "\r\n", marks=pytest.mark.slow)]
)
def test_old_content_is_rewritten_to_the_letter_and_plays_the_same(root, mark, line_end):
    for file in WANTED:
        path = root / file
        path.write_bytes((mark + path.read_text("utf-8").replace("\n", line_end)).encode())
    before = contents(root)
    assert run("--check").exit_code == 1
    result = run("--diff")
    assert (result.exit_code, contents(root)) == (1, before)
    assert "+language: 2     # the first" in result.stdout
    result = run("ring")
    assert result.exit_code == 0, result.output
    assert contents(root) == wanted(before)
    assert f"{RULES} rewritten" in result.stderr
    # Every place that was to change has changed, and nothing is left to find.
    for packs in ((), (Path("packs/more"),)):
        game, found = findings(root, *packs)
        assert game is not None
        assert not found.errors
    assert CliRunner().invoke(app, ["test", "."]).exit_code == 0
    for words in ((), ("--check",), ("--diff",)):
        again = run(*words)
        assert again.exit_code == 0
        assert f"all is written in version {CURRENT}" in again.stderr
    assert contents(root) == wanted(before)


def test_a_word_that_the_game_has_declared_since_is_its_own(root):
    run()
    path = root / RULES
    own = path.read_text("utf-8").replace(
        "values:\n",
        "values:\n  shifted(player): {is: player.points}\n  twice(player): {is: 2 * shifted(player)}\n",
    )
    path.write_text(own, "utf-8")
    before = contents(root)
    assert run().exit_code == 0
    assert contents(root) == before
    assert load_game("ring", root).values.keys() >= {"shifted", "twice"}


def test_a_new_word_that_old_content_declares_is_refused(root):
    path = root / RULES
    path.write_text(
        path.read_text("utf-8").replace("values:\n", "values:\n  rotated(player): {is: 1}\n"), "utf-8"
    )
    before = contents(root)
    result = run()
    assert (result.exit_code, contents(root)) == (1, before)
    assert f"{RULES}:20 declares `rotated`, which is a word of the language since version 2" in result.stderr


def test_content_of_a_newer_version_is_refused(root):
    path = root / RULES
    path.write_text(path.read_text("utf-8").replace("language: 1", f"language: {CURRENT + 1}"), "utf-8")
    before = contents(root)
    result = run()
    assert (result.exit_code, contents(root)) == (1, before)
    assert f"{RULES}:3 is written in version {CURRENT + 1} of the language" in result.stderr
    game, found = findings(root)
    assert game is None
    assert [one.code for one in found] == ["RW111"]


def test_a_file_that_is_no_yaml_is_told_and_left_alone(root):
    path = root / "cards/ring/tiles.yaml"
    path.write_text("kind: [tile\n", "utf-8")
    result = run()
    assert result.exit_code == 1
    assert "cards/ring/tiles.yaml cannot be read" in result.stderr
    assert "language: 2" in (root / RULES).read_text("utf-8")


def test_an_unknown_game_is_refused(root):
    assert run("rnig").exit_code == 2


def test_every_change_is_told_in_the_docs_and_every_older_version_has_content_here():
    page = (Path(__file__).parents[2] / "docs" / "versions.md").read_text("utf-8")
    for change in CHANGES:
        assert f"`{change.old}`" in page
        assert f"`{change.new}`" in page
    assert {folder.name for folder in OLD.iterdir()} == {str(version) for version in range(1, CURRENT)}
    texts = "\n".join(path.read_text("utf-8") for path in sorted(OLD.rglob("*.yaml")))
    for change in CHANGES:
        assert change.old in texts
