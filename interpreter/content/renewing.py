"""Puts what lasts a phase or a round back at the end of it, and finds what lasts a turn where no turn ever ends."""

from __future__ import annotations

from rulewright.interpreter.content.model import RoundKind
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.language.renewals import lasting, renewal


def add_renewals(declared: Declarations, kinds: tuple[RoundKind, ...], findings: Findings) -> None:
    """Let each phase, and the last one of each round, end with putting back what lasts no longer."""
    if any(lasting(declared, "round")):
        for kind in kinds:
            if kind.phases[-1:] and kind.phases.count(kind.phases[-1]) > 1:
                message = f"what lasts a round is put back behind its last phase, but `{kind.phases[-1]}` stands twice"
                findings.add("RW110", kind.span, message)
    for phase in declared.phases.values():
        phase.body += renewal(declared, "phase")
        among = [kind for kind in kinds if phase.name in kind.phases]
        last = [kind for kind in among if kind.phases[-1] == phase.name]
        if last and len(last) == len(among):
            phase.body += renewal(declared, "round")
        elif last:
            rounds = tuple(sorted(number for kind in last for number in kind.rounds))
            phase.body += renewal(declared, "round", rounds)


def find_without_end(declared: Declarations, turns_end: bool, findings: Findings) -> None:
    """Find what lasts a turn where no rule says that a turn ends."""
    if turns_end:
        return
    for one in lasting(declared, "turn"):
        message = f"`{one.name}` lasts a turn, but no rule says `turn ends`: say it where a turn is over"
        findings.add("RW223", one.span, message)
