"""Whether two sides of a card mean the same: their effects compared part by part, wherever they are written."""

from __future__ import annotations

from dataclasses import fields

from rulewright.interpreter.content.model import Ability, Side, ValueChange
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import is_node

_PLACED = frozenset({"span", "card", "side", "number", "serial", "about"})
"""What tells one ability or change from another, and not what it does."""


def differing(front: Side, back: Side) -> frozenset[str]:
    """Return the names of the fields and effects that are not the same on both sides."""
    numbers = {
        name for name in {*front.fields, *back.fields} if front.fields.get(name) != back.fields.get(name)
    }
    effects = {
        name
        for name in {*front.effects, *back.effects}
        if not alike(front.effects.get(name), back.effects.get(name), frozenset(numbers))
    }
    return frozenset(numbers | effects)


def alike(one: object, other: object, differ: frozenset[str]) -> bool:
    """Say whether two abilities, changes, effects or formulas do the same on the two sides of a card.

    `differ` are the fields of the card that are not the same on both: who asks `this` for one gets two answers.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(
            alike(mine, its, differ) for mine, its in zip(one, other, strict=True)
        )
    if not is_node(one):
        return isinstance(one, Span) or one == other
    if _asks_this(one, differ):
        return False
    without = _PLACED if isinstance(one, Ability | ValueChange) else {"span"}
    names = [part.name for part in fields(one) if part.name not in without]  # type: ignore[arg-type]
    return all(alike(getattr(one, name), getattr(other, name), differ) for name in names)


def _asks_this(node: object, differ: frozenset[str]) -> bool:
    """Say whether a node reads, or runs, a field of the card itself that its sides do not share."""
    if not isinstance(node, c.CardField | c.Run) or node.field not in differ:
        return False
    return isinstance(node.component, c.Local) and node.component.name == "this"
