"""The statements that change counters, states and names, each done in one step."""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.journal.events import (
    NOT_KEPT,
    CounterChanged,
    RandomDrawn,
    StateSet,
    TurnOrderSet,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER, Type
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import ENV, Env
from rulewright.interpreter.state.layout import DRAWN, TURN_ORDER
from rulewright.interpreter.state.naming import Value
from rulewright.interpreter.state.state import Frame
from rulewright.interpreter.walker.amounts import available, short_of, sums_of
from rulewright.interpreter.walker.evaluate import evaluate, number
from rulewright.interpreter.walker.running import Running


def do_change(w: Running, env: Env, statement: c.Change) -> None:
    """Gain, pay or lose. A payment is made whole or is a fault; a loss takes what there is."""
    t, s = w.setting, w.state
    sums = sums_of(t, s, env, statement)
    short = short_of(t, s, sums) if statement.verb == "pay" else None
    if short is not None:
        raise RuleError(
            statement.span,
            f"{t.names[short.player]} cannot pay {short.total} {short.counter}: there is {available(t, s, short)}",
        )
    for sum_ in sums:
        change = min(sum_.total, available(t, s, sum_)) if statement.verb == "lose" else sum_.total
        before = s.v[sum_.slot]
        s.v[sum_.slot] = before + int(change if statement.verb == "gain" else -change)
        if s.v[sum_.slot] != before:
            parts = (statement.verb, sum_.player, sum_.counter, sum_.index, before, s.v[sum_.slot])
            w.note(CounterChanged, statement.span, *parts)


def do_let(w: Running, frame: Frame, statement: c.Let) -> None:
    """Bind a name in the block."""
    value, drew = _worked_out(w, frame[ENV], statement.value)
    if drew:
        _note_drawn(w, statement.name, statement.value, value, NOT_KEPT)
    frame[ENV] = {**frame[ENV], statement.name: value}


def _worked_out(w: Running, env: Env, formula: c.Expr) -> tuple[Value, bool]:
    """Return the value of a formula, and whether it has drawn random numbers."""
    before = w.state.v[DRAWN]
    value = evaluate(w.setting, w.state, env, formula)
    return value, w.state.v[DRAWN] != before


def _note_drawn(w: Running, name: str, formula: c.Expr, value: Value, into: int) -> None:
    """Note the value of a formula that has drawn random numbers, and the slot that gets it."""
    w.note(RandomDrawn, formula.span, name, formula.type, value, into)


def do_assign(w: Running, env: Env, statement: c.Assign) -> None:
    """Set a counter, a state or the turn order."""
    match statement.target:
        case c.PlayerCounter() as target:
            _set_counter(w, env, target, statement)
        case c.ComponentState() as target:
            _set_component_state(w, env, target, statement)
        case c.GameState() as target:
            _set_state(w, env, statement, -1, target.name, w.setting.game.state[target.name].type)
        case c.TurnOrder():
            _set_turn_order(w, env, statement)
        case target:
            assert_never(target)


def _set_counter(w: Running, env: Env, target: c.PlayerCounter, statement: c.Assign) -> None:
    t, s = w.setting, w.state
    player = number(t, s, env, target.player)
    index = -1 if target.index is None else number(t, s, env, target.index)
    value, drew = _worked_out(w, env, statement.value)
    if player == c.NOTHING:
        raise RuleError(statement.span, f"{target.counter} of none cannot be set")
    if target.index is not None and index == c.NOTHING:
        raise RuleError(target.index.span, f"there is no {target.counter} of none")
    assert isinstance(value, int)
    least = t.game.counters[target.counter].least
    if least is not None and value < least:
        raise RuleError(
            statement.span,
            f"{target.counter} of {t.names[player]} cannot be set to {value}: it is never below {least}",
        )
    slot = t.layout.counter_slot(target.counter, player, max(index, 0))
    if drew:
        _note_drawn(w, target.counter, statement.value, value, slot)
    before, s.v[slot] = s.v[slot], value
    if before != value:
        w.note(CounterChanged, statement.span, "set", player, target.counter, index, before, value)


def _set_component_state(w: Running, env: Env, target: c.ComponentState, statement: c.Assign) -> None:
    component = number(w.setting, w.state, env, target.component)
    if component == c.NOTHING:
        evaluate(w.setting, w.state, env, statement.value)
        raise RuleError(statement.span, f"{target.name} of none cannot be set")
    kind = w.setting.game.kinds[w.setting.layout.kind_of[component]]
    _set_state(w, env, statement, component, target.name, kind.state[target.name].type)


def _set_state(w: Running, env: Env, statement: c.Assign, component: int, name: str, type_: Type) -> None:
    layout = w.setting.layout
    value, drew = _worked_out(w, env, statement.value)
    slot = layout.game_state[name] if component < 0 else layout.state_slot(component, name)
    if drew:
        _note_drawn(w, name, statement.value, value, slot)
    assert isinstance(value, int)
    before, w.state.v[slot] = w.state.v[slot], value
    if before != value:
        w.note(
            StateSet,
            statement.span,
            component,
            name,
            type_ if type_ == NUMBER else type_.or_none(),
            before,
            value,
        )


def _set_turn_order(w: Running, env: Env, statement: c.Assign) -> None:
    value, drew = _worked_out(w, env, statement.value)
    if drew:
        _note_drawn(w, "turn_order", statement.value, value, NOT_KEPT)
    before = tuple(w.state.z[TURN_ORDER])
    assert isinstance(value, tuple)
    if c.NOTHING in value or len(set(value)) != len(value):
        raise RuleError(statement.span, "the turn order cannot name a player twice, or nobody")
    w.state.z[TURN_ORDER] = list(value)
    if before != value:
        w.note(TurnOrderSet, statement.span, before, value)
