"""Which cards of a game are other than in the last commit, where its files are kept in Git."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.rooted import PARTS
from rulewright.interpreter.findings import Findings

_PATIENCE = 20
"""Seconds that Git may take."""


def changed_cards(game: Game) -> list[str]:
    """Return the ids of the cards that are new or other than in the last commit; none where there is no Git.

    Cards of packs are not looked at: their folders may belong to another repository.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        before = check_game(game.id, root, Findings()) if unpack_last_commit(game, root) else None
        if before is None:
            return []
        digests = {card.id: card.digest for card in before.cards}
    return [
        card.id
        for card in game.cards
        if not game.is_of_pack(card.span.file) and digests.get(card.id) != card.digest
    ]


def unpack_last_commit(game: Game, folder: Path) -> bool:
    """Write a game's files as the last commit has them below an empty folder; say whether it has them."""
    parts = [f"{part}/{game.id}" for part in PARTS if (game.root / part / game.id).is_dir()]
    try:
        packed = subprocess.run(  # noqa: S603 - the program's own words, and names of folders that are there
            ["git", "archive", "--format=tar", "HEAD", "--", *parts],  # noqa: S607 - the user's own Git
            cwd=game.root,
            capture_output=True,
            check=True,
            timeout=_PATIENCE,
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            _unpack(archive, folder)
    except (OSError, subprocess.SubprocessError, tarfile.TarError):
        return False
    return (folder / "rules" / game.id).is_dir()


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Write the files of an archive below a folder, and nothing else."""
    for member in archive.getmembers():
        content = archive.extractfile(member) if member.isfile() else None
        target = folder / member.name
        if content is not None and ".." not in target.parts and target.is_relative_to(folder):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())
