"""The checked tree of formulas: what they mean, after their names are resolved and their types checked.

Every value is a plain integer or a tuple of them at run time: a number, a flag (0 or 1), a player (seat, from 0), an
enum value (its position, from 0), a component (its number in the layout), and -1 for `none`. A list is a tuple.
"""

from __future__ import annotations

from interpreter.findings import Span
from interpreter.language.types import Type
from interpreter.records import record

NOTHING = -1


@record(eq=False)
class Expr:
    """A formula, its place in the file and its type."""

    span: Span
    type: Type


# ---------------------------------------------------------------- names and constants
@record(eq=False)
class Const(Expr):
    """A number, flag, enum value, `none`, a component of the game, or a list of them."""

    value: int | tuple[int, ...]


@record(eq=False)
class CardConst(Expr):
    """The only component of a card, named by the card's position in `Game.cards`."""

    card: int


@record(eq=False)
class Local(Expr):
    """A bound name: a parameter, a `let`, a choice, a loop's item, `me` or `this`."""

    name: str


@record(eq=False)
class Players(Expr):
    """All players in seat order."""


@record(eq=False)
class TurnOrder(Expr):
    """All players in the present turn order."""


@record(eq=False)
class RoundNumber(Expr):
    """The number of the running round, from 1; 0 during set-up."""


@record(eq=False)
class AllComponents(Expr):
    """Every component of a kind that is in the game, in the order of the cards."""

    kind: str


@record(eq=False)
class OptionValue(Expr):
    """The value that the game was opened with for an option (flag, number or enum position)."""

    option: str


# ---------------------------------------------------------------- state
@record(eq=False)
class PlayerCounter(Expr):
    """A player's counter; `index` picks the entry of a counter kept by an enum."""

    counter: str
    player: Expr
    index: Expr | None


@record(eq=False)
class GameState(Expr):
    """A state of the game itself, `game.x`."""

    name: str


@record(eq=False)
class ComponentState(Expr):
    """A state that each component of a kind carries; none where the component is none."""

    name: str
    component: Expr


@record(eq=False)
class ZoneRef(Expr):
    """The components in a zone, in order: of the game, of a player or of a component (`holder`)."""

    zone: str
    scope: str  # game, player or component
    holder: Expr | None


@record(eq=False)
class CardField(Expr):
    """A field printed on a card, by its present side; none where the component is none."""

    field: str
    component: Expr


@record(eq=False)
class Owner(Expr):
    """The player a component belongs to, or none."""

    component: Expr


@record(eq=False)
class Face(Expr):
    """The side that lies up: 0 front, 1 back."""

    component: Expr


@record(eq=False)
class Sides(Expr):
    """How many sides a component's card has, 1 or 2."""

    component: Expr


@record(eq=False)
class HolderOf(Expr):
    """The component of `kind` one of whose zones holds this component, or none."""

    kind: str
    component: Expr


# ---------------------------------------------------------------- calculation
@record(eq=False)
class ValueCall(Expr):
    """A value of the rules, with one argument for each of its parameters."""

    value: str
    args: tuple[Expr, ...]


@record(eq=False)
class Lookup(Expr):
    """An entry of a table, one key for each of its levels."""

    table: str
    keys: tuple[Expr, ...]


@record(eq=False)
class IndexList(Expr):
    """The entry of a list: `base` 1 counts from one, `base` 0 is an enum's position."""

    list: Expr
    index: Expr
    base: int


@record(eq=False)
class Arithmetic(Expr):
    """`+ - * /` of two numbers; division rounds down."""

    op: str
    left: Expr
    right: Expr


@record(eq=False)
class Negative(Expr):
    """A number with its sign changed."""

    of: Expr


@record(eq=False)
class Compare(Expr):
    """`== != < <= > >=` of two values of one type."""

    op: str
    left: Expr
    right: Expr


@record(eq=False)
class AllOf(Expr):
    """Conditions joined by `and`."""

    parts: tuple[Expr, ...]


@record(eq=False)
class AnyOf(Expr):
    """Conditions joined by `or`."""

    parts: tuple[Expr, ...]


@record(eq=False)
class Not(Expr):
    """A condition turned round."""

    of: Expr


@record(eq=False)
class Member(Expr):
    """Whether a list holds an item."""

    item: Expr
    list: Expr


@record(eq=False)
class IsKind(Expr):
    """Whether a component is of a kind; never so for none."""

    component: Expr
    kind: str


@record(eq=False)
class IsCard(Expr):
    """Whether a component is a copy of a card (its position in `Game.cards`); never so for none."""

    component: Expr
    card: int


@record(eq=False)
class Cases(Expr):
    """The formula of the first case whose condition holds, else `otherwise`."""

    cases: tuple[tuple[Expr, Expr], ...]  # condition, formula
    otherwise: Expr


@record(eq=False)
class Items:
    """A list walked with a name for its item, those kept for which `where` holds."""

    span: Span
    name: str
    list: Expr
    where: Expr | None


@record(eq=False)
class Every(Expr):
    """Whether each of the items fulfils a condition."""

    items: Items
    has: Expr


@record(eq=False)
class Aggregate(Expr):
    """`count`, `any`, `first` or `all` of some items."""

    op: str
    items: Items


@record(eq=False)
class Fold(Expr):
    """`sum`, `max` or `min` of a number over some items; max and min of nothing are 0."""

    op: str
    number: Expr
    items: Items


@record(eq=False)
class Pick(Expr):
    """`max` or `min` of several numbers."""

    op: str
    parts: tuple[Expr, ...]


@record(eq=False)
class Key:
    """A number to rank by, largest first unless `rising`."""

    number: Expr
    rising: bool


@record(eq=False)
class Place(Expr):
    """The place, from 1, of a subject among some items; 0 when it is not among them."""

    subject: Expr
    items: Items
    keys: tuple[Key, ...]
    ties: str  # worse, better or in order


@record(eq=False)
class Ranked(Expr):
    """Some items sorted by keys, stable."""

    items: Items
    keys: tuple[Key, ...]


@record(eq=False)
class MakeList(Expr):
    """A list written out."""

    parts: tuple[Expr, ...]


@record(eq=False)
class Concat(Expr):
    """Two lists, one behind the other."""

    left: Expr
    right: Expr


@record(eq=False)
class Builtin(Expr):
    """A built-in function: shifted, reversed, starting_with, next_to, random, random_of."""

    name: str
    args: tuple[Expr, ...]
