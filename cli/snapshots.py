"""The transcripts that are kept beside playthroughs, in files of the form that syrupy gives them."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from interpreter.whole_files import make_whole

INSTALL = "`pip install 'rulewright[test]'`, or `pip install -e '.[test]'` in a clone"
MISSING = f"syrupy is missing; install it with {INSTALL}"
REFUSED = "snapshots are not updated where CI is set; update them on your own machine and commit the files"

_SHOWN_CHANGES = 40
_NOT_SET = ("", "0", "false", "no")


def can_compare() -> bool:
    """Say whether what reads and writes snapshots is installed."""
    return find_spec("syrupy") is not None


def is_ci() -> bool:
    """Say whether this runs in continuous integration: the environment variable CI is set, and not to no or 0."""
    return os.environ.get("CI", "").lower() not in _NOT_SET


def serialized(transcript: str) -> str:
    """Return a transcript as a snapshot holds it."""
    from syrupy.extensions.amber.serializer import AmberDataSerializer

    text: str = AmberDataSerializer.serialize(transcript)
    return text


def read_snapshots(file: Path) -> dict[str, str]:
    """Return the snapshots of a file by name; empty when there is no file, or none that can be read."""
    from syrupy.extensions.amber.serializer import AmberDataSerializer, MalformedAmberFile

    if not file.is_file():
        return {}
    try:
        collection = AmberDataSerializer.read_file(str(file))
    except (MalformedAmberFile, UnicodeDecodeError):
        return {}
    return {} if collection.tainted else {snapshot.name: str(snapshot.data) for snapshot in collection}


def write_snapshots(file: Path, snapshots: Mapping[str, str]) -> None:
    """Write a file of snapshots anew; without any, the file is removed."""
    from syrupy.data import Snapshot, SnapshotCollection
    from syrupy.extensions.amber.serializer import AmberDataSerializer

    if not snapshots:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)

    def write(new: Path) -> None:
        collection = SnapshotCollection(str(new))
        for name, data in snapshots.items():
            collection.add(Snapshot(name=name, data=data))
        AmberDataSerializer.write_file(collection)

    make_whole(file, write)


def difference(kept: str, now: str) -> str:
    """Return how a transcript differs from the one that is kept, line by line; a long answer is cut."""
    lines = list(difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1))
    more = [f"... and {len(lines) - _SHOWN_CHANGES} more lines"] if len(lines) > _SHOWN_CHANGES else []
    return "\n".join(lines[:_SHOWN_CHANGES] + more)
