"""Every playthrough below tests/playthroughs is played, and its transcript compared with the one that is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberDataSerializer
from syrupy.location import PyTestLocation

from rulewright.cli.pytest_plugin import settle
from rulewright.cli.transcript_extension import TranscriptExtension
from rulewright.interpreter.findings import Findings, render_text
from rulewright.interpreter.play.checking import game_of_case
from rulewright.interpreter.play.collection import (
    PLAYTHROUGHS,
    SNAPSHOTS,
    playthrough_files,
    shown_as,
    snapshot_file,
    snapshot_name,
)
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import Script, read_script
from rulewright.interpreter.source import line_reader

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / PLAYTHROUGHS
GAMES = Games(ROOT)


@dataclass(frozen=True)
class Played:
    """One case of a playthrough file; `case` is empty where the file holds only one."""

    path: Path
    case: str


class BesidePlaythroughs(TranscriptExtension):
    """Keeps the transcripts beside the playthroughs, and not beside this file."""

    @classmethod
    def get_location(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        return str(snapshot_file(test_location.item.callspec.params["played"].path))

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        # Asked of every test of a run, also of those that keep their snapshots elsewhere, and of those that ran in
        # another process, of which nothing but the name is known.
        name = re.match(r"test_playthrough\[([^:\]]+)", test_location.item.name)
        return name is not None and snapshot_location == str(snapshot_file(FOLDER / f"{name[1]}.yaml"))


def _scripts() -> dict[Path, tuple[Script | None, Findings]]:
    scripts = {}
    for path in playthrough_files(FOLDER):
        findings = Findings()
        scripts[path] = (read_script(path, shown_as(path, ROOT), findings), findings)
    return scripts


SCRIPTS = _scripts()
CASES = [
    Played(path, case.name)
    for path, (script, _) in SCRIPTS.items()
    for case in (script.cases if script is not None else ())
]


def _id(value: Path | Played) -> str:
    path, case = (value.path, value.case) if isinstance(value, Played) else (value, "")
    name = path.relative_to(FOLDER).with_suffix("").as_posix()
    return f"{name}: {case}" if case else name


@pytest.mark.parametrize("path", SCRIPTS, ids=_id)
def test_a_playthrough_file_is_understood(path):
    _, findings = SCRIPTS[path]
    assert not findings, "\n" + render_text(findings, line_reader(ROOT))


@pytest.mark.parametrize("played", CASES, ids=_id)
def test_playthrough(played, request, snapshot: SnapshotAssertion, reached):
    script, _ = SCRIPTS[played.path]
    (case,) = (case for case in script.cases if case.name == played.case)
    observers = reached.observers(game_of_case(script, case, GAMES, Findings()), len(CASES))
    kept = snapshot.use_extension(BesidePlaythroughs)
    trial = settle(script, case, GAMES, kept, request.node, observers)
    assert trial is not None, "no transcript is kept yet; `pytest --snapshot-update` keeps one"


def test_every_transcript_that_is_kept_belongs_to_a_playthrough():
    kept = {
        (path.relative_to(FOLDER).as_posix(), snapshot.name)
        for path in FOLDER.rglob(f"{SNAPSHOTS}/*.ambr")
        for snapshot in AmberDataSerializer.read_file(str(path))
    }
    wanted = {
        (snapshot_file(played.path).relative_to(FOLDER).as_posix(), snapshot_name(played.path, played.case))
        for played in CASES
    }
    assert not kept - wanted, "take these transcripts out, or give their playthroughs back"


def test_every_game_has_a_playthrough():
    shown = {case.game.text for script, _ in SCRIPTS.values() for case in (script.cases if script else ())}
    assert not set(GAMES.names) - shown
