"""The command test: which files it takes, and the snapshots that it compares, writes and takes out."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pytest
from command_line import HEAD, ROOT, run

import cli.snapshots
from interpreter.content.rooted import root_above
from interpreter.play.collection import find_playthroughs, is_playthrough

GAME = HEAD + "given: {phase: feast}\nmoves: []\n"
CASES = (
    HEAD
    + "cases:\n  - {name: one, given: {phase: feast}, moves: []}\n  - {name: two, moves: [], stop: yes}\n"
)
UPDATE = "snapshot files written:\n  __snapshots__/lines.ambr\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A designer's folder with a game and one playthrough beside it, and the present folder."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "lines.yaml").write_text(CASES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def outcome(*words):
    result = run("test", *words, root=None)
    assert "Traceback" not in result.output
    return result


# ---------------------------------------------------------------- which files
@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.yaml", GAME, True),
        ("a.yaml", "\ufeffgame: x\nmoves:\n\t- broken: [\n", True),
        ("a.yaml", "game: x\nplayers: [A]\nmoevs: []\n", True),
        ("a.yaml", "language: 1\ngame: x\nplayers: 2\n", False),
        ("a.yaml", "kind: guest\ncards: {}\n", False),
        ("a.yaml", "service:\n  game: x\n  moves: []\n", False),
        ("a.yml", GAME, False),
        ("playthroughs/a.yaml", "gaem: x\n", True),
        ("playthroughs/rules/a.yaml", "language: 1\n", True),
        ("playthroughs/rules/x/a.yaml", "language: 1\ngame: x\nplayers: 2\n", False),
        (".hidden/a.yaml", GAME, False),
        ("__snapshots__/a.yaml", GAME, False),
    ],
)
def test_what_is_taken_for_a_playthrough(tmp_path, name, text, found):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    assert list(find_playthroughs(tmp_path)) == ([path] if found else [])
    assert list(find_playthroughs(path)) == [path]


def test_a_folder_is_no_playthrough(tmp_path):
    (tmp_path / "a.yaml").mkdir()
    assert not is_playthrough(tmp_path / "a.yaml")


def test_the_content_above_is_found(folder):
    inner = folder / "tests" / "deep"
    inner.mkdir(parents=True)
    assert root_above(inner / "lines.yaml") == root_above(folder) == folder.resolve()
    shutil.rmtree(folder / "cards")
    assert root_above(inner) != folder.resolve()


def test_without_words_the_present_folder_is_played(folder):
    result = outcome()
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "ok      lines.yaml [one]\nok      lines.yaml [two]\n2 played, 0 failed, 2 without a snapshot\n"
    )
    assert "`rulewright test --update` keeps" in result.stderr
    assert outcome(".").stdout == outcome("lines.yaml").stdout == result.stdout


# ---------------------------------------------------------------- snapshots
def test_an_update_writes_and_tells_and_is_compared_with_from_then_on(folder):
    result = outcome("--update")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith(f"\n{UPDATE}2 played, 0 failed\n")
    before = (folder / "__snapshots__/lines.ambr").read_bytes()
    assert before.startswith(b"# serializer version: 1\n# name: test_playthrough[one]\n")
    again = outcome("--update")
    assert "written" not in again.stdout
    assert (folder / "__snapshots__/lines.ambr").read_bytes() == before
    (folder / "lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    changed = outcome()
    assert changed.exit_code == 1
    assert changed.stdout.count("RW516") == 2
    assert changed.stdout.endswith("2 played, 2 failed\n")
    assert outcome("--update").stdout.endswith(f"{UPDATE}2 played, 0 failed\n")
    assert outcome().exit_code == 0


def test_a_case_that_fails_keeps_its_transcript(folder):
    outcome("--update")
    before = (folder / "__snapshots__/lines.ambr").read_text()
    (folder / "lines.yaml").write_text(CASES.replace("moves: [], stop", "moves: [expect: round == 7], stop"))
    result = outcome("--update")
    assert result.exit_code == 1
    assert "expected round == 7, but round is 1" in result.stdout
    (folder / "lines.yaml").write_text("game: [\nmoves: 3\n")
    assert outcome("--update").exit_code == 1
    assert (folder / "__snapshots__/lines.ambr").read_text() == before


def test_transcripts_of_no_playthrough_are_told_and_taken_out(folder):
    outcome("--update")
    (folder / "lines.yaml").write_text(CASES.replace("name: one", "name: first"))
    stray = folder / "__snapshots__/gone.ambr"
    shutil.copy(folder / "__snapshots__/lines.ambr", stray)
    (folder / "test_other.py").touch()
    other = folder / "__snapshots__/test_other.ambr"
    other.write_text("# serializer version: 1\n# name: test_playthrough[of its own]\n  1\n# ---\n")
    result = outcome(".")
    assert result.exit_code == 1
    assert result.stdout.count("belongs to no playthrough; `rulewright test --update` takes it out") == 3
    updated = outcome(".", "--update")
    assert updated.exit_code == 0
    assert "  __snapshots__/gone.ambr (removed)\n" in updated.stdout
    assert not stray.exists()
    assert other.exists()
    assert "[first]" in (folder / "__snapshots__/lines.ambr").read_text()
    assert "[one]" not in (folder / "__snapshots__/lines.ambr").read_text()
    assert outcome(".").stdout.endswith("2 played, 0 failed\n")


@pytest.mark.parametrize("spoilt", [b"# name:\n  1\n# ---\n", b"\xff\xfe", b"# serializer version: 99\n"])
def test_a_file_of_snapshots_that_cannot_be_read_is_none(folder, spoilt):
    path = folder / "__snapshots__/lines.ambr"
    path.parent.mkdir()
    path.write_bytes(spoilt)
    assert outcome().stdout.endswith("2 played, 0 failed, 2 without a snapshot\n")
    assert outcome("--update").stdout.endswith(f"{UPDATE}2 played, 0 failed\n")


@pytest.mark.parametrize(("value", "code"), [("true", 2), ("1", 2), ("", 0), ("false", 0)])
def test_continuous_integration_does_not_update(folder, monkeypatch, value, code):
    monkeypatch.setenv("CI", value)
    result = outcome("--update")
    assert result.exit_code == code
    assert ("snapshots are not updated where CI is set" in result.stderr) == (code == 2)
    assert (folder / "__snapshots__").exists() == (code == 0)
    assert outcome().exit_code == 0


def test_without_the_extra_it_says_what_to_install(folder, monkeypatch):
    outcome("--update")
    (folder / "lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    monkeypatch.setattr(
        cli.snapshots, "find_spec", lambda name: None if name == "syrupy" else find_spec(name)
    )
    result = outcome()
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "2 played, 0 failed")
    assert "snapshots are not compared: syrupy is missing" in result.stderr
    assert "pip install 'rulewright[test]'" in result.stderr
    refused = outcome("--update")
    assert refused.exit_code == 2
    assert "pip install 'rulewright[test]'" in refused.stderr
