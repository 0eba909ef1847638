"""Says which formulas can have a fault when they are worked out, and which draw random numbers.

One that can have a fault is not written into the line of another place: the fault would be told of that place. What
the compiler has worked out already, a table's entry for a known key or a division by a known number, can have none any
more. Products that could become too large are written anywhere all the same, as no sensible game has any.
"""

from __future__ import annotations

import re
from math import prod
from typing import Any

from interpreter.content.model import Game
from interpreter.language import checked as c
from interpreter.state.sizes import is_small_factor

_FAILING = re.compile(
    r"//|\bT_\w+\[|\b(?:entry|starting_with|random|stepped|not_below_0|times)\(|\bV_(\w+)\("
)


def text_may_fail(game: Game, node: Any, text: str) -> bool:  # noqa: ANN401  # see below
    """Say whether the Python that a formula, or those of a statement, was written as can have a fault."""
    if _FAILING.search(text) is None:
        return False
    return _may_fail(game, node, (), products=False)


def may_fail(game: Game, node: Any) -> bool:  # noqa: ANN401  # walks the slots of any class of the tree
    """Say whether working out a formula, or the formulas in a statement, can have a fault."""
    return _may_fail(game, node, (), products=True)


def _may_fail(game: Game, node: Any, asked: tuple[str, ...], *, products: bool) -> bool:  # noqa: ANN401
    if isinstance(node, tuple):
        return any(_may_fail(game, part, asked, products=products) for part in node)
    if not isinstance(node, c.Expr | c.Items | c.Key | c.Change | c.Amount | c.PerEvery):
        return False
    if isinstance(node, c.ValueCall) and node.value not in asked:
        inner = (*asked, node.value)
        if any(_may_fail(game, part, inner, products=products) for part in formulas_of(game, node.value)):
            return True
    if _fails_itself(game, node, products=products):
        return True
    return any(_may_fail(game, part, asked, products=products) for part in parts_of(node))


def counters_read(game: Game, formulas: Any) -> set[str]:  # noqa: ANN401  # see above
    """Return the counters of players that formulas may look at, also by the values that they ask for."""
    found: set[str] = set()
    _read(game, formulas, found, set())
    return found


def _read(game: Game, node: Any, found: set[str], asked: set[str]) -> None:  # noqa: ANN401
    if isinstance(node, tuple):
        for part in node:
            _read(game, part, found, asked)
        return
    if not isinstance(node, c.Expr | c.Items | c.Key):
        return
    if isinstance(node, c.PlayerCounter):
        found.add(node.counter)
    if isinstance(node, c.ValueCall) and node.value not in asked:
        asked.add(node.value)
        _read(game, formulas_of(game, node.value), found, asked)
    for part in parts_of(node):
        _read(game, part, found, asked)


def formulas_of(game: Game, name: str) -> tuple[c.Expr | None, ...]:
    """Return all formulas that the value of this name depends on by itself: its own, its bounds, and its changes."""
    value, changes = game.values[name], game.changes.get(name, ())
    more = tuple(part for change in changes for part in (change.condition, change.number))
    return (value.formula, value.at_least, value.at_most, *more)


def parts_of(node: object) -> list[Any]:
    """Return what stands in the slots of a node of the tree, in a stable order."""
    slots = {slot for class_ in type(node).__mro__ for slot in getattr(class_, "__slots__", ())}
    return [getattr(node, slot) for slot in sorted(slots - {"span", "type"})]


def _fails_itself(game: Game, node: object, *, products: bool) -> bool:
    match node:
        case c.Arithmetic():
            known = isinstance(node.right, c.Const) and node.right.value != 0
            if node.op == "*":
                return products and not (is_small_factor(node.left) or is_small_factor(node.right))
            return node.op == "/" and not known
        case c.Change(per=c.PerEvery()):
            return products and not all(is_small_factor(amount.number) for amount in node.amounts)
        case c.Lookup():
            table = game.tables[node.table]
            sizes = [len(game.enums[key.names[0]].values) if key.base == "enum" else 0 for key in table.keys]
            return table.otherwise is None and (0 in sizes or len(table.entries) < prod(sizes))
        case c.IndexList():
            return node.base != 0
        case c.Builtin():
            return node.name in ("starting_with", "random")
    return False


def draws(node: Any) -> bool:  # noqa: ANN401  # any class of the tree
    """Say whether a formula draws random numbers; no value of the rules does."""
    if isinstance(node, tuple):
        return any(map(draws, node))
    if not isinstance(node, c.Expr | c.Items | c.Key):
        return False
    if isinstance(node, c.Builtin) and node.name in ("random", "random_of"):
        return True
    return any(map(draws, parts_of(node)))
