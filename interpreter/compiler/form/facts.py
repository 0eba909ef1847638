"""What a pass must know of a node, worked out once for each: what it reads, whether it is pure, whether it can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
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
    numbers, `calls` whether it calls a function of the game, `chooses` whether a choice between two values is in it;
    `loops` how many lists it goes through, and `size` of how many nodes it is made.
    """

    symbols: frozenset[Symbol]
    reads: frozenset[Part]
    fails: bool
    overflows: bool
    draws: bool
    calls: bool
    chooses: bool
    loops: int
    size: int

    @property
    def pure(self) -> bool:
        """Whether it can be left out, put elsewhere or worked out twice: it cannot fail and draws nothing."""
        return not (self.fails or self.overflows or self.draws)


_NOTHING: frozenset[Any] = frozenset()
_known = cast("Any", f.Node.__dict__["known"])
_fields: dict[type, tuple[str, ...]] = {}


def parts(node: f.Node) -> list[Any]:
    """Return the nodes that a node is made of, in the order in which they are read."""
    class_ = type(node)
    names = _fields.get(class_)
    if names is None:
        names = _fields[class_] = tuple(
            field.name for field in fields(cast("Any", class_)) if field.name != "span"
        )
    found: list[Any] = []
    for name in names:
        value = getattr(node, name)
        if isinstance(value, f.Node):
            found.append(value)
        elif value.__class__ is tuple:
            found.extend(each for each in value if isinstance(each, f.Node))
    return found


def facts(e: f.Expr) -> Facts:
    """Return what is known of an expression."""
    try:
        return cast("Facts", e.known)
    except AttributeError:
        found = _worked_out(e)
        _known.__set__(e, found)
        return found


def _worked_out(e: f.Expr) -> Facts:  # noqa: C901, PLR0912  # a class of expressions each
    inner = [facts(part) for part in parts(e)]
    if len(inner) == 1:
        one = inner[0]
        symbols, reads, loops = one.symbols, one.reads, one.loops
        fails, overflows, draws, calls, chooses = one.fails, one.overflows, one.draws, one.calls, one.chooses
        size = one.size + 1
    else:
        symbols = _NOTHING.union(*[one.symbols for one in inner])
        reads = _NOTHING.union(*[one.reads for one in inner])
        fails = any(one.fails for one in inner)
        overflows = any(one.overflows for one in inner)
        draws = any(one.draws for one in inner)
        calls, chooses = any(one.calls for one in inner), any(one.chooses for one in inner)
        loops = sum(one.loops for one in inner)
        size = 1 + sum(one.size for one in inner)
    match e:
        case f.Use():
            symbols = frozenset((e.symbol,))
        case f.Slot():
            reads |= {e.of}
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
    return Facts(
        symbols, reads, fails, overflows, draws, calls, chooses or isinstance(e, f.Choice), loops, size
    )


_E = TypeVar("_E", bound=f.Node)


def rebuilt(node: _E, change: Callable[[Any], Any]) -> _E:
    """Return a node with its parts changed one by one; itself where nothing changes."""
    class_ = type(node)
    changed = False
    values: list[Any] = []
    for field in fields(cast("Any", class_)):
        value = getattr(node, field.name)
        new = value
        if isinstance(value, f.Node):
            new = change(value)
        elif value.__class__ is tuple and any(isinstance(each, f.Node) for each in value):
            new = tuple(change(each) if isinstance(each, f.Node) else each for each in value)
            if all(one is other for one, other in zip(new, value, strict=True)):
                new = value
        changed = changed or new is not value
        values.append(new)
    return class_(*values) if changed else node


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
        elif isinstance(part, STATEMENTS):
            yield from expressions(cast("f.Stmt", part), notes=notes)
        else:
            yield part


def symbols_of(statement: f.Stmt, *, notes: bool = False) -> set[Symbol]:
    """Return the symbols that a statement uses: reads, or changes as a list."""
    found = {symbol for e in expressions(statement, notes=notes) for symbol in facts(e).symbols}
    for one in inside(statement, notes=notes):
        if isinstance(one, f.Append | f.Remove | f.DropThrough | f.Truncate):
            found.add(one.list)
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
        elif isinstance(part, STATEMENTS):
            yield from inside(cast("f.Stmt", part), notes=notes)


STATEMENTS: tuple[type[f.Node], ...] = tuple(cast("Any", f.Stmt).__args__)
EXPRESSIONS: tuple[type[f.Node], ...] = tuple(cast("Any", f.Expr).__args__)
