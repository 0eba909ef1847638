"""Finds shorter lists to go over: of all components of a kind, those that can meet a condition at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from interpreter.compiler.constants import NONE, Constants, is_number, word
from interpreter.compiler.failing import may_fail
from interpreter.language import checked as c
from interpreter.state.layout import COMPONENT

Env = Mapping[str, str]
"""For each name of the language, the Python name or number that stands for it."""


class Texts(Protocol):
    """What writes formulas."""

    def text(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula."""

    def cond(self, e: c.Expr, env: Env) -> str:
        """Return the text of a condition."""

    def value(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula's value."""


class Narrowing:
    """Narrows lists for one layout."""

    def __init__(self, writer: Texts, constants: Constants) -> None:
        self.writer = writer
        self.constants = constants
        self.layout = constants.layout
        self.game = constants.game

    def narrowed(self, items: c.Items, env: Env) -> tuple[str, list[c.Expr]]:
        """Return the text of what is gone over, and the conditions that an item must still meet.

        Of all components of a kind only those are gone over that can meet what is known beforehand: what is printed on
        them, and that they lie at a component of some kind.
        """
        where = items.where
        parts = [] if where is None else list(where.parts) if isinstance(where, c.AllOf) else [where]
        if not isinstance(items.list, c.AllComponents) or not parts:
            return self.writer.text(items.list, env), parts
        kind, known = items.list.kind, self.constants.of_kind(items.list.kind)
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
            if may_fail(self.game, part):
                break
        if known == self.constants.of_kind(kind):
            return self.writer.text(items.list, env), left
        return self.constants.some_of(kind, known), left

    def _known_to_meet(self, part: c.Expr, name: str, known: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return those of some components that meet a condition that nothing in the game changes, else None."""
        if names_in(part) != {name}:
            return None
        meeting = []
        for component in known:
            test = self.writer.cond(part, {name: str(component)})
            if test not in ("True", "False"):
                return None
            if test == "True":
                meeting.append(component)
        return tuple(meeting)

    def _by_printed(self, part: c.Expr, name: str, kind: str, known: tuple[int, ...], env: Env) -> str | None:
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
                return self._table_of_printed(one, kind, known, self.writer.value(other, env))
        return None

    def _table_of_printed(
        self, field: c.CardField, kind: str, known: tuple[int, ...], value: str
    ) -> str | None:
        front, back = (self.constants.field_values((kind,), field.field, side) for side in (0, 1))
        if front != back:
            return None
        is_enum = field.type.base == "enum"
        size = len(self.game.enums[field.type.names[0]].values) if is_enum else self.constants.count
        rows = [
            tuple(component for component in known if front[component] == entry)
            for entry in (*range(size), NONE)
        ]
        if is_number(value):
            return self.constants.some_of(kind, rows[int(value)])
        name = f"I_{word(kind)}_{word(field.field)}"
        if known != self.constants.of_kind(kind):
            some = self.constants.some_of(kind, known)
            name = f"{name}_of_{some if some.isidentifier() else '_'.join(map(str, known))}"
        return f"{self.constants.table(name, repr(tuple(rows)))}[{value}]"

    def _lying_at(self, part: c.Expr, name: str, kind: str) -> str | None:
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
        table = self.constants.table(f"AT_{word(part.left.kind)}_{word(kind)}", repr(tuple(zones)))
        return f"sorted([item for zone in {table} for item in z[zone]])"

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


def names_in(e: Any) -> set[str]:  # noqa: ANN401  # walks the slots of any class of the tree
    """Return the names of the language that a formula uses."""
    if isinstance(e, c.Local):
        return {e.name}
    if isinstance(e, tuple):
        return {name for part in e for name in names_in(part)}
    if not isinstance(e, c.Expr | c.Items | c.Key):
        return set()
    slots = {slot for class_ in type(e).__mro__ for slot in getattr(class_, "__slots__", ())} - {
        "span",
        "type",
    }
    return {name for slot in sorted(slots) for name in names_in(getattr(e, slot))}
