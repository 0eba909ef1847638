"""Whether the turn order of a game can ever leave players out."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes

_KEEPING = ("reversed", "rotated", "starting_with")


def may_leave_out(game: Game) -> bool:
    """Say whether some rule may set a turn order that does not name everybody; it errs towards yes."""
    return any(
        isinstance(node, c.Assign) and isinstance(node.target, c.TurnOrder) and not _keeps_all(node.value)
        for root in roots(game)
        for node in nodes(root)
    )


def _keeps_all(order: c.Expr) -> bool:
    match order:
        case c.Players() | c.TurnOrder():
            return True
        case c.Ranked():
            return order.items.where is None and _keeps_all(order.items.list)
        case c.Builtin(name=name) if name in _KEEPING:
            return any(_keeps_all(arg) for arg in order.args)
    return False
