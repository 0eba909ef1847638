"""What follows from the variants alone that a match was opened with: which abilities happen without being asked."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.content.model import Ability, Game
from rulewright.interpreter.language import checked as c


def is_automatic(game: Game, options: Mapping[str, int], ability: Ability) -> bool:
    """Say whether an ability happens without being asked; `options` are the variants by name, as numbers."""
    condition = game.windows[ability.window].unasked
    return ability.automatic and (condition is None or _value(condition, options) == 1)


def _value(formula: c.Expr, options: Mapping[str, int]) -> int:
    """Return the value of a formula over variants; the checker lets no others pass."""
    match formula:
        case c.Const(value=int(value)):
            return value
        case c.OptionValue(option=name):
            return options[name]
        case c.Not(of=of):
            return 1 - _value(of, options)
        case c.AllOf(parts=parts):
            return int(all(_value(part, options) for part in parts))
        case c.AnyOf(parts=parts):
            return int(any(_value(part, options) for part in parts))
        case c.Compare(op="==", left=left, right=right):
            return int(_value(left, options) == _value(right, options))
        case c.Compare(op="!=", left=left, right=right):
            return int(_value(left, options) != _value(right, options))
    raise AssertionError(formula)
