"""The names of the bots that are always there; apart, since whoever reads them plays nothing yet."""

from __future__ import annotations

BOT_KINDS = ("random", "greedy", "mcts")
"""The bots that are always there, the weakest first."""

SEARCHING = frozenset(("greedy", "mcts"))
"""The kinds that try moves on copies before they choose; they think much faster on a `FastMatch`."""
