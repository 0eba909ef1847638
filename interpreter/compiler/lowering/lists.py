"""Lowers what goes over lists: aggregates, sums, rankings; short lists that are known are written out item by item."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import cast

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.facts import facts, with_symbols
from rulewright.interpreter.compiler.form.make import (
    EMPTY,
    FALSE,
    NONE,
    ONE,
    TRUE,
    ZERO,
    added,
    as_flag,
    is_known,
    is_plain,
    joined,
    literal_items,
)
from rulewright.interpreter.compiler.form.symbols import FormType, Symbol
from rulewright.interpreter.compiler.lowering.bounds import Bounds
from rulewright.interpreter.compiler.lowering.narrowing import Narrowed, Narrowing
from rulewright.interpreter.compiler.lowering.tables import MOST_WRITTEN, Env, Tables
from rulewright.interpreter.compiler.lowering.tree import Failing, draws, form_type, names_in
from rulewright.interpreter.language import checked as c

MOST_TWICE = 13
"""A formula of no more nodes may be worked out twice; a list that it goes through counts as some."""

_NODES_OF_LOOP = 4

MOST_TERMS = 48
"""How many terms one formula may be written out to."""

_PLACES = {
    "better": runtime.PLACE_BETTER,
    "worse": runtime.PLACE_WORSE,
    "in order": runtime.PLACE_IN_ORDER,
}


class ListLowering:
    """Lowers formulas over lists for one layout."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.layout = tables.layout
        self.game = tables.game
        self.failing = Failing(self.game)
        self.narrowing = Narrowing(self, tables, self.failing)
        self._inlined: list[str] = []
        self.bounds = Bounds(self.game, tables, self._inlined)
        self._items: dict[tuple[int, str, FormType], Symbol] = {}
        self._printed: dict[tuple[tuple[str, ...], str, int], list[tuple[int, ...]]] = {}
        self._terms = 1

    def item(self, items: c.Items, env: Env) -> Symbol:
        """Return the symbol for the items of a list within one expression, by how deep it stands there.

        The same formula is lowered in the same way wherever it stands, so that it can be worked out once.
        """
        deep = [symbol.depth for e in env.values() for symbol in facts(e).symbols]
        depth = max(deep, default=0) + 1
        name, type_ = items.name, form_type(items.list.type.item)
        key = (depth, name, type_)
        if key not in self._items:
            self._items[key] = Symbol(name, "item", type_, depth)
        return self._items[key]

    @abstractmethod
    def expr(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula; a condition may come out as such, and not as a flag."""

    @abstractmethod
    def cond(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a condition."""

    @abstractmethod
    def value(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a formula's value; a flag comes out as 0 or 1."""

    @abstractmethod
    def kept(self, e: c.Expr, env: Env) -> f.Expr:
        """Return a list that nobody else can change."""

    # ---------------------------------------------------------------- lists
    def known_items(self, e: c.Expr, env: Env) -> list[f.Expr] | None:
        """Return the items of a list that is known and short; None for any other."""
        match e:
            case c.Const():
                items: list[f.Expr] = [f.Num(item) for item in cast("tuple[int, ...]", e.value)]
            case c.Players():
                items = [f.Num(player) for player in range(self.tables.players)]
            case c.AllComponents():
                items = [f.Num(component) for component in self.tables.of_kind(e.kind)]
            case c.CardField() | c.IndexList() | c.Local():
                found = self.expr(e, env)
                if not isinstance(found, f.Tuple) or not is_plain(found):
                    return None
                items = list(found.items)
            case c.MakeList():
                items = [self.value(part, env) for part in e.parts]
                if not all(map(is_plain, items)):
                    return None
            case _:
                return None
        return items if len(items) <= MOST_WRITTEN else None

    def each(
        self, items: c.Items, env: Env, lower: Callable[[Env], f.Expr], narrowed: Narrowed | None = None
    ) -> list[tuple[f.Expr, f.Expr]] | None:
        """Lower something for each item of a known list, with the condition under which the item counts."""
        known, left = self.known_items(items.list, env), [items.where] if items.where is not None else []
        if known is None:
            source, left = narrowed or self.narrowing.narrowed(items, env)
            known = literal_items(source)
        if known is None or len(known) > MOST_WRITTEN or self._terms * max(1, len(known)) > MOST_TERMS:
            return None
        self._terms *= max(1, len(known))
        found: list[tuple[f.Expr, f.Expr]] = []
        for item in known:
            inner = {**env, items.name: item}
            test = joined([self.cond(part, inner) for part in left], all_=True)
            if test != FALSE:
                found.append((test, lower(inner)))
        self._terms //= max(1, len(known))
        return found

    def loop(
        self, items: c.Items, env: Env, narrowed: Narrowed | None = None
    ) -> tuple[Symbol, f.Expr, f.Expr | None, Env]:
        """Return the parts of a list built from items: the symbol, what is gone over, the test, the names inside.

        What has been narrowed already is handed over: lists stand in lists, and each would be lowered again and again.
        """
        symbol = self.item(items, env)
        inner = {**env, items.name: f.Use(symbol)}
        source, left = narrowed or self.narrowing.narrowed(items, env)
        test = joined([self.cond(part, inner) for part in left], all_=True)
        return symbol, source, None if test == TRUE else test, inner

    def every(self, e: c.Every, env: Env) -> f.Expr:
        written = self.each(e.items, env, lambda inner: self.cond(e.has, inner))
        if written is not None:
            return joined(
                [has if test == TRUE else f.AnyOf((f.Not(test), has)) for test, has in written], all_=True
            )
        symbol, source, test, inner = self.loop(e.items, env)
        return f.Aggregate("all", self.cond(e.has, inner), symbol, source, test)

    def aggregate(self, e: c.Aggregate, env: Env) -> f.Expr:
        if e.items.where is None:
            return self._whole(e, env)
        narrowed = source, left = self.narrowing.narrowed(e.items, env)
        if not left:
            return self._of_whole(e.op, source)
        if e.op == "count":
            counted = self._counted(e.items, env)
            if counted is not None:
                return counted
        if e.op in ("count", "any"):
            written = self.each(e.items, env, lambda _: ZERO, narrowed)
            if written is not None and e.op == "any":
                return joined([test for test, _ in written], all_=False)
            if written is not None:
                tests = [test for test, _ in written if test != FALSE]
                return as_flag(tests[0]) if len(tests) == 1 else added(tests)
        symbol, source, test, _ = self.loop(e.items, env, narrowed)
        match e.op:
            case "count":
                return f.Aggregate("count", ONE, symbol, source, test)
            case "any":
                return f.Aggregate("any", TRUE, symbol, source, test)
            case "first":
                return _first(symbol, source, test)
        return f.Comprehension(f.Use(symbol), symbol, source, test)

    def _counted(self, items: c.Items, env: Env) -> f.Expr | None:
        """Return the count of the items that are equal to one thing, which lists count by themselves."""
        where = items.where
        if (
            not isinstance(where, c.Compare)
            or where.op != "=="
            or isinstance(items.list, c.Const | c.Players | c.AllComponents)
        ):
            return None
        for one, other in ((where.left, where.right), (where.right, where.left)):
            if items.name in names_in(other):
                continue
            if isinstance(one, c.Local) and one.name == items.name:
                printed = self._printed_count(items.list, other, env)
                if printed is not None:
                    return printed
                return f.Occurrences(self.kept(items.list, env), self.value(other, env))
            if (
                isinstance(one, c.CardField)
                and isinstance(one.component, c.Local)
                and one.component.name == items.name
            ):
                symbol = self.item(items, env)
                field = self.value(one, {**env, items.name: f.Use(symbol)})
                built = f.Comprehension(field, symbol, self.expr(items.list, env), None)
                return f.Occurrences(built, self.value(other, env))
        return None

    def _printed_count(self, listed: c.Expr, what: c.Expr, env: Env) -> f.Expr | None:
        """Return the count of something in a list that is printed on a component, which a table can hold."""
        if not isinstance(listed, c.CardField) or what.type.base != "enum":
            return None
        kinds = listed.component.type.names
        front, back = (self.tables.field_values(kinds, listed.field, side) for side in (0, 1))
        if front != back:
            return None
        size = len(self.game.enums[what.type.names[0]].values)
        counts = self._counts(kinds, listed.field, size)
        component, value = self.expr(listed.component, env), self.expr(what, env)
        if isinstance(component, f.Num) and isinstance(value, f.Num):
            return f.Num(counts[component.value][value.value]) if component.value >= 0 else ZERO
        words = ("N", listed.field, "of", *kinds)
        if isinstance(value, f.Num):
            column = [row[value.value] for row in counts]
            table = self.tables.by_component((*words, _key_word(value.value)), column, 0)
            return f.Item(f.Data(table), component)
        table = self.tables.by_component(words, counts, (0,) * (size + 1))
        return f.Item(f.Item(f.Data(table), component), value)

    def _counts(self, kinds: tuple[str, ...], field: str, size: int) -> list[tuple[int, ...]]:
        """Return how often each value of an enum stands in a field of each component, and none behind the others."""
        key = (kinds, field, size)
        if key not in self._printed:
            self._printed[key] = [
                tuple(entry.count(value) if isinstance(entry, tuple) else 0 for value in (*range(size), -1))
                for entry in self.tables.field_values(kinds, field, 0)
            ]
        return self._printed[key]

    def _whole(self, e: c.Aggregate, env: Env) -> f.Expr:
        known = self.known_items(e.items.list, env)
        if e.op == "count" and known is not None:
            return f.Num(len(known))
        return self._of_whole(e.op, self.expr(e.items.list, env))

    @staticmethod
    def _of_whole(op: str, listed: f.Expr) -> f.Expr:
        """Return what is asked of a list of which every item counts."""
        match op:
            case "count":
                return f.Length(listed)
            case "any":
                return f.Compare(f.Length(listed), ">", ZERO)
            case "first":
                if isinstance(listed, f.Zone | f.Item):
                    return f.Choice(f.Item(listed, ZERO), f.Some(listed), NONE)
                return f.Call(runtime.FIRST, (listed,))
        return listed

    # ---------------------------------------------------------------- numbers
    def fold(self, e: c.Fold, env: Env) -> f.Expr:
        if e.op == "sum":
            written = self.each(e.items, env, lambda inner: self.expr(e.number, inner))
            if written is not None:
                return added(
                    number if test == TRUE or is_known(number, 0) else f.Choice(number, test, ZERO)
                    for test, number in written
                )
        symbol, source, test, inner = self.loop(e.items, env)
        op: f.AggregateOp = "sum" if e.op == "sum" else "max" if e.op == "max" else "min"
        return f.Aggregate(op, self.expr(e.number, inner), symbol, source, test)

    def pick(self, e: c.Pick, env: Env) -> f.Expr:
        parts = [self.expr(part, env) for part in e.parts]
        op: str = e.op
        numbers = [part.value for part in parts if isinstance(part, f.Num)]
        if len(numbers) == len(parts):
            return f.Num(max(numbers) if op == "max" else min(numbers))
        if len(parts) == 2:
            for (known, other), part in zip((parts, parts[::-1]), e.parts[::-1], strict=True):
                if isinstance(known, f.Num):
                    return self._of_two(op, known, part, other, env)
        return f.Extreme("max" if op == "max" else "min", tuple(parts))

    def _of_two(self, op: str, bound: f.Num, other: c.Expr, lowered: f.Expr, env: Env) -> f.Expr:
        """Return the greater or lesser of a number and a formula without a call, where the formula is short."""
        least = self.bounds.least(other, env)
        if op == "max" and least is not None and least >= bound.value:
            return lowered
        if not is_short(lowered) or draws(other):
            return f.Extreme("max" if op == "max" else "min", (bound, lowered))
        return f.Choice(lowered, f.Compare(lowered, ">" if op == "max" else "<", bound), bound)

    # ---------------------------------------------------------------- places and orders
    def _keys(self, keys: tuple[c.Key, ...], inner: Env) -> f.Expr:
        found = tuple(
            f.Negative(self.expr(key.number, inner)) if key.rising else self.expr(key.number, inner)
            for key in keys
        )
        return found[0] if len(found) == 1 else f.Pair(found)

    def place(self, e: c.Place, env: Env) -> f.Expr:
        subject = self.expr(e.subject, env)
        if (
            e.items.where is None
            and e.ties == "in order"
            and all(isinstance(key.number, c.Const) for key in e.keys)
        ):
            return f.Call(runtime.POSITION_IN, (self.expr(e.items.list, env), subject))
        symbol, source, test, inner = self.loop(e.items, env)
        pair = f.Pair((self._keys(e.keys, inner), f.Use(symbol)))
        return f.Call(_PLACES[e.ties], (f.Comprehension(pair, symbol, source, test), subject))

    def ranked(self, e: c.Ranked, env: Env) -> f.Expr:
        symbol, source, test, inner = self.loop(e.items, env)
        listed = source if test is None else f.Comprehension(f.Use(symbol), symbol, source, test)
        return f.Sorted(listed, symbol, self._keys(e.keys, inner))

    # ---------------------------------------------------------------- lists made of others
    def make_list(self, e: c.MakeList, env: Env) -> f.Expr:
        return f.Tuple(tuple(self.value(part, env) for part in e.parts)) if e.parts else EMPTY

    def concat(self, e: c.Concat, env: Env) -> f.Expr:
        left, right = self.expr(e.left, env), self.expr(e.right, env)
        before = left.parts if isinstance(left, f.Join) else (left,)
        return f.Join((*before, right))


def _key_word(value: int) -> str:
    return str(value).replace("-", "m")


def _first(symbol: Symbol, source: f.Expr, test: f.Expr | None) -> f.Expr:
    """Return the first item that meets a test; of a list that is printed the first two are looked at by themselves.

    It often is the one, and to begin going through a list takes longer than to look at an item.
    """
    rest = f.Aggregate("first", f.Use(symbol), symbol, source, test)
    if test is None or not isinstance(source, f.Item) or not is_short(test):
        return rest
    item, second = f.Item(source, ZERO), f.Item(source, ONE)
    behind = f.Choice(second, with_symbols(test, {symbol: second}), rest)
    others = f.Choice(behind, f.Compare(f.Length(source), ">", ONE), NONE)
    return f.Choice(f.Choice(item, with_symbols(test, {symbol: item}), others), f.Some(source), NONE)


def is_short(e: f.Expr) -> bool:
    """Say whether an expression costs so little that it may be worked out twice."""
    known = facts(e)
    return known.size + _NODES_OF_LOOP * known.loops <= MOST_TWICE
