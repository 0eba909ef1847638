"""The command test: which files it takes, and the snapshots that it compares, writes and takes out."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

import pytest
from command_line import HEAD, ROOT, run

import rulewright.cli.snapshots
from rulewright.interpreter.content.rooted import root_above
from rulewright.interpreter.play.collection import find_playthroughs, is_playthrough

GAME = HEAD + "given: {phase: feast}\nmoves: [expect: round >= 0]\n"
CASES = (
    HEAD
    + "cases:\n  - {name: one, given: {phase: feast}, moves: [expect: round >= 0]}\n"
    + "  - {name: two, moves: [expect: round >= 0], stop: yes}\n"
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
        ("a.yaml", "service:\n  game: x\n  moves: [expect: round >= 0]\n", False),
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
        "ok      lines.yaml [one]\nok      lines.yaml [two]\n2 cases: 2 passed, 0 failed, 2 without a snapshot\n"
    )
    assert "`rulewright test --update` keeps" in result.stderr
    assert outcome(".").stdout == outcome("lines.yaml").stdout == result.stdout


# ---------------------------------------------------------------- snapshots
def test_an_update_writes_and_tells_and_is_compared_with_from_then_on(folder):
    result = outcome("--update")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith(f"\n{UPDATE}  __snapshots__/.cards.txt\n2 cases: 2 passed, 0 failed\n")
    before = (folder / "__snapshots__/lines.ambr").read_bytes()
    assert before.startswith(b"# serializer version: 1\n# name: test_playthrough[one]\n")
    again = outcome("--update")
    assert "written" not in again.stdout
    assert (folder / "__snapshots__/lines.ambr").read_bytes() == before
    (folder / "lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    changed = outcome()
    assert changed.exit_code == 1
    assert changed.stdout.count("RW516") == 2
    assert changed.stdout.endswith("2 cases: 0 passed, 2 failed\n")
    assert outcome("--update").stdout.endswith(f"{UPDATE}2 cases: 2 passed, 0 failed\n")
    assert outcome().exit_code == 0


def test_a_case_that_fails_keeps_its_transcript(folder):
    outcome("--update")
    before = (folder / "__snapshots__/lines.ambr").read_text()
    (folder / "lines.yaml").write_text(CASES.replace("round >= 0], stop", "round == 7], stop"))
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
    assert outcome(".").stdout.endswith("2 cases: 2 passed, 0 failed\n")


SPOILT = {
    "no head": b"# name:\n  1\n# ---\n",
    "no text": b"\xff\xfe",
    "another version": b"# serializer version: 99\n",
    "empty": b"",
    "only a head": b"# serializer version: 1\n",
}


@pytest.mark.parametrize("name", [*SPOILT, "cut", "a folder", "a pipe"])
def test_a_file_of_snapshots_that_is_damaged_always_fails_and_an_update_writes_it_anew(folder, name):
    outcome("--update")
    path = folder / "__snapshots__/lines.ambr"
    whole = path.read_bytes()
    if name in SPOILT:
        path.write_bytes(SPOILT[name])
    elif name == "cut":
        path.write_bytes(whole[: len(whole) * 3 // 4])
    else:
        path.unlink()
        path.mkdir() if name == "a folder" else os.mkfifo(path)
    result = outcome()
    assert result.exit_code == 1
    assert result.stdout.count("RW519: its snapshot cannot be read: __snapshots__/lines.ambr is damaged") == 2
    assert result.stdout.endswith("2 cases: 0 passed, 2 failed\n")
    if name not in ("a folder", "a pipe"):
        assert outcome("--update").stdout.endswith(f"{UPDATE}2 cases: 2 passed, 0 failed\n")
        assert path.read_bytes() == whole


def test_damaged_transcripts_of_no_playthrough_fail_too(folder):
    outcome("--update")
    (folder / "__snapshots__/gone.ambr").write_bytes(b"")
    result = outcome(".")
    assert (result.exit_code, result.stdout.count("gone.ambr is damaged")) == (1, 1)
    assert result.stdout.endswith("2 cases: 2 passed, 0 failed, and 1 transcript of no playthrough\n")


@pytest.mark.parametrize(("value", "code"), [("true", 2), ("1", 2), ("", 0), ("false", 0)])
def test_continuous_integration_does_not_update_and_demands_transcripts(folder, monkeypatch, value, code):
    monkeypatch.setenv("CI", value)
    result = outcome("--update")
    assert result.exit_code == code
    assert ("snapshots are not updated where CI is set" in result.stderr) == (code == 2)
    assert (folder / "__snapshots__").exists() == (code == 0)
    again = outcome()
    assert again.exit_code == (1 if code else 0)
    assert again.stdout.count("RW519: no transcript of this case is kept") == (2 if code else 0)


# ---------------------------------------------------------------- what a case shows
def test_a_playthrough_that_checks_nothing_is_told(folder):
    text = HEAD + "given: {phase: feast}\nmoves: [note: nothing]\n"
    (folder / "lines.yaml").write_text(text)
    for command in ("test", "validate"):
        result = run(command, "lines.yaml", root=None)
        assert (result.exit_code, result.stdout.count("RW620")) == (1, 1)
    assert run("play", "lines.yaml", root=None).exit_code == 0
    (folder / "lines.yaml").write_text(text.replace("note: nothing", "expect: round > 0"))
    assert outcome().exit_code == 0


# ---------------------------------------------------------------- one case, and counts
def test_one_case_is_played_alone(folder):
    outcome("--update")
    (folder / "lines.yaml").write_text(CASES.replace("round >= 0], stop", "round == 7], stop"))
    assert outcome().exit_code == 1
    result = outcome("--case", "ONE")
    assert result.stdout == "ok      lines.yaml [one]\n1 case: 1 passed, 0 failed\n"
    assert outcome("--case", "two").stdout.endswith("1 case: 0 passed, 1 failed\n")
    unknown = outcome("--case", "tow")
    assert unknown.exit_code == 2
    assert "there is no case 'tow' (did you mean two?)" in unknown.stderr
    played = run("play", "lines.yaml", "--case", "one", root=None)
    assert played.exit_code == 0
    assert played.stdout.count("Case: ") == 1
    assert run("play", "lines.yaml", "--case", "three", root=None).exit_code == 2
    refused = run("play", "--game", "tea-house", "--case", "one", root=None)
    assert "--case names a case of a playthrough file" in refused.stderr


def test_one_case_can_be_kept_and_recorded_alone(folder):
    outcome("--update")
    before = (
        (folder / "__snapshots__/.cards.txt").read_text()
        if (folder / "__snapshots__/.cards.txt").exists()
        else ""
    )
    (folder / "lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    assert outcome("--case", "two", "--update").exit_code == 0
    kept = (folder / "__snapshots__/lines.ambr").read_text()
    assert ("Greg" in kept, "Matt" in kept) == (True, True)
    after = (
        (folder / "__snapshots__/.cards.txt").read_text()
        if (folder / "__snapshots__/.cards.txt").exists()
        else ""
    )
    assert after == before
    refused = run("play", "lines.yaml", "--record", "a.yaml", root=None)
    assert "name it with --case" in refused.stderr
    assert run("play", "lines.yaml", "--case", "one", "--record", "a.yaml", root=None).exit_code == 0


@pytest.mark.parametrize(
    "spoilt", ["moves: [{Nobody: x}]", "moves: [expect: round == 9]", "seed: x", "moves: []"]
)
def test_passed_and_failed_are_all_cases(folder, spoilt):
    cases = "".join(f"  - {{name: n{n}, moves: [expect: round > 0], stop: yes}}\n" for n in range(8))
    (folder / "lines.yaml").write_text(
        HEAD + "cases:\n" + cases + "  - {name: bad, " + spoilt + ", stop: yes}\n"
    )
    told = outcome().stdout.splitlines()[-1]
    if spoilt == "seed: x":
        assert told == "0 cases: 0 passed, 0 failed, and 1 file could not be read"
    else:
        assert told.startswith("9 cases: 8 passed, 1 failed")
        # A player who is not there is found before anything is played.
        assert ("(1 of them not played)" in told) == ("Nobody" in spoilt)


def test_without_the_extra_it_says_what_to_install(folder, monkeypatch):
    outcome("--update")
    (folder / "lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    monkeypatch.setattr(
        rulewright.cli.snapshots, "find_spec", lambda name: None if name == "syrupy" else find_spec(name)
    )
    result = outcome()
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "2 cases: 2 passed, 0 failed")
    assert "snapshots are not compared: syrupy is missing" in result.stderr
    assert "pip install 'rulewright[test]'" in result.stderr
    refused = outcome("--update")
    assert refused.exit_code == 2
    assert "pip install 'rulewright[test]'" in refused.stderr
