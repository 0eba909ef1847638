"""Lowers `gain`, `pay` and `lose`, and the test whether a payment can be made."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.make import TRUE, ZERO, is_known, joined, multiplied
from rulewright.interpreter.compiler.form.symbols import FormType, Symbol
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.noting import Notes
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import form_type
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.sizes import is_small_factor

_SUMS = {"gain": runtime.GAIN_SUMS, "pay": runtime.PAY_SUMS, "lose": runtime.LOSE_SUMS}


@dataclass(frozen=True, slots=True)
class Term:
    """An amount: the slot, the number, and the counter's least value (None for no bound)."""

    slot: f.Slot
    number: f.Expr
    least: int | None


class Amounts:
    """Lowers changes of counters for the player that `me` stands for."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.game = formulas.game

    def terms(self, change: c.Change, env: Env) -> list[Term] | None:
        """Return the amounts one by one; None when they must be added up first."""
        occasions: list[Env] | None = [env]
        if isinstance(change.per, c.Items):
            occasions = self._known_occasions(change.per, env)
        if occasions is None:
            return None
        times = self._times(change.per, env) if isinstance(change.per, c.PerEvery) else None
        terms: list[Term] = []
        for inner in occasions:
            for amount in change.amounts:
                number = self._number(amount, inner, times)
                terms.append(
                    Term(self._slot(amount, inner), number, self.game.counters[amount.counter].least)
                )
        # Two amounts of what may be one counter must be added up; slots that differ as formulas may still be one.
        names = [amount.counter for amount in change.amounts]
        apart = len({term.slot for term in terms}) == len(terms) and len(set(names)) == len(names)
        fixed = len(occasions) == 1 or all(self._by_literal(amount, change.per) for amount in change.amounts)
        return terms if apart and fixed else None

    def _known_occasions(self, per: c.Items, env: Env) -> list[Env] | None:
        known = self.formulas.known_items(per.list, env)
        if known is None or per.where is not None:
            return None
        return [{**env, per.name: item} for item in known]

    def _by_literal(self, amount: c.Amount, per: c.Items | c.PerEvery | None) -> bool:
        return (
            isinstance(per, c.Items) and isinstance(amount.index, c.Local) and amount.index.name == per.name
        )

    def _times(self, per: c.PerEvery, env: Env) -> f.Expr:
        return f.Call(runtime.TIMES, (self.formulas.expr(per.number, env), self.formulas.expr(per.size, env)))

    def _number(self, amount: c.Amount, env: Env, times: f.Expr | None) -> f.Expr:
        """Return an amount, taken a number of times; one below 0 is none, unless it is taken no times."""
        number = self.formulas.expr(amount.number, env)
        if times is not None:
            slowly = is_small_factor(amount.number)
            number = times if slowly and is_known(number, 1) else multiplied(number, times, slowly=slowly)
        if self.formulas.bounds.nonnegative(amount.number, env):
            return number
        return f.Call(runtime.NOT_BELOW_0, (number,))

    def _slot(self, amount: c.Amount, env: Env) -> f.Slot:
        index = None if amount.index is None else self.formulas.entry(amount.index, env)
        return self.formulas.tables.counter(amount.counter, env["me"], index)

    # ---------------------------------------------------------------- tests
    def payable(self, change: c.Change, env: Env) -> f.Expr:
        """Return the condition that a payment can be made, for amounts that need no adding up."""
        terms = self.terms(change, env)
        assert terms is not None
        return self.enough(terms)

    def enough(self, terms: list[Term]) -> f.Expr:
        """Return the condition that there is enough for every term; nothing is always there.

        An amount that may be a fault is worked out also where the counter has no least value.
        """
        tests: list[f.Expr] = []
        for term in terms:
            if term.least is not None and (term.number != ZERO or term.least < 0):
                tests.append(f.Compare(term.slot, ">=", _above(term)))
            elif facts(term.number).fails:
                tests.append(f.Compare(term.number, ">=", ZERO))
        return joined(tests, all_=True)

    def summed(self, code: Code, change: c.Change, env: Env) -> Symbol:
        """Lower the adding up of amounts into sums by slot, and return their symbol."""
        sums = Symbol("sums", "own", FormType.LIST)
        code.set(sums, f.NoSums())
        if isinstance(change.per, c.Items):
            known = self.formulas.known_items(change.per.list, env)
            if known is not None:
                for item in known:
                    inner = {**env, change.per.name: item}
                    self._add_once(code, change, inner, sums, change.per.where)
                return sums
            head = Symbol(change.per.name, "local", form_type(change.per.list.type.item))
            with code.each(head, self.formulas.expr(change.per.list, env)) as each:
                self._add_once(each, change, {**env, change.per.name: f.Use(head)}, sums, change.per.where)
            return sums
        times = None if change.per is None else self._times(change.per, env)
        self._add_once(code, change, env, sums, None, times)
        return sums

    def _add_once(
        self,
        code: Code,
        change: c.Change,
        env: Env,
        sums: Symbol,
        where: c.Expr | None,
        times: f.Expr | None = None,
    ) -> None:
        test = TRUE if where is None else self.formulas.cond(where, env)
        with code.when(test) as inner:
            for amount in change.amounts:
                number = self._number(amount, env, times)
                slot = self._slot(amount, env).index
                inner.do(runtime.ADD_TO, f.Use(sums), slot, number, span=amount.span)

    # ---------------------------------------------------------------- statements
    def lower(self, code: Code, change: c.Change, env: Env, notes: Notes) -> None:
        """Lower the statement itself."""
        terms = self.terms(change, env)
        if terms is None:
            sums = self.summed(code, change, env)
            notes.before_sums(code, sums)
            code.do(_SUMS[change.verb], f.Use(sums), f.Data(self.formulas.tables.least))
            notes.changed_sums(code, change)
            return
        if len(terms) > 1 and not all(isinstance(term.number, f.Num) for term in terms):
            terms = [self.noted(code, term) for term in terms]
        if change.verb == "pay":
            self._pay(code, change, terms, notes)
            return
        for term in terms:
            notes.before(code, term.slot)
            if change.verb == "gain":
                code.add(f.SetSlot(term.slot, "+=", term.number, code.span))
            else:
                code.add(f.SetSlot(term.slot, "-=", _lost(term), code.span))
            notes.changed(code, change)

    def noted(self, code: Code, term: Term) -> Term:
        """Work out a number before any of several counters changes."""
        number = term.number
        name = Symbol("n", "own")
        if isinstance(number, f.Call) and number.function is runtime.NOT_BELOW_0:
            code.set(name, number.args[0])
            with code.when(f.Compare(f.Use(name), "<", ZERO)) as below:
                below.do(runtime.NOT_BELOW_0, f.Use(name))
        else:
            code.set(name, number)
        return Term(term.slot, f.Use(name), term.least)

    def _pay(self, code: Code, change: c.Change, terms: list[Term], notes: Notes) -> None:
        noted = [term if isinstance(term.number, f.Num | f.Use) else self.noted(code, term) for term in terms]
        for term in noted:
            if term.least is not None and term.number != ZERO:
                with code.when(f.Compare(term.slot, "<", _above(term))) as short:
                    args = (term.slot.index, term.number, f.Num(term.least))
                    short.do(runtime.CANNOT_PAY, *args)
        for term in noted:
            notes.before(code, term.slot)
            code.add(f.SetSlot(term.slot, "-=", term.number, code.span))
            notes.changed(code, change)


def _lost(term: Term) -> f.Expr:
    """Return how much a loss takes: what there is."""
    if term.least is None:
        return term.number
    if term.least == 0 and isinstance(term.number, f.Use | f.Num):
        return f.Choice(term.number, f.Compare(term.number, "<", term.slot), term.slot)
    left = f.Arith(term.slot, "-", f.Num(term.least))
    return f.Call(runtime.TAKEN, (left, term.number))


def _above(term: Term) -> f.Expr:
    if isinstance(term.number, f.Num) and term.least:
        return f.Num(term.number.value + term.least)
    return f.Arith(term.number, "+", f.Num(term.least)) if term.least else term.number
