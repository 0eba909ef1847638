"""Prints expressions as Python, with brackets where Python needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import ZERO, is_plain_index
from rulewright.interpreter.compiler.form.symbols import Function, Symbol
from rulewright.interpreter.compiler.python.names import Names

# How closely the parts of an expression hold together: an operand that holds less closely than this gets brackets.
_CHOICE, _OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGN, _ATOM = range(1, 10)
_CLOSENESS: dict[type, int] = {
    f.Choice: _CHOICE,
    f.AnyOf: _OR,
    f.AllOf: _AND,
    f.Not: _NOT,
    f.Compare: _COMPARED,
    f.Between: _COMPARED,
    f.Within: _COMPARED,
    f.Member: _COMPARED,
    f.Paused: _COMPARED,
    f.Negative: _SIGN,
}
_EMPTY = {"any": "False", "all": "True", "count": "0", "sum": "0", "max": "0", "min": "0", "first": "-1"}


class ExpressionPrinter:
    """Prints the expressions of one function. `uses` gathers what of the state they name, `called` which functions.

    `acts` says that the running state `s` is at hand; where it is not, random numbers are drawn from its lists.
    """

    def __init__(self, names: Names, local: Names, *, acts: bool) -> None:
        self.names = names
        self.local = local
        self.acts = acts
        self.uses: set[str] = set()
        self.called: dict[Function, None] = {}

    def bare(self, e: f.Expr) -> str:
        """Return an expression as it stands by itself."""
        return BY_CLASS[type(e)](self, e)

    def text(self, e: f.Expr, closeness: int) -> str:
        """Return an expression as an operand, in brackets if it holds less closely together than this."""
        found = self.bare(e)
        own = _CLOSENESS.get(type(e), _ATOM)
        if isinstance(e, f.Arith):
            own = _SUM if e.op in ("+", "-") else _PRODUCT
        elif isinstance(e, f.Some):
            own = _CLOSENESS.get(type(e.of), _ATOM)
        return f"({found})" if own < closeness else found

    def _all(self, parts: tuple[f.Expr, ...]) -> str:
        return ", ".join(map(self.bare, parts))

    def _state(self, names: str) -> None:
        self.uses.update(names)

    # ---------------------------------------------------------------- what is there
    def num(self, e: f.Num) -> str:
        return str(e.value)

    def truth(self, e: f.Truth) -> str:
        return str(e.value)

    def use(self, e: f.Use) -> str:
        return self.local.symbol(e.symbol)

    def slot(self, e: f.Slot) -> str:
        self.uses.add("v")
        return f"v[{self.bare(e.index)}]"

    def zone(self, e: f.Zone) -> str:
        self.uses.add("z")
        return f"z[{self.bare(e.number)}]"

    def heard(self, e: f.Heard) -> str:
        self.uses.add("k")
        return f"k[{self.bare(e.index)}]"

    def data(self, e: f.Data) -> str:
        return self.names.table(e.table)

    def noted_site(self, _e: f.NotedSite) -> str:
        return "s.c"

    # ---------------------------------------------------------------- calculation
    def arith(self, e: f.Arith) -> str:
        own = _SUM if e.op in ("+", "-") else _PRODUCT
        return f"{self.text(e.left, own)} {e.op} {self.text(e.right, own + 1)}"

    def negative(self, e: f.Negative) -> str:
        return f"-{self.text(e.of, _SIGN)}"

    def extreme(self, e: f.Extreme) -> str:
        return f"{e.op}({self._all(e.parts)})"

    def compare(self, e: f.Compare) -> str:
        return f"{self.text(e.left, _SUM)} {e.op} {self.text(e.right, _SUM)}"

    def between(self, e: f.Between) -> str:
        return f"{e.low} <= {self.text(e.of, _SUM)} <= {e.high}"

    def within(self, e: f.Within) -> str:
        return f"{self.text(e.of, _SUM)} in {e.numbers}"

    def all_of(self, e: f.AllOf) -> str:
        return " and ".join(self.text(part, _NOT) for part in e.parts)

    def any_of(self, e: f.AnyOf) -> str:
        return " or ".join(self.text(part, _AND) for part in e.parts)

    def not_(self, e: f.Not) -> str:
        return f"not {self.text(e.of, _ATOM)}"

    def choice(self, e: f.Choice) -> str:
        return f"{self.text(e.yes, _OR)} if {self.text(e.test, _OR)} else {self.text(e.no, _CHOICE)}"

    def paused(self, e: f.Paused) -> str:
        return f"{self.text(e.of, _SUM)} is not None"

    def bound(self, e: f.Bound) -> str:
        return f"({self.local.symbol(e.symbol)} := {self.bare(e.value)})"

    # ---------------------------------------------------------------- lists
    def tuple_(self, e: f.Tuple) -> str:
        return f"({self._all(e.items)},)" if len(e.items) == 1 else f"({self._all(e.items)})"

    def join(self, e: f.Join) -> str:
        return f"[{', '.join(f'*{self.text(part, _ATOM)}' for part in e.parts)}]"

    def extended(self, e: f.Extended) -> str:
        return f"(*{self.text(e.list, _ATOM)}, {self.bare(e.item)})"

    def kept(self, e: f.Kept) -> str:
        return f"tuple({self.bare(e.of)})"

    def copy(self, e: f.Copy) -> str:
        if isinstance(e.of, f.Tuple):
            return f"[{self._all(e.of.items)}]"
        if isinstance(e.of, f.Range) or (isinstance(e.of, f.Call) and e.of.function.name == "stepping"):
            return f"list({self.bare(e.of)})"
        return f"[*{self.text(e.of, _ATOM)}]"

    def range_(self, e: f.Range) -> str:
        step = "" if e.step == f.Num(1) else f", {self.bare(e.step)}"
        return f"range({self.bare(e.low)}, {self.text(e.high, _SUM)} + 1{step})"

    def length(self, e: f.Length) -> str:
        return f"len({self.bare(e.of)})"

    def some(self, e: f.Some) -> str:
        return self.bare(e.of)

    def member(self, e: f.Member) -> str:
        return f"{self.text(e.item, _SUM)} in {self.text(e.list, _SUM)}"

    def occurrences(self, e: f.Occurrences) -> str:
        return f"{self.text(e.list, _ATOM)}.count({self.bare(e.item)})"

    def item(self, e: f.Item) -> str:
        return f"{self.text(e.of, _ATOM)}[{self.bare(e.index)}]"

    def lookup(self, e: f.Lookup) -> str:
        table, key = self.names.table(e.table), self.bare(e.key)
        return f"{table}[{key}]" if e.otherwise is None else f"{table}.get({key}, {e.otherwise})"

    def _clauses(self, symbol: Symbol, source: f.Expr, test: f.Expr | None) -> str:
        name = self.local.symbol(symbol)
        if isinstance(source, f.Join) and len(source.parts) > 1 and all(map(_is_plain_zone, source.parts)):
            head = f"for zone in ({self._all(source.parts)}) for {name} in zone"
        else:
            head = f"for {name} in {self.text(source, _OR)}"
        return head if test is None else f"{head} if {self.text(test, _OR)}"

    def comprehension(self, e: f.Comprehension) -> str:
        clauses = self._clauses(e.symbol, e.source, e.test)
        return f"[{self.bare(e.element)} {clauses}]"

    def aggregate(self, e: f.Aggregate) -> str:
        built = f"{self.bare(e.element)} {self._clauses(e.symbol, e.source, e.test)}"
        match e.op:
            case "any" | "all":
                found = f"{e.op}({built})"
            case "count":
                found = f"len([{built}])"
            case "sum":
                found = f"sum([{built}])"
            case "max" | "min":
                found = f"{e.op}([{built}], default=0)"
            case "first":
                found = f"next(({built}), -1)"
        if _is_plain_zone(e.source) and e.source != f.Zone(ZERO):
            # It is not begun on an empty zone; the turn order never is empty.
            return f"({found} if {self.bare(e.source)} else {_EMPTY[e.op]})"
        return found

    def gathered(self, e: f.Gathered) -> str:
        symbol = self.local.symbol(e.symbol)
        return f"[item for {symbol} in {self.text(e.source, _OR)} for item in {self.text(e.inner, _OR)}]"

    def sorted_(self, e: f.Sorted) -> str:
        if e.symbol is None or e.key is None:
            return f"sorted({self.bare(e.source)})"
        key = f"lambda {self.local.symbol(e.symbol)}: {self.bare(e.key)}"
        return f"sorted({self.bare(e.source)}, key={key}, reverse=True)"

    def pair(self, e: f.Pair) -> str:
        return f"({self._all(e.items)})"

    def no_sums(self, _e: f.NoSums) -> str:
        return "{}"

    def memo(self, _e: f.Memo) -> str:
        return "{}"

    def remembered(self, e: f.Remembered) -> str:
        return f"{self.text(e.memo, _ATOM)}.setdefault({self.bare(e.key)}, {self.bare(e.value)})"

    # ---------------------------------------------------------------- calls
    def call(self, e: f.Call) -> str:
        letters = e.function.state
        args = list(map(self.bare, e.args))
        if letters == "s":
            if self.acts:
                return f"{e.function.name}({', '.join(['s', *args])})"
            self._state("vz")
            return f"{e.function.name}({', '.join(['drawing(v, z)', *args])})"
        self._state(letters)
        return f"{e.function.name}({', '.join([*letters, *args])})"

    def call_own(self, e: f.CallOwn) -> str:
        args = list(map(self.bare, e.args))
        self.called[e.function] = None
        state = ["s"]
        if not e.function.acts:
            state = ["v", "z", "k"]
            self._state("vzk")
        return f"{self.names.function(e.function)}({', '.join([*state, *args])})"

    def call_field(self, e: f.CallField) -> str:
        table, component, me = self.names.table(e.table), self.bare(e.component), self.bare(e.me)
        state = "s"
        if e.starts:
            state = "v, z, k"
            self._state("vzk")
        then = "".join(f", {self.bare(one)}" for one in e.handed)
        if not e.sided:
            return f"{table}[{component}][0]({state}, {me}, {component}{then})"
        return f"{'effect_starts' if e.starts else 'run_effect'}({table}, {state}, {me}, {component}{then})"

    def later(self, e: f.Later) -> str:
        self.called[e.function] = None
        args = "".join(f"{self.bare(arg)}, " for arg in e.args)
        return f"({self.names.function(e.function)}, ({args}))"

    def call_later(self, e: f.CallLater) -> str:
        then, declined = self.text(e.then, _ATOM), self.bare(e.declined)
        self._state("vzk")
        return f"{then}[0](v, z, k, {declined}, *{then}[1])"


def _is_plain_zone(e: f.Expr) -> bool:
    return isinstance(e, f.Zone) and is_plain_index(e.number)


BY_CLASS: dict[type[f.Node], Callable[[ExpressionPrinter, Any], str]] = {
    f.Num: ExpressionPrinter.num,
    f.Truth: ExpressionPrinter.truth,
    f.Use: ExpressionPrinter.use,
    f.Slot: ExpressionPrinter.slot,
    f.Zone: ExpressionPrinter.zone,
    f.Heard: ExpressionPrinter.heard,
    f.Data: ExpressionPrinter.data,
    f.NotedSite: ExpressionPrinter.noted_site,
    f.Arith: ExpressionPrinter.arith,
    f.Negative: ExpressionPrinter.negative,
    f.Extreme: ExpressionPrinter.extreme,
    f.Compare: ExpressionPrinter.compare,
    f.Between: ExpressionPrinter.between,
    f.Within: ExpressionPrinter.within,
    f.AllOf: ExpressionPrinter.all_of,
    f.AnyOf: ExpressionPrinter.any_of,
    f.Not: ExpressionPrinter.not_,
    f.Choice: ExpressionPrinter.choice,
    f.Paused: ExpressionPrinter.paused,
    f.Bound: ExpressionPrinter.bound,
    f.Tuple: ExpressionPrinter.tuple_,
    f.Join: ExpressionPrinter.join,
    f.Extended: ExpressionPrinter.extended,
    f.Kept: ExpressionPrinter.kept,
    f.Copy: ExpressionPrinter.copy,
    f.Range: ExpressionPrinter.range_,
    f.Length: ExpressionPrinter.length,
    f.Some: ExpressionPrinter.some,
    f.Member: ExpressionPrinter.member,
    f.Occurrences: ExpressionPrinter.occurrences,
    f.Item: ExpressionPrinter.item,
    f.Lookup: ExpressionPrinter.lookup,
    f.Comprehension: ExpressionPrinter.comprehension,
    f.Aggregate: ExpressionPrinter.aggregate,
    f.Gathered: ExpressionPrinter.gathered,
    f.Sorted: ExpressionPrinter.sorted_,
    f.Pair: ExpressionPrinter.pair,
    f.NoSums: ExpressionPrinter.no_sums,
    f.Memo: ExpressionPrinter.memo,
    f.Remembered: ExpressionPrinter.remembered,
    f.Call: ExpressionPrinter.call,
    f.CallOwn: ExpressionPrinter.call_own,
    f.CallField: ExpressionPrinter.call_field,
    f.Later: ExpressionPrinter.later,
    f.CallLater: ExpressionPrinter.call_later,
}
"""Which function prints which class of expressions."""
