"""The extension of syrupy that keeps the transcripts of a playthrough file beside it, each under a given name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syrupy.extensions.amber import AmberSnapshotExtension

from rulewright.interpreter.play.collection import SNAPSHOTS


class TranscriptExtension(AmberSnapshotExtension):
    """Keeps transcripts of tests that lie in a playthrough file itself, in the file that `snapshot_file` tells."""

    @classmethod
    def dirname(cls, **where: Any) -> str:  # noqa: ANN401 - what syrupy names them by is a game's word
        """Return the folder of the snapshots of a test, whatever pytest calls such folders."""
        (place,) = where.values()
        return str(Path(place.filepath).parent / SNAPSHOTS)

    @classmethod
    def get_snapshot_name(cls, *, index: int | str = 0, **_: Any) -> str:  # noqa: ANN401 - as above
        """Return the name that was given."""
        return str(index)
