"""Improves a whole game once it is lowered: goes over the expressions of every function; notes stay as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import STATEMENTS, rebuilt
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import Function
from rulewright.interpreter.compiler.passes.memos import remember
from rulewright.interpreter.compiler.passes.once import Once

_LEFT_ALONE = (f.Note, f.Push, f.Store, f.Slot)
"""What a frame is left with are names and numbers; a slot is looked into for its index only."""


def improve(module: Module, remembered: set[Function]) -> None:
    """Improve all functions of a game; those of values that are worth it are remembered."""
    remember(module, remembered)
    module.functions = list(map(_improved, module.functions))
    module.units = list(map(_improved, module.units))


def _improved(made: FunctionDef) -> FunctionDef:
    once = Once()
    return replace(made, body=tuple(_statement(statement, once) for statement in made.body))


def _statement(statement: f.Stmt, once: Once) -> f.Stmt:
    """Return a statement in whose expressions nothing is worked out twice."""

    def part(node: Any) -> Any:  # noqa: ANN401  # expressions, branches and statements
        if isinstance(node, _LEFT_ALONE):
            return node
        if isinstance(node, (f.Branch, *STATEMENTS)):
            return _statement(cast("f.Stmt", node), once)
        return once.shared(node)

    return statement if isinstance(statement, _LEFT_ALONE) else rebuilt(statement, part)
