"""Finds the part of a statement at which a fault arose: compiled code knows the line, the checked tree the column."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.support import FormulaFault, FormulaSort, NegativeAmount, Oversized
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, is_node, nodes

Wanted = Callable[[object], bool]


def sharpened(game: Game, place: Span, wanted: Wanted) -> Span:
    """Return the span of the one formula at a place that is wanted; the place itself when there is none, or several."""
    every = [node for root in _roots(game) for node in nodes(root)]
    for near in (_of_what_stands_at(place, every), [node for node in every if _lies_behind(place, node)]):
        spans = {node.span for node in near if isinstance(node, c.Expr | c.Amount) and wanted(node)}
        if len(spans) == 1:
            return spans.pop()
    return place


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
            return _of_sort("table")
        case IndexError():
            return _of_sort("entry")
        case FormulaFault():
            return _of_sort(error.of)
        case NegativeAmount():
            return lambda node: isinstance(node, c.Amount)
    return lambda _node: False


def _of_sort(sort: FormulaSort) -> Wanted:
    match sort:
        case "entry":
            return lambda node: isinstance(node, c.IndexList)
        case "table":
            return lambda node: isinstance(node, c.Lookup)
        case "starting_with" | "random":
            return lambda node: isinstance(node, c.Builtin) and node.name == sort
    assert_never(sort)


def asks_for(value: str) -> Wanted:
    """Return the test for formulas that ask for a value of the rules."""
    return lambda node: isinstance(node, c.ValueCall) and node.value == value


def _of_what_stands_at(place: Span, every: list[object]) -> list[object]:
    """Return the nodes of what begins at a place, which may go over several lines, but for the blocks inside it."""
    found: list[object] = []
    waiting = [node for node in every if _span_of(node) == place]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(part for part in node if not isinstance(part, c.Statement))
        elif is_node(node):
            found.append(node)
            waiting.extend(inside(node))
    return found


def _lies_behind(place: Span, node: object) -> bool:
    """Say whether a node stands in the line of a place, there or further on."""
    span = _span_of(node)
    return span is not None and (
        (span.file, span.line) == (place.file, place.line) and place.column <= span.column
    )


def _span_of(node: object) -> Span | None:
    span = getattr(node, "span", None)
    return span if isinstance(span, Span) else None


def _roots(game: Game) -> Iterator[Any]:
    yield from (game.setup, game.ending, game.until, game.rank, game.result_of_player, game.estimate)
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
