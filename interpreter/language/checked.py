"""The checked tree: what an effect or a formula means, after its names are resolved and its types checked.

Every value is a plain integer or a tuple of them at run time: a number, a flag (0 or 1), a player (seat, from 0), an
enum value (its position, from 0), a component (its number in the layout), and -1 for `none`. A list is a tuple.
Both machines walk this tree and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.findings import Span
from interpreter.language.types import Type

NOTHING = -1


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """A formula, its place in the file and its type."""

    span: Span
    type: Type


# ---------------------------------------------------------------- names and constants
@dataclass(frozen=True, slots=True, eq=False)
class Const(Expr):
    """A number, flag, enum value, `none`, a component of the game, or a list of them."""

    value: int | tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CardConst(Expr):
    """The only component of a card, named by the card's position in `Game.cards`."""

    card: int


@dataclass(frozen=True, slots=True, eq=False)
class Local(Expr):
    """A bound name: a parameter, a `let`, a choice, a loop's item, `me` or `this`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Players(Expr):
    """All players in seat order."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnOrder(Expr):
    """All players in the present turn order."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundNumber(Expr):
    """The number of the running round, from 1; 0 during set-up."""


@dataclass(frozen=True, slots=True, eq=False)
class AllComponents(Expr):
    """Every component of a kind that is in the game, in the order of the cards."""

    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class OptionValue(Expr):
    """The value that the game was opened with for an option (flag, number or enum position)."""

    option: str


# ---------------------------------------------------------------- state
@dataclass(frozen=True, slots=True, eq=False)
class PlayerCounter(Expr):
    """A player's counter; `index` picks the entry of a counter kept by an enum."""

    counter: str
    player: Expr
    index: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class GameState(Expr):
    """A state of the game itself, `game.x`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class ComponentState(Expr):
    """A state that each component of a kind carries; none where the component is none."""

    name: str
    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ZoneRef(Expr):
    """The components in a zone, in order: of the game, of a player or of a component (`holder`)."""

    zone: str
    scope: str  # game, player or component
    holder: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CardField(Expr):
    """A field printed on a card, by its present side; none where the component is none."""

    field: str
    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Owner(Expr):
    """The player a component belongs to, or none."""

    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Face(Expr):
    """The side that lies up: 0 front, 1 back."""

    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Sides(Expr):
    """How many sides a component's card has, 1 or 2."""

    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class HolderOf(Expr):
    """The component of `kind` one of whose zones holds this component, or none."""

    kind: str
    component: Expr


# ---------------------------------------------------------------- calculation
@dataclass(frozen=True, slots=True, eq=False)
class ValueCall(Expr):
    """A value of the rules, with one argument for each of its parameters."""

    value: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lookup(Expr):
    """An entry of a table, one key for each of its levels."""

    table: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class IndexList(Expr):
    """The entry of a list: `base` 1 counts from one, `base` 0 is an enum's position."""

    list: Expr
    index: Expr
    base: int


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Expr):
    """`+ - * /` of two numbers; division rounds down."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negative(Expr):
    """A number with its sign changed."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Expr):
    """`== != < <= > >=` of two values of one type."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AllOf(Expr):
    """Conditions joined by `and`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf(Expr):
    """Conditions joined by `or`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not(Expr):
    """A condition turned round."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Member(Expr):
    """Whether a list holds an item."""

    item: Expr
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsKind(Expr):
    """Whether a component is of a kind; never so for none."""

    component: Expr
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class IsCard(Expr):
    """Whether a component is a copy of a card (its position in `Game.cards`); never so for none."""

    component: Expr
    card: int


@dataclass(frozen=True, slots=True, eq=False)
class Cases(Expr):
    """The formula of the first case whose condition holds, else `otherwise`."""

    cases: tuple[tuple[Expr, Expr], ...]  # condition, formula
    otherwise: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """A list walked with a name for its item, those kept for which `where` holds."""

    span: Span
    name: str
    list: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Every(Expr):
    """Whether each of the items fulfils a condition."""

    items: Items
    has: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate(Expr):
    """`count`, `any`, `first` or `all` of some items."""

    op: str
    items: Items


@dataclass(frozen=True, slots=True, eq=False)
class Fold(Expr):
    """`sum`, `max` or `min` of a number over some items; max and min of nothing are 0."""

    op: str
    number: Expr
    items: Items


@dataclass(frozen=True, slots=True, eq=False)
class Pick(Expr):
    """`max` or `min` of several numbers."""

    op: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """A number to rank by, largest first unless `rising`."""

    number: Expr
    rising: bool


@dataclass(frozen=True, slots=True, eq=False)
class Place(Expr):
    """The place, from 1, of a subject among some items; 0 when it is not among them."""

    subject: Expr
    items: Items
    keys: tuple[Key, ...]
    ties: str  # worse, better or in order


@dataclass(frozen=True, slots=True, eq=False)
class Ranked(Expr):
    """Some items sorted by keys, stable."""

    items: Items
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MakeList(Expr):
    """A list written out."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Concat(Expr):
    """Two lists, one behind the other."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Builtin(Expr):
    """A built-in function: shifted, reversed, starting_with, next_to, random, random_of."""

    name: str
    args: tuple[Expr, ...]


# ---------------------------------------------------------------- text
@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """Words with formulas in them, for prompts and transcripts.

    Each part is a text, a formula to be shown by its type, or a condition with the words it lets appear.
    """

    span: Span
    parts: tuple[str | Expr | tuple[Expr, Template], ...]


# ---------------------------------------------------------------- statements
@dataclass(frozen=True, slots=True, eq=False)
class Stmt:
    """A statement of an effect and its place in the file."""

    span: Span


Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """A number of a counter of the acting player."""

    span: Span
    number: Expr
    counter: str
    index: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class PerEvery:
    """Multiplies amounts by how often `size` goes into `number`."""

    size: Expr
    number: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Change(Stmt):
    """`gain`, `pay` or `lose`: amounts added or taken, once, for each item or for every so many."""

    verb: str
    amounts: tuple[Amount, ...]
    per: Items | PerEvery | None


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """`set PLACE to FORMULA`; the target is a PlayerCounter, GameState, ComponentState or TurnOrder."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Move(Stmt):
    """Move a component or a list of them to a zone, behind the others or on top (in front)."""

    what: Expr
    to: ZoneRef
    on_top: bool


@dataclass(frozen=True, slots=True, eq=False)
class Draw(Stmt):
    """Move the first `number` components of a zone to another, after one refill if they run out."""

    number: Expr
    source: ZoneRef
    to: ZoneRef


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Stmt):
    """Bring a zone, or the turn order, into a random order."""

    zone: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Flip(Stmt):
    """Turn a component, or a list of them, to the other side."""

    what: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Discard(Stmt):
    """Move a component, or a list of them, each to the pile of its kind."""

    what: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Stmt):
    """Exchange the places of two components."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Let(Stmt):
    """Name a value until the end of the block."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class NumberRange:
    """The numbers from `low` to `high` by `step`."""

    low: Expr
    high: Expr
    step: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Stmt):
    """Ask the acting player for one option, or for several one after another, and name the answer.

    `quantity` is one, exactly, up_to, any_number or some (at least one). `number` is the count of exactly and up_to.
    With quantity one the name is an item, else a list. `shown` is the type of an option.
    """

    name: str
    quantity: str
    number: Expr | None
    source: Items | NumberRange
    shown: Type
    prompt: Template | None


@dataclass(frozen=True, slots=True, eq=False)
class Offer(Stmt):
    """Open a window with arguments."""

    window: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Run(Stmt):
    """Carry out the effect that stands in a component's field, with that component as `this`."""

    field: str
    component: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Call(Stmt):
    """Carry out an action; one argument for each of its parameters, defaults filled in."""

    action: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Finish(Stmt):
    """End the rounds at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Nothing(Stmt):
    """Do nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class May(Stmt):
    """Ask whether to carry out a block: once (`limit` None), or until declined (`limit` a number, or `any`)."""

    prompt: Template
    repeated: bool
    limit: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One branch of a `one of`: its option id's words, its guard and its block."""

    span: Span
    label: Template
    guard: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class OneOf(Stmt):
    """Ask for one of several branches."""

    prompt: Template | None
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Stmt):
    """Carry out a block for each item of a list; with `acting` the item becomes the acting player."""

    items: Items
    acting: bool
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class CountFrom(Stmt):
    """Carry out a block for each number from `low` to `high`."""

    name: str
    low: Expr
    high: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class AsPlayer(Stmt):
    """Carry out a block with another acting player."""

    player: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Stmt):
    """Carry out a block a number of times."""

    times: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Stmt):
    """Carry out a block as long as a condition holds, tested before each turn."""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    """Carry out the block of the first condition that holds, else `otherwise`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block
