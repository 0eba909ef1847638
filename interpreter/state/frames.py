"""The frames of the stack: what of the rules is running, as plain data.

A frame is a list of five: its sort, a number (of a statement, block, action, window, ability or component), how far it
is, the names bound in it (a dictionary that is replaced, never changed), and a tuple with whatever else it needs.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from rulewright.interpreter.state.naming import Value
from rulewright.interpreter.state.state import Frame

SORT, NUMBER, AT, ENV, MORE = range(5)
Env = dict[str, Value]


class Sort(IntEnum):
    """The sorts of frames, and what is special in each."""

    MAIN = 0  # the course of the game
    BLOCK = 1  # number: the block's; at: the next statement
    LOOP = 2  # for each, as each; at: the next item; more: the zone it was listed from or -1, the items
    COUNT = 3  # for each n from a to b; at: the next number; more: the last one
    REPEAT = 4  # at: turns done; more: turns wanted
    WHILE = 5
    MAY = 6  # at: times done; more: times allowed or -1
    ONE_OF = 7  # at: 1 when a branch was taken
    CHOOSE = 8  # more: how many at most or -1, those picked
    MOVING = 9  # components on their way; see the module `moving`
    SWAP = 10  # at: step; more: the two components
    WINDOW = 11  # number: the window's; at: the next player; see the module `windows`
    ACTION = 12  # an action runs above; number: the action's; at: its levels, see the module `nesting`
    ABILITY = 13  # an ability runs above; number: its serial; at: its levels; more: the component
    EFFECT = 14  # the effect in a field runs above; number: the component; at: its levels; more: the side that was up


MARKERS = frozenset((Sort.MAIN, Sort.WINDOW, Sort.ACTION, Sort.ABILITY, Sort.EFFECT))
"""Frames that give the rule its name."""

FOREIGN = frozenset((Sort.ACTION, Sort.ABILITY, Sort.EFFECT, Sort.MOVING, Sort.SWAP))
"""Frames above which nothing belongs to a phase's own text."""


def new_frame(sort: Sort, number: int, env: Env, more: tuple[Any, ...] = (), at: int = 0) -> Frame:
    """Return a new frame."""
    return [sort, number, at, env, more]
