"""What is still to be run of a leading run, and how it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import (
    FALSE,
)
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.language import checked as c

LOOP = 5
"""For how many levels of blocks a loop counts, of which fewer fit in one another."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How a run goes on: through the narrow statements only, how deep in others, what the last question came to.

    `declined` says that this could not be answered, `then` holds what was handed on, to be asked at the end. `copies`
    counts how often the rest stands in the function, `nested` in how many levels of blocks it stands there.
    """

    narrow: bool
    depth: int = 0
    declined: f.Expr = FALSE
    then: Symbol | None = None
    copies: int = 1
    nested: int = 0

    def alone(self) -> Stage:
        """Return how a block of a question goes on: what follows the question is not looked at."""
        return Stage(narrow=False, depth=self.depth + 1, nested=self.nested)

    def inside(self) -> Stage:
        """Return how it goes on in the block of an `if`."""
        return replace(self, nested=self.nested + 1)

    def inside_loop(self) -> Stage:
        """Return how it goes on in the block of a loop, or in one behind which something is done in any case."""
        return replace(self, nested=self.nested + LOOP)

    def deeper(self) -> Stage:
        """Return how it goes on one level deeper."""
        return replace(self, depth=self.depth + 1)


Rest = tuple["tuple[c.Block, Env] | f.Later", ...]
"""What is still to be run: blocks, each with its names, innermost first; at the end may stand what goes on."""


def left(rest: Rest) -> Rest:
    """Return a rest without the blocks that are through."""
    while rest and not isinstance(rest[0], f.Later) and not rest[0][0]:
        rest = rest[1:]
    return rest


def part_key(part: tuple[c.Block, Env] | f.Later, values: list[f.Expr]) -> object:
    """Return what tells a part of a rest from others, with what is handed on by its number."""
    if isinstance(part, f.Later):
        return part.function, tuple(values.index(arg) if arg in values else arg for arg in part.args)
    block, env = part
    named = ((name, values.index(value) if value in values else value) for name, value in env.items())
    return block, tuple(named)
