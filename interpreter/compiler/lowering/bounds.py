"""Says below which number a formula's value never is, so that what makes sure of it can be left out."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.tables import NONE, Env, Tables
from rulewright.interpreter.compiler.lowering.tree import constant, may_be_none
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c

UNKNOWN = f.Truth(False)
"""Stands in an environment for what nothing is known of."""


class Bounds:
    """Answers for one layout. `asked` holds the values that are being written out, which are not looked into again."""

    def __init__(self, game: Game, tables: Tables, asked: list[str]) -> None:
        self.game = game
        self.tables = tables
        self._asked = asked
        self._values: dict[tuple[str, tuple[f.Expr, ...]], int | None] = {}
        # For symbols, a number that they are never below where they are used; no two bindings of one overlap.
        self._known: dict[Symbol, int] = {}

    def nonnegative(self, e: c.Expr, env: Env) -> bool:
        """Say whether a formula's value is surely not below 0."""
        least = self.least(e, env)
        return least is not None and least >= 0

    def least(self, e: c.Expr, env: Env) -> int | None:  # noqa: C901, PLR0912  # a class of formulas each
        """Return a number below which a formula's value never is; None when there is none known."""
        match e:
            case c.Const():
                return constant(e)
            case c.Local():
                known = env.get(e.name)
                if isinstance(known, f.Num):
                    return known.value
                return self._known.get(known.symbol) if isinstance(known, f.Use) else None
            case c.PlayerCounter() if not (may_be_none(e.player) or (e.index and may_be_none(e.index))):
                return self.game.counters[e.counter].least
            case c.Aggregate() if e.op in ("count", "any"):
                return 0
            case c.Place() | c.RoundNumber():
                return 0
            case c.ValueCall():
                return self._least_value(e, env)
            case c.Fold():
                least = self.least(e.number, {**env, e.items.name: UNKNOWN})
                return 0 if least is not None and least >= 0 else None
            case c.Pick():
                return self._least_of(e.parts, env, all_=e.op == "min")
            case c.Arithmetic():
                return self._least_calculated(e, env)
            case c.Cases():
                return self._least_of((*(each for _, each in e.cases), e.otherwise), env, all_=True)
            case c.Lookup():
                table = self.game.tables[e.table]
                return min([*table.entries.values(), table.otherwise or 0])
            case c.CardField() if not may_be_none(e.component):
                return min(self._printed(e), default=0)
            case c.IndexList() if isinstance(e.list, c.CardField) and not may_be_none(e.list.component):
                lists = [entries for entries in self._printed(e.list) if entries != NONE]
                return min((number for entries in lists for number in entries), default=0)
        return None

    def _least_of(self, parts: tuple[c.Expr, ...], env: Env, *, all_: bool) -> int | None:
        """Return what the greatest of some formulas is never below or, where any may be the value, what all are not."""
        known = [self.least(part, env) for part in parts]
        found = [number for number in known if number is not None]
        if not all_:
            return max(found, default=None)
        return min(found) if len(found) == len(known) else None

    def note_least(self, symbol: Symbol, e: c.Expr, env: Env) -> None:
        """Note for a symbol, from where it is bound to a formula on, what that is never below."""
        self._note(symbol, self.least(e, env) if e.type.base == "number" else None)

    def forget(self, symbol: Symbol) -> None:
        """Note for a symbol that nothing is known of it from here on."""
        self._note(symbol, None)

    def same(self, symbol: Symbol, other: f.Expr) -> None:
        """Note for a symbol that it stands for another."""
        if isinstance(other, f.Use):
            self._note(symbol, self._known.get(other.symbol))

    def _note(self, symbol: Symbol, least: int | None) -> None:
        if least is not None:
            self._known[symbol] = least
        else:
            self._known.pop(symbol, None)

    def _printed(self, e: c.CardField) -> list[Any]:
        """Return what stands in a field of any component that a formula may stand for."""
        kinds = e.component.type.names
        values = [self.tables.field_values(kinds, e.field, side) for side in (0, 1)]
        return [found[number] for found in values for kind in kinds for number in self.tables.of_kind(kind)]

    def _least_calculated(self, e: c.Arithmetic, env: Env) -> int | None:
        left = self.least(e.left, env)
        if e.op == "-":
            known = self._as_known(e.right, env)
            return left - known.value if left is not None and isinstance(known, f.Num) else None
        right = self.least(e.right, env)
        if left is None or right is None:
            return None
        if e.op == "+":
            return left + right
        return 0 if left >= 0 and right >= 0 else None

    @staticmethod
    def _as_known(e: c.Expr, env: Env) -> f.Expr:
        """Return a number or a symbol for a formula that is no more than that."""
        if isinstance(e, c.Local):
            return env.get(e.name, UNKNOWN)
        number = constant(e)
        return UNKNOWN if number is None else f.Num(number)

    def _least_value(self, e: c.ValueCall, env: Env) -> int | None:
        value = self.game.values[e.value]
        if value.at_most is not None:
            return None
        floor = constant(value.at_least) if value.at_least is not None else None
        if value.name in self.game.changes or value.name in self._asked or value.formula is None:
            return floor
        args = tuple(self._as_known(arg, env) for arg in e.args)
        key = (value.name, args)
        # What is known of a symbol is known for a while only.
        lasts = all(isinstance(arg, f.Num) or arg is UNKNOWN for arg in args)
        if not lasts or key not in self._values:
            self._asked.append(value.name)
            inner = {param.name: arg for param, arg in zip(value.params, args, strict=True)}
            self._values[key] = self.least(value.formula, inner)
            self._asked.pop()
        return max((number for number in (floor, self._values[key]) if number is not None), default=None)
