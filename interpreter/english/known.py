"""What is known of a formula before a game is played: constants, printed fields, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type

Value = int | tuple[int, ...]
"""A number, a flag, an enum's position, a card's position in `Game.cards`, or a list of these."""


@dataclass(frozen=True, slots=True)
class Known:
    """A name whose value is known: a constant argument, a default, or what follows from such."""

    value: Value
    type: Type


@dataclass(frozen=True, slots=True)
class Called:
    """A name that is not known before the game: how it is called, and whose what belongs to it is.

    `apart` is what it is called where `it` would mean something nearer, empty where the words always do. `of_head`
    says that it is a parameter of the text itself, which goes without saying in what is worked out for it.
    """

    words: str
    possessive: str
    apart: str = ""
    of_head: bool = False


@dataclass(frozen=True, slots=True)
class ThisCard:
    """The card that is spoken of, with one of its sides up."""

    card: int
    side: int
    words: str
    possessive: str


Meaning = Known | Called | ThisCard
Names = dict[str, Meaning]
"""What each bound name means: `me`, `this`, parameters, choices and the items of loops."""


def known(game: Game, names: Names, expr: c.Expr) -> Value | None:  # noqa: C901, PLR0912 - one case a class
    """Return the value of a formula that is known before the game; None where it is not."""
    match expr:
        case c.Const():
            return expr.value
        case c.CardConst():
            return expr.card
        case c.Local():
            meaning = names.get(expr.name)
            return meaning.value if isinstance(meaning, Known) else None
        case c.CardField():
            return _printed(game, names, expr)
        case c.Negative() | c.Not():
            inner = known(game, names, expr.of)
            if not isinstance(inner, int):
                return None
            return -inner if isinstance(expr, c.Negative) else int(not inner)
        case c.Compare() if _same(names, expr):
            return int(expr.op in ("==", "<=", ">="))
        case c.Arithmetic() | c.Compare():
            left, right = known(game, names, expr.left), known(game, names, expr.right)
            if left is None or right is None:
                return None
            return _calculated(expr.op, left, right)
        case c.AllOf() | c.AnyOf():
            return _joined(game, names, expr)
        case c.MakeList():
            parts = [known(game, names, part) for part in expr.parts]
            return tuple(part for part in parts if isinstance(part, int)) if None not in parts else None
        case c.Member():
            item, among = known(game, names, expr.item), known(game, names, expr.list)
            return int(item in among) if item is not None and isinstance(among, tuple) else None
        case c.IsCard() | c.IsKind():
            return _is(game, names, expr)
        case c.Sides() | c.Face():
            return _sided(game, names, expr)
    return None


def _same(names: Names, expr: c.Compare) -> bool:
    """Say whether a comparison holds two names of one thing against each other."""
    if not isinstance(expr.left, c.Local) or not isinstance(expr.right, c.Local):
        return False
    left, right = names.get(expr.left.name), names.get(expr.right.name)
    return (
        isinstance(left, Called)
        and isinstance(right, Called)
        and left.words == right.words
        and not left.apart
    )


def _sided(game: Game, names: Names, expr: c.Sides | c.Face) -> int | None:
    """Return how many sides a card that is spoken of has, or which of them lies up."""
    meaning = names.get(expr.component.name) if isinstance(expr.component, c.Local) else None
    if not isinstance(meaning, ThisCard):
        return None
    return meaning.side if isinstance(expr, c.Face) else len(game.cards[meaning.card].sides)


def _printed(game: Game, names: Names, expr: c.CardField) -> Value | None:
    """Return a field of a card that is known and never turns, or of the side that is spoken of."""
    meaning = names.get(expr.component.name) if isinstance(expr.component, c.Local) else None
    if isinstance(meaning, ThisCard):
        value = game.cards[meaning.card].sides[meaning.side].fields.get(expr.field)
    else:
        card = known(game, names, expr.component)
        if not isinstance(card, int) or card < 0:
            return None
        values = [side.fields.get(expr.field) for side in game.cards[card].sides]
        if any(other != values[0] for other in values):
            return None
        value = values[0]
    return None if isinstance(value, str) else value


def _calculated(op: str, left: Value, right: Value) -> Value | None:
    if op in ("==", "!="):
        return int((left == right) == (op == "=="))
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "/ rounded up" | "mod":
            return c.divided(op, left, right) if right else None
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
    return int(left >= right)


def _joined(game: Game, names: Names, expr: c.AllOf | c.AnyOf) -> int | None:
    parts = [known(game, names, part) for part in expr.parts]
    decided = 0 if isinstance(expr, c.AllOf) else 1
    if any(part == decided for part in parts):
        return decided
    return None if None in parts else 1 - decided


def _is(game: Game, names: Names, expr: c.IsCard | c.IsKind) -> int | None:
    meaning = names.get(expr.component.name) if isinstance(expr.component, c.Local) else None
    card = meaning.card if isinstance(meaning, ThisCard) else known(game, names, expr.component)
    if not isinstance(card, int):
        return None
    if isinstance(expr, c.IsKind):
        return int(card >= 0 and game.cards[card].kind == expr.kind)
    return int(card == expr.card)
