"""Loads a game: reads and checks its files as a whole, and gives the game or all findings at once."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import cache
from rulewright.interpreter.content.packs import ContentFile, Pack, open_packs
from rulewright.interpreter.content.rooted import PARTS
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.findings import ContentError, Finding, Findings, nearest
from rulewright.interpreter.folders import files_below

if TYPE_CHECKING:
    from rulewright.interpreter.content.model import Game


SOUND = "set-ups are sound"
"""What the cache has before the key of a game whose set-ups were all carried out without a fault."""

_WARNED = ("with warnings",)
"""What the cache has before the key of a game in which something was found, but no error."""


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
    return sorted(folder.name for folder in rules.iterdir() if folder.is_dir() and _holds_yaml(folder))


def _holds_yaml(folder: Path) -> bool:
    return any(path.suffix == ".yaml" for path in folder.iterdir())


def game_files(name: str, root: Path) -> list[Path]:
    """Return the content files of a game in a stable order: rules first, then cards."""
    found: list[Path] = []
    for part in PARTS:
        found.extend(files_below(root / part / name, ".yaml"))
    return found


def content_files(name: str, root: Path, packs: Sequence[Pack] = ()) -> list[ContentFile]:
    """Return the files of a game and then those of packs, in the order in which they are read."""
    shown = ((path, path.relative_to(root).as_posix()) for path in game_files(name, root))
    found = [ContentFile(path, inner, inner) for path, inner in shown]
    return [*found, *(file for pack in packs for file in pack.files(name))]


def load_game(name: str, root: Path | None = None, packs: Sequence[Path] = ()) -> Game:
    """Load a game that has no errors, with packs laid over it in their order.

    `name` is the folder's name, `root` a folder with `rules/` and `cards/` (else the bundled or checked-out one).
    Raises UnknownGame, PackError, or ContentError with all findings.
    """
    folder = find_root(root)
    known = game_names(folder)
    if name not in known:
        raise UnknownGame(name, known)
    findings = Findings()
    game = check_game(name, folder, findings, open_packs(packs, folder, known))
    if game is None:
        raise ContentError(findings)
    return game


def check_game(name: str, root: Path, findings: Findings, packs: Sequence[Pack] = ()) -> Game | None:
    """Check everything of a game, with those packs that have something for it; None when there are errors.

    A mistake in the shape of a file, or a declaration made twice, makes names unknown or mean something else. So when
    there is one, only it and what is wrong in any case, the syntax of effects, are reported. A game without errors is
    looked through for what is never used. It is kept in the cache, and not read again before a byte of it changes.
    """
    own = packs_for(name, packs)
    files = content_files(name, root, own)
    key = _key_of(name, files)
    stored = _stored(key, root, own)
    if stored is not None:
        findings.extend(stored[1])
        return stored[0]
    # What reads YAML and effects takes long to import; a game out of the cache needs none of it.
    from rulewright.interpreter.content.fresh import check_files

    game, found = check_files(name, root, own, files, key[2])
    findings.extend(found)
    if game is None or any(one.severity == "error" for one in found):
        return None
    if cache.is_used() and _digest_of(files) == game.digest:
        stored_game = _pickled(replace(game, root=Path(), packs=()), found)
        cache.store((*_WARNED, *key) if found else key, stored_game)
    return game


def packs_for(name: str, packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """Return those packs that have something for a game, in their order."""
    return tuple(pack for pack in packs if name in pack.games())


def is_known_to_be_clean(name: str, root: Path, packs: Sequence[Pack] = ()) -> bool:
    """Say whether an earlier run found nothing in a game whose files are still the same; False when nobody knows."""
    key = cache_key(name, root, packs)
    return cache.load(key) is not None and cache.load((SOUND, *key)) is not None


def cache_key(name: str, root: Path, packs: Sequence[Pack] = ()) -> tuple[str, str, str, tuple[str, ...]]:
    """Return by what the cache knows a game with the packs that have something for it."""
    return _key_of(name, content_files(name, root, packs_for(name, packs)))


def _key_of(name: str, files: Sequence[ContentFile]) -> tuple[str, str, str, tuple[str, ...]]:
    # The places in a game name its files; the same pack in another folder makes other places, but the same digest.
    return ("game", name, _digest_of(files), tuple(file.shown for file in files if file.pack))


def _digest_of(files: Sequence[ContentFile]) -> str:
    """Return a fingerprint (sha256, hexadecimal) of the names and bytes of files; of what is none, the name counts.

    Line ends do not count: the same content is checked out with others on other systems.
    """
    digest = hashlib.sha256()
    for file in files:
        inner = f"pack {file.pack}/{file.inner}" if file.pack else file.inner
        content = _bytes_of(file.path)
        name = inner.encode("utf-8", "surrogateescape")
        digest.update(
            name + (b"\0no file\0" if content is None else b"\0" + content.replace(b"\r\n", b"\n") + b"\0")
        )
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


def _pickled(game: Game, found: Sequence[Finding]) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump((game, tuple(found)))
    return buffer.getvalue()


def _stored(
    key: Sequence[object], root: Path, packs: tuple[Pack, ...]
) -> tuple[Game, tuple[Finding, ...]] | None:
    """Return a game out of the cache, with its warnings."""
    data = cache.load(key) or cache.load((*_WARNED, *key))
    if data is None:
        return None
    try:
        stored: object = pickle.loads(data)  # noqa: S301 - the cache has made sure that we wrote it
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError):
        return None
    from rulewright.interpreter.content.model import Game as Checked

    match stored:
        case (Checked() as game, tuple() as found):
            game.root, game.packs = root, packs
            return game, found
    return None
