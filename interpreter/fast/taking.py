"""Takes down what the words of questions and actions say of the state, quickly: made once for each text of a game.

It is what `interpreter.walker.texts.filling` gives. Texts say mostly names and simple comparisons, which are looked up
here without walking the tree; all else is left to the walker.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from interpreter.language import checked as c
from interpreter.language.walking import nodes
from interpreter.state.frames import Env
from interpreter.state.setting import Setting
from interpreter.state.state import State
from interpreter.walker.evaluate import evaluate
from interpreter.walker.texts import Filling, filled_part

Take = Callable[[State, Env], Filling]
_Part = Callable[[State, Env], Any]
_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


_SOUND = (
    c.Const, c.CardConst, c.Local, c.Players, c.TurnOrder, c.RoundNumber, c.OptionValue, c.PlayerCounter, c.GameState,
    c.ComponentState, c.CardField, c.Owner, c.Face, c.Sides, c.HolderOf, c.Negative, c.Compare, c.AllOf, c.AnyOf, c.Not,
    c.IsKind, c.IsCard, c.Cases,
)  # fmt: skip
"""Formulas that have a value whenever their parts have one, without going through a list or asking for a value."""


def is_sound(template: c.Template | None) -> bool:
    """Say whether a text can surely be made, so that it may be made later; of some that can, this does not know."""
    return all(isinstance(node, (c.Template, *_SOUND)) for node in nodes(template))


class Takers:
    """What takes down each text of a game, made when the text is first met."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._takers: dict[int, Take | None] = {}

    def of(self, template: c.Template | None) -> Take | None:
        """Return what takes down a text, None for one of words only."""
        key = id(template)  # texts live as long as their game, and so does this
        if key not in self._takers:
            self._takers[key] = None if template is None or template.is_fixed else self._made(template)
        return self._takers[key]

    def _made(self, template: c.Template) -> Take:
        parts = [self._part(part) for part in template.parts if not isinstance(part, str)]
        if len(parts) == 1:
            only = parts[0]
            return lambda s, env: (only(s, env),)
        return lambda s, env: tuple([part(s, env) for part in parts])

    def _part(self, part: c.TemplatePart) -> _Part:
        match part:
            case c.Local(type=type_) if type_.base not in ("component", "list"):
                name = part.name
                return lambda _s, env: (env[name], 0)
            case c.Local(type=type_) if type_.base == "component":
                return self._component(part.name)
            case condition, c.Template() as inner if isinstance(condition, c.Expr):
                holds, within = self._value(condition), self.of(inner)
                if within is None:
                    return lambda s, env: () if holds(s, env) == 1 else None
                return lambda s, env: within(s, env) if holds(s, env) == 1 else None
        t = self._setting
        return lambda s, env: filled_part(t, s, env, part)

    def _component(self, name: str) -> _Part:
        face = self._setting.layout.face

        def take(s: State, env: Env) -> tuple[int, int]:
            component: int = env[name]  # type: ignore[assignment]  # by its type no list
            return component, s.v[face + component] if component >= 0 else 0

        return take

    def _value(self, formula: c.Expr) -> _Part:
        """Return what works out a formula."""
        match formula:
            case c.Const():
                value = formula.value
                return lambda _s, _env: value
            case c.Local():
                name = formula.name
                return lambda _s, env: env[name]
            case c.Compare(op=op):
                left, right, compared = self._value(formula.left), self._value(formula.right), _COMPARED[op]
                return lambda s, env: int(compared(left(s, env), right(s, env)))
        t = self._setting
        return lambda s, env: evaluate(t, s, env, formula)
