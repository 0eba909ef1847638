"""Lints: numbers that are out of their range, as far as the content and the number of players tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from rulewright.interpreter.content.known_numbers import Constants
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c

_LOOKED_AT = (
    c.Arithmetic, c.Change, c.Assign, c.Lookup, c.IndexList, c.NumberRange, c.Repeat, c.May, c.Choose, c.Draw,
)  # fmt: skip
MOST_TURNS = 322_580
"""More often than this not even nothing can be repeated: both machines then say that it never ends."""

_WARNINGS = ("RW606", "RW622")
_Wrong = tuple[str, Span, str]
"""A code, a place and a message."""


def find_ranges(game: Game, nodes: Sequence[object], findings: Findings) -> None:
    """Make a finding for every number that would be a fault when it is used; `nodes` are those of all checked trees.

    What is wrong with each number of players is an error; what is wrong with some only is a warning, since the rules
    may keep away from it then.
    """
    counts = range(game.min_players, game.max_players + 1)
    nodes = [node for node in nodes if isinstance(node, _LOOKED_AT)]
    found: dict[_Wrong, list[int]] = {}
    for players in counts:
        for wrong in _wrong(game, nodes, Constants(game, players)):
            found.setdefault(wrong, []).append(players)
    for (code, span, message), players_with in found.items():
        if code in _WARNINGS or len(players_with) == len(counts):
            findings.add(code, span, message)
        else:
            some = " or ".join(map(str, players_with))
            findings.add("RW606", span, f"with {some} players {message}")


def _wrong(game: Game, nodes: Sequence[object], constants: Constants) -> Iterator[_Wrong]:
    for node in nodes:
        yield from _in_node(game, constants, node)
    for value in game.values.values():
        low, high = value.at_least, value.at_most
        if low is not None and high is not None and _above(constants, low, high):
            yield "RW105", high.span, f"`{value.name}` cannot be at most less than it is at least"


def _in_node(game: Game, constants: Constants, node: object) -> Iterator[_Wrong]:
    match node:
        case c.Arithmetic(op="/" | "/ rounded up" | "mod") if constants.number(node.right) == 0:
            yield "RW105", node.right.span, "a number is divided by 0 here"
        case c.Change():
            yield from _amounts(constants, node)
        case c.Assign(target=c.PlayerCounter(counter=name)):
            least, number = game.counters[name].least, constants.number(node.value)
            if least is not None and number is not None and number < least:
                yield "RW105", node.value.span, f"`{name}` is never below {least}, so it cannot be {number}"
        case c.Assign(target=c.TurnOrder()):
            yield from _order(constants, node.value)
        case c.Lookup():
            yield from _lookup(game, constants, node)
        case c.IndexList(base=1):
            yield from _entry(game, constants, node)
        case c.NumberRange(step=c.Formula() as step):
            size = constants.number(step)
            if size is not None and size < 1:
                yield "RW105", step.span, "a range goes on by steps of 1 at least"
        case _:
            yield from _how_often(constants, node)


def _amounts(constants: Constants, change: c.Change) -> Iterator[_Wrong]:
    opposite = {"gain": "lose", "pay": "gain", "lose": "gain"}[change.verb]
    for amount in change.amounts:
        number = constants.number(amount.number)
        if number is not None and number < 0:
            message = f"an amount is never below 0: write `{opposite} {-number} {amount.counter}`"
            yield "RW105", amount.number.span, message
    if isinstance(change.per, c.PerEvery):
        size = constants.number(change.per.size)
        if size is not None and size < 1:
            yield "RW105", change.per.size.span, f"`for every {size} of` cannot be counted: it is 1 at least"


def _lookup(game: Game, constants: Constants, lookup: c.Lookup) -> Iterator[_Wrong]:
    table, keys = game.tables[lookup.table], constants.keys(lookup)
    known = keys is None or table.otherwise is not None or table.steps_down or keys in table.entries
    if keys is not None and not known:
        words = ", ".join(_word(game, expr, key) for expr, key in zip(lookup.keys, keys, strict=True))
        yield "RW225", lookup.span, f"the table `{table.name}` has no entry for {words}"


def _word(game: Game, expr: c.Expr, key: int) -> str:
    return game.enums[expr.type.names[0]].values[key] if expr.type.base == "enum" else str(key)


def _at_least(constants: Constants, number: c.Expr, least: int, message: str) -> Iterator[_Wrong]:
    known = constants.number(number)
    if known is not None and known < least:
        yield "RW622", number.span, f"{message.format(known)}; {least} is the least"


def _how_often(constants: Constants, node: object) -> Iterator[_Wrong]:
    match node:
        case c.Repeat(times=times):
            yield from _at_least(constants, times, 0, "nothing is repeated {} times")
            known = constants.number(times)
            if known is not None and known > MOST_TURNS:
                yield (
                    "RW622",
                    times.span,
                    f"nothing ends that is repeated {known} times; {MOST_TURNS} is the limit",
                )
        case c.May(limit=c.Formula() as limit):
            yield from _at_least(constants, limit, 1, "nobody is asked {} times")
        case c.Choose(number=c.Formula() as many):
            yield from _at_least(constants, many, 0, "nobody can choose {}")
        case c.Draw(number=many):
            yield from _at_least(constants, many, 0, "nobody can draw {}")


def _order(constants: Constants, order: c.Expr) -> Iterator[_Wrong]:
    """Find a turn order that names more players than there are."""
    match order:
        case c.MakeList(parts=parts):
            size = len(parts)
        case c.Const(value=tuple(values)):
            size = len(values)
        case _:
            return
    if size > constants.players:
        message = f"the turn order names no player twice, and this list has {size} entries"
        yield "RW105", order.span, message


def _size_of(game: Game, zone: str) -> int | None:
    declared = game.zones.get(zone) or game.player_zones.get(zone) or game.component_zones.get(zone)
    return declared.size if declared is not None and isinstance(declared.size, int) else None


def _entry(game: Game, constants: Constants, entry: c.IndexList) -> Iterator[_Wrong]:
    index = constants.number(entry.index)
    if index is not None and index < 1:
        yield "RW105", entry.index.span, f"there is no entry {index} in a list: the first is 1"
        return
    match entry.list:
        case c.Players() | c.TurnOrder():
            size = constants.players
        case c.Const():
            size = len(cast("tuple[int, ...]", entry.list.value))
        case c.AllComponents(kind=kind):
            size = constants.components(kind)
        case c.ZoneRef(zone=zone) if (limit := _size_of(game, zone)) is not None:
            size = limit
        case _:
            return
    if index is not None and not 1 <= index <= size:
        yield "RW105", entry.index.span, f"there is no entry {index} in this list"


def _above(constants: Constants, low: c.Expr, high: c.Expr) -> bool:
    least, most = constants.number(low), constants.number(high)
    return least is not None and most is not None and least > most
