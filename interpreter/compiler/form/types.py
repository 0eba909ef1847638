"""What the value of an expression is."""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.symbols import FormType


def type_of(e: f.Expr) -> FormType:  # a class of expressions each
    """Return what an expression's value is; an entry of a table or a list counts as a number unless it is a list."""
    match e:
        case f.Use():
            return e.symbol.type
        case f.Call():
            return e.function.type
        case f.Choice():
            return type_of(e.yes)
        case f.Bound() | f.Remembered():
            return type_of(e.value)
        case f.Aggregate():
            return FormType.FLAG if e.op in ("any", "all") else FormType.INT
        case f.Item():
            return _entry_of(e)
        case (
            f.Num()
            | f.Slot()
            | f.Heard()
            | f.Arith()
            | f.Negative()
            | f.Extreme()
            | f.Length()
            | f.Occurrences()
            | f.Lookup()
            | f.NotedSite()
        ):
            return FormType.INT
        case (
            f.Truth()
            | f.Compare()
            | f.Between()
            | f.Within()
            | f.AllOf()
            | f.AnyOf()
            | f.Not()
            | f.Paused()
            | f.Some()
            | f.Member()
            | f.CallField()
            | f.CallLater()
        ):
            return FormType.FLAG
        case (
            f.Zone()
            | f.Data()
            | f.Tuple()
            | f.Join()
            | f.Extended()
            | f.Kept()
            | f.Copy()
            | f.Range()
            | f.Comprehension()
            | f.Gathered()
            | f.Sorted()
            | f.NoSums()
            | f.Memo()
        ):
            return FormType.LIST
        case f.Pair() | f.Later():
            return FormType.PAIR
        case f.CallOwn():
            return e.function.type
        case _:
            assert_never(e)


def _entry_of(e: f.Item) -> FormType:
    """Return what an entry is: that of a table of lists is a list."""
    depth, of = 1, e.of
    while isinstance(of, f.Item):
        depth, of = depth + 1, of.of
    entries: list[object] = [of.table.data if isinstance(of, f.Data) else 0]
    for _ in range(depth):
        # Where something has no such field stands a number among the lists.
        entries = [each for entry in entries if isinstance(entry, tuple) for each in entry]
    return FormType.LIST if tuple in set(map(type, entries)) else FormType.INT
