"""Says below which number a formula's value never is, so that what makes sure of it can be left out."""

from __future__ import annotations

from typing import Any

from interpreter.compiler.constants import Constants, is_number
from interpreter.compiler.narrowing import Env
from interpreter.content.model import Game
from interpreter.language import checked as c


class Bounds:
    """Answers for one layout. `asked` holds the values that are being written out, which are not looked into again."""

    def __init__(self, game: Game, constants: Constants, asked: list[str]) -> None:
        self.game = game
        self.constants = constants
        self._asked = asked
        # For names of compiled code, a number that their value is never below.
        self._known: dict[str, int] = {}

    def nonnegative(self, e: c.Expr, env: Env) -> bool:
        """Say whether a formula's value is surely not below 0."""
        least = self.least(e, env)
        return least is not None and least >= 0

    def least(self, e: c.Expr, env: Env) -> int | None:  # noqa: C901, PLR0912  # a class of formulas each
        """Return a number below which a formula's value never is; None when there is none known."""
        match e:
            case c.Const():
                return e.value if isinstance(e.value, int) else None
            case c.Local():
                text = env.get(e.name, "")
                return int(text) if is_number(text) else self._known.get(text)
            case c.PlayerCounter():
                return self.game.counters[e.counter].least
            case c.Aggregate() if e.op in ("count", "any"):
                return 0
            case c.Place() | c.RoundNumber():
                return 0
            case c.ValueCall():
                return self._least_value(e, env)
            case c.Fold():
                least = self.least(e.number, {**env, e.items.name: ""})
                return 0 if least is not None and least >= 0 else None
            case c.Pick():
                known = [self.least(part, env) for part in e.parts]
                found = [number for number in known if number is not None]
                if e.op == "max":
                    return max(found, default=None)
                return min(found) if len(found) == len(known) else None
            case c.Arithmetic():
                return self._least_calculated(e, env)
            case c.Cases():
                known = [
                    self.least(formula, env) for formula in (*(each for _, each in e.cases), e.otherwise)
                ]
                found = [number for number in known if number is not None]
                return min(found) if len(found) == len(known) else None
            case c.Lookup():
                table = self.game.tables[e.table]
                return min([*table.entries.values(), table.otherwise or 0])
            case c.CardField() if not e.component.type.nullable:
                return min(self._printed(e), default=0)
            case c.IndexList() if isinstance(e.list, c.CardField) and not e.list.component.type.nullable:
                return min((number for entries in self._printed(e.list) for number in entries), default=0)
        return None

    def note_least(self, name: str, e: c.Expr, env: Env) -> None:
        """Note for a name that has one value only what that is never below."""
        least = self.least(e, env) if e.type.base == "number" else None
        if least is not None:
            self._known[name] = least

    def _printed(self, e: c.CardField) -> list[Any]:
        """Return what stands in a field of any component that a formula may stand for."""
        kinds = e.component.type.names
        values = [self.constants.field_values(kinds, e.field, side) for side in (0, 1)]
        return [
            found[number] for found in values for kind in kinds for number in self.constants.of_kind(kind)
        ]

    def _least_calculated(self, e: c.Arithmetic, env: Env) -> int | None:
        left, right = self.least(e.left, env), self.least(e.right, env)
        if e.op == "-":
            text = env.get(e.right.name, "") if isinstance(e.right, c.Local) else self._number(e.right)
            return left - int(text) if left is not None and is_number(text) else None
        if left is None or right is None:
            return None
        if e.op == "+":
            return left + right
        return 0 if left >= 0 and right >= 0 else None

    @staticmethod
    def _number(e: c.Expr) -> str:
        return str(e.value) if isinstance(e, c.Const) and isinstance(e.value, int) else ""

    def _least_value(self, e: c.ValueCall, env: Env) -> int | None:
        value = self.game.values[e.value]
        if value.at_most is not None:
            return None
        bound = value.at_least.value if isinstance(value.at_least, c.Const) else None
        floor = bound if isinstance(bound, int) else None
        if value.name in self.game.changes or value.name in self._asked or value.formula is None:
            return floor
        self._asked.append(value.name)
        inner = {
            param.name: env.get(arg.name, "") if isinstance(arg, c.Local) else self._number(arg)
            for param, arg in zip(value.params, e.args, strict=True)
        }
        least = self.least(value.formula, inner)
        self._asked.pop()
        return max((number for number in (floor, least) if number is not None), default=None)
