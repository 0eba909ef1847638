"""Finds the part of a statement at which a fault arose: compiled code knows the line, the checked tree the column."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.support import NegativeAmount, Oversized
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type

Wanted = Callable[[object], bool]


def sharpened(game: Game, place: Span, wanted: Wanted) -> Span:
    """Return the span of the one formula at a place that is wanted; the place itself when there is none, or several."""
    spans = {
        node.span
        for root in _roots(game)
        for node in _nodes(root)
        if isinstance(node, c.Expr | c.Amount) and _lies_in(node.span, place) and wanted(node)
    }
    return spans.pop() if len(spans) == 1 else place


def wanted_by(error: Exception) -> Wanted:
    """Return what can have had an error."""
    match error:
        case ZeroDivisionError():
            return lambda node: isinstance(node, c.Arithmetic) and node.op in c.DIVIDING
        case Oversized():
            return lambda node: (
                (isinstance(node, c.Arithmetic) and node.op == "*")
                or (isinstance(node, c.Builtin) and node.name == "random")
            )
        case KeyError():
            return lambda node: isinstance(node, c.Lookup)
        case NegativeAmount():
            return lambda node: isinstance(node, c.Amount)
    return lambda node: isinstance(node, c.IndexList | c.Builtin)


def asks_for(value: str) -> Wanted:
    """Return the test for formulas that ask for a value of the rules."""
    return lambda node: isinstance(node, c.ValueCall) and node.value == value


def _lies_in(span: Span, place: Span) -> bool:
    return (span.file, span.line) == (place.file, place.line) and place.column <= span.column


def _roots(game: Game) -> Iterator[Any]:
    yield from (game.setup, game.ending, game.rank, game.rank_by, game.estimate)
    for phase in game.phases.values():
        yield phase.body
    for action in game.actions.values():
        yield from (action.body, action.needs, tuple(param.default for param in action.params))
    for value in game.values.values():
        yield from (value.formula, value.at_least, value.at_most)
    for window in game.windows.values():
        yield window.takes_part
    for ability in game.abilities:
        yield from (ability.body, ability.condition)
    for changes in game.changes.values():
        for change in changes:
            yield from (change.condition, change.number)
    for card in game.cards:
        for side in card.sides:
            yield from side.effects.values()


def _nodes(root: Any) -> Iterator[object]:  # noqa: ANN401  # any node of the tree, or a tuple of nodes
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif is_dataclass(node) and not isinstance(node, Span | Type):
            yield node
            waiting.extend(getattr(node, field.name) for field in fields(node))
