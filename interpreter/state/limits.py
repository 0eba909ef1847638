"""How much both machines bear with before they say that something does not end, or is no choice for a person."""

from __future__ import annotations

from math import log10

MOST_STEPS = 10_000_000
"""How many steps may pass between two decisions; see `interpreter/state/fuel.py` for what counts as one."""

DEEPEST = 200
"""How many levels deep rules may lead to one another: those that wait for others, and those that are looked into to
find out whether something can start. An action is a level; `state/nesting.py` says what else is."""

TOO_DEEP = f"rules lead to one another more than {DEEPEST} levels deep: this does not end"

MOST_DECISIONS = 100_000
"""How many decisions a match may take: a loop that asks in every round of it never comes to `MOST_STEPS`."""

LARGEST = 10**15
"""How large a number may become, above or below 0: far more than a game counts to, and still exact in every program
that reads numbers as fractions of two. It holds for products of two numbers, and for what counters and states keep."""

SMALL_FACTOR = 1_000
"""By a factor that is written out and no larger than this a number grows slowly enough to be looked at later."""

MOST_NUMBERS = 10_000
"""A range of more numbers than this is nobody's choice."""

_MOST_DIGITS = 40


def written(number: int) -> str:
    """Return a number as a person reads it; of one with very many digits only how many they are."""
    digits = int(number.bit_length() * log10(2)) + 1
    if digits <= _MOST_DIGITS:
        return str(number)
    return f"{'minus ' if number < 0 else ''}a number of about {digits} digits"
