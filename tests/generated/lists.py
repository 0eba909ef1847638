"""Writes lists, and the formulas that ask something of the items of a list."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, enum_type, kind_type, list_of
from tests.generated.writing import NOT, POSTFIX, PRODUCT, SUM, TEST, Author, Scope, Text

Production = Callable[[Type, Scope, int], Text | None]


class ListFormulas(Author):
    """Writes lists and what is asked of them."""

    @abstractmethod
    def formula(self, want: Type, scope: Scope, depth: int) -> Text:
        """Return a formula of a type that is never none."""

    @abstractmethod
    def maybe(self, want: Type, scope: Scope, depth: int) -> Text:
        """Return a formula of a type that may be none."""

    @abstractmethod
    def test(self, scope: Scope, depth: int) -> tuple[Text, Scope]:
        """Return a condition, and the scope where it holds."""

    def list_of(self, item: Type, scope: Scope, depth: int) -> Text:
        """Return a list of such items."""
        return self.formula(list_of(item), scope, depth)

    # ------------------------------------------------------------ lists
    def _list_productions(self) -> dict[Production, float]:
        return {
            self._known_list: 3, self._zone: 4, self._field_list: 1, self._all: 2, self._ranked: 0.7, self._turned: 0.7,
            self._written_out: 1, self._concatenated: 0.6,
        }  # fmt: skip

    def _list_leaf(self, item: Type, scope: Scope) -> Text:
        found = self._known_list(list_of(item), scope, 0)
        if found is not None:
            return found
        if item.base == "list":
            return Text(f"[{self.formula(item, scope, 0).words}]")
        return Text(f"[{self.formula(item, scope, 0).words}, {self.formula(item, scope, 0).words}]")

    def _known_list(self, want: Type, scope: Scope, depth: int) -> Text | None:
        item = want.item
        if item == PLAYER:
            return Text(self.rng.choice(("players", "turn_order")))
        if item is not None and item.base == "enum" and item.names[0] in self.declared.enums:
            return Text(self.declared.enums[item.names[0]].all)
        if item is not None and item.base == "component" and len(item.names) == 1:
            return Text(self.declared.kinds[item.names[0]].all)
        return None

    def _zone(self, want: Type, scope: Scope, depth: int) -> Text | None:
        item = want.item
        if item is None or item.base != "component":
            return None
        return self.zone_for(lambda holds: set(holds) == set(item.names), scope, depth)

    def zone_for(self, fits: Callable[[tuple[str, ...]], bool], scope: Scope, depth: int) -> Text | None:
        """Return a zone whose kinds fit: of the game, of a player or of a component."""
        declared = self.declared
        found: list[tuple[str, str]] = [("", zone) for zone, holds in declared.zones.items() if fits(holds)]
        found += [(".", zone) for zone, holds in declared.player_zones.items() if fits(holds)] * 2
        found += [
            (kind, zone)
            for kind, own in declared.kinds.items()
            for zone, holds in own.zones.items()
            if fits(holds)
        ]
        chosen = self.one(found)
        if chosen is None:
            return None
        where, zone = chosen
        if not where:
            return Text(zone)
        if where == ".":
            player = (
                Text("me") if scope.acts and self.yes(0.7) else self.formula(PLAYER, scope, min(depth, 1))
            )
            return Text(f"{player.at(POSTFIX)}.{zone}")
        holder = self.maybe if self.yes(0.2) else self.formula
        return Text(f"{holder(kind_type(where), scope, min(depth, 1)).at(POSTFIX)}.{zone}")

    def _field_list(self, want: Type, scope: Scope, depth: int) -> Text | None:
        found = self.one(
            (kind, name)
            for kind, own in self.declared.kinds.items()
            for name, part in own.fields.items()
            if part.type == want
        )
        if found is None:
            return None
        kind, name = found
        holder = self.maybe if self.yes(0.2) else self.formula
        return Text(f"{holder(kind_type(kind), scope, depth).at(POSTFIX)}.{name}")

    def _all(self, want: Type, scope: Scope, depth: int) -> Text | None:
        walked = self.walked(want.item or NUMBER, scope, depth, where=True)
        return None if walked is None else Text(f"all({walked[0]})")

    def _ranked(self, want: Type, scope: Scope, depth: int) -> Text | None:
        walked = self.walked(want.item or NUMBER, scope, depth)
        if walked is None:
            return None
        words, inner = walked
        return Text(f"ranked({words} by {self.keys(inner, depth)})")

    def keys(self, scope: Scope, depth: int) -> str:
        """Return what is ranked by."""
        keys = [self.formula(NUMBER, scope, depth).at(SUM) for _ in range(self.rng.choice((1, 1, 2)))]
        return ", ".join(f"{key} rising" if self.yes(0.4) else key for key in keys)

    def _turned(self, want: Type, scope: Scope, depth: int) -> Text:
        listed = self.formula(want, scope, depth).words
        how = self.rng.randint(0, 2)
        if how == 0:
            return Text(f"reversed({listed})")
        if how == 1:
            number = self.rng.randint(-2, 3) if self.yes(0.7) else self.formula(NUMBER, scope, depth).words
            return Text(f"rotated({listed}, {number})")
        return Text(f"starting_with({self.formula(want.item or NUMBER, scope, depth).words}, {listed})")

    def _written_out(self, want: Type, scope: Scope, depth: int) -> Text | None:
        if want.item is None or want.item.base == "list":
            return None
        parts = [self.formula(want.item, scope, depth).words for _ in range(self.rng.randint(1, 3))]
        return Text(f"[{', '.join(parts)}]")

    def _beside(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Return what comes after or before an item; nearly always one that is in the list."""
        if want.base in ("list", "flag"):
            return None
        item = self.formula(want, scope, depth).words
        listed = (
            f"[{item}]" if self.yes(0.95) and not scope.chance else self.list_of(want, scope, depth).words
        )
        name = self.rng.choice(("one_after", "one_before"))
        return Text(f"{name}({item}, {listed})")

    def _index_of(self, want: Type, scope: Scope, depth: int) -> Text:
        item = self.any_item()
        listed = self.list_of(item, scope, depth).words
        return Text(f"index_of({self.formula(item, scope, depth).words}, {listed})")

    def _concatenated(self, want: Type, scope: Scope, depth: int) -> Text:
        left, right = self.formula(want, scope, depth), self.formula(want, scope, depth)
        return Text(f"{left.at(SUM)} + {right.at(PRODUCT)}", SUM)

    # ------------------------------------------------------------ items
    def walked(
        self, item: Type, scope: Scope, depth: int, *, where: bool = False
    ) -> tuple[str, Scope] | None:
        """Return `NAME in LIST [where C]`, and the scope in which the item is known."""
        name = self.new_name(scope)
        if name is None:
            return None
        quiet = scope.with_chance(False)
        listed = self.list_of(item, quiet, depth)
        inner = quiet.bind(name, item).in_loop()
        words = f"{name} in {listed.at(SUM)}"
        if where or self.yes(0.4):
            test, inner = self.test(inner, depth)
            words += f" where {test.words}"
        return words, inner

    def items(self, item: Type, scope: Scope, depth: int) -> str:
        """Return `[NAME in] LIST [where C]`."""
        walked = self.walked(item, scope, depth) if self.yes(0.6) else None
        return self.list_of(item, scope.with_chance(False), depth).at(SUM) if walked is None else walked[0]

    def any_item(self) -> Type:
        """Return a type of which there are lists."""
        found = self.declared.types()
        return self.rng.choice([type_ for type_ in found if type_ != FLAG])

    def _counted(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text(f"count({self.items(self.any_item(), scope, depth)})")

    def _any(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text(f"any({self.items(self.any_item(), scope, depth)})")

    def _first(self, want: Type, scope: Scope, depth: int) -> Text | None:
        if want in (NUMBER, FLAG):
            return None
        return Text(f"first({self.items(want, scope, depth)})")

    def _folded(self, want: Type, scope: Scope, depth: int) -> Text | None:
        walked = self.walked(self.any_item(), scope, depth)
        if walked is None:
            return None
        words, inner = walked
        number = self.formula(NUMBER, inner, depth).at(SUM)
        return Text(f"{self.rng.choice(('sum', 'max', 'min'))}({number} for each {words})")

    def _every(self, want: Type, scope: Scope, depth: int) -> Text | None:
        walked = self.walked(self.any_item(), scope, depth)
        if walked is None:
            return None
        words, inner = walked
        return Text(f"every {words} has {self.formula(FLAG, inner, depth).at(NOT)}", NOT)

    def _place(self, want: Type, scope: Scope, depth: int) -> Text | None:
        item = self.any_item()
        walked = self.walked(item, scope, depth)
        if walked is None:
            return None
        words, inner = walked
        subject = self.formula(item, scope.with_chance(False), depth).at(SUM)
        ties = self.rng.choice(("worse", "better", "in order"))
        return Text(f"place of {subject} among {words} by {self.keys(inner, depth)} ties {ties}", TEST)

    def _placed(self, want: Type, scope: Scope, depth: int) -> Text | None:
        place = self._place(want, scope, depth)
        if place is None:
            return None
        return Text(f"{place.words} {self.rng.choice(('==', '<', '<='))} {self.rng.randint(1, 2)}", TEST)

    def _entry(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Return an entry of a list; nearly always one that is there."""
        if want.base == "list":
            return None
        if want.base == "enum" and want.names[0] in self.declared.enums:
            enum = self.declared.enums[want.names[0]]
            return Text(f"{enum.all}[{self.rng.randint(1, len(enum.values))}]")
        if want == PLAYER:
            listed = self.formula(list_of(PLAYER), scope, depth) if self.yes(0.1) else Text("turn_order")
            return Text(f"{listed.at(POSTFIX)}[1]")
        parts = [self.formula(want, scope, depth).words for _ in range(2)]
        number = (
            f"{self.rng.randint(1, 2)}" if self.yes(0.9) else f"{self._counted(NUMBER, scope, 0).words} + 1"
        )
        return Text(f"[{', '.join(parts)}][{number}]")


__all__ = ["NOT", "ListFormulas", "enum_type"]
