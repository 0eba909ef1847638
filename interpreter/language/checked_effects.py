"""The checked tree of effects: statements, and the texts that they show."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.checked_formulas import (
    ComponentState,
    Expr,
    GameState,
    Items,
    PlayerCounter,
    TurnOrder,
    ZoneRef,
)
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.records import record


# ---------------------------------------------------------------- text
@record(eq=False)
class Template:
    """Words with formulas in them, for prompts and transcripts."""

    span: Span
    parts: tuple[TemplatePart, ...]

    @property
    def is_fixed(self) -> bool:
        """Whether these are words only, the same at any time."""
        parts = self.parts
        if len(parts) == 1:
            return isinstance(parts[0], str)
        return all(isinstance(part, str) for part in parts)


@record(eq=False)
class Conditional:
    """Words that appear where a condition holds."""

    condition: Expr
    words: Template


@record(eq=False)
class Listing:
    """Words for each item of a list; `last` stands before those of the last."""

    items: Items
    words: Template
    last: str


@record(eq=False)
class Agreeing:
    """Words that agree with a formula in front of them: those behind one of it, and those behind several."""

    subject: Expr
    one: str
    several: str


TemplatePart: TypeAlias = str | Expr | Conditional | Listing | Agreeing
"""A text, a formula to be shown by its type, or words that depend on one."""


# ---------------------------------------------------------------- statements
Verb = Literal["gain", "pay", "lose"]
Target: TypeAlias = PlayerCounter | GameState | ComponentState | TurnOrder
"""What can be set."""

Quantity = Literal["one", "exactly", "up_to", "any_number", "some"]
"""How many are chosen; `some` is at least one."""


@record(eq=False)
class Statement:
    """What every statement of an effect has: its place in the file. `Stmt` is the union of all that there are."""

    span: Span


@record(eq=False)
class Amount:
    """A number of a counter of the acting player."""

    span: Span
    number: Expr
    counter: str
    index: Expr | None


@record(eq=False)
class PerEvery:
    """Multiplies amounts by how often `size` goes into `number`."""

    size: Expr
    number: Expr


@record(eq=False)
class Change(Statement):
    """`gain`, `pay` or `lose`: amounts added or taken, once, for each item or for every so many."""

    verb: Verb
    amounts: tuple[Amount, ...]
    per: Items | PerEvery | None


@record(eq=False)
class Assign(Statement):
    """`set PLACE to FORMULA`."""

    target: Target
    value: Expr


@record(eq=False)
class Move(Statement):
    """Move a component or a list of them to a zone, behind the others or on top (in front)."""

    what: Expr
    to: ZoneRef
    on_top: bool


@record(eq=False)
class Draw(Statement):
    """Move the first `number` components of a zone to another, after one refill if they run out."""

    number: Expr
    source: ZoneRef
    to: ZoneRef


@record(eq=False)
class Shuffle(Statement):
    """Bring a zone, or the turn order, into a random order."""

    zone: ZoneRef | TurnOrder


@record(eq=False)
class Flip(Statement):
    """Turn a component, or a list of them, to the other side."""

    what: Expr


@record(eq=False)
class Discard(Statement):
    """Move a component, or a list of them, each to the pile of its kind."""

    what: Expr


@record(eq=False)
class Swap(Statement):
    """Exchange the places of two components."""

    left: Expr
    right: Expr


@record(eq=False)
class Show(Statement):
    """Let players see components (`to` None: everybody), until these are moved or shuffled where they lie."""

    what: Expr
    to: Expr | None


@record(eq=False)
class Let(Statement):
    """Name a value until the end of the block."""

    name: str
    value: Expr


@record(eq=False)
class NumberRange:
    """The numbers from `low` to `high` by `step`, those kept for which `where` holds of the number, called `name`."""

    low: Expr
    high: Expr
    step: Expr | None
    name: str
    where: Expr | None


@record(eq=False)
class Choose(Statement):
    """Ask the acting player for one option, or for several one after another, and name the answer.

    `quantity` is one, exactly, up_to, any_number or some (at least one). `number` is the count of exactly and up_to.
    With quantity one the name is an item, else a list. `shown` is the type of an option.
    """

    name: str
    quantity: Quantity
    number: Expr | None
    source: Items | NumberRange
    shown: Type
    prompt: Template | None


@record(eq=False)
class Offer(Statement):
    """Open a window with arguments."""

    window: str
    args: tuple[Expr, ...]


@record(eq=False)
class Run(Statement):
    """Carry out the effect that stands in a component's field, with that component as `this`."""

    field: str
    component: Expr


@record(eq=False)
class Call(Statement):
    """Carry out an action; one argument for each of its parameters, defaults filled in."""

    action: str
    args: tuple[Expr, ...]


@record(eq=False)
class Finish(Statement):
    """End the rounds at once."""


@record(eq=False)
class Nothing(Statement):
    """Do nothing."""


@record(eq=False)
class May(Statement):
    """Ask whether to carry out a block: once (`limit` None), or until declined (`limit` a number, or `any`)."""

    prompt: Template
    repeated: bool
    limit: Expr | None
    body: Block


@record(eq=False)
class Branch:
    """One branch of a `one of`: its option id's words, the items that it is offered for, its guard and its block.

    Without `items` it is one option, else one for each of them, whose name stands in the label, guard and block.
    """

    span: Span
    label: Template
    items: Items | None
    guard: Expr | None
    body: Block


@record(eq=False)
class OneOf(Statement):
    """Ask for one of several branches."""

    prompt: Template | None
    branches: tuple[Branch, ...]


@record(eq=False)
class ForEach(Statement):
    """Carry out a block for each item of a list; with `acting` the item becomes the acting player."""

    items: Items
    acting: bool
    body: Block


@record(eq=False)
class CountFrom(Statement):
    """Carry out a block for each number from `low` to `high`."""

    name: str
    low: Expr
    high: Expr
    body: Block


@record(eq=False)
class AsPlayer(Statement):
    """Carry out a block with another acting player."""

    player: Expr
    body: Block


@record(eq=False)
class Repeat(Statement):
    """Carry out a block a number of times."""

    times: Expr
    body: Block


@record(eq=False)
class While(Statement):
    """Carry out a block as long as a condition holds, tested before each turn."""

    condition: Expr
    body: Block


@record(eq=False)
class If(Statement):
    """Carry out the block of the first condition that holds, else `otherwise`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


Moving: TypeAlias = Move | Draw | Discard | Swap | Flip
"""Statements that bring components somewhere, or turn them."""

Calling: TypeAlias = Call | Run | Offer
"""Statements that carry out what stands elsewhere."""

Plain: TypeAlias = Change | Assign | Shuffle | Show | Let | Choose | Finish | Nothing
"""Statements that move nothing and carry out nothing else."""

Simple: TypeAlias = Moving | Calling | Plain
"""Statements of one line, with no block inside."""

Compound: TypeAlias = May | OneOf | ForEach | CountFrom | AsPlayer | Repeat | While | If
"""Statements with blocks inside."""

Stmt: TypeAlias = Simple | Compound
"""Every class of statements: what looks at them all ends in `assert_never`, so that no class can be forgotten."""

Leading: TypeAlias = Let | Change | Choose | Call | Run | OneOf | May | If
"""Statements that are looked into to say whether an effect can start."""

EndingRun: TypeAlias = (
    Assign | Move | Draw | Shuffle | Show | Flip | Discard | Swap | Offer | Finish | Nothing
    | ForEach | CountFrom | AsPlayer | Repeat | While
)  # fmt: skip
"""The others: where such a leading run comes to one, it has ended well."""

Block: TypeAlias = tuple[Stmt, ...]
