"""Lowers a leading run: statement by statement, as nested tests, until it ends well or cannot go on.

The reference says in `walker/starting.py` what a leading run is. Here it is put into tests, so far as it is known
while compiling; what comes behind an effect or an action that is not is a function of its own, and handed on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code, surely_leaves
from rulewright.interpreter.compiler.form.facts import expressions, facts
from rulewright.interpreter.compiler.form.make import (
    EMPTY,
    FALSE,
    NONE,
    TRUE,
    ZERO,
    joined,
    literal_items,
    negated,
)
from rulewright.interpreter.compiler.form.symbols import COURSE, EVERYTHING, FormType, Function, Part, Symbol
from rulewright.interpreter.compiler.lowering.amounts import Amounts
from rulewright.interpreter.compiler.lowering.fields import Fields
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.fuel import Fuel
from rulewright.interpreter.compiler.lowering.options import Options
from rulewright.interpreter.compiler.lowering.rests import Rest, Stage, left
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import draws, form_type
from rulewright.interpreter.compiler.passes.heavy import LIGHT
from rulewright.interpreter.compiler.passes.leading import Leading
from rulewright.interpreter.content.model import Action
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.layout import DRAWN
from rulewright.interpreter.state.limits import DEEPEST, MOST_STEPS

DEEPEST_INLINE = 12
"""Actions that call one another are looked into in place so deep; what they call then is a function of its own."""

MOST_NESTED = 60
"""What comes behind so many levels of blocks is a function of its own: Python takes 20 loops in one another."""

MOST_COPIES = 8
"""What follows several branches is written out behind each of them, unless there would be more copies than this."""

_DRAWN = f.Slot(f.Num(DRAWN), COURSE)


class LeadingRun(ABC):
    """Lowers what a run comes to; which functions there are for actions and for what is left decides who has them."""

    def __init__(self, formulas: Formulas, fields: Fields) -> None:
        self.formulas = formulas
        self.amounts = Amounts(formulas)
        self.fuel = Fuel(formulas)
        self.failing = formulas.failing
        self.game = formulas.game
        self.fields = fields
        self.leading = Leading(self.game)
        self.options = Options(formulas)

    @abstractmethod
    def _action(self, name: str, *, handed: bool) -> Function:
        """Return the function that says whether an action can start, and (`handed`) what is handed on behind it."""

    @abstractmethod
    def _later(self, rest: Rest, stage: Stage) -> f.Later:
        """Return what goes on with a rest: a function of its own that is told whether the last thing was declined."""

    # ---------------------------------------------------------------- the run
    def _run(self, code: Code, rest: Rest, stage: Stage) -> None:
        rest = left(rest)
        if self._ends(rest, stage):
            code.give(TRUE)
            return
        if not rest:
            self._end(code, stage)
            return
        if isinstance(rest[0], f.Later):
            self._go_later(code, rest[0], stage)
            return
        if stage.nested > MOST_NESTED:
            self._go_later(code, self._later(rest, stage), stage)
            return
        (block, env), below = rest[0], rest[1:]
        statement = block[0]
        following: Rest = ((block[1:], env), *below)
        code.span = statement.span
        self.fuel.formulas_of(code, statement, env)
        match statement:
            case c.Let():
                self._let(code, statement, rest, stage)
            case c.Change() if statement.verb == "pay":
                self._pay(code, statement, env, following, replace(stage, declined=FALSE))
            case c.Choose():
                self._choose(code, statement, rest, replace(stage.deeper(), declined=FALSE))
            case _ if stage.narrow:
                code.give(TRUE)
            case _:
                self._run_whole(code, statement, env, following, stage)

    def _end(self, code: Code, stage: Stage) -> None:
        """End a run: what was handed on is asked; else it has gone well unless the last question was declined."""
        if stage.then is not None:
            _goes_well(code, f.CallLater(f.Use(stage.then), stage.declined))
            return
        _goes_well(code, negated(stage.declined))

    def _go_later(self, code: Code, later: f.Later, stage: Stage) -> None:
        """Go on in a function of its own. What was handed on goes with it, for it was made where that was known."""
        _goes_well(code, f.CallOwn(later.function, (stage.declined, *later.args)))

    def _run_whole(self, code: Code, statement: c.Stmt, env: Env, following: Rest, stage: Stage) -> None:
        """Go on where what is called and what is asked counts too."""
        if isinstance(statement, c.EndingRun):
            code.give(TRUE)
            return
        match statement:
            case c.Call():
                self._call(code, statement, env, following, stage)
            case c.Run():
                self._effect(code, statement, env, following, stage)
            case c.If():
                self._if(code, statement, env, following, stage)
            case c.OneOf():
                alone = stage.alone()
                for branch in statement.branches:
                    self._run_branch(code, statement, branch, env, alone)
                    if surely_leaves(code.block):
                        return
                self._run(code, following, replace(stage, declined=TRUE))
            case c.May():
                self._may(code, statement, env, following, stage)
            case c.Change() | c.Let() | c.Choose():
                code.give(TRUE)
            case _:
                assert_never(statement)

    def _may(self, code: Code, statement: c.May, env: Env, following: Rest, stage: Stage) -> None:
        test: f.Expr = TRUE
        if statement.limit is not None:
            limit = self.formulas.expr(statement.limit, env)
            known = isinstance(limit, f.Num)
            test = f.Compare(limit, ">", ZERO)
            if known and isinstance(limit, f.Num):
                test = f.Truth(limit.value > 0)
        if test != FALSE:
            alone = stage.alone().inside()
            with code.when(test) as inner, self._deeper(inner, statement) as deeper:
                self._run(deeper, ((statement.body, env),), self._around(alone, statement))
        if not surely_leaves(code.block):
            self._run(code, following, replace(stage, declined=TRUE))

    # ---------------------------------------------------------------- effects of components
    def _run_starts(self, statement: c.Run, env: Env) -> f.Expr:
        """Return the test whether the effect in a component's field can start, where nothing stands behind it."""
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        return f.CallField(self.fields.starts[statement.field], component, me, sided, starts=True)

    def _effect(self, code: Code, statement: c.Run, env: Env, following: Rest, stage: Stage) -> None:
        following = left(following)
        ways = self.leading.effects(statement.field, statement.component.type.names)
        alone = not following and stage.then is None
        surely = ways <= {False} and self._ends(following, stage)
        if not ways or (stage.declined == FALSE and (alone or surely)):
            with self._deeper(code, statement) as deeper:
                _goes_well(deeper, self._run_starts(statement, env))
            return
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        table = self.fields.then(statement.field)
        handed = self._handed(following, stage)
        with self._deeper(code, statement) as deeper:
            _goes_well(deeper, f.CallField(table, component, me, sided, starts=True, handed=handed))

    def _handed(self, following: Rest, stage: Stage) -> tuple[f.Expr, f.Expr]:
        """Return what is handed on to what comes first, to be asked behind it, and whether something was declined."""
        if not following and stage.then is not None:
            return f.Use(stage.then), stage.declined
        return self._later(following, stage.deeper()), stage.declined

    # ---------------------------------------------------------------- names and payments
    def _let(self, code: Code, statement: c.Let, rest: Rest, stage: Stage) -> None:
        assert not isinstance(rest[0], f.Later)
        (block, env), below = rest[0], rest[1:]
        symbol = Symbol(statement.name, "local", form_type(statement.value.type))
        found = self.formulas.any_value(statement.value, env)

        def following(value: f.Expr) -> Rest:
            return ((block[1:], {**env, statement.name: value}), *below)

        if isinstance(found, f.Num):
            self._run(code, following(found), stage)
            return
        if not draws(statement.value):
            code.set(symbol, found)
            self.formulas.bounds.note_least(symbol, statement.value, env)
            self._run(code, following(f.Use(symbol)), stage)
            return
        # What is drawn to see how it goes is drawn again when it comes to that.
        kept = [(slot, Symbol("drawn", "own")) for slot in (_DRAWN, *self._streams(statement.value))]
        for slot, number in kept:
            code.set(number, slot)
        back = tuple(f.SetSlot(slot, "=", f.Use(number), code.span) for slot, number in kept)
        with code.restoring(back) as trying:
            trying.set(symbol, found)
            self._run(trying, following(f.Use(symbol)), stage.inside_loop())

    def _streams(self, value: c.Expr) -> Iterator[f.Slot]:
        """Yield the slots that count how often the random numbers of a formula were asked for."""
        chance = self.formulas.layout.chance
        for node in nodes(value):
            if isinstance(node, c.Builtin) and node.name in ("random", "random_of"):
                yield f.Slot(f.Num(chance.first + chance.place_of(node)), COURSE)

    def _pay(self, code: Code, statement: c.Change, env: Env, following: Rest, stage: Stage) -> None:
        terms = self.amounts.terms(statement, env)
        if terms is None:
            self._pay_sums(code, statement, env, following, stage)
            return
        if self._ends(following, stage):
            _goes_well(code, self.amounts.enough(terms))
            return
        after = Code(code.span)
        self._run(after, following, stage.inside_loop())
        if not self._looks_at(after.block, statement):
            with code.when(self.amounts.enough(terms)) as enough:
                enough.extend(after.block)
            return
        terms = [self.amounts.noted(code, term) for term in terms]
        with code.when(self.amounts.enough(terms)) as enough:
            for term in terms:
                enough.add(f.SetSlot(term.slot, "-=", term.number, code.span))
            back = tuple(f.SetSlot(term.slot, "+=", term.number, code.span) for term in terms)
            with enough.restoring(back) as trying:
                trying.extend(after.block)

    def _pay_sums(self, code: Code, statement: c.Change, env: Env, following: Rest, stage: Stage) -> None:
        sums = f.Use(self.amounts.summed(code, statement, env))
        with code.when(f.Call(runtime.CAN_PAY, (sums, f.Data(self.formulas.tables.least)))) as enough:
            if self._ends(following, stage):
                enough.give(TRUE)
                return
            enough.do(runtime.TAKE, sums)
            back = (f.Do(f.Call(runtime.GIVE_BACK, (sums,)), code.span),)
            with enough.restoring(back) as trying:
                self._run(trying, following, stage.inside_loop())

    def goes_unnoticed(self, *formulas: c.Expr | c.Items | None) -> bool:
        """Say whether nobody can tell when formulas are not worked out: no fault comes of it, and few steps."""
        heavy = self.fuel.heavy
        return not any(
            self.failing.may_fail(one) or heavy.formula(one) > LIGHT for one in formulas if one is not None
        )

    def _ends(self, rest: Rest, stage: Stage) -> bool:
        """Say whether a run surely goes well from here, whatever has been paid."""
        rest = left(rest)
        if not rest:
            return stage.then is None and stage.declined == FALSE
        if isinstance(rest[0], f.Later):
            return False
        (block, env), below = rest[0], rest[1:]
        following: Rest = ((block[1:], env), *below)
        statement = block[0]
        if isinstance(statement, c.EndingRun):
            return True
        match statement:
            case c.Change():
                return statement.verb != "pay"
            case c.Let():
                return self.goes_unnoticed(statement.value) and self._ends(following, stage)
            case c.If() if not stage.narrow:
                if not all(self.goes_unnoticed(condition) for condition, _ in statement.branches):
                    return False
                blocks = (*(branch for _, branch in statement.branches), statement.otherwise)
                return all(self._ends(((branch, env), *following), stage) for branch in blocks)
            case c.Choose():
                return False
            case c.Call() | c.Run() | c.OneOf() | c.May() | c.If():
                return stage.narrow
            case _:
                assert_never(statement)

    def _run_branch(self, code: Code, statement: c.OneOf, branch: c.Branch, env: Env, stage: Stage) -> None:
        """Lower whether a branch can start, with any of the items that it is offered for."""
        if branch.items is not None:
            items = branch.items
            item = Symbol(items.name, "local", form_type(items.list.type.item or items.list.type))
            source, env = self.options.for_branch(items, env), {**env, items.name: f.Use(item)}
        test = TRUE if branch.guard is None else self.formulas.cond(branch.guard, env)
        if test == FALSE:
            return
        if branch.items is None:
            self.fuel.formula(code, branch.guard, env, branch.span)
            with code.when(test, branch.span) as inner, self._deeper(inner, statement) as deeper:
                self._run(deeper, ((branch.body, env),), self._around(stage.inside(), statement))
            return
        stage = self._around(stage.inside_loop().inside(), statement)
        with (
            code.each(item, source) as each,
            each.when(test, branch.span) as inner,
            self._deeper(inner, statement) as deeper,
        ):
            self._run(deeper, ((branch.body, env),), stage)

    def _looks_at(self, after: f.Block, payment: c.Change) -> bool:
        """Say whether what is tested after a payment may look at the counters that it has lowered."""
        paid = {Part("counter", amount.counter) for amount in payment.amounts} | {EVERYTHING}
        return any(facts(e).reads & paid for statement in after for e in expressions(statement))

    # ---------------------------------------------------------------- choices
    def _choose(self, code: Code, statement: c.Choose, rest: Rest, stage: Stage) -> None:
        assert not isinstance(rest[0], f.Later)
        (block, env), below = rest[0], rest[1:]
        item = Symbol(statement.name, "local", form_type(statement.shown))

        def following(value: f.Expr) -> Rest:
            return ((block[1:], {**env, statement.name: value}), *below)

        if statement.quantity == "one":
            self._each_option(code, statement, env, item, following(f.Use(item)), stage)
            return
        single = following(f.Tuple((f.Use(item),)))
        if statement.quantity == "some":
            self._each_option(code, statement, env, item, single, stage)
            return
        # Choosing nothing comes first; most often it does. What may fail is worked out before.
        options = self._worked_out_before(code, statement, env)
        stage = self._around(replace(stage, copies=stage.copies * 2), statement)
        with self._deeper(code, statement) as deeper:
            self._run(deeper, following(EMPTY), stage)
        if surely_leaves(code.block):
            return
        bound: f.Expr = TRUE
        if statement.number is not None:
            bound = f.Compare(self.formulas.expr(statement.number, env), ">", ZERO)
        with code.when(bound) as inner:
            if options is None:
                self._each_option(inner, statement, env, item, single, stage.inside())
            else:
                with inner.each(item, f.Use(options)) as each, self._deeper(each, statement) as deeper:
                    self._run(deeper, single, stage.inside().inside_loop())

    def _worked_out_before(self, code: Code, statement: c.Choose, env: Env) -> Symbol | None:
        """Work out the options, and how many may be picked, if that may be a fault; return the options, as a symbol."""
        if statement.number is not None and self.failing.may_fail(statement.number):
            code.set(Symbol("most", "own"), self.formulas.expr(statement.number, env))
        source = statement.source
        ranges: tuple[c.Expr | c.Items | None, ...] = (source,) if isinstance(source, c.Items) else (
            source.low, source.high, source.step, source.where,
        )  # fmt: skip
        if not isinstance(source, c.NumberRange) and self.goes_unnoticed(*ranges):
            return None
        if all(isinstance(part, c.Const) for part in ranges if part is not None):
            return None
        options = Symbol("options", "own", FormType.LIST)
        code.set(options, self.options.source(statement, env))
        return options

    def _each_option(
        self, code: Code, statement: c.Choose, env: Env, symbol: Symbol, following: Rest, stage: Stage
    ) -> None:
        """Lower the walk over the options of a single choice: the first that serves ends it."""
        if isinstance(statement.source, c.NumberRange):
            self.formulas.bounds.note_least(symbol, statement.source.low, env)
        walk = self.options.walk(statement, env, symbol)
        source, tests = walk if walk is not None else (self.options.source(statement, env), [])
        if any(facts(test).fails for test in tests):
            # All options are known before the first is tried.
            source, tests = self.options.source(statement, env), []
        with (
            code.each(symbol, source) as each,
            each.when(joined(tests, all_=True)) as inner,
            self._deeper(inner, statement) as deeper,
        ):
            self._run(deeper, following, self._around(stage.inside_loop().inside(), statement))
        self.fuel.tried(code, statement, source)

    # ---------------------------------------------------------------- how deep it is
    def _around(self, stage: Stage, statement: c.Stmt) -> Stage:
        """Return how it goes on within what `_deeper` puts around it."""
        return stage.inside_loop() if self.formulas.layout.nesting.tried(statement) else stage

    @contextmanager
    def _deeper(self, code: Code, statement: c.Stmt) -> Iterator[Code]:
        """Collect what is asked behind a statement, deeper by its levels; too deep is a fault."""
        layout = self.formulas.layout
        levels = f.Num(layout.nesting.tried(statement))
        if levels == ZERO:
            yield code
            return
        slot = f.Slot(f.Num(layout.levels), COURSE)
        code.add(f.SetSlot(slot, "+=", levels, statement.span))
        with code.restoring((f.SetSlot(slot, "-=", levels, statement.span),)) as deeper:
            see_depth(deeper, slot, statement.span)
            yield deeper

    # ---------------------------------------------------------------- what leads on
    def _call(self, code: Code, statement: c.Call, env: Env, following: Rest, stage: Stage) -> None:
        action = self.game.actions[statement.action]
        inner: dict[str, f.Expr] = {"me": env["me"]} if "me" in env else {}
        for param, arg in zip(action.params, statement.args, strict=True):
            found = self.formulas.any_value(arg, env)
            if not (isinstance(found, f.Num | f.Use | f.Data) or literal_items(found) is not None):
                symbol = Symbol(param.name, "local", form_type(param.type))
                code.set(symbol, found)
                found = f.Use(symbol)
            inner[param.name] = found
        with self._deeper(code, statement) as deeper:
            self._go_into(deeper, action, inner, following, self._around(stage, statement))

    def _go_into(self, code: Code, action: Action, inner: Env, following: Rest, stage: Stage) -> None:
        """Go on in an action, the names in which are known."""
        if stage.depth >= DEEPEST_INLINE:
            following = left(following)
            handed = bool(following) or stage.then is not None or stage.declined != FALSE
            args = (inner.get("me", NONE), *(inner[param.name] for param in action.params))
            more = self._handed(following, stage) if handed else ()
            _goes_well(code, f.CallOwn(self._action(action.name, handed=handed), (*args, *more)))
            return
        test = TRUE if action.needs is None else self.formulas.cond(action.needs, inner)
        if test == FALSE:
            return
        with code.when(test, action.needs.span if action.needs is not None else None) as met:
            self._run(met, ((action.body, inner), *following), stage.deeper().inside())

    def _if(self, code: Code, statement: c.If, env: Env, following: Rest, stage: Stage) -> None:
        statement = self.fuel.in_turn(statement)
        tests: list[tuple[f.Expr, c.Block, c.Expr]] = []
        last = statement.otherwise
        for condition, block in statement.branches:
            test = self.formulas.cond(condition, env)
            if test == TRUE:
                last = block
                break
            if test != FALSE:
                tests.append((test, block, condition))
        if not tests:
            self._run(code, ((last, env), *following), stage)
            return
        copies = stage.copies * (len(tests) + 1)
        following = left(following)
        if copies > MOST_COPIES and following and not isinstance(following[0], f.Later):
            following, copies = (self._later(following, stage),), stage.copies
        stage = replace(stage, copies=copies).inside()
        branches: list[f.Branch] = []
        for test, block, condition in tests:
            inner = Code(code.span)
            self._run(inner, ((block, env), *following), stage)
            branches.append(f.Branch(test, inner.block, condition.span))
        otherwise = Code(code.span)
        self._run(otherwise, ((last, env), *following), stage)
        code.add(f.If(tuple(branches), otherwise.block, branches[0].span))


def see_depth(code: Code, slot: f.Slot, span: Span) -> None:
    """Add the test that rules lead to one another not too deep."""
    with code.when(f.Compare(slot, ">", f.Num(DEEPEST)), span) as never_ends:
        never_ends.add(f.Burn(f.Num(MOST_STEPS + 1), span))


def _goes_well(code: Code, test: f.Expr) -> None:
    """Say that the run goes well where something holds; else another option, or branch, may."""
    with code.when(test) as well:
        well.give(TRUE)
