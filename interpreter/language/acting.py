"""Where in an effect nobody acts yet, as no player was named who does."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.checked import AsPlayer, Block, ForEach
from rulewright.interpreter.language.walking import inner_blocks


def unacted(block: Block) -> Iterator[Span]:
    """Yield the places of the statements that a block carries out while nobody acts, if nobody does at its head."""
    for statement in block:
        if isinstance(statement, AsPlayer) or (isinstance(statement, ForEach) and statement.acting):
            continue
        yield statement.span
        for inner in inner_blocks(statement):
            yield from unacted(inner)
