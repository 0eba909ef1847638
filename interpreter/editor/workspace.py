"""What lies around the games of a folder and uses their names: playthroughs, and packs that nobody has named."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.content.packs import Pack, is_pack, open_pack
from rulewright.interpreter.content.rooted import PARTS, root_above
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.collection import SNAPSHOTS, is_playthrough
from rulewright.interpreter.source import MappingNode, ScalarNode

_PASSED_OVER = frozenset((SNAPSHOTS, "__pycache__", "node_modules"))


def may_hold(text: str, words: Collection[str]) -> bool:
    """Say whether one of some words can stand in a text; behind an escape of YAML any word may hide."""
    return "\\" in text or any(word in text for word in words)


def scripts_of(project: Project, game: str, name: str = "") -> Iterator[tuple[Path, MappingNode]]:
    """Yield the playthroughs of a game below a project's folder that can be read, each with what it holds.

    With a name only those in which it may stand.
    """
    belongs: dict[Path, bool] = {}
    for path in _files(project.root):
        # Most files are ruled out by a look at their text, which costs a thousandth of reading them.
        whole = path.resolve() if path.is_symlink() else path
        text = project.text_of(whole)
        if not (may_hold(text, (game,)) and may_hold(text, (name,))) or not is_playthrough(path):
            continue
        if path.parent not in belongs:
            belongs[path.parent] = _belongs(path.parent, project.root)
        if not belongs[path.parent]:
            continue
        node = project.reading.yaml(whole, path.name, Findings())
        named = node.get("game") if node is not None else None
        if node is not None and isinstance(named, ScalarNode) and named.text == game:
            yield whole, node


def other_packs(project: Project, game: str, words: Collection[str] = ("",)) -> Iterator[Project]:
    """Yield, for each pack for a game below a project's folder that it has not, the project with that pack alone.

    Packs that nobody has laid over the game together may not fit together. What an editor holds is shared. With
    words those packs are left out in which none of them can stand.
    """
    known = {pack.folder for pack in project.packs}
    names = game_names(project.root)
    for folder in _folders(project.root):
        if not any((folder / part / game).is_dir() for part in PARTS) or folder.resolve() in known:
            continue
        if folder != project.root and is_pack(folder, project.root) and _belongs(folder, project.root):
            if not _pack_may_hold(project, folder, game, words):
                continue
            pack = open_pack(folder, project.root, names)
            yield Project(project.root, (pack,), project, lints=project.lints)


def _pack_may_hold(project: Project, folder: Path, game: str, words: Collection[str]) -> bool:
    paths = (path for part in PARTS for path in (folder / part / game).rglob("*.yaml"))
    return any(may_hold(project.text_of(path.resolve()), words) for path in paths)


def files_of_pack(project: Project, pack: Pack, game: str) -> set[Path]:
    """Return the files of a project's game that come from a pack."""
    return {path for path in project.checked(game).files.values() if path.is_relative_to(pack.folder)}


def _files(root: Path) -> Iterator[Path]:
    for folder in _folders(root.resolve()):
        yield from sorted(path for path in folder.iterdir() if path.suffix == ".yaml" and path.is_file())


def _folders(root: Path) -> Iterator[Path]:
    """Yield a folder and those below it in which people write; links are not followed."""
    for place, folders, _ in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in _PASSED_OVER and not each.startswith("."))
        yield Path(place)


def _belongs(folder: Path, root: Path) -> bool:
    """Say whether the games of what lies in a folder are those of the root, and not of one further down."""
    found = root_above(folder)
    return found is not None and found == root.resolve()
