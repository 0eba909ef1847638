"""Prints a whole module of the form: the functions of a game, and the tables of functions that run it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rulewright.interpreter.compiler.c.expressions import Shared
from rulewright.interpreter.compiler.c.functions import OWN, FunctionPrinter
from rulewright.interpreter.compiler.c.tables import array
from rulewright.interpreter.compiler.c.types import CType, NotTranslated, type_of_symbol
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import FormType, Function, Symbol, Table

_OPS = {"to": "TO", "add": "ADD", "at_least": "AT_LEAST", "at_most": "AT_MOST"}
_WHOSE = {"owner": "OWNERS", "opponents": "OPPONENTS"}
_STATE = {"unit": "C *c, I me, I this", "then": "C *c, I me, I this, const Later *then, I declined"}


@dataclass(frozen=True, slots=True)
class PrintedModule:
    """A game as C: what stands before the runtime's windows, and behind them.

    `data` are tables of numbers, `heads` the heads of all functions, `tables` those of functions, `bodies` the
    functions, each whole. `slots` says how many variables the frame of each block holds. `abilities` names for each, by
    its serial, what it waits for, whether it starts, and what it does. `longest_key` is how long a remembered key is.
    """

    data: list[str]
    heads: list[str]
    tables: list[str]
    bodies: list[str]
    fixed: Mapping[str, str]
    blocks: list[str]
    slots: list[int]
    phases: Mapping[str, str]
    abilities: list[tuple[str, str, str]]
    takes_part: list[str]
    extras: list[tuple[str, str]]
    longest_key: int


class ModulePrinter:
    """Prints one game."""

    def __init__(self, module: Module, cards: int) -> None:
        self.module = module
        self.cards = cards
        self.shared = Shared()
        self.names = self.shared.names
        self.made: dict[Function, FunctionDef] = {
            one.function: one for one in (*module.functions, *module.units)
        }
        self._heads: list[str] = []
        self._tables: list[str] = []
        self._wrapped: set[str] = set()

    def printed(self) -> PrintedModule:
        """Return the game. Raises NotTranslated."""
        bodies: list[str] = []
        for made in self.made.values():
            printer = FunctionPrinter(self.shared, made)
            bodies.append("\n".join(printer.lines()))
            self._heads.append(f"{printer.head()};")
        bodies += map(self._later, self.shared.laters)
        last = {table.words[0]: table for table in self.module.last_tables if table.fixed}
        for table in self.module.last_tables:
            if table.words[0] == "C" and not table.fixed:
                self._changes(table)
        for table in self.shared.fields:
            self._field(table, "unit")
        for table in self.shared.thens:
            self._field(table, "then")
        phases = cast("Mapping[str, Function]", last["PHASES"].data)
        abilities = cast("list[tuple[Function | None, ...]]", last["ABILITIES"].data)
        blocks = cast("list[Function]", last["BLOCKS"].data)
        extras = cast("list[tuple[str, Function, Function]]", last["EXTRAS"].data)
        takes_part = cast("list[Function | None]", last["TAKES_PART"].data)
        name = self.names.function
        return PrintedModule(
            abilities=[
                (self._call(one[0], 2), self._call(one[1], 2), self._call(one[2], 2)) for one in abilities
            ],
            takes_part=[self._call(one, 1) for one in takes_part],
            data=self.shared.tables.lines,
            heads=self._heads,
            tables=self._tables,
            bodies=bodies,
            fixed={
                made.function.words[0]: name(made.function)
                for made in self.made.values()
                if made.function.fixed
            },
            blocks=list(map(name, blocks)),
            slots=[len(resume.slots) for resume in self.module.resumes],
            phases={phase: name(function) for phase, function in phases.items()},
            extras=[(name(test), name(run)) for _, test, run in extras],
            longest_key=self.shared.longest_key,
        )

    # ---------------------------------------------------------------- functions that are called through tables
    def _unpacked(self, params: tuple[Symbol, ...]) -> list[str]:
        """Return what parameters are handed out of values of any type."""
        members = {CType.LIST: "l", CType.LATER: "t", CType.NUMBER: "i"}
        return [
            f"args[{number}].{members[type_of_symbol(symbol, {})]}" for number, symbol in enumerate(params)
        ]

    def _call(self, function: Function | None, plain: int) -> str:
        """Return the name of a function that takes its first parameters plainly and the others as values."""
        if function is None:
            return "0"
        name, params = self.names.function(function), self.made[function].params
        wrapper = f"w_{name}"
        if wrapper not in self._wrapped:
            self._wrapped.add(wrapper)
            first = [f"I p{number}" for number in range(plain)]
            args = ["c", *(f"p{number}" for number in range(plain)), *self._unpacked(params[plain:])]
            self._tables += [
                f"static int {wrapper}({', '.join(['C *c', *first, 'const Val *args'])}) {{",
                f"(void)args; return {name}({', '.join(args)});",
                "}",
            ]
        return wrapper

    def _later(self, function: Function) -> str:
        name, params = self.names.function(function), self.made[function].params
        self._heads.append(f"{OWN} int later_{name}(C *c, int declined, const Val *args);")
        args = ["c", "declined", *self._unpacked(params[1:])]
        head = f"{OWN} int later_{name}(C *c, int declined, const Val *args)"
        return f"{head} {{ (void)args; return {name}({', '.join(args)}); }}"

    # ---------------------------------------------------------------- tables of functions
    def _field(self, table: Table, sort: str) -> None:
        """Print the functions of a field by component and side; the last entry is for none."""
        rows = cast("tuple[tuple[Function | Table, ...], ...]", table.data)
        missing = {"no_effect": "no_effect", "never_starts": "never_starts"}
        if sort == "then":
            missing["never_starts"] = "never_starts_then"

        def named(one: Function | Table) -> str:
            return missing[one.words[0]] if isinstance(one, Table) else self.names.function(one)

        types = _STATE[sort]
        body = ",\n".join("{" + ", ".join(map(named, row)) + "}" for row in rows)
        self._heads.append(f"typedef int (*{self.names.table(table)}_call)({types});")
        name = self.names.table(table)
        self._tables.append(f"static const {name}_call {name}[NC + 1][2] = {{\n{body}}};")

    def _changes(self, table: Table) -> None:
        """Print what cards change of a value, and where in it those of a card and side lie."""
        entries = cast("dict[tuple[int, int], tuple[tuple[str, str, Function], ...]]", table.data)
        name, at, rows = self.names.table(table), [0], []
        for card in range(self.cards):
            for side in (0, 1):
                for op, whose, function in entries.get((card, side), ()):
                    called = self._change(function)
                    rows.append(f"{{{_OPS[op]}, {_WHOSE.get(whose, 'ANYBODYS')}, {called}}}")
                at.append(len(rows))
        self._tables.append(array("int", f"{name}_at", at))
        self._tables.append(f"static const Change {name}[] = {{\n" + ",\n".join(rows or ["{0, 0, 0}"]) + "};")

    def _change(self, function: Function) -> str:
        name, made = self.names.function(function), self.made[function]
        if function.type is FormType.LIST:
            raise NotTranslated("a card changes a value that is no number")
        args = ["c", *self._unpacked(made.params[:-2]), "component", "owner"]
        self._tables += [
            f"static I w_{name}(C *c, const Val *args, I component, I owner) {{",
            f"(void)args; return {name}({', '.join(args)});",
            "}",
        ]
        return f"w_{name}"
