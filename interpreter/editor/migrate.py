"""Content and playthroughs of older versions of the language, rewritten in the one that is read today.

Only the words that have other names since are touched, and what the game says of its version: comments, layout and all
else stay to the byte. Where nothing is old nothing changes, so it may be done again at any time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.content.sections import LANGUAGE, as_number, child, entries, scalar
from rulewright.interpreter.editor.places import Changed, Place, changed, in_text, in_yaml
from rulewright.interpreter.editor.project import Checked, Project
from rulewright.interpreter.editor.workspace import files_of_pack, other_packs, scripts_of
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language_versions import CHANGES, CURRENT, Change
from rulewright.interpreter.source import MappingNode, ScalarNode

_DECLARING = ("values", "actions", "windows")


class MigrationError(Exception):
    """Content that cannot be rewritten; the message says why, and where."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """What becomes of a game: the files that change, none of them written yet, and what is left to be mended."""

    files: list[Changed]
    unread: list[Path]
    """The files that are no YAML, so that nothing in them was rewritten."""


def migrated(project: Project, game: str) -> Migrated:
    """Return what the files of a game become, those of packs and the playthroughs below the project's folder included.

    Raises MigrationError for content of a version that this program does not know, and where the game gives a name of
    its own to what is a word of the language by now.
    """
    checked = project.checked(game)
    nodes = _nodes(project, checked)
    _require_known(nodes.values())
    steps = _steps(nodes.values())
    found = [_of_content(project, checked, path, node, steps) for path, node in nodes.items()]
    unread = [path for path in checked.files.values() if path not in nodes]
    for other in other_packs(project, game):
        of_pack, own = other.checked(game), files_of_pack(other, other.packs[0], game)
        there = {path: node for path, node in _nodes(other, of_pack).items() if path in own}
        _require_known(there.values())
        found += [_of_content(other, of_pack, path, node, steps) for path, node in there.items()]
        unread += [path for path in own if path not in there]
    found += [_of_script(project, path, node, steps) for path, node in scripts_of(project, game)]
    files = {file.path: file for file in found if file.places}
    return Migrated(list(files.values()), sorted(set(unread)))


def _nodes(project: Project, checked: Checked) -> dict[Path, MappingNode]:
    read = ((path, project.reading.yaml(path, shown, Findings())) for shown, path in checked.files.items())
    return {path: node for path, node in read if node is not None}


def _require_known(nodes: Iterable[MappingNode]) -> None:
    for node in nodes:
        version = scalar(node.get(LANGUAGE))
        if version is not None and as_number(version, CURRENT) > CURRENT:
            raise MigrationError(
                f"{_place(version)} is written in version {version.text} of the language, and this program knows"
                f" versions up to {CURRENT}"
            )


def _steps(nodes: Iterable[MappingNode]) -> Sequence[Change]:
    """Return the changes to be made: not of a word that the game has declared since the language gave it up."""
    declared = {
        entry.key.text.split("(")[0].strip(): entry.key
        for node in nodes
        for section in _DECLARING
        for entry in entries(node.get(section))
    }
    steps = [change for change in CHANGES if change.sort != "function" or change.old not in declared]
    for change in steps:
        taken = declared.get(change.new) if change.sort == "function" else None
        if taken is not None:
            raise MigrationError(
                f"{_place(taken)} declares `{change.new}`, which is a word of the language since version"
                f" {change.since}, for what was called `{change.old}`; give what is declared another name first"
            )
    return steps


def _of_content(
    project: Project, checked: Checked, path: Path, node: MappingNode, steps: Sequence[Change]
) -> Changed:
    edits: dict[Place, str] = {}
    version = scalar(node.get(LANGUAGE))
    if version is not None and 0 < as_number(version, CURRENT) < CURRENT:
        start = version.start_of(0)
        edits[start, start + len(version.text)] = str(CURRENT)
    for change in steps:
        if change.sort == "key":
            edits |= dict.fromkeys(_keys(node, change), change.new)
            continue
        for text in checked.texts.get(path, ()):
            if not text.scalar.made:
                edits |= dict.fromkeys(in_text(text, _before_brackets(change)), change.new)
    return changed(path, project.text_of(path), edits)


def _of_script(project: Project, path: Path, node: MappingNode, steps: Sequence[Change]) -> Changed:
    edits: dict[Place, str] = {}
    for change in steps:
        if change.sort == "function":
            edits |= dict.fromkeys(in_yaml(node, _before_brackets(change), set(), script=True), change.new)
    return changed(path, project.text_of(path), edits)


def _keys(node: MappingNode, change: Change) -> Iterator[Place]:
    for declaration in entries(node.get(change.section)):
        old = declaration.value.entry(change.old) if isinstance(declaration.value, MappingNode) else None
        if old is not None and child(declaration.value, change.new) is None:
            start = old.key.start_of(0)
            yield start, start + len(old.key.text)


def _before_brackets(change: Change) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-]){re.escape(change.old)}(?=[ \t]*\()")


def _place(node: ScalarNode) -> str:
    return f"{node.span.file}:{node.span.line}"
