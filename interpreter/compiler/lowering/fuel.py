"""Lowers the counting of steps: where so much work can be that it must be counted, and never more than is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.facts import facts, parts
from rulewright.interpreter.compiler.form.make import added, is_known, multiplied
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.passes.heavy import ENDLESS, LIGHT, LIGHT_VALUE, Heavy, Loops
from rulewright.interpreter.content.model import Value
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside
from rulewright.interpreter.language.weights import weight_of

_ITEM = f.Truth(False)
"""Stands for the item of a list in the length of another that does not depend on it."""


class Fuel:
    """Lowers the counting of steps of one game. `hot` says that what is lowered is carried out again and again."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.heavy = Heavy(formulas.game, len(formulas.layout.ids), formulas.layout.players)
        self.hot = False

    @contextmanager
    def inside(self, loop: Loops) -> Iterator[None]:
        """Say that what is lowered now is carried out in the turns of a loop."""
        outer, self.hot = self.hot, self.counts(loop)
        yield
        self.hot = outer

    def turn(self, code: Code, loop: Loops, env: Env) -> None:
        """Count a turn of a loop, at its begin, where that must be counted."""
        if self.counts(loop):
            steps = [f.Num(weight_of(loop))]
            condition = loop.condition if isinstance(loop, c.While) else None
            lists = self._gone_through(condition, env) if condition is not None else []
            code.add(f.Burn(added([*steps, *lists]), loop.span))

    def counts(self, loop: Loops) -> bool:
        """Say whether the turns of a loop are counted."""
        return self.hot or self.heavy.counts(loop)

    def formulas_of(self, code: Code, statement: c.Stmt, env: Env) -> None:
        """Count before a statement the lists that its formulas surely go through, where those are long."""
        parts = [part for part in inside(statement) if isinstance(part, c.Expr | c.Items)]
        if isinstance(statement, c.If):
            parts = [statement.branches[0][0]]
        if isinstance(statement, c.Change):
            parts = [amount.number for amount in statement.amounts if statement.per is None]
        heavy = [part for part in parts if self.heavy.formula(part) > LIGHT]
        steps = [one for part in heavy for one in self._gone_through(part, env)]
        if steps:
            code.add(f.Burn(added(steps), statement.span))

    def formula(self, code: Code, formula: c.Expr | None, env: Env, span: Span) -> None:
        """Count the lists that one formula of a statement surely goes through, where those are long."""
        if formula is not None and self.heavy.formula(formula) > LIGHT:
            steps = self._gone_through(formula, env)
            if steps:
                code.add(f.Burn(added(steps), span))

    def in_turn(self, statement: c.If) -> c.If:
        """Return an `if` that says the same, where each long condition begins one of its own: so it is counted."""
        for number, (condition, _) in enumerate(statement.branches):
            if number and self.heavy.formula(condition) > LIGHT:
                rest = self.in_turn(replace(statement, branches=statement.branches[number:]))
                return replace(statement, branches=statement.branches[:number], otherwise=(rest,))
        return statement

    def value(self, code: Code, value: Value, found: tuple[f.Expr, ...]) -> None:
        """Count the asking for a value, and for those whose formulas stand in its own, where that may come to much."""
        if self.heavy.value(value.name) > LIGHT_VALUE:
            code.add(f.Burn(f.Num(self._surely(value, found)), value.span))
            if self.heavy.is_straight(value.name):
                self.formulas.function_of(value).steps = self.heavy.value(value.name)

    def _surely(self, value: Value, found: tuple[f.Expr, ...]) -> int:
        """Return the steps of a value that are sure to come, without those that are counted where they are."""
        steps = self.heavy.value(value.name)
        if not self.heavy.is_straight(value.name):
            return weight_of(value)
        if steps >= ENDLESS:
            return steps
        # The same call is made once, and counts by itself, unless what it asks for counts nothing.
        for called in dict.fromkeys(call for one in found for call in _calls(one)):
            bound = self.heavy.value(called.function.words[0])
            steps -= bound if bound > LIGHT_VALUE else 0
        return max(steps, weight_of(value))

    def tried(self, code: Code, choose: c.Choose, source: f.Expr) -> None:
        """Count behind the walk over the numbers of a choice that none of them could go on."""
        if isinstance(choose.source, c.NumberRange) and not _is_short(source):
            steps = multiplied(f.Length(source), f.Num(weight_of(choose)), slowly=True)
            code.add(f.Burn(steps, choose.span))

    # ---------------------------------------------------------------- lists
    def _gone_through(self, node: object, env: Env) -> list[f.Expr]:
        """Return the steps of the lists that a formula surely goes through, added up by the caller."""
        match node:
            case c.Every() | c.Aggregate() | c.Fold() | c.Place() | c.Ranked():
                return self._of_list(node, env)
            case c.Items():
                return [*self._lengths(node.list, env), *self._gone_through(node.list, env)]
            case c.Concat():
                sides = (*self._lengths(node.left, env), *self._lengths(node.right, env))
                return [*sides, *self._gone_through(node.left, env), *self._gone_through(node.right, env)]
            case c.Member():
                return [*self._lengths(node.list, env), *self._gone_through(node.item, env)]
            case c.AllOf() | c.AnyOf():
                return self._gone_through(node.parts[0], env)
            case c.Cases():
                return self._gone_through(node.cases[0][0], env)
            case c.Named():
                return self._gone_through(node.value, env)
            case tuple():
                return [one for part in node for one in self._gone_through(part, env)]
        if not isinstance(node, c.Expr | c.Key):
            return []
        return [one for part in inside(node) for one in self._gone_through(part, env)]

    def _of_list(self, e: c.Every | c.Aggregate | c.Fold | c.Place | c.Ranked, env: Env) -> list[f.Expr]:
        built = self._gone_through(e.items.list, env)
        lengths = self._lengths(e.items.list, env)
        if not lengths:
            return built
        inner = {**env, e.items.name: _ITEM}
        each: list[f.Expr] = [f.Num(weight_of(e))]
        if e.items.where is not None:
            each += self._gone_through(e.items.where, inner)
        elif isinstance(e, c.Fold):
            each += self._gone_through(e.number, inner)
        return [*built, multiplied(lengths[0], added(each), slowly=True)]

    def _lengths(self, e: c.Expr, env: Env) -> list[f.Expr]:
        """Return how long a list is, where that costs nothing to look up; nothing else."""
        if isinstance(e, c.Concat):
            left, right = self._lengths(e.left, env), self._lengths(e.right, env)
            return [added([*left, *right])] if left and right else []
        if not isinstance(e, c.Local | c.ZoneRef | c.AllComponents | c.TurnOrder):
            return []
        listed = self.formulas.expr(e, env)
        if _ITEM in (listed, *_parts_of(listed)) or facts(listed).fails:
            return []
        if isinstance(listed, f.Tuple):
            return [f.Num(len(listed.items))]
        return [f.Length(listed)]


def _parts_of(e: f.Expr) -> list[f.Expr]:
    found: list[f.Expr] = []
    for part in parts(e):
        found += [part, *_parts_of(part)]
    return found


def _calls(e: f.Expr) -> Iterator[f.CallOwn]:
    """Yield the calls of values in an expression."""
    if isinstance(e, f.CallOwn):
        yield e
    for part in parts(e):
        yield from _calls(part)


def _is_short(source: f.Expr) -> bool:
    return (
        isinstance(source, f.Range)
        and is_known(source.low, 1)
        and isinstance(source.high, f.Num)
        and (source.high.value <= 20)
    )
