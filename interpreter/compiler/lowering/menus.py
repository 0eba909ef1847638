"""Lowers the options of single choices, and the tests whether what follows a choice or a branch can start."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.graph import OPTIONS
from rulewright.interpreter.compiler.form.make import FALSE, TRUE, fresh_list, joined
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.starting import Starts
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type
from rulewright.interpreter.language import checked as c


def _holds_rarely(tested: Iterable[tuple[f.Expr, f.Expr]]) -> bool:
    """Say whether tests of options are such that many of them are false: all are equalities, and nothing else."""
    return all(isinstance(test, f.Compare) and test.op == "==" for _, test in tested)


def _are_apart(items: list[f.Expr]) -> bool:
    """Say whether no two items can be the same."""
    return len(items) < 2 or all(isinstance(item, f.Num) for item in items)


class Menus:
    """Lowers options; tests that are no short formula become functions of their own."""

    def __init__(self, starts: Starts) -> None:
        self.starts = starts
        self.formulas = starts.formulas

    def options(self, code: Code, statement: c.Choose, env: Env, rest: c.Block) -> None:
        """Lower the options of a single choice."""
        code.span = statement.span
        filtered = not self.starts.unfiltered(rest)
        by_place = self.formulas.layout.eyes.offers_by_place(statement)
        if isinstance(statement.source, c.Items) and not by_place:
            known = self.formulas.known_items(statement.source.list, env)
            if known is not None and all(isinstance(item, f.Num) for item in known):
                known = list(dict.fromkeys(known))
            if known is not None and not statement.shown.nullable and _are_apart(known):
                self._written_out(code, statement, statement.source, env, rest if filtered else None, known)
                return
        item = Symbol(statement.name, "local", form_type(statement.shown))
        if isinstance(statement.source, c.NumberRange):
            self.formulas.bounds.note_least(item, statement.source.low, env)
        tests: list[f.Expr] = []
        walk = self.starts.options.walk(statement, env, item)
        if walk is None:
            source = self.starts.options.source(statement, env)
        else:
            source, tests = walk
        if filtered:
            tests = [*tests, self._payable(statement, env, rest, f.Use(item))]
        test = joined(tests, all_=True)
        if test == TRUE:
            code.set(OPTIONS, fresh_list(source))
        else:
            code.set(OPTIONS, f.Comprehension(f.Use(item), item, source, test))

    def _written_out(
        self,
        code: Code,
        statement: c.Choose,
        items: c.Items,
        env: Env,
        rest: c.Block | None,
        known: list[f.Expr],
    ) -> None:
        tested: list[tuple[f.Expr, f.Expr]] = []
        for item in known:
            inner = {**env, items.name: item}
            tests = [] if items.where is None else [self.formulas.cond(items.where, inner)]
            if rest is not None:
                tests.append(self._payable(statement, env, rest, item))
            test = joined(tests, all_=True)
            if test != FALSE:
                tested.append((item, test))
        options = [item for item, _ in tested]
        if all(isinstance(item, f.Num) for item in options) and not _holds_rarely(tested):
            # Most options are there: what is not is taken out.
            code.set(OPTIONS, f.Copy(f.Tuple(tuple(options))))
            for item, test in tested:
                if test != TRUE:
                    with code.when(f.Not(test)) as gone:
                        gone.add(f.Remove(OPTIONS, item, code.span))
            return
        code.set(OPTIONS, f.Copy(f.Tuple(())))
        for item, test in tested:
            with code.when(test) as there:
                there.add(f.Append(OPTIONS, item, code.span))

    def _payable(self, statement: c.Choose, env: Env, rest: c.Block, item: f.Expr) -> f.Expr:
        """Return the test that what directly follows a choice can be carried out with an item."""
        inner = {**env, statement.name: item}
        first = rest[0]
        if (
            isinstance(first, c.Change)
            and self.starts.unfiltered(rest[1:])
            and self.starts.amounts.terms(first, inner) is not None
        ):
            test = self.starts.amounts.payable(first, inner)
            if not facts(test).fails:
                return test
        return self.starts.function(rest, inner, narrow=True)

    def can_start(self, block: c.Block, env: Env) -> f.Expr:
        """Return the test whether a block can start."""
        simple = self.starts.condition(block, env)
        return simple if simple is not None else self.starts.function(block, env, narrow=False)
