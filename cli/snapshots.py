"""The transcripts that are kept beside playthroughs, in files of the form that syrupy gives them."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from rulewright.cli.reports import way_to
from rulewright.interpreter.whole_files import make_whole

INSTALL = "`pip install 'rulewright[test]'`, or `pip install -e '.[test]'` in a clone"
MISSING = f"syrupy is missing; install it with {INSTALL}"
REFUSED = "snapshots are not updated where CI is set; update them on your own machine and commit the files"
UNKEPT = (
    "no transcript of this case is kept, and where CI is set one must be; `rulewright test --update` or"
    " `pytest --snapshot-update` keeps it on your own machine, to be committed"
)

_SHOWN_CHANGES = 40
_END = "# ---"
"""How a file of snapshots ends."""
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


class DamagedSnapshots(Exception):
    """A file of snapshots that is none, or not whole; the message says what to do."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"its snapshot cannot be read: {way_to(file)} is damaged; restore the file, or write it anew with"
            " `rulewright test --update` or `pytest --snapshot-update`"
        )


def read_snapshots(file: Path) -> dict[str, str]:
    """Return the snapshots of a file by name; empty when there is no file.

    Raises DamagedSnapshots for a file that holds none, that is not text, or that this syrupy does not know.
    """
    from syrupy.extensions.amber.serializer import AmberDataSerializer, MalformedAmberFile

    if not os.path.lexists(file):
        return {}
    if not file.is_file():
        raise DamagedSnapshots(file)
    try:
        whole = file.read_text(encoding="utf-8").rstrip().endswith(_END)
        collection = AmberDataSerializer.read_file(str(file))
    except (MalformedAmberFile, UnicodeDecodeError, OSError):
        raise DamagedSnapshots(file) from None
    found = {snapshot.name: str(snapshot.data) for snapshot in collection}
    if collection.tainted or not found or not whole:
        raise DamagedSnapshots(file)
    return found


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
