"""Writes formulas as Python expressions over the flat state, plain numbers worked out on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.compiler.constants import NONE, Constants, is_number, word
from interpreter.compiler.failing import text_may_fail
from interpreter.compiler.lists import MOST_TWICE, ListWriter, is_plain, is_pure, literal_items, size_of
from interpreter.compiler.narrowing import Env
from interpreter.content.model import Value
from interpreter.language import checked as c
from interpreter.state.layout import COMPONENT, ROUND, TURN_ORDER
from interpreter.state.limits import LARGEST
from interpreter.state.sizes import is_small_factor

MOST_NODES = 22
"""A value whose formula has no more nodes is written out where it is asked for."""

MOST_NODES_KNOWN = 40
"""The same where something that it is asked with is known beforehand, so that parts of it fall away."""


class Writer(ListWriter):
    """Writes formulas for one layout and one set of options. `v`, `z` and `k` are names of the compiled code."""

    def __init__(self, constants: Constants, options: Mapping[str, int]) -> None:
        super().__init__(constants)
        self.options = options

    # ---------------------------------------------------------------- entries
    def value(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula's value; a flag comes out as 0 or 1."""
        if e.type.base == "flag" and not isinstance(
            e, c.Const | c.Local | c.ComponentState | c.GameState | c.CardField | c.OptionValue
        ):
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

    def kept(self, e: c.Expr, env: Env) -> str:
        """Return the text of a list that nobody else can change."""
        text = self.text(e, env)
        unchanging = (
            text.startswith(("(", "F_", "V_", "K_", "shifted", "reversed_", "starting_with"))
            or text.isidentifier()
        )
        # One of several lists may be a zone itself.
        return text if unchanging and " if " not in text else f"tuple({text})"

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
        if not thing.type.nullable or (is_number(text) and int(text) >= 0):
            return then
        return f"({then} if {text} >= 0 else {otherwise})"

    def _field(self, e: c.CardField, env: Env) -> str:
        component = self.operand(e.component, env)
        kinds = e.component.type.names
        front, back = (self.constants.field_values(kinds, e.field, side) for side in (0, 1))
        none: object = () if e.type.base == "list" else NONE
        suffix = "" if len(kinds) > 1 else "_" + word(kinds[0])
        name = (
            f"F_{word(e.field)}{suffix}" if suffix else f"F_{word(e.field)}_of_{'_'.join(map(word, kinds))}"
        )
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
        return self._unless_none(
            e.component, component, f"v[{self._slot(self.layout.owner, component)}]", str(NONE)
        )

    def _face(self, e: c.Face, env: Env) -> str:
        component = self.operand(e.component, env)
        return self._unless_none(
            e.component, component, f"v[{self._slot(self.layout.face, component)}]", str(NONE)
        )

    def one_sided(self, component: c.Expr) -> bool:
        """Say whether what a formula may stand for has one side only, or is none."""
        kinds = component.type.names
        cards = {self.layout.card_of[number] for kind in kinds for number in self.constants.of_kind(kind)}
        return bool(kinds) and all(len(self.game.cards[card].sides) == 1 for card in cards)

    def _sides(self, e: c.Sides, env: Env) -> str:
        sides = [len(self.game.cards[card].sides) for card in self.layout.card_of]
        return f"{self.constants.by_component('SIDES', sides)}[{self.operand(e.component, env)}]"

    def _at(self, thing: c.Expr, env: Env) -> str:
        component = self.operand(thing, env)
        return self._unless_none(thing, component, f"v[{self._slot(self.layout.at, component)}]", str(NONE))

    def _holder(self, e: c.HolderOf, env: Env) -> str:
        holders = [
            holder
            if decl is not None and decl.scope == COMPONENT and self.layout.kind_of[holder] == e.kind
            else NONE
            for decl, holder in zip(self.layout.zone_decl, self.layout.zone_holder, strict=True)
        ]
        return f"{self.constants.table(f'H_{word(e.kind)}', repr((*holders, NONE)))}[{self._at(e.component, env)}]"

    # ---------------------------------------------------------------- calculation
    def operand(self, e: c.Expr, env: Env) -> str:
        """Return a text that may stand beside an operator or be written more than once."""
        return self.text(e, env)

    def _value_call(self, e: c.ValueCall, env: Env) -> str:
        value = self.game.values[e.value]
        args = [self.value(arg, env) if arg.type.base != "list" else self.kept(arg, env) for arg in e.args]
        inlined = self._inline(
            value,
            [self.text(arg, env) if arg.type.base == "list" else self.value(arg, env) for arg in e.args],
        )
        if inlined is not None:
            return inlined
        return f"V_{word(e.value)}({', '.join(['v', 'z', 'k', *args])})"

    def _inline(self, value: Value, args: list[str]) -> str | None:
        """Return a value's formula itself where that is as good as a call: nothing changes it and it is short."""
        if value.name in self.game.changes or value.at_most is not None:
            return None
        if value.at_least is not None and not isinstance(value.at_least, c.Const):
            return None
        if value.name in self._inlined or len(self._inlined) > 6 or not all(map(is_plain, args)):
            return None
        assert value.formula is not None
        known = any(is_number(arg) or literal_items(arg) is not None for arg in args)
        if size_of(value.formula) > (MOST_NODES_KNOWN if known else MOST_NODES):
            return None
        self._inlined.append(value.name)
        env = {param.name: arg for param, arg in zip(value.params, args, strict=True)}
        text: str | None = self.text(value.formula, env)
        if value.at_least is not None and text is not None:
            text = self._bounded(value.formula, text, str(value.at_least.value), env)
        self._inlined.pop()
        return None if text is None or text_may_fail(self.game, value.formula, text) else text

    def _bounded(self, formula: c.Expr, text: str, bound: str, env: Env) -> str | None:
        """Return the text of a number that is never below a bound; None where a call serves better."""
        if is_number(text):
            return str(max(int(text), int(bound)))
        least = self.bounds.least(formula, env)
        if least is not None and least >= int(bound):
            return text
        return f"({text} if {text} > {bound} else {bound})" if len(text) <= MOST_TWICE else None

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
        if e.op == "*":
            return self.multiplied(left, right, slowly=is_small_factor(e.left) or is_small_factor(e.right))
        if is_number(left) and is_number(right) and not (e.op == "/" and int(right) == 0):
            return str(_CALCULATED[e.op](int(left), int(right)))
        if e.op in "+-" and right == "0":
            return left
        if e.op == "+" and left == "0":
            return right
        return f"({left} {'//' if e.op == '/' else e.op} {right})"

    def multiplied(self, left: str, right: str, *, slowly: bool) -> str:
        """Return the text of a product; one that does not grow `slowly` is looked at when it is worked out."""
        if is_number(left) and is_number(right):
            number = int(left) * int(right)
            if slowly or -LARGEST <= number <= LARGEST:
                return str(number)
        return f"({left} * {right})" if slowly else f"product({left}, {right})"

    def _negative(self, e: c.Negative, env: Env) -> str:
        text = self.text(e.of, env)
        return str(-int(text)) if is_number(text) else f"(-{text})"

    def _compare(self, e: c.Compare, env: Env) -> str:
        if e.left.type.base == "list":
            return f"({self.kept(e.left, env)} {e.op} {self.kept(e.right, env)})"
        some = self._some(e)
        if some is not None:
            text = self.cond(some, env)
            return text if e.op == "!=" else f"(not {text})"
        left, right = self.value(e.left, env), self.value(e.right, env)
        if is_number(left) and is_number(right):
            return str(_COMPARED[e.op](int(left), int(right)))
        return f"({left} {e.op} {right})"

    def _some(self, e: c.Compare) -> c.Aggregate | None:
        """Return the question whether there is any, for the one whether the first is none."""
        first, none = e.left, e.right
        if isinstance(first, c.ValueCall) and not first.args and first.value not in self.game.changes:
            first = self.game.values[first.value].formula or first
        if not (isinstance(first, c.Aggregate) and first.op == "first" and e.op in ("==", "!=")):
            return None
        if not (isinstance(none, c.Const) and none.value == NONE):
            return None
        items = first.items
        while items.where is None and isinstance(items.list, c.Ranked):
            items = items.list.items
        item = items.list.type.item
        if item is None or item.nullable or item.base not in ("component", "player"):
            return None
        return c.Aggregate(e.span, e.type, "any", items)

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
        if left[-1] in ("True", "False") and all(is_pure(part) for part in left):
            return left[-1]
        return f"({(' and ' if all_ else ' or ').join(left)})"

    def _not(self, e: c.Not, env: Env) -> str:
        text = self.cond(e.of, env)
        return {"True": "False", "False": "True"}.get(text, f"(not {text})")

    def _member(self, e: c.Member, env: Env) -> str:
        item = self.value(e.item, env)
        if (
            isinstance(e.list, c.ZoneRef)
            and not e.item.type.nullable
            and not (e.list.holder is not None and e.list.holder.type.nullable)
        ):
            return f"(v[{self._slot(self.layout.at, item)}] == {self.zone_number(e.list, env)})"
        listed = self.text(e.list, env)
        written = literal_items(listed)
        if written == [] or (written is not None and is_number(item)):
            return str(item in written)
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


_CALCULATED: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
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
