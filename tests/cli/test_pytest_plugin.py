"""The plugin for pytest, as a designer meets it: in a folder of the designer's own, in processes of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from command_line import HEAD, ROOT, environment, run

CASES = (
    HEAD
    + "cases:\n  - {name: one, given: {phase: feast}, moves: [expect: round >= 0]}\n"
    + "  - {name: two, moves: [expect: round >= 0], stop: yes}\n"
)
# In a checkout that is not installed, pytest has to be told of it.
TOLD = [] if entry_points(group="pytest11", name="rulewright") else ["-p", "rulewright.cli.pytest_plugin"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A designer's folder with a game, a file of playthroughs, and other YAML files."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/lines.yaml").write_text(CASES)
    (tmp_path / "settings.yaml").write_text("game: nothing of ours\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def collected(folder: Path, *words: str, code: int = 0, **more: str) -> str:
    """What pytest says, run in a folder."""
    command = [sys.executable, "-m", "pytest", *TOLD, "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    done = subprocess.run(
        [*command, *words], check=False, cwd=folder, env=environment(**more), capture_output=True, text=True
    )
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert "Traceback" not in said
    assert "INTERNALERROR" not in said
    return said


@pytest.mark.slow
def test_playthroughs_are_collected_kept_compared_and_told(folder):
    first = collected(folder, "-v")
    assert "tests/lines.yaml::test_playthrough[one] PASSED" in first
    assert "2 playthroughs have no snapshot; `pytest --snapshot-update` keeps what is missing" in first
    assert "2 passed" in first
    kept = collected(folder, "--snapshot-update")
    assert "snapshot files written" in kept
    assert "\ntests/__snapshots__/lines.ambr\n" in kept
    assert "2 snapshots generated" in kept
    (folder / "tests/lines.yaml").write_text(CASES.replace("Matt", "Greg"))
    changed = collected(folder, code=1)
    assert changed.count("error RW516: the transcript differs from its snapshot") == 2
    assert "-Tea House: Anna, Matt (seed 0)" in changed
    assert "2 snapshots failed" in changed


@pytest.mark.slow
def test_the_command_and_the_plugin_keep_the_same_files(folder):
    collected(folder, "--snapshot-update")
    file = folder / "tests/__snapshots__/lines.ambr"
    by_pytest = file.read_bytes()
    assert run("test", ".", root=None).stdout.endswith("2 cases: 2 passed, 0 failed\n")
    file.unlink()
    assert run("test", ".", "--update", root=None).exit_code == 0
    assert file.read_bytes() == by_pytest
    assert "2 snapshots passed" in collected(folder)


@pytest.mark.slow
def test_what_fails_is_told_in_words_and_its_transcript_stays(folder):
    (folder / "tests/more.yaml").write_text(CASES)
    (folder / "tests/test_beside.py").write_text("def test_beside(snapshot):\n    assert 1 == snapshot\n")
    collected(folder, "--snapshot-update")
    kept = {path: path.read_text() for path in (folder / "tests/__snapshots__").iterdir()}
    assert len(kept) == 4
    (folder / "tests/lines.yaml").write_text(
        CASES.replace("moves: [expect: round >= 0], stop", "moves: [expect: Anna.coins == 4], stop")
    )
    (folder / "tests/more.yaml").write_text("game: tea-house\nmoves: [\n")
    said = collected(folder, "--snapshot-update", code=1)
    assert "tests/lines.yaml:5:33: error RW509: expected Anna.coins == 4, but Anna.coins is 3" in said
    assert "tests/more.yaml:2:8: error RW008: " in said
    assert "2 failed, 2 passed" in said
    assert {path: path.read_text() for path in (folder / "tests/__snapshots__").iterdir()} == kept


def test_continuous_integration_does_not_update(folder):
    said = collected(folder, "--snapshot-update", code=4, CI="true")
    assert "snapshots are not updated where CI is set" in said
    assert not (folder / "tests/__snapshots__").exists()


@pytest.mark.slow
def test_two_processes_tell_the_same(folder):
    collected(folder, "--snapshot-update", "-n", "2")
    assert "2 snapshots passed" in collected(folder, "-n", "2")


@pytest.mark.slow
def test_the_content_is_named_or_found_above_or_comes_with_the_program(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "lines.yaml").write_text(CASES)
    (elsewhere / "shipped.yaml").write_text("game: tic-tac-toe\nmoves: [bots: random]\n")
    lost = collected(elsewhere, code=1)
    assert "there is no game 'tea-house'" in lost
    assert "1 passed" in lost
    found = collected(elsewhere, "--rulewright-root", str(folder), "lines.yaml")
    assert "2 passed" in found
    (elsewhere / "pytest.ini").write_text(f"[pytest]\nrulewright_root = {folder}\n")
    assert "2 passed" in collected(elsewhere, "lines.yaml")
    wrong = collected(elsewhere, "--rulewright-root", "nowhere", "lines.yaml", code=2)
    assert "is no folder; wanted one with the folders rules and cards in it" in wrong


@pytest.mark.slow
def test_packs_are_laid_over_the_games_as_the_command_does(folder):
    pack = folder / "more/extra/cards/tea-house"
    pack.mkdir(parents=True)
    guest = "kind: guest\ncards:\n  lodger: {name: Lodger, tip: 1, gift: gain 1 fame}\n"
    (pack / "guests.yaml").write_text(guest)
    lines = HEAD + "given: {row.guests: [lodger]}\nmoves: [expect: lodger in row.guests]\nstop: yes\n"
    (folder / "tests/lines.yaml").write_text(lines)
    alone = collected(folder, code=1)
    assert "tests/lines.yaml:3:22: error RW" in alone
    assert "1 passed" in collected(folder, "--rulewright-pack", "more/extra")
    assert run("test", ".", "--pack", "more/extra", root=None).exit_code == 0
    (folder / "pytest.ini").write_text("[pytest]\nrulewright_packs = more/extra\n")
    assert "1 passed" in collected(folder)
    wrong = collected(folder, "--rulewright-pack", "more/extr", code=2)
    assert "there is no pack" in wrong


@pytest.mark.slow
def test_without_syrupy_it_plays_and_says_what_to_install(folder):
    said = collected(folder, "-p", "no:syrupy")
    assert "2 passed" in said
    assert "pip install 'rulewright[test]'" in said


@pytest.mark.slow
def test_cards_that_have_changed_are_named_before_the_difference(folder):
    script = HEAD + (
        "seed: 7\ngiven: {row.guests: [aunt-1, cousin, uncle], Matt: {coins: 1}}\nstop: yes\n"
        "cases:\n  - {name: one, moves: [{Anna: [aunt, a-stove, new-stove, cup-1]}]}\n"
        "  - {name: two, moves: [expect: round >= 0]}\n"
    )
    (folder / "tests/lines.yaml").write_text(script)
    kept = collected(folder, "--snapshot-update", "-n", "2")
    assert "\ntests/__snapshots__/.cards.txt\n" in kept
    file = folder / "tests/__snapshots__/.cards.txt"
    by_pytest = file.read_bytes()
    again = collected(folder)
    assert "unused" not in again
    collected(folder, "--snapshot-update")
    assert file.read_bytes() == by_pytest
    file.unlink()
    assert run("test", ".", "--update", root=None).exit_code == 0
    assert file.read_bytes() == by_pytest
    guests = folder / "cards/tea-house/guests.yaml"
    guests.write_text(guests.read_text().replace("tip: 1\n    taste: green", "tip: 2\n    taste: green"))
    changed = collected(folder, code=1)
    assert "1 failed, 1 passed" in changed
    since = "cards changed since the snapshot: aunt (cards/tea-house/guests.yaml:6)\ntests/lines.yaml:"
    assert since in changed
    assert file.read_bytes() == by_pytest
