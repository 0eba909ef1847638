"""Lowers what can start: the leading run of an effect as nested tests, without changing anything for good.

The reference says in `walker/starting.py` what a leading run is. Here it is put into tests, so far as it is known
while compiling; what comes behind an effect or an action that is not is a function of its own, and handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code, surely_leaves
from rulewright.interpreter.compiler.form.facts import expressions, facts, with_symbols
from rulewright.interpreter.compiler.form.make import (
    EMPTY,
    FALSE,
    NONE,
    TRUE,
    ZERO,
    is_literal,
    is_plain,
    joined,
    literal_items,
    negated,
)
from rulewright.interpreter.compiler.form.module import FunctionDef
from rulewright.interpreter.compiler.form.symbols import COURSE, EVERYTHING, FormType, Function, Part, Symbol
from rulewright.interpreter.compiler.form.types import type_of
from rulewright.interpreter.compiler.lowering.amounts import Amounts
from rulewright.interpreter.compiler.lowering.fields import Fields
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.fuel import Fuel
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import draws, form_type
from rulewright.interpreter.compiler.passes.leading import Leading
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.layout import DRAWN
from rulewright.interpreter.state.limits import MOST_NUMBERS

NARROW = (c.Let, c.Change, c.Choose)
DEEPEST_INLINE = 12
"""Actions that call one another are looked into in place so deep; what they call then is a function of its own."""

MOST_COPIES = 8
"""What follows several branches is written out behind each of them, unless there would be more copies than this."""

_DRAWN = f.Slot(f.Num(DRAWN), COURSE)


@dataclass(frozen=True, slots=True)
class Stage:
    """How a run goes on: through the narrow statements only, how deep in others, what the last question came to.

    `declined` says that this could not be answered, `then` holds what was handed on, to be asked at the end. `copies`
    counts how often the rest stands in the function.
    """

    narrow: bool
    depth: int = 0
    declined: f.Expr = FALSE
    then: Symbol | None = None
    copies: int = 1

    def deeper(self) -> Stage:
        """Return how it goes on one level deeper."""
        return replace(self, depth=self.depth + 1)


Rest = tuple["tuple[c.Block, Env] | f.Later", ...]
"""What is still to be run: blocks, each with its names, innermost first; at the end may stand what goes on."""


class Starts:
    """Lowers the tests whether blocks can start; `add` takes the functions that come of it."""

    def __init__(self, formulas: Formulas, fields: Fields, add: Callable[[FunctionDef], None]) -> None:
        self.formulas = formulas
        self.amounts = Amounts(formulas)
        self.fuel = Fuel(formulas)
        self.failing = formulas.failing
        self.game = formulas.game
        self.fields = fields
        self.leading = Leading(self.game)
        self.add = add
        self._serial = 0
        self._known: dict[object, Function] = {}

    # ---------------------------------------------------------------- what needs a test at all
    def always(self, block: c.Block) -> bool:
        """Say whether a block can always start."""
        if not block:
            return True
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let() | c.Choose() | c.Call() | c.Run() | c.OneOf() | c.May() | c.If():
                return False
            case (
                c.Assign()
                | c.Move()
                | c.Draw()
                | c.Shuffle()
                | c.Flip()
                | c.Discard()
                | c.Swap()
                | c.Offer()
                | c.Finish()
                | c.Nothing()
                | c.ForEach()
                | c.CountFrom()
                | c.AsPlayer()
                | c.Repeat()
                | c.While()
            ):
                return True
            case _:
                assert_never(block[0])

    def unfiltered(self, block: c.Block) -> bool:
        """Say whether nothing behind a choice limits it: `block` is what follows in its block."""
        for statement in block:
            if isinstance(statement, c.Change):
                return statement.verb != "pay"
            if not isinstance(statement, NARROW):
                return True
            if isinstance(statement, c.Choose):
                return False
            if self.failing.may_fail(statement.value):
                return False
        return True

    def condition(self, block: c.Block, env: Env) -> f.Expr | None:
        """Return the test as one expression where the run is that simple; None where it needs a function."""
        if self.always(block):
            return TRUE
        found = self._condition(block, env, 0)
        return found if found is not None and not facts(found).fails else None

    def _condition(self, block: c.Block, env: Env, depth: int) -> f.Expr | None:
        if self.always(block):
            return TRUE
        first = block[0]
        if isinstance(first, c.Call) and len(block) == 1 and depth < DEEPEST_INLINE:
            action = self.game.actions[first.action]
            args = [self.formulas.value(arg, env) if arg.type.base != "list" else None for arg in first.args]
            if action.needs is None and all(arg is not None and is_plain(arg) for arg in args):
                inner: dict[str, f.Expr] = {"me": env["me"]} if "me" in env else {}
                for param, arg in zip(action.params, args, strict=True):
                    assert arg is not None
                    inner[param.name] = arg
                return self._condition(action.body, inner, depth + 1)
        if not self._ends(((block[1:], env),), Stage(narrow=False)):
            return None
        if isinstance(first, c.Run):
            return self._run_starts(first, env) if len(block) == 1 else None
        if isinstance(first, c.Change):
            return self.amounts.payable(first, env) if self.amounts.terms(first, env) is not None else None
        if (
            isinstance(first, c.Choose)
            and isinstance(first.source, c.Items)
            and first.quantity in ("one", "some")
        ):
            any_ = c.Aggregate(first.span, first.shown, "any", first.source)
            return self.formulas.cond(any_, env) if not first.shown.nullable else None
        return None

    # ---------------------------------------------------------------- functions
    def body(
        self,
        block: c.Block,
        env: Env,
        stage: Stage,
        needs: c.Expr | None = None,
    ) -> f.Block:
        """Return the body of a function that says whether a block can start with these names."""
        code = Code(block[0].span if block else None)
        test = TRUE if needs is None else self.formulas.cond(needs, env)
        if test != TRUE:
            assert needs is not None
            with code.when(negated(test), needs.span) as never:
                never.give(FALSE)
        self._run(code, ((block, env),), stage)
        return _ended(code)

    def function(self, block: c.Block, env: Env, *, narrow: bool) -> f.Expr:
        """Make a function that tests whether a block can start, and return the call of it."""
        (inner,), places = self._placed(((block, env),))
        assert not isinstance(inner, f.Later)
        body = self.body(block, inner[1], Stage(narrow))
        used = {symbol for statement in body for e in expressions(statement) for symbol in facts(e).symbols}
        handed = [(value, symbol) for value, symbol in places.items() if symbol in used]
        function = self._named(block)
        self.add(FunctionDef(function, tuple(symbol for _, symbol in handed), body, function.span))
        call = f.CallOwn(function, tuple(value for value, _ in handed))
        zone = self.looks_into(body)
        if zone is None:
            return call
        others = {symbol: value for value, symbol in handed}
        return f.AllOf((f.Some(with_symbols(zone, others)), call))

    def effect_then(self, effect: c.Block) -> Function:
        """Return the function that says whether an effect can start, and what is handed on behind it."""
        known = self._known.get(id(effect))
        if known is None:
            known = self._known[id(effect)] = self._named(effect)
            params = (
                Symbol("me", "variable", FormType.PLAYER),
                Symbol("this", "variable", FormType.COMPONENT),
            )
            env: Env = {symbol.name: f.Use(symbol) for symbol in params}
            then, declined = Symbol("then", "own", FormType.PAIR), Symbol("declined", "own", FormType.FLAG)
            body = self.body(effect, env, Stage(False, declined=f.Use(declined), then=then))
            self.add(FunctionDef(known, (*params, then, declined), body, known.span))
        return known

    def _action(self, name: str, *, handed: bool) -> Function:
        """Return the function that says whether an action can start, and (`handed`) what is handed on behind it."""
        known = self._known.get((name, handed))
        if known is None:
            action = self.game.actions[name]
            known = self._known[name, handed] = self._named(action.body)
            params = [
                Symbol("me", "variable", FormType.PLAYER),
                *(Symbol(one.name, "variable", form_type(one.type)) for one in action.params),
            ]
            env: Env = {symbol.name: f.Use(symbol) for symbol in params}
            stage = Stage(False, DEEPEST_INLINE)
            more: tuple[Symbol, ...] = ()
            if handed:
                then, declined = (
                    Symbol("then", "own", FormType.PAIR),
                    Symbol("declined", "own", FormType.FLAG),
                )
                stage = Stage(False, DEEPEST_INLINE, f.Use(declined), then)
                more = (then, declined)
            body = self.body(action.body, env, stage, action.needs)
            self.add(FunctionDef(known, (*params, *more), body, known.span))
        return known

    def _later(self, rest: Rest, stage: Stage) -> f.Later:
        """Return what goes on with a rest: a function of its own that is told whether the last thing was declined."""
        if len(rest) == 1 and isinstance(rest[0], f.Later):
            return rest[0]
        inner, places = self._placed(rest)
        values = list(places)
        key = (tuple(_key(part, values) for part in rest), stage.narrow, stage.then is not None)
        known = self._known.get(key)
        args = (*values, *([f.Use(stage.then)] if stage.then is not None else []))
        if known is None:
            block = next((part[0] for part in rest if not isinstance(part, f.Later) and part[0]), ())
            known = self._known[key] = self._named(block)
            declined = Symbol("declined", "own", FormType.FLAG)
            then = Symbol("then", "own", FormType.PAIR) if stage.then is not None else None
            code = Code(known.span)
            self._run(code, inner, Stage(stage.narrow, stage.depth, f.Use(declined), then))
            params = (declined, *places.values(), *([then] if then is not None else []))
            self.add(FunctionDef(known, params, _ended(code), known.span))
        return f.Later(known, args)

    def _placed(self, rest: Rest) -> tuple[Rest, dict[f.Expr, Symbol]]:
        """Return a rest with parameters in the place of what its names stand for, and these by what they stand for."""
        places: dict[f.Expr, Symbol] = {}

        def placed(name: str, value: f.Expr) -> f.Expr:
            if is_literal(value):
                return value
            if value not in places:
                places[value] = Symbol(name, "local", type_of(value))
                self.formulas.bounds.same(places[value], value)
            return f.Use(places[value])

        inner: list[tuple[c.Block, Env] | f.Later] = []
        for part in rest:
            if isinstance(part, f.Later):
                args = tuple(placed(f"x{number}", arg) for number, arg in enumerate(part.args))
                inner.append(f.Later(part.function, args))
            else:
                inner.append((part[0], {name: placed(name, value) for name, value in part[1].items()}))
        return tuple(inner), places

    def _named(self, block: c.Block) -> Function:
        self._serial += 1
        words = (str(self._serial),)
        span = block[0].span if block else None
        return Function("start", words, reads=frozenset((EVERYTHING,)), span=span)

    def looks_into(self, body: f.Block) -> f.Expr | None:
        """Return the zone that a body only goes through, if there is one: it is not worth a call when empty."""
        if len(body) == 2 and isinstance(body[0], f.For) and isinstance(body[1], f.Return):
            source = body[0].source
            if body[1].value == FALSE and is_zone_of_components(source):
                return source
        return None

    # ---------------------------------------------------------------- the run
    def _run(self, code: Code, rest: Rest, stage: Stage) -> None:
        rest = _left(rest)
        if self._ends(rest, stage):
            code.give(TRUE)
            return
        if not rest:
            self._end(code, stage)
            return
        if isinstance(rest[0], f.Later):
            self._go_later(code, rest[0], stage)
            return
        (block, env), below = rest[0], rest[1:]
        statement = block[0]
        following: Rest = ((block[1:], env), *below)
        code.span = statement.span
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
            code.give(f.CallLater(f.Use(stage.then), stage.declined))
            return
        with code.when(negated(stage.declined)) as well:
            well.give(TRUE)

    def _go_later(self, code: Code, later: f.Later, stage: Stage) -> None:
        """Go on in a function of its own. What was handed on goes with it, for it was made where that was known."""
        code.give(f.CallOwn(later.function, (stage.declined, *later.args)))

    def _run_whole(self, code: Code, statement: c.Stmt, env: Env, following: Rest, stage: Stage) -> None:
        """Go on where what is called and what is asked counts too."""
        match statement:
            case c.Call():
                self._call(code, statement, env, following, stage)
            case c.Run():
                self._effect(code, statement, env, following, stage)
            case c.If():
                self._if(code, statement, env, following, stage)
            case c.OneOf():
                alone = Stage(narrow=False, depth=stage.depth + 1)
                for branch in statement.branches:
                    self._run_branch(code, branch, env, alone)
                    if surely_leaves(code.block):
                        return
                self._run(code, following, replace(stage, declined=TRUE))
            case c.May():
                self._may(code, statement, env, following, stage)
            case (
                c.Change()
                | c.Let()
                | c.Choose()
                | c.Assign()
                | c.Move()
                | c.Draw()
                | c.Shuffle()
                | c.Flip()
                | c.Discard()
                | c.Swap()
                | c.Offer()
                | c.Finish()
                | c.Nothing()
                | c.ForEach()
                | c.CountFrom()
                | c.AsPlayer()
                | c.Repeat()
                | c.While()
            ):
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
            with code.when(test) as inner:
                self._run(inner, ((statement.body, env),), Stage(narrow=False, depth=stage.depth + 1))
        if not surely_leaves(code.block):
            self._run(code, following, replace(stage, declined=TRUE))

    # ---------------------------------------------------------------- effects of components
    def _run_starts(self, statement: c.Run, env: Env) -> f.Expr:
        """Return the test whether the effect in a component's field can start, where nothing stands behind it."""
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        return f.CallField(self.fields.starts[statement.field], component, me, sided, starts=True)

    def _effect(self, code: Code, statement: c.Run, env: Env, following: Rest, stage: Stage) -> None:
        following = _left(following)
        ways = self.leading.effects(statement.field, statement.component.type.names)
        alone = not following and stage.then is None
        surely = ways <= {False} and self._ends(following, stage)
        if not ways or (stage.declined == FALSE and (alone or surely)):
            with code.when(self._run_starts(statement, env)) as starts:
                starts.give(TRUE)
            return
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        table = self.fields.then(statement.field)
        handed = self._handed(following, stage)
        code.give(f.CallField(table, component, me, sided, starts=True, handed=handed))

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
            self._run(trying, following(f.Use(symbol)), stage)

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
            with code.when(self.amounts.enough(terms)) as enough:
                enough.give(TRUE)
            return
        after = Code(code.span)
        self._run(after, following, stage)
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
                self._run(trying, following, stage)

    def _ends(self, rest: Rest, stage: Stage) -> bool:
        """Say whether a run surely goes well from here, whatever has been paid."""
        rest = _left(rest)
        if not rest:
            return stage.then is None and stage.declined == FALSE
        if isinstance(rest[0], f.Later):
            return False
        (block, env), below = rest[0], rest[1:]
        following: Rest = ((block[1:], env), *below)
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let():
                return not self.failing.may_fail(block[0].value) and self._ends(following, stage)
            case c.If() if not stage.narrow:
                if any(self.failing.may_fail(condition) for condition, _ in block[0].branches):
                    return False
                blocks = (*(branch for _, branch in block[0].branches), block[0].otherwise)
                return all(self._ends(((branch, env), *following), stage) for branch in blocks)
            case c.Choose():
                return False
            case c.Call() | c.Run() | c.OneOf() | c.May() | c.If():
                return stage.narrow
            case (
                c.Assign()
                | c.Move()
                | c.Draw()
                | c.Shuffle()
                | c.Flip()
                | c.Discard()
                | c.Swap()
                | c.Offer()
                | c.Finish()
                | c.Nothing()
                | c.ForEach()
                | c.CountFrom()
                | c.AsPlayer()
                | c.Repeat()
                | c.While()
            ):
                return True
            case _:
                assert_never(block[0])

    def _run_branch(self, code: Code, branch: c.Branch, env: Env, stage: Stage) -> None:
        """Lower whether a branch can start, with any of the items that it is offered for."""
        if branch.items is not None:
            items = branch.items
            item = Symbol(items.name, "local", form_type(items.list.type.item or items.list.type))
            source, env = self.branch_items(items, env), {**env, items.name: f.Use(item)}
        test = TRUE if branch.guard is None else self.formulas.cond(branch.guard, env)
        if test == FALSE:
            return
        if branch.items is None:
            with code.when(test, branch.span) as inner:
                self._run(inner, ((branch.body, env),), stage)
            return
        with code.each(item, source) as each, each.when(test, branch.span) as inner:
            self._run(inner, ((branch.body, env),), stage)

    def branch_items(self, items: c.Items, env: Env) -> f.Expr:
        """Return what a branch is offered for, each once, and never for none."""
        found = self.formulas.expr(c.Aggregate(items.span, items.list.type, "all", items), env)
        item = items.list.type.item
        if (item is not None and item.nullable) or may_repeat(items.list):
            return f.Call(runtime.EACH_ONCE, (found, FALSE))
        return found

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
        stage = replace(stage, copies=stage.copies * 2)
        self._run(code, following(EMPTY), stage)
        if surely_leaves(code.block):
            return
        bound: f.Expr = TRUE
        if statement.number is not None:
            bound = f.Compare(self.formulas.expr(statement.number, env), ">", ZERO)
        with code.when(bound) as inner:
            if options is None:
                self._each_option(inner, statement, env, item, single, stage)
            else:
                with inner.each(item, f.Use(options)) as each:
                    self._run(each, single, stage)

    def _worked_out_before(self, code: Code, statement: c.Choose, env: Env) -> Symbol | None:
        """Work out the options, and how many may be picked, if that may be a fault; return the options, as a symbol."""
        if statement.number is not None and self.failing.may_fail(statement.number):
            code.set(Symbol("most", "own"), self.formulas.expr(statement.number, env))
        source = statement.source
        ranges: tuple[c.Expr | c.Items | None, ...] = (source,) if isinstance(source, c.Items) else (
            source.low, source.high, source.step, source.where,
        )  # fmt: skip
        if not isinstance(source, c.NumberRange) and not self.failing.may_fail(ranges):
            return None
        if all(isinstance(part, c.Const) for part in ranges if part is not None):
            return None
        options = Symbol("options", "own", FormType.LIST)
        code.set(options, self.source(statement, env))
        return options

    def _each_option(
        self, code: Code, statement: c.Choose, env: Env, symbol: Symbol, following: Rest, stage: Stage
    ) -> None:
        """Lower the walk over the options of a single choice: the first that serves ends it."""
        if isinstance(statement.source, c.NumberRange):
            self.formulas.bounds.note_least(symbol, statement.source.low, env)
        walk = self.walk(statement, env, symbol)
        source, tests = walk if walk is not None else (self.source(statement, env), [])
        if any(facts(test).fails for test in tests):
            # All options are known before the first is tried.
            source, tests = self.source(statement, env), []
        with code.each(symbol, source) as each, each.when(joined(tests, all_=True)) as inner:
            self._run(inner, following, stage)
        self.fuel.tried(code, statement, source)

    def walk(self, statement: c.Choose, env: Env, symbol: Symbol) -> tuple[f.Expr, list[f.Expr]] | None:
        """Return the list of a choice and the tests that an item of that name must pass.

        None where that is not all: for numbers, for lists that may hold an item twice or none, and where what the
        player does not see is offered in another order.
        """
        source = statement.source
        if self.formulas.layout.eyes.offers_by_place(statement):
            return None
        if not isinstance(source, c.Items) or statement.shown.nullable or may_repeat(source.list):
            return None
        listed, left = self.formulas.narrowing.narrowed(source, env)
        inner = {**env, source.name: f.Use(symbol)}
        return listed, [self.formulas.cond(part, inner) for part in left]

    def source(self, statement: c.Choose, env: Env) -> f.Expr:
        """Return what is chosen from, before payments limit it."""
        source = statement.source
        if isinstance(source, c.NumberRange):
            low, high = self.formulas.expr(source.low, env), self.formulas.expr(source.high, env)
            step = f.Num(1) if source.step is None else self.formulas.expr(source.step, env)
            numbers: f.Expr = f.Call(runtime.STEPPING, (low, high, step))
            if isinstance(step, f.Num) and step.value > 0 and _width(low, high) < MOST_NUMBERS:
                numbers = f.Range(low, high, step)
            if source.where is None:
                return numbers
            item = Symbol(source.name, "item")
            self.formulas.bounds.note_least(item, source.low, env)
            test = self.formulas.cond(source.where, {**env, source.name: f.Use(item)})
            return f.Comprehension(f.Use(item), item, numbers, test)
        found = self.formulas.expr(c.Aggregate(source.span, source.list.type, "all", source), env)
        if statement.shown.nullable or may_repeat(source.list):
            found = f.Call(runtime.EACH_ONCE, (found, f.Truth(statement.shown.base == "number")))
        if self.formulas.layout.eyes.offers_by_place(statement):
            return f.Call(runtime.BY_PLACE, (found, env.get("me", NONE)))
        return found

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
        if stage.depth >= DEEPEST_INLINE:
            following = _left(following)
            handed = bool(following) or stage.then is not None or stage.declined != FALSE
            args = (env.get("me", NONE), *(inner[param.name] for param in action.params))
            more = self._handed(following, stage) if handed else ()
            code.give(f.CallOwn(self._action(statement.action, handed=handed), (*args, *more)))
            return
        test = TRUE if action.needs is None else self.formulas.cond(action.needs, inner)
        if test == FALSE:
            return
        with code.when(test, action.needs.span if action.needs is not None else None) as met:
            self._run(met, ((action.body, inner), *following), stage.deeper())

    def _if(self, code: Code, statement: c.If, env: Env, following: Rest, stage: Stage) -> None:
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
        following = _left(following)
        if copies > MOST_COPIES and following and not isinstance(following[0], f.Later):
            following, copies = (self._later(following, stage),), stage.copies
        stage = replace(stage, copies=copies)
        branches: list[f.Branch] = []
        for test, block, condition in tests:
            inner = Code(code.span)
            self._run(inner, ((block, env), *following), stage)
            branches.append(f.Branch(test, inner.block, condition.span))
        otherwise = Code(code.span)
        self._run(otherwise, ((last, env), *following), stage)
        code.add(f.If(tuple(branches), otherwise.block, branches[0].span))


def _left(rest: Rest) -> Rest:
    """Return a rest without the blocks that are through."""
    while rest and not isinstance(rest[0], f.Later) and not rest[0][0]:
        rest = rest[1:]
    return rest


def _ended(code: Code) -> f.Block:
    """Return the body of a function that says no where it has not said yes."""
    block = code.block
    if surely_leaves(block):
        return block
    only = block[0] if len(block) == 1 else None
    if isinstance(only, f.If) and len(only.branches) == 1 and not only.otherwise:
        branch = only.branches[0]
        if len(branch.body) == 1 and isinstance(branch.body[0], f.Return) and branch.body[0].value == TRUE:
            return (f.Return(branch.test, branch.span),)
    code.give(FALSE)
    return code.block


def _key(part: tuple[c.Block, Env] | f.Later, values: list[f.Expr]) -> object:
    """Return what tells a part of a rest from others, with what is handed on by its number."""
    if isinstance(part, f.Later):
        return part.function, tuple(values.index(arg) if arg in values else arg for arg in part.args)
    block, env = part
    named = ((name, values.index(value) if value in values else value) for name, value in env.items())
    return block, tuple(named)


def _width(low: f.Expr, high: f.Expr) -> int:
    return high.value - low.value if isinstance(low, f.Num) and isinstance(high, f.Num) else MOST_NUMBERS


def may_repeat(listed: c.Expr) -> bool:
    """Say whether a list may hold an item twice."""
    if isinstance(listed, c.Const) and isinstance(listed.value, tuple):
        return len(set(listed.value)) < len(listed.value)
    return not isinstance(listed, c.ZoneRef | c.AllComponents | c.Players | c.TurnOrder)


def is_zone_of_components(e: f.Expr) -> bool:
    """Say whether something is a zone that may be empty, by a number that costs nothing to look up."""
    return isinstance(e, f.Zone) and is_plain(e) and e.number != ZERO
