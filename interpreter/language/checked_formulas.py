"""The checked tree of formulas: what they mean, after their names are resolved and their types checked.

Every value is a plain integer or a tuple of them at run time: a number, a flag (0 or 1), a player (seat, from 0), an
enum value (its position, from 0), a component (its number in the layout), and -1 for `none`. A list is a tuple.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never, get_args

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.records import record

NOTHING = -1

ZoneScope = Literal["game", "player", "component"]
"""Whose a zone is."""

Operator = Literal["+", "-", "*", "/", "/ rounded up", "mod"]
Dividing = Literal["/", "/ rounded up", "mod"]
DIVIDING: tuple[Dividing, ...] = get_args(Dividing)
"""The operators behind which a 0 is a fault."""

Comparison = Literal["==", "!=", "<", "<=", ">", ">="]
Question = Literal["count", "any", "first", "all"]
"""What is asked of the items of a list by name."""

Folding = Literal["sum", "max", "min"]
"""What becomes of the numbers of a list."""

Extreme = Literal["max", "min"]
Ties = Literal["worse", "better", "in order"]
"""The place of those that tie."""

BuiltinName = Literal[
    "rotated",
    "reversed",
    "starting_with",
    "one_after",
    "one_before",
    "index_of",
    "next_to",
    "random",
    "random_of",
]


@record(eq=False)
class Formula:
    """What every formula has: its place in the file and its type. `Expr` is the union of all that there are."""

    span: Span
    type: Type


def divided(op: Dividing, left: int, right: int) -> int:
    """Return what a division comes to: rounded down or up, below 0 too, or what rounding down leaves over."""
    match op:
        case "/":
            return left // right
        case "/ rounded up":
            return -(-left // right)
        case "mod":
            return left % right
    assert_never(op)


# ---------------------------------------------------------------- names and constants
@record(eq=False)
class Const(Formula):
    """A number, flag, enum value, `none`, a component of the game, or a list of them."""

    value: int | tuple[int, ...]


@record(eq=False)
class CardConst(Formula):
    """The only component of a card, named by the card's position in `Game.cards`."""

    card: int


@record(eq=False)
class Local(Formula):
    """A bound name: a parameter, a `let`, a choice, a loop's item, `me` or `this`."""

    name: str


@record(eq=False)
class Players(Formula):
    """All players in seat order."""


@record(eq=False)
class TurnOrder(Formula):
    """All players in the present turn order."""


@record(eq=False)
class RoundNumber(Formula):
    """The number of the running round, from 1; 0 during set-up."""


@record(eq=False)
class AllComponents(Formula):
    """Every component of a kind that is in the game, in the order of the cards."""

    kind: str


@record(eq=False)
class OptionValue(Formula):
    """The value that the game was opened with for an option (flag, number or enum position)."""

    option: str


# ---------------------------------------------------------------- state
@record(eq=False)
class PlayerCounter(Formula):
    """A player's counter; `index` picks the entry of a counter kept by an enum."""

    counter: str
    player: Expr
    index: Expr | None


@record(eq=False)
class GameState(Formula):
    """A state of the game itself, `game.x`."""

    name: str


@record(eq=False)
class ComponentState(Formula):
    """A state that each component of a kind carries; none where the component is none."""

    name: str
    component: Expr


@record(eq=False)
class ZoneRef(Formula):
    """The components in a zone, in order: of the game, of a player or of a component (`holder`)."""

    zone: str
    scope: ZoneScope
    holder: Expr | None


@record(eq=False)
class CardField(Formula):
    """A field printed on a card, by its present side; none where the component is none."""

    field: str
    component: Expr


@record(eq=False)
class Owner(Formula):
    """The player a component belongs to, or none."""

    component: Expr


@record(eq=False)
class Face(Formula):
    """The side that lies up: 0 front, 1 back."""

    component: Expr


@record(eq=False)
class Sides(Formula):
    """How many sides a component's card has, 1 or 2."""

    component: Expr


@record(eq=False)
class HolderOf(Formula):
    """The component of `kind` one of whose zones holds this component, or none."""

    kind: str
    component: Expr


# ---------------------------------------------------------------- calculation
@record(eq=False)
class ValueCall(Formula):
    """A value of the rules, with one argument for each of its parameters."""

    value: str
    args: tuple[Expr, ...]


@record(eq=False)
class Lookup(Formula):
    """An entry of a table, one key for each of its levels."""

    table: str
    keys: tuple[Expr, ...]


@record(eq=False)
class IndexList(Formula):
    """The entry of a list: `base` 1 counts from one, `base` 0 is an enum's position."""

    list: Expr
    index: Expr
    base: int


@record(eq=False)
class Arithmetic(Formula):
    """`+ - * /` of two numbers, or `mod`, what is left over; division rounds down unless it is said to round up."""

    op: Operator
    left: Expr
    right: Expr


@record(eq=False)
class Negative(Formula):
    """A number with its sign changed."""

    of: Expr


@record(eq=False)
class Compare(Formula):
    """`== != < <= > >=` of two values of one type."""

    op: Comparison
    left: Expr
    right: Expr


@record(eq=False)
class AllOf(Formula):
    """Conditions joined by `and`."""

    parts: tuple[Expr, ...]


@record(eq=False)
class AnyOf(Formula):
    """Conditions joined by `or`."""

    parts: tuple[Expr, ...]


@record(eq=False)
class Not(Formula):
    """A condition turned round."""

    of: Expr


@record(eq=False)
class Member(Formula):
    """Whether a list holds an item."""

    item: Expr
    list: Expr


@record(eq=False)
class IsKind(Formula):
    """Whether a component is of a kind; never so for none."""

    component: Expr
    kind: str


@record(eq=False)
class IsCard(Formula):
    """Whether a component is a copy of a card (its position in `Game.cards`); never so for none."""

    component: Expr
    card: int


@record(eq=False)
class Cases(Formula):
    """The formula of the first case whose condition holds, else `otherwise`."""

    cases: tuple[tuple[Expr, Expr], ...]  # condition, formula
    otherwise: Expr


@record(eq=False)
class Named(Formula):
    """A formula in which a name stands for the value of another, which is worked out once, before it."""

    name: str
    value: Expr
    of: Expr


@record(eq=False)
class Items:
    """A list walked with a name for its item, those kept for which `where` holds."""

    span: Span
    name: str
    list: Expr
    where: Expr | None


@record(eq=False)
class Every(Formula):
    """Whether each of the items fulfils a condition."""

    items: Items
    has: Expr


@record(eq=False)
class Aggregate(Formula):
    """`count`, `any`, `first` or `all` of some items."""

    op: Question
    items: Items


@record(eq=False)
class Fold(Formula):
    """`sum`, `max` or `min` of a number over some items; max and min of nothing are 0."""

    op: Folding
    number: Expr
    items: Items


@record(eq=False)
class Pick(Formula):
    """`max` or `min` of several numbers."""

    op: Extreme
    parts: tuple[Expr, ...]


@record(eq=False)
class Key:
    """A number to rank by, largest first unless `rising`."""

    number: Expr
    rising: bool


@record(eq=False)
class Place(Formula):
    """The place, from 1, of a subject among some items; 0 when it is not among them."""

    subject: Expr
    items: Items
    keys: tuple[Key, ...]
    ties: Ties


@record(eq=False)
class Ranked(Formula):
    """Some items sorted by keys, stable."""

    items: Items
    keys: tuple[Key, ...]


@record(eq=False)
class MakeList(Formula):
    """A list written out."""

    parts: tuple[Expr, ...]


@record(eq=False)
class Concat(Formula):
    """Two lists, one behind the other."""

    left: Expr
    right: Expr


@record(eq=False)
class Builtin(Formula):
    """A built-in function, one of `BuiltinName`."""

    name: BuiltinName
    args: tuple[Expr, ...]


Expr: TypeAlias = (
    Const
    | CardConst
    | Local
    | Players
    | TurnOrder
    | RoundNumber
    | AllComponents
    | OptionValue
    | PlayerCounter
    | GameState
    | ComponentState
    | ZoneRef
    | CardField
    | Owner
    | Face
    | Sides
    | HolderOf
    | ValueCall
    | Lookup
    | IndexList
    | Arithmetic
    | Negative
    | Compare
    | AllOf
    | AnyOf
    | Not
    | Member
    | IsKind
    | IsCard
    | Cases
    | Named
    | Every
    | Aggregate
    | Fold
    | Pick
    | Place
    | Ranked
    | MakeList
    | Concat
    | Builtin
)
"""Every class of formulas: what looks at them all ends in `assert_never`, so that no class can be forgotten."""
