"""Numbers that options stand for beside those of what is chosen."""

DONE = -1_000_000_001
"""The end of a choice."""

EXTRA = -1_000_000_002
"""The action of an `at any decision`."""
