"""Packs: folders with more cards and rules for games, which are laid over the content in the order they are given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.content.rooted import PARTS, below_playthroughs, holds_cards_or_rules, whole_game
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.folders import files_below


class PackError(Exception):
    """A pack that cannot be used; the message says which, what was wanted, and the nearest right name."""


@dataclass(frozen=True, slots=True)
class ContentFile:
    """A file of a game: its path, how findings name it, and the pack it belongs to, empty for the game's own.

    `inner` is its posix path seen from the folder that holds `rules/` and `cards/`.
    """

    path: Path
    shown: str
    inner: str
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: its whole folder, and how findings name that folder. Its name is the folder's own."""

    folder: Path
    shown: str

    @property
    def name(self) -> str:
        """The name of the pack's folder."""
        return self.folder.name

    def games(self) -> list[str]:
        """Return the names of the games for which the pack has a folder, sorted."""
        folders = (self.folder / part for part in PARTS)
        inner = (game for folder in folders if folder.is_dir() for game in folder.iterdir())
        return sorted({game.name for game in inner if game.is_dir()})

    def files(self, game: str) -> list[ContentFile]:
        """Return what the pack adds to a game, in a stable order: rules first, then cards."""
        found: list[ContentFile] = []
        for part in PARTS:
            for path in files_below(self.folder / part / game, ".yaml"):
                inner = path.relative_to(self.folder).as_posix()
                found.append(ContentFile(path, f"{self.shown}/{inner}", inner, self.name))
        return found


def open_packs(folders: Iterable[Path], root: Path, games: Sequence[str]) -> tuple[Pack, ...]:
    """Return packs in their order, those that are given twice once; `games` are the names of the games below `root`.

    Raises PackError for what is no pack, for one that fits none of the games, and for two of the same name.
    """
    return joined(open_pack(folder, root, games) for folder in folders)


def joined(packs: Iterable[Pack]) -> tuple[Pack, ...]:
    """Return packs in their order, each once. Raises PackError when two different ones have the same name."""
    found: dict[str, Pack] = {}
    for pack in packs:
        other = found.setdefault(pack.name, pack)
        if other != pack:
            raise PackError(
                f"two packs are named {pack.name}: {other.shown} and {pack.shown}; rename one of the folders"
            )
    return tuple(found.values())


def open_pack(folder: Path, root: Path, games: Sequence[str]) -> Pack:
    """Return the pack in a folder. Raises PackError when it is none, or fits none of the games below `root`."""
    _require(folder, root)
    pack = Pack(folder.resolve(), shown_folder(folder, root))
    own = pack.games()
    if not own:
        raise PackError(
            f"the pack {folder} is empty: it has no folder {' nor '.join(f'{p}/GAME' for p in PARTS)}"
        )
    if not set(own) & set(games):
        word = own[0]
        near = nearest(word, games)
        hint = f" (did you mean {near}?)" if near is not None else ""
        known = ", ".join(games) or "none"
        raise PackError(f"the pack {folder} is for `{word}`, which is no game{hint}; there are {known}")
    return pack


def require_game(pack: Pack, game: str) -> None:
    """Raise PackError when a pack has nothing for a game."""
    own = pack.games()
    if game not in own:
        raise PackError(f"the pack {pack.shown} has nothing for {game}; it is for {', '.join(own)}")


def is_pack(folder: Path, root: Path) -> bool:
    """Say whether a folder is laid out as a pack: cards or rules, but no whole game.

    Among playthroughs the names of folders say nothing: there the files must be those of a pack.
    """
    try:
        _require(folder, root)
    except PackError:
        return False
    return not below_playthroughs(folder) or holds_cards_or_rules(folder)


def pack_above(path: Path, root: Path, game: str) -> Path | None:
    """Return the whole folder of the pack with files for a game at or above a path; None when there is none."""
    whole = path.resolve()
    for folder in (whole, *whole.parents):
        if folder == root.resolve():
            return None
        if is_pack(folder, root) and game in Pack(folder, folder.name).games():
            return folder
    return None


def shown_folder(folder: Path, root: Path) -> str:
    """Return how findings name a folder: relative to the root or to where one works, if it lies below, else whole."""
    whole = folder.resolve()
    for base in (root.resolve(), Path.cwd()):
        if whole.is_relative_to(base):
            return whole.relative_to(base).as_posix()
    return whole.as_posix()


def path_between(pack: Pack, beside: Path) -> str:
    """Return the way to a pack from a folder, as a playthrough there names it; whole where there is none."""
    try:
        return Path(os.path.relpath(pack.folder, beside.resolve())).as_posix()
    except ValueError:  # on another drive
        return pack.folder.as_posix()


def _require(folder: Path, root: Path) -> None:
    if not folder.exists():
        raise PackError(f"there is no pack {folder}: that folder does not exist")
    if not folder.is_dir():
        raise PackError(f"{folder} is a file; a pack is a folder with {_wanted()}")
    if folder.resolve() == root.resolve():
        raise PackError(f"{folder} is no pack: the games themselves lie there")
    if not any((folder / part).is_dir() for part in PARTS):
        raise PackError(
            f"{folder} is no pack: it has neither {' nor '.join(f'{part}/GAME' for part in PARTS)}"
        )
    whole = whole_game(folder)
    if whole is not None:
        raise PackError(f"{folder} is no pack: {whole} holds a whole game, which --root is for")


def _wanted() -> str:
    return "cards/GAME or rules/GAME in it"
