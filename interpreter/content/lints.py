"""What is looked for in a game without errors: declarations without use, what never happens, numbers amiss, secrets."""

from __future__ import annotations

from rulewright.interpreter.content.idle_offers import find_idle_offers
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.never import find_never
from rulewright.interpreter.content.other_me import find_other_me
from rulewright.interpreter.content.ranges import find_ranges
from rulewright.interpreter.content.secret_phases import find_given_away
from rulewright.interpreter.content.sinking import find_endless, find_sinking
from rulewright.interpreter.content.unused import find_unused
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language.walking import nodes


def lint(game: Game, findings: Findings) -> None:
    """Look through a game in which no error was found: with errors, much would only seem to be unused."""
    every_node = tuple(node for root in roots(game) for node in nodes(root))
    find_unused(game, findings)
    find_never(game, every_node, findings)
    find_ranges(game, every_node, findings)
    find_sinking(game, every_node, findings)
    find_endless(game, every_node, findings)
    find_given_away(game, findings)
    find_other_me(game, findings)
    find_idle_offers(game, findings)
