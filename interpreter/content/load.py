"""Loads a game: reads and checks its files as a whole, and gives the game or all findings at once."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import cache
from interpreter.content_roots import find_root
from interpreter.findings import ContentError, Findings, nearest

if TYPE_CHECKING:
    from interpreter.content.model import Game


class UnknownGame(Exception):
    """No game of this name lies below the root; `known` are the names that do, `suggestion` the nearest."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestion = nearest(name, known)
        meant = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        super().__init__(f"there is no game `{name}`; known games are {', '.join(known) or 'none'}{meant}")


def game_names(root: Path) -> list[str]:
    """Return the names of the games below a content root, sorted."""
    rules = root / "rules"
    if not rules.is_dir():
        return []
    return sorted(folder.name for folder in rules.iterdir() if folder.is_dir() and any(folder.glob("*.yaml")))


def game_files(name: str, root: Path) -> list[Path]:
    """Return the content files of a game in a stable order: rules first, then cards."""
    found: list[Path] = []
    for part in ("rules", "cards"):
        found.extend(sorted(path for path in (root / part / name).rglob("*.yaml")))
    return found


def load_game(name: str, root: Path | None = None) -> Game:
    """Load a game that has no errors.

    `name` is the folder's name, `root` a folder with `rules/` and `cards/` (else the bundled or checked-out one).
    Raises UnknownGame, or ContentError with all findings.
    """
    folder = find_root(root)
    known = game_names(folder)
    if name not in known:
        raise UnknownGame(name, known)
    findings = Findings()
    game = check_game(name, folder, findings)
    if game is None:
        raise ContentError(findings)
    return game


def check_game(name: str, root: Path, findings: Findings) -> Game | None:
    """Check everything of a game; None when there are errors.

    A mistake in the shape of a file, or a declaration made twice, makes names unknown or mean something else. So when
    there is one, only it and what is wrong in any case, the syntax of effects, are reported. A game of which nothing
    was to be found is kept in the cache, and not read again before a byte of it changes.
    """
    files = game_files(name, root)
    key = _key_of(name, files, root)
    stored = _stored(key, root)
    if stored is not None:
        return stored
    # What reads YAML and effects takes long to import; a game out of the cache needs none of it.
    from interpreter.content.loader import Loader

    shapes, meaning = Findings(), Findings()
    game = Loader(name, root, shapes, meaning).load(files, key[2])
    if game is not None and not shapes and not meaning and _digest_of(files, root) == game.digest:
        cache.store(key, _pickled(replace(game, root=Path())))
    broken = bool(shapes.errors)
    findings.extend(shapes)
    # A text that is cut by a mistake of shape is no second mistake.
    cut = {(found.span.file, found.span.line) for found in shapes}
    findings.extend(
        found
        for found in meaning
        if not broken or (found.code.startswith("RW3") and (found.span.file, found.span.line) not in cut)
    )
    return None if broken or meaning.errors else game


def is_known_to_be_clean(name: str, root: Path) -> bool:
    """Say whether an earlier run found nothing in a game whose files are still the same; False when nobody knows."""
    return cache.load(_key_of(name, game_files(name, root), root)) is not None


def _key_of(name: str, files: Sequence[Path], root: Path) -> tuple[str, str, str]:
    return ("game", name, _digest_of(files, root))


def _digest_of(files: Sequence[Path], root: Path) -> str:
    """Return a fingerprint (sha256, hexadecimal) of the names and bytes of files; of what is none, the name counts."""
    digest = hashlib.sha256()
    for path in files:
        shown = path.relative_to(root).as_posix().encode("utf-8", "surrogateescape")
        content = _bytes_of(path)
        digest.update(shown + (b"\0no file\0" if content is None else b"\0" + content + b"\0"))
    return digest.hexdigest()


def _bytes_of(path: Path) -> bytes | None:
    """Return what a file holds; None when it is none, or cannot be read."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


class _Pickler(pickle.Pickler):
    """Keeps words as plain text: those that come from the parser know their places, which nobody needs any more."""

    def reducer_override(self, obj: object) -> Any:  # noqa: ANN401  # as pickle has it
        return (str, (str(obj),)) if isinstance(obj, str) and type(obj) is not str else NotImplemented


def _pickled(game: Game) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(game)
    return buffer.getvalue()


def _stored(key: tuple[str, str, str], root: Path) -> Game | None:
    """Return a game out of the cache."""
    data = cache.load(key)
    if data is None:
        return None
    try:
        game: Game = pickle.loads(data)  # noqa: S301 - the cache has made sure that we wrote it
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError):
        return None
    game.root = root
    return game
