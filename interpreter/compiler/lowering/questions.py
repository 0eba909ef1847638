"""Lowers what asks a player: `choose`, `may`, `one of`, with the action of an `at any decision` among the options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rulewright.interpreter.compiler.answers import DONE, EXTRA
from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.facts import with_symbols
from rulewright.interpreter.compiler.form.graph import (
    ANSWER,
    LEFT,
    OPTIONS,
    Ask,
    Extra,
    Fork,
    Graph,
    Invoke,
    Jump,
    Site,
    Stretch,
)
from rulewright.interpreter.compiler.form.make import FALSE, ONE, TRUE, ZERO, fresh_list, joined
from rulewright.interpreter.compiler.form.symbols import FormType, Symbol
from rulewright.interpreter.compiler.lowering.menus import Menus
from rulewright.interpreter.compiler.lowering.noting import Notes
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type, names_in
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type, list_of
from rulewright.interpreter.walker.options import SEVERAL

_O, _A, _Q = f.Use(OPTIONS), f.Use(ANSWER), f.Use(LEFT)
_YES_NO = f.Tuple((ONE, ZERO))


class Around(Protocol):
    """The flow that questions are put into. `extra` is the action that they get as a further option."""

    graph: Graph
    extra: Extra | None

    def code(self, stretch: Stretch) -> Code:
        """Return the code of a stretch, to be added to."""

    def variable(self, name: str, type_: Type) -> Symbol:
        """Return the variable of a name that is bound here."""

    def loop(self, at: Stretch) -> Stretch:
        """End a stretch with a loop, and return the head of that."""

    def lower(self, block: Iterable[c.Stmt], env: Env, at: Stretch, after: Stretch) -> None:
        """Lower a block from a stretch on; behind it, it goes on at another."""


class Questions:
    """Lowers the questions of one flow."""

    def __init__(self, flow: Around, menus: Menus, notes: Notes) -> None:
        self.flow = flow
        self.formulas = menus.formulas
        self.menus = menus
        self.starts = menus.starts
        self.notes = notes

    def _ask(
        self,
        site: Site,
        at: Stretch,
        empty: Stretch | None,
        head: Stretch,
        *,
        optional: bool,
        span: Span,
        otherwise: f.Block = (),
    ) -> Stretch:
        """End a stretch with a question, and return the one that gets the answer."""
        flow, extra = self.flow, self.flow.extra
        resume = flow.graph.stretch(answers=True)
        me = site.env["me"]
        if extra is not None:
            others = {extra.me: me}
            tests: list[f.Expr] = [f.Some(_O)]
            if extra.zone is not None:
                tests.append(f.Some(with_symbols(extra.zone, others)))
            can_start = with_symbols(extra.test, others)
            code = flow.code(at)
            with code.when(f.AllOf((*tests, can_start))) as more:
                more.set(OPTIONS, f.Join((_O, f.Tuple((f.Num(EXTRA),)))))
        at.end = Ask(me, resume, empty, site, optional, span, otherwise)
        if extra is None:
            return resume
        added, rest = flow.graph.stretch(), flow.graph.stretch()
        resume.end = Fork(f.Compare(_A, "!=", f.Num(EXTRA)), rest, added, span)
        self.notes.calls(flow.code(added), site.statement, self.formulas.game.actions[extra.name].span)
        call = f.CallOwn(
            extra.call.function, tuple(with_symbols(arg, {extra.me: me}) for arg in extra.call.args)
        )
        added.end = Invoke(call, head, span)
        return rest

    def _head(self, at: Stretch) -> Stretch:
        """Return the stretch where a question is put together; with an extra option it can be put again."""
        return at if self.flow.extra is None else self.flow.loop(at)

    def _site(
        self, kind: str, statement: c.Choose | c.May | c.OneOf, env: Env, picked: Symbol | None = None
    ) -> Site:
        extra = self.flow.extra.name if self.flow.extra is not None else None
        site = Site(kind, statement, env, picked, extra)
        needed = {
            found.symbol
            for name in _names_in_words(statement)
            if isinstance(found := env.get(name), f.Use) and found.symbol.sort == "variable"
        }
        site.needed = frozenset(needed | ({picked} if picked is not None else set()))
        return site

    # ---------------------------------------------------------------- choose
    def choose_one(
        self, statement: c.Choose, env: Env, at: Stretch, after: Stretch, following: Stretch, rest: c.Block
    ) -> Env:
        """Lower a choice of one option; return the names known behind it."""
        head = self._head(at)
        self.menus.options(self.flow.code(head), statement, env, rest)
        answered = self._ask(
            self._site("choose", statement, env),
            head,
            after,
            head,
            optional=False,
            span=statement.span,
            otherwise=self.notes.nothing_to_choose(statement, env["me"]),
        )
        chosen = self.flow.variable(statement.name, statement.shown)
        if isinstance(statement.source, c.NumberRange):
            self.formulas.bounds.note_least(chosen, statement.source.low, env)
        self.flow.code(answered).set(chosen, _A)
        answered.end = Jump(following)
        return {**env, statement.name: f.Use(chosen)}

    def choose_several(
        self, statement: c.Choose, env: Env, at: Stretch, after: Stretch, following: Stretch, rest: c.Block
    ) -> Env:
        """Lower a choice of several options, one after the other; return the names known behind it."""
        graph, span = self.flow.graph, statement.span
        picked = Symbol("picked", "variable", FormType.LIST)
        before = self.flow.code(at)
        before.set(picked, f.Tuple(()))
        most = None
        if statement.number is not None:
            most = Symbol("most", "variable")
            before.set(most, f.Extreme("max", (ZERO, self.formulas.expr(statement.number, env))))
        head = self.flow.loop(at)
        self._offer_several(head, statement, env, rest, picked, most)
        chosen = self.flow.variable(statement.name, list_of(statement.shown))
        bind, empty = graph.stretch(), graph.stretch()
        self.flow.code(bind).set(chosen, f.Use(picked))
        bind.end = Jump(following)
        any_picked = f.Some(f.Use(picked))
        empty.end = Fork(any_picked, bind, after, span) if statement.quantity == "some" else Jump(bind)
        site = self._site("choose", statement, env, picked)
        ended = self.notes.nothing_more(statement, env["me"], picked)
        answered = self._ask(site, head, empty, head, optional=False, span=span, otherwise=ended)
        more = graph.stretch()
        done = f.Compare(_A, "==", f.Num(DONE))
        answered.end = Jump(more) if statement.quantity == "exactly" else Fork(done, bind, more, span)
        self.flow.code(more).set(picked, f.Extended(f.Use(picked), _A))
        more.end = Jump(head)
        return {**env, statement.name: f.Use(chosen)}

    def _offer_several(
        self,
        head: Stretch,
        statement: c.Choose,
        env: Env,
        rest: c.Block,
        picked: Symbol,
        most: Symbol | None,
    ) -> None:
        """Lower the options of a choice of several: what stands behind what was picked last."""
        code = self.flow.code(head)
        code.span = statement.span
        so_far = f.Use(picked)
        code.set(LEFT, fresh_list(self.starts.options.source(statement, env)))
        if self.flow.extra is not None:
            item = Symbol("i", "item", form_type(statement.shown))
            still = f.Comprehension(f.Use(item), item, so_far, f.Member(f.Use(item), _Q))
            code.set(picked, f.Kept(still))
        with code.when(f.Some(so_far)) as again:
            again.add(f.DropThrough(LEFT, f.Item(so_far, f.Num(-1)), code.span))
        if most is not None:
            with code.when(f.Compare(f.Length(so_far), ">=", f.Use(most))) as enough:
                enough.set(LEFT, f.Copy(f.Tuple(())))
        if self.starts.unfiltered(rest):
            code.set(OPTIONS, _Q)
        else:
            item = Symbol(statement.name, "item", form_type(statement.shown))
            with_item = f.Extended(so_far, f.Use(item))
            test = self.starts.function(rest, {**env, statement.name: with_item}, narrow=True)
            code.set(OPTIONS, f.Comprehension(f.Use(item), item, _Q, test))
        if statement.quantity == "exactly":
            assert most is not None
            count = f.Length(_O)
            lacking = f.Arith(f.Use(most), "-", f.Length(so_far))
            length = f.Arith(f.Arith(count, "-", f.Extreme("min", (lacking, count))), "+", ONE)
            with code.when(f.Some(_O)) as some:
                some.add(f.Truncate(OPTIONS, length, code.span))
            return
        tests: tuple[f.Expr, ...] = (f.Some(_O),)
        if statement.quantity == "some":
            tests = (*tests, f.Some(so_far))
        with code.when(joined(tests, all_=True)) as some:
            some.add(f.Append(OPTIONS, f.Num(DONE), code.span))

    # ---------------------------------------------------------------- may, one of
    def may(self, statement: c.May, env: Env, at: Stretch, following: Stretch) -> None:
        """Lower a `may`."""
        flow, span = self.flow, statement.span
        left = None
        code = flow.code(at)
        if statement.repeated and statement.limit is not None:
            left = Symbol("left", "variable")
            code.set(left, self.formulas.expr(statement.limit, env))
        if statement.repeated:
            code.add(f.Note(self.notes.may(statement, unanswered=True), span))
        head = flow.loop(at) if statement.repeated else self._head(at)
        asked, body = flow.graph.stretch(), flow.graph.stretch()
        if statement.repeated:
            # An action of `at any decision` may come between the question and the first yes; where there is none, the
            # block may come back to this statement before it ends.
            noting = flow.code(asked if flow.extra is None else body)
            noting.add(f.Note(self.notes.may(statement, unanswered=False), span))
        test = self.menus.can_start(statement.body, env)
        if left is not None:
            test = joined((f.Compare(f.Use(left), ">", ZERO), test), all_=True)
        ended = self.notes.cannot_start(statement, env["me"], left)
        head.end = Fork(test, asked, following, span, ended)
        flow.code(asked).set(OPTIONS, _YES_NO, span)
        answered = self._ask(self._site("may", statement, env), asked, None, head, optional=True, span=span)
        answered.end = Fork(f.Compare(_A, "==", ONE), body, following, span)
        if left is not None:
            flow.code(body).set(left, f.Arith(f.Use(left), "-", ONE))
        flow.lower(statement.body, env, body, head if statement.repeated else following)

    def one_of(self, statement: c.OneOf, env: Env, at: Stretch, following: Stretch) -> None:
        """Lower a `one of`."""
        flow, span = self.flow, statement.span
        head = self._head(at)
        code = flow.code(head)
        code.span = span
        code.set(OPTIONS, f.Copy(f.Tuple(())))
        open_ = [
            number
            for number, branch in enumerate(statement.branches)
            if self._offer_branch(code, statement, number, branch, env)
        ]
        answered = self._ask(
            self._site("one of", statement, env),
            head,
            following,
            head,
            optional=False,
            span=span,
            otherwise=self.notes.no_branch(statement, env["me"]),
        )
        for number in open_[:-1]:
            body, rest = flow.graph.stretch(), flow.graph.stretch()
            answered.end = Fork(self._is_taken(statement, number), body, rest, span)
            self._branch(statement, number, env, body, following)
            answered = rest
        if open_:
            self._branch(statement, open_[-1], env, answered, following)
        else:
            answered.end = Jump(following)

    def _offer_branch(self, code: Code, statement: c.OneOf, number: int, branch: c.Branch, env: Env) -> bool:
        """Lower the options of a branch; False where there is surely none."""
        if branch.items is None:
            self.starts.fuel.formula(code, branch.guard, env, branch.span)
            test = self._branch_starts(branch, env)
            if test != FALSE:
                with code.when(test, branch.span) as there:
                    there.add(f.Append(OPTIONS, f.Num(number), branch.span))
            return test != FALSE
        items = branch.items
        item = Symbol(items.name, "local", form_type(items.list.type.item or items.list.type))
        test = self._branch_starts(branch, {**env, items.name: f.Use(item)})
        if test == FALSE:
            return False
        step = f.Num(len(statement.branches))
        option = f.Arith(f.Arith(step, "*", f.Use(item)), "+", f.Num(number))
        with (
            code.each(item, self.starts.options.for_branch(items, env)) as each,
            each.when(test, branch.span) as there,
        ):
            there.add(f.Append(OPTIONS, option, branch.span))
        return True

    def _branch_starts(self, branch: c.Branch, env: Env) -> f.Expr:
        guard = TRUE if branch.guard is None else self.formulas.cond(branch.guard, env)
        return FALSE if guard == FALSE else joined((guard, self.menus.can_start(branch.body, env)), all_=True)

    def _is_taken(self, statement: c.OneOf, number: int) -> f.Expr:
        if all(branch.items is None for branch in statement.branches):
            return f.Compare(_A, "==", f.Num(number))
        return f.Compare(f.Arith(_A, "%", f.Num(len(statement.branches))), "==", f.Num(number))

    def _branch(self, statement: c.OneOf, number: int, env: Env, body: Stretch, following: Stretch) -> None:
        """Lower the block of a branch that is taken."""
        branch = statement.branches[number]
        if branch.items is not None:
            items = branch.items
            taken = self.flow.variable(items.name, items.list.type.item or items.list.type)
            item = f.Arith(_A, "//", f.Num(len(statement.branches)))
            self.flow.code(body).set(taken, item, branch.span)
            env = {**env, items.name: f.Use(taken)}
        self.flow.lower(branch.body, env, body, following)


def _names_in_words(statement: c.Choose | c.May | c.OneOf) -> set[str]:
    """Return the names that a question's words are made from, and the whole list of a choice of several."""
    words: list[object] = [statement.prompt]
    if isinstance(statement, c.OneOf):
        words += [branch.label for branch in statement.branches]
    if isinstance(statement, c.Choose) and statement.quantity in SEVERAL:
        words.append(statement.source)
    return {"me"}.union(*map(names_in, words))
