"""The statements of the form, a closed set; each has its place in the content."""

from __future__ import annotations

from typing import Literal

from rulewright.interpreter.compiler.form.expressions import Call, CallField, CallOwn, Expr, Node, Pair, Slot
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.findings import Span
from rulewright.interpreter.records import record


# ---------------------------------------------------------------- what is done
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


# ---------------------------------------------------------------- where it goes on
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


# ---------------------------------------------------------------- decisions and frames
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


# ---------------------------------------------------------------- notes
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
