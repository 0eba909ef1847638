"""Lowers what a choice offers, before payments limit it."""

from __future__ import annotations

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.make import FALSE, NONE
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.limits import MOST_NUMBERS


class Options:
    """Lowers the lists from which is chosen."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.failing = formulas.failing

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

    def for_branch(self, items: c.Items, env: Env) -> f.Expr:
        """Return what a branch is offered for, each once, and never for none."""
        found = self.formulas.expr(c.Aggregate(items.span, items.list.type, "all", items), env)
        item = items.list.type.item
        if (item is not None and item.nullable) or may_repeat(items.list):
            return f.Call(runtime.EACH_ONCE, (found, FALSE))
        return found


def _width(low: f.Expr, high: f.Expr) -> int:
    return high.value - low.value if isinstance(low, f.Num) and isinstance(high, f.Num) else MOST_NUMBERS


def may_repeat(listed: c.Expr) -> bool:
    """Say whether a list may hold an item twice."""
    if isinstance(listed, c.Const) and isinstance(listed.value, tuple):
        return len(set(listed.value)) < len(listed.value)
    return not isinstance(listed, c.ZoneRef | c.AllComponents | c.Players | c.TurnOrder)
