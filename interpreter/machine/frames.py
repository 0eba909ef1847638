"""The frames of the stack: what of the rules is running, as plain data.

A frame is a list of five: its sort, a number (of a statement, block, action, window, ability or component), how far it
is, the names bound in it (a dictionary that is replaced, never changed), and a tuple with whatever else it needs.
"""

from __future__ import annotations

from interpreter.machine.naming import Value
from interpreter.machine.state import Frame

SORT, NUMBER, AT, ENV, MORE = range(5)
Env = dict[str, Value]

(
    MAIN,  # the course of the game; `AT` is unused
    BLOCK,  # a block; number: the block's; at: the next statement
    LOOP,  # for each, as each; at: the next item; more: zone it was listed from or -1, items
    COUNT,  # for each n from a to b; at: the next number; more: the last one
    REPEAT,  # at: turns done; more: turns wanted
    WHILE,
    MAY,  # at: times done; more: times allowed or -1
    ONE_OF,  # at: 1 when a branch was taken
    CHOOSE,  # more: how many at most or -1, those picked
    MOVING,  # components on their way; at: next move, or next opening behind the moves; see `moving`
    SWAP,  # at: step; more: the two components
    WINDOW,  # number: the window's; at: the next player; more: see `windows`
    ACTION,  # an action runs above; number: the action's
    ABILITY,  # an ability runs above; number: its serial; more: the component
    EFFECT,  # an effect field runs above; number: the component; more: position of the field among the card's effects
) = range(15)

MARKERS = frozenset((MAIN, WINDOW, ACTION, ABILITY, EFFECT))
"""Frames that give the rule its name."""

OWN_TEXT = frozenset((MAIN, BLOCK, LOOP, COUNT, REPEAT, WHILE, MAY, ONE_OF, CHOOSE, WINDOW))
"""Frames that a phase's own text consists of."""


def new_frame(sort: int, number: int, env: Env, more: tuple[Value | tuple[Value, ...], ...] = (), at: int = 0) -> Frame:
    """Return a new frame."""
    return [sort, number, at, env, more]
