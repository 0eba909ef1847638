"""Fills in the formulas of templates: prompts, the labels of branches and the texts of actions."""

from __future__ import annotations

from interpreter.language import checked as c
from interpreter.machine.evaluate import evaluate, holds
from interpreter.machine.frames import Env
from interpreter.machine.naming import Value
from interpreter.machine.setting import Setting
from interpreter.machine.state import State


def rendered(t: Setting, s: State, env: Env, template: c.Template) -> str:
    """Return the words of a template as things stand now."""
    words = []
    for part in template.parts:
        match part:
            case str():
                words.append(part)
            case c.Expr():
                words.append(_shown(t, s, part, evaluate(t, s, env, part)))
            case condition, inner:
                if holds(t, s, env, condition):
                    words.append(rendered(t, s, env, inner))
    return "".join(words)


def _shown(t: Setting, s: State, formula: c.Expr, value: Value) -> str:
    type_ = formula.type
    if isinstance(value, tuple):
        if type_.item is None or not value:
            return "nothing"
        return ", ".join(
            t.naming.shown(type_.item, entry, face_up(t, s, type_.item.base, entry)) for entry in value
        )
    return t.naming.shown(type_, value, face_up(t, s, type_.base, value))


def face_up(t: Setting, s: State, base: str, value: int) -> int:
    """Return the side that lies up when the value is a component, else 0."""
    return s.v[t.layout.face + value] if base == "component" and value >= 0 else 0
