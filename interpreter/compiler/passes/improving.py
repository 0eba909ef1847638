"""Improves a whole game once it is lowered: goes over the expressions of every function; notes stay as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import is_statement, rebuilt
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import Function
from rulewright.interpreter.compiler.passes.columns import Columns
from rulewright.interpreter.compiler.passes.deciding import decided
from rulewright.interpreter.compiler.passes.memos import remember
from rulewright.interpreter.compiler.passes.offering import offered
from rulewright.interpreter.compiler.passes.once import Once

_LEFT_ALONE = (f.Note, f.Push, f.Store, f.Slot)
"""What a frame is left with are names and numbers; a slot is looked into for its index only."""


def improve(module: Module, remembered: set[Function]) -> None:
    """Improve all functions of a game; those of values that are worth it are remembered."""
    remember(module, remembered)
    columns = Columns(module.tables)
    module.functions = [_improved(made, columns) for made in module.functions]
    module.units = [_improved(made, columns) for made in module.units]


def _improved(made: FunctionDef, columns: Columns) -> FunctionDef:
    once = Once()
    body = offered(made.body)
    return replace(made, body=tuple(_statement(statement, columns, once) for statement in body))


def _statement(statement: f.Stmt, columns: Columns, once: Once) -> f.Stmt:
    """Return a statement in whose expressions nothing is worked out twice."""

    def part(node: Any) -> Any:  # noqa: ANN401  # expressions, branches and statements
        if isinstance(node, _LEFT_ALONE):
            return node
        if isinstance(node, f.Branch) or is_statement(node):
            return _statement(cast("f.Stmt", node), columns, once)
        return once.shared(columns.looked_up(decided(node)))

    return statement if isinstance(statement, _LEFT_ALONE) else rebuilt(statement, part)
