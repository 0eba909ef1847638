"""The command `test`: plays every playthrough and compares its transcript with the snapshot that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from rulewright.cli.kept_cards import News, cards_file, changed_since, news_of, write_cards
from rulewright.cli.output import FOUND, CommandError, say, write
from rulewright.cli.reports import cases_named, counted, games_of, in_text, no_case, require_yaml
from rulewright.cli.snapshots import (
    MISSING,
    REFUSED,
    UNKEPT,
    DamagedSnapshots,
    can_compare,
    difference,
    is_ci,
    read_snapshots,
    serialized,
    write_snapshots,
)
from rulewright.cli.where import Where
from rulewright.interpreter.content.packs import is_pack
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.collection import (
    PLAYTHROUGHS,
    SNAPSHOT_NAME,
    SNAPSHOTS,
    find_playthroughs,
    shown_as,
    snapshot_file,
    snapshot_name,
)
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import Case, Script, read_script
from rulewright.interpreter.play.trial import try_case


def run(paths: tuple[Path, ...], where: Where, *, update: bool = False, case: str | None = None) -> None:
    """Play what lies below the paths, or all playthroughs of the content; exit 1 when something fails.

    With `update` the transcripts of what passes are kept, and those that belong to nothing any more are taken out. With
    `case` only the cases of that name are played.
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
    tester = _Tester(games, Kept(update=update) if can_compare() else None, case)
    for file in files:
        tester.file(file)
    if case is not None and not tester.cases:
        raise no_case(case, tester.names)
    for place in places:
        tester.orphans(place)
    tester.finish()
    if tester.failed_at_all:
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
        """Return the transcripts of a file by name; one that is written anew may have been damaged before.

        Raises DamagedSnapshots.
        """
        if file not in self._files:
            try:
                self._files[file] = read_snapshots(file)
            except DamagedSnapshots:
                if not self.update:
                    raise
                self._files[file] = {}
                self._changed[file] = None
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

    def __init__(self, games: Games, kept: Kept | None, only: str | None = None) -> None:
        self.games = games
        self.kept = kept
        self.only = only
        self.cases = 0
        self.failed = 0
        self.not_played = 0
        self.unread = 0
        self.stray = 0
        self.without_snapshot = 0
        self.names: list[str] = []
        if kept is None:
            say(f"snapshots are not compared: {MISSING}")

    @property
    def failed_at_all(self) -> bool:
        """Whether something is not as it should be."""
        return bool(self.failed or self.unread or self.stray)

    def file(self, path: Path) -> None:
        """Play all cases of a file, or those of the one name; one that cannot be read fails as a whole."""
        findings = Findings()
        script = read_script(path, shown_as(path, self.games.root), findings)
        if script is None:
            self.unread += 1
            self._failed(shown_as(path, self.games.root), findings)
            return
        self.names += [case.name for case in script.cases]
        for case in cases_named(script.cases, self.only):
            self._case(script, case)
        names = {snapshot_name(path, case.name) for case in script.cases}
        self._belonging(snapshot_file(path), names)

    def _case(self, script: Script, case: Case) -> None:
        trial = try_case(script, case, self.games)
        self.cases += 1
        label = script.file + (f" [{case.name}]" if case.name else "")
        findings = Findings()
        findings.extend(trial.findings)
        change = ""
        if trial.passed and self.kept is not None and trial.match is not None:
            # Where only some cases are played, nobody knows what the others use.
            if self.only is None:
                self.kept.note(script.path, trial.match)
            change = self._compared(self.kept, script.path, case, serialized(trial.transcript), findings)
        if findings:
            since = changed_since(script.path, case.content, trial.match) if trial.match is not None else ""
            self.failed += 1
            self.not_played += trial.match is None
            self._failed(label, findings, since)
            write(change)
        else:
            write(f"ok      {label}")

    def _failed(self, label: str, findings: Findings, since: str = "") -> None:
        write(f"FAILED  {label}")
        write(since + in_text(findings, self.games.root))

    # ---------------------------------------------------------------- snapshots
    def _compared(self, kept: Kept, path: Path, case: Case, now: str, findings: Findings) -> str:
        """Find a transcript that is not as it is kept, and return how it differs; it is kept now when updating."""
        file, name = snapshot_file(path), snapshot_name(path, case.name)
        try:
            before = kept.of(file).get(name)
        except DamagedSnapshots as error:
            findings.add("RW519", case.span, str(error))
            return ""
        if before == now:
            return ""
        if kept.update:
            kept.keep(file, name, now)
            return ""
        if before is None:
            self.without_snapshot += 1
            if is_ci():
                findings.add("RW519", case.span, UNKEPT)
            return ""
        message = "the transcript differs from its snapshot; `rulewright test --update` keeps the new one"
        findings.add("RW516", case.span, message)
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
        try:
            kept = self.kept.of(file)
        except DamagedSnapshots as error:
            # Its cases say so; where there are none, the file is the one thing to name.
            if not names:
                self._strayed(file, str(error))
            return
        for name in _stray(kept, names):
            if self.kept.update:
                self.kept.drop(file, name)
            else:
                self._strayed(
                    file, f"{name} belongs to no playthrough; `rulewright test --update` takes it out"
                )

    def _strayed(self, file: Path, message: str) -> None:
        self.stray += 1
        write(f"FAILED  {shown_as(file, self.games.root)}")
        write(f"    {message}")

    def finish(self) -> None:
        """Write the snapshots that are to change, and say which, how many were played, and how they ended."""
        written = self.kept.write() if self.kept is not None else []
        if written:
            write("\nsnapshot files written:")
        for file in written:
            write(f"  {shown_as(file, self.games.root)}" + ("" if file.exists() else " (removed)"))
        write(self._counts())
        if self.without_snapshot:
            say("`rulewright test --update` keeps the transcripts of those without a snapshot")

    def _counts(self) -> str:
        """Return how the cases ended; passed and failed are all that there are."""
        parts = [f"{self.cases - self.failed} passed, {self.failed} failed"]
        if self.not_played:
            parts[0] += f" ({self.not_played} of them not played)"
        if self.without_snapshot:
            parts.append(f"{self.without_snapshot} without a snapshot")
        if self.unread:
            parts.append(f"and {counted(self.unread, 'file')} could not be read")
        if self.stray:
            parts.append(f"and {counted(self.stray, 'transcript')} of no playthrough")
        return f"{counted(self.cases, 'case')}: {', '.join(parts)}"


def _stray(kept: dict[str, str], names: set[str]) -> Iterator[str]:
    """Yield the names of a file's transcripts which are not among these; snapshots of other tests are left alone."""
    yield from [name for name in kept if name.startswith(f"{SNAPSHOT_NAME}[") and name not in names]
