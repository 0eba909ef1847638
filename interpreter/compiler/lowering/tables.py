"""Numbers and tables of a layout that compiled code has written into it: offsets, and fields by component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import plus
from rulewright.interpreter.compiler.form.symbols import Part, Table
from rulewright.interpreter.content.model import CardFieldDecl, FieldValue
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.layout import COMPONENT, GAME, PLAYER, Layout

NONE = -1
MOST_WRITTEN = 12
"""A known list is written out where it is used if it is not longer than this; else it is a table."""

Env = Mapping[str, f.Expr]
"""For each name of the language, what stands for it."""

Words = tuple[str, ...]


class Tables:
    """Answers where things of a layout are, and collects the tables that compiled code names.

    A table by component has one entry more than there are components, for none: it is the entry -1, from the end.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.players = layout.players
        self.count = len(layout.ids)
        self.all: list[Table] = []
        self._by_words: dict[Words, list[Table]] = {}
        self._some: dict[tuple[int, ...], Table] = {}
        self._values: dict[tuple[Words, str, int], list[object]] = {}
        self._alike: dict[tuple[Words, str], bool] = {}
        self._first = {kind: (found[0] if found else 0) for kind, found in layout.of_kind.items()}
        self._together = {
            kind: found == tuple(range(found[0], found[0] + len(found))) if found else True
            for kind, found in layout.of_kind.items()
        }

        self.least = Table(("LEAST",), self._least(), fixed=True)

    def _least(self) -> dict[int, int | None]:
        """Return, by slot, below what a counter never is, for those whose least is not 0."""
        found: dict[int, int | None] = {}
        for name, counter in self.game.counters.items():
            if counter.least == 0:
                continue
            for index in range(len(self.game.enums[counter.by].values) if counter.by else 1):
                first = self.layout.counter_slot(name, 0, index)
                found.update(dict.fromkeys(range(first, first + self.players), counter.least))
        return found

    # ---------------------------------------------------------------- tables
    def table(self, words: Words, data: object) -> Table:
        """Return the table with these entries that is named after some words."""
        known = self._by_words.setdefault(words, [])
        for table in known:
            if table.data == data:
                return table
        table = Table(words, data)
        known.append(table)
        self.all.append(table)
        return table

    def by_component(self, words: Words, entries: Sequence[object], none: object = NONE) -> Table:
        """Return the table with an entry for each component."""
        return self.table(words, (*entries, none))

    # ---------------------------------------------------------------- kinds
    def together(self, kind: str) -> bool:
        """Say whether the components of a kind have numbers that follow one another."""
        return self._together[kind]

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Return the components of a kind."""
        return self.layout.of_kind[kind]

    def all_of(self, kind: str) -> f.Expr:
        """Return all components of a kind."""
        found = self.layout.of_kind[kind]
        if len(found) <= MOST_WRITTEN:
            return listed(found)
        return f.Data(self.table(("K", kind), found))

    def some_of(self, kind: str, components: tuple[int, ...]) -> f.Expr:
        """Return some components of a kind."""
        if len(components) <= MOST_WRITTEN:
            return listed(components)
        table = self._some.get(components)
        if table is None:
            words = ("K", kind, str(len(self._some) + 1))
            table = self._some[components] = self.table(words, components)
        return f.Data(table)

    # ---------------------------------------------------------------- slots
    def counter(self, name: str, player: f.Expr, index: f.Expr | None) -> f.Slot:
        """Return a player's counter."""
        base, part = self.layout.counter_slot(name, 0), Part("counter", name)
        if index is None:
            return f.Slot(plus(base, player), part)
        entry = (
            f.Num(index.value * self.players)
            if isinstance(index, f.Num)
            else f.Arith(index, "*", f.Num(self.players))
        )
        return f.Slot(plus(base, entry, player), part)

    def state(self, kinds: Sequence[str], name: str, component: f.Expr) -> f.Slot:
        """Return a state of a component."""
        part = Part("state", name)
        offsets = {
            self.layout.state_slot(self._first[kind], name) - self._first[kind]
            for kind in kinds
            if self.of_kind(kind)
        }
        if len(offsets) == 1 and all(self.together(kind) for kind in kinds):
            return f.Slot(plus(offsets.pop(), component), part)
        slots = [
            self.layout.state_slot(number, name) if name in self.game.kinds[kind].state else NONE
            for number, kind in enumerate(self.layout.kind_of)
        ]
        if isinstance(component, f.Num) and component.value >= 0:
            return f.Slot(f.Num(slots[component.value]), part)
        return f.Slot(f.Item(f.Data(self.by_component(("S", name), slots)), component), part)

    def zone(self, scope: str, name: str, kinds: Sequence[str], holder: f.Expr) -> f.Expr:
        """Return the number of a zone; `kinds` are those of the component that has it."""
        if scope == GAME:
            return f.Num(self.layout.zone_number(GAME, name))
        if scope == PLAYER:
            return plus(self.layout.zone_number(PLAYER, name, 0), holder)
        kind = kinds[0]
        if self.of_kind(kind) and self.together(kind):
            return plus(
                self.layout.zone_number(COMPONENT, name, self._first[kind]) - self._first[kind], holder
            )
        numbers = [
            self.layout.zone_number(COMPONENT, name, number) if self.layout.kind_of[number] == kind else NONE
            for number in range(self.count)
        ]
        return f.Item(f.Data(self.by_component(("Z", kind, name), numbers)), holder)

    # ---------------------------------------------------------------- fields
    def field_values(self, kinds: Sequence[str], name: str, side: int) -> list[object]:
        """Return a field's value for every component, as compiled code uses it, when a side is up."""
        key = (tuple(kinds), name, side)
        if key not in self._values:
            self._values[key] = [self._field_value(kinds, name, side, number) for number in range(self.count)]
        return self._values[key]

    def alike(self, kinds: Sequence[str], name: str) -> bool:
        """Say whether a field has the same value on both sides of every component."""
        key = (tuple(kinds), name)
        if key not in self._alike:
            self._alike[key] = self.field_values(kinds, name, 0) == self.field_values(kinds, name, 1)
        return self._alike[key]

    def _field_value(self, kinds: Sequence[str], name: str, side: int, number: int) -> object:
        kind = self.game.kinds[self.layout.kind_of[number]]
        if kind.name not in kinds:
            return NONE
        declared = kind.fields[name]
        sides = self.game.cards[self.layout.card_of[number]].sides
        printed = sides[min(side, len(sides) - 1)].fields
        return self._entry(declared, printed.get(name, declared.default))

    def _entry(self, declared: CardFieldDecl, value: FieldValue) -> object:
        if isinstance(value, tuple):
            return tuple(self._component(declared.type.item, entry) for entry in value)
        return self._component(declared.type, value) if isinstance(value, int) else NONE

    def _component(self, type_: Type | None, value: int) -> int:
        if type_ is not None and type_.base == "component" and value >= 0:
            return self.layout.of_card[value][0]
        return value


def listed(numbers: Sequence[int]) -> f.Expr:
    """Return a list of numbers, written out."""
    return f.Tuple(tuple(map(f.Num, numbers)))


def literal(value: object) -> f.Expr:
    """Return what stands in a table, written out: a number or a list of them."""
    if isinstance(value, tuple):
        return listed(value)
    assert isinstance(value, int)
    return f.Num(value)
