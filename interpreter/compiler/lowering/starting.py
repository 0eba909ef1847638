"""Lowers what can start: which blocks always can, which are a condition, and the functions that test the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.code import Code, surely_leaves
from rulewright.interpreter.compiler.form.facts import expressions, facts, with_symbols
from rulewright.interpreter.compiler.form.make import (
    FALSE,
    TRUE,
    ZERO,
    is_literal,
    is_plain,
    negated,
)
from rulewright.interpreter.compiler.form.module import FunctionDef
from rulewright.interpreter.compiler.form.symbols import EVERYTHING, FormType, Function, Symbol
from rulewright.interpreter.compiler.form.types import type_of
from rulewright.interpreter.compiler.lowering.fields import Fields
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.leading_run import DEEPEST_INLINE, LeadingRun
from rulewright.interpreter.compiler.lowering.rests import Rest, Stage, part_key
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type
from rulewright.interpreter.language import checked as c

NARROW = (c.Let, c.Change, c.Choose)


class Starts(LeadingRun):
    """Lowers the tests whether blocks can start; `add` takes the functions that come of it."""

    def __init__(self, formulas: Formulas, fields: Fields, add: Callable[[FunctionDef], None]) -> None:
        super().__init__(formulas, fields)
        self.add = add
        self._serial = 0
        self._known: dict[object, Function] = {}

    # ---------------------------------------------------------------- what needs a test at all
    def always(self, block: c.Block) -> bool:
        """Say whether a block can always start."""
        if not block or isinstance(block[0], c.EndingRun):
            return True
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let() | c.Choose() | c.Call() | c.Run() | c.OneOf() | c.May() | c.If():
                return False
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
            if not self.goes_unnoticed(statement.value):
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
        if self.formulas.layout.nesting.tried(first):
            return None
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
        return ended(code)

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
        key = (tuple(part_key(part, values) for part in rest), stage.narrow, stage.then is not None)
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
            self.add(FunctionDef(known, params, ended(code), known.span))
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


def ended(code: Code) -> f.Block:
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


def is_zone_of_components(e: f.Expr) -> bool:
    """Say whether something is a zone that may be empty, by a number that costs nothing to look up."""
    return isinstance(e, f.Zone) and is_plain(e) and e.number != ZERO
