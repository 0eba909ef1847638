"""What compiled code notes for the journal: short tuples of numbers, from which events are told when somebody asks.

The first entry of a note is its sort. Behind it stand numbers; `site` is that of a statement in `Build.sites` or, where
no statement has brought it about, a `Cause`.
"""

from __future__ import annotations

from enum import IntEnum

NO_SITE = -1


class Sort(IntEnum):
    """The sorts of notes, each with what stands in it."""

    COUNTER = 0
    """site, slot, before, after"""
    STATE = 1
    """site, slot, before, after"""
    ORDER = 2
    """site, the turn order before, after"""
    DRAWN = 3
    """site, value, the slot that gets it or what stands in its place"""
    SHOWN = 40
    """site, component, the players"""
    MOVED = 4
    """site, component, zone before, zone"""
    REFILLED = 5
    """site, component, zone before, zone"""
    FLIPPED = 6
    """site, component, side up"""
    SHUFFLED = 7
    """site, zone, count"""
    SKIPPED = 8
    """site, player, position in REASONS"""
    ENDED = 9
    """site, player"""
    ACTION = 10
    """site, number of the action, player, what its text needs (`Takers.of_action`; None for nothing)"""
    EFFECT = 11
    """site, player, component, side up, unit"""
    OPENED = 12
    """number of the window, component"""
    USED = 13
    """player, component, serial of the ability"""
    DECIDED = 14
    """what was asked (`Asker.noted`), position of the option, whether it was forced"""


REASONS = ("nothing to choose", "cannot start", "no branch can start", "not possible")
NOTHING_TO_CHOOSE, CANNOT_START, NO_BRANCH, NOT_POSSIBLE = range(4)
