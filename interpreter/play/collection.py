"""Finds playthrough files and their snapshots below a folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.content.rooted import PARTS, below_playthroughs, is_content
from rulewright.interpreter.folders import files_below

PLAYTHROUGHS = Path("tests/playthroughs")
"""Where the playthroughs of a content root lie, seen from the root."""

SNAPSHOTS = "__snapshots__"

_KEY = re.compile(r"^(game|players|moves|cases|given|seed|stop|language)[ \t]*:", re.MULTILINE)
_OF_SCRIPTS = frozenset(("moves", "cases", "given", "seed", "stop"))


def playthrough_files(path: Path) -> Iterator[Path]:
    """Yield the playthrough files below a folder in a stable order; a file is yielded as it is.

    Raises OSError for a folder that cannot be read.
    """
    if path.is_dir():
        yield from (file for file in files_below(path, ".yaml") if SNAPSHOTS not in file.parts)
    else:
        yield path


def find_playthroughs(path: Path) -> Iterator[Path]:
    """Yield the playthrough files below a folder in a stable order, also where other YAML files lie among them.

    What lies in hidden folders is none. A file is yielded as it is.
    """
    for file in playthrough_files(path):
        inner = file.relative_to(path).parts if file != path else ()
        if file == path or (not any(part.startswith(".") for part in inner) and is_playthrough(file)):
            yield file


def is_playthrough(path: Path) -> bool:
    """Say whether a YAML file is meant to be a playthrough, by its folder and its outermost keys.

    Every file below a folder `playthroughs` is, except rules and cards of content there. Elsewhere the text is looked
    at and not read as YAML, so that a file with mistakes is one too.
    """
    if not path.is_file():
        return False
    if below_playthroughs(path.parent):
        return not _is_content_file(path)
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    keys = set(_KEY.findall(text))
    return "game" in keys and (bool(keys & _OF_SCRIPTS) or ("players" in keys and "language" not in keys))


def _is_content_file(path: Path) -> bool:
    """Say whether a file lies in the rules or cards of a folder of content."""
    return any(folder.name in PARTS and is_content(folder.parent) for folder in path.absolute().parents)


def begins_as_playthrough(path: Path) -> bool:
    """Say whether the first line of a file that is no remark has a key of a playthrough."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            lines = (line for line in file if line.strip() and not line.startswith("#"))
            return _KEY.match(next(lines, "")) is not None
    except OSError:
        return False


def snapshot_file(path: Path) -> Path:
    """Return where the transcripts of a playthrough file's cases are kept."""
    return path.parent / SNAPSHOTS / f"{path.stem}.ambr"


SNAPSHOT_NAME = "test_playthrough"


def snapshot_name(path: Path, case: str) -> str:
    """Return the name under which a transcript is kept: the test's, with the case or the file if it has only one."""
    return f"{SNAPSHOT_NAME}[{case or path.stem}]"


def shown_as(path: Path, root: Path) -> str:
    """Return how findings name a file: relative to the root when it lies below, else as it was given."""
    whole, base = path.resolve(), root.resolve()
    return whole.relative_to(base).as_posix() if whole.is_relative_to(base) else path.as_posix()
