"""The nodes of the form: expressions and statements, closed sets; fields stand in the order in which they are read.

An expression is worked out without any effect but drawing random numbers. Every statement has its place in the content.
What a pass wants to know of a node is told by `facts`; two nodes that say the same are equal.
"""

from __future__ import annotations

from typing import Any, Literal

from rulewright.interpreter.compiler.form.runtime import Runtime
from rulewright.interpreter.compiler.form.symbols import Function, Part, Symbol, Table
from rulewright.interpreter.findings import Span
from rulewright.interpreter.records import record


class Node:
    """What all nodes have: room for the facts that are worked out once."""

    __slots__ = ("known",)
    known: Any


# ---------------------------------------------------------------- expressions: what is there
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


# ---------------------------------------------------------------- expressions: calculation
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


# ---------------------------------------------------------------- expressions: lists
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


# ---------------------------------------------------------------- expressions: what is remembered
@record
class Memo(Node):
    """A memo in which nothing is remembered yet."""


@record
class Remembered(Node):
    """A value that is put into a memo under a key."""

    memo: Expr
    key: Pair
    value: Expr


# ---------------------------------------------------------------- expressions: calls
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


# ---------------------------------------------------------------- statements: what is done
@record
class Assign(Node):
    """Gives a symbol a value."""

    symbol: Symbol
    value: Expr
    span: Span | None


@record
class SetSlot(Node):
    """Sets a number of the state, adds to it, or takes from it."""

    slot: Slot
    op: Literal["=", "+=", "-="]
    value: Expr
    span: Span | None


@record
class SetOrder(Node):
    """Sets the turn order."""

    value: Expr
    span: Span | None


@record
class Do(Node):
    """Works something out for what it does."""

    call: Call | CallOwn | CallField
    span: Span | None


@record
class Append(Node):
    """Adds an item to a list of its own."""

    list: Symbol
    item: Expr
    span: Span | None


@record
class Remove(Node):
    """Takes an item out of a list of its own, where it is."""

    list: Symbol
    item: Expr
    span: Span | None


@record
class DropThrough(Node):
    """Takes out of a list of its own all up to an item, and that too."""

    list: Symbol
    item: Expr
    span: Span | None


@record
class Truncate(Node):
    """Leaves of a list of its own the first items only."""

    list: Symbol
    length: Expr
    span: Span | None


# ---------------------------------------------------------------- statements: where it goes on
@record
class Branch(Node):
    """A condition with what is done where it holds."""

    test: Expr
    body: Block
    span: Span | None


@record
class If(Node):
    """Carries out the first branch whose condition holds, else `otherwise`."""

    branches: tuple[Branch, ...]
    otherwise: Block
    span: Span | None


@record
class For(Node):
    """Carries out a block for each item of a list, which must not change meanwhile."""

    symbol: Symbol
    source: Expr
    body: Block
    span: Span | None


@record
class Loop(Node):
    """Carries out a block again and again: while a condition holds, or (`test` None) until something leaves it."""

    test: Expr | None
    body: Block
    span: Span | None


@record
class Restore(Node):
    """Carries out a block, and another behind it however the first is left."""

    body: Block
    after: Block
    span: Span | None


@record
class Continue(Node):
    """Goes on with the next turn of the loop."""

    span: Span | None


@record
class Break(Node):
    """Leaves the loop."""

    span: Span | None


@record
class Return(Node):
    """Ends the function with a value, True, False, or None (no value)."""

    value: Expr | None
    span: Span | None


@record
class Recall(Node):
    """Ends the function with what a memo holds under a key, where it holds anything; that counts so many steps."""

    memo: Symbol
    key: Pair
    span: Span | None
    steps: int = 0


@record
class Finish(Node):
    """Ends the rounds at once."""

    span: Span | None


@record
class Impossible(Node):
    """What the compiler has found out never to happen."""

    span: Span | None


@record
class Burn(Node):
    """Takes steps from those that are left before the next decision, and gives up when there were too few."""

    steps: Expr
    span: Span | None


# ---------------------------------------------------------------- statements: decisions and frames
@record
class Question(Node):
    """Puts the options in `o` to a player."""

    player: Expr
    span: Span | None


@record
class Answer(Node):
    """Hands the answer in `a` on to where the unit is resumed, or (`loads`) takes it there."""

    loads: bool
    span: Span | None


@record
class Push(Node):
    """Leaves a frame: the number of the block it goes on with, and its variables."""

    number: int
    values: tuple[Expr, ...]
    span: Span | None


@record
class Store(Node):
    """Puts a value into a slot of the frame; slot 0 is the number of the block."""

    slot: int
    value: Expr
    span: Span | None


@record
class Load(Node):
    """Gives a symbol its value out of the frame."""

    symbol: Symbol
    slot: int
    span: Span | None


@record
class Pop(Node):
    """Takes the uppermost frame away."""

    span: Span | None


# ---------------------------------------------------------------- statements: notes
@record
class Note(Node):
    """What is done only where a journal is kept."""

    body: Block
    span: Span | None


@record
class Tell(Node):
    """Adds a note."""

    entry: tuple[Expr, ...]
    span: Span | None


@record
class NoteSite(Node):
    """Says which statement calls what comes next, by its number."""

    site: int
    span: Span | None


@record
class NoteMay(Node):
    """Says of a repeated `may`, by its number, whether nobody has said yes yet."""

    site: int
    unanswered: bool
    span: Span | None


Stmt = (
    Assign
    | SetSlot
    | SetOrder
    | Do
    | Append
    | Remove
    | DropThrough
    | Truncate
    | If
    | For
    | Loop
    | Restore
    | Continue
    | Break
    | Return
    | Recall
    | Finish
    | Impossible
    | Burn
    | Question
    | Answer
    | Push
    | Store
    | Load
    | Pop
    | Note
    | Tell
    | NoteSite
    | NoteMay
)
Block = tuple[Stmt, ...]
