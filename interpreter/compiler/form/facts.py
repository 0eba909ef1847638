"""What a pass must know of a node, worked out once for each: what it reads, whether it is pure, whether it can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from operator import is_not
from typing import Any, TypeVar, cast

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.runtime import PRODUCT
from rulewright.interpreter.compiler.form.symbols import EVERYTHING, Part, Symbol
from rulewright.interpreter.records import record


@record
class Facts:
    """What is known of an expression.

    `symbols` are those that it uses and does not bind, `reads` the parts of the state that it looks at. `fails` says
    whether it can end in a fault, `overflows` whether by a number that is too large; `draws` whether it draws random
    numbers, `calls` whether it calls a function of the game, `chooses` whether a choice between two values is in it,
    `hands_on` whether it hands on what is to be asked further; `loops` how many lists it goes through, and `size` of
    how many nodes it is made.
    """

    symbols: frozenset[Symbol]
    reads: frozenset[Part]
    fails: bool
    overflows: bool
    draws: bool
    calls: bool
    chooses: bool
    hands_on: bool
    loops: int
    size: int

    @property
    def pure(self) -> bool:
        """Whether it can be left out, put elsewhere or worked out twice: it cannot fail and draws nothing."""
        return not (self.fails or self.overflows or self.draws)


_NOTHING: frozenset[Any] = frozenset()
_known = cast("Any", f.Node.__dict__["known"])

_PLAIN = frozenset(
    (
        "Span | None", "Symbol", "Symbol | None", "int", "int | None", "bool", "Table", "Function", "Runtime", "Part",
        "AggregateOp", "tuple[int, ...]",
    )
)  # fmt: skip
"""The types of fields in which no nodes stand."""

_fields: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {}


def _fields_of(class_: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the fields of a class of nodes: all, and those in which there may be nodes."""
    found = _fields.get(class_)
    if found is None:
        all_ = fields(cast("Any", class_))
        inner = (
            field.name for field in all_ if field.type not in _PLAIN and "Literal[" not in str(field.type)
        )
        found = _fields[class_] = (tuple(field.name for field in all_), tuple(inner))
    return found


def parts(node: f.Node) -> list[Any]:
    """Return the nodes that a node is made of, in the order in which they are read."""
    found: list[Any] = []
    for name in _fields_of(node.__class__)[1]:
        value = getattr(node, name)
        if value.__class__ is tuple:
            found += [each for each in value if isinstance(each, f.Node)]
        elif isinstance(value, f.Node):
            found.append(value)
    return found


def facts(e: f.Expr) -> Facts:
    """Return what is known of an expression."""
    try:
        return cast("Facts", e.known)
    except AttributeError:
        found = _worked_out(e)
        _known.__set__(e, found)
        return found


def _worked_out(e: f.Expr) -> Facts:  # noqa: C901, PLR0912, PLR0915  # a class of expressions each
    symbols, reads, loops, size = _NOTHING, _NOTHING, 0, 1
    fails = overflows = draws = calls = chooses = hands_on = False
    for one in map(facts, parts(e)):
        symbols = symbols | one.symbols if symbols else one.symbols
        reads = reads | one.reads if reads else one.reads
        loops += one.loops
        size += one.size
        fails = fails or one.fails
        overflows = overflows or one.overflows
        draws = draws or one.draws
        calls = calls or one.calls
        chooses = chooses or one.chooses
        hands_on = hands_on or one.hands_on
    match e:
        case _ if e.__class__ not in _SPECIAL:
            pass
        case f.Use():
            symbols = frozenset((e.symbol,))
        case f.Slot():
            reads |= {e.of}
        case f.Choice():
            chooses = True
        case f.Later():
            hands_on = True
        case f.Comprehension() | f.Aggregate() | f.Gathered():
            symbols -= {e.symbol}
            loops += 1
        case f.Sorted() if e.symbol is not None:
            symbols -= {e.symbol}
        case f.Arith(op="//" | "%"):
            fails = fails or not (isinstance(e.right, f.Num) and e.right.value != 0)
        case f.Item():
            fails = fails or e.fails
        case f.Lookup():
            fails = fails or (e.fails and e.otherwise is None)
        case f.Call():
            fails = fails or e.function.fails
            overflows = overflows or e.function is PRODUCT
            draws = draws or e.function.draws
            reads = reads | {EVERYTHING} if e.function.looks else reads
        case f.CallOwn():
            fails = fails or e.function.fails
            reads |= e.function.reads
            calls = True
        case f.CallLater():
            reads |= {EVERYTHING}
            calls = True
        case f.CallField():
            fails = fails or not e.starts
            reads |= {EVERYTHING}
            calls = True
        case _:
            pass
    return Facts(symbols, reads, fails, overflows, draws, calls, chooses, hands_on, loops, size)


_SPECIAL = frozenset(
    (
        f.Use, f.Slot, f.Choice, f.Later, f.Comprehension, f.Aggregate, f.Gathered, f.Sorted, f.Arith, f.Item, f.Lookup,
        f.Call, f.CallOwn, f.CallLater, f.CallField,
    )
)  # fmt: skip
"""Classes of expressions of which more is to be said than what their parts tell."""

_E = TypeVar("_E", bound=f.Node)


def rebuilt(node: _E, change: Callable[[Any], Any]) -> _E:
    """Return a node with its parts changed one by one; itself where nothing changes."""
    names, inner = _fields_of(node.__class__)
    others: dict[str, Any] = {}
    for name in inner:
        value = getattr(node, name)
        if value.__class__ is tuple:
            several = [change(each) if isinstance(each, f.Node) else each for each in value]
            if any(map(is_not, several, value)):
                others[name] = tuple(several)
        elif isinstance(value, f.Node):
            new = change(value)
            if new is not value:
                others[name] = new
    if not others:
        return node
    return node.__class__(*[others[name] if name in others else getattr(node, name) for name in names])


def replaced(e: f.Expr, others: Mapping[f.Expr, f.Expr]) -> f.Expr:
    """Return an expression with others in the place of some, wherever they stand in it."""
    if e in others:
        return others[e]
    return rebuilt(e, lambda part: replaced(part, others))


def with_symbols(e: f.Expr, others: Mapping[Symbol, f.Expr]) -> f.Expr:
    """Return an expression with others in the place of the symbols that it uses."""
    if not facts(e).symbols.intersection(others):
        return e
    if isinstance(e, f.Use):
        return others.get(e.symbol, e)
    return rebuilt(e, lambda part: with_symbols(part, others))


# ---------------------------------------------------------------- statements
def expressions(statement: f.Stmt, *, notes: bool = False) -> Iterator[f.Expr]:
    """Yield the outermost expressions of a statement and of those in it, in order; those of notes only with `notes`."""
    if isinstance(statement, f.Note) and not notes:
        return
    for part in parts(statement):
        if isinstance(part, f.Branch):
            yield part.test
            for inner in part.body:
                yield from expressions(inner, notes=notes)
        elif is_statement(part):
            yield from expressions(cast("f.Stmt", part), notes=notes)
        else:
            yield part


def symbols_of(statement: f.Stmt, *, notes: bool = False) -> set[Symbol]:
    """Return the symbols that a statement uses: reads, or changes as a list."""
    found: set[Symbol] = set()
    for one in inside(statement, notes=notes):
        if isinstance(one, f.Append | f.Remove | f.DropThrough | f.Truncate):
            found.add(one.list)
        for part in parts(one):
            if isinstance(part, f.Branch):
                found |= facts(part.test).symbols
            elif not is_statement(part):
                found |= facts(part).symbols
    return found


def inside(statement: f.Stmt, *, notes: bool = False) -> Iterator[f.Stmt]:
    """Yield a statement and all in it, outer ones first."""
    if isinstance(statement, f.Note) and not notes:
        return
    yield statement
    for part in parts(statement):
        if isinstance(part, f.Branch):
            for inner in part.body:
                yield from inside(inner, notes=notes)
        elif is_statement(part):
            yield from inside(cast("f.Stmt", part), notes=notes)


def is_statement(node: f.Node) -> bool:
    """Say whether a node is a statement; there are no classes below those of the form."""
    return node.__class__ in _STATEMENTS


STATEMENTS: tuple[type[f.Node], ...] = tuple(cast("Any", f.Stmt).__args__)
_STATEMENTS = frozenset(STATEMENTS)
EXPRESSIONS: tuple[type[f.Node], ...] = tuple(cast("Any", f.Expr).__args__)
