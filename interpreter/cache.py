"""What was worked out once and is kept for the next run: in the user's cache folder, trusted only where it is safe.

An entry is found by what it was made from: the words of its key, all sources of this program, and the versions of
Python and of the libraries that had a part in it. So nothing here is ever out of date; it is only not found. An entry
that is damaged, that is not ours, or that others could have written is ignored.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache as once
from itertools import count
from pathlib import Path

from rulewright.interpreter.content_roots import schema_dir

NO_CACHE = "RULEWRIGHT_NO_CACHE"
"""An environment variable: set to anything, nothing is read from the cache nor written to it."""

_MOST_BYTES = 256 * 1024 * 1024
_STORES_BETWEEN = 50
"""So many entries may be stored by a process until it looks again whether there is room."""
_HALF = ".new-"
_LONG_AGO = 3600
"""Seconds; nobody writes one entry for so long."""
_MARK = b"rulewright cache 1\n"
_DIGEST = 32
# How many entries this process has stored.
_stored = count()


def disable() -> None:
    """Do without the cache from now on, also in the processes that this one starts."""
    os.environ[NO_CACHE] = "1"


def is_used() -> bool:
    """Say whether anything is kept at all; else there is no need to make it ready."""
    return not os.environ.get(NO_CACHE)


def folder() -> Path:
    """Return the folder of the cache, which need not exist: $XDG_CACHE_HOME/rulewright, else ~/.cache/rulewright.

    Raises RuntimeError when nobody knows where this user is at home.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(named) if named and Path(named).is_absolute() else Path.home() / ".cache"
    if not home.is_absolute():
        raise RuntimeError("a home that depends on the folder one stands in is none")
    return home / "rulewright"


def load(key: Sequence[object]) -> bytes | None:
    """Return what was stored under a key, None when there is nothing that can be trusted."""
    place = _place(key)
    if place is None or not _is_ours(place.parent, stat.S_ISDIR):
        return None
    try:
        # Nobody waits for the other end of a pipe.
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            if not _is_safe(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            content = file.read()
    except OSError:
        return None
    head = len(_MARK) + _DIGEST
    data = content[head:]
    if content[: len(_MARK)] != _MARK or content[len(_MARK) : head] != hashlib.sha256(data).digest():
        return None
    with suppress(OSError):
        os.utime(place)  # what is used stays longest
    return data


def store(key: Sequence[object], data: bytes) -> None:
    """Store bytes under a key; where that cannot be done, nothing happens."""
    place = _place(key)
    if place is None:
        return
    import tempfile

    with suppress(OSError):
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(place.parent, stat.S_ISDIR):
            return
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=_HALF)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_MARK + hashlib.sha256(data).digest() + data)
            Path(name).replace(place)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        if next(_stored) % _STORES_BETWEEN == 0:
            _make_room(place.parent)


def _place(key: Sequence[object]) -> Path | None:
    if not is_used():
        return None
    program = _program()
    if program is None:
        return None
    try:
        home = folder()
    except RuntimeError:
        return None
    name = hashlib.sha256(repr((*key, program)).encode()).hexdigest()
    return home / f"{name}.bin"


@once
def _program() -> tuple[str, ...] | None:
    """Return what stands for this program: its sources, Python, and the libraries. None when they cannot be read."""
    package = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    try:
        for path in (*_sources(package), *_schemas()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    except OSError:
        return None
    return (digest.hexdigest(), sys.version, sys.implementation.cache_tag or "", *_libraries())


def _sources(package: Path) -> list[Path]:
    # Path.rglob takes twice as long, and this is done in every run.
    found = (
        os.path.join(folder, name)  # noqa: PTH118
        for folder, _, names in os.walk(package)
        for name in names
        if name.endswith((".py", ".lark", ".json", ".h"))
    )
    return [Path(path) for path in sorted(found)]


def _schemas() -> list[Path]:
    return sorted(schema_dir().glob("*.json"))


def _libraries() -> list[str]:
    """Return the versions of the libraries that have a part in it, told by their folders: they need not be imported.

    An installer writes the version into the name of a folder beside the library's own.
    """
    found = []
    for entry in sys.path:
        with suppress(OSError):
            found += [
                name
                for name in os.listdir(entry or ".")  # noqa: PTH208  # names alone are wanted, and fast
                if name.endswith(".dist-info")
                and name.lower().startswith(("lark-", "pyyaml-", "jsonschema-"))
            ]
    return sorted(found)


def _is_ours(path: Path, kind: object) -> bool:
    try:
        return _is_safe(path.lstat(), kind)
    except OSError:
        return False


def _is_safe(found: os.stat_result, kind: object) -> bool:
    """Say whether a file or folder is of the right kind, belongs to this user, and nobody else may write to it."""
    assert callable(kind)
    if not kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # rights are kept elsewhere there; the folder lies in the user's own
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _make_room(home: Path) -> None:
    """Remove entries unused for longest when all take too much room, and what a killed process left half written."""
    now = time.time()
    entries, left = [], []
    with os.scandir(home) as found:
        for entry in found:
            seen = entry.stat(follow_symlinks=False)
            if entry.name.endswith(".bin"):
                entries.append((seen.st_mtime, seen.st_size, entry.path))
            elif entry.name.startswith(_HALF) and now - seen.st_mtime > _LONG_AGO:
                left.append(entry.path)
    taken = 0
    for _, size, path in sorted(entries, reverse=True):
        taken += size
        if taken > _MOST_BYTES:
            left.append(path)
    for path in left:
        Path(path).unlink(missing_ok=True)
