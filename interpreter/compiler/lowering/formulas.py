"""Lowers formulas to expressions over the flat state, plain numbers worked out on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.make import (
    FALSE,
    TRUE,
    as_condition,
    as_flag,
    is_known,
    is_plain,
    joined,
    literal_items,
    multiplied,
    negated,
)
from rulewright.interpreter.compiler.form.symbols import COURSE, Function, Part, Symbol
from rulewright.interpreter.compiler.lowering.lists import is_short
from rulewright.interpreter.compiler.lowering.states import StateLowering
from rulewright.interpreter.compiler.lowering.tables import Env, Tables, listed, literal
from rulewright.interpreter.compiler.lowering.tree import (
    counters_read,
    form_type,
    formulas_of,
    may_be_none,
    size_of,
)
from rulewright.interpreter.compiler.passes.remembering import Remembered
from rulewright.interpreter.content.model import Value
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import ROUND, TURN_ORDER
from rulewright.interpreter.state.sizes import is_small_factor

MOST_NODES = 22
"""A value whose formula has no more nodes is written out where it is asked for."""

MOST_NODES_KNOWN = 40
"""The same where something that it is asked with is known beforehand, so that parts of it fall away."""

_BUILTINS = {
    "next_to": runtime.NEXT_TO,
    "random": runtime.RANDOM,
    "random_of": runtime.RANDOM_OF,
    "rotated": runtime.ROTATED,
    "reversed": runtime.REVERSED,
    "starting_with": runtime.STARTING_WITH,
    "one_after": runtime.ONE_AFTER,
    "one_before": runtime.ONE_BEFORE,
    "index_of": runtime.INDEX_OF,
}
_UNCHANGING = (runtime.ROTATED, runtime.REVERSED, runtime.STARTING_WITH)


class Formulas(StateLowering):
    """Lowers formulas for one layout and one set of options."""

    def __init__(self, tables: Tables, options: Mapping[str, int]) -> None:
        super().__init__(tables)
        self.options = options
        self.functions: dict[str, Function] = {}
        self.remembered = Remembered(tables.game, tables.layout).values

    @property
    def remembered_functions(self) -> set[Function]:
        """The functions of the values that are worth remembering."""
        return {self.functions[name] for name in self.remembered if name in self.functions}

    # ---------------------------------------------------------------- entries
    def value(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula's value; a flag comes out as 0 or 1."""
        if e.type.base == "flag" and not isinstance(
            e,
            c.Const
            | c.Local
            | c.PlayerCounter
            | c.ComponentState
            | c.GameState
            | c.CardField
            | c.OptionValue,
        ):
            return as_flag(self.cond(e, env))
        return self.expr(e, env)

    def cond(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a condition."""
        return as_condition(self.expr(e, env))

    def expr(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula; a condition may come out as such, and not as a flag."""
        return BY_CLASS[type(e)](self, e, env)

    def kept(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a list that nobody else can change."""
        found = self.expr(e, env)
        return found if _never_changes(found) else f.Kept(found)

    def any_value(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a value that is kept: a list that nothing changes, a flag as a number."""
        return self.kept(e, env) if e.type.base == "list" else self.value(e, env)

    # ---------------------------------------------------------------- names and constants
    def const(self, e: c.Const, _env: Env) -> f.Expr:
        return literal(e.value)

    def card_const(self, e: c.CardConst, _env: Env) -> f.Expr:
        return f.Num(self.layout.of_card[e.card][0])

    def local(self, e: c.Local, env: Env) -> f.Expr:
        return env[e.name]

    def players(self, _e: c.Players, _env: Env) -> f.Expr:
        return listed(range(self.tables.players))

    def turn_order(self, _e: c.TurnOrder, _env: Env) -> f.Expr:
        return f.Zone(f.Num(TURN_ORDER))

    def round(self, _e: c.RoundNumber, _env: Env) -> f.Expr:
        return f.Slot(f.Num(ROUND), COURSE)

    def all_components(self, e: c.AllComponents, _env: Env) -> f.Expr:
        return self.tables.all_of(e.kind)

    def option(self, e: c.OptionValue, _env: Env) -> f.Expr:
        return f.Num(self.options[e.option])

    # ---------------------------------------------------------------- values and tables
    def function_of(self, value: Value) -> Function:
        """Return the function that a value is lowered to."""
        if value.name not in self.functions:
            reads = {
                Part("counter", name) for name in counters_read(self.game, formulas_of(self.game, value.name))
            }
            self.functions[value.name] = Function(
                "value",
                (value.name,),
                fails=self.failing.value_may_fail(value.name),
                reads=frozenset(reads),
                span=value.span,
                type_=form_type(value.type),
            )
        return self.functions[value.name]

    def value_call(self, e: c.ValueCall, env: Env) -> f.Expr:
        value = self.game.values[e.value]
        plain = [self.expr(arg, env) if arg.type.base == "list" else self.value(arg, env) for arg in e.args]
        inlined = self._inline(value, plain)
        if inlined is not None:
            return inlined
        args = [
            arg if source.type.base != "list" or _never_changes(arg) else f.Kept(arg)
            for source, arg in zip(e.args, plain, strict=True)
        ]
        return f.CallOwn(self.function_of(value), tuple(args))

    def _inline(self, value: Value, args: list[f.Expr]) -> f.Expr | None:
        """Return a value's formula itself where that is as good as a call: nothing changes it and it is short."""
        if value.name in self.remembered or value.name in self.game.changes or value.at_most is not None:
            return None
        if value.at_least is not None and not isinstance(value.at_least, c.Const):
            return None
        if isinstance(value.formula, c.Named):
            return None
        if value.name in self._inlined or len(self._inlined) > 6 or not all(map(is_plain, args)):
            return None
        assert value.formula is not None
        known = any(isinstance(arg, f.Num) or literal_items(arg) is not None for arg in args)
        if size_of(value.formula) > (MOST_NODES_KNOWN if known else MOST_NODES):
            return None
        self._inlined.append(value.name)
        env = {param.name: arg for param, arg in zip(value.params, args, strict=True)}
        found: f.Expr | None = self.expr(value.formula, env)
        if value.at_least is not None and found is not None:
            assert isinstance(value.at_least.value, int)
            found = self._bounded(value.formula, found, value.at_least.value, env)
        self._inlined.pop()
        return None if found is None or facts(found).fails else found

    def _bounded(self, formula: c.Expr, found: f.Expr, bound: int, env: Env) -> f.Expr | None:
        """Return a number that is never below a bound; None where a call serves better."""
        if isinstance(found, f.Num):
            return f.Num(max(found.value, bound))
        least = self.bounds.least(formula, env)
        if least is not None and least >= bound:
            return found
        if not is_short(found):
            return None
        return f.Choice(found, f.Compare(found, ">", f.Num(bound)), f.Num(bound))

    def lookup(self, e: c.Lookup, env: Env) -> f.Expr:
        table = self.game.tables[e.table]
        keys = [self.expr(key, env) for key in e.keys]
        if table.steps_down:
            whole = f.Data(self.tables.table(("T", e.table), table.entries))
            numeric = f.Tuple(tuple(f.Truth(key.base == "number") for key in table.keys))
            otherwise = () if table.otherwise is None else (f.Num(table.otherwise),)
            return f.Call(runtime.STEPPED, (whole, numeric, f.Tuple(tuple(keys)), *otherwise))
        fixed = [key.value if isinstance(key, f.Num) else None for key in keys]
        if None not in fixed:
            found = table.entries.get(tuple(key for key in fixed if key is not None), table.otherwise)
            if found is not None:
                return f.Num(found)
        rows = {
            tuple(part for part, known in zip(entry, fixed, strict=True) if known is None): number
            for entry, number in table.entries.items()
            if all(known in (None, part) for part, known in zip(entry, fixed, strict=True))
        }
        free = [key for key, known in zip(keys, fixed, strict=True) if known is None]
        words = ("T", e.table, *("x" if known is None else str(known).replace("-", "m") for known in fixed))
        fails = not self.failing.is_whole(e.table)
        if len(free) == 1:
            by_one = self.tables.table(words, {key[0]: number for key, number in rows.items()})
            return f.Lookup(by_one, free[0], table.otherwise, fails)
        return f.Lookup(self.tables.table(words, rows), f.Pair(tuple(free)), table.otherwise, fails)

    def index(self, e: c.IndexList, env: Env) -> f.Expr:
        entries, index = self.expr(e.list, env), self.expr(e.index, env)
        known = literal_items(entries)
        if known is not None and isinstance(index, f.Num) and 0 <= index.value - e.base < len(known):
            return known[index.value - e.base]
        if e.base:
            return f.Call(runtime.ENTRY, (entries, index))
        return f.Item(entries, index)

    # ---------------------------------------------------------------- calculation
    def arithmetic(self, e: c.Arithmetic, env: Env) -> f.Expr:
        left, right = self.expr(e.left, env), self.expr(e.right, env)
        match e.op:
            case "*":
                slowly = is_small_factor(e.left) or is_small_factor(e.right)
                return multiplied(left, right, slowly=slowly)
            case "+":
                if isinstance(left, f.Num) and isinstance(right, f.Num):
                    return f.Num(left.value + right.value)
                if is_known(right, 0):
                    return left
                return right if is_known(left, 0) else f.Arith(left, "+", right)
            case "-":
                if isinstance(left, f.Num) and isinstance(right, f.Num):
                    return f.Num(left.value - right.value)
                return left if is_known(right, 0) else f.Arith(left, "-", right)
        return _divided(e.op, left, right)

    def negative(self, e: c.Negative, env: Env) -> f.Expr:
        found = self.expr(e.of, env)
        return f.Num(-found.value) if isinstance(found, f.Num) else f.Negative(found)

    def compare(self, e: c.Compare, env: Env) -> f.Expr:
        op = COMPARISONS[e.op]
        if e.left.type.base == "list":
            return f.Compare(self.kept(e.left, env), op, self.kept(e.right, env))
        some = self._some(e)
        if some is not None:
            found = self.cond(some, env)
            return found if op == "!=" else negated(found)
        left, right = self.value(e.left, env), self.value(e.right, env)
        if isinstance(left, f.Num) and isinstance(right, f.Num):
            return f.Truth(_COMPARED[op](left.value, right.value))
        return f.Compare(left, op, right)

    def _some(self, e: c.Compare) -> c.Aggregate | None:
        """Return the question whether there is any, for the one whether the first is none."""
        first, none = e.left, e.right
        if isinstance(first, c.ValueCall) and not first.args and first.value not in self.game.changes:
            first = self.game.values[first.value].formula or first
        if not (isinstance(first, c.Aggregate) and first.op == "first" and e.op in ("==", "!=")):
            return None
        if not (isinstance(none, c.Const) and none.value == -1):
            return None
        items = first.items
        while items.where is None and isinstance(items.list, c.Ranked):
            items = items.list.items
        item = items.list.type.item
        if item is None or item.nullable or item.base not in ("component", "player"):
            return None
        return c.Aggregate(e.span, e.type, "any", items)

    def all_of(self, e: c.AllOf, env: Env) -> f.Expr:
        return joined([self.cond(part, env) for part in e.parts], all_=True)

    def any_of(self, e: c.AnyOf, env: Env) -> f.Expr:
        return joined([self.cond(part, env) for part in e.parts], all_=False)

    def not_(self, e: c.Not, env: Env) -> f.Expr:
        return negated(self.cond(e.of, env))

    def member(self, e: c.Member, env: Env) -> f.Expr:
        item = self.value(e.item, env)
        if (
            isinstance(e.list, c.ZoneRef)
            and not may_be_none(e.item)
            and not (e.list.holder is not None and may_be_none(e.list.holder))
        ):
            return f.Compare(self.at(item), "==", self.zone_number(e.list, env))
        among = self.expr(e.list, env)
        written = literal_items(among)
        if written == [] or (written is not None and isinstance(item, f.Num)):
            return f.Truth(item in written)
        return f.Member(item, among)

    def is_kind(self, e: c.IsKind, env: Env) -> f.Expr:
        return self._among(self.expr(e.component, env), self.tables.of_kind(e.kind))

    def is_card(self, e: c.IsCard, env: Env) -> f.Expr:
        return self._among(self.expr(e.component, env), self.layout.of_card[e.card])

    @staticmethod
    def _among(component: f.Expr, numbers: tuple[int, ...]) -> f.Expr:
        if isinstance(component, f.Num):
            return f.Truth(component.value in numbers)
        if not numbers:
            return FALSE
        if len(numbers) == 1:
            return f.Compare(component, "==", f.Num(numbers[0]))
        if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
            return f.Between(numbers[0], component, numbers[-1])
        return f.Within(component, numbers)

    def cases(self, e: c.Cases, env: Env) -> f.Expr:
        found: list[tuple[f.Expr, f.Expr]] = []
        last: f.Expr | None = None
        for condition, formula in e.cases:
            test = self.cond(condition, env)
            if test == FALSE:
                continue
            value = self.value(formula, env)
            if test == TRUE:
                last = value
                break
            found.append((test, value))
        if last is None:
            last = self.value(e.otherwise, env)
        for test, value in reversed(found):
            last = f.Choice(value, test, last)
        return last

    def named(self, e: c.Named, env: Env) -> f.Expr:
        """Return a formula with a name in it: worked out for a list of the one value that the name stands for.

        A name for it in the middle of a formula is no way, since Python has none where a list is gone through.
        """
        value = self.any_value(e.value, env)
        if is_plain(value):
            return self.expr(e.of, {**env, e.name: value})
        symbol = Symbol(e.name, "item", form_type(e.value.type))
        found = self.any_value(e.of, {**env, e.name: f.Use(symbol)})
        return f.Item(f.Comprehension(found, symbol, f.Tuple((value,)), None), f.Num(0))

    def builtin(self, e: c.Builtin, env: Env) -> f.Expr:
        args = tuple(self.expr(arg, env) for arg in e.args)
        if _BUILTINS[e.name].draws:
            args = (f.Num(self.layout.chance.place_of(e)), *args)
        return f.Call(_BUILTINS[e.name], args)


COMPARISONS: dict[str, Any] = {op: op for op in ("==", "!=", "<", "<=", ">", ">=")}
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _divided(op: c.Dividing, left: f.Expr, right: f.Expr) -> f.Expr:
    if isinstance(left, f.Num) and isinstance(right, f.Num) and right.value != 0:
        return f.Num(c.divided(op, left.value, right.value))
    match op:
        case "/":
            return f.Arith(left, "//", right)
        case "/ rounded up":
            turned = f.Num(-left.value) if isinstance(left, f.Num) else f.Negative(left)
            return f.Negative(f.Arith(turned, "//", right))
        case "mod":
            return f.Arith(left, "%", right)
    assert_never(op)


def _never_changes(e: f.Expr) -> bool:
    """Say whether a list is one that nothing changes; a zone, and what may be one, is none."""
    match e:
        case f.Tuple() | f.Data() | f.Use() | f.CallOwn() | f.Kept():
            return True
        case f.Item():
            return isinstance(e.of, f.Data | f.Item)
        case f.Call():
            return e.function in _UNCHANGING
    return False


BY_CLASS: dict[type[c.Expr], Callable[[Formulas, Any, Env], f.Expr]] = {
    c.Const: Formulas.const,
    c.CardConst: Formulas.card_const,
    c.Local: Formulas.local,
    c.Players: Formulas.players,
    c.TurnOrder: Formulas.turn_order,
    c.RoundNumber: Formulas.round,
    c.AllComponents: Formulas.all_components,
    c.OptionValue: Formulas.option,
    c.PlayerCounter: Formulas.counter,
    c.GameState: Formulas.game_state,
    c.ComponentState: Formulas.component_state,
    c.ZoneRef: Formulas.zone,
    c.CardField: Formulas.field,
    c.Owner: Formulas.owner,
    c.Face: Formulas.face,
    c.Sides: Formulas.sides,
    c.HolderOf: Formulas.holder,
    c.ValueCall: Formulas.value_call,
    c.Lookup: Formulas.lookup,
    c.IndexList: Formulas.index,
    c.Arithmetic: Formulas.arithmetic,
    c.Negative: Formulas.negative,
    c.Compare: Formulas.compare,
    c.AllOf: Formulas.all_of,
    c.AnyOf: Formulas.any_of,
    c.Not: Formulas.not_,
    c.Member: Formulas.member,
    c.IsKind: Formulas.is_kind,
    c.IsCard: Formulas.is_card,
    c.Cases: Formulas.cases,
    c.Named: Formulas.named,
    c.Every: Formulas.every,
    c.Aggregate: Formulas.aggregate,
    c.Fold: Formulas.fold,
    c.Pick: Formulas.pick,
    c.Place: Formulas.place,
    c.Ranked: Formulas.ranked,
    c.MakeList: Formulas.make_list,
    c.Concat: Formulas.concat,
    c.Builtin: Formulas.builtin,
}
"""Which function lowers which class of formulas."""
