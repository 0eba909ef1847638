"""The values of the rules: a formula, then the changes that cards make to it, then its own floor and ceiling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from rulewright.interpreter.content.model import ChangeOp, ValueChange
from rulewright.interpreter.content.model import Value as Declared
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state import places
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.layout import NOBODY
from rulewright.interpreter.state.naming import Value
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State

Evaluate = Callable[[Setting, State, Env, c.Expr], Value]
"""Evaluates a formula: handed in, for formulas ask for values and values are formulas."""

_ORDER = ("to", "add", "at_least", "at_most")


def value_of(t: Setting, s: State, call: c.ValueCall, args: tuple[Value, ...], evaluate: Evaluate) -> Value:
    """Return a value of the rules for its arguments, as the cards in play change it."""
    declared = t.game.values[call.value]
    s.fuel.burn(t.program.weight(declared), call.span)
    env: Env = {param.name: arg for param, arg in zip(declared.params, args, strict=True)}
    for observer in s.observers:
        observer.worked_out(declared.name)
    try:
        return _worked_out(t, s, env, declared, evaluate)
    except RuleError as error:
        given = zip(declared.params, args, strict=True)
        components = [arg for param, arg in given if param.type.base == "component" and isinstance(arg, int)]
        error.concerns(places.cards_of(t, components))
        error.pass_through(f"value {call.value}", call.span)
        raise


def _worked_out(t: Setting, s: State, env: Env, declared: Declared, evaluate: Evaluate) -> Value:
    assert declared.formula is not None
    result = evaluate(t, s, env, declared.formula)
    changes = _changes(t, s, env, declared, evaluate)
    if not changes and declared.at_least is None and declared.at_most is None:
        return result
    for wanted in _ORDER:
        for op, amount in changes:
            if op == wanted:
                result = _changed(result, op, amount)
    for bound, op in ((declared.at_least, "at_least"), (declared.at_most, "at_most")):
        if bound is not None:
            result = _changed(result, op, evaluate(t, s, env, bound))
    return result


def _changed(result: Value, op: ChangeOp, amount: Value) -> Value:
    if op == "to":
        return amount
    assert isinstance(result, int)
    assert isinstance(amount, int)
    match op:
        case "add":
            return result + amount
        case "at_least":
            return max(result, amount)
        case "at_most":
            return min(result, amount)
    assert_never(op)


def _changes(
    t: Setting, s: State, env: Env, declared: Declared, evaluate: Evaluate
) -> list[tuple[ChangeOp, Value]]:
    """Return the changes that hold now, those of later players and cards behind those of earlier ones."""
    if declared.name not in t.program.changes:
        return []
    subject = env[declared.params[0].name]
    assert isinstance(subject, int)
    if declared.params[0].type.base == "component" and subject != c.NOTHING:
        subject = s.v[t.layout.owner + subject]
    found = []
    waiting = list(_in_play(t, s, declared.name))
    if waiting:
        s.fuel.burn(sum(1 for _ in places.in_play(t, s)), declared.span)
    for component, change in waiting:
        owner = s.v[t.layout.owner + component]
        if not _concerns(change, owner, subject):
            continue
        inner = {**env, "this": component, "me": owner}
        try:
            s.fuel.burn(t.program.weight(change), change.span)
            if change.condition is None or evaluate(t, s, inner, change.condition) == 1:
                found.append((change.op, evaluate(t, s, inner, change.number)))
                for observer in s.observers:
                    observer.changed(change)
        except RuleError as error:
            error.pass_through(places.side_name(t, component, change.side), change.span)
            raise
    return found


def _in_play(t: Setting, s: State, value: str) -> Iterator[tuple[int, ValueChange]]:
    by_side = t.program.changes[value]
    for component in places.in_play(t, s):
        for change in by_side.get(places.side_up(t, s, component), ()):
            yield component, change


def _concerns(change: ValueChange, owner: int, subject: int) -> bool:
    match change.whose:
        case "owner":
            return owner == subject
        case "opponents":
            return subject not in (owner, NOBODY)
    return True
