"""A whole game in the form: its tables, its functions, and what each of them is of."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.graph import Site
from rulewright.interpreter.compiler.form.symbols import Function, Symbol, Table
from rulewright.interpreter.findings import Span


@dataclass(frozen=True, slots=True)
class FunctionDef:
    """A function with its body. `frame` says that it is resumed with a frame, and has no parameters else.

    `owner` is the unit that it is a part of, or tests the start of; None for one that is a unit, or serves several.
    """

    function: Function
    params: tuple[Symbol, ...]
    body: f.Block
    span: Span | None
    frame: bool = False
    owner: Function | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A function and the rule it comes from, as it is named to people."""

    function: Function
    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class Resume:
    """A place where a unit can be resumed: its number and unit, the variables' slots in the frame, the question."""

    number: int
    unit: Function
    slots: dict[Symbol, int]
    site: Site | None
    span: Span | None


@dataclass(slots=True)
class Module:
    """A game, lowered. Its functions are in an order in which each stands behind the tables that it names.

    `last_tables` hold functions and stand behind them. `blocks` are the functions of the places in `resumes`, which are
    numbered from `first_block` on.
    """

    first_block: int
    tables: list[Table] = field(default_factory=list)
    functions: list[FunctionDef] = field(default_factory=list)
    units: list[FunctionDef] = field(default_factory=list)
    last_tables: list[Table] = field(default_factory=list)
    resumes: list[Resume] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    def resume(self, unit: Function, slots: dict[Symbol, int], site: Site | None, span: Span | None) -> int:
        """Give a place where a unit can be resumed its number."""
        number = self.first_block + len(self.resumes)
        self.resumes.append(Resume(number, unit, slots, site, span))
        return number
