"""Finds the values of the rules that are worth remembering as long as the state stays the same.

A rule such as "who can jump, must" asks for each square, and again for each way from there, whether anything of the
player's can jump: all these answers are the same. Such a value is dear, and it is asked where something varies that it
does not depend on: the item of a list, or another parameter of the value that asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.compiler.lowering.tree import names_in
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, is_node
from rulewright.interpreter.state.layout import Layout

DEAR = 1000
"""How many nodes must be looked at to work out a value that is worth remembering."""

_USUAL_SIZE = 6
"""How many items a list is taken to have of which nothing is known."""


class Remembered:
    """The values of one game that are worth remembering, for one layout."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self._costs: dict[str, int] = {}
        self.values = frozenset(name for name in self._asked_in_vain() if self._value(name) >= DEAR)

    # ---------------------------------------------------------------- what values cost
    def _value(self, name: str) -> int:
        if name not in self._costs:
            self._costs[name] = 0  # while it is looked into
            self._costs[name] = self._cost(self.game.values[name].formula)
        return self._costs[name]

    def _cost(self, node: object) -> int:
        """Return about how many nodes are looked at to work something out."""
        if isinstance(node, tuple):
            return sum(map(self._cost, node))
        if not is_node(node):
            return 0
        if isinstance(node, c.ValueCall):
            return 2 + self._cost(node.args) + self._value(node.value)
        items = getattr(node, "items", None)
        if not isinstance(items, c.Items):
            return 1 + sum(map(self._cost, inside(node)))
        each = self._cost(items.where) + sum(self._cost(part) for part in inside(node) if part is not items)
        return self._cost(items.list) + self._size(items.list) * (1 + each)

    def _size(self, listed: c.Expr) -> int:
        match listed:
            case c.AllComponents():
                return len(self.layout.of_kind[listed.kind])
            case c.Const(value=tuple() as value):
                return len(value)
            case c.Players() | c.TurnOrder():
                return self.layout.players
        return _USUAL_SIZE

    # ---------------------------------------------------------------- where they are asked
    def _asked_in_vain(self) -> set[str]:
        """Return the values that are asked somewhere where what varies makes no difference to them."""
        found: set[str] = set()
        for value in self.game.values.values():
            found.update(self._in_vain(value.formula, frozenset(param.name for param in value.params)))
        for action in self.game.actions.values():
            found.update(self._in_vain(action.body, frozenset()))
        for phase in self.game.phases.values():
            found.update(self._in_vain(phase.body, frozenset()))
        for ability in self.game.abilities:
            found.update(self._in_vain(ability.body, frozenset()))
        return found

    def _in_vain(self, node: object, varying: frozenset[str]) -> Iterator[str]:
        if isinstance(node, tuple):
            for part in node:
                yield from self._in_vain(part, varying)
            return
        if not is_node(node):
            return
        if isinstance(node, c.ValueCall) and varying - names_in(node.args):
            yield node.value
        if isinstance(node, c.Items):
            yield from self._in_vain(node.list, varying)
            yield from self._in_vain(node.where, varying | {node.name})
            return
        # What is done for each item changes the state from one to the next; what is reckoned of each does not.
        items = getattr(node, "items", None)
        more = {items.name} if isinstance(items, c.Items) and isinstance(node, c.Expr) else frozenset()
        for part in inside(node):
            yield from self._in_vain(part, varying if part is items else varying | more)
