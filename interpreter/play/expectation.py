"""What a script expects: the names it may use beside the game's own, their values, and why a condition fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from rulewright.interpreter.content.formulas import SCORE_LIST, SCORES
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.checked import (
    NOTHING,
    AllOf,
    AnyOf,
    CardConst,
    Compare,
    Const,
    Expr,
    Items,
    Key,
    Local,
    MakeList,
    Member,
    Not,
)
from rulewright.interpreter.language.types import PLAYER, Type, kind_type, list_of
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.source import ScalarNode
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.state.naming import Value

WINNERS = "winners"
_RESULTS = {WINNERS: list_of(PLAYER), SCORES: SCORE_LIST}


def names_of(game: Game, layout: Layout, players: Sequence[str]) -> dict[str, Type]:
    """Return the names that a script may use beside the game's own, with their types.

    They are the players, the components that the game cannot name alone (copies, and what not every number of players
    has), and `winners` and `scores`, which the game's own names hide.
    """
    names: dict[str, Type] = {name: type_ for name, type_ in _RESULTS.items() if not _is_taken(game, name)}
    names |= {layout.ids[component]: kind_type(layout.kind_of[component]) for component in _unnamed(layout)}
    return names | dict.fromkeys(players, PLAYER)


def values_of(match: Playable) -> dict[str, Value]:
    """Return what these names stand for in a match now."""
    values: dict[str, Value] = {}
    if match.over:
        values[WINNERS] = tuple(match.winners())
        values[SCORES] = tuple(NOTHING if score is None else score for score in match.scores())
    values |= {match.layout.ids[component]: component for component in _unnamed(match.layout)}
    return values | {name: seat for seat, name in enumerate(match.names)}


def too_early(match: Playable, formula: Expr) -> str | None:
    """Return the name of a result that a formula asks for before there is one."""
    return None if match.over else next((name for name in _names_in(formula) if name in _RESULTS), None)


def _names_in(part: object) -> Iterator[str]:
    """Yield the bound names that a part of a formula uses."""
    if isinstance(part, Local):
        yield part.name
    elif isinstance(part, tuple):
        for item in part:
            yield from _names_in(item)
    elif isinstance(part, Expr | Items | Key):
        for field in fields(part):
            yield from _names_in(getattr(part, field.name))


def _unnamed(layout: Layout) -> Iterator[int]:
    for component, card in enumerate(layout.card_of):
        of = layout.game.cards[card]
        if of.each_player or of.copies > 1 or of.players is not None:
            yield component


def _is_taken(game: Game, name: str) -> bool:
    lists = [enum.all_name for enum in game.enums.values()] + [kind.all_name for kind in game.kinds.values()]
    values = [value for enum in game.enums.values() for value in enum.values]
    return name in {*game.zones, *lists, *values, *(card.id for card in game.cards)}


def explain(match: Playable, formula: Expr, locals_: Mapping[str, Value], node: ScalarNode) -> str:
    """Return in words what the parts of a formula that does not hold are now; `node` is the text it was written in."""
    return _Explainer(match, locals_, node).explain(formula) or "it is not so"


class _Explainer:
    """Explains one formula at one moment."""

    def __init__(self, match: Playable, locals_: Mapping[str, Value], node: ScalarNode) -> None:
        self.match = match
        self.locals = locals_
        self.node = node

    def explain(self, formula: Expr) -> str:
        parts = list(dict.fromkeys(self._failing(formula)))
        return " and ".join(parts)

    def _failing(self, formula: Expr) -> Iterator[str]:
        match formula:
            case AllOf(parts=parts):
                for part in parts:
                    if not self.match.evaluate(part, self.locals):
                        yield from self._failing(part)
            case AnyOf(parts=parts):
                for part in parts:
                    yield from self._failing(part)
            case Compare(left=left, right=right) | Member(item=left, list=right):
                yield from self._value(left)
                yield from self._value(right)
            case Not(of=part):
                yield from self._failing(part)
            case _:
                yield from self._value(formula)

    def _value(self, part: Expr) -> Iterator[str]:
        text, value = self._text(part.span), self._shown(part, self.match.evaluate(part, self.locals))
        # A number or a name that stands for itself explains nothing.
        if not _is_literal(part) and text != value:
            yield f"{text} is {value}"

    def _shown(self, part: Expr, value: Value) -> str:
        naming = self.match.naming
        if isinstance(value, tuple):
            item = part.type.item
            return f"[{', '.join(naming.word(item, entry) for entry in value)}]" if item is not None else "[]"
        return naming.word(part.type, value)

    def _text(self, span: Span) -> str:
        """Return the text of a part as the author wrote it."""
        line = self.node.source.line(span.line) or ""
        return line[span.column - 1 : span.end_column - 1].strip() or "it"


def _is_literal(part: Expr) -> bool:
    """Say whether a formula is written out: a number, a name, or a list of such."""
    if isinstance(part, MakeList):
        return all(_is_literal(item) for item in part.parts)
    return isinstance(part, Const | CardConst) or (isinstance(part, Local) and part.type.base != "list")
