"""Lowers the statements that never come to a decision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.make import FALSE, NONE, ONE, TRUE, plus
from rulewright.interpreter.compiler.form.symbols import COURSE, FormType, Function, Symbol
from rulewright.interpreter.compiler.lowering.amounts import Amounts
from rulewright.interpreter.compiler.lowering.fields import Fields
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.fuel import Fuel
from rulewright.interpreter.compiler.lowering.keys import Keys
from rulewright.interpreter.compiler.lowering.moving import Moving
from rulewright.interpreter.compiler.lowering.noting import Notes
from rulewright.interpreter.compiler.lowering.starting import Starts
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type, may_be_none
from rulewright.interpreter.compiler.passes.heavy import Loops
from rulewright.interpreter.compiler.passes.pausing import Pausing
from rulewright.interpreter.content.turn_orders import may_leave_out
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import OPENINGS, TURN_ORDER

MOST_UNROLLED, MOST_IN_UNROLLED = 6, 2
"""A loop over so few known items, with so few statements in it, is written out."""


class Statements:
    """Lowers statements into code; names that they bind stand in the env that comes back."""

    def __init__(self, formulas: Formulas, pausing: Pausing, keys: Keys, starts: Starts) -> None:
        self.formulas = formulas
        self.game = formulas.game
        self.tables = formulas.tables
        self.pausing = pausing
        self.keys = keys
        self.fields: Fields = starts.fields
        self.amounts = Amounts(formulas)
        self.starts = starts
        self.fuel: Fuel = starts.fuel
        self.moving = Moving(formulas, pausing, keys)
        self.notes = Notes(formulas.game)
        self.actions: dict[str, Function] = {
            name: Function("unit", ("A", name)) for name in formulas.game.actions
        }
        self.leaves_out = may_leave_out(self.game)
        self._windows = {name: number for number, name in enumerate(self.game.windows)}

    def block(self, code: Code, block: Iterable[c.Stmt], env: Env) -> None:
        """Lower a block; what it binds ends with it."""
        for statement in block:
            env = self.statement(code, statement, env)

    def statement(self, code: Code, statement: c.Stmt, env: Env) -> Env:  # noqa: C901, PLR0912  # a class each
        """Lower one statement and return the names known behind it."""
        code.span = statement.span
        self.fuel.formulas_of(code, statement, env)
        match statement:
            case c.Let():
                symbol = Symbol(statement.name, "local", form_type(statement.value.type))
                self.let(code, statement, symbol, env)
                self.formulas.bounds.note_least(symbol, statement.value, env)
                return {**env, statement.name: f.Use(symbol)}
            case c.Change():
                self.amounts.lower(code, statement, env, self.notes)
            case c.Assign():
                self._assign(code, statement, env)
            case c.Offer():
                self._offer(code, statement, env)
            case c.Finish():
                code.add(f.Finish(statement.span))
            case c.Nothing():
                pass
            case (
                c.Run()
                | c.Call()
                | c.Move()
                | c.Draw()
                | c.Discard()
                | c.Flip()
                | c.Swap()
                | c.Shuffle()
                | c.Show()
            ):
                self.notes.calls(code, statement)
                call = self.call_of(statement, env)
                if call is not None:
                    code.add(f.Do(call, statement.span))
            case c.If():
                self._if(code, statement, env)
            case c.ForEach():
                self._for_each(code, statement, env)
            case c.CountFrom() | c.Repeat():
                self._count(code, statement, env)
            case c.While():
                self._while(code, statement, env)
            case c.AsPlayer():
                me = Symbol("me", "local", FormType.PLAYER)
                code.set(me, self.acting(statement, env))
                self.block(code, statement.body, {**env, "me": f.Use(me)})
            case c.Choose() | c.May() | c.OneOf():
                raise AssertionError(statement)  # these pause
            case _:
                assert_never(statement)
        return env

    def let(self, code: Code, statement: c.Let, symbol: Symbol, env: Env) -> None:
        """Lower the binding of a name to a symbol."""
        self.notes.before_chance(code, statement.value)
        code.set(symbol, self.formulas.any_value(statement.value, env), statement.value.span)
        self.notes.drawn(code, statement.value, statement.name, f.Use(symbol))

    # ---------------------------------------------------------------- state
    def _assign(self, code: Code, statement: c.Assign, env: Env) -> None:
        target = statement.target
        value = self.formulas.any_value(statement.value, env)
        match target:
            case c.PlayerCounter():
                least = self.game.counters[target.counter].least
                if least is not None and not (
                    least == 0 and self.formulas.bounds.nonnegative(statement.value, env)
                ):
                    value = f.Call(runtime.AT_LEAST, (value, f.Num(least)))
                index = None if target.index is None else self.formulas.entry(target.index, env)
                player = self.formulas.expr(target.player, env)
                if may_be_none(target.player):
                    player = f.Call(runtime.SOMETHING, (player,))
                slot = self.tables.counter(target.counter, player, index)
                self._set(code, statement, target.counter, slot, value)
            case c.ComponentState():
                component = self.formulas.expr(target.component, env)
                if may_be_none(target.component):
                    component = f.Call(runtime.SOMETHING, (component,))
                slot = self.tables.state(target.component.type.names, target.name, component)
                self._set(code, statement, target.name, slot, value)
            case c.GameState():
                found = self.formulas.expr(target, env)
                assert isinstance(found, f.Slot)
                self._set(code, statement, target.name, found, value)
            case c.TurnOrder():
                self.notes.before_order(code)
                self.notes.before_chance(code, statement.value)
                order = f.Call(runtime.NO_PLAYER_TWICE, (value,))
                code.add(f.SetOrder(order, code.span))
                new = f.Kept(f.Zone(f.Num(TURN_ORDER)))
                self.notes.drawn(code, statement.value, "turn_order", new)
                self.notes.changed_order(code, statement)
            case _:
                assert_never(target)

    def _set(self, code: Code, statement: c.Assign, name: str, slot: f.Slot, value: f.Expr) -> None:
        self.notes.before(code, slot)
        self.notes.before_chance(code, statement.value)
        code.add(f.SetSlot(slot, "=", value, code.span))
        self.notes.drawn(code, statement.value, name, None)
        self.notes.changed(code, statement)

    # ---------------------------------------------------------------- calls
    def call_of(self, statement: c.Stmt, env: Env) -> f.Call | f.CallOwn | f.CallField | None:
        """Return the call that a statement comes to; None when it is more than that."""
        match statement:
            case c.Call():
                args = [self.formulas.any_value(arg, env) for arg in statement.args]
                return f.CallOwn(self.actions[statement.action], (env.get("me", NONE), *args))
            case c.Run():
                return self._run(statement, env)
            case c.Move() | c.Discard() | c.Flip() | c.Draw() | c.Swap():
                return self.moving.lower(statement, env)
            case c.Shuffle():
                return self.moving.shuffle(statement, env)
            case c.Show():
                return self.moving.show(statement, env)
        return None

    def _run(self, statement: c.Run, env: Env) -> f.CallField | None:
        """Return the call of the effect in a component's field, if there is any."""
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        return f.CallField(self.fields.effects[statement.field], component, me, sided, starts=False)

    def offer_args(
        self, code: Code, statement: c.Offer, env: Env, kind: Literal["variable", "local"] = "local"
    ) -> list[f.Expr]:
        """Return what a window is opened with; what may have a fault is worked out even if nobody listens.

        `kind` says whether it is needed in another stretch, too; a variable in a loop would be looked for before it.
        """
        args: list[f.Expr] = []
        for number, arg in enumerate(statement.args):
            found = self.formulas.any_value(arg, env)
            if self.formulas.failing.may_fail(arg):
                symbol = Symbol(f"arg{number + 1}", kind, form_type(arg.type))
                code.set(symbol, found, arg.span)
                found = f.Use(symbol)
            args.append(found)
        return args

    def offer_call(self, statement: c.Offer, env: Env, args: list[f.Expr], extra: int) -> f.Call:
        """Return the opening of a window; `extra` is the number of the action that can be added to its options."""
        players: f.Expr = f.Tuple((env.get("me", NONE),))
        if self.game.windows[statement.window].each_player:
            players = f.Kept(f.Zone(f.Num(TURN_ORDER)))
        number = f.Num(self._windows[statement.window])
        slot = self.keys.slot(statement.window, args[0] if args else None)
        return f.Call(runtime.OPEN_WINDOW, (number, f.Tuple(tuple(args)), players, slot, f.Num(extra)))

    def heard(self, statement: c.Offer, args: list[f.Expr]) -> f.Expr:
        """Return the condition that somebody's card waits for a window."""
        return self.keys.heard(statement.window, args[0] if args else None)

    def _offer(self, code: Code, statement: c.Offer, env: Env) -> None:
        args = self.offer_args(code, statement, env)
        code.add(f.SetSlot(COUNT_OF_OPENINGS, "+=", ONE, code.span))
        test = self.heard(statement, args)
        if test != FALSE:
            with code.when(test) as inner:
                inner.add(f.Do(self.offer_call(statement, env, args, 0), code.span))

    # ---------------------------------------------------------------- blocks
    def _count(self, code: Code, statement: c.CountFrom | c.Repeat, env: Env) -> None:
        number, inner_env = Symbol("turn", "own"), env
        if isinstance(statement, c.CountFrom):
            number = Symbol(statement.name)
            low = self.formulas.expr(statement.low, env)
            high = self.formulas.expr(statement.high, env)
            inner_env = {**env, statement.name: f.Use(number)}
        else:
            low, high = ONE, self.formulas.expr(statement.times, env)
        with code.each(number, f.Call(runtime.COUNTING, (low, high))) as inner:
            self.turn(inner, statement, inner_env)

    def turn(self, code: Code, loop: Loops, env: Env) -> None:
        """Lower a turn of a loop whose body is a plain block."""
        with self.fuel.inside(loop):
            self.fuel.turn(code, loop, env)
            self.block(code, loop.body, env)

    def _while(self, code: Code, statement: c.While, env: Env) -> None:
        inner = Code(statement.span)
        self.turn(inner, statement, env)
        code.add(f.Loop(self.formulas.cond(statement.condition, env), inner.block, statement.span))

    def acting(self, statement: c.AsPlayer, env: Env) -> f.Expr:
        """Return the player who is to act, a fault when it is none."""
        player = self.formulas.expr(statement.player, env)
        return f.Call(runtime.SOMEBODY, (player,)) if may_be_none(statement.player) else player

    def _if(self, code: Code, statement: c.If, env: Env) -> None:
        statement = self.fuel.in_turn(statement)
        branches: list[f.Branch] = []
        otherwise: c.Block = statement.otherwise
        for condition, block in statement.branches:
            test = self.formulas.cond(condition, env)
            if test == FALSE:
                continue
            if test == TRUE:
                otherwise = block
                break
            inner = Code(code.span)
            self.block(inner, block, env)
            branches.append(f.Branch(test, inner.block, condition.span))
        if not branches:
            self.block(code, otherwise, env)
            return
        last = Code(code.span)
        self.block(last, otherwise, env)
        code.add(f.If(tuple(branches), last.block, branches[0].span))

    def _for_each(self, code: Code, statement: c.ForEach, env: Env) -> None:
        items = statement.items
        known = self.formulas.known_items(items.list, env)
        if known is not None and len(known) <= MOST_UNROLLED and len(statement.body) <= MOST_IN_UNROLLED:
            for item in known:
                self._once(code, statement, {**env, items.name: item})
            return
        symbol = Symbol(items.name, "local", form_type(items.list.type.item))
        with code.each(symbol, self.formulas.kept(items.list, env)) as inner:
            if isinstance(items.list, c.ZoneRef):
                there = self.formulas.at(f.Use(symbol))
                left = f.Compare(there, "!=", self.moving.zone_number(items.list, env))
                with inner.when(left) as gone:
                    gone.add(f.Continue(code.span))
            if isinstance(items.list, c.TurnOrder) and self.leaves_out:
                out = f.Not(f.Member(f.Use(symbol), f.Zone(f.Num(TURN_ORDER))))
                with inner.when(out) as gone:
                    gone.add(f.Continue(code.span))
            with self.fuel.inside(statement):
                self.fuel.turn(inner, statement, env)
                self._once(inner, statement, {**env, items.name: f.Use(symbol)})

    def _once(self, code: Code, statement: c.ForEach, env: Env) -> None:
        items = statement.items
        inner = {**env, "me": env[items.name]} if statement.acting else env
        test = TRUE if items.where is None else self.formulas.cond(items.where, env)
        if test == FALSE:
            return
        with code.when(test, items.where.span if items.where is not None else None) as met:
            met.span = statement.span
            self.block(met, statement.body, inner)


COUNT_OF_OPENINGS = f.Slot(plus(OPENINGS), COURSE)
