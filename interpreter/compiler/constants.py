"""Numbers and tables of a layout that compiled code has written into it: offsets, and fields by component."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.content.model import CardFieldDecl, FieldValue
from interpreter.language.types import Type
from interpreter.state.layout import COMPONENT, GAME, PLAYER, Layout

NONE = -1


class Constants:
    """Answers where things of a layout are, as text for compiled code, and collects the tables that it names.

    A table by component has one entry more than there are components, for none: Python counts -1 from the end.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game
        self.players = layout.players
        self.count = len(layout.ids)
        self.tables: dict[str, str] = {}
        self._named: dict[str, str] = {}
        self._first = {kind: (found[0] if found else 0) for kind, found in layout.of_kind.items()}
        self._together = {
            kind: found == tuple(range(found[0], found[0] + len(found))) if found else True
            for kind, found in layout.of_kind.items()
        }

    # ---------------------------------------------------------------- tables
    def table(self, name: str, text: str) -> str:
        """Note a table under a name and return the name."""
        known = self.tables.setdefault(name, text)
        assert known == text, f"two tables want the name {name}"
        return name

    def by_component(self, name: str, entries: Sequence[object], none: object = NONE) -> str:
        """Note a table with an entry for each component."""
        return self.table(name, repr((*entries, none)))

    # ---------------------------------------------------------------- kinds
    def together(self, kind: str) -> bool:
        """Say whether the components of a kind have numbers that follow one another."""
        return self._together[kind]

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Return the components of a kind."""
        return self.layout.of_kind[kind]

    def all_of(self, kind: str) -> str:
        """Return the text of all components of a kind."""
        found = self.layout.of_kind[kind]
        if len(found) <= 12:
            return repr(found)
        return self.table(f"K_{word(kind)}", repr(found))

    def some_of(self, kind: str, components: tuple[int, ...]) -> str:
        """Return the text of some components of a kind."""
        text = repr(components)
        if len(components) <= 12:
            return text
        name = self._named.setdefault(text, f"K_{word(kind)}_{len(self._named) + 1}")
        return self.table(name, text)

    # ---------------------------------------------------------------- slots
    def counter(self, name: str, player: str, index: str | None) -> str:
        """Return the index of a player's counter in `v`."""
        base = self.layout.counter_slot(name, 0)
        if index is None:
            return plus(base, player)
        return plus(
            base,
            f"{index} * {self.players}" if not is_number(index) else str(int(index) * self.players),
            player,
        )

    def state(self, kinds: Sequence[str], name: str, component: str) -> str:
        """Return the index of a component's state in `v`."""
        offsets = {
            self.layout.state_slot(self._first[kind], name) - self._first[kind]
            for kind in kinds
            if self.of_kind(kind)
        }
        if len(offsets) == 1 and all(self.together(kind) for kind in kinds):
            return plus(offsets.pop(), component)
        slots = [
            self.layout.state_slot(number, name) if name in self.game.kinds[kind].state else NONE
            for number, kind in enumerate(self.layout.kind_of)
        ]
        if is_number(component) and int(component) >= 0:
            return str(slots[int(component)])
        return f"{self.by_component(f'S_{word(name)}', slots)}[{component}]"

    def zone(self, scope: str, name: str, kinds: Sequence[str], holder: str) -> str:
        """Return the number of a zone; `kinds` are those of the component that has it."""
        if scope == GAME:
            return str(self.layout.zone_number(GAME, name))
        if scope == PLAYER:
            return plus(self.layout.zone_number(PLAYER, name, 0), holder)
        kind = kinds[0]
        if self.together(kind):
            return plus(
                self.layout.zone_number(COMPONENT, name, self._first[kind]) - self._first[kind], holder
            )
        numbers = [
            self.layout.zone_number(COMPONENT, name, number) if self.layout.kind_of[number] == kind else NONE
            for number in range(self.count)
        ]
        return f"{self.by_component(f'Z_{word(kind)}_{word(name)}', numbers)}[{holder}]"

    # ---------------------------------------------------------------- fields
    def field_values(self, kinds: Sequence[str], name: str, side: int) -> list[object]:
        """Return a field's value for every component, as compiled code uses it, when a side is up."""
        values: list[object] = []
        for number in range(self.count):
            kind = self.game.kinds[self.layout.kind_of[number]]
            if kind.name not in kinds:
                values.append(NONE)
                continue
            declared = kind.fields[name]
            sides = self.game.cards[self.layout.card_of[number]].sides
            printed = sides[min(side, len(sides) - 1)].fields
            values.append(self._entry(declared, printed.get(name, declared.default)))
        return values

    def _entry(self, declared: CardFieldDecl, value: FieldValue) -> object:
        if isinstance(value, tuple):
            return tuple(self._component(declared.type.item, entry) for entry in value)
        return self._component(declared.type, value) if isinstance(value, int) else NONE

    def _component(self, type_: Type | None, value: int) -> int:
        if type_ is not None and type_.base == "component" and value >= 0:
            return self.layout.of_card[value][0]
        return value


def word(name: str) -> str:
    """Return a declared name as a part of a Python name."""
    return name.replace("-", "_").replace(".", "_")


def is_number(text: str) -> bool:
    """Say whether the text of a formula is a plain number."""
    return text.removeprefix("-").isdecimal()


def plus(base: int, *parts: str) -> str:
    """Return the text of a sum, plain numbers added up."""
    total, rest = base, []
    for part in parts:
        if is_number(part):
            total += int(part)
        else:
            rest.append(part)
    if not rest:
        return str(total)
    return " + ".join([str(total), *rest]) if total else " + ".join(rest)
