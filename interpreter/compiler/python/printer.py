"""Prints a module of the form as the source of a module of Python, with the place in the content of every line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rulewright.interpreter.compiler.counting import FUEL
from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import Function, Symbol, Table
from rulewright.interpreter.compiler.passes.sizes import is_short
from rulewright.interpreter.compiler.python.expressions import ExpressionPrinter
from rulewright.interpreter.compiler.python.loops import Loops
from rulewright.interpreter.compiler.python.names import Names
from rulewright.interpreter.findings import Span


@dataclass(frozen=True, slots=True)
class Line:
    """A line: how deep it is indented, its text, its place in the content, and whether it is for a journal only."""

    depth: int
    text: str
    span: Span | None
    is_note: bool


@dataclass(frozen=True, slots=True)
class PrintedFunction:
    """A function in the source: its name, its lines from `first` to before `end`, what it is a part of, and calls."""

    name: str
    first: int
    end: int
    owner: str
    calls: tuple[str, ...]


@dataclass(slots=True)
class Printed:
    """A printed module, with the lines of a journal among the others."""

    names: Names
    lines: list[Line] = field(default_factory=list)
    functions: list[tuple[FunctionDef, int, int, tuple[Function, ...]]] = field(default_factory=list)

    def source(self, *, journal: bool) -> str:
        """Return the source with or without a journal."""
        return "".join(
            "    " * line.depth + line.text + "\n" for line in self.lines if journal or not line.is_note
        )

    def spans(self, *, journal: bool) -> list[Span | None]:
        """Return the place of each line."""
        return [line.span for line in self.lines if journal or not line.is_note]

    def functions_in(self, *, journal: bool) -> list[PrintedFunction]:
        """Return the functions and where they stand."""
        number, numbers = 1, []
        for line in self.lines:
            numbers.append(number)
            number += journal or not line.is_note
        numbers.append(number)
        return [
            PrintedFunction(
                self.names.function(made.function),
                numbers[first],
                numbers[end],
                self.names.function(made.owner or made.function),
                tuple(map(self.names.function, calls)),
            )
            for made, first, end, calls in self.functions
        ]


def printed(module: Module) -> Printed:
    """Print a whole game."""
    found = Printed(Names())
    tables = [table for table in (*module.tables, *module.last_tables) if table.fixed]
    functions = [made.function for made in (*module.functions, *module.units) if made.function.fixed]
    for table in tables:
        found.names.table(table)
    for function in functions:
        found.names.function(function)
    for table in module.tables:
        _table(found, table)
    loops = Loops()
    for made in (*module.functions, *module.units):
        for laid in loops.laid_out(made):
            _function(found, laid)
    for table in module.last_tables:
        _table(found, table)
    return found


def _table(found: Printed, table: Table) -> None:
    found.lines.append(Line(0, f"{found.names.table(table)} = {_data(found.names, table.data)}", None, False))


def _data(names: Names, data: object) -> str:
    """Return what stands in a table."""
    match data:
        case Function():
            return names.function(data)
        case Table():
            return names.table(data)
        case tuple():
            if data and isinstance(data[0], int):
                return repr(data)
            inner = ", ".join(_data(names, each) for each in data)
            return f"({inner},)" if len(data) == 1 else f"({inner})"
        case list():
            return f"[{', '.join(_data(names, each) for each in data)}]"
        case dict():
            entries = (f"{_data(names, key)}: {_data(names, value)}" for key, value in data.items())
            return f"{{{', '.join(entries)}}}"
    return repr(data)


def _function(found: Printed, made: FunctionDef) -> None:
    printer = _FunctionPrinter(found.names, made)
    first = len(found.lines)
    found.lines += printer.lines()
    found.functions.append((made, first, len(found.lines), tuple(printer.called)))


_FOUND = Symbol("found", "own")
"""What a memo holds."""


class _FunctionPrinter:
    """Prints one function."""

    def __init__(self, names: Names, made: FunctionDef) -> None:
        self.names = names
        self.made = made
        self.local = Names()
        self.expressions = ExpressionPrinter(names, self.local, acts=made.function.acts)
        self._lines: list[Line] = []
        self._in_note = False

    @property
    def called(self) -> list[Function]:
        """The tests of starts and the loops that the function calls."""
        return [called for called in self.expressions.called if called.sort in ("start", "loop")]

    def lines(self) -> list[Line]:
        """Return its lines."""
        made = self.made
        params = list(map(self.local.symbol, made.params))
        state = ["s", "f"] if made.frame else ["s"] if made.function.acts else ["v", "z", "k"]
        head = f"def {self.names.function(made.function)}({', '.join([*state, *params])}):"
        self.block(made.body, 1)
        lines = [Line(0, head, made.span, False)]
        used = [name for name in "vzk" if name in self.expressions.uses]
        if made.function.acts and used:
            text = "; ".join(f"{name} = s.{name}" for name in used)
            lines.append(Line(1, text, made.span, False))
        return [*lines, *self._lines]

    def add(self, depth: int, text: str, span: Span | None) -> None:
        """Add a line."""
        self._lines.append(Line(depth, text, span, self._in_note))

    def block(self, block: f.Block, depth: int) -> None:
        """Print a block; one of notes alone, or of nothing, does nothing else."""
        before = len(self._lines)
        at = 0
        while at < len(block):
            statement = block[at]
            kind = type(statement)
            at += 1
            if kind in _JOINED:
                # Loads, and what is stored, of one place stand in one line.
                texts = [_JOINED[kind](self, statement)]
                while at < len(block) and type(block[at]) is kind and block[at].span == statement.span:
                    texts.append(_JOINED[kind](self, block[at]))
                    at += 1
                self.add(depth, "; ".join(texts), statement.span)
            elif kind in SIMPLE:
                self.add(depth, SIMPLE[kind](self, statement), statement.span)
            else:
                COMPOUND[kind](self, statement, depth)
        if not self._in_note and all(line.is_note for line in self._lines[before:]):
            self.add(depth, "pass", None)

    # ---------------------------------------------------------------- simple statements
    def assign(self, one: f.Assign) -> str:
        name, value = self.local.symbol(one.symbol), one.value
        if isinstance(value, f.Arith) and value.op in ("+", "-") and value.left == f.Use(one.symbol):
            return f"{name} {value.op}= {self.bare(value.right)}"
        return f"{name} = {self.bare(value)}"

    def bare(self, e: f.Expr) -> str:
        """Return an expression as it stands by itself."""
        return self.expressions.bare(e)

    def set_slot(self, one: f.SetSlot) -> str:
        return f"{self.bare(one.slot)} {one.op} {self.bare(one.value)}"

    def set_order(self, one: f.SetOrder) -> str:
        self.expressions.uses.add("z")
        return f"z[0] = {self.bare(one.value)}"

    def do(self, one: f.Do) -> str:
        return self.bare(one.call)

    def append(self, one: f.Append) -> str:
        return f"{self.local.symbol(one.list)}.append({self.bare(one.item)})"

    def remove(self, one: f.Remove) -> str:
        return f"{self.local.symbol(one.list)}.remove({self.bare(one.item)})"

    def drop_through(self, one: f.DropThrough) -> str:
        name = self.local.symbol(one.list)
        return f"del {name}[:{name}.index({self.bare(one.item)}) + 1]"

    def truncate(self, one: f.Truncate) -> str:
        return f"del {self.local.symbol(one.list)}[{self.bare(one.length)}:]"

    def continue_(self, _one: f.Continue) -> str:
        return "continue"

    def break_(self, _one: f.Break) -> str:
        return "break"

    def return_(self, one: f.Return) -> str:
        return f"return {'None' if one.value is None else self.bare(one.value)}"

    def finish(self, _one: f.Finish) -> str:
        return "raise Finish"

    def impossible(self, _one: f.Impossible) -> str:
        return "raise AssertionError"

    def question(self, one: f.Question) -> str:
        return f"s.o = o; s.p = {self.bare(one.player)}"

    def answer(self, one: f.Answer) -> str:
        return "a = s.a" if one.loads else "s.a = a"

    def push(self, one: f.Push) -> str:
        return f"s.u.append([{', '.join([str(one.number), *map(self.bare, one.values)])}])"

    def store(self, one: f.Store) -> str:
        return f"f[{one.slot}] = {self.bare(one.value)}"

    def load(self, one: f.Load) -> str:
        return f"{self.local.symbol(one.symbol)} = f[{one.slot}]"

    def pop(self, _one: f.Pop) -> str:
        return "s.f.pop()"

    def tell(self, one: f.Tell) -> str:
        return f"s.j.append(({', '.join(map(self.bare, one.entry))}))"

    def note_site(self, one: f.NoteSite) -> str:
        return f"s.c = {one.site}"

    def note_may(self, one: f.NoteMay) -> str:
        return f"s.m[{one.site}] = {int(one.unanswered)}"

    # ---------------------------------------------------------------- compound statements
    def if_(self, one: f.If, depth: int) -> None:
        if len(one.branches) == 1 and not one.otherwise and is_short(one.branches[0]):
            branch = one.branches[0]
            inner = branch.body[0]
            self.add(depth, f"if {self.bare(branch.test)}: {SIMPLE[type(inner)](self, inner)}", branch.span)
            return
        word = "if"
        for branch in one.branches:
            self.add(depth, f"{word} {self.bare(branch.test)}:", branch.span)
            self.block(branch.body, depth + 1)
            word = "elif"
        if one.otherwise:
            self.add(depth, "else:", one.span)
            self.block(one.otherwise, depth + 1)

    def for_(self, one: f.For, depth: int) -> None:
        source = self.bare(one.source)
        self.add(depth, f"for {self.local.symbol(one.symbol)} in {source}:", one.span)
        self.block(one.body, depth + 1)

    def loop(self, one: f.Loop, depth: int) -> None:
        self.add(depth, f"while {'True' if one.test is None else self.bare(one.test)}:", one.span)
        self.block(one.body, depth + 1)

    def restore(self, one: f.Restore, depth: int) -> None:
        self.add(depth, "try:", one.span)
        self.block(one.body, depth + 1)
        self.add(depth, "finally:", one.span)
        self.block(one.after, depth + 1)

    def recall(self, one: f.Recall, depth: int) -> None:
        found = self.local.symbol(_FOUND)
        self.add(depth, f"{found} = {self.local.symbol(one.memo)}.get({self.bare(one.key)})", one.span)
        if not one.steps:
            self.add(depth, f"if {found} is not None: return {found}", one.span)
            return
        self.add(depth, f"if {found} is not None:", one.span)
        self.burn(f.Burn(f.Num(one.steps), one.span), depth + 1)
        self.add(depth + 1, f"return {found}", one.span)

    def burn(self, one: f.Burn, depth: int) -> None:
        left = f"k[{FUEL}]"
        self.expressions.uses.add("k")
        self.add(depth, f"{left} -= {self.bare(one.steps)}", one.span)
        self.add(depth, f"if {left} < 0: endless()", one.span)

    def note(self, one: f.Note, depth: int) -> None:
        outer, self._in_note = self._in_note, True
        self.block(one.body, depth)
        self._in_note = outer


_Printer = _FunctionPrinter
SIMPLE: dict[type[f.Node], Callable[[_Printer, Any], str]] = {
    f.Assign: _Printer.assign,
    f.SetSlot: _Printer.set_slot,
    f.SetOrder: _Printer.set_order,
    f.Do: _Printer.do,
    f.Append: _Printer.append,
    f.Remove: _Printer.remove,
    f.DropThrough: _Printer.drop_through,
    f.Truncate: _Printer.truncate,
    f.Continue: _Printer.continue_,
    f.Break: _Printer.break_,
    f.Return: _Printer.return_,
    f.Finish: _Printer.finish,
    f.Impossible: _Printer.impossible,
    f.Question: _Printer.question,
    f.Answer: _Printer.answer,
    f.Push: _Printer.push,
    f.Pop: _Printer.pop,
    f.Tell: _Printer.tell,
    f.NoteSite: _Printer.note_site,
    f.NoteMay: _Printer.note_may,
}
"""Which function prints which class of statements that fit into one line."""

_JOINED: dict[type[f.Node], Callable[[_Printer, Any], str]] = {
    f.Load: _Printer.load,
    f.Store: _Printer.store,
}
COMPOUND: dict[type[f.Node], Callable[[_Printer, Any, int], None]] = {
    f.If: _Printer.if_,
    f.For: _Printer.for_,
    f.Loop: _Printer.loop,
    f.Restore: _Printer.restore,
    f.Recall: _Printer.recall,
    f.Burn: _Printer.burn,
    f.Note: _Printer.note,
}
"""Which function prints which class of statements that have blocks."""

STATEMENT_PRINTERS: Iterable[type[f.Node]] = (*SIMPLE, *_JOINED, *COMPOUND)
