"""Finds how far a set-up goes alike in every game: up to the first statement in which chance or a player takes part."""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.compiler.lowering.tree import draws
from rulewright.interpreter.compiler.passes.pausing import Pausing
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, inside


def alike_until(block: c.Block, pausing: Pausing) -> int:
    """Return how many statements of a set-up, from the first on, bring the same whatever the seed.

    A `let` ends them too: its name is for what follows. What abilities do that a move sets off is not looked into.
    """
    for number, statement in enumerate(block):
        if isinstance(statement, c.Let) or pausing.statement(statement) or not _is_alike(statement):
            return number
    return len(block)


def _is_alike(statement: c.Stmt) -> bool:
    match statement:
        case c.Shuffle() | c.Show() | c.Draw() | c.Call() | c.Run() | c.Offer() | c.Finish():
            return False
        case c.Choose() | c.May() | c.OneOf():
            return False
        case (
            c.Change()
            | c.Assign()
            | c.Move()
            | c.Flip()
            | c.Discard()
            | c.Swap()
            | c.Let()
            | c.Nothing()
            | c.ForEach()
            | c.CountFrom()
            | c.AsPlayer()
            | c.Repeat()
            | c.While()
            | c.If()
        ):
            pass
        case _:
            assert_never(statement)
    formulas = [part for part in inside(statement) if isinstance(part, c.Expr | c.Items | tuple)]
    if any(map(draws, formulas)):
        return False
    return all(_is_alike(inner) for block in inner_blocks(statement) for inner in block)
