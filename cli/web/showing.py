"""Playthroughs that are looked at: which files there are, the replays that are open, and scripts that are changed."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rulewright.cli.web.adapter import viewer_named
from rulewright.cli.web.library import Library
from rulewright.cli.web.replays import Played, Replay, TimeLine, played
from rulewright.interpreter.play.collection import PLAYTHROUGHS, find_playthroughs, is_playthrough, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.record import Recorder, RecordError

_KEPT = 6
"""How many replays stay open; who wants an older one plays it again."""

_FRAMES = 40
"""How many frames are sent at a time."""

_GAME = re.compile(r"^game[ \t]*:[ \t]*['\"]?([^\s'\"#]+)", re.MULTILINE)
_HEAD = 4000


class Showing:
    """Plays playthroughs of a library's games and keeps the last few replays."""

    def __init__(self, library: Library, scripts: Sequence[Path] = ()) -> None:
        """Begin with none; `scripts` are files that may be shown though they lie elsewhere."""
        self.library = library
        self._scripts = tuple(scripts)
        self._lock = threading.Lock()
        self._open: OrderedDict[str, tuple[Replay, dict[str, TimeLine]]] = OrderedDict()
        self._count = 0

    # ---------------------------------------------------------------- files
    def files(self, game: str) -> list[str]:
        """Return the playthroughs of a game below the root, as findings name them."""
        found = (shown_as(path, self.library.root) for path in self._paths() if _game_of(path) == game)
        return list(dict.fromkeys(found))

    def path(self, file: str) -> Path | None:
        """Return where a playthrough lies that `files` may name; None for any other file."""
        return next((path for path in self._paths() if shown_as(path, self.library.root) == file), None)

    def _paths(self) -> Iterator[Path]:
        root = self.library.root
        yield from self._scripts
        if (root / PLAYTHROUGHS).is_dir():
            yield from find_playthroughs(root / PLAYTHROUGHS)
        yield from filter(is_playthrough, sorted(root.glob("*.yaml")))

    # ---------------------------------------------------------------- replays
    def play(self, path: Path, case: str | None, unsaved: str | None = None) -> tuple[str | None, Played]:
        """Play a case and keep its replay; return its id, None when it cannot be played, and what came of it."""
        with self._lock:
            result = played(path, Games(self.library.root, self.library.packs), case=case, unsaved=unsaved)
            if result.replay is None:
                return None, result
            self._count += 1
            id_ = str(self._count)
            self._open[id_] = (result.replay, {})
            while len(self._open) > _KEPT:
                self._open.popitem(last=False)
            return id_, result

    def frames(self, id_: str, viewer: str, start: int) -> dict[str, Any] | None:
        """Return some frames of an open replay, and its head with the first; None when it is not open any more.

        Raises ValueError for a viewer that there is not.
        """
        with self._lock:
            found = self._open.get(id_)
            if found is None:
                return None
            replay, lines = found
            seen = viewer_named(viewer, replay.moments[0].match.names)
            line = lines.setdefault(viewer, TimeLine(replay, seen))
            head = {**replay.head(), "viewer": viewer} if start == 0 else {"total": len(replay.moments)}
            return {"head": head, "frames": line.frames(start, start + _FRAMES)}

    # ---------------------------------------------------------------- scripts
    def save(self, path: Path, text: str, before: str) -> str:
        """Write a changed script, unless its file is not what it was when it was shown; return its new stamp.

        Raises RecordError, with a sentence for the user.
        """
        if stamp_of(path) != before:
            raise RecordError(f"{path.name} was changed by somebody else meanwhile; load the page again")
        Recorder(path, force=True).write(text)
        return stamp_of(path)


def stamp_of(path: Path) -> str:
    """Return what tells one text of a file from another; empty when there is no file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _game_of(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            found = _GAME.search(file.read(_HEAD))
    except OSError:
        return None
    return found[1] if found is not None else None
