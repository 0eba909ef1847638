"""What is known of a formula before it is lowered: its size, its names, what it reads, whether it can fail or draws."""

from __future__ import annotations

from math import prod

from rulewright.interpreter.compiler.form.symbols import FormType
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.builtin_functions import BUILTINS
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import inside, nodes
from rulewright.interpreter.state.sizes import is_small_factor


def names_in(node: object) -> set[str]:
    """Return the names of the language that a formula uses."""
    return {one.name for one in nodes(node) if isinstance(one, c.Local)}


def size_of(node: object) -> int:
    """Return of how many nodes a formula is made."""
    return sum(1 for one in nodes(node) if isinstance(one, c.Expr | c.Items | c.Key))


def may_be_none(e: c.Expr) -> bool:
    """Say whether a formula may come to none: by its type, or since what a test has shown may have changed meanwhile.

    A state of the game or of a component, and an owner, may be none by now though a test in front has shown something:
    a rule that was called in between may have changed it.
    """
    return e.type.nullable or (
        isinstance(e, c.GameState | c.ComponentState | c.Owner)
        and e.type.base in ("component", "player", "enum")
    )


def draws(node: object) -> bool:
    """Say whether a formula draws random numbers; no value of the rules does."""
    return any(isinstance(one, c.Builtin) and one.name in ("random", "random_of") for one in nodes(node))


def formulas_of(game: Game, name: str) -> tuple[c.Expr | None, ...]:
    """Return all formulas that the value of this name depends on by itself: its own, its bounds, and its changes."""
    value, changes = game.values[name], game.changes.get(name, ())
    more = tuple(part for change in changes for part in (change.condition, change.number))
    return (value.formula, value.at_least, value.at_most, *more)


def counters_read(game: Game, formulas: object) -> set[str]:
    """Return the counters of players that formulas may look at, also by the values that they ask for."""
    found: set[str] = set()
    asked: set[str] = set()
    waiting = [formulas]
    while waiting:
        for one in nodes(waiting.pop()):
            if isinstance(one, c.PlayerCounter):
                found.add(one.counter)
            elif isinstance(one, c.ValueCall) and one.value not in asked:
                asked.add(one.value)
                waiting.append(formulas_of(game, one.value))
    return found


class Failing:
    """Says of formulas of one game whether they can have a fault; what it knows of values it keeps.

    One that can have a fault is not put elsewhere: the fault would be told of that place. Products that could become
    too large are put anywhere all the same, as no sensible game has any: they count with `products` only.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._values: dict[tuple[str, bool], bool] = {}

    def may_fail(self, node: object, *, products: bool = True) -> bool:
        """Say whether working out a formula, or the formulas in a payment, can have a fault."""
        if isinstance(node, tuple):
            return any(self.may_fail(part, products=products) for part in node)
        if not isinstance(node, c.Expr | c.Items | c.Key | c.Change | c.Amount | c.PerEvery):
            return False
        if isinstance(node, c.ValueCall) and self.value_may_fail(node.value, products=products):
            return True
        if self._fails_itself(node, products=products):
            return True
        return any(self.may_fail(part, products=products) for part in inside(node))

    def value_may_fail(self, name: str, *, products: bool = False) -> bool:
        """Say whether asking for a value of the rules can have a fault."""
        key = (name, products)
        if key not in self._values:
            self._values[key] = False  # while it is looked into; one that leads back to itself never ends
            self._values[key] = self.may_fail(formulas_of(self.game, name), products=products)
        return self._values[key]

    def _fails_itself(self, node: object, *, products: bool) -> bool:
        match node:
            case c.Arithmetic():
                known = isinstance(node.right, c.Const) and node.right.value != 0
                if node.op == "*":
                    return products and not (is_small_factor(node.left) or is_small_factor(node.right))
                return node.op in c.DIVIDING and not known
            case c.Change(per=c.PerEvery()):
                return products and not all(is_small_factor(amount.number) for amount in node.amounts)
            case c.Lookup():
                return not self.is_whole(node.table)
            case c.IndexList():
                return node.base != 0 and not self._is_surely_there(node)
            case c.Builtin():
                return BUILTINS[node.name].may_fail
        return False

    def _is_surely_there(self, node: c.IndexList) -> bool:
        """Say whether an entry is one that there is with every number of players."""
        place = constant(node.index)
        return isinstance(node.list, c.Players) and place is not None and 1 <= place <= self.game.min_players

    def is_whole(self, name: str) -> bool:
        """Say whether a table has an entry for every key."""
        table = self.game.tables[name]
        if table.otherwise is not None:
            return True
        sizes = [len(self.game.enums[key.names[0]].values) if key.base == "enum" else 0 for key in table.keys]
        return 0 not in sizes and len(table.entries) >= prod(sizes)


def constant(e: c.Expr) -> int | None:
    """Return the number that is written out, None where it is another formula."""
    return e.value if isinstance(e, c.Const) and isinstance(e.value, int) else None


_TYPES = {
    "flag": FormType.FLAG,
    "player": FormType.PLAYER,
    "component": FormType.COMPONENT,
    "list": FormType.LIST,
}


def form_type(type_: Type | None) -> FormType:
    """Return what values of a type are in the form; those of an enum are numbers."""
    return FormType.INT if type_ is None else _TYPES.get(type_.base, FormType.INT)


def holds_components(type_: Type) -> bool:
    """Say whether values of a type are components, or lists of them."""
    return (type_.item or type_).base == "component"
