"""What is looked for in a game without errors: declarations without use, what can never happen, numbers amiss."""

from __future__ import annotations

from interpreter.content.model import Game
from interpreter.content.never import find_never
from interpreter.content.ranges import find_ranges
from interpreter.content.unused import find_unused
from interpreter.findings import Findings


def lint(game: Game, findings: Findings) -> None:
    """Look through a game in which no error was found: with errors, much would only seem to be unused."""
    find_unused(game, findings)
    find_never(game, findings)
    find_ranges(game, findings)
