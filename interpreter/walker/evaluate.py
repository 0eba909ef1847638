"""Evaluates formulas in a state: the meaning of every formula of the language, one function for each class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state import places
from rulewright.interpreter.state.errors import RuleError, TooLarge
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.layout import COMPONENT, NOBODY, NOWHERE, ROUND, TURN_ORDER
from rulewright.interpreter.state.limits import LARGEST, written
from rulewright.interpreter.state.naming import Value
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import is_small_factor, product, too_wide
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker import table_entries, values

NOTHING = c.NOTHING


def evaluate(t: Setting, s: State, env: Env, expr: c.Expr) -> Value:
    """Return the value of a formula, `env` giving the names bound where it stands.

    Changes nothing but how often random numbers were asked for. Raises RuleError when the formula has no value.
    """
    return _BY_CLASS[type(expr)](t, s, env, expr)


def number(t: Setting, s: State, env: Env, expr: c.Expr) -> int:
    """Return the value of a formula that is no list."""
    value = evaluate(t, s, env, expr)
    assert isinstance(value, int)
    return value


def listed(t: Setting, s: State, env: Env, expr: c.Expr) -> tuple[int, ...]:
    """Return the value of a formula that is a list."""
    value = evaluate(t, s, env, expr)
    assert isinstance(value, tuple)
    return value


def holds(t: Setting, s: State, env: Env, condition: c.Expr | None) -> bool:
    """Say whether a condition holds; one that is not there does."""
    return condition is None or evaluate(t, s, env, condition) == 1


def walk(t: Setting, s: State, env: Env, items: c.Items, whole: c.Expr | c.Stmt) -> Iterator[tuple[int, Env]]:
    """Yield the items for which `where` holds, each with the names bound for it; `whole` goes through them."""
    found = listed(t, s, env, items.list)
    s.fuel.burn(len(found) * t.program.weight(whole), items.list.span)
    for item in found:
        inner = {**env, items.name: item}
        try:
            wanted = holds(t, s, inner, items.where)
        except RuleError as error:
            if items.list.type.item is not None and items.list.type.item.base == "component":
                error.concerns(places.cards_of(t, (item,)))
            raise
        if wanted:
            yield item, inner


def zone_number(t: Setting, s: State, env: Env, ref: c.ZoneRef) -> int:
    """Return the number of the zone that is meant, -1 for a zone of none."""
    holder = NOBODY if ref.holder is None else number(t, s, env, ref.holder)
    if ref.holder is not None and holder == NOTHING:
        return NOWHERE
    return t.layout.zone_number(ref.scope, ref.zone, holder)


# ---------------------------------------------------------------- names and constants
def _const(t: Setting, s: State, env: Env, e: c.Const) -> Value:
    return e.value


def _card_const(t: Setting, s: State, env: Env, e: c.CardConst) -> Value:
    return t.layout.of_card[e.card][0]


def _local(t: Setting, s: State, env: Env, e: c.Local) -> Value:
    return env[e.name]


def _players(t: Setting, s: State, env: Env, e: c.Players) -> Value:
    return tuple(range(t.layout.players))


def _turn_order(t: Setting, s: State, env: Env, e: c.TurnOrder) -> Value:
    return tuple(s.z[TURN_ORDER])


def _round(t: Setting, s: State, env: Env, e: c.RoundNumber) -> Value:
    return s.v[ROUND]


def _all_components(t: Setting, s: State, env: Env, e: c.AllComponents) -> Value:
    return t.layout.of_kind[e.kind]


def _option(t: Setting, s: State, env: Env, e: c.OptionValue) -> Value:
    return t.options[e.option]


# ---------------------------------------------------------------- state
def _counter(t: Setting, s: State, env: Env, e: c.PlayerCounter) -> Value:
    player = number(t, s, env, e.player)
    index = 0 if e.index is None else number(t, s, env, e.index)
    if NOTHING in (player, index):
        return NOTHING
    return s.v[t.layout.counter_slot(e.counter, player, index)]


def _game_state(t: Setting, s: State, env: Env, e: c.GameState) -> Value:
    return s.v[t.layout.game_state[e.name]]


def _component_state(t: Setting, s: State, env: Env, e: c.ComponentState) -> Value:
    component = number(t, s, env, e.component)
    return NOTHING if component == NOTHING else s.v[t.layout.state_slot(component, e.name)]


def _zone(t: Setting, s: State, env: Env, e: c.ZoneRef) -> Value:
    zone = zone_number(t, s, env, e)
    return () if zone == NOWHERE else tuple(s.z[zone])


def _card_field(t: Setting, s: State, env: Env, e: c.CardField) -> Value:
    component = number(t, s, env, e.component)
    if component == NOTHING:
        return places.field_of_none(t, e.type)
    return places.field_of(t, s, component, e.field)


def _owner(t: Setting, s: State, env: Env, e: c.Owner) -> Value:
    component = number(t, s, env, e.component)
    return NOTHING if component == NOTHING else s.v[t.layout.owner + component]


def _face(t: Setting, s: State, env: Env, e: c.Face) -> Value:
    component = number(t, s, env, e.component)
    return NOTHING if component == NOTHING else s.v[t.layout.face + component]


def _sides(t: Setting, s: State, env: Env, e: c.Sides) -> Value:
    component = number(t, s, env, e.component)
    return NOTHING if component == NOTHING else len(t.game.cards[t.layout.card_of[component]].sides)


def _holder(t: Setting, s: State, env: Env, e: c.HolderOf) -> Value:
    component = number(t, s, env, e.component)
    zone = NOWHERE if component == NOTHING else s.v[t.layout.at + component]
    declared = None if zone == NOWHERE else t.layout.zone_decl[zone]
    if declared is None or declared.scope != COMPONENT:
        return NOTHING
    holder = t.layout.zone_holder[zone]
    return holder if t.layout.kind_of[holder] == e.kind else NOTHING


# ---------------------------------------------------------------- calculation
def _value_call(t: Setting, s: State, env: Env, e: c.ValueCall) -> Value:
    args = tuple(evaluate(t, s, env, arg) for arg in e.args)
    return values.value_of(t, s, e, args, evaluate)


def _lookup(t: Setting, s: State, env: Env, e: c.Lookup) -> Value:
    return table_entries.entry(t, e, tuple(number(t, s, env, key) for key in e.keys))


def _index(t: Setting, s: State, env: Env, e: c.IndexList) -> Value:
    entries, index = listed(t, s, env, e.list), number(t, s, env, e.index) - e.base
    if not 0 <= index < len(entries):
        entry = "no entry" if not entries else f"entries {e.base} to {len(entries) - 1 + e.base}"
        raise RuleError(e.span, f"there is no entry {index + e.base}: this list has {entry}")
    return entries[index]


def _arithmetic(t: Setting, s: State, env: Env, e: c.Arithmetic) -> Value:
    left, right = number(t, s, env, e.left), number(t, s, env, e.right)
    match e.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            if is_small_factor(e.left) or is_small_factor(e.right):
                return left * right
            return product(left, right, e.span)
    if right == 0:
        raise RuleError(e.span, f"{written(left)} is divided by 0")
    return c.divided(e.op, left, right)


def _negative(t: Setting, s: State, env: Env, e: c.Negative) -> Value:
    return -number(t, s, env, e.of)


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _compare(t: Setting, s: State, env: Env, e: c.Compare) -> Value:
    if e.op in ("==", "!="):
        return int((evaluate(t, s, env, e.left) == evaluate(t, s, env, e.right)) == (e.op == "=="))
    return int(_COMPARE[e.op](number(t, s, env, e.left), number(t, s, env, e.right)))


def _all_of(t: Setting, s: State, env: Env, e: c.AllOf) -> Value:
    return int(all(holds(t, s, env, part) for part in e.parts))


def _any_of(t: Setting, s: State, env: Env, e: c.AnyOf) -> Value:
    return int(any(holds(t, s, env, part) for part in e.parts))


def _not(t: Setting, s: State, env: Env, e: c.Not) -> Value:
    return int(not holds(t, s, env, e.of))


def _member(t: Setting, s: State, env: Env, e: c.Member) -> Value:
    item, entries = evaluate(t, s, env, e.item), listed(t, s, env, e.list)
    s.fuel.burn(len(entries), e.span)
    return int(item in entries)


def _is_kind(t: Setting, s: State, env: Env, e: c.IsKind) -> Value:
    component = number(t, s, env, e.component)
    return int(component != NOTHING and t.layout.kind_of[component] == e.kind)


def _is_card(t: Setting, s: State, env: Env, e: c.IsCard) -> Value:
    component = number(t, s, env, e.component)
    return int(component != NOTHING and t.layout.card_of[component] == e.card)


def _cases(t: Setting, s: State, env: Env, e: c.Cases) -> Value:
    for condition, formula in e.cases:
        if holds(t, s, env, condition):
            return evaluate(t, s, env, formula)
    return evaluate(t, s, env, e.otherwise)


def _named(t: Setting, s: State, env: Env, e: c.Named) -> Value:
    return evaluate(t, s, {**env, e.name: evaluate(t, s, env, e.value)}, e.of)


def _every(t: Setting, s: State, env: Env, e: c.Every) -> Value:
    return int(all(holds(t, s, inner, e.has) for _, inner in walk(t, s, env, e.items, e)))


def _aggregate(t: Setting, s: State, env: Env, e: c.Aggregate) -> Value:
    # What stands behind the first item that is found is not asked.
    found = (item for item, _ in walk(t, s, env, e.items, e))
    match e.op:
        case "count":
            return sum(1 for _ in found)
        case "any":
            return int(any(True for _ in found))
        case "first":
            return next(found, NOTHING)
    return tuple(found)


def _fold(t: Setting, s: State, env: Env, e: c.Fold) -> Value:
    return _FOLD[e.op]([number(t, s, inner, e.number) for _, inner in walk(t, s, env, e.items, e)])


_FOLD: dict[str, Callable[[list[int]], int]] = {
    "sum": sum,
    "max": lambda numbers: max(numbers, default=0),
    "min": lambda numbers: min(numbers, default=0),
}


def _pick(t: Setting, s: State, env: Env, e: c.Pick) -> Value:
    return _FOLD[e.op]([number(t, s, env, part) for part in e.parts])


def _keyed(t: Setting, s: State, env: Env, e: c.Place | c.Ranked) -> list[tuple[tuple[int, ...], int]]:
    """Return each item with its keys, turned so that the larger comes first."""
    return [
        (tuple(number(t, s, inner, key.number) * (-1 if key.rising else 1) for key in e.keys), item)
        for item, inner in walk(t, s, env, e.items, e)
    ]


def _place(t: Setting, s: State, env: Env, e: c.Place) -> Value:
    subject = number(t, s, env, e.subject)
    keyed = _keyed(t, s, env, e)
    at = next((position for position, (_, item) in enumerate(keyed) if item == subject), None)
    if at is None:
        return 0
    mine = keyed[at][0]
    match e.ties:
        case "worse":
            return sum(key >= mine for key, _ in keyed)
        case "better":
            return 1 + sum(key > mine for key, _ in keyed)
    return 1 + sum(key > mine for key, _ in keyed) + sum(key == mine for key, _ in keyed[:at])


def _ranked(t: Setting, s: State, env: Env, e: c.Ranked) -> Value:
    # `reverse` keeps the order of equal items.
    keyed = sorted(_keyed(t, s, env, e), key=lambda entry: entry[0], reverse=True)
    return tuple(item for _, item in keyed)


def _make_list(t: Setting, s: State, env: Env, e: c.MakeList) -> Value:
    return tuple(number(t, s, env, part) for part in e.parts)


def _concat(t: Setting, s: State, env: Env, e: c.Concat) -> Value:
    left, right = listed(t, s, env, e.left), listed(t, s, env, e.right)
    s.fuel.burn(len(left) + len(right), e.span)
    return left + right


# ---------------------------------------------------------------- built-in functions
def _builtin(t: Setting, s: State, env: Env, e: c.Builtin) -> Value:
    if e.name == "random_of":
        return t.layout.chance.one_of(s, t.layout.chance.place_of(e), listed(t, s, env, e.args[0]))
    if e.name == "random":
        low, high = (number(t, s, env, arg) for arg in e.args)
        return _random(t, s, e, low, high)
    return _BUILTIN[e.name](t, s, e.span, *(evaluate(t, s, env, arg) for arg in e.args))


def _rotated(t: Setting, s: State, span: Span, items: tuple[int, ...], by: int) -> Value:
    s.fuel.burn(len(items), span)
    by = by % len(items) if items else 0
    return items[by:] + items[:by]


def _reversed(t: Setting, s: State, span: Span, items: tuple[int, ...]) -> Value:
    s.fuel.burn(len(items), span)
    return items[::-1]


def _starting_with(t: Setting, s: State, span: Span, first: int, items: tuple[int, ...]) -> Value:
    if first not in items:
        raise RuleError(span, "the list cannot start with something that is not in it")
    return _rotated(t, s, span, items, items.index(first))


def _one_after(t: Setting, s: State, span: Span, item: int, items: tuple[int, ...]) -> Value:
    return _beside(s, span, item, items, 1)


def _one_before(t: Setting, s: State, span: Span, item: int, items: tuple[int, ...]) -> Value:
    return _beside(s, span, item, items, -1)


def _beside(s: State, span: Span, item: int, items: tuple[int, ...], by: int) -> int:
    s.fuel.burn(len(items), span)
    if item not in items:
        raise RuleError(span, "nothing comes after or before what is not in the list")
    return items[(items.index(item) + by) % len(items)]


def _index_of(t: Setting, s: State, span: Span, item: int, items: tuple[int, ...]) -> Value:
    s.fuel.burn(len(items), span)
    return items.index(item) + 1 if item in items else 0


def _next_to(t: Setting, s: State, span: Span, left: int, right: int) -> Value:
    if NOTHING in (left, right):
        return 0
    zone = s.v[t.layout.at + left]
    if zone == NOWHERE or zone != s.v[t.layout.at + right]:
        return 0
    return int(abs(s.z[zone].index(left) - s.z[zone].index(right)) == 1)


def _random(t: Setting, s: State, e: c.Builtin, low: int, high: int) -> Value:
    if high < low:
        raise RuleError(e.span, f"there is no number from {low} to {high}")
    if high - low >= LARGEST:
        raise TooLarge(e.span, too_wide(low, high))
    return t.layout.chance.number(s, t.layout.chance.place_of(e), low, high)


_BUILTIN: dict[str, Callable[..., Value]] = {
    "rotated": _rotated,
    "reversed": _reversed,
    "starting_with": _starting_with,
    "one_after": _one_after,
    "one_before": _one_before,
    "index_of": _index_of,
    "next_to": _next_to,
}

_BY_CLASS: dict[type[c.Expr], Callable[[Setting, State, Env, Any], Value]] = {
    c.Const: _const,
    c.CardConst: _card_const,
    c.Local: _local,
    c.Players: _players,
    c.TurnOrder: _turn_order,
    c.RoundNumber: _round,
    c.AllComponents: _all_components,
    c.OptionValue: _option,
    c.PlayerCounter: _counter,
    c.GameState: _game_state,
    c.ComponentState: _component_state,
    c.ZoneRef: _zone,
    c.CardField: _card_field,
    c.Owner: _owner,
    c.Face: _face,
    c.Sides: _sides,
    c.HolderOf: _holder,
    c.ValueCall: _value_call,
    c.Lookup: _lookup,
    c.IndexList: _index,
    c.Arithmetic: _arithmetic,
    c.Negative: _negative,
    c.Compare: _compare,
    c.AllOf: _all_of,
    c.AnyOf: _any_of,
    c.Not: _not,
    c.Member: _member,
    c.IsKind: _is_kind,
    c.IsCard: _is_card,
    c.Cases: _cases,
    c.Named: _named,
    c.Every: _every,
    c.Aggregate: _aggregate,
    c.Fold: _fold,
    c.Pick: _pick,
    c.Place: _place,
    c.Ranked: _ranked,
    c.MakeList: _make_list,
    c.Concat: _concat,
    c.Builtin: _builtin,
}
