"""The expressions of the form, a closed set; fields stand in the order in which they are read.

An expression is worked out without any effect but drawing random numbers.
"""

from __future__ import annotations

from typing import Any, Literal

from rulewright.interpreter.compiler.form.runtime import Runtime
from rulewright.interpreter.compiler.form.symbols import Function, Part, Symbol, Table
from rulewright.interpreter.records import record


class Node:
    """What all nodes have: room for the facts that are worked out once."""

    __slots__ = ("known",)
    known: Any


# ---------------------------------------------------------------- what is there
@record
class Num(Node):
    """A number."""

    value: int


@record
class Truth(Node):
    """A condition that is known."""

    value: bool


@record
class Use(Node):
    """The value of a symbol."""

    symbol: Symbol


@record
class Slot(Node):
    """A number of the state, in `v`; `of` says what it is a number of."""

    index: Expr
    of: Part


@record
class Zone(Node):
    """The components of a zone by its number; zone 0 is the turn order."""

    number: Expr


@record
class Heard(Node):
    """How many cards in play wait for something, in `k`; as a condition, whether there is any."""

    index: Expr


@record
class Data(Node):
    """A table, as it is."""

    table: Table


# ---------------------------------------------------------------- calculation
@record
class Arith(Node):
    """`+ - *`, `//` for division that rounds down, or `%` for what that leaves over."""

    left: Expr
    op: Literal["+", "-", "*", "//", "%"]
    right: Expr


@record
class Negative(Node):
    """A number with its sign changed."""

    of: Expr


@record
class Extreme(Node):
    """The greatest or least of several numbers."""

    op: Literal["max", "min"]
    parts: tuple[Expr, ...]


@record
class Compare(Node):
    """A comparison of two values; lists are equal when their items are."""

    left: Expr
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    right: Expr


@record
class Between(Node):
    """Whether a number lies between two others, or is one of them."""

    low: int
    of: Expr
    high: int


@record
class Within(Node):
    """Whether a number is one of some known ones."""

    of: Expr
    numbers: tuple[int, ...]


@record
class AllOf(Node):
    """Conditions joined by `and`: what follows a false one is not looked at."""

    parts: tuple[Expr, ...]


@record
class AnyOf(Node):
    """Conditions joined by `or`: what follows a true one is not looked at."""

    parts: tuple[Expr, ...]


@record
class Not(Node):
    """A condition turned round."""

    of: Expr


@record
class Choice(Node):
    """One of two values; the other one is not worked out."""

    yes: Expr
    test: Expr
    no: Expr


@record
class Paused(Node):
    """Whether what a unit has given back says that it is not done: a decision waits, or another frame goes on."""

    of: Expr


@record
class Bound(Node):
    """A value that gets a name where it is worked out, for what comes behind it in the same statement."""

    symbol: Symbol
    value: Expr


# ---------------------------------------------------------------- lists
@record
class Tuple(Node):
    """A list written out that nothing changes."""

    items: tuple[Expr, ...]


@record
class Join(Node):
    """Lists, one behind the other; a list of its own."""

    parts: tuple[Expr, ...]


@record
class Extended(Node):
    """A list with one more item behind."""

    list: Expr
    item: Expr


@record
class Kept(Node):
    """A list as it is now, that nothing changes."""

    of: Expr


@record
class Copy(Node):
    """A list of its own, which may be changed."""

    of: Expr


@record
class Range(Node):
    """The numbers from `low` to `high` by `step`."""

    low: Expr
    high: Expr
    step: Expr


@record
class Length(Node):
    """How many items a list has."""

    of: Expr


@record
class Some(Node):
    """Whether a list has any item."""

    of: Expr


@record
class Member(Node):
    """Whether a list holds an item."""

    item: Expr
    list: Expr


@record
class Occurrences(Node):
    """How often a list holds an item."""

    list: Expr
    item: Expr


@record
class Item(Node):
    """An entry of a list or of a table, by its index from 0, or from the end; `fails` where it may be missing."""

    of: Expr
    index: Expr
    fails: bool = False


@record
class Lookup(Node):
    """An entry of a table by its key; `otherwise` where there is none; without, it `fails` if one may be missing."""

    table: Table
    key: Expr
    otherwise: int | None
    fails: bool


@record
class Comprehension(Node):
    """A list built from another: `element` for each item of `source` that meets `test`."""

    element: Expr
    symbol: Symbol
    source: Expr
    test: Expr | None


AggregateOp = Literal["any", "all", "count", "sum", "max", "min", "first"]


@record
class Aggregate(Node):
    """What is reckoned of such a list without making it; `max` and `min` of nothing are 0, `first` is -1."""

    op: AggregateOp
    element: Expr
    symbol: Symbol
    source: Expr
    test: Expr | None


@record
class Gathered(Node):
    """The items of several lists, one list behind the other: of `inner` for each `symbol` of `source`."""

    source: Expr
    symbol: Symbol
    inner: Expr


@record
class Sorted(Node):
    """A list of its own, sorted by a key, a number or a pair of them, largest first, stable.

    Without a symbol and a key the items are sorted by themselves, the least first.
    """

    source: Expr
    symbol: Symbol | None
    key: Expr | None


@record
class Pair(Node):
    """Several values as one, compared by the first that differs."""

    items: tuple[Expr, ...]


@record
class NoSums(Node):
    """Sums by slot, to which nothing has been added yet."""


# ---------------------------------------------------------------- what is remembered
@record
class Memo(Node):
    """A memo in which nothing is remembered yet."""


@record
class Remembered(Node):
    """A value that is put into a memo under a key."""

    memo: Expr
    key: Pair
    value: Expr


# ---------------------------------------------------------------- calls
@record
class Call(Node):
    """A call of a function of the machine; what it is handed of the state is its own."""

    function: Runtime
    args: tuple[Expr, ...]


@record
class CallOwn(Node):
    """A call of a function of this game."""

    function: Function
    args: tuple[Expr, ...]


@record
class CallField(Node):
    """The effect in a component's field: carried out, or asked whether it can start.

    `table` holds the functions by component and side; `sided` where the component may lie on either. `handed` is
    what is asked further where the effect comes to its end, and whether a question before it was declined.
    """

    table: Table
    component: Expr
    me: Expr
    sided: bool
    starts: bool
    handed: tuple[Expr, ...] = ()


@record
class Later(Node):
    """What is to be asked further when something comes to its end: a test of a start, and what it is called with."""

    function: Function
    args: tuple[Expr, ...]


@record
class CallLater(Node):
    """Asks what was handed on, if anything; `declined` says that the last thing was a question without an answer."""

    then: Expr
    declined: Expr


@record
class NotedSite(Node):
    """An expression of notes only: the statement that has called this."""


Expr = (
    Num
    | Truth
    | Use
    | Slot
    | Zone
    | Heard
    | Data
    | Arith
    | Negative
    | Extreme
    | Compare
    | Between
    | Within
    | AllOf
    | AnyOf
    | Not
    | Choice
    | Paused
    | Bound
    | Tuple
    | Join
    | Extended
    | Kept
    | Copy
    | Range
    | Length
    | Some
    | Member
    | Occurrences
    | Item
    | Lookup
    | Comprehension
    | Aggregate
    | Gathered
    | Sorted
    | Pair
    | NoSums
    | Memo
    | Remembered
    | Call
    | CallOwn
    | CallField
    | Later
    | CallLater
    | NotedSite
)
