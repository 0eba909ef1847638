"""Works out once what an expression would work out again: it gets a name where it is surely looked at first.

What comes again is left out only behind a place at which it has surely been worked out. So nothing is worked out that
would not have been, and a fault is met where it would have been met. In the same way a condition falls away that is
tested where it is known already to hold, or not to hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, parts, rebuilt
from rulewright.interpreter.compiler.form.make import FALSE, TRUE, joined, literal_items, negated
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.form.types import type_of

LEAST_SIZE = 5
"""What is made of fewer nodes costs no more than a name."""

LEAST_INSIDE = 6
"""The same within a list that is built, where a name costs more."""

NO_NAME = 1 << 60
"""Where nothing can get a name."""

_OWN = (
    f.Copy,
    f.Join,
    f.Comprehension,
    f.Sorted,
    f.Gathered,
    f.NoSums,
    f.NotedSite,
    f.Data,
    f.Truth,
    f.Num,
    f.Use,
)
"""What has no name: lists that may be changed, and what is a name already."""

_CONDITIONS = (f.Compare, f.Between, f.Within, f.Member, f.Some)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known at a place: by the number of an expression its name, or whether it holds."""

    names: Mapping[int, Symbol]
    truths: Mapping[int, bool]

    def naming(self, number: int, symbol: Symbol) -> _Known:
        return _Known({**self.names, number: symbol}, self.truths)

    def testing(self, number: int, *, holds: bool) -> _Known:
        return _Known(self.names, {**self.truths, number: holds})


@dataclass(frozen=True, slots=True)
class _After:
    """What is known behind an expression: in any case, if it holds, and if it does not."""

    always: _Known
    holds: _Known
    fails: _Known


@dataclass(slots=True)
class Once:
    """Goes over the expressions of one function."""

    _numbers: dict[object, int] = field(default_factory=dict)
    _number_of: dict[int, int] = field(default_factory=dict)
    _symbols: dict[int, frozenset[Symbol]] = field(default_factory=dict)
    _alive: list[f.Expr] = field(default_factory=list)
    _used: set[Symbol] = field(default_factory=set)
    _made: int = 0

    def shared(self, e: f.Expr) -> f.Expr:
        """Return an expression that works out nothing twice."""
        if facts(e).size < 2 * LEAST_SIZE:
            return e
        self._used.clear()
        found, _ = self._visit(e, _Known({}, {}), least=LEAST_SIZE)
        made: f.Expr = self._stripped(found)
        return made

    # ---------------------------------------------------------------- equal expressions
    def _number(self, e: Any) -> int:  # noqa: ANN401  # nodes, and what stands in them
        """Return a number that equal expressions share; what stands in many places is looked into once."""
        known = self._number_of.get(id(e))
        if known is not None:
            return known
        key = (
            type(e),
            *[
                self._number(value)
                if isinstance(value, f.Node)
                else tuple(map(self._number, value))
                if value.__class__ is tuple and any(isinstance(each, f.Node) for each in value)
                else value
                for value in (getattr(e, name) for name in type(e).__slots__)
            ],
        )
        found = self._numbers.setdefault(key, len(self._numbers))
        self._number_of[id(e)] = found
        self._symbols[found] = facts(e).symbols
        self._alive.append(e)  # so that nothing else gets its id
        return found

    def _without(self, known: _Known, symbol: Symbol) -> _Known:
        """Return what is known without what is known of a symbol, which means something else from here on."""
        names = {number: name for number, name in known.names.items() if symbol not in self._symbols[number]}
        truths = {
            number: holds for number, holds in known.truths.items() if symbol not in self._symbols[number]
        }
        return _Known(names, truths)

    # ---------------------------------------------------------------- finding
    def _visit(self, e: f.Expr, known: _Known, *, least: int) -> tuple[f.Expr, _After]:
        """Return an expression with names, and what is known behind it."""
        if facts(e).size < 2:
            return e, _After(known, known, known)
        number = self._number(e)
        holds = known.truths.get(number)
        if holds is not None:
            return (TRUE if holds else FALSE), _After(known, known, known)
        symbol = known.names.get(number)
        if symbol is not None:
            self._used.add(symbol)
            return f.Use(symbol), _After(known, known, known)
        found, after = self._parts(e, known, least=least)
        if isinstance(e, _CONDITIONS) and not facts(e).draws:
            after = _After(
                after.always,
                after.holds.testing(number, holds=True),
                after.fails.testing(number, holds=False),
            )
            if isinstance(e, f.Compare) and e.op in ("==", "!="):
                other = self._number(negated(e))
                after = _After(
                    after.always,
                    after.holds.testing(other, holds=False),
                    after.fails.testing(other, holds=True),
                )
        if _is_worth_a_name(e, least) and not isinstance(found, _OWN):
            self._made += 1
            symbol = Symbol(f"t{self._made}", "own", type_of(found))
            found = f.Bound(symbol, found)
            after = _After(
                after.always.naming(number, symbol),
                after.holds.naming(number, symbol),
                after.fails.naming(number, symbol),
            )
        return found, after

    def _parts(self, e: f.Expr, known: _Known, *, least: int) -> tuple[f.Expr, _After]:
        """Do so with the parts of an expression, in the order in which they are worked out."""
        match e:
            case f.Choice():
                return self._choice(e, known, least=least)
            case f.AllOf() | f.AnyOf():
                return self._joined(e, known, least=least)
            case f.Not():
                of, after = self._visit(e.of, known, least=least)
                return negated(of), _After(after.always, after.fails, after.holds)
            case f.Comprehension() | f.Aggregate():
                # A name within what a list is made from is none of Python's.
                source, after = self._visit(e.source, known, least=NO_NAME)
                test, inside = e.test, self._without(after.always, e.symbol)
                least = max(least, LEAST_INSIDE)
                if test is not None:
                    test, tested = self._visit(test, inside, least=least)
                    inside = tested.holds
                element, _ = self._visit(e.element, inside, least=least)
                made: f.Expr = (
                    f.Comprehension(element, e.symbol, source, test)
                    if isinstance(e, f.Comprehension)
                    else f.Aggregate(e.op, element, e.symbol, source, test)
                )
                return made, _After(after.always, after.always, after.always)
            case f.Gathered() | f.CallField():
                return e, _After(known, known, known)
            case f.Sorted():
                source, after = self._visit(e.source, known, least=least)
                return f.Sorted(source, e.symbol, e.key), _After(after.always, after.always, after.always)
        after = _After(known, known, known)

        def visited(part: f.Expr) -> f.Expr:
            nonlocal after
            found, after = self._visit(part, after.always, least=least)
            return found

        made = rebuilt(e, visited)
        return made, _After(after.always, after.always, after.always)

    def _choice(self, e: f.Choice, known: _Known, *, least: int) -> tuple[f.Expr, _After]:
        test, tested = self._visit(e.test, known, least=least)
        if test == TRUE:
            return self._visit(e.yes, tested.always, least=least)
        if test == FALSE:
            return self._visit(e.no, tested.always, least=least)
        yes, _ = self._visit(e.yes, tested.holds, least=least)
        no, _ = self._visit(e.no, tested.fails, least=least)
        return f.Choice(yes, test, no), _After(tested.always, tested.always, tested.always)

    def _joined(self, e: f.AllOf | f.AnyOf, known: _Known, *, least: int) -> tuple[f.Expr, _After]:
        """Go over conditions, of which a later one is looked at only as long as the result is open."""
        is_all = isinstance(e, f.AllOf)
        found: list[f.Expr] = []
        always, going_on = None, known
        for part in e.parts:
            test, after = self._visit(part, going_on, least=least)
            found.append(test)
            always = after.always if always is None else always
            going_on = after.holds if is_all else after.fails
        assert always is not None
        made = joined(found, all_=is_all)
        if is_all:
            return made, _After(always, going_on, always)
        return made, _After(always, always, going_on)

    # ---------------------------------------------------------------- what is not needed
    def _stripped(self, e: Any) -> Any:  # noqa: ANN401  # any class of expressions, which it keeps
        """Return an expression without the names that nothing uses."""
        if isinstance(e, f.Bound):
            value = self._stripped(e.value)
            return f.Bound(e.symbol, value) if e.symbol in self._used else value
        return rebuilt(e, self._stripped) if parts(e) else e


def _is_worth_a_name(e: f.Expr, least: int) -> bool:
    known = facts(e)
    if known.size < least or known.draws or isinstance(e, _OWN):
        return False
    return not (isinstance(e, f.Tuple) and literal_items(e) is not None)
