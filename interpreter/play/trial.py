"""Checks and plays one case of a script, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.checking import check_purpose, check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.rows import Remark
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import Case, Script
from rulewright.interpreter.play.transcript import transcript
from rulewright.interpreter.state.observing import Observer


@dataclass(frozen=True, slots=True)
class Trial:
    """How a case ended: what is wrong with it, and its match; None when it could not be played."""

    findings: Findings
    match: Playable | None
    remarks: tuple[Remark, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything went as the script says."""
        return not self.findings

    @property
    def transcript(self) -> str:
        """The match as a text for people; empty when it could not be played."""
        return transcript(self.match, remarks=self.remarks) if self.match is not None else ""


def try_case(script: Script, case: Case, games: Games, observers: Sequence[Observer] = ()) -> Trial:
    """Check a case of a script against its game and play it.

    It is checked by itself: what is wrong with other cases of the file is not found here. Errors in the content of its
    game are. `observers` are told what it reaches.
    """
    findings = Findings()
    ready = check_script(replace(script, cases=(case,)), games, findings)
    if findings or not ready:
        return Trial(findings, None)
    outcome = run_case(ready[0], observers=observers)
    check_purpose(case, outcome.findings)
    return Trial(outcome.findings, outcome.match, outcome.remarks)
