"""Finds shorter lists to go over: of all components of a kind, those that can meet a condition at all."""

from __future__ import annotations

from typing import Protocol

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.tables import NONE, Env, Tables
from rulewright.interpreter.compiler.lowering.tree import Failing, names_in
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import COMPONENT

_ZONE = Symbol("zone", "item")


class Lowers(Protocol):
    """What lowers formulas."""

    def expr(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula."""

    def cond(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a condition."""

    def value(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula's value."""


Narrowed = tuple[f.Expr, list[c.Expr]]
"""What is gone over, and the conditions that an item must still meet."""


class Narrowing:
    """Narrows lists for one layout."""

    def __init__(self, lower: Lowers, tables: Tables, failing: Failing) -> None:
        self.lower = lower
        self.tables = tables
        self.failing = failing
        self.layout = tables.layout
        self.game = tables.game

    def narrowed(self, items: c.Items, env: Env) -> Narrowed:
        """Return what is gone over, and the conditions that an item must still meet.

        Of all components of a kind only those are gone over that can meet what is known beforehand: what is printed on
        them, and that they lie at a component of some kind.
        """
        where = items.where
        parts: list[c.Expr] = (
            [] if where is None else list(where.parts) if isinstance(where, c.AllOf) else [where]
        )
        if not isinstance(items.list, c.AllComponents) or not parts:
            return self.lower.expr(items.list, env), parts
        kind, known = items.list.kind, self.tables.of_kind(items.list.kind)
        left: list[c.Expr] = []
        for part in parts:
            found = self._known_to_meet(part, items.name, known)
            if found is None:
                left.append(part)
            else:
                known = found
        for number, part in enumerate(left):
            source = self._by_printed(part, items.name, kind, known, env) or self._lying_at(
                part, items.name, kind
            )
            if source is not None:
                return source, [*left[:number], *left[number + 1 :]]
            if self.failing.may_fail(part):
                break
        if known == self.tables.of_kind(kind):
            return self.lower.expr(items.list, env), left
        return self.tables.some_of(kind, known), left

    def _known_to_meet(self, part: c.Expr, name: str, known: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return those of some components that meet a condition that nothing in the game changes, else None."""
        if names_in(part) != {name}:
            return None
        meeting = []
        for component in known:
            test = self.lower.cond(part, {name: f.Num(component)})
            if not isinstance(test, f.Truth):
                return None
            if test.value:
                meeting.append(component)
        return tuple(meeting)

    def _by_printed(
        self, part: c.Expr, name: str, kind: str, known: tuple[int, ...], env: Env
    ) -> f.Expr | None:
        """Return the components of a kind on which is printed what a condition asks for, out of a table."""
        if not isinstance(part, c.Compare) or part.op != "==":
            return None
        for one, other in ((part.left, part.right), (part.right, part.left)):
            if (
                isinstance(one, c.CardField)
                and isinstance(one.component, c.Local)
                and one.component.name == name
                and one.type.base in ("enum", "component")
                and name not in names_in(other)
            ):
                return self._table_of_printed(one, kind, known, self.lower.value(other, env))
        return None

    def _table_of_printed(
        self, field: c.CardField, kind: str, known: tuple[int, ...], value: f.Expr
    ) -> f.Expr | None:
        front, back = (self.tables.field_values((kind,), field.field, side) for side in (0, 1))
        if front != back:
            return None
        is_enum = field.type.base == "enum"
        size = len(self.game.enums[field.type.names[0]].values) if is_enum else self.tables.count
        rows = [
            tuple(component for component in known if front[component] == entry)
            for entry in (*range(size), NONE)
        ]
        if isinstance(value, f.Num):
            return self.tables.some_of(kind, rows[value.value])
        words: tuple[str, ...] = ("I", kind, field.field)
        if known != self.tables.of_kind(kind):
            some = self.tables.some_of(kind, known)
            named = some.table.words if isinstance(some, f.Data) else tuple(map(str, known))
            words = (*words, "of", *named)
        return f.Item(f.Data(self.tables.table(words, tuple(rows))), value)

    def _lying_at(self, part: c.Expr, name: str, kind: str) -> f.Expr | None:
        """Return the components of a kind that lie at one of some kind, for the condition that they do."""
        if not isinstance(part, c.Compare) or part.op != "!=" or not isinstance(part.left, c.HolderOf):
            return None
        none = isinstance(part.right, c.Const) and part.right.value == NONE
        component = part.left.component
        if not none or not isinstance(component, c.Local) or component.name != name:
            return None
        zones = self._zones(part.left.kind, kind)
        if not zones:
            return None
        table = self.tables.table(("AT", part.left.kind, kind), tuple(zones))
        return f.Sorted(f.Gathered(f.Data(table), _ZONE, f.Zone(f.Use(_ZONE))), None, None)

    def _zones(self, holder: str, kind: str) -> tuple[int, ...]:
        """Return the zones of the components of a kind, if nothing but one kind can lie there."""
        found: list[int] = []
        for number, decl in enumerate(self.layout.zone_decl):
            if decl is None or decl.scope != COMPONENT or kind not in decl.holds:
                continue
            if self.layout.kind_of[self.layout.zone_holder[number]] == holder:
                if decl.holds != (kind,):
                    return ()
                found.append(number)
        return tuple(found)
