"""Writes formulas of a wanted type, which the loader accepts, over the declarations of a generated game."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, enum_type, kind_type, list_of
from tests.generated.declared import plain
from tests.generated.lists import ListFormulas
from tests.generated.writing import AND, NOT, OR, POSTFIX, PRODUCT, SUM, TEST, UNARY, Scope, Text

Production = Callable[[Type, Scope, int], Text | None]


class Formulas(ListFormulas):
    """Writes formulas; each production returns None where it cannot stand."""

    def formula(self, want: Type, scope: Scope, depth: int) -> Text:
        """Return a formula of a type that is never none."""
        if depth > 0:
            for production in self._productions(want):
                found = production(want, scope, depth - 1)
                if found is not None:
                    return found
        return self._leaf(want, scope)

    def _productions(self, want: Type) -> list[Production]:
        shared: dict[Production, float] = {
            self._named: 3, self._member: 3, self._value: 1.5, self._entry: 0.7, self._random_number: 0.8,
            self._beside: 0.3,
        }  # fmt: skip
        own: dict[str, dict[Production, float]] = {
            "number": {
                self._arithmetic: 2, self._negative: 0.3, self._counter: 3, self._looked_up: 1, self._counted: 1.5,
                self._folded: 1, self._picked: 0.6, self._place: 0.6, self._round: 0.3, self._kept: 0.8,
                self._index_of: 0.4, self._of_option: 0.3,
            },
            "flag": {
                self._compared: 3, self._joined: 1.5, self._negated: 1, self._guarded: 1, self._contained: 1,
                self._is: 1, self._every: 0.6, self._any: 1, self._next_to: 0.3, self._placed: 0.3,
                self._maybe_none: 1, self._of_option: 0.5, self._kept: 0.3,
            },
            "player": {self._seat: 1, self._kept: 0.3},
            "enum": {self._enum_value: 3, self._of_option: 0.5, self._kept: 0.3},
            "component": {self._card: 2},
            "list": self._list_productions(),
        }  # fmt: skip
        return self.weighted({**shared, **own[want.base]})

    def maybe(self, want: Type, scope: Scope, depth: int) -> Text:
        """Return a formula of a type that may be none, if the type is one that can be."""
        want = plain(want)
        if want.base in ("player", "enum", "component") and self.yes(0.6):
            tries: dict[Production, float] = {
                self._first: 2, self._nullable_member: 3, self._game_state: 2, self._nullable_named: 3,
                self._random_item: 0.5, self._value_or_none: 0.7,
            }  # fmt: skip
            for production in self.weighted(tries):
                found = production(want, scope, max(0, depth - 1))
                if found is not None:
                    return found
        return self.formula(want, scope, depth)

    def whole(self, want: Type, scope: Scope, depth: int) -> str:
        """Return a formula that stands alone: in one line, or by cases."""
        lines: list[str] = []
        if self.yes(0.15):
            line, scope = self._naming(scope, depth)
            lines += line
        if not self.yes(0.25):
            return "\n".join([*lines, self.formula(want, scope, depth).words])
        known = scope
        for _ in range(self.rng.randint(1, 2)):
            test, inner = self.test(known, depth - 1)
            lines.append(f"{self.formula(want, inner, depth - 1).words} if {test.words}")
        return "\n".join([*lines, f"{self.formula(want, known, depth - 1).words} otherwise"])

    def _naming(self, scope: Scope, depth: int) -> tuple[list[str], Scope]:
        """Return a line that names a value, and the scope of those behind it."""
        name, type_ = self.new_name(scope), self.any_item()
        if name is None or type_.base == "list":
            return [], scope
        words = (self.maybe if self.yes(0.2) else self.formula)(type_, scope, depth - 1).words
        return [f"let {name} = {words}"], scope.bind(name, type_)

    def small(self, scope: Scope, depth: int) -> Text:
        """Return a number that is nearly always small and not below 0."""
        chance = self.rng.random()
        if chance < 0.5 or depth <= 0:
            return Text(str(self.rng.choice((0, 1, 1, 1, 2, 2, 3))))
        if chance < 0.6:
            return self._counted(NUMBER, scope, depth - 1) or Text("1")
        inner = self.formula(NUMBER, scope, depth - 1)
        if chance < 0.63:
            return inner
        low = "" if chance < 0.8 else f"{self.rng.randint(0, 1)}"
        return Text(f"min({self.rng.randint(1, 3)}, max({low or 0}, {inner.at(SUM)}))")

    # ------------------------------------------------------------ leaves
    def _leaf(self, want: Type, scope: Scope) -> Text:
        known = self.one(scope.of_type(lambda type_: type_ == want))
        if known is not None and self.yes(0.7):
            return Text(known)
        if want == NUMBER:
            return Text(str(self.rng.choice((0, 1, 1, 2, 2, 3, 4, 7))))
        if want == FLAG:
            return Text(self.rng.choice(("yes", "no")))
        if want == PLAYER:
            return Text("me") if scope.acts else Text("players[1]")
        if want.base == "enum":
            found = self._enum_value(want, scope, 0)
            return found if found is not None else Text(f"{self.declared.enums[want.names[0]].all}[1]")
        if want.base == "component":
            kind = self.rng.choice(want.names)
            return self._card(kind_type(kind), scope, 0) or Text(f"{self.declared.kinds[kind].all}[1]")
        assert want.item is not None
        return self._list_leaf(want.item, scope)

    def _named(self, want: Type, scope: Scope, depth: int) -> Text | None:
        known = self.one(scope.of_type(lambda type_: type_ == want))
        if known is None and want.base == "component":
            known = self.one(
                scope.of_type(
                    lambda type_: (
                        type_.base == "component"
                        and not type_.nullable
                        and set(type_.names) <= set(want.names)
                    )
                )
            )
        return Text(known) if known is not None else None

    def _nullable_named(self, want: Type, scope: Scope, depth: int) -> Text | None:
        known = self.one(scope.of_type(lambda type_: type_ == want.or_none()))
        return Text(known) if known is not None else None

    # ------------------------------------------------------------ members, states and values
    def _members_of(self, want: Type) -> list[tuple[str, str]]:
        return [
            (kind, name)
            for kind in self.declared.kinds
            for name, type_ in self.declared.members(kind)
            if type_ == want
        ]

    def _member(self, want: Type, scope: Scope, depth: int) -> Text | None:
        found = self.one(self._members_of(want))
        if found is None:
            if want in (NUMBER, FLAG):
                return self._game_state(want, scope, depth)
            return None
        kind, name = found
        return Text(f"{self.formula(kind_type(kind), scope, depth).at(POSTFIX)}.{name}")

    def _nullable_member(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Return a field that may be none: because it says so, or because the component may be none."""
        own, others = self._members_of(want.or_none()), self._members_of(plain(want))
        if others and (not own or self.yes(0.4)):
            kind, name = self.rng.choice(others)
            thing = self._first(kind_type(kind), scope, depth) or self._nullable_named(
                kind_type(kind), scope, depth
            )
            return Text(f"{thing.at(POSTFIX)}.{name}") if thing is not None else None
        if not own:
            return None
        kind, name = self.rng.choice(own)
        wanted = self.maybe if self.yes(0.3) else self.formula
        return Text(f"{wanted(kind_type(kind), scope, depth).at(POSTFIX)}.{name}")

    def _kept(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Return an entry of a field that is kept by an enum."""
        found = self.one(
            (kind, name, part.by)
            for kind, own in self.declared.kinds.items()
            for name, part in own.fields.items()
            if part.by is not None and part.type == want
        )
        if found is None:
            return None
        kind, name, by = found
        thing = self.formula(kind_type(kind), scope, depth).at(POSTFIX)
        return Text(f"{thing}.{name}[{self.formula(enum_type(by or ''), scope, depth).words}]")

    def _game_state(self, want: Type, scope: Scope, depth: int) -> Text | None:
        own = [name for name, type_ in self.declared.player_states.items() if type_ in (want, want.or_none())]
        if own and self.yes(0.5):
            return Text(f"{self.formula(PLAYER, scope, 0).at(POSTFIX)}.{self.rng.choice(own)}")
        found = self.one(
            name for name, type_ in self.declared.state.items() if type_ in (want, want.or_none())
        )
        return Text(f"game.{found}") if found is not None else None

    def _value(self, want: Type, scope: Scope, depth: int) -> Text | None:
        return self._call_of(want, scope, depth)

    def _value_or_none(self, want: Type, scope: Scope, depth: int) -> Text | None:
        return self._call_of(want.or_none(), scope, depth)

    def _call_of(self, want: Type, scope: Scope, depth: int) -> Text | None:
        found = self.one(name for name, (_, type_) in self.declared.values.items() if type_ == want)
        if found is None:
            return None
        params, _ = self.declared.values[found]
        return Text(f"{found}({self.arguments(params, set(), scope, depth)})")

    def arguments(self, params: dict[str, Type], defaults: set[str], scope: Scope, depth: int) -> str:
        """Return the arguments for some parameters, the first by position and the others perhaps by name."""
        given: list[str] = []
        named = False
        for name, type_ in params.items():
            if name in defaults and self.yes(0.5):
                named = True
                continue
            named = named or self.yes(0.15)
            words = self.argument(type_, scope, depth)
            given.append(f"{name} = {words}" if named else words)
        return ", ".join(given)

    def argument(self, type_: Type, scope: Scope, depth: int) -> str:
        """Return an argument for a parameter, `none` among them where it may be."""
        if type_.nullable and self.yes(0.2):
            return "none"
        wanted = self.maybe if type_.nullable else self.formula
        return wanted(type_, scope, depth).words

    # ------------------------------------------------------------ numbers
    def _arithmetic(self, want: Type, scope: Scope, depth: int) -> Text:
        op = self.rng.choice((*"++--*/", "mod"))
        left, right = self.formula(NUMBER, scope, depth), self.formula(NUMBER, scope, depth)
        if op in ("+", "-"):
            return Text(f"{left.at(SUM)} {op} {right.at(PRODUCT)}", SUM)
        if op in ("/", "mod") and not self.yes(0.05):
            right = Text(str(self.rng.randint(1, 4)))
        rounded = (
            self.rng.choice(("", "", " rounded down", " rounded up", " rounded up")) if op == "/" else ""
        )
        return Text(f"{left.at(PRODUCT)} {op} {right.at(UNARY)}{rounded}", PRODUCT)

    def _negative(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text(f"-{self.formula(NUMBER, scope, depth).at(UNARY)}", UNARY)

    def _counter(self, want: Type, scope: Scope, depth: int) -> Text:
        counter = self.rng.choice(list(self.declared.counters))
        return Text(self.counter_of(counter, scope, depth, self.formula(PLAYER, scope, depth).at(POSTFIX)))

    def counter_of(self, counter: str, scope: Scope, depth: int, player: str = "") -> str:
        """Return a counter as it is written, with an entry where it is kept by an enum."""
        by = self.declared.counters[counter]
        key = "" if by is None else f"[{self.formula(enum_type(by), scope, depth).words}]"
        return f"{player}.{counter}{key}" if player else f"{counter}{key}"

    def _looked_up(self, want: Type, scope: Scope, depth: int) -> Text | None:
        table = self.one(self.declared.tables)
        if table is None:
            return None
        keys = (
            str(self.rng.randint(0, 1))
            if type_ == NUMBER and self.yes(0.6)
            else self.formula(type_, scope, depth).words
            for type_ in self.declared.tables[table]
        )
        return Text(f"{table}{''.join(f'[{key}]' for key in keys)}")

    def _picked(self, want: Type, scope: Scope, depth: int) -> Text:
        parts = [self.formula(NUMBER, scope, depth).at(SUM) for _ in range(self.rng.randint(2, 3))]
        return Text(f"{self.rng.choice(('max', 'min'))}({', '.join(parts)})")

    def _round(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text("round")

    def _random_number(self, want: Type, scope: Scope, depth: int) -> Text | None:
        if want != NUMBER or not scope.chance:
            return None
        low = self.rng.randint(0, 2)
        return Text(f"random({low}, {low + self.rng.randint(0, 3)})")

    def _random_item(self, want: Type, scope: Scope, depth: int) -> Text | None:
        if not scope.chance:
            return None
        return Text(f"random_of({self.list_of(plain(want), scope, depth).words})")

    # ------------------------------------------------------------ players, enums, components
    def _seat(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text(self.rng.choice(("players[1]", "turn_order[1]", "players[1]", "turn_order[1]")))

    def _enum_value(self, want: Type, scope: Scope, depth: int) -> Text | None:
        found = self.one(
            value for value in self.declared.values_of(want.names[0]) if self.declared.is_clear(value)
        )
        return Text(found) if found is not None else None

    def _of_option(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Return an option that is a flag, or compare one with a word of its own."""
        found = self.one(self.declared.options)
        if found is None:
            return None
        words = self.declared.options[found]
        if want == NUMBER and not words:
            return Text(f"options.{found}")
        if want != FLAG or not words:
            return None
        if words == ["no", "yes"]:
            return Text(f"options.{found}")
        return Text(f"options.{found} {self.rng.choice(('==', '!='))} {self.rng.choice(words)}", TEST)

    def _card(self, want: Type, scope: Scope, depth: int) -> Text | None:
        found = self.one(card.id for card in self.declared.cards if card.alone and card.kind in want.names)
        return Text(found) if found is not None else None

    # ------------------------------------------------------------ conditions
    def test(self, scope: Scope, depth: int) -> tuple[Text, Scope]:
        """Return a condition, and the scope where it holds."""
        path = self._path(scope)
        if path is not None and self.yes(0.25):
            name, type_ = path
            inner = scope.knowing(name, plain(type_))
            test = Text(f"{name} != none", TEST)
            if self.yes(0.5):
                more = self.formula(FLAG, inner, depth)
                return Text(f"{test.words} and {more.at(NOT)}", AND), inner
            return test, inner
        return self.formula(FLAG, scope, depth), scope

    def _path(self, scope: Scope) -> tuple[str, Type] | None:
        """Return a name, or a field of a name, that may be none."""
        found = [
            (name, type_)
            for name, type_ in scope.names.items()
            if type_.nullable and type_.base != "none" and name not in scope.facts
        ]
        for name, type_ in scope.names.items():
            if type_.base == "component" and len(type_.names) == 1:
                found += [
                    (f"{name}.{member}", own.or_none())
                    for member, own in self.declared.members(type_.names[0])
                    if own.nullable or type_.nullable
                ]
        found += [(f"game.{name}", type_) for name, type_ in self.declared.state.items() if type_.nullable]
        return self.one((name, type_) for name, type_ in found if name not in scope.facts)

    def _guarded(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Ask whether something is none, and then something about it."""
        path = self._path(scope)
        if path is None:
            return None
        name, type_ = path
        inner = self.formula(FLAG, scope.knowing(name, plain(type_)), depth)
        if self.yes(0.5):
            return Text(f"{name} != none and {inner.at(NOT)}", AND)
        return Text(f"{name} == none or {inner.at(AND)}", OR)

    def _compared(self, want: Type, scope: Scope, depth: int) -> Text:
        if self.yes(0.6):
            op = self.rng.choice(("==", "!=", "<", "<=", ">", ">="))
            left, right = self.formula(NUMBER, scope, depth), self.formula(NUMBER, scope, depth)
            return Text(f"{left.at(SUM)} {op} {right.at(SUM)}", TEST)
        op = self.rng.choice(("==", "!="))
        type_ = enum_type("face") if self.yes(0.1) else self.rng.choice(self.declared.types())
        if self.yes(0.2) and type_ != enum_type("face"):
            type_ = list_of(type_)
        wanted = self.maybe if type_.base != "list" and self.yes(0.5) else self.formula
        left = wanted(type_, scope, depth)
        return Text(f"{left.at(SUM)} {op} {self.formula(type_, scope, depth).at(SUM)}", TEST)

    def _maybe_none(self, want: Type, scope: Scope, depth: int) -> Text | None:
        """Compare what may be none with none, or a part of it with what it could be."""
        type_ = self.one(t for t in self.declared.types() if t not in (NUMBER, FLAG))
        assert type_ is not None
        if self.yes(0.4):
            part = self.rng.choice((NUMBER, FLAG))
            left = self._nullable_member(part, scope, depth)
            if left is None:
                return None
            return Text(f"{left.at(SUM)} == {self.formula(part, scope, depth).at(SUM)}", TEST)
        for production in self.mixed((self._first, self._nullable_member, self._game_state)):
            found = production(type_, scope, depth)
            if found is not None and (production != self._nullable_member or "." in found.words):
                return Text(f"{found.at(SUM)} {self.rng.choice(('==', '!='))} none", TEST)
        return None

    def _joined(self, want: Type, scope: Scope, depth: int) -> Text:
        parts = [self.formula(FLAG, scope, depth) for _ in range(self.rng.choice((2, 2, 3)))]
        if self.yes(0.5):
            return Text(" and ".join(part.at(NOT) for part in parts), AND)
        return Text(" or ".join(part.at(AND) for part in parts), OR)

    def _negated(self, want: Type, scope: Scope, depth: int) -> Text:
        return Text(f"not {self.formula(FLAG, scope, depth).at(NOT)}", NOT)

    def _is(self, want: Type, scope: Scope, depth: int) -> Text:
        card = self.rng.choice(self.declared.cards)
        word = card.id if self.yes(0.6) else card.kind
        left = self.maybe(kind_type(card.kind), scope, depth)
        union = self.one(
            scope.of_type(
                lambda type_: type_.base == "component" and len(type_.names) > 1 and card.kind in type_.names
            )
        )
        words = union if union is not None else left.at(SUM)
        return Text(f"{words} {self.rng.choice(('is', 'is not'))} {word}", TEST)

    def _contained(self, want: Type, scope: Scope, depth: int) -> Text:
        type_ = self.rng.choice(self.declared.types())
        wanted = self.maybe if self.yes(0.3) else self.formula
        item, listed = wanted(type_, scope, depth), self.list_of(type_, scope, depth)
        return Text(f"{item.at(SUM)} {self.rng.choice(('in', 'in', 'not in'))} {listed.at(SUM)}", TEST)

    def _next_to(self, want: Type, scope: Scope, depth: int) -> Text:
        kind = kind_type(self.rng.choice(list(self.declared.kinds)))
        pair = [self.maybe(kind, scope, depth).words for _ in range(2)]
        return Text(f"next_to({', '.join(pair)})")
