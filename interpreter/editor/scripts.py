"""Playthroughs as an editor sees them, held against games as they are being written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script


class ProjectGames(Games):
    """The games of a project as they stand in the editor; those that need packs are read from the disk."""

    def __init__(self, project: Project) -> None:
        super().__init__(project.root, project.packs)
        self._project = project

    def load(self, name: str, needed: Sequence[Pack] = ()) -> tuple[Game | None, Findings]:
        """Return a game as it was when it was last without errors."""
        if needed:
            return super().load(name, needed)
        return self._project.checked(name).game, Findings()


def script_findings(project: Project, path: Path) -> list[Finding]:
    """Return what is wrong with a playthrough, before it is played."""
    findings = Findings()
    script = read_script(path, shown_as(path, project.root), findings, unsaved=project.buffers.get(path))
    if script is not None:
        check_script(script, ProjectGames(project), findings, unplayed=True)
    return list(findings)
