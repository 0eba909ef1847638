"""Writes files whole or not at all: through links, and never in the place of what is no ordinary file."""

from __future__ import annotations

import errno
import os
import tempfile
from codecs import BOM_UTF8
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


class NoOrdinaryFile(OSError):
    """A device, a pipe or a folder stands where a file was to be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EEXIST, "it is no ordinary file", os.fspath(path))


def write_whole(path: Path, text: str) -> None:
    """Write a text as UTF-8 with line ends as they stand; what was there before stays until all is written.

    A link stays, and what it leads to is written. Raises NoOrdinaryFile, and OSError that names the file.
    """
    make_whole(path, lambda new: new.write_bytes(text.encode("utf-8")))


def rewrite_whole(path: Path, text: str) -> None:
    """Write a text in the place of a file that is there, as `write_whole` does; a byte order mark before it stays."""
    with path.open("rb") as file:
        mark = file.read(len(BOM_UTF8)) == BOM_UTF8
    write_whole(path, "\ufeff" * mark + text)


def make_whole(path: Path, make: Callable[[Path], object], *, replace: bool = True) -> None:
    """Have `make` write a new file, then put it in the place of `path`; unless `replace`, only if that is free.

    Raises FileExistsError when it is not free, NoOrdinaryFile, and OSError that names the file.
    """
    target = target_of(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}."[:_LONGEST_PREFIX], dir=target.parent)
        os.close(handle)
        new = Path(name)
        try:
            make(new)
            new.chmod(_rights_of(target))
            _put(new, target, replace=replace)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error


def target_of(path: Path) -> Path:
    """Return the file that writing to a path would write: links are followed. Raises NoOrdinaryFile."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise NoOrdinaryFile(path)
    return target


_LONGEST_PREFIX = 100


def _rights_of(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _put(new: Path, target: Path, *, replace: bool) -> None:
    if replace:
        new.replace(target)
        return
    try:
        # A link fails when the name was taken meanwhile; a rename would take its place without a word.
        os.link(new, target)
    except PermissionError:
        # Some file systems have no links.
        new.replace(target)
