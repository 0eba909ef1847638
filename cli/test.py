"""The command `test`: plays every playthrough and compares its transcript with the snapshot that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from cli.kept_cards import News, cards_file, changed_since, news_of, write_cards
from cli.output import FOUND, CommandError, say, write
from cli.reports import games_of, in_text, require_yaml
from cli.snapshots import (
    MISSING,
    REFUSED,
    can_compare,
    difference,
    is_ci,
    read_snapshots,
    serialized,
    write_snapshots,
)
from cli.where import Where
from interpreter.content.packs import is_pack
from interpreter.findings import Findings
from interpreter.match.playable import Playable
from interpreter.play.collection import (
    PLAYTHROUGHS,
    SNAPSHOT_NAME,
    SNAPSHOTS,
    find_playthroughs,
    shown_as,
    snapshot_file,
    snapshot_name,
)
from interpreter.play.games import Games
from interpreter.play.script import Case, Script, read_script
from interpreter.play.trial import try_case


def run(paths: tuple[Path, ...], where: Where, *, update: bool = False) -> None:
    """Play what lies below the paths, or all playthroughs of the content; exit 1 when something fails.

    With `update` the transcripts of what passes are kept, and those that belong to nothing any more are taken out.
    """
    if update and is_ci():
        raise CommandError(REFUSED)
    if update and not can_compare():
        raise CommandError(f"snapshots cannot be updated: {MISSING}")
    for path in paths:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
        require_yaml(path)
    games = games_of(where, paths)
    places = paths or _usual_places(games.root)
    files = list(dict.fromkeys(file for place in places for file in find_playthroughs(place)))
    if not files:
        raise CommandError(f"there is no playthrough below {', '.join(map(str, places))}")
    tester = _Tester(games, Kept(update=update) if can_compare() else None)
    for file in files:
        tester.file(file)
    for place in places:
        tester.orphans(place)
    tester.finish()
    if tester.failed:
        raise typer.Exit(FOUND)


def _usual_places(root: Path) -> tuple[Path, ...]:
    """Return where playthroughs are looked for when nobody says: in a pack here, else those of the content."""
    usual = root / PLAYTHROUGHS
    return (usual,) if usual.is_dir() and not is_pack(Path(), root) else (Path(),)


class Kept:
    """The transcripts that are kept; each file is read once, and written once when it is to change."""

    def __init__(self, *, update: bool) -> None:
        self.update = update
        self._files: dict[Path, dict[str, str]] = {}
        self._changed: dict[Path, None] = {}
        self._cards: dict[Path, list[News]] = {}

    def of(self, file: Path) -> dict[str, str]:
        """Return the transcripts of a file by name."""
        if file not in self._files:
            self._files[file] = read_snapshots(file)
        return self._files[file]

    def keep(self, file: Path, name: str, text: str) -> None:
        """Keep a transcript, in place of the one before."""
        self.of(file)[name] = text
        self._changed[file] = None

    def note(self, script: Path, match: Playable) -> None:
        """Keep what the cards are like that a match used, when transcripts are updated."""
        if self.update:
            self._cards.setdefault(cards_file(script), []).append(news_of(script, match))

    def drop(self, file: Path, name: str) -> None:
        """Keep a transcript no longer."""
        del self.of(file)[name]
        self._changed[file] = None

    def write(self) -> list[Path]:
        """Write the files that have changed, remove those of which nothing is left, and return all of them."""
        for file in self._changed:
            write_snapshots(file, self.of(file))
        cards = [file for file, news in self._cards.items() if write_cards(file, news)]
        return [*self._changed, *cards]


class _Tester:
    """Plays files, compares, and counts."""

    def __init__(self, games: Games, kept: Kept | None) -> None:
        self.games = games
        self.kept = kept
        self.played = 0
        self.failed = 0
        self.without_snapshot = 0
        if kept is None:
            say(f"snapshots are not compared: {MISSING}")

    def file(self, path: Path) -> None:
        """Play all cases of a file; one that cannot be read fails as a whole."""
        findings = Findings()
        script = read_script(path, shown_as(path, self.games.root), findings)
        if script is None:
            self._failed(shown_as(path, self.games.root), findings)
            return
        for case in script.cases:
            self._case(script, case)
        names = {snapshot_name(path, case.name) for case in script.cases}
        self._belonging(snapshot_file(path), names)

    def _case(self, script: Script, case: Case) -> None:
        trial = try_case(script, case, self.games)
        self.played += trial.match is not None
        label = script.file + (f" [{case.name}]" if case.name else "")
        findings = Findings()
        findings.extend(trial.findings)
        change = ""
        if trial.passed and self.kept is not None and trial.match is not None:
            self.kept.note(script.path, trial.match)
            change = self._compared(self.kept, script.path, case.name, serialized(trial.transcript))
            if change:
                message = (
                    "the transcript differs from its snapshot; `rulewright test --update` keeps the new one"
                )
                findings.add("RW516", case.span, message)
        if findings:
            since = changed_since(script.path, case.content, trial.match) if trial.match is not None else ""
            self._failed(label, findings, since)
            write(change)
        else:
            write(f"ok      {label}")

    def _failed(self, label: str, findings: Findings, since: str = "") -> None:
        self.failed += 1
        write(f"FAILED  {label}")
        write(since + in_text(findings, self.games.root))

    # ---------------------------------------------------------------- snapshots
    def _compared(self, kept: Kept, path: Path, case: str, now: str) -> str:
        """Return how a transcript differs from its snapshot; empty when it does not, is kept now, or none is kept."""
        file, name = snapshot_file(path), snapshot_name(path, case)
        before = kept.of(file).get(name)
        if before == now:
            return ""
        if kept.update:
            kept.keep(file, name, now)
            return ""
        if before is None:
            self.without_snapshot += 1
            return ""
        return difference(before, now)

    def orphans(self, place: Path) -> None:
        """Look below a folder for snapshots whose playthrough is gone."""
        for file in sorted(place.rglob(f"{SNAPSHOTS}/*.ambr")) if place.is_dir() else ():
            beside = file.parent.parent
            if not any((beside / f"{file.stem}{suffix}").exists() for suffix in (".yaml", ".py")):
                self._belonging(file, set())

    def _belonging(self, file: Path, names: set[str]) -> None:
        """Find transcripts in a file which are those of no case; take them out when updating."""
        if self.kept is None:
            return
        for name in _stray(self.kept.of(file), names):
            if self.kept.update:
                self.kept.drop(file, name)
            else:
                self.failed += 1
                write(f"FAILED  {shown_as(file, self.games.root)}")
                write(f"    {name} belongs to no playthrough; `rulewright test --update` takes it out")

    def finish(self) -> None:
        """Write the snapshots that are to change, and say which, how many were played, and how they ended."""
        written = self.kept.write() if self.kept is not None else []
        if written:
            write("\nsnapshot files written:")
        for file in written:
            write(f"  {shown_as(file, self.games.root)}" + ("" if file.exists() else " (removed)"))
        bare = f", {self.without_snapshot} without a snapshot" if self.without_snapshot else ""
        write(f"{self.played} played, {self.failed} failed{bare}")
        if self.without_snapshot:
            say("`rulewright test --update` keeps the transcripts of those without a snapshot")


def _stray(kept: dict[str, str], names: set[str]) -> Iterator[str]:
    """Yield the names of a file's transcripts which are not among these; snapshots of other tests are left alone."""
    yield from [name for name in kept if name.startswith(f"{SNAPSHOT_NAME}[") and name not in names]
