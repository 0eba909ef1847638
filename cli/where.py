"""Where a command finds its content: the root that is named, if any, and the packs laid over the games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Where:
    """The root that the user names, None for the games installed, and the folders of packs in their order."""

    root: Path | None = None
    packs: tuple[Path, ...] = ()
