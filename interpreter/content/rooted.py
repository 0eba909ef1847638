"""Which folders hold content: the folder of some games, and what is none though it has folders of such names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.interpreter.content_roots import installed_root

PARTS = ("rules", "cards")
"""The folders of content, in the order in which they are read."""

PLAYTHROUGHS = "playthroughs"
"""The name of a folder in which, and below which, every file is a playthrough unless it is content."""

# Only the rules of a whole game say which game they are; but so does every playthrough.
_GAME = re.compile(rb"^game[ \t]*:", re.MULTILINE)
_LANGUAGE = re.compile(rb"^language[ \t]*:", re.MULTILINE)
_DECLARES = re.compile(
    rb"^(enums|kinds|zones|counters|states|values|windows|actions|components|more values|setup|ending)[ \t]*:",
    re.MULTILINE,
)
_PLAYERS = re.compile(rb"^players[ \t]*:", re.MULTILINE)
_OF_SCRIPTS = re.compile(rb"^(moves|cases|given|seed|stop)[ \t]*:", re.MULTILINE)
_KIND = re.compile(rb"^kind[ \t]*:", re.MULTILINE)


def is_root(folder: Path) -> bool:
    """Say whether a folder holds games: it has `rules/` and `cards/`, and among playthroughs a whole game too."""
    if not all((folder / part).is_dir() for part in PARTS):
        return False
    return PLAYTHROUGHS not in folder.absolute().parts or _holds_game(folder)


def is_content(folder: Path) -> bool:
    """Say whether a folder has files of content in it: `rules/` or `cards/` of a game or of a pack.

    Among playthroughs folders may have any name; there one holds content only where its files are rules or cards.
    """
    if not any((folder / part).is_dir() for part in PARTS):
        return False
    return not below_playthroughs(folder) or _holds_game(folder) or holds_cards_or_rules(folder)


def below_playthroughs(folder: Path) -> bool:
    """Say whether a folder is called `playthroughs`, or lies below one, inside the games it belongs to."""
    whole = folder.absolute()
    for above in (whole, *whole.parents):
        if above.name == PLAYTHROUGHS:
            return True
        if is_root(above):
            return False
    return False


def root_above(path: Path) -> Path | None:
    """Return the nearest folder with games in it, at or above a path; None when there is none.

    A pack is none: a folder that has files for games of a folder above it, or of the installed ones, and no whole game.
    """
    whole = path.resolve()
    found = [folder for folder in (whole, *whole.parents) if is_root(folder)]
    for number, folder in enumerate(found):
        if not any(_adds_to(folder, other) for other in (*found[number + 1 :], installed_root())):
            return folder
    return None


def nearest_root(paths: Iterable[Path] = ()) -> Path | None:
    """Return the folder with the games that are meant when nobody names one; None for those installed.

    It is the nearest at or above the first of the paths that has one, else at or above the folder one works in.
    """
    found = next(filter(None, map(root_above, (*paths, Path()))), None)
    return None if found is not None and found == installed_root().resolve() else found


def whole_game(folder: Path) -> str | None:
    """Return a file of the rules in a folder that says which game it is; None when there is none."""
    for path, text in _texts(folder, "rules/**/*.yaml"):
        if _GAME.search(text):
            return path.relative_to(folder).as_posix()
    return None


def holds_cards_or_rules(folder: Path) -> bool:
    """Say whether `cards/GAME/` or `rules/GAME/` in a folder has a file with cards, or with rules of a pack."""
    return any(_KIND.search(text) for _, text in _texts(folder, "cards/*/**/*.yaml")) or any(
        _DECLARES.search(text) and not _GAME.search(text) for _, text in _texts(folder, "rules/*/**/*.yaml")
    )


def _holds_game(folder: Path) -> bool:
    return any(_is_head(text) for _, text in _texts(folder, "rules/*/**/*.yaml"))


def _is_head(text: bytes) -> bool:
    """Say whether a text begins the rules of a whole game: it names the game, and is no playthrough by its keys."""
    if not _GAME.search(text) or _OF_SCRIPTS.search(text):
        return False
    return _LANGUAGE.search(text) is not None or not _PLAYERS.search(text)


def _texts(folder: Path, pattern: str) -> Iterator[tuple[Path, bytes]]:
    for path in sorted(folder.glob(pattern)):
        try:
            yield path, path.read_bytes() if path.is_file() else b""
        except OSError:
            continue  # that it cannot be read is found where it is read


def _adds_to(folder: Path, other: Path) -> bool:
    games = {game.name for part in PARTS for game in (folder / part).iterdir() if game.is_dir()}
    theirs = {game.name for game in (other / PARTS[0]).glob("*/")}
    return folder != other.resolve() and bool(games) and games <= theirs and whole_game(folder) is None
