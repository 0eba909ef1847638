"""The command `validate`: checks games, content files and playthroughs, and writes what it finds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rulewright.cli.known import Compared, compared
from rulewright.cli.output import FOUND, CommandError, FindingsFormat, say, write
from rulewright.cli.reports import (
    content_root,
    counted,
    folder_in_words,
    how_many,
    packs_of,
    require_yaml,
    unknown,
    way_to,
    write_findings,
    write_sarif,
)
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import game_names, is_known_to_be_clean
from rulewright.interpreter.content.packs import Pack, PackError, is_pack, joined, open_pack
from rulewright.interpreter.content.rooted import PARTS, is_content
from rulewright.interpreter.content_roots import installed_root
from rulewright.interpreter.findings import Finding, Findings, Span, nearest, once_each
from rulewright.interpreter.folders import files_below
from rulewright.interpreter.play.collection import PLAYTHROUGHS, playthrough_files, shown_as

if TYPE_CHECKING:
    from rulewright.interpreter.content.model import Game
    from rulewright.interpreter.play.games import Games

_PROSE = (".md", ".rst", ".html")
_KEYS = re.compile(
    rb"^(kind|cards|rows|columns|language|phases|actions|values|counters|zones)[ \t]*:", re.MULTILINE
)
_LOOKED_AT = 4096
"""Bytes of a file by which it is told whether it was meant to be read."""


def run(targets: tuple[str, ...], form: FindingsFormat, where: Where, baseline: Path | None = None) -> None:
    """Check the targets, or all games; exit 1 when something is found that the file `baseline` does not know.

    Raises CommandError for a target that is none, and when nothing was there to be checked.
    """
    checks = _Checks(where)
    for target in targets:
        checks.around(target).target(target)
    if not targets:
        checks.of(content_root(where.root)).all_games()
    told = once_each(checks.findings)
    if not (checks.looked_at or told):
        raise CommandError(
            f"there is no content and no playthrough below {', '.join(targets) or checks.first.root}"
        )
    root = checks.first.root
    held = Compared(told, [True] * len(told)) if baseline is None else compared(baseline, told, root, targets)
    if form is FindingsFormat.SARIF:
        write_sarif(held.findings, root, held.is_new if baseline is not None else None)
    else:
        write_findings(held.new, form, root)
    if form is FindingsFormat.TEXT:
        known = f"; {counted(held.known, 'known finding')} left out" if held.known else ""
        write(f"{checks.summary(held.new)}{known}")
    if held.new:
        raise typer.Exit(FOUND)


class _Checks:
    """The checks of one run, one for each folder with games in it."""

    def __init__(self, where: Where) -> None:
        self._where = where
        self._checks: dict[Path, _Check] = {}

    def of(self, root: Path) -> _Check:
        """Return the check of the games in a folder."""
        if root not in self._checks:
            self._checks[root] = _Check(root, packs_of(self._where, root), self)
        return self._checks[root]

    def around(self, target: str) -> _Check:
        """Return the check of the games to which a target belongs: a path, or the name of a game."""
        path = Path(target)
        return self.of(content_root(self._where.root, [path] if path.exists() else []))

    @property
    def first(self) -> _Check:
        """The check of the folder that was met first."""
        return next(iter(self._checks.values()))

    @property
    def findings(self) -> Iterator[Finding]:
        """What is found in all folders; the files of all but the first are named by their whole way."""
        for check in self._checks.values():
            yield from check.findings if check is self.first else _named_whole(check.findings, check.root)

    @property
    def looked_at(self) -> int:
        """How many games and files were checked."""
        return sum(len(check.checked_games) + len(check.checked_scripts) for check in self._checks.values())

    def summary(self, told: Sequence[Finding]) -> str:
        """Return what was checked, where, and how much was found, in one line."""
        games = sum(len(check.checked_games) for check in self._checks.values())
        scripts = sum(len(check.checked_scripts) for check in self._checks.values())
        counts = ((games, "game"), (scripts, "playthrough file"))
        what = " and ".join(counted(number, word) for number, word in counts if number) or "nothing"
        own = [root for root in self._checks if self._where.root is None and root != installed_root()]
        *most, last = [folder_in_words(root) for root in own] or [""]
        below = f" in {', '.join(most)}{' and ' if most else ''}{last}" if last else ""
        return f"{what} checked{below}: {how_many(told)}"


def _named_whole(findings: Iterable[Finding], root: Path) -> Iterator[Finding]:
    for finding in findings:
        whole = root / finding.span.file
        yield replace(finding, span=replace(finding.span, file=way_to(whole))) if whole.is_file() else finding


class _Check:
    """Collects what is found in the games of one folder, and in what belongs to them."""

    def __init__(self, root: Path, packs: tuple[Pack, ...], all_: _Checks) -> None:
        self.root = root
        self.all = all_
        self.packs = packs
        self.names = game_names(root)
        self.findings = Findings()
        self.checked_games: set[str] = set()
        self.checked_scripts: set[Path] = set()

    @cached_property
    def games(self) -> Games:
        """The games, loaded when something has to be looked at in them."""
        from rulewright.interpreter.play.games import Games

        return Games(self.root, self.packs)

    def all_games(self) -> None:
        """Check all games, and what lies among them unread."""
        if not self.names:
            message = f"no game lies below {self.root.as_posix()}/rules"
            self.findings.add("RW018", Span("rules", 1, 1, 2), message)
        for name in self.names:
            self._game(name)
        for folder in (self.root, *(pack.folder for pack in self.packs)):
            self._unread(folder)

    def everything(self) -> None:
        """Check all games and all playthroughs of the folder."""
        self.all_games()
        self._scripts(self.root / PLAYTHROUGHS)

    def target(self, target: str) -> None:
        """Check one game, file or folder. Raises CommandError when there is no such thing."""
        path = Path(target)
        if target in self.names:
            self._game(target)
        elif not path.exists():
            if path.suffix or len(path.parts) > 1:
                raise CommandError(f"there is no file or folder {target}")
            raise unknown("game, file or folder", target, self.names)
        else:
            self._path(path)

    def _path(self, path: Path) -> None:
        whole, root = path.resolve(), self.root.resolve()
        parts = whole.relative_to(root).parts if whole.is_relative_to(root) else ()
        if whole == root:
            self.everything()
        elif parts and parts[0] in PARTS:
            names = self.names if len(parts) == 1 else [parts[1]]
            for name in names:
                self.part_of_game(name, "/".join(parts), path)
        elif (folder := self._pack_around(path)) is not None:
            self._path_of_pack(path, folder)
        else:
            require_yaml(path)
            below = list(_content_below(path))
            for folder in below:
                if is_pack(folder, self.root):
                    self._pack_below(folder)
                else:
                    self.all.of(folder.resolve()).everything()
            self._scripts(path, below)

    # ---------------------------------------------------------------- packs
    def _pack_around(self, path: Path) -> Path | None:
        """Return the folder of the pack that a path is, or in whose content it lies; None when it is of no pack."""
        whole = path.resolve()
        for above in (whole, *whole.parents):
            inner = whole.relative_to(above).parts
            if (not inner or inner[0] in PARTS) and is_pack(above, self.root):
                return above
        return None

    def _path_of_pack(self, path: Path, folder: Path) -> None:
        """Check a pack, or a part of one: its own findings, behind those packs that are named."""
        try:
            pack = open_pack(folder, self.root, self.names)
            packs = joined((*self.packs, pack))
        except PackError as error:
            raise CommandError(str(error)) from None
        inner = path.resolve().relative_to(pack.folder).parts
        part = "/".join((pack.shown, *inner))
        games = _Check(self.root, packs, self.all)
        for name in pack.games():
            if len(inner) < 2 or inner[1] == name:
                games.part_of_game(name, part, path)
        self.checked_games |= games.checked_games
        self.findings.extend(games.findings)
        if not inner:
            self._unread(pack.folder)

    def _pack_below(self, folder: Path) -> None:
        """Check a pack in a folder of several; one that cannot be used keeps nobody from the others."""
        try:
            self._path_of_pack(folder, folder)
        except CommandError as error:
            first = next((path for part in PARTS for path in files_below(folder / part)), folder)
            self.findings.add("RW018", Span(shown_as(first, self.root), 1, 1, 2), str(error))

    # ---------------------------------------------------------------- content
    def _game(self, name: str) -> None:
        self.checked_games.add(name)
        if not is_known_to_be_clean(name, self.root, self.packs):
            self.findings.extend(self._found_in(name)[1])

    def _found_in(self, name: str) -> tuple[Game | None, list[Finding]]:
        """Return a game and what is found in it; where there is no error, in all its ways to begin too."""
        from rulewright.interpreter.play.set_ups import check_set_ups

        game, found = self.games.load(name)
        begun = Findings()
        if game is not None:
            check_set_ups(game, self.packs, begun)
        return game, [*found, *begun]

    def part_of_game(self, name: str, part: str, path: Path) -> None:
        """Check a file or folder of a game: its own findings alone, unless others kept it from being checked."""
        if name not in self.names:
            self._unread_file(path)
            return
        self.checked_games.add(name)
        game, found = self._found_in(name)
        own = [finding for finding in found if _lies_in(finding, part)]
        self.findings.extend(own)
        others = len(found) - len(own)
        if others and game is None and not own:
            say(f"{part} could not be checked to the end: other files of {name} have errors")
            self.findings.extend(found)
        elif others:
            say(f"other files of {name} have findings too: {others}; see `rulewright validate {name}`")
        if path.is_file() and path.suffix != ".yaml":
            self._unread_file(path)

    def _unread(self, folder: Path) -> None:
        """Find files among the content in a folder which no game reads."""
        for part in PARTS:
            for path in files_below(folder / part):
                inner = path.relative_to(folder / part).parts
                read = path.suffix == ".yaml" and len(inner) > 1 and inner[0] in self.names
                if path.is_file() and not read and _is_meant_for_content(path):
                    self._unread_file(path)
        for misspelt in sorted(path for path in folder.iterdir() if path.is_dir()):
            meant = nearest(misspelt.name, PARTS) if misspelt.name not in PARTS else None
            for path in files_below(misspelt) if meant is not None else ():
                if path.is_file() and _is_meant_for_content(path):
                    self._unread_file(path, f"{meant}/{path.relative_to(misspelt).as_posix()}")

    def _unread_file(self, path: Path, meant: str | None = None) -> None:
        shown = shown_as(path, self.root)
        message = (
            "no game reads this file; content lies in rules/GAME/ or cards/GAME/ and its name ends in .yaml"
        )
        self.findings.add("RW604", Span(shown, 1, 1, 2), message, meant)

    # ---------------------------------------------------------------- playthroughs
    def _scripts(self, path: Path, but: Sequence[Path] = ()) -> None:
        """Check the playthroughs that are a path or lie below it, except in some folders."""
        if path.exists():
            from rulewright.cli.workers import check_files

            files = [
                file
                for file in playthrough_files(path)
                if not any(file.is_relative_to(folder) for folder in but)
            ]
            self.checked_scripts.update(file.resolve() for file in files)
            for found in check_files(files, self.games):
                self.findings.extend(found)


def _content_below(path: Path) -> Iterator[Path]:
    """Yield the folders of packs and of games of their own below a folder, in a stable order, none inside another."""
    for folder, inner, _ in os.walk(path, onerror=_refuse) if path.is_dir() else ():
        if is_content(Path(folder)):
            inner.clear()
            yield Path(folder)
        else:
            inner[:] = sorted(name for name in inner if not name.startswith("."))


def _refuse(error: OSError) -> None:
    raise error


def _is_meant_for_content(path: Path) -> bool:
    """Whether a file among the content is meant to be read, by its name, or by keys of content in its text."""
    if path.name.startswith(".") or path.suffix.lower() in _PROSE:
        return False
    if path.suffix.lower() in (".yaml", ".yml", ".json"):
        return True
    with path.open("rb") as file:
        return _KEYS.search(file.read(_LOOKED_AT)) is not None


def _lies_in(finding: Finding, part: str) -> bool:
    file = finding.span.file
    return file == part or file.startswith(f"{part}/")
