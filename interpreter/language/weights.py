"""How many steps it counts for when a part of the content is carried out once: one for each part, as written."""

from __future__ import annotations

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Value
from rulewright.interpreter.language.walking import nodes

WHOLE = 15
"""A statement and a value of the rules count for so many parts of formulas: that is how much longer they take."""


def weight_of(node: object) -> int:
    """Return the steps of a statement, a formula, a declaration or a tuple of them; 0 for what is not there."""
    return sum(WHOLE if isinstance(part, c.Stmt | Value) else 1 for part in nodes(node))


def weight_of_moving(components: int) -> int:
    """Return the steps of moving components as a list, beside the statement that does it."""
    return WHOLE * (components - 1) if components > 1 else 0
