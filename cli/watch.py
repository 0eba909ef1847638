"""The command `watch`: checks again on every save what was saved, until it is interrupted."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

from rulewright.cli.output import say, write
from rulewright.cli.reports import content_root, counted, folder_in_words, how_many, in_text, packs_of
from rulewright.cli.where import Where
from rulewright.cli.workers import check_files
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.content_roots import installed_root
from rulewright.interpreter.findings import Finding, Findings, once_each
from rulewright.interpreter.folders import files_below
from rulewright.interpreter.play.collection import PLAYTHROUGHS, is_playthrough, playthrough_files, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.set_ups import check_set_ups

_PAUSE = 0.2
"""Seconds between two looks at the files."""

_CONTENT = ("rules", "cards")

Stamp = tuple[int, int]


def run(where: Where, *, rounds: int | None = None) -> None:
    """Check everything, then again what is saved; ends by an interrupt, or after so many looks."""
    root = content_root(where.root)
    if where.root is None and root != installed_root():
        say(f"the games are those of {folder_in_words(root)}")
    watcher = Watcher(root, packs_of(where, root))
    while rounds is None or rounds > 0:
        text = watcher.look()
        if text:
            write(text)
            sys.stdout.flush()
        rounds = rounds - 1 if rounds is not None else None
        time.sleep(_PAUSE)


class Watcher:
    """Knows the files below a root as they were at the last look, and what is wrong with them."""

    def __init__(self, root: Path, packs: tuple[Pack, ...] = ()) -> None:
        self.root = root
        self.packs = packs
        self._stamps: dict[Path, Stamp] = {}
        self._games: dict[str, list[Finding]] = {}
        self._scripts: dict[Path, list[Finding]] = {}
        self._waiting: set[Path] = set()
        self._looked = False

    def look(self) -> str:
        """Return what is to be told since the last look; empty when no file has changed.

        Games come first. Playthroughs are checked a look later, so that a game's findings need not wait for them.
        """
        changed = self._changes()
        if not changed and self._looked:
            return self._check_waiting() if self._waiting else ""
        first, self._looked = not self._looked, True
        games = self._games_of(changed)
        self._check_games(games)
        self._waiting |= {path for path in changed if self._is_script(path) and path in self._stamps}
        self._waiting |= {
            path for path in self._stamps if self._is_script(path) and self._names_one_of(path, games)
        }
        for path in [path for path in self._scripts if path not in self._stamps]:
            del self._scripts[path]
        said = "watching; Ctrl-C ends" if first else ", ".join(self._shown(changed))
        return f"== {said}\n{self._report()}"

    # ---------------------------------------------------------------- files
    def _changes(self) -> list[Path]:
        """Return the files that are new, other than they were, or gone, in a stable order."""
        now = {path: stamp for path in self._files() if (stamp := _stamp(path)) is not None}
        changed = {path for path in {*now, *self._stamps} if now.get(path) != self._stamps.get(path)}
        self._stamps = now
        return sorted(changed)

    def _files(self) -> Iterable[Path]:
        for part in _CONTENT:
            for folder in (self.root, *(pack.folder for pack in self.packs)):
                yield from files_below(folder / part, ".yaml")
        folder = self.root / PLAYTHROUGHS
        if folder.is_dir():
            yield from playthrough_files(folder)
        # Whoever tries something out has a playthrough at hand beside the content.
        yield from filter(is_playthrough, self.root.glob("*.yaml"))

    def _is_script(self, path: Path) -> bool:
        return path.parent == self.root or path.is_relative_to(self.root / PLAYTHROUGHS)

    def _shown(self, paths: list[Path]) -> list[str]:
        shown = [shown_as(path, self.root) for path in paths]
        return [*shown[:3], f"{len(shown) - 3} more"] if len(shown) > 3 else shown

    # ---------------------------------------------------------------- checks
    def _games_of(self, changed: list[Path]) -> set[str]:
        folders = [self.root, *(pack.folder for pack in self.packs)]
        parts = [
            path.relative_to(folder).parts
            for path in changed
            for folder in folders
            if path.is_relative_to(folder)
        ]
        return {part[1] for part in parts if part[0] in _CONTENT and len(part) > 2}

    def _check_games(self, names: set[str]) -> None:
        games = Games(self.root, self.packs)
        for name in sorted(names):
            if name in games.names:
                game, found = games.load(name)
                begun = Findings()
                if game is not None:
                    check_set_ups(game, self.packs, begun)
                self._games[name] = [*found, *begun]
            else:
                self._games.pop(name, None)

    def _names_one_of(self, path: Path, games: set[str]) -> bool:
        """Say whether a playthrough may belong to one of some games, by the folder in which it lies."""
        if path.parent == self.root:
            return bool(games)
        return bool(games & set(path.relative_to(self.root / PLAYTHROUGHS).parts))

    def _check_waiting(self) -> str:
        """Check the playthroughs that wait for it; those of games with errors wait on."""
        broken = {name for name, found in self._games.items() if any(f.severity == "error" for f in found)}
        ready = sorted(path for path in self._waiting if not self._names_one_of(path, broken))
        self._waiting.clear()
        before = self._count()
        for path in ready:
            self._scripts[path] = []
        findings = Findings()
        for found in check_files(ready, Games(self.root, self.packs)):
            findings.extend(found)
        for finding in findings:
            for path in ready:
                if shown_as(path, self.root) == finding.span.file:
                    self._scripts[path].append(finding)
        if not ready or (not findings and before == self._count()):
            return ""
        return self._report()

    def _count(self) -> int:
        return sum(map(len, self._scripts.values()))

    def _report(self) -> str:
        """Return everything that is wrong now, and how much it is."""
        findings = Findings()
        for found in (*self._games.values(), *self._scripts.values()):
            findings.extend(found)
        told = once_each(findings)
        names = game_names(self.root)
        return f"{in_text(told, self.root)}{counted(len(names), 'game')} checked: {how_many(told)}\n"


def _stamp(path: Path) -> Stamp | None:
    """Return what tells one state of a file from the next; None when it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
