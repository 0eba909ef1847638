"""The command `test`: plays every playthrough and compares its transcript with the snapshot that is kept."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import typer

from cli.output import FOUND, CommandError, say, write
from cli.reports import games_of, reader_of
from cli.where import Where
from interpreter.findings import Findings, render_text
from interpreter.play.checking import Games, check_script
from interpreter.play.collection import (
    PLAYTHROUGHS,
    playthrough_files,
    shown_as,
    snapshot_file,
    snapshot_name,
)
from interpreter.play.runner import Outcome, run_case
from interpreter.play.script import read_script

_SHOWN_CHANGES = 40


def run(paths: tuple[Path, ...], where: Where) -> None:
    """Play what lies below the paths, or all playthroughs of the content; exit 1 when something fails."""
    games = games_of(where)
    for path in paths:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
    places = paths or (games.root / PLAYTHROUGHS,)
    files = [file for place in places if place.exists() for file in playthrough_files(place)]
    if not files:
        raise CommandError(
            f"there is no playthrough below {', '.join(str(place) for place in places)}", FOUND
        )
    tester = _Tester(games)
    for file in files:
        tester.file(file)
    write(tester.summary())
    if tester.failed:
        raise typer.Exit(FOUND)


class _Tester:
    """Plays files and counts."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.played = 0
        self.failed = 0
        self.without_snapshot = 0
        self._syrupy = _syrupy_serializer()
        if self._syrupy is None:
            say(
                "snapshots are not compared: syrupy is missing; install it with `pip install 'rulewright[test]'`"
            )

    def file(self, path: Path) -> None:
        """Play all cases of a file; one that cannot be read or checked fails as a whole."""
        findings = Findings()
        script = read_script(path, shown_as(path, self.games.root), findings)
        cases = check_script(script, self.games, findings) if script is not None else []
        if findings:
            self.failed += 1
            self._failed(shown_as(path, self.games.root), findings)
        for ready in cases:
            self._case(path, run_case(ready))

    def _case(self, path: Path, outcome: Outcome) -> None:
        self.played += 1
        case = outcome.ready.case
        label = shown_as(path, self.games.root) + (f" [{case.name}]" if case.name else "")
        findings = Findings()
        findings.extend(outcome.findings)
        change = ""
        if outcome.passed and self._syrupy is not None:
            change = self._compared(path, case.name, self._syrupy(outcome.transcript))
            if change:
                message = (
                    "the transcript differs from its snapshot; `pytest --snapshot-update` keeps the new one"
                )
                findings.add("RW516", case.span, message)
        if findings:
            self.failed += 1
            self._failed(label, findings)
            write(change)
        else:
            write(f"ok      {label}")

    def _failed(self, label: str, findings: Findings) -> None:
        write(f"FAILED  {label}")
        write(render_text(findings, reader_of(self.games.root)))

    def _compared(self, path: Path, case: str, now: str) -> str:
        """Return how a transcript differs from its snapshot; empty when it does not, or when none is kept."""
        kept = _read_snapshots(snapshot_file(path)).get(snapshot_name(path, case))
        if kept is None:
            self.without_snapshot += 1
            return ""
        if kept == now:
            return ""
        lines = list(
            difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1)
        )
        more = [f"... and {len(lines) - _SHOWN_CHANGES} more lines"] if len(lines) > _SHOWN_CHANGES else []
        return "\n".join(lines[:_SHOWN_CHANGES] + more)

    def summary(self) -> str:
        """Return how many were played and how they ended."""
        kept = f", {self.without_snapshot} without a snapshot" if self.without_snapshot else ""
        return f"{self.played} played, {self.failed} failed{kept}"


def _syrupy_serializer() -> Callable[[str], str] | None:
    """Return the function that writes a text as a snapshot holds it; None without syrupy."""
    try:
        from syrupy.extensions.amber.serializer import AmberDataSerializer
    except ImportError:
        return None
    serialize: Callable[[str], str] = AmberDataSerializer.serialize
    return serialize


@cache
def _read_snapshots(path: Path) -> dict[str, str]:
    """Return the snapshots of a file by name; empty when there is no file."""
    from syrupy.extensions.amber.serializer import AmberDataSerializer

    if not path.is_file():
        return {}
    return {snapshot.name: str(snapshot.data) for snapshot in AmberDataSerializer.read_file(str(path))}
