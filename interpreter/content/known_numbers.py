"""What formulas come to that need nothing but the content and the number of players."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c


class Constants:
    """Works out formulas for one number of players, as far as nothing of a running match is asked."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players

    def number(self, expr: c.Expr) -> int | None:
        """Return what a formula comes to; None when that depends on the match, or on more than is looked at here."""
        match expr:
            case c.Const(value=int(value)):
                return value
            case c.Negative():
                of = self.number(expr.of)
                return None if of is None else -of
            case c.Arithmetic():
                return self._arithmetic(expr)
            case c.Aggregate(op="count") if expr.items.where is None:
                return self._count(expr.items.list)
            case c.Pick():
                parts = [self.number(part) for part in expr.parts]
                known = [part for part in parts if part is not None]
                return (max if expr.op == "max" else min)(known) if len(known) == len(parts) else None
            case c.Lookup():
                return self._entry(expr)
        return None

    def components(self, kind: str) -> int:
        """Return how many components of a kind there are."""
        return sum(
            card.copies * (self.players if card.each_player else 1)
            for card in self.game.cards
            if card.kind == kind and card.is_for(self.players)
        )

    def keys(self, lookup: c.Lookup) -> tuple[int, ...] | None:
        """Return the keys with which a table is asked, None when they are not all known."""
        keys = tuple(key for key in map(self.number, lookup.keys) if key is not None)
        return keys if len(keys) == len(lookup.keys) else None

    def _arithmetic(self, expr: c.Arithmetic) -> int | None:
        left, right = self.number(expr.left), self.number(expr.right)
        if left is None or right is None:
            return None
        match expr.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
        return c.divided(expr.op, left, right) if right else None

    def _count(self, listed: c.Expr) -> int | None:
        match listed:
            case c.Players():  # of the turn order players may have left
                return self.players
            case c.AllComponents():
                return self.components(listed.kind)
            case c.Const(value=tuple(values)):
                return len(values)
        return None

    def _entry(self, lookup: c.Lookup) -> int | None:
        table, keys = self.game.tables[lookup.table], self.keys(lookup)
        if keys is None or table.steps_down:
            return None
        return table.entries.get(keys, table.otherwise)
