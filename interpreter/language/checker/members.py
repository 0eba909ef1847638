"""Resolves names: bare ones, the fields, counters and zones behind a dot, and what stands in square brackets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import NoReturn

from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake, TextChecker
from rulewright.interpreter.language.checker.trees import a, around_the_use, as_token, as_tree, counted
from rulewright.interpreter.language.checker.world import FACE, RESERVED
from rulewright.interpreter.language.declarations import Counter, Enum, Kind, Table
from rulewright.interpreter.language.grammar.syntax import Part, Tree, levels
from rulewright.interpreter.language.types import (
    FLAG,
    NUMBER,
    PLAYER,
    UNKNOWN,
    Type,
    enum_type,
    join,
    kind_type,
    list_of,
)

_DIGITS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "twelve": "12", "twenty": "20",
}  # fmt: skip
# Where the trees that bind a name have it.
_BINDERS = {"let_": 0, "choose": 1, "for_each": 0, "as_each": 0, "count_from": 0, "per_each": 0}


class MemberChecker(TextChecker):
    """Checks names, `x.y` and `x[y]`."""

    @abstractmethod
    def check(self, tree: Tree, scope: Scope, want: Type | None = None) -> c.Expr:
        """Check any expression."""

    @abstractmethod
    def wanted(self, tree: Tree, scope: Scope, want: Type) -> c.Expr:
        """Check an expression that must have a type."""

    # ------------------------------------------------------------ bare names
    def _name(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        token = as_token(tree.children[0])
        found = (
            self._variable(tree, str(token), scope)
            or self._game_zone(tree, str(token))
            or self._enum_value(tree, str(token), want)
            or self._declared(tree, str(token))
        )
        if found is not None:
            return found
        return self._unknown_name(token, scope, want)

    def _variable(self, tree: Tree, name: str, scope: Scope) -> c.Expr | None:
        if name in scope.names:
            if name == "me" and not scope.named_here:
                self.uses_me = True
            return c.Local(self.span(tree), scope.names[name], name)
        span = self.span(tree)
        if name == "players":
            return c.Players(span, list_of(PLAYER))
        if name == "turn_order":
            return c.TurnOrder(span, list_of(PLAYER))
        if name == "round":
            return c.RoundNumber(span, NUMBER)
        return None

    def _game_zone(self, tree: Tree, name: str) -> c.Expr | None:
        zone = self.world.declared.zones.get(name)
        return None if zone is None else self._zone(tree, name, "game", None, zone.holds)

    def _enum_value(self, tree: Tree, name: str, want: Type | None) -> c.Expr | None:
        enums = self.world.declared.enums
        if want is not None and want.base == "enum":
            enum = enums[want.names[0]]
            if name in enum.values:
                return c.Const(self.span(tree), enum_type(enum.name), enum.values.index(name))
        if name in self.world.declared.cards or self.world.list_named(name) is not None:
            return None
        having = [enum for enum in enums.values() if name in enum.values]
        if len(having) > 1:
            words = " and ".join(f"`{enum.name}`" for enum in having)
            self.fail("RW204", tree, f"`{name}` is a value of {words}, and nothing here tells which is meant")
        if having:
            return c.Const(self.span(tree), enum_type(having[0].name), having[0].values.index(name))
        return None

    def _declared(self, tree: Tree, name: str) -> c.Expr | None:
        listed = self.world.list_named(name)
        span = self.span(tree)
        if isinstance(listed, Enum):
            return c.Const(span, list_of(enum_type(listed.name)), tuple(range(len(listed.values))))
        if listed is not None:
            return c.AllComponents(span, list_of(kind_type(listed.name)), listed.name)
        card = self.world.declared.cards.get(name)
        if card is None:
            return None
        if card.not_alone:
            self.fail("RW204", tree, f"{card.not_alone}; ask `x is {name}` of a component x")
        self.world.named.add(name)
        return c.CardConst(span, kind_type(card.kind), card.position)

    def _unknown_name(self, token: Part, scope: Scope, want: Type | None) -> NoReturn:
        name = str(token)
        if name in self.world.broken:
            raise Mistake
        if name == "me":
            self.fail(
                "RW212",
                token,
                "nobody acts here, so there is no `me`; write `as each player in turn_order:` around it",
            )
        if name == "this":
            self.fail(
                "RW205", token, "`this` is known only in the effects of a card; give the action a parameter"
            )
        self._minus_in_name(token, name, [*scope.names, *RESERVED])
        if name.lower() != name and (
            name.lower() in scope.names or name.lower() in set(self.world.bare_names())
        ):
            self.fail("RW314", token, f"names are written in small letters: `{name.lower()}`", name.lower())
        self._declared_otherwise(token, name)
        if self._bound_somewhere(name):
            message = f"`{name}` is not known here: a name lives from the line that gives it to the end of its block"
            self.fail("RW213", token, message)
        self._given_elsewhere(token, name, scope)
        if name in _DIGITS:
            message = f"nothing here is called `{name}`; a number is written in digits"
            self.fail("RW201", token, message, _DIGITS[name])
        # A single letter is hardly meant for a word of the language.
        words = ("yes", "no", "none") if len(name) > 1 else ()
        near = nearest(name, [*self._candidates(scope, want), *words])
        given = f"; {self._given_by(scope.window)}" if scope.window and near is None else ""
        self.fail("RW201", token, f"nothing here is called `{name}`{given}", near)

    def _given_elsewhere(self, token: Part, name: str, scope: Scope) -> None:
        """Make a finding when a name is what another window gives, but not the one of this ability."""
        windows = self.world.declared.windows.values()
        if scope.window and any(name == param.name for window in windows for param in window.params):
            near = nearest(name, scope.names)
            self.fail("RW201", token, f"{self._given_by(scope.window)}, but no `{name}`", near)

    def _given_by(self, window: str) -> str:
        params = (f"`{param.name}`" for param in self.world.declared.windows[window].params)
        *names, last = (*params, "`me`", "`this`")
        return f"the window `{window}` gives {', '.join(names)} and {last}"

    def _declared_otherwise(self, token: Part, name: str) -> None:
        """Make a finding when a name is declared, but written in another way than it stands here."""
        declared = self.world.declared
        ways = (
            ("a counter", declared.counters, "me"),
            ("a zone", declared.player_zones, "me"),
            ("an option", declared.options, "options"),
            ("a state of the game", declared.state, "game"),
        )
        for what, names, path in ways:
            if name in names:
                whole = f"{path}.{name}"
                hint = "say whose, for example" if path == "me" else "write"
                self.fail("RW205", token, f"`{name}` is {what}: {hint} `{whole}`", whole)
        if name in self.world.zone_groups():
            group = ", ".join(zone for zone in declared.zones if zone.startswith(name + "."))
            self.fail("RW205", token, f"`{name}` is a group of zones; say which one is meant: {group}")
        if name in declared.values or name in declared.actions:
            self.fail("RW205", token, f"`{name}` takes arguments in brackets: `{name}(...)`")
        if name in declared.tables:
            self.fail(
                "RW205", token, f"`{name}` is a table: ask it with a key in square brackets, `{name}[...]`"
            )

    def _bound_somewhere(self, name: str) -> bool:
        """Say whether another line of this text binds the name: later, or in a block that has ended."""
        return any(
            str(tree.children[_BINDERS[tree.data]]) == name
            for level in levels(self.parsed.tree)
            for tree in level
            if tree.data in _BINDERS
        )

    def _minus_in_name(self, token: Part, name: str, known: Iterable[str]) -> None:
        """Make a finding when a name is a known one with a hyphen and a number or another known one behind it."""
        first, *rest = name.split("-")
        names = set(known)
        if rest and first in names and all(part.isdigit() or part in names for part in rest):
            fixed = name.replace("-", " - ")
            message = f"`{name}` is read as one name; a minus has blanks around it: `{fixed}`"
            self.fail("RW306", token, message, fixed)

    def _candidates(self, scope: Scope, want: Type | None) -> Iterable[str]:
        """Return the names that would fit; values of the wanted enum alone when one is wanted."""
        yield from scope.names
        if want is not None and want.base == "enum":
            yield from self.world.declared.enums[want.names[0]].values
            return
        yield from ("players", "turn_order", "round", "options", "game")
        yield from self.world.bare_names()
        yield from self.world.declared.tables
        yield from self.world.declared.zones
        yield from self.world.zone_groups()
        for enum in self.world.declared.enums.values():
            yield from enum.values

    # ------------------------------------------------------------ behind a dot
    def _field(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        base, name = as_tree(tree.children[0]), as_token(tree.children[1])
        if base.data == "name" and str(base.children[0]) not in scope.names:
            special = self._of_game(tree, str(base.children[0]), str(name))
            if special is not None:
                return special
        thing = self.check(base, scope)
        if thing.type.base == UNKNOWN.base:
            raise Mistake
        if thing.type.base == "player":
            return self._of_player(tree, thing, str(name))
        if thing.type.base == "component":
            return self._of_component(tree, thing, str(name))
        hint = "; walk it with `x in LIST`" if thing.type.base == "list" else ""
        self.fail("RW206", name, f"{a(thing.type)} has nothing behind a dot{hint}")

    def _of_game(self, tree: Tree, base: str, name: str) -> c.Expr | None:
        declared, span, token = self.world.declared, self.span(tree), as_token(tree.children[1])
        if base == "options":
            option = declared.options.get(name)
            if option is None:
                self.fail("RW201", token, f"no option `{name}` is declared", nearest(name, declared.options))
            return c.OptionValue(span, option.type, name)
        if base == "game":
            state = declared.state.get(name)
            if state is None:
                self.fail("RW206", token, f"the game has no state `{name}`", nearest(name, declared.state))
            return c.GameState(span, _state_type(state.type), name)
        whole = f"{base}.{name}"
        if whole in declared.zones:
            return self._zone(tree, whole, "game", None, declared.zones[whole].holds)
        if base in self.world.zone_groups():
            group = [zone.split(".")[1] for zone in declared.zones if zone.startswith(base + ".")]
            self.fail("RW217", token, f"there is no zone `{whole}`", nearest(name, group))
        return None

    def _zone(
        self, tree: Tree, name: str, scope: c.ZoneScope, holder: c.Expr | None, holds: tuple[str, ...]
    ) -> c.Expr:
        return c.ZoneRef(self.span(tree), list_of(kind_type(*holds)), name, scope, holder)

    def _of_player(self, tree: Tree, player: c.Expr, name: str) -> c.Expr:
        declared, token = self.world.declared, as_token(tree.children[1])
        if name in self.world.broken:
            raise Mistake
        counter = declared.counters.get(name)
        if counter is not None:
            if counter.by is not None:
                self.fail("RW409", token, f"`{name}` is kept for each {counter.by}: write `{name}[...]`")
            return self._counter(tree, counter, player, None)
        if name in declared.player_zones:
            return self._zone(tree, name, "player", player, declared.player_zones[name].holds)
        known = [*declared.counters, *declared.player_zones]
        if name in declared.values:
            self.fail("RW205", token, f"`{name}` is a value; its arguments stand in brackets: `{name}(...)`")
        self._minus_in_name(token, name, known)
        self.fail("RW206", token, f"a player has no counter, state or zone `{name}`", nearest(name, known))

    def _counter(self, tree: Tree, counter: Counter, player: c.Expr, index: c.Expr | None) -> c.Expr:
        if player.type.nullable:
            whole = tree if index is None else as_tree(tree.children[0])
            self.fail("RW402", tree, f"this player may be none; {around_the_use(whole.children[0])}")
        return c.PlayerCounter(self.span(tree), _state_type(counter.type), counter.name, player, index)

    def _of_component(self, tree: Tree, thing: c.Expr, name: str) -> c.Expr:
        found: c.Expr | None = None
        for kind_name in thing.type.names:
            kind = self.world.declared.kinds[kind_name]
            member = self._of_kind(tree, thing, kind, name)
            if member is None:
                known, token = self._members(kind), as_token(tree.children[1])
                self._minus_in_name(token, name, known)
                near = nearest(name, known)
                self.fail("RW206", token, f"{a(kind_type(kind_name))} has no `{name}`", near)
            if found is not None and (
                type(found) is not type(member) or join(found.type, member.type) is None
            ):
                self.fail(
                    "RW204", tree, f"`{name}` means different things for {thing.type}; test `is` before"
                )
            found = member
        assert found is not None  # a component type names at least one kind
        return found

    def _of_kind(self, tree: Tree, thing: c.Expr, kind: Kind, name: str) -> c.Expr | None:
        span, nullable = self.span(tree), thing.type.nullable
        declared = self.world.declared
        if name in kind.fields:
            type_ = kind.fields[name].type
            return c.CardField(span, type_.of_none() if nullable else type_, name, thing)
        if name in kind.state:
            type_ = _state_type(kind.state[name].type)
            return c.ComponentState(span, type_.or_none() if nullable else type_, name, thing)
        zone = declared.component_zones.get(f"{kind.name}.{name}")
        if zone is not None:
            return self._zone(tree, zone.name, "component", thing, zone.holds)
        if name == "owner":
            always = kind.per_player is not None and not nullable
            return c.Owner(span, PLAYER if always else PLAYER.or_none(), thing)
        if name == FACE:
            return c.Face(span, enum_type(FACE).or_none() if nullable else enum_type(FACE), thing)
        if name == "sides":
            return c.Sides(span, NUMBER.or_none() if nullable else NUMBER, thing)
        if name in self._holders(kind):
            return c.HolderOf(span, kind_type(name).or_none(), name, thing)
        return None

    def _holders(self, kind: Kind) -> list[str]:
        zones = self.world.declared.component_zones.values()
        return [zone.kind for zone in zones if zone.kind is not None and kind.name in zone.holds]

    def _members(self, kind: Kind) -> list[str]:
        own = [
            name.split(".")[1]
            for name in self.world.declared.component_zones
            if name.startswith(kind.name + ".")
        ]
        return [*kind.fields, *kind.state, *own, "owner", FACE, "sides", *self._holders(kind)]

    # ------------------------------------------------------------ in square brackets
    def _index(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        base, key = as_tree(tree.children[0]), as_tree(tree.children[1])
        table, keys = self._table_of(tree, scope)
        if table is not None:
            return self._lookup(tree, table, keys, scope)
        counter = self._indexed_counter(tree, base, key, scope)
        if counter is not None:
            return counter
        listed = self.check(base, scope)
        if listed.type.base == UNKNOWN.base:
            raise Mistake
        if listed.type.base != "list" or listed.type.item is None:
            self.fail(
                "RW413", base, f"this is {a(listed.type)}, but only lists, tables and counters have a [...]"
            )
        by = listed.type.names
        index = self.wanted(key, scope, enum_type(by[0]) if by else NUMBER)
        return c.IndexList(self.span(tree), listed.type.item, listed, index, 0 if by else 1)

    def _table_of(self, tree: Tree, scope: Scope) -> tuple[Table | None, list[Tree]]:
        keys: list[Tree] = []
        while tree.data == "index":
            keys.insert(0, as_tree(tree.children[1]))
            tree = as_tree(tree.children[0])
        if tree.data != "name" or str(tree.children[0]) in scope.names:
            return None, keys
        return self.world.declared.tables.get(str(tree.children[0])), keys

    def _lookup(self, tree: Tree, table: Table, keys: list[Tree], scope: Scope) -> c.Expr:
        if len(keys) != len(table.keys):
            self.fail(
                "RW207",
                tree,
                f"the table `{table.name}` takes {counted(len(table.keys), 'key')}, {len(keys)} given here",
            )
        checked = tuple(self.wanted(key, scope, type_) for key, type_ in zip(keys, table.keys, strict=True))
        return c.Lookup(self.span(tree), NUMBER, table.name, checked)

    def _indexed_counter(self, tree: Tree, base: Tree, key: Tree, scope: Scope) -> c.Expr | None:
        if base.data != "field":
            return None
        counter = self.world.declared.counters.get(str(base.children[1]))
        if counter is None:
            return None
        owner = as_tree(base.children[0])
        if owner.data == "name" and str(owner.children[0]) in ("options", "game"):
            return None
        player = self.check(owner, scope)
        if player.type.base != "player":
            return None
        if counter.by is None:
            self.fail("RW409", base, f"`{counter.name}` is one number and takes no [...]")
        return self._counter(tree, counter, player, self.wanted(key, scope, enum_type(counter.by)))


def _state_type(type_: Type) -> Type:
    """Return what reading a state gives: everything but numbers and flags may be none."""
    return type_ if type_ in (NUMBER, FLAG) else type_.or_none()
