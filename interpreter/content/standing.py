"""How good a position is for a player by the result alone, as a formula: for games that state no estimate.

Who is ranked has the score. Who is not stands behind all others, by as much as is missing to be ranked: of what has to
be 0, all that there is; of what has to be more than 4, so much as it takes to get there.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, list_of
from rulewright.interpreter.language.walking import nodes

_PLAYERS = list_of(PLAYER)
_TURNED: dict[c.Comparison, c.Comparison] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


def standing_of(rank: c.Expr, score: c.Expr, won: c.Expr | None = None) -> c.Expr:
    """Return the formula, of `player`, for a result that ranks these players by this number first.

    Where a condition says who has won, the score is less by what is missing until it holds.
    """
    if won is not None:
        score = c.Arithmetic(won.span, NUMBER, "-", score, missing(won))
    if isinstance(rank, c.Players):
        return score
    span = rank.span
    player = c.Local(span, PLAYER, "player")
    everybody = c.Items(span, "player", c.Players(span, _PLAYERS), None)
    last = c.Fold(span, NUMBER, "min", score, everybody)
    behind = c.Arithmetic(span, NUMBER, "-", last, _missing_of(rank, player))
    ranked = c.Member(span, FLAG, player, rank)
    return c.Cases(span, NUMBER, ((ranked, score),), behind)


def _missing_of(rank: c.Expr, player: c.Expr) -> c.Expr:
    """Return how much a player who is not ranked misses, at least 1."""
    span = rank.span
    if not isinstance(rank, c.Aggregate) or rank.items.where is None:
        return _number(span, 1)
    alone = c.Items(span, rank.items.name, c.MakeList(span, _PLAYERS, (player,)), None)
    lacks = c.Fold(span, NUMBER, "sum", missing(rank.items.where), alone)
    return c.Pick(span, NUMBER, "max", (_number(span, 1), lacks))


def missing(condition: c.Expr) -> c.Expr:
    """Return how much is missing until a condition holds: 0 where it does; 1 where nothing can be reckoned."""
    span = condition.span
    match condition:
        case c.Compare() if condition.left.type == NUMBER and condition.right.type == NUMBER:
            return _gap(condition)
        case c.AllOf():
            return _sum([_missing_behind(condition, number) for number in range(len(condition.parts))], span)
        case c.AnyOf():
            parts = tuple(_missing_behind(condition, number) for number in range(len(condition.parts)))
            return c.Pick(span, NUMBER, "min", parts)
        case c.Not():
            turned = _turned(condition.of)
            return _all_or_nothing(condition) if turned is None else missing(turned)
        case c.Every():
            return c.Fold(span, NUMBER, "sum", missing(condition.has), condition.items)
        case _:
            return _all_or_nothing(condition)


_ALWAYS = (
    c.Const, c.Local, c.Players, c.RoundNumber, c.OptionValue, c.PlayerCounter, c.GameState, c.Negative, c.Compare,
    c.Not, c.AllOf, c.AnyOf,
)  # fmt: skip
"""What has a value in every position, and so is reckoned by itself; so are sums, differences and products of it."""


def _missing_behind(condition: c.AllOf | c.AnyOf, number: int) -> c.Expr:
    """Return how much is missing until a part holds that may make sense only where those before it have been asked.

    It is not looked at where they decide: one more is missing where one of all does not hold, nothing where one of any
    does.
    """
    part, before = condition.parts[number], condition.parts[:number]
    lacks = missing(part)
    if not before or all(_has_always_a_value(node) for node in nodes(part)):
        return lacks
    span = part.span
    if isinstance(condition, c.AllOf):
        return c.Cases(span, NUMBER, ((c.AllOf(span, FLAG, before), lacks),), _number(span, 1))
    return c.Cases(span, NUMBER, ((c.AnyOf(span, FLAG, before), _number(span, 0)),), lacks)


def _has_always_a_value(node: object) -> bool:
    if isinstance(node, c.Arithmetic):
        return node.op in ("+", "-", "*")
    return isinstance(node, _ALWAYS) and not (isinstance(node, c.PlayerCounter) and node.index is not None)


def _turned(condition: c.Expr) -> c.Expr | None:
    """Return what holds exactly where a condition does not, without a `not` around it; None where there is no such."""
    match condition:
        case c.Compare():
            left, right = condition.left, condition.right
            return c.Compare(condition.span, FLAG, _TURNED[condition.op], left, right)
        case c.AllOf() | c.AnyOf():
            parts = tuple(c.Not(part.span, FLAG, part) for part in condition.parts)
            joined = c.AnyOf if isinstance(condition, c.AllOf) else c.AllOf
            return joined(condition.span, FLAG, parts)
        case c.Not():
            return condition.of
        case _:
            return None


def _gap(test: c.Compare) -> c.Expr:
    """Return by how much two numbers fail a comparison."""
    span, left, right = test.span, test.left, test.right
    above = c.Arithmetic(span, NUMBER, "-", left, right)
    below = c.Arithmetic(span, NUMBER, "-", right, left)
    nothing, one = _number(span, 0), _number(span, 1)
    match test.op:
        case "==":
            parts: tuple[c.Expr, ...] = (above, below)
        case "!=":
            return _all_or_nothing(test)
        case "<":
            parts = (nothing, c.Arithmetic(span, NUMBER, "+", above, one))
        case "<=":
            parts = (nothing, above)
        case ">":
            parts = (nothing, c.Arithmetic(span, NUMBER, "+", below, one))
        case ">=":
            parts = (nothing, below)
        case _:
            assert_never(test.op)
    return c.Pick(span, NUMBER, "max", parts)


def _all_or_nothing(condition: c.Expr) -> c.Expr:
    span = condition.span
    return c.Cases(span, NUMBER, ((_apart(condition), _number(span, 0)),), _number(span, 1))


def _apart(condition: c.Expr) -> c.Expr:
    """Return a condition that is asked by itself: what a flag is one of may be none, as a test in front told."""
    of = condition.of if isinstance(condition, c.Not) else condition
    if not isinstance(of, c.CardField | c.ComponentState):
        return condition
    yes = c.Const(of.span, FLAG, 1)
    return c.Compare(condition.span, FLAG, "==" if of is condition else "!=", of, yes)


def _sum(parts: list[c.Expr], span: Span) -> c.Expr:
    total = parts[0]
    for part in parts[1:]:
        total = c.Arithmetic(span, NUMBER, "+", total, part)
    return total


def _number(span: Span, number: int) -> c.Expr:
    return c.Const(span, NUMBER, number)
