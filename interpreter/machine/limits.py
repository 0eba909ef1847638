"""How much both machines bear with before they say that something does not end, or is no choice for a person."""

MOST_STATEMENTS = 100_000
"""How many steps may pass between two decisions."""

MOST_FRAMES = 1_000
"""How many rules may wait for one another."""

MOST_DECISIONS = 100_000
"""How many decisions a match may take: a loop that asks in every round of it never comes to `MOST_STATEMENTS`."""

MOST_NUMBERS = 10_000
"""A range of more numbers than this is nobody's choice."""
