"""Prints expressions as C: each is one expression there, too, loops inside brackets of their own.

C does not say in which order operands are worked out. Where that makes a difference, because one of them gives
something a name or draws a random number, they are worked out one by one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from rulewright.interpreter.compiler.c.callees import CALLEES
from rulewright.interpreter.compiler.c.names import Names
from rulewright.interpreter.compiler.c.tables import TableWriter
from rulewright.interpreter.compiler.c.types import (
    ITEM,
    NUMBER,
    CType,
    NotTranslated,
    Special,
    is_keyed,
    is_list,
    type_of_symbol,
)
from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.facts import facts, parts
from rulewright.interpreter.compiler.form.make import literal_items
from rulewright.interpreter.compiler.form.symbols import FormType, Function, Symbol, Table
from rulewright.interpreter.state.limits import MOST_NUMBERS, MOST_STEPS

EFFECTS = "E"
"""What the names of the tables of effects in fields begin with."""

_SMALL_SORTS = (FormType.FLAG, FormType.COMPONENT, FormType.PLAYER)
_ARITH = {"+": "add", "-": "sub", "*": "mul", "//": "floor_div", "%": "floor_mod"}
_PLACES = {
    runtime.PLACE_BETTER: "BETTER",
    runtime.PLACE_WORSE: "WORSE",
    runtime.PLACE_IN_ORDER: "IN_ORDER",
}


class Shared:
    """What the functions of one game have in common: names, tables, and the wrappers that they need."""

    def __init__(self) -> None:
        self.names = Names()
        self.tables = TableWriter(self.names)
        self.laters: dict[Function, None] = {}
        self.fields: dict[Table, None] = {}
        self.thens: dict[Table, None] = {}
        self.longest_key = 0


class Expressions:
    """Prints the expressions of one function; `special` are its symbols that hold no number and no list."""

    def __init__(self, shared: Shared, special: Special) -> None:
        self.shared = shared
        self.names = shared.names
        self.tables = shared.tables
        self.special = special
        self._count = 0
        self._touches: dict[int, tuple[f.Expr, bool]] = {}

    def temporary(self) -> str:
        """Return a new name."""
        self._count += 1
        return f"i{self._count}"

    def ctype(self, e: f.Expr) -> CType:
        """Return the type of what an expression gives."""
        match e:
            case f.Use():
                return type_of_symbol(e.symbol, self.special)
            case f.NoSums():
                return CType.SUMS
            case f.Later():
                return CType.LATER
            case f.Memo():
                return CType.NUMBER
            case f.Comprehension() if is_keyed(e):
                return CType.KEYED
        return CType.LIST if is_list(e) else CType.NUMBER

    # ---------------------------------------------------------------- order
    def touches(self, e: f.Expr) -> bool:
        """Say whether working something out does more than that: gives a name, draws, or remembers."""
        known = self._touches.get(id(e))
        if known is None:
            found = (
                isinstance(e, f.Bound | f.Remembered) or facts(e).draws or any(map(self.touches, parts(e)))
            )
            known = self._touches[id(e)] = (e, found)
        return known[1]

    def in_order(
        self,
        operands: Sequence[f.Expr],
        made: Callable[[Sequence[str]], str],
        text: Callable[[f.Expr], str] | None = None,
    ) -> str:
        """Return what is made of operands that are worked out in their order."""
        text = text or self.text
        if len(operands) < 2 or not any(map(self.touches, operands)):
            return made([text(one) for one in operands])
        names = [self.temporary() for _ in operands]
        before = " ".join(
            f"{self.ctype(one).value} {name} = {text(one)};"
            for one, name in zip(operands, names, strict=True)
        )
        return f"({{ {before} {made(names)}; }})"

    # ---------------------------------------------------------------- all of them
    def text(self, e: f.Expr) -> str:  # noqa: C901, PLR0912  # a class of expressions each
        """Return an expression of C."""
        match e:
            case f.Num():
                return _number(e.value)
            case f.Truth():
                return str(int(e.value))
            case f.Use():
                return self.names.symbol(e.symbol)
            case f.Slot():
                return f"v[{self._index(e.index, 'NV')}]"
            case f.Zone():
                return f"zone_of(c, {self._plain(e.number)})"
            case f.Heard():
                return f"k[{self._index(e.index, 'NK')}]"
            case f.Data():
                return self._table(e)
            case f.Arith():
                return self._arith(e)
            case f.Negative():
                return f"neg(c, {self.text(e.of)})"
            case f.Extreme():
                return self.in_order(e.parts, lambda of: _folded(f"{e.op}_of", of))
            case f.Compare():
                return self._compare(e)
            case f.Between():
                name = self.temporary()
                low, high = _number(e.low), _number(e.high)
                return f"({{ I {name} = {self.text(e.of)}; {name} >= {low} && {name} <= {high}; }})"
            case f.Within():
                return f"has({self._constant(e.numbers)}, {self.text(e.of)})"
            case f.AllOf():
                return f"({' && '.join(map(self.text, e.parts))})"
            case f.AnyOf():
                return f"({' || '.join(map(self.text, e.parts))})"
            case f.Not():
                return f"!{self._operand(e.of)}"
            case f.Choice():
                return f"({self.text(e.test)} ? {self.text(e.yes)} : {self.text(e.no)})"
            case f.Paused():
                return f"({self.text(e.of)} != THROUGH)"
            case f.Bound():
                return f"({self.names.symbol(e.symbol)} = {self.text(e.value)})"
            case f.Tuple():
                return self._tuple(e)
            case f.Join():
                return self.in_order(
                    e.parts, lambda of: f"joined(c, {len(of)}, (const L[]){{{', '.join(of)}}})"
                )
            case f.Extended():
                return self.in_order((e.list, e.item), lambda of: f"extended(c, {of[0]}, {of[1]})")
            case f.Kept() | f.Copy():
                return f"copied(c, {self.text(e.of)})"
            case f.Range():
                return self.in_order((e.low, e.high, e.step), lambda of: f"numbers(c, {', '.join(of)})")
            case f.Length():
                return f"((I){self._operand(e.of)}.n)"
            case f.Some():
                return f"({self._operand(e.of)}.n > 0)"
            case f.Member():
                return self.in_order((e.item, e.list), lambda of: f"has({of[1]}, {of[0]})")
            case f.Occurrences():
                return self.in_order((e.list, e.item), lambda of: f"occurrences({of[0]}, {of[1]})")
            case f.Item():
                return self._item(e)
            case f.Lookup():
                return self._lookup(e)
            case f.Comprehension():
                return self._comprehension(e)
            case f.Aggregate():
                return self._aggregate(e)
            case f.Gathered():
                return self._gathered(e)
            case f.Sorted():
                return self._sorted(e)
            case f.NoSums():
                return "new_sums(c)"
            case f.Memo():
                return "new_memo(c)"
            case f.Remembered():
                return self._remembered(e)
            case f.Call():
                return self._call(e)
            case f.CallOwn():
                return self._call_own(e)
            case f.CallField():
                return self._call_field(e)
            case f.Later():
                return self._later(e)
            case f.CallLater():
                return self.in_order((e.then, e.declined), lambda of: f"call_later(c, {of[0]}, {of[1]} != 0)")
            case f.Pair() | f.NotedSite():
                raise NotTranslated(f"a {type(e).__name__.lower()} stands where none is known of")
            case _:
                assert_never(e)

    def _operand(self, e: f.Expr) -> str:
        return f"({self.text(e)})"

    # ---------------------------------------------------------------- numbers
    def _plain(self, e: f.Expr) -> str:
        """Return an index, whose sums need not be looked at: it is looked at itself."""
        if isinstance(e, f.Arith) and e.op in ("+", "-", "*"):
            return self.in_order((e.left, e.right), lambda of: f"({of[0]} {e.op} {of[1]})", self._plain)
        return self.text(e)

    def _index(self, e: f.Expr, length: str) -> str:
        if isinstance(e, f.Num):
            return f"checked(c, {_number(e.value)}, {length})"
        return f"checked(c, {self._plain(e)}, {length})"

    def _arith(self, e: f.Arith) -> str:
        if _is_small(e):
            return self.in_order((e.left, e.right), lambda of: f"({of[0]} {e.op} {of[1]})")
        name = _ARITH[e.op]
        return self.in_order((e.left, e.right), lambda of: f"{name}(c, {of[0]}, {of[1]})")

    def _compare(self, e: f.Compare) -> str:
        if not is_list(e.left) and not is_list(e.right):
            return self.in_order((e.left, e.right), lambda of: f"({of[0]} {e.op} {of[1]})")
        if e.op not in ("==", "!="):
            raise NotTranslated("lists are compared by more than being the same")
        turned = "!" if e.op == "!=" else ""
        return self.in_order((e.left, e.right), lambda of: f"{turned}same({of[0]}, {of[1]})")

    # ---------------------------------------------------------------- lists and tables
    def _constant(self, numbers: tuple[int, ...]) -> str:
        return f"known({self.tables.constant(numbers)}, {len(numbers)})" if numbers else "EMPTY"

    def _tuple(self, e: f.Tuple) -> str:
        if not e.items:
            return "EMPTY"
        known = literal_items(e)
        written = () if known is None else tuple(one.value for one in known if isinstance(one, f.Num))
        if any(map(is_list, e.items)) or not all(isinstance(number, int) for number in written):
            raise NotTranslated("a list holds lists")
        if known is not None:
            return self._constant(written)
        return self.in_order(e.items, lambda of: f"listed(c, {len(of)}, (const I[]){{{', '.join(of)}}})")

    def _table(self, e: f.Data) -> str:
        if not isinstance(e.table.data, tuple) or self.tables.depth(e.table) > 1:
            raise NotTranslated("a table of lists is used as a list")
        self.tables.see_narrow(e.table)
        return f"known({self.tables.name(e.table)}, {len(e.table.data)})"

    def _item(self, e: f.Item) -> str:
        drawn = _of_one(e)
        if drawn is not None:
            # What is said of a single thing that was drawn: it only gets a name.
            built, only = drawn
            name = self.names.symbol(built.symbol)
            return f"({{ I {name} = {self.text(only)}; {self.text(built.element)}; }})"
        path: list[f.Expr] = [e.index]
        of = e.of
        while isinstance(of, f.Item):
            path.insert(0, of.index)
            of = of.of
        if isinstance(of, f.Data) and isinstance(of.table.data, tuple):
            return self._entry(of.table, path)
        return self.in_order((e.of, e.index), lambda of: f"item(c, {of[0]}, {of[1]})")

    def _entry(self, table: Table, path: list[f.Expr]) -> str:
        """Return an entry of a table: a number, or a row of them as a list."""
        assert isinstance(table.data, tuple)
        depth, length = self.tables.depth(table), len(table.data)
        if len(path) > depth or len(path) < depth - 1:
            raise NotTranslated("a table is looked into by half")

        def made(indices: Sequence[str]) -> str:
            at = f"checked_end(c, {indices[0]}, {length})"
            if depth == 1:
                return f"((I){self.tables.name(table)}[{at}])"
            for level, index in enumerate(indices[1 : depth - 1]):
                at = f"in_row(c, {self.tables.rows(table, level)}[{at}], {index})"
            row = f"{self.tables.rows(table, depth - 2)}[{at}]"
            if len(indices) < depth:
                return f"row_of({self.tables.name(table)}, {row})"
            return f"((I){self.tables.name(table)}[in_row(c, {row}, {indices[-1]})])"

        return self.in_order(path, made, self._plain)

    def _lookup(self, e: f.Lookup) -> str:
        keys = e.key.items if isinstance(e.key, f.Pair) else (e.key,)
        dense, name = self.tables.by_key(e.table), self.tables.name(e.table)
        must, otherwise = int(e.otherwise is None), _number(e.otherwise or 0)

        def made(of: Sequence[str]) -> str:
            if dense is None:
                return f"lookup(c, &{name}, (const I[]){{{', '.join(of)}}}, {must}, {otherwise})"
            place = "0"
            for part, low, size in zip(of, dense.lows, dense.sizes, strict=True):
                place = f"key_in({place}, {part}, {_number(low)}, {size})"
            return f"dense(c, {name}, {place}, {must}, {otherwise})"

        return self.in_order(keys, made)

    # ---------------------------------------------------------------- going through lists
    def over(self, source: f.Expr, item: str) -> tuple[str, str]:
        """Return what goes before a loop over a list, and its head up to `{`, in which the item gets its name.

        `item` is what is written to: a name, or a type and a name.
        """
        count, index = self.temporary(), self.temporary()
        numbers = self._numbers(source)
        if numbers is not None:
            low, high, step, check = numbers
            before = (
                f"I {index} = {low}, {index}h = {high}, {index}s = {step};"
                f" I {count} = how_many(c, {index}, {index}h, {index}s, {check});"
            )
            head = f"for (; {count} > 0; {count}--, {index} += {index}s) {{ {item} = {index};"
            return before, head
        before = f"L {count} = {self.text(source)};"
        head = f"for (int {index} = 0; {index} < {count}.n; {index}++) {{ {item} = {count}.p[{index}];"
        return before, head

    def _numbers(self, source: f.Expr) -> tuple[str, str, str, str] | None:
        match source:
            case f.Range():
                if any(map(self.touches, parts(source))):
                    return None
                return self.text(source.low), self.text(source.high), self.text(source.step), "INT64_MAX"
            case f.Call() if source.function in (runtime.COUNTING, runtime.STEPPING):
                if any(map(self.touches, source.args)):
                    return None
                found = [*map(self.text, source.args), "1"]
                most = MOST_STEPS if source.function is runtime.COUNTING else MOST_NUMBERS
                return found[0], found[1], found[2], str(most)
        return None

    def _loop(self, symbol: Symbol, source: f.Expr, test: f.Expr | None, body: str) -> str:
        kind = "L" if symbol.type is FormType.LIST else "I"
        before, head = self.over(source, f"{kind} {self.names.symbol(symbol)}")
        inner = body if test is None else f"if ({self.text(test)}) {{ {body} }}"
        return f"{before} {head} {inner} }}"

    def _comprehension(self, e: f.Comprehension) -> str:
        if isinstance(e.element, f.Pair):
            return self._keyed(e, e.element)
        if is_list(e.element):
            raise NotTranslated("a list is built of lists")
        found = self.temporary()
        loop = self._loop(e.symbol, e.source, e.test, f"put(c, &{found}, {self.text(e.element)});")
        return f"({{ L {found} = EMPTY; {loop} {found}; }})"

    def _aggregate(self, e: f.Aggregate) -> str:
        found, element = self.temporary(), self.text(e.element)
        begin = "0"
        match e.op:
            case "any":
                body = f"if ({element}) {{ {found} = 1; break; }}"
            case "all":
                begin, body = "1", f"if (!({element})) {{ {found} = 0; break; }}"
            case "count":
                body = f"{element}; {found}++;" if self.touches(e.element) else f"{found}++;"
            case "sum":
                body = f"{found} = add(c, {found}, {element});"
            case "max" | "min":
                any_ = f"{found}_any"
                body = f"I q = {element}; {found} = {any_} ? {e.op}_of({found}, q) : q; {any_} = 1;"
                loop = self._loop(e.symbol, e.source, e.test, body)
                return f"({{ I {found} = 0; int {any_} = 0; {loop} {found}; }})"
            case "first":
                begin, body = "-1", f"{found} = {element}; break;"
            case _:
                assert_never(e.op)
        return f"({{ I {found} = {begin}; {self._loop(e.symbol, e.source, e.test, body)} {found}; }})"

    def _gathered(self, e: f.Gathered) -> str:
        found = self.temporary()
        loop = self._loop(e.symbol, e.source, None, f"put_all(c, &{found}, {self.text(e.inner)});")
        return f"({{ L {found} = EMPTY; {loop} {found}; }})"

    def _keys(self, key: f.Expr, to: str) -> tuple[int, str]:
        """Return of how many numbers a key is made, and what puts them where a pointer is, and moves it on."""
        numbers = key.items if isinstance(key, f.Pair) else (key,)
        return len(numbers), " ".join(f"*{to}++ = {self.text(number)};" for number in numbers)

    def _sorted(self, e: f.Sorted) -> str:
        if e.symbol is None or e.key is None:
            return f"sorted_plain(c, {self.text(e.source)})"
        listed, keys, to, index = (self.temporary() for _ in range(4))
        width, noted = self._keys(e.key, to)
        item = self.names.symbol(e.symbol)
        return (
            f"({{ L {listed} = {self.text(e.source)}; I *{keys} = keys(c, {listed}.n, {width}), *{to} = {keys};"
            f" for (int {index} = 0; {index} < {listed}.n; {index}++) {{ I {item} = {listed}.p[{index}]; {noted} }}"
            f" sorted_by(c, {listed}, {keys}, {width}, 1); }})"
        )

    def _keyed(self, e: f.Comprehension, element: f.Pair) -> str:
        """Return items with their keys."""
        key, item = element.items
        listed, keys, to, items, index = (self.temporary() for _ in range(5))
        width, noted = self._keys(key, to)
        body = f"{noted} {items}.p[{items}.n++] = item_of(c, {self.text(item)});"
        inner = body if e.test is None else f"if ({self.text(e.test)}) {{ {body} }}"
        symbol = self.names.symbol(e.symbol)
        return (
            f"({{ L {listed} = {self.text(e.source)}; I *{keys} = keys(c, {listed}.n, {width}), *{to} = {keys};"
            f" L {items} = new_list(c, {listed}.n);"
            f" for (int {index} = 0; {index} < {listed}.n; {index}++) {{ I {symbol} = {listed}.p[{index}]; {inner} }}"
            f" (Keyed){{{items}.n, {width}, {keys}, {items}.p}}; }})"
        )

    # ---------------------------------------------------------------- calls
    def _remembered(self, e: f.Remembered) -> str:
        if is_list(e.value):
            return self.text(e.value)
        value = self.temporary()
        width, key = self.memo_key(e.key)
        if width == 0:
            return self.text(e.value)
        return (
            f"({{ I {value} = {self.text(e.value)};"
            f" remember(c, {self.text(e.memo)}, {width}, (const I[]){{{key}}}, {value}); }})"
        )

    def memo_key(self, key: f.Pair) -> tuple[int, str]:
        """Return the numbers of a key of a memo, and how many they are; none where it has a list, and is not kept."""
        if any(map(is_list, key.items)):
            return 0, ""
        self.shared.longest_key = max(self.shared.longest_key, len(key.items))
        return len(key.items), ", ".join(map(self.text, key.items))

    def _call(self, e: f.Call) -> str:
        function, args = e.function, e.args
        if function in _PLACES:
            return self.in_order(args, lambda of: f"place({', '.join(of)}, {_PLACES[function]})")
        if function is runtime.STEPPED:
            return self._stepped(e)
        if function is runtime.CHANGED:
            return self._changed(e)
        if function is runtime.OPEN_WINDOW:
            return self._open_window(e)
        callee = CALLEES.get(function)
        if callee is None:
            raise NotTranslated(f"the runtime of C has no {function.name}")
        if function in (runtime.POUR, runtime.POUR_ANEW):
            return self.in_order(args[:2], lambda of: f"carry(c, copied(c, zone_of(c, {of[0]})), {of[1]})")
        context = ["c"] if callee.context else []
        return self.in_order(args[: callee.takes], lambda of: f"{callee.name}({', '.join([*context, *of])})")

    def _stepped(self, e: f.Call) -> str:
        table, numeric, keys = e.args[:3]
        otherwise = e.args[3] if len(e.args) > 3 else None
        assert isinstance(table, f.Data)
        assert isinstance(numeric, f.Tuple)
        assert isinstance(keys, f.Tuple)
        flags = [isinstance(one, f.Truth) and one.value for one in numeric.items]
        name = self.tables.stepping_down(table.table, flags)
        must, found = int(otherwise is None), "0" if otherwise is None else self.text(otherwise)
        return self.in_order(
            keys.items, lambda of: f"stepped(c, &{name}, (const I[]){{{', '.join(of)}}}, {must}, {found})"
        )

    def _changed(self, e: f.Call) -> str:
        cards, result, subject, sides, params = e.args
        assert isinstance(sides, f.Data)
        assert isinstance(params, f.Tuple)
        name = self.names.table(sides.table)

        def made(of: Sequence[str]) -> str:
            return f"changed(c, {', '.join(of[:3])}, {name}_at, {name}, {self._values(params.items, of[3:])})"

        return self.in_order((cards, result, subject, *params.items), made)

    def _values(self, items: Sequence[f.Expr], texts: Sequence[str]) -> str:
        """Return values of any type, as they are handed on."""
        members = {CType.LIST: "l", CType.LATER: "t", CType.NUMBER: "i"}
        found = [f"{{.{members[self.ctype(one)]} = {text}}}" for one, text in zip(items, texts, strict=True)]
        return f"(const Val[]){{{', '.join(found)}}}" if found else "0"

    def _open_window(self, e: f.Call) -> str:
        number, args, players, slot, extra = e.args
        assert isinstance(args, f.Tuple)
        if not any(map(is_list, args.items)):
            return self.in_order(e.args, lambda of: f"open_window(c, {', '.join(of)})")

        def made(of: Sequence[str]) -> str:
            written = []
            for one, text in zip(args.items, of[4:], strict=True):
                if is_list(one):
                    # The same text twice would be worked out twice.
                    name = self.temporary()
                    written.append(f"({{ L {name} = {text}; joined(c, 2, (const L[]){{")
                    written[-1] += f"listed(c, 1, (const I[]){{{name}.n}}), {name}}}); }})"
                else:
                    written.append(f"listed(c, 1, (const I[]){{{text}}})")
            flat = f"joined(c, {len(written)}, (const L[]){{{', '.join(written)}}})"
            return f"open_window(c, {of[0]}, {flat}, {', '.join(of[1:4])})"

        return self.in_order((number, players, slot, extra, *args.items), made)

    def _call_own(self, e: f.CallOwn) -> str:
        name = self.names.function(e.function)
        return self.in_order(e.args, lambda of: f"{name}({', '.join(['c', *of])})")

    def _call_field(self, e: f.CallField) -> str:
        if e.handed:
            self.shared.thens[e.table] = None
        else:
            self.shared.fields[e.table] = None
        name = self.names.table(e.table)

        def made(of: Sequence[str]) -> str:
            component = self.temporary()
            side = f"side_up(c, {component})" if e.sided else "0"
            handed = ", ".join([of[1], component, *of[2:]])
            field = f"{name}[field_of(c, {component})][{side}]"
            before = f"I {component} = {of[0]};"
            if e.table.words[0] != EFFECTS:
                return f"({{ {before} {field}(c, {handed}); }})"
            effect, me = self.temporary(), self.temporary()
            handed = ", ".join([me, component, *of[2:]])
            noted = f"if ({effect} != no_effect) note_effect(c, {component}, {me});"
            return f"({{ {before} I {me} = {of[1]}; {name}_call {effect} = {field}; {noted} {effect}(c, {handed}); }})"

        return self.in_order((e.component, e.me, *e.handed), made)

    def _later(self, e: f.Later) -> str:
        self.shared.laters[e.function] = None
        name = self.names.function(e.function)
        return self.in_order(
            e.args, lambda of: f"later(c, later_{name}, {len(of)}, {self._values(e.args, of)})"
        )


def _of_one(e: f.Item) -> tuple[f.Comprehension, f.Expr] | None:
    """Return a list of one item that only its item is asked of, with what it is built from."""
    of = e.of
    if isinstance(of, f.Comprehension) and of.test is None and e.index == f.Num(0):
        source = of.source
        if isinstance(source, f.Tuple) and len(source.items) == 1 and not is_list(source.items[0]):
            return of, source.items[0]
    return None


def _folded(name: str, parts_: Sequence[str]) -> str:
    found = parts_[0]
    for part in parts_[1:]:
        found = f"{name}({found}, {part})"
    return found


def _number(value: int) -> str:
    if abs(value) > NUMBER:
        raise NotTranslated(f"a number is written out that is too large: {value}")
    written = str(value) if abs(value) <= ITEM else f"INT64_C({value})"
    return f"({written})" if value < 0 else written


def _is_small(e: f.Expr) -> bool:
    """Say whether a number surely is so small that a sum of a few of them can be no more than C holds."""
    match e:
        case f.Num():
            return abs(e.value) <= ITEM
        case f.Use():
            return e.symbol.type in _SMALL_SORTS
        case f.Length() | f.Occurrences() | f.Truth() | f.Compare() | f.Heard():
            return True
        case f.Aggregate():
            return e.op in ("any", "all", "count")
        case f.Choice():
            return _is_small(e.yes) and _is_small(e.no)
        case f.Arith():
            return e.op in ("+", "-") and _is_small(e.left) and _is_small(e.right)
    return False
