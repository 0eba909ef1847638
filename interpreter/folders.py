"""What lies below a folder; one that cannot be read is an error, for what is in it would be passed over."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def files_below(folder: Path, ending: str = "") -> list[Path]:
    """Return everything below a folder whose name ends so, sorted; nothing for a folder that is not there.

    Folders count where their names end so, for somebody meant a file by that. Links to folders are not followed. Raises
    OSError, which names the folder, for one that cannot be read.
    """
    return sorted(_below(folder, ending))


def _below(folder: Path, ending: str) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=_refuse):
        for name in (*(folders if ending else ()), *names):
            if name.endswith(ending):
                yield Path(place, name)


def _refuse(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error
