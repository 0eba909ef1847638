"""Finds values whose formulas lead through too many others: no machine has room for them within one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter

from rulewright.interpreter.content.model import Value, ValueChange
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, is_node, nodes

DEEPEST = 100
"""How many parts of formulas may stand within one another, through all values that they ask for."""


def find_deep_values(
    values: Mapping[str, Value], changes: Mapping[str, Sequence[ValueChange]], findings: Findings
) -> None:
    """Make a finding at each value that is too deep while those it asks for are not; no value may need itself."""
    parts = {name: tuple(_formulas(value, changes.get(name, ()))) for name, value in values.items()}
    order = TopologicalSorter({name: set(_asked(formulas)) for name, formulas in parts.items()})
    depths: dict[str, int] = {}
    for name in order.static_order():
        # What asks for one that is too deep is no mistake of its own.
        if name not in parts or any(asked not in depths for asked in _asked(parts[name])):
            continue
        depth = _depth(parts[name], depths)
        if depth <= DEEPEST:
            depths[name] = depth
        else:
            message = (
                f"`{name}` leads through more than {DEEPEST} parts of formulas within one another;"
                " work a part of it out before, or keep it in a counter or a state"
            )
            findings.add("RW232", values[name].span, message)


def _formulas(value: Value, changes: Iterable[ValueChange]) -> Iterator[c.Expr]:
    found = [value.formula, value.at_least, value.at_most]
    for change in changes:
        found += [change.condition, change.number]
    return (formula for formula in found if formula is not None)


def _asked(formulas: tuple[c.Expr, ...]) -> Iterator[str]:
    return (node.value for node in nodes(formulas) if isinstance(node, c.ValueCall))


def _depth(part: object, depths: Mapping[str, int]) -> int:
    """Return how deep a formula, or a tuple of them, leads."""
    if isinstance(part, tuple):
        return max((_depth(one, depths) for one in part), default=0)
    if not is_node(part):
        return 0
    below = max((_depth(one, depths) for one in inside(part)), default=0)
    if isinstance(part, c.ValueCall):
        below = max(below, depths[part.value])
    return below + isinstance(part, c.Expr)
