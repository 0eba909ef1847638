"""Lowers an effect that can pause to a control flow: straight code, ended by a jump, a question or a call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.graph import Ended, Extra, Fork, Graph, Invoke, Jump, Stretch
from rulewright.interpreter.compiler.form.make import FALSE, ONE, TRUE, ZERO, is_literal, joined
from rulewright.interpreter.compiler.form.symbols import FormType, Symbol
from rulewright.interpreter.compiler.lowering.menus import Menus
from rulewright.interpreter.compiler.lowering.questions import Questions
from rulewright.interpreter.compiler.lowering.statements import COUNT_OF_OPENINGS, Statements
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type, holds_components
from rulewright.interpreter.compiler.passes.heavy import Loops
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER, Type
from rulewright.interpreter.state.layout import TURN_ORDER


class Flow:
    """Builds the control flow of one unit. `extra` is the action that its own decisions get as a further option."""

    def __init__(self, statements: Statements, menus: Menus, extra: Extra | None = None) -> None:
        self.statements = statements
        self.formulas = statements.formulas
        self.pausing = statements.pausing
        self.menus = menus
        self.extra = extra
        self.graph = Graph()
        self._codes: dict[int, Code] = {}
        self._variables: dict[str, Symbol] = {}
        self.questions = Questions(self, menus, statements.notes)

    def build(
        self,
        block: c.Block,
        env: Env,
        needs: c.Expr | None = None,
        before: tuple[f.Block, f.Block] = ((), ()),
        behind: f.Block = (),
    ) -> Stretch:
        """Return the first stretch of the flow of a block.

        What is `before` it is noted, and carried out, when its needs are met; so is what is `behind` it.
        """
        entry, last = self.graph.stretch(), self.graph.stretch()
        last.end = Ended()
        first = entry
        if needs is not None:
            first = self.graph.stretch()
            impossible = self.statements.notes.not_possible(env["me"])
            entry.end = Fork(self.formulas.cond(needs, env), first, last, needs.span, impossible)
        noted, counted = before
        if noted:
            self.code(first).add(f.Note(noted, None))
        self.code(first).extend(counted)
        through = last
        if behind:
            through = self.graph.stretch()
            self.code(through).extend(behind)
            through.end = Jump(last)
        self.lower(block, env, first, through)
        for serial, code in self._codes.items():
            self.graph.stretches[serial].code = code.block
        return entry

    def code(self, stretch: Stretch) -> Code:
        """Return the code of a stretch, to be added to."""
        return self._codes.setdefault(stretch.serial, Code())

    def variable(self, name: str, type_: Type) -> Symbol:
        """Return the variable of a name that is bound here: the same one wherever it is bound alike in a unit."""
        new = Symbol(name, "variable", form_type(type_))
        new.of_components = holds_components(type_)
        known = self._variables.get(name)
        if known is None or (known.type, known.of_components) != (new.type, new.of_components):
            self._variables[name] = new
        self.formulas.bounds.forget(self._variables[name])
        return self._variables[name]

    def loop(self, at: Stretch) -> Stretch:
        """End a stretch with a loop, and return the head of that."""
        head = self.graph.stretch(head=True)
        at.end = Jump(head)
        return head

    # ---------------------------------------------------------------- blocks
    def lower(self, block: Iterable[c.Stmt], env: Env, at: Stretch, after: Stretch) -> None:
        """Lower a block from a stretch on; behind it, it goes on at another."""
        statements = tuple(block)
        for number, statement in enumerate(statements):
            code = self.code(at)
            if self.pausing.statement(statement):
                at, env = self._pausing(statement, env, at, after, statements[number + 1 :])
            elif isinstance(statement, c.Let):
                code.span = statement.span
                self.statements.fuel.formulas_of(code, statement, env)
                symbol = self.variable(statement.name, statement.value.type)
                self.statements.let(code, statement, symbol, env)
                self.formulas.bounds.note_least(symbol, statement.value, env)
                env = {**env, statement.name: f.Use(symbol)}
            else:
                env = self.statements.statement(code, statement, env)
        at.end = Jump(after)

    def _pausing(
        self, statement: c.Stmt, env: Env, at: Stretch, after: Stretch, rest: c.Block
    ) -> tuple[Stretch, Env]:
        """Lower a statement that can pause; return the stretch behind it and the names known there."""
        following = self.graph.stretch()
        code = self.code(at)
        code.span = statement.span
        self.statements.fuel.formulas_of(code, statement, env)
        if isinstance(statement, c.Choose):
            one = statement.quantity == "one"
            choose = self.questions.choose_one if one else self.questions.choose_several
            return following, choose(statement, env, at, after, following, rest)
        called = self.statements.call_of(statement, env)
        if called is not None:
            self.statements.notes.calls(code, statement)
            at.end = Invoke(called, following, statement.span)
        else:
            self._compound(statement, env, at, following)
        return following, env

    def _compound(self, statement: c.Stmt, env: Env, at: Stretch, following: Stretch) -> None:
        match statement:
            case c.May():
                self.questions.may(statement, env, at, following)
            case c.OneOf():
                self.questions.one_of(statement, env, at, following)
            case c.Offer():
                self._offer(statement, env, at, following)
            case c.If():
                self._if(statement, env, at, following)
            case c.ForEach():
                self._for_each(statement, env, at, following)
            case c.CountFrom():
                self._count(statement, env, at, following)
            case c.Repeat():
                self._repeat(statement, env, at, following)
            case c.While():
                head, body = self.loop(at), self.graph.stretch()
                test = self.formulas.cond(statement.condition, env)
                head.end = Fork(test, body, following, statement.condition.span)
                self._turn(statement, env, body, head)
            case c.AsPlayer():
                me = Symbol("me", "variable", FormType.PLAYER)
                self.code(at).set(me, self.statements.acting(statement, env))
                self.lower(statement.body, {**env, "me": f.Use(me)}, at, following)
            case (
                c.Change()
                | c.Assign()
                | c.Let()
                | c.Choose()
                | c.Run()
                | c.Call()
                | c.Move()
                | c.Draw()
                | c.Discard()
                | c.Flip()
                | c.Swap()
                | c.Shuffle()
                | c.Show()
                | c.Finish()
                | c.Nothing()
            ):
                raise AssertionError(statement)  # these pause by what they call, or not at all
            case _:
                assert_never(statement)

    def _offer(self, statement: c.Offer, env: Env, at: Stretch, following: Stretch) -> None:
        code = self.code(at)
        args = self.statements.offer_args(code, statement, env, "variable")
        code.add(f.SetSlot(COUNT_OF_OPENINGS, "+=", ONE, code.span))
        test = self.statements.heard(statement, args)
        if test == FALSE:
            at.end = Jump(following)
            return
        opened = self.graph.stretch()
        at.end = Fork(test, opened, following, statement.span)
        extra = self.extra.number if self.extra is not None else 0
        call = self.statements.offer_call(statement, env, args, extra)
        opened.end = Invoke(call, following, statement.span)

    def _if(self, statement: c.If, env: Env, at: Stretch, following: Stretch) -> None:
        statement = self.statements.fuel.in_turn(statement)
        for condition, block in statement.branches:
            test = self.formulas.cond(condition, env)
            if test == FALSE:
                continue
            body = self.graph.stretch()
            if test == TRUE:
                at.end = Jump(body)
                self.lower(block, env, body, following)
                return
            rest = self.graph.stretch()
            at.end = Fork(test, body, rest, condition.span)
            self.lower(block, env, body, following)
            at = rest
        self.lower(statement.otherwise, env, at, following)

    # ---------------------------------------------------------------- loops
    def _turn(self, loop: Loops, env: Env, body: Stretch, head: Stretch) -> None:
        """Lower the body of a loop."""
        fuel = self.statements.fuel
        with fuel.inside(loop):
            fuel.turn(self.code(body), loop, env)
            self.lower(loop.body, env, body, head)

    def _for_each(self, statement: c.ForEach, env: Env, at: Stretch, following: Stretch) -> None:
        items, code = statement.items, self.code(at)
        index = Symbol("index", "variable")
        item = self.variable(items.name, items.list.type.item or NUMBER)
        listed = self.formulas.kept(items.list, env)
        zone = None
        if not is_literal(listed):
            if isinstance(items.list, c.ZoneRef):
                zone = Symbol("zone", "variable")
                code.set(zone, self.statements.moving.zone_number(items.list, env))
            symbol = Symbol("list", "variable", FormType.LIST)
            symbol.of_components = holds_components(items.list.type)
            code.set(symbol, listed, items.list.span)
            listed = f.Use(symbol)
        code.set(index, ZERO)
        head, body = self.loop(at), self.graph.stretch()
        length = f.Num(len(listed.items)) if isinstance(listed, f.Tuple) else f.Length(listed)
        head.end = Fork(f.Compare(f.Use(index), "<", length), body, following, statement.span)
        turn = self.code(body)
        turn.span = statement.span
        turn.set(item, f.Item(listed, f.Use(index)))
        turn.set(index, f.Arith(f.Use(index), "+", ONE))
        inner = {**env, items.name: f.Use(item)}
        tests: list[f.Expr] = []
        if zone is not None:
            tests.append(f.Compare(self.formulas.at(f.Use(item)), "==", f.Use(zone)))
        if isinstance(items.list, c.TurnOrder) and self.statements.leaves_out:
            tests.append(f.Member(f.Use(item), f.Zone(f.Num(TURN_ORDER))))
        if items.where is not None:
            tests.append(self.formulas.cond(items.where, inner))
        test = joined(tests, all_=True)
        if test != TRUE:
            inside = self.graph.stretch()
            span = items.where.span if items.where is not None else statement.span
            body.end = Fork(test, inside, head, span)
            body = inside
        self._turn(statement, {**inner, "me": f.Use(item)} if statement.acting else inner, body, head)

    def _count(self, statement: c.CountFrom, env: Env, at: Stretch, following: Stretch) -> None:
        number, last = self.variable(statement.name, NUMBER), Symbol("last", "variable")
        current, code = Symbol("next", "variable"), self.code(at)
        code.set(current, self.formulas.expr(statement.low, env))
        code.set(last, self.formulas.expr(statement.high, env))
        head, body = self.loop(at), self.graph.stretch()
        head.end = Fork(f.Compare(f.Use(current), "<=", f.Use(last)), body, following, statement.span)
        turn = self.code(body)
        turn.set(number, f.Use(current))
        turn.set(current, f.Arith(f.Use(current), "+", ONE))
        self.formulas.bounds.note_least(number, statement.low, env)
        self._turn(statement, {**env, statement.name: f.Use(number)}, body, head)

    def _repeat(self, statement: c.Repeat, env: Env, at: Stretch, following: Stretch) -> None:
        left, code = Symbol("left", "variable"), self.code(at)
        times = self.formulas.expr(statement.times, env)
        code.set(left, times)
        head, body = self.loop(at), self.graph.stretch()
        head.end = Fork(f.Compare(f.Use(left), ">", ZERO), body, following, statement.span)
        self.code(body).set(left, f.Arith(f.Use(left), "-", ONE))
        self._turn(statement, env, body, head)
