"""The whole reference of the effect language, group by group, in the order of the page."""

from __future__ import annotations

from rulewright.interpreter.language.reference.entries_declarations import DECLARATION_GROUPS
from rulewright.interpreter.language.reference.entries_effects import EFFECT_GROUPS
from rulewright.interpreter.language.reference.entries_formulas import FORMULA_GROUPS
from rulewright.interpreter.language.reference.entry import Group


def groups() -> tuple[Group, ...]:
    """Return the whole reference, in the order of the page."""
    return (*EFFECT_GROUPS, *FORMULA_GROUPS, *DECLARATION_GROUPS)
