"""The statements that change counters, states and names, each done in one step."""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import CounterChanged, RandomDrawn, StateSet, TurnOrderSet
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
    value = _drawn(w, frame[ENV], statement.name, statement.value)
    frame[ENV] = {**frame[ENV], statement.name: value}


def _drawn(w: Running, env: Env, name: str, formula: c.Expr) -> Value:
    """Return the value of a formula that may draw random numbers, noting it when it did."""
    before = w.state.v[DRAWN]
    value = evaluate(w.setting, w.state, env, formula)
    if w.state.v[DRAWN] != before:
        w.note(RandomDrawn, formula.span, name, formula.type, value)
    return value


def do_assign(w: Running, env: Env, statement: c.Assign) -> None:
    """Set a counter, a state or the turn order."""
    match statement.target:
        case c.PlayerCounter() as target:
            _set_counter(w, env, target, statement)
        case c.ComponentState() as target:
            _set_component_state(w, env, target, statement)
        case c.GameState() as target:
            value = _drawn(w, env, target.name, statement.value)
            _set_state(w, statement.span, -1, target.name, w.setting.game.state[target.name].type, value)
        case c.TurnOrder():
            _set_turn_order(w, env, statement)
        case target:
            assert_never(target)


def _set_counter(w: Running, env: Env, target: c.PlayerCounter, statement: c.Assign) -> None:
    t, s = w.setting, w.state
    player = number(t, s, env, target.player)
    index = -1 if target.index is None else number(t, s, env, target.index)
    value = _drawn(w, env, target.counter, statement.value)
    if player == c.NOTHING:
        raise RuleError(statement.span, f"{target.counter} of none cannot be set")
    assert isinstance(value, int)
    least = t.game.counters[target.counter].least
    if least is not None and value < least:
        raise RuleError(
            statement.span,
            f"{target.counter} of {t.names[player]} cannot be set to {value}: it is never below {least}",
        )
    slot = t.layout.counter_slot(target.counter, player, max(index, 0))
    before, s.v[slot] = s.v[slot], value
    if before != value:
        w.note(CounterChanged, statement.span, "set", player, target.counter, index, before, value)


def _set_component_state(w: Running, env: Env, target: c.ComponentState, statement: c.Assign) -> None:
    component = number(w.setting, w.state, env, target.component)
    value = _drawn(w, env, target.name, statement.value)
    if component == c.NOTHING:
        raise RuleError(statement.span, f"{target.name} of none cannot be set")
    kind = w.setting.game.kinds[w.setting.layout.kind_of[component]]
    _set_state(w, statement.span, component, target.name, kind.state[target.name].type, value)


def _set_state(w: Running, span: Span, component: int, name: str, type_: Type, value: Value) -> None:
    layout = w.setting.layout
    slot = layout.game_state[name] if component < 0 else layout.state_slot(component, name)
    assert isinstance(value, int)
    before, w.state.v[slot] = w.state.v[slot], value
    if before != value:
        w.note(StateSet, span, component, name, type_ if type_ == NUMBER else type_.or_none(), before, value)


def _set_turn_order(w: Running, env: Env, statement: c.Assign) -> None:
    value = _drawn(w, env, "turn_order", statement.value)
    before = tuple(w.state.z[TURN_ORDER])
    if not isinstance(value, tuple) or sorted(value) != sorted(before):
        raise RuleError(statement.span, "the turn order must name every player once")
    w.state.z[TURN_ORDER] = list(value)
    if before != value:
        w.note(TurnOrderSet, statement.span, before, value)
