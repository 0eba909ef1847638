"""Writes formulas as Python expressions over the flat state, plain numbers worked out on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from interpreter.compiler.constants import NONE, Constants, is_number, word
from interpreter.content.model import Value
from interpreter.language import checked as c
from interpreter.machine.layout import COMPONENT, ROUND, TURN_ORDER

Env = Mapping[str, str]
"""For each name of the language, the Python name or number that stands for it."""

MOST_WRITTEN_OUT = 12
"""A list that is known and not longer than this is written out item by item."""

MOST_TERMS = 48
"""How many terms one formula may be written out to."""


class Writer:
    """Writes formulas for one layout and one set of options. `v`, `z` and `k` are names of the compiled code."""

    def __init__(self, constants: Constants, options: Mapping[str, int]) -> None:
        self.constants = constants
        self.layout = constants.layout
        self.game = constants.game
        self.options = options
        self._serial = 0
        self._terms = 1
        self._inlined: list[str] = []

    def fresh(self, name: str) -> str:
        """Return a Python name for an item that only one expression uses."""
        self._serial += 1
        return f"y{self._serial}_{word(name)}"

    # ---------------------------------------------------------------- entries
    def value(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula's value; a flag comes out as 0 or 1."""
        if e.type.base == "flag" and not isinstance(e, c.Const | c.Local | c.ComponentState | c.GameState | c.CardField | c.OptionValue):
            text = self.cond(e, env)
            return {"True": "1", "False": "0"}.get(text, f"(1 if {text} else 0)")
        return self.text(e, env)

    def cond(self, e: c.Expr, env: Env) -> str:
        """Return the text of a condition, for use where Python asks for truth."""
        text = self.text(e, env)
        return {"1": "True", "0": "False"}.get(text, text)

    def text(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula; a condition may come out as a Python truth value."""
        return _BY_CLASS[type(e)](self, e, env)

    def tuple(self, e: c.Expr, env: Env) -> str:
        """Return the text of a list that nobody else can change."""
        text = self.text(e, env)
        unchanging = text.startswith(("(", "F_", "V_", "K_", "shifted", "reversed_", "starting_with")) or text.isidentifier()
        return text if unchanging else f"tuple({text})"

    def nonnegative(self, e: c.Expr) -> bool:
        """Say whether a formula's value is surely not below 0."""
        match e:
            case c.Const():
                return isinstance(e.value, int) and e.value >= 0
            case c.PlayerCounter():
                least = self.game.counters[e.counter].least
                return least is not None and least >= 0
            case c.Aggregate() | c.Place() | c.RoundNumber():
                return True
            case c.ValueCall():
                return self._nonnegative_value(self.game.values[e.value])
            case c.Fold():
                return self.nonnegative(e.number)
            case c.Pick():
                test = any if e.op == "max" else all
                return test(self.nonnegative(part) for part in e.parts)
            case c.Arithmetic():
                return e.op in "+*" and self.nonnegative(e.left) and self.nonnegative(e.right)
            case c.Cases():
                return all(self.nonnegative(formula) for _, formula in e.cases) and self.nonnegative(e.otherwise)
            case c.Lookup():
                table = self.game.tables[e.table]
                return min([*table.entries.values(), table.otherwise or 0]) >= 0
            case c.CardField():
                kinds = e.component.type.names
                values = [self.constants.field_values(kinds, e.field, side) for side in (0, 1)]
                own = [number for kind in kinds for number in self.constants.of_kind(kind)]
                return all(cast("int", found[number]) >= 0 for found in values for number in own)
        return False

    def _nonnegative_value(self, value: Value) -> bool:
        bound = value.at_least
        if isinstance(bound, c.Const) and isinstance(bound.value, int) and bound.value >= 0 and value.at_most is None:
            return True
        if value.name in self.game.changes or value.name in self._inlined or value.formula is None:
            return False
        self._inlined.append(value.name)
        known = self.nonnegative(value.formula) and value.at_most is None
        self._inlined.pop()
        return known

    # ---------------------------------------------------------------- names and constants
    def _const(self, e: c.Const, env: Env) -> str:
        return repr(e.value)

    def _card_const(self, e: c.CardConst, env: Env) -> str:
        return str(self.layout.of_card[e.card][0])

    def _local(self, e: c.Local, env: Env) -> str:
        return env[e.name]

    def _players(self, e: c.Players, env: Env) -> str:
        return repr(tuple(range(self.constants.players)))

    def _turn_order(self, e: c.TurnOrder, env: Env) -> str:
        return f"z[{TURN_ORDER}]"

    def _round(self, e: c.RoundNumber, env: Env) -> str:
        return f"v[{ROUND}]"

    def _all_components(self, e: c.AllComponents, env: Env) -> str:
        return self.constants.all_of(e.kind)

    def _option(self, e: c.OptionValue, env: Env) -> str:
        return str(self.options[e.option])

    # ---------------------------------------------------------------- state
    def _counter(self, e: c.PlayerCounter, env: Env) -> str:
        index = None if e.index is None else self.operand(e.index, env)
        return f"v[{self.constants.counter(e.counter, self.operand(e.player, env), index)}]"

    def _game_state(self, e: c.GameState, env: Env) -> str:
        return f"v[{self.layout.game_state[e.name]}]"

    def _component_state(self, e: c.ComponentState, env: Env) -> str:
        component = self.operand(e.component, env)
        slot = self.constants.state(e.component.type.names, e.name, component)
        return self._unless_none(e.component, component, f"v[{slot}]", str(NONE))

    def zone_number(self, e: c.ZoneRef, env: Env) -> str:
        """Return the text of the number of a zone that is there."""
        holder = "" if e.holder is None else self.operand(e.holder, env)
        kinds = e.holder.type.names if e.holder is not None else ()
        return self.constants.zone(e.scope, e.zone, kinds, holder)

    def _zone(self, e: c.ZoneRef, env: Env) -> str:
        text = f"z[{self.zone_number(e, env)}]"
        if e.holder is None or e.scope != COMPONENT:
            return text
        return self._unless_none(e.holder, self.operand(e.holder, env), text, "()")

    def _unless_none(self, thing: c.Expr, text: str, then: str, otherwise: str) -> str:
        """Return a text that has a meaning only for a component, or what stands for none."""
        if not thing.type.nullable or is_number(text) and int(text) >= 0:
            return then
        return f"({then} if {text} >= 0 else {otherwise})"

    def _field(self, e: c.CardField, env: Env) -> str:
        component = self.operand(e.component, env)
        kinds = e.component.type.names
        front, back = (self.constants.field_values(kinds, e.field, side) for side in (0, 1))
        none: object = () if e.type.base == "list" else NONE
        suffix = "" if len(kinds) > 1 else "_" + word(kinds[0])
        name = f"F_{word(e.field)}{suffix}" if suffix else f"F_{word(e.field)}_of_{'_'.join(map(word, kinds))}"
        if front == back:
            if is_number(component):
                found = front[int(component)] if int(component) >= 0 else none
                return repr(found)
            same = self._one_value(kinds, front)
            if same is not None and not e.component.type.nullable:
                return same
            return f"{self.constants.by_component(name, front, none)}[{component}]"
        both = self.constants.table(name, f"({(*front, none)!r}, {(*back, none)!r})")
        side = f"v[{self._slot(self.layout.face, component)}]"
        return self._unless_none(e.component, component, f"{both}[{side}][{component}]", repr(none))

    def _one_value(self, kinds: tuple[str, ...], values: list[object]) -> str | None:
        own = {repr(values[number]) for kind in kinds for number in self.constants.of_kind(kind)}
        return own.pop() if len(own) == 1 else None

    def _slot(self, base: int, component: str) -> str:
        return str(base + int(component)) if is_number(component) else f"{base} + {component}"

    def _owner(self, e: c.Owner, env: Env) -> str:
        component = self.operand(e.component, env)
        kinds = e.component.type.names
        if all(self.game.kinds[kind].per_player is not None for kind in kinds):
            return f"{self.constants.by_component('OWNER', self.layout.fixed_owner)}[{component}]"
        return self._unless_none(e.component, component, f"v[{self._slot(self.layout.owner, component)}]", str(NONE))

    def _face(self, e: c.Face, env: Env) -> str:
        component = self.operand(e.component, env)
        return self._unless_none(e.component, component, f"v[{self._slot(self.layout.face, component)}]", str(NONE))

    def _sides(self, e: c.Sides, env: Env) -> str:
        sides = [len(self.game.cards[card].sides) for card in self.layout.card_of]
        return f"{self.constants.by_component('SIDES', sides)}[{self.operand(e.component, env)}]"

    def _at(self, thing: c.Expr, env: Env) -> str:
        component = self.operand(thing, env)
        return self._unless_none(thing, component, f"v[{self._slot(self.layout.at, component)}]", str(NONE))

    def _holder(self, e: c.HolderOf, env: Env) -> str:
        holders = [
            holder if decl is not None and decl.scope == COMPONENT and self.layout.kind_of[holder] == e.kind else NONE
            for decl, holder in zip(self.layout.zone_decl, self.layout.zone_holder, strict=True)
        ]
        return f"{self.constants.table(f'H_{word(e.kind)}', repr((*holders, NONE)))}[{self._at(e.component, env)}]"

    # ---------------------------------------------------------------- calculation
    def operand(self, e: c.Expr, env: Env) -> str:
        """Return a text that may stand beside an operator or be written more than once."""
        return self.text(e, env)

    def _value_call(self, e: c.ValueCall, env: Env) -> str:
        value = self.game.values[e.value]
        args = [self.value(arg, env) if arg.type.base != "list" else self.tuple(arg, env) for arg in e.args]
        inlined = self._inline(value, args)
        if inlined is not None:
            return inlined
        return f"V_{word(e.value)}({', '.join(['v', 'z', 'k', *args])})"

    def _inline(self, value: Value, args: list[str]) -> str | None:
        """Return a value's formula itself where that is as good as a call: nothing changes it and it is short."""
        if value.name in self.game.changes or value.at_least is not None or value.at_most is not None:
            return None
        if value.name in self._inlined or len(self._inlined) > 6 or not all(map(_is_plain, args)):
            return None
        assert value.formula is not None
        if size_of(value.formula) > 14:
            return None
        self._inlined.append(value.name)
        text = self.text(value.formula, {param.name: arg for param, arg in zip(value.params, args, strict=True)})
        self._inlined.pop()
        return text

    def _lookup(self, e: c.Lookup, env: Env) -> str:
        table = self.game.tables[e.table]
        keys = [self.text(key, env) for key in e.keys]
        if table.steps_down:
            name = self.constants.table(f"T_{word(e.table)}", repr(table.entries))
            numeric = tuple(key.base == "number" for key in table.keys)
            return f"stepped({name}, {numeric}, ({', '.join(keys)},), {table.otherwise})"
        if all(map(is_number, keys)):
            found = table.entries.get(tuple(map(int, keys)), table.otherwise)
            if found is not None:
                return str(found)
        fixed = [int(key) if is_number(key) else None for key in keys]
        rows = {
            tuple(part for part, known in zip(entry, fixed, strict=True) if known is None): number
            for entry, number in table.entries.items()
            if all(known in (None, part) for part, known in zip(entry, fixed, strict=True))
        }
        free = [key for key, known in zip(keys, fixed, strict=True) if known is None]
        suffix = "_".join("x" if known is None else str(known).replace("-", "m") for known in fixed)
        name = f"T_{word(e.table)}_{suffix}"
        if len(free) == 1:
            name = self.constants.table(name, repr({key[0]: number for key, number in rows.items()}))
            key = free[0]
        else:
            name, key = self.constants.table(name, repr(rows)), f"({', '.join(free)})"
        return f"{name}[{key}]" if table.otherwise is None else f"{name}.get({key}, {table.otherwise})"

    def _index(self, e: c.IndexList, env: Env) -> str:
        entries, index = self.text(e.list, env), self.text(e.index, env)
        if e.base:
            return f"entry({entries}, {index})"
        return f"{entries}[{index}]"

    def _arithmetic(self, e: c.Arithmetic, env: Env) -> str:
        left, right = self.text(e.left, env), self.text(e.right, env)
        if is_number(left) and is_number(right) and not (e.op == "/" and int(right) == 0):
            return str(_CALCULATED[e.op](int(left), int(right)))
        if e.op in "+-" and right == "0":
            return left
        return f"({left} {'//' if e.op == '/' else e.op} {right})"

    def _negative(self, e: c.Negative, env: Env) -> str:
        text = self.text(e.of, env)
        return str(-int(text)) if is_number(text) else f"(-{text})"

    def _compare(self, e: c.Compare, env: Env) -> str:
        left, right = self.value(e.left, env), self.value(e.right, env)
        if is_number(left) and is_number(right):
            return str(_COMPARED[e.op](int(left), int(right)))
        return f"({left} {e.op} {right})"

    def _all_of(self, e: c.AllOf, env: Env) -> str:
        return self.joined([self.cond(part, env) for part in e.parts], all_=True)

    def _any_of(self, e: c.AnyOf, env: Env) -> str:
        return self.joined([self.cond(part, env) for part in e.parts], all_=False)

    def joined(self, parts: Iterable[str], *, all_: bool) -> str:
        """Return conditions joined by `and` or `or`, those left out that are known."""
        left: list[str] = []
        for part in parts:
            if part == ("False" if all_ else "True"):
                left.append(part)
                break
            if part != ("True" if all_ else "False"):
                left.append(part)
        if not left:
            return "True" if all_ else "False"
        if len(left) == 1:
            return left[0]
        if left[-1] in ("True", "False") and all(_is_pure(part) for part in left):
            return left[-1]
        return f"({(' and ' if all_ else ' or ').join(left)})"

    def _not(self, e: c.Not, env: Env) -> str:
        text = self.cond(e.of, env)
        return {"True": "False", "False": "True"}.get(text, f"(not {text})")

    def _member(self, e: c.Member, env: Env) -> str:
        item = self.value(e.item, env)
        if isinstance(e.list, c.ZoneRef) and not e.item.type.nullable and not (e.list.holder is not None and e.list.holder.type.nullable):
            return f"(v[{self._slot(self.layout.at, item)}] == {self.zone_number(e.list, env)})"
        listed = self.text(e.list, env)
        if isinstance(e.list, c.Const) and is_number(item):
            return str(int(item) in cast("tuple[int, ...]", e.list.value))
        return f"({item} in {listed})"

    def _is_kind(self, e: c.IsKind, env: Env) -> str:
        return self._among(self.text(e.component, env), self.constants.of_kind(e.kind))

    def _is_card(self, e: c.IsCard, env: Env) -> str:
        return self._among(self.text(e.component, env), self.layout.of_card[e.card])

    def _among(self, component: str, numbers: tuple[int, ...]) -> str:
        if is_number(component):
            return str(int(component) in numbers)
        if not numbers:
            return "False"
        if len(numbers) == 1:
            return f"({component} == {numbers[0]})"
        if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
            return f"({numbers[0]} <= {component} <= {numbers[-1]})"
        return f"({component} in {numbers})"

    def _cases(self, e: c.Cases, env: Env) -> str:
        text = ""
        for condition, formula in e.cases:
            test = self.cond(condition, env)
            if test == "False":
                continue
            value = self.value(formula, env)
            if test == "True":
                return f"({text}{value})" if text else value
            text += f"{value} if {test} else "
        last = self.value(e.otherwise, env)
        return f"({text}{last})" if text else last

    # ---------------------------------------------------------------- lists
    def known_items(self, e: c.Expr, env: Env) -> list[str] | None:
        """Return the items of a list that is known and short, as texts; None for any other."""
        match e:
            case c.Const():
                items = [str(item) for item in cast("tuple[int, ...]", e.value)]
            case c.Players():
                items = [str(player) for player in range(self.constants.players)]
            case c.AllComponents():
                items = [str(component) for component in self.constants.of_kind(e.kind)]
            case c.CardField() | c.IndexList():
                text = self.text(e, env)
                if not text.startswith("(") or not all(is_number(part.strip()) for part in text[1:-1].split(",") if part.strip()):
                    return None
                items = [part.strip() for part in text[1:-1].split(",") if part.strip()]
            case c.MakeList():
                items = [self.value(part, env) for part in e.parts]
                if not all(map(_is_plain, items)):
                    return None
            case _:
                return None
        return items if len(items) <= MOST_WRITTEN_OUT else None

    def each(self, items: c.Items, env: Env, write: Callable[[Env], str]) -> list[tuple[str, str]] | None:
        """Write something for each item of a known list, with the condition under which the item counts."""
        known = self.known_items(items.list, env)
        if known is None or self._terms * max(1, len(known)) > MOST_TERMS:
            return None
        self._terms *= max(1, len(known))
        found: list[tuple[str, str]] = []
        for item in known:
            inner = {**env, items.name: item}
            test = "True" if items.where is None else self.cond(items.where, inner)
            if test != "False":
                found.append((test, write(inner)))
        self._terms //= max(1, len(known))
        return found

    def loop(self, items: c.Items, env: Env) -> tuple[str, str, Env]:
        """Return the parts of a comprehension over items: its `for`, its ` if` or nothing, and the names inside."""
        name = self.fresh(items.name)
        inner = {**env, items.name: name}
        source = self.text(items.list, env)
        test = "True" if items.where is None else self.cond(items.where, inner)
        return f"for {name} in {source}", "" if test == "True" else f" if {test}", inner

    def _every(self, e: c.Every, env: Env) -> str:
        written = self.each(e.items, env, lambda inner: self.cond(e.has, inner))
        if written is not None:
            return self.joined(
                [has if test == "True" else f"(not {test} or {has})" for test, has in written], all_=True
            )
        head, test, inner = self.loop(e.items, env)
        return f"all([{self.cond(e.has, inner)} {head}{test}])"

    def _aggregate(self, e: c.Aggregate, env: Env) -> str:
        if e.items.where is None:
            return self._whole(e, env)
        if e.op == "count":
            counted = self._counted(e.items, env)
            if counted is not None:
                return counted
        if e.op in ("count", "any"):
            written = self.each(e.items, env, lambda _: "")
            if written is not None and e.op == "any":
                return self.joined([test for test, _ in written], all_=False)
            if written is not None:
                return self.added([test for test, _ in written], count=True)
        head, test, inner = self.loop(e.items, env)
        item = inner[e.items.name]
        match e.op:
            case "count":
                return f"len([1 {head}{test}])"
            case "any":
                return f"any([1 {head}{test}])"
            case "first":
                return f"next(({item} {head}{test}), {NONE})"
        return f"[{item} {head}{test}]"

    def _counted(self, items: c.Items, env: Env) -> str | None:
        """Return the count of the items that are equal to one thing, which Python counts by itself."""
        where = items.where
        if not isinstance(where, c.Compare) or where.op != "==" or isinstance(items.list, c.Const | c.Players):
            return None
        for one, other in ((where.left, where.right), (where.right, where.left)):
            if items.name in names_in(other):
                continue
            if isinstance(one, c.Local) and one.name == items.name:
                return f"{self.tuple(items.list, env)}.count({self.value(other, env)})"
            if isinstance(one, c.CardField) and isinstance(one.component, c.Local) and one.component.name == items.name:
                item = self.fresh(items.name)
                field = self.value(one, {**env, items.name: item})
                return f"[{field} for {item} in {self.text(items.list, env)}].count({self.value(other, env)})"
        return None

    def _whole(self, e: c.Aggregate, env: Env) -> str:
        listed = self.text(e.items.list, env)
        match e.op:
            case "count":
                known = self.known_items(e.items.list, env)
                return f"len({listed})" if known is None else str(len(known))
            case "any":
                return f"(len({listed}) > 0)"
            case "first":
                return f"({listed}[0] if {listed} else {NONE})" if listed.startswith("z[") else f"first({listed})"
        return listed

    def added(self, parts: Iterable[str], *, count: bool = False) -> str:
        """Return numbers, or with `count` conditions, added up."""
        total, rest = 0, []
        for part in parts:
            if is_number(part) or part in ("True", "False"):
                total += int(part) if is_number(part) else part == "True"
            else:
                rest.append(f"({part})" if count else part)
        if not rest:
            return str(total)
        text = " + ".join([*rest, *([str(total)] if total else [])])
        if count and len(rest) == 1 and not total:
            return f"(1 if {rest[0]} else 0)"
        return f"({text})"

    def _fold(self, e: c.Fold, env: Env) -> str:
        if e.op == "sum":
            written = self.each(e.items, env, lambda inner: self.text(e.number, inner))
            if written is not None:
                return self.added(
                    number if test == "True" else ("0" if number == "0" else f"({number} if {test} else 0)")
                    for test, number in written
                )
        head, test, inner = self.loop(e.items, env)
        number = self.text(e.number, inner)
        return f"sum([{number} {head}{test}])" if e.op == "sum" else f"{e.op}([{number} {head}{test}], default=0)"

    def _pick(self, e: c.Pick, env: Env) -> str:
        parts = [self.text(part, env) for part in e.parts]
        if all(map(is_number, parts)):
            return str((max if e.op == "max" else min)(map(int, parts)))
        return f"{e.op}({', '.join(parts)})"

    def _keys(self, keys: tuple[c.Key, ...], inner: Env) -> str:
        texts = [f"-{self.text(key.number, inner)}" if key.rising else self.text(key.number, inner) for key in keys]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    def _place(self, e: c.Place, env: Env) -> str:
        head, test, inner = self.loop(e.items, env)
        pairs = f"[({self._keys(e.keys, inner)}, {inner[e.items.name]}) {head}{test}]"
        return f"place_{e.ties.replace(' ', '_')}({pairs}, {self.text(e.subject, env)})"

    def _ranked(self, e: c.Ranked, env: Env) -> str:
        head, test, inner = self.loop(e.items, env)
        item = inner[e.items.name]
        return f"sorted([{item} {head}{test}], key=lambda {item}: {self._keys(e.keys, inner)}, reverse=True)"

    def _make_list(self, e: c.MakeList, env: Env) -> str:
        return f"({', '.join(self.value(part, env) for part in e.parts)},)" if e.parts else "()"

    def _concat(self, e: c.Concat, env: Env) -> str:
        return f"[*{self.text(e.left, env)}, *{self.text(e.right, env)}]"

    def _builtin(self, e: c.Builtin, env: Env) -> str:
        args = [self.text(arg, env) for arg in e.args]
        match e.name:
            case "next_to":
                return f"next_to(v, z, {', '.join(args)})"
            case "random" | "random_of":
                return f"{e.name}(s, {', '.join(args)})"
        name = "reversed_" if e.name == "reversed" else e.name
        return f"{name}({', '.join(args)})"


_CALCULATED: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
}
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _is_plain(text: str) -> bool:
    """Say whether a text is a name or a number, so that it may be written several times."""
    return text.replace("_", "").isalnum() or is_number(text)


def _is_pure(text: str) -> bool:
    """Say whether working out a text can have no fault and no effect, so that it may be left out."""
    return "(v, z" not in text and "entry(" not in text and "//" not in text and "[" not in text.replace("v[", "")


def names_in(e: Any) -> set[str]:  # noqa: ANN401  # walks the slots of any class of the tree
    """Return the names of the language that a formula uses."""
    if isinstance(e, c.Local):
        return {e.name}
    if isinstance(e, tuple):
        return {name for part in e for name in names_in(part)}
    if not isinstance(e, c.Expr | c.Items | c.Key):
        return set()
    slots = {slot for class_ in type(e).__mro__ for slot in getattr(class_, "__slots__", ())} - {"span", "type"}
    return {name for slot in sorted(slots) for name in names_in(getattr(e, slot))}


def size_of(e: Any) -> int:  # noqa: ANN401  # walks the slots of any class of the tree
    """Return how many nodes a formula has."""
    if isinstance(e, tuple):
        return sum(size_of(part) for part in e)
    if not isinstance(e, c.Expr | c.Items | c.Key):
        return 0
    slots = {slot for class_ in type(e).__mro__ for slot in getattr(class_, "__slots__", ())} - {"span", "type"}
    return 1 + sum(size_of(getattr(e, slot)) for slot in sorted(slots))


_BY_CLASS: dict[type[c.Expr], Callable[[Writer, Any, Env], str]] = {
    c.Const: Writer._const,
    c.CardConst: Writer._card_const,
    c.Local: Writer._local,
    c.Players: Writer._players,
    c.TurnOrder: Writer._turn_order,
    c.RoundNumber: Writer._round,
    c.AllComponents: Writer._all_components,
    c.OptionValue: Writer._option,
    c.PlayerCounter: Writer._counter,
    c.GameState: Writer._game_state,
    c.ComponentState: Writer._component_state,
    c.ZoneRef: Writer._zone,
    c.CardField: Writer._field,
    c.Owner: Writer._owner,
    c.Face: Writer._face,
    c.Sides: Writer._sides,
    c.HolderOf: Writer._holder,
    c.ValueCall: Writer._value_call,
    c.Lookup: Writer._lookup,
    c.IndexList: Writer._index,
    c.Arithmetic: Writer._arithmetic,
    c.Negative: Writer._negative,
    c.Compare: Writer._compare,
    c.AllOf: Writer._all_of,
    c.AnyOf: Writer._any_of,
    c.Not: Writer._not,
    c.Member: Writer._member,
    c.IsKind: Writer._is_kind,
    c.IsCard: Writer._is_card,
    c.Cases: Writer._cases,
    c.Every: Writer._every,
    c.Aggregate: Writer._aggregate,
    c.Fold: Writer._fold,
    c.Pick: Writer._pick,
    c.Place: Writer._place,
    c.Ranked: Writer._ranked,
    c.MakeList: Writer._make_list,
    c.Concat: Writer._concat,
    c.Builtin: Writer._builtin,
}
