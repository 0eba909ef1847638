"""Writes `gain`, `pay` and `lose`, and the test whether a payment can be made."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiler.code import Code
from interpreter.compiler.narrowing import Env
from interpreter.compiler.noting import NoteWriter
from interpreter.compiler.writer import Writer
from interpreter.language import checked as c
from interpreter.state.sizes import is_small_factor


@dataclass(frozen=True, slots=True)
class Term:
    """An amount as text: the slot, the number, and the counter's least value (None for no bound)."""

    slot: str
    number: str
    least: int | None


_NOT_BELOW_0 = "not_below_0("


class AmountWriter:
    """Writes changes of counters for the player that `me` stands for."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def terms(self, change: c.Change, env: Env) -> list[Term] | None:
        """Return the amounts one by one; None when they must be added up first."""
        occasions: list[Env] | None = [env]
        if isinstance(change.per, c.Items):
            occasions = self._known_occasions(change.per, env)
        if occasions is None:
            return None
        times = self._times(change.per, env) if isinstance(change.per, c.PerEvery) else "1"
        terms: list[Term] = []
        for inner in occasions:
            for amount in change.amounts:
                number = self._number(amount, inner)
                if times != "1":
                    number = self._multiplied(amount, number, times)
                least = self.writer.game.counters[amount.counter].least
                terms.append(Term(self._slot(amount, inner), number, least))
        # Two amounts of what may be one counter must be added up; slots that differ in their text alone may be one.
        names = [amount.counter for amount in change.amounts]
        apart = len({term.slot for term in terms}) == len(terms) and len(set(names)) == len(names)
        fixed = len(occasions) == 1 or all(self._by_literal(amount, change.per) for amount in change.amounts)
        return terms if apart and fixed else None

    def _known_occasions(self, per: c.Items, env: Env) -> list[Env] | None:
        known = self.writer.known_items(per.list, env)
        if known is None or per.where is not None:
            return None
        return [{**env, per.name: item} for item in known]

    def _by_literal(self, amount: c.Amount, per: c.Items | c.PerEvery | None) -> bool:
        return (
            isinstance(per, c.Items) and isinstance(amount.index, c.Local) and amount.index.name == per.name
        )

    def _times(self, per: c.PerEvery, env: Env) -> str:
        return f"times({self.writer.text(per.number, env)}, {self.writer.text(per.size, env)})"

    def _multiplied(self, amount: c.Amount, number: str, times: str) -> str:
        slowly = is_small_factor(amount.number)
        return times if slowly and number == "1" else self.writer.multiplied(number, times, slowly=slowly)

    def _number(self, amount: c.Amount, env: Env) -> str:
        text = self.writer.text(amount.number, env)
        return text if self.writer.bounds.nonnegative(amount.number, env) else f"not_below_0({text})"

    def _slot(self, amount: c.Amount, env: Env) -> str:
        index = None if amount.index is None else self.writer.text(amount.index, env)
        return self.writer.constants.counter(amount.counter, env["me"], index)

    # ---------------------------------------------------------------- tests
    def payable(self, change: c.Change, env: Env) -> str:
        """Return the condition that a payment can be made, for amounts that need no adding up."""
        terms = self.terms(change, env)
        assert terms is not None
        return self.enough(terms)

    def enough(self, terms: list[Term]) -> str:
        """Return the condition that there is enough for every term; nothing is always there."""
        tests = [
            f"(v[{term.slot}] >= {_above(term)})"
            for term in terms
            if term.least is not None and (term.number != "0" or term.least < 0)
        ]
        return self.writer.joined(tests, all_=True)

    def summed(self, code: Code, change: c.Change, env: Env) -> str:
        """Write the adding up of amounts into a dictionary from slot to total, and return its name."""
        name = self.writer.fresh("sums")
        code.add(f"{name} = {{}}")
        if isinstance(change.per, c.Items):
            known = self.writer.known_items(change.per.list, env)
            if known is not None:
                for item in known:
                    inner = {**env, change.per.name: item}
                    self._add_once(code, change, inner, name, change.per.where)
                return name
            head = self.writer.fresh(change.per.name)
            inner = {**env, change.per.name: head}
            with code.inside(f"for {head} in {self.writer.text(change.per.list, env)}:"):
                self._add_once(code, change, inner, name, change.per.where)
            return name
        times = "1" if change.per is None else self._times(change.per, env)
        self._add_once(code, change, env, name, None, times)
        return name

    def _add_once(
        self, code: Code, change: c.Change, env: Env, name: str, where: c.Expr | None, times: str = "1"
    ) -> None:
        test = "True" if where is None else self.writer.cond(where, env)
        if test == "False":
            return
        if test != "True":
            with code.inside(f"if {test}:"):
                self._add_once(code, change, env, name, None, times)
            return
        for amount in change.amounts:
            number = self._number(amount, env)
            number = number if times == "1" else self._multiplied(amount, number, times)
            code.add(f"add_to({name}, {self._slot(amount, env)}, {number})", amount.span)

    # ---------------------------------------------------------------- statements
    def write(self, code: Code, change: c.Change, env: Env, notes: NoteWriter) -> None:
        """Write the statement itself."""
        terms = self.terms(change, env)
        if terms is None:
            name = self.summed(code, change, env)
            notes.before_sums(code, name)
            code.add(f"{change.verb}_sums(v, {name}, LEAST)")
            notes.changed_sums(code, change)
            return
        if len(terms) > 1 and not all(term.number.isdecimal() for term in terms):
            terms = [self.noted(code, term) for term in terms]
        if change.verb == "pay":
            self._pay(code, change, terms, notes)
            return
        for term in terms:
            notes.before(code, term.slot)
            if change.verb == "gain":
                code.add(f"v[{term.slot}] += {term.number}")
            else:
                self._lose(code, term)
            notes.changed(code, change)

    @staticmethod
    def _lose(code: Code, term: Term) -> None:
        slot, number = f"v[{term.slot}]", term.number
        if term.least is None:
            code.add(f"{slot} -= {number}")
        elif term.least == 0 and (number.isidentifier() or number.isdecimal()):
            code.add(f"{slot} -= {number} if {number} < {slot} else {slot}")
        else:
            code.add(f"{slot} -= taken({slot} - {term.least}, {number})")

    def noted(self, code: Code, term: Term) -> Term:
        """Work out a number before any of several counters changes."""
        name = self.writer.fresh("n")
        number = term.number.removeprefix(_NOT_BELOW_0)
        if number == term.number or not _is_whole(term.number):
            code.add(f"{name} = {term.number}")
        else:
            code.add(f"{name} = {number[:-1]}")
            code.add(f"if {name} < 0: not_below_0({name})")
        return Term(term.slot, name, term.least)

    def _pay(self, code: Code, change: c.Change, terms: list[Term], notes: NoteWriter) -> None:
        noted = [
            term if term.number.isidentifier() or term.number.isdecimal() else self.noted(code, term)
            for term in terms
        ]
        for term in noted:
            if term.least is not None and term.number != "0":
                code.add(
                    f"if v[{term.slot}] < {_above(term)}: cannot_pay(v, {term.slot}, {term.number}, {term.least})"
                )
        for term in noted:
            notes.before(code, term.slot)
            code.add(f"v[{term.slot}] -= {term.number}")
            notes.changed(code, change)


def _is_whole(text: str) -> bool:
    """Say whether a text is one call: the bracket that is opened first is closed last."""
    depth = 0
    for position, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and letter == ")":
            return position == len(text) - 1
    return False


def _above(term: Term) -> str:
    return f"{term.number} + {term.least}" if term.least else term.number
