"""Finds playthrough files and their snapshots below a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PLAYTHROUGHS = Path("tests/playthroughs")
"""Where the playthroughs of a content root lie, seen from the root."""

SNAPSHOTS = "__snapshots__"


def playthrough_files(path: Path) -> Iterator[Path]:
    """Yield the playthrough files below a folder in a stable order; a file is yielded as it is."""
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*.yaml") if SNAPSHOTS not in file.parts)
    else:
        yield path


def snapshot_file(path: Path) -> Path:
    """Return where the transcripts of a playthrough file's cases are kept."""
    return path.parent / SNAPSHOTS / f"{path.stem}.ambr"


def snapshot_name(path: Path, case: str) -> str:
    """Return the name under which a transcript is kept: the test's, with the case or the file if it has only one."""
    return f"test_playthrough[{case or path.stem}]"


def shown_as(path: Path, root: Path) -> str:
    """Return how findings name a file: relative to the root when it lies below, else as it was given."""
    whole, base = path.resolve(), root.resolve()
    return whole.relative_to(base).as_posix() if whole.is_relative_to(base) else path.as_posix()
