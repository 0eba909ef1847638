"""Puts the loads of a frame's variables where a resumed function first needs them, and not before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, symbols_of
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.passes.liveness import is_variable

_LEAVES = (f.Return, f.Finish, f.Continue, f.Break, f.Impossible)


def with_loads(body: f.Block, slots: Mapping[Symbol, int]) -> f.Block:
    """Return code with the loads of the variables it uses, of those that have a slot in the frame.

    A variable is loaded before the first statement that names it, in the innermost block from which no way leads on;
    before a loop, what stands inside it is loaded, and before a block that is left at its end what stands in that.
    """
    return _Loader(slots).block(body, set(slots), set(slots))


class _Loader:
    """Copies statements. What is not loaded yet comes in two sets: for all builds, and for the one with a journal."""

    def __init__(self, slots: Mapping[Symbol, int]) -> None:
        self.slots = slots

    def block(self, block: f.Block, left: set[Symbol], left_noted: set[Symbol]) -> f.Block:
        found: list[f.Stmt] = []
        for statement in block:
            if _loads_inside(statement):
                assert isinstance(statement, f.If)
                branch = statement.branches[0]
                found += self._loads(
                    _variables(facts(branch.test).symbols), set(), statement, left, left_noted
                )
                inner = self.block(branch.body, left.copy(), left_noted.copy())
                found.append(f.If((f.Branch(branch.test, inner, branch.span),), (), statement.span))
                continue
            if isinstance(statement, f.Assign) and statement.symbol not in facts(statement.value).symbols:
                left.discard(statement.symbol)
                left_noted.discard(statement.symbol)
            wanted = _variables(symbols_of(statement))
            noted = _variables(symbols_of(statement, notes=True)) - wanted
            found += self._loads(wanted, noted, statement, left, left_noted)
            found.append(statement)
        return tuple(found)

    def _loads(
        self,
        wanted: set[Symbol],
        noted: set[Symbol],
        before: f.Stmt,
        left: set[Symbol],
        left_noted: set[Symbol],
    ) -> list[f.Stmt]:
        wanted = wanted & left
        noted = (noted & left_noted) - wanted
        left -= wanted
        left_noted -= wanted | noted
        loads: list[f.Stmt] = [
            f.Load(symbol, slot, before.span) for symbol, slot in self.slots.items() if symbol in wanted
        ]
        for_notes: f.Block = tuple(
            f.Load(symbol, slot, before.span) for symbol, slot in self.slots.items() if symbol in noted
        )
        return [*loads, *([f.Note(for_notes, before.span)] if for_notes else [])]


def _variables(symbols: Iterable[Symbol]) -> set[Symbol]:
    return set(filter(is_variable, symbols))


def _loads_inside(statement: f.Stmt) -> bool:
    """Say whether a statement is a single `if` with a block that is never left at its end."""
    if not isinstance(statement, f.If) or len(statement.branches) > 1 or statement.otherwise:
        return False
    body = [inner for inner in statement.branches[0].body if not isinstance(inner, f.Note)]
    return bool(body) and isinstance(body[-1], _LEAVES)
