"""Lowers what can start: the leading run of an effect as nested tests, without changing anything for good."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.compiler.form import nodes as f
from interpreter.compiler.form import runtime
from interpreter.compiler.form.code import Code, surely_leaves
from interpreter.compiler.form.facts import expressions, facts
from interpreter.compiler.form.make import EMPTY, FALSE, NONE, TRUE, ZERO, is_plain, joined, literal_items
from interpreter.compiler.form.symbols import COURSE, EVERYTHING, Part, Symbol, Table
from interpreter.compiler.lowering.amounts import Amounts
from interpreter.compiler.lowering.formulas import Formulas
from interpreter.compiler.lowering.tables import Env
from interpreter.compiler.lowering.tree import draws
from interpreter.language import checked as c
from interpreter.language.walking import nodes
from interpreter.state.layout import DRAWN
from interpreter.state.limits import MOST_NUMBERS

NARROW = (c.Let, c.Change, c.Choose)
Rest = tuple[tuple[c.Block, Env], ...]
"""What is still to be run: blocks, each with its names, innermost first."""

DEEPEST = 12
_DRAWN = f.Slot(f.Num(DRAWN), COURSE)
_YES = f.Truth(True)


class Starts:
    """Lowers the tests whether blocks can start. `fields` holds for each field of effects the table of their tests."""

    def __init__(self, formulas: Formulas, fields: dict[str, Table]) -> None:
        self.formulas = formulas
        self.amounts = Amounts(formulas)
        self.failing = formulas.failing
        self.game = formulas.game
        self.fields = fields

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
        return True

    def unfiltered(self, block: c.Block) -> bool:
        """Say whether nothing behind a choice limits it: `block` is what follows in its block."""
        for statement in block:
            if isinstance(statement, c.Change):
                return statement.verb != "pay"
            if not isinstance(statement, NARROW):
                return True
            if isinstance(statement, c.Choose):
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
        if isinstance(first, c.Call) and len(block) == 1 and depth < DEEPEST:
            action = self.game.actions[first.action]
            args = [self.formulas.value(arg, env) if arg.type.base != "list" else None for arg in first.args]
            if action.needs is None and all(arg is not None and is_plain(arg) for arg in args):
                inner: dict[str, f.Expr] = {"me": env["me"]} if "me" in env else {}
                for param, arg in zip(action.params, args, strict=True):
                    assert arg is not None
                    inner[param.name] = arg
                return self._condition(action.body, inner, depth + 1)
        if not self._ends(((block[1:], env),), narrow=False):
            return None
        if isinstance(first, c.Run):
            return self.run_starts(first, env)
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
    def body(self, block: c.Block, env: Env, *, narrow: bool, needs: c.Expr | None = None) -> f.Block:
        """Return the body of a function that says whether a block can start with these names."""
        code = Code(block[0].span if block else None)
        test = TRUE if needs is None else self.formulas.cond(needs, env)
        if test != TRUE:
            assert needs is not None
            with code.when(f.Not(test), needs.span) as never:
                never.give(FALSE)
        self._run(code, ((block, env),), narrow=narrow, depth=0)
        if not surely_leaves(code.block):
            code.give(FALSE)
        return code.block

    def looks_into(self, body: f.Block) -> f.Expr | None:
        """Return the zone that a body only goes through, if there is one: it is not worth a call when empty."""
        if len(body) == 2 and isinstance(body[0], f.For) and isinstance(body[1], f.Return):
            source = body[0].source
            if body[1].value == FALSE and is_zone_of_components(source):
                return source
        return None

    def _run(self, code: Code, rest: Rest, *, narrow: bool, depth: int) -> None:
        while rest and not rest[0][0]:
            rest = rest[1:]
        if self._ends(rest, narrow=narrow):
            code.give(_YES)
            return
        (block, env), below = rest[0], rest[1:]
        statement = block[0]
        following: Rest = ((block[1:], env), *below)
        code.span = statement.span
        match statement:
            case c.Let():
                self._let(code, statement, env, block, below, narrow=narrow, depth=depth)
            case c.Change() if statement.verb == "pay":
                self._pay(code, statement, env, following, narrow=narrow, depth=depth)
            case c.Choose():
                self._choose(code, statement, env, block, below, narrow=narrow, depth=depth)
            case _ if narrow:
                code.give(_YES)
            case _:
                self._run_whole(code, statement, env, following, depth=depth)

    def _run_whole(self, code: Code, statement: c.Stmt, env: Env, following: Rest, *, depth: int) -> None:
        """Go on where what is called and what is asked counts too."""
        match statement:
            case c.Call():
                self._call(code, statement, env, following, depth=depth)
            case c.Run():
                with code.when(self.run_starts(statement, env)) as starts:
                    self._run(starts, following, narrow=False, depth=depth)
            case c.If():
                self._if(code, statement, env, following, depth=depth)
            case c.OneOf():
                for branch in statement.branches:
                    test = TRUE if branch.guard is None else self.formulas.cond(branch.guard, env)
                    self._under(code, test, ((branch.body, env),), depth=depth)
                    if surely_leaves(code.block):
                        break
            case c.May():
                self._run(code, ((statement.body, env),), narrow=False, depth=depth)
            case _:
                code.give(_YES)

    def run_starts(self, statement: c.Run, env: Env) -> f.Expr:
        """Return the test whether the effect in a component's field can start."""
        component, me = self.formulas.expr(statement.component, env), env.get("me", NONE)
        sided = not self.formulas.one_sided(statement.component)
        return f.CallField(self.fields[statement.field], component, me, sided, starts=True)

    def _under(self, code: Code, test: f.Expr, rest: Rest, *, depth: int) -> None:
        if test == FALSE:
            return
        with code.when(test) as inner:
            self._run(inner, rest, narrow=False, depth=depth)

    def _let(
        self, code: Code, statement: c.Let, env: Env, block: c.Block, below: Rest, *, narrow: bool, depth: int
    ) -> None:
        symbol = Symbol(statement.name)
        value = statement.value
        following: Rest = ((block[1:], {**env, statement.name: f.Use(symbol)}), *below)
        found = self.formulas.any_value(value, env)
        if isinstance(found, f.Num):
            known: Rest = ((block[1:], {**env, statement.name: found}), *below)
            self._run(code, known, narrow=narrow, depth=depth)
            return
        if not draws(value):
            code.set(symbol, found)
            self.formulas.bounds.note_least(symbol, value, env)
            self._run(code, following, narrow=narrow, depth=depth)
            return
        # What is drawn to see how it goes is drawn again when it comes to that.
        kept = [(slot, Symbol("drawn", "own")) for slot in (_DRAWN, *self._streams(value))]
        for slot, symbol_ in kept:
            code.set(symbol_, slot)
        with code.restoring(
            tuple(f.SetSlot(slot, "=", f.Use(one), code.span) for slot, one in kept)
        ) as trying:
            trying.set(symbol, found)
            self._run(trying, following, narrow=narrow, depth=depth)

    def _streams(self, value: c.Expr) -> Iterator[f.Slot]:
        """Yield the slots that count how often the random numbers of a formula were asked for."""
        chance = self.formulas.layout.chance
        for node in nodes(value):
            if isinstance(node, c.Builtin) and node.name in ("random", "random_of"):
                yield f.Slot(f.Num(chance.first + chance.place_of(node)), COURSE)

    def _pay(
        self, code: Code, statement: c.Change, env: Env, following: Rest, *, narrow: bool, depth: int
    ) -> None:
        last = self._ends(following, narrow=narrow)
        terms = self.amounts.terms(statement, env)
        if terms is None:
            self._pay_sums(code, statement, env, following, narrow=narrow, depth=depth)
            return
        if last:
            with code.when(self.amounts.enough(terms)) as enough:
                enough.give(_YES)
            return
        after = Code(code.span)
        self._run(after, following, narrow=narrow, depth=depth)
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

    def _pay_sums(
        self, code: Code, statement: c.Change, env: Env, following: Rest, *, narrow: bool, depth: int
    ) -> None:
        sums = f.Use(self.amounts.summed(code, statement, env))
        with code.when(f.Call(runtime.CAN_PAY, (sums, f.Data(self.formulas.tables.least)))) as enough:
            if self._ends(following, narrow=narrow):
                enough.give(_YES)
                return
            enough.do(runtime.TAKE, sums)
            back = (f.Do(f.Call(runtime.GIVE_BACK, (sums,)), code.span),)
            with enough.restoring(back) as trying:
                self._run(trying, following, narrow=narrow, depth=depth)

    def _ends(self, rest: Rest, *, narrow: bool) -> bool:
        """Say whether a run surely goes well from here, whatever has been paid."""
        while rest and not rest[0][0]:
            rest = rest[1:]
        if not rest:
            return True
        (block, env), below = rest[0], rest[1:]
        following: Rest = ((block[1:], env), *below)
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let():
                return not self.failing.may_fail(block[0].value) and self._ends(following, narrow=narrow)
            case c.If() if not narrow:
                if any(self.failing.may_fail(condition) for condition, _ in block[0].branches):
                    return False
                blocks = (*(branch for _, branch in block[0].branches), block[0].otherwise)
                return all(self._ends(((branch, env), *following), narrow=False) for branch in blocks)
            case c.Choose():
                return False
            case c.Call() | c.Run() | c.OneOf() | c.May():
                return narrow
        return True

    def _looks_at(self, after: f.Block, payment: c.Change) -> bool:
        """Say whether what is tested after a payment may look at the counters that it has lowered."""
        paid = {Part("counter", amount.counter) for amount in payment.amounts} | {EVERYTHING}
        return any(facts(e).reads & paid for statement in after for e in expressions(statement))

    # ---------------------------------------------------------------- choices
    def _choose(
        self,
        code: Code,
        statement: c.Choose,
        env: Env,
        block: c.Block,
        below: Rest,
        *,
        narrow: bool,
        depth: int,
    ) -> None:
        item = Symbol(statement.name)

        def following(value: f.Expr) -> Rest:
            return ((block[1:], {**env, statement.name: value}), *below)

        if statement.quantity == "one":
            one = following(f.Use(item))
            self._each_option(code, statement, env, item, one, narrow=narrow, depth=depth + 1)
            return
        single = following(f.Tuple((f.Use(item),)))
        if statement.quantity == "some":
            self._each_option(code, statement, env, item, single, narrow=narrow, depth=depth + 1)
            return
        # Choosing nothing comes first; most often it does.
        self._run(code, following(EMPTY), narrow=narrow, depth=depth + 1)
        if surely_leaves(code.block):
            return
        bound: f.Expr = TRUE
        if statement.number is not None:
            bound = f.Compare(self.formulas.expr(statement.number, env), ">", ZERO)
        with code.when(bound) as inner:
            self._each_option(inner, statement, env, item, single, narrow=narrow, depth=depth + 1)

    def _each_option(
        self,
        code: Code,
        statement: c.Choose,
        env: Env,
        symbol: Symbol,
        following: Rest,
        *,
        narrow: bool,
        depth: int,
    ) -> None:
        """Lower the walk over the options of a single choice: the first that serves ends it."""
        if isinstance(statement.source, c.NumberRange):
            self.formulas.bounds.note_least(symbol, statement.source.low, env)
        walk = self.walk(statement, env, symbol)
        source, tests = walk if walk is not None else (self.source(statement, env), [])
        with code.each(symbol, source) as each, each.when(joined(tests, all_=True)) as inner:
            self._run(inner, following, narrow=narrow, depth=depth)

    def walk(self, statement: c.Choose, env: Env, symbol: Symbol) -> tuple[f.Expr, list[f.Expr]] | None:
        """Return the list of a choice and the tests that an item of that name must pass.

        None where that is not all: for numbers, and for lists that may hold an item twice or none.
        """
        source = statement.source
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
            known = isinstance(low, f.Num) and isinstance(high, f.Num)
            if known and isinstance(step, f.Num) and step.value > 0 and _width(low, high) < MOST_NUMBERS:
                return f.Range(low, high, step)
            return f.Call(runtime.STEPPING, (low, high, step))
        found = self.formulas.expr(c.Aggregate(source.span, source.list.type, "all", source), env)
        if statement.shown.nullable or may_repeat(source.list):
            return f.Call(runtime.EACH_ONCE, (found, f.Truth(statement.shown.base == "number")))
        return found

    # ---------------------------------------------------------------- what leads on
    def _call(self, code: Code, statement: c.Call, env: Env, following: Rest, *, depth: int) -> None:
        action = self.game.actions[statement.action]
        inner: dict[str, f.Expr] = {"me": env["me"]} if "me" in env else {}
        for param, arg in zip(action.params, statement.args, strict=True):
            found = self.formulas.any_value(arg, env)
            if not (isinstance(found, f.Num | f.Use | f.Data) or literal_items(found) is not None):
                symbol = Symbol(param.name)
                code.set(symbol, found)
                found = f.Use(symbol)
            inner[param.name] = found
        if depth >= DEEPEST:
            code.do(runtime.ENDLESS)
            return
        test = TRUE if action.needs is None else self.formulas.cond(action.needs, inner)
        if test == FALSE:
            return
        with code.when(test, action.needs.span if action.needs is not None else None) as met:
            self._run(met, ((action.body, inner), *following), narrow=False, depth=depth + 1)

    def _if(self, code: Code, statement: c.If, env: Env, following: Rest, *, depth: int) -> None:
        branches: list[f.Branch] = []
        last = statement.otherwise
        for condition, block in statement.branches:
            test = self.formulas.cond(condition, env)
            if test == TRUE:
                last = block
                break
            if test != FALSE:
                inner = Code(code.span)
                self._run(inner, ((block, env), *following), narrow=False, depth=depth)
                branches.append(f.Branch(test, inner.block, condition.span))
        if not branches:
            self._run(code, ((last, env), *following), narrow=False, depth=depth)
            return
        otherwise = Code(code.span)
        self._run(otherwise, ((last, env), *following), narrow=False, depth=depth)
        code.add(f.If(tuple(branches), otherwise.block, branches[0].span))


def _width(low: f.Expr, high: f.Expr) -> int:
    return high.value - low.value if isinstance(low, f.Num) and isinstance(high, f.Num) else MOST_NUMBERS


def may_repeat(listed: c.Expr) -> bool:
    """Say whether a list may hold an item twice."""
    return not isinstance(listed, c.ZoneRef | c.AllComponents | c.Const | c.Players | c.TurnOrder)


def is_zone_of_components(e: f.Expr) -> bool:
    """Say whether something is a zone that may be empty, by a number that costs nothing to look up."""
    return isinstance(e, f.Zone) and is_plain(e) and e.number != ZERO
