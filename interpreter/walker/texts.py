"""Fills in the formulas of templates: prompts, the labels of branches and the texts of actions."""

from __future__ import annotations

from typing import Any, assert_never

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.naming import Naming, Value
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.evaluate import evaluate, holds

Filling = tuple[Any, ...] | None
"""What a template says of a state: for each formula its value and the sides up, for each condition the filling of what
it lets stand or None, for each list the fillings of its items, and whether what a word agrees with is one. None for a
template of words only."""


def rendered(t: Setting, s: State, env: Env, template: c.Template) -> str:
    """Return the words of a template as things stand now."""
    return worded(t.naming, template, filling(t, s, env, template))


def filling(t: Setting, s: State, env: Env, template: c.Template) -> Filling:
    """Return what a template says of a state as it is now, from which its words can be made at any time."""
    if template.is_fixed:
        return None
    return tuple(filled_part(t, s, env, part) for part in template.parts if not isinstance(part, str))


def filled_part(t: Setting, s: State, env: Env, part: c.TemplatePart) -> Any:  # noqa: ANN401  # the parts of a filling
    """Return what one part of a template says that is more than words."""
    match part:
        case c.Formula():
            value = evaluate(t, s, env, part)
            return (value, _faces(t, s, part, value))
        case c.Listing():
            listed = evaluate(t, s, env, part.items.list)
            assert isinstance(listed, tuple)
            return tuple(filling(t, s, {**env, part.items.name: item}, part.words) for item in listed)
        case c.Agreeing():
            return is_one(part.subject, evaluate(t, s, env, part.subject))
        case c.Conditional():
            return (filling(t, s, env, part.words) or ()) if holds(t, s, env, part.condition) else None
        case str():
            return part
        case _:
            assert_never(part)


def worded(naming: Naming, template: c.Template, filled: Filling) -> str:
    """Return the words of a template with its filling."""
    words = []
    rest = iter(filled or ())
    for part in template.parts:
        match part:
            case str():
                words.append(part)
            case c.Formula():
                words.append(_shown(naming, part, *next(rest)))
            case c.Listing():
                said = [worded(naming, part.words, each) for each in next(rest)]
                words.append(part.last.join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said))
            case c.Agreeing():
                words.append(part.one if next(rest) else part.several)
            case c.Conditional():
                found = next(rest)
                if found is not None:
                    words.append(worded(naming, part.words, found))
            case _:
                assert_never(part)
    return "".join(words)


def is_one(subject: c.Expr, value: Value) -> bool:
    """Say whether words behind a formula are those behind one: one player, one component, the number 1."""
    if isinstance(value, tuple):
        return len(value) == 1
    return subject.type.base != "number" or value == 1


def _faces(t: Setting, s: State, formula: c.Expr, value: Value) -> Value:
    type_ = formula.type
    if isinstance(value, tuple):
        base = type_.item.base if type_.item is not None else ""
        return tuple(face_up(t, s, base, entry) for entry in value)
    return face_up(t, s, type_.base, value)


def _shown(naming: Naming, formula: c.Expr, value: Value, faces: Value) -> str:
    type_ = formula.type
    if isinstance(value, tuple):
        if type_.item is None or not value:
            return "nothing"
        assert isinstance(faces, tuple)
        pairs = zip(value, faces, strict=True)
        return ", ".join(naming.shown(type_.item, entry, face) for entry, face in pairs)
    assert isinstance(faces, int)
    return naming.shown(type_, value, faces)


def face_up(t: Setting, s: State, base: str, value: int) -> int:
    """Return the side that lies up when the value is a component, else 0."""
    return s.v[t.layout.face + value] if base == "component" and value >= 0 else 0
