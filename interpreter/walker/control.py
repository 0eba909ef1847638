"""Statements that run blocks: loops, conditions, other players, actions and effects of cards."""

from __future__ import annotations

from rulewright.interpreter.journal.events import ActionBegan, EffectBegan, Skipped
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import AT, ENV, MORE, Env, Sort
from rulewright.interpreter.state.layout import NOBODY, NOWHERE, TURN_ORDER
from rulewright.interpreter.state.places import side_up
from rulewright.interpreter.state.state import Frame
from rulewright.interpreter.walker import starting, texts
from rulewright.interpreter.walker.evaluate import holds, listed, number, zone_number
from rulewright.interpreter.walker.running import Running


# ---------------------------------------------------------------- loops
def do_for_each(w: Running, env: Env, statement: c.ForEach) -> None:
    """Begin a loop over a list as it is now."""
    source = statement.items.list
    zone = zone_number(w.setting, w.state, env, source) if isinstance(source, c.ZoneRef) else NOWHERE
    items = listed(w.setting, w.state, env, source)
    w.state.fuel.burn(len(items), source.span)
    w.push_statement(Sort.LOOP, statement, env, (zone, items))


def step_loop(w: Running, frame: Frame) -> None:
    """Run the block for the next item, unless it has left its zone or its condition does not hold."""
    statement: c.ForEach = w.statement(frame)
    zone, items = frame[MORE]
    if frame[AT] == len(items):
        w.pop()
        return
    item = items[frame[AT]]
    frame[AT] += 1
    _burn_turn(w, statement)
    if zone != NOWHERE and w.state.v[w.setting.layout.at + item] != zone:
        return
    if isinstance(statement.items.list, c.TurnOrder) and item not in w.state.z[TURN_ORDER]:
        return
    env = {**frame[ENV], statement.items.name: item}
    if holds(w.setting, w.state, env, statement.items.where):
        w.push_block(statement.body, {**env, "me": item} if statement.acting else env)


def _burn_turn(w: Running, loop: c.Stmt) -> None:
    """Count a turn of a loop for all that stands in it."""
    w.state.fuel.burn(w.setting.program.weight(loop), loop.span)


def do_count_from(w: Running, env: Env, statement: c.CountFrom) -> None:
    """Begin a loop over numbers."""
    low, high = (number(w.setting, w.state, env, bound) for bound in (statement.low, statement.high))
    w.push_statement(Sort.COUNT, statement, env, (high,), low)


def step_count(w: Running, frame: Frame) -> None:
    """Run the block for the next number."""
    statement: c.CountFrom = w.statement(frame)
    if frame[AT] > frame[MORE][0]:
        w.pop()
        return
    frame[AT] += 1
    _burn_turn(w, statement)
    w.push_block(statement.body, {**frame[ENV], statement.name: frame[AT] - 1})


def do_repeat(w: Running, env: Env, statement: c.Repeat) -> None:
    """Begin to repeat a block."""
    w.push_statement(Sort.REPEAT, statement, env, (number(w.setting, w.state, env, statement.times),))


def step_repeat(w: Running, frame: Frame) -> None:
    """Run the block once more."""
    if frame[AT] >= frame[MORE][0]:
        w.pop()
        return
    frame[AT] += 1
    _burn_turn(w, w.statement(frame))
    w.push_block(w.statement(frame).body, frame[ENV])


def do_while(w: Running, env: Env, statement: c.While) -> None:
    """Begin a loop with a condition."""
    w.push_statement(Sort.WHILE, statement, env)


def step_while(w: Running, frame: Frame) -> None:
    """Run the block once more when the condition holds."""
    statement: c.While = w.statement(frame)
    _burn_turn(w, statement)
    if holds(w.setting, w.state, frame[ENV], statement.condition):
        w.push_block(statement.body, frame[ENV])
    else:
        w.pop()


# ---------------------------------------------------------------- blocks
def do_if(w: Running, env: Env, statement: c.If) -> None:
    """Run the branch whose condition holds."""
    w.push_block(starting.taken_branch(w.setting, w.state, env, statement), env)


def do_as(w: Running, env: Env, statement: c.AsPlayer) -> None:
    """Run a block with another player acting."""
    player = number(w.setting, w.state, env, statement.player)
    if player == c.NOTHING:
        raise RuleError(statement.player.span, "nobody can act here: this is none")
    w.push_block(statement.body, {**env, "me": player})


# ---------------------------------------------------------------- actions and effects
def do_call(w: Running, env: Env, statement: c.Call) -> None:
    """Carry out an action; when its needs are not met it is passed over."""
    call_action(w, statement.action, starting.action_env(w.setting, w.state, env, statement), statement)


def call_action(w: Running, name: str, inner: Env, at: c.Stmt | None) -> None:
    """Carry out an action with the names bound in it; `at` is the statement that calls it, if one does."""
    action = w.setting.game.actions[name]
    span, player = at.span if at is not None else action.span, inner.get("me", NOBODY)
    if not holds(w.setting, w.state, inner, action.needs):
        w.note(Skipped, span, player, "not possible")
        return
    number = w.setting.program.action_number(name)
    if w.journal is not None:
        # A fault in its words is the action's own, and what calls it tells of its beginning.
        w.push(Sort.ACTION, number, {})
        words = action.in_transcripts
        text = texts.rendered(w.setting, w.state, inner, words) if words is not None else ""
        w.pop()
        w.note(ActionBegan, span, player, name, text)
    w.push_rule(Sort.ACTION, number, action.body, span)
    w.state.fuel.burn(w.setting.program.weight(action), span)
    w.push_block(action.body, inner)


def do_run(w: Running, env: Env, statement: c.Run) -> None:
    """Carry out the effect in a component's field, if it has one."""
    component, effect = starting.effect_of(w.setting, w.state, env, statement)
    if effect is None:
        return
    w.note(EffectBegan, statement.span, env.get("me", NOBODY), component, statement.field)
    side = side_up(w.setting, w.state, component)[1]
    w.push_rule(Sort.EFFECT, component, effect, statement.span, (side,))
    w.state.fuel.burn(w.setting.program.weight(effect), statement.span)
    w.push_block(effect, starting.effect_env(env, component))
