"""Makes nodes, with what is known already worked out: sums, products, conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.runtime import PRODUCT
from rulewright.interpreter.compiler.form.symbols import Part, Symbol
from rulewright.interpreter.state.limits import LARGEST

TRUE, FALSE = f.Truth(True), f.Truth(False)
ZERO, ONE = f.Num(0), f.Num(1)
NONE = f.Num(-1)
EMPTY = f.Tuple(())


def is_known(e: f.Expr, value: int) -> bool:
    """Say whether an expression is this number."""
    return isinstance(e, f.Num) and e.value == value


def as_condition(e: f.Expr) -> f.Expr:
    """Return a flag as a condition."""
    if isinstance(e, f.Num) and e.value in (0, 1):
        return f.Truth(e.value == 1)
    if isinstance(e, f.Choice):
        if e.yes == ONE and e.no == ZERO:
            return as_condition(e.test)
        yes, no = as_condition(e.yes), as_condition(e.no)
        if yes is not e.yes or no is not e.no:
            return _chosen(yes, e.test, no)
    return e


def _chosen(yes: f.Expr, test: f.Expr, no: f.Expr) -> f.Expr:
    """Return the condition of which one of two holds, by a test; those that are known fall away."""
    if no == FALSE:
        return joined((test, yes), all_=True)
    if yes == TRUE:
        return joined((test, no), all_=False)
    if yes == FALSE:
        return joined((negated(test), no), all_=True)
    if no == TRUE:
        return joined((negated(test), yes), all_=False)
    return f.Choice(yes, test, no)


def as_flag(test: f.Expr) -> f.Expr:
    """Return a condition as a flag, 0 or 1."""
    if isinstance(test, f.Truth):
        return ONE if test.value else ZERO
    return test if _is_flag(test) else f.Choice(ONE, test, ZERO)


def _is_flag(e: f.Expr) -> bool:
    """Say whether an expression is 0 or 1 already."""
    if isinstance(e, f.Choice):
        return _is_flag(e.yes) and _is_flag(e.no)
    return isinstance(e, f.Num) and e.value in (0, 1)


def plus(base: int, *parts: f.Expr) -> f.Expr:
    """Return a sum, plain numbers added up."""
    total, rest = base, []
    for part in parts:
        if isinstance(part, f.Num):
            total += part.value
        else:
            rest.append(part)
    if not rest:
        return f.Num(total)
    found = f.Num(total) if total else rest.pop(0)
    for part in rest:
        found = f.Arith(found, "+", part)
    return found


def added(parts: Iterable[f.Expr]) -> f.Expr:
    """Return numbers and conditions added up, what is known behind the others."""
    total, rest = 0, []
    for part in parts:
        if isinstance(part, f.Num | f.Truth):
            total += int(part.value)
        else:
            rest.append(part)
    if not rest:
        return f.Num(total)
    found = rest[0]
    for part in [*rest[1:], *([f.Num(total)] if total else [])]:
        found = f.Arith(found, "+", part)
    return found


def multiplied(left: f.Expr, right: f.Expr, *, slowly: bool) -> f.Expr:
    """Return a product; one that does not grow `slowly` is looked at when it is worked out."""
    if isinstance(left, f.Num) and isinstance(right, f.Num):
        number = left.value * right.value
        if slowly or -LARGEST <= number <= LARGEST:
            return f.Num(number)
    return f.Arith(left, "*", right) if slowly else f.Call(PRODUCT, (left, right))


def joined(tests: Iterable[f.Expr], *, all_: bool) -> f.Expr:
    """Return conditions joined by `and` or `or`, those left out that are known."""
    left: list[f.Expr] = []
    for test in _flat(tests, f.AllOf if all_ else f.AnyOf):
        if isinstance(test, f.Truth):
            if test.value is not all_:
                left.append(test)
                break
        else:
            left.append(test)
    if not left:
        return TRUE if all_ else FALSE
    if len(left) == 1:
        return left[0]
    if isinstance(left[-1], f.Truth) and all(facts(part).pure for part in left):
        return left[-1]
    return f.AllOf(tuple(left)) if all_ else f.AnyOf(tuple(left))


def _flat(tests: Iterable[f.Expr], class_: type[f.AllOf] | type[f.AnyOf]) -> Iterator[f.Expr]:
    """Yield conditions with those of joined ones among them each by itself."""
    for test in tests:
        if isinstance(test, class_):
            yield from test.parts
        else:
            yield test


_TURNED: dict[str, Literal["==", "!=", "<", "<=", ">", ">="]] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
}


def negated(test: f.Expr) -> f.Expr:
    """Return a condition turned round."""
    match test:
        case f.Truth():
            return f.Truth(not test.value)
        case f.Compare():
            return f.Compare(test.left, _TURNED[test.op], test.right)
    return f.Not(test)


def index_of(slot: f.Expr, of: Part) -> f.Slot:
    """Return a number of the state."""
    return f.Slot(slot, of)


def use(symbol: Symbol) -> f.Use:
    """Return the value of a symbol."""
    return f.Use(symbol)


def literal_items(e: f.Expr) -> list[f.Expr] | None:
    """Return the items of a list that is written out in numbers; None for any other."""
    if isinstance(e, f.Tuple) and all(isinstance(item, f.Num) for item in e.items):
        return list(e.items)
    return None


def is_literal(e: f.Expr) -> bool:
    """Say whether something means the same wherever it stands: numbers, or a table."""
    return isinstance(e, f.Num | f.Truth | f.Data) or literal_items(e) is not None


def is_plain(e: f.Expr) -> bool:
    """Say whether something costs so little that it may be worked out more than once."""
    match e:
        case f.Num() | f.Truth() | f.Use() | f.Data():
            return True
        case f.Slot():
            return is_plain_index(e.index)
        case f.Zone():
            return is_plain_index(e.number)
        case f.Tuple():
            return literal_items(e) is not None or (len(e.items) == 1 and isinstance(e.items[0], f.Use))
    return False


def is_plain_index(e: f.Expr) -> bool:
    """Say whether an index is a sum of numbers and symbols."""
    if isinstance(e, f.Arith):
        return e.op == "+" and is_plain_index(e.left) and is_plain_index(e.right)
    return isinstance(e, f.Num | f.Use)


def fresh_list(source: f.Expr) -> f.Expr:
    """Return a list that nobody else has."""
    return source if is_fresh(source) else f.Copy(source)


def is_fresh(e: f.Expr) -> bool:
    """Say whether a list is one of its own already."""
    if isinstance(e, f.Call):
        return e.function.name in ("each_once", "by_place")
    return isinstance(e, f.Comprehension | f.Join | f.Sorted | f.Gathered)
