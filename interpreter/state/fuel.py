"""How much work may lie between two decisions: all that is carried out, worked out and gone through is counted."""

from __future__ import annotations

from rulewright.interpreter.findings import Span
from rulewright.interpreter.state.errors import NeverEnds
from rulewright.interpreter.state.limits import MOST_STEPS

TOO_LONG = f"more than {MOST_STEPS} steps without a decision: this does not end"


class Fuel:
    """What is left of the steps that may lie between two decisions; a state and its scratch copies burn the same.

    Every turn of a loop and every item of a list that is gone through costs as many steps as the loop or the formula
    has parts (`language/weights.py`); a call costs those of what is called, and a statement that is tried, to
    find out what can start, its own. A list that is built costs one for each entry, and where components are moved as a
    list, each behind the first costs as much as a statement.
    """

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def fill(self) -> None:
        """Begin anew, behind a decision."""
        self.left = MOST_STEPS

    def burn(self, steps: int, span: Span) -> None:
        """Take steps away. Raises NeverEnds, at the place given, when there were too few left."""
        self.left -= steps
        if self.left < 0:
            raise NeverEnds(span, TOO_LONG)
