"""The functions of the machine by what they are called in the runtime of C."""

from __future__ import annotations

from rulewright.interpreter.compiler.form import runtime as r
from rulewright.interpreter.compiler.form.runtime import Runtime
from rulewright.interpreter.records import record

_ALL = 9


@record
class Callee:
    """A function of C: its name, how many of the arguments it is handed, and whether it wants the context."""

    name: str
    takes: int = _ALL
    context: bool = True


_AS_THEY_ARE = (
    r.PRODUCT, r.NOT_BELOW_0, r.TIMES, r.AT_LEAST, r.SOMETHING, r.SOMEBODY, r.NO_PLAYER_TWICE, r.COUNTING,
    r.STEPPING, r.ENTRY, r.EACH_ONCE, r.ROTATED, r.STARTING_WITH, r.ONE_AFTER, r.ONE_BEFORE, r.NEXT_TO,
    r.BY_PLACE, r.RANDOM_OF, r.CARDS_OF, r.CARDS_IN_PLAY, r.ADD_TO, r.TAKE, r.GIVE_BACK, r.CARRY, r.MOVE_ALL,
    r.DISCARD_ALL, r.DRAW, r.FLIP, r.SWAP, r.SHUFFLE_ZONE, r.OPEN_WINDOW, r.SEND_MOVE, r.SHOW, r.SEND_DISCARD,
    r.SEND_DRAW, r.SEND_FLIP, r.SEND_SWAP,
)  # fmt: skip

CALLEES: dict[Runtime, Callee] = {
    **{function: Callee(function.name) for function in _AS_THEY_ARE},
    r.TAKEN: Callee("taken", context=False),
    r.FIRST: Callee("first", context=False),
    r.POSITION_IN: Callee("position_in", context=False),
    r.INDEX_OF: Callee("place_of", context=False),
    r.REVERSED: Callee("reversed"),
    r.RANDOM: Callee("random_number"),
    # What the step fails at is told by Python.
    r.ENDLESS: Callee("fail", 0),
    r.CANNOT_PAY: Callee("fail", 0),
    # Below what a counter never is, the runtime knows.
    r.CAN_PAY: Callee("can_pay", 1),
    r.GAIN_SUMS: Callee("gain_sums", 1),
    r.PAY_SUMS: Callee("pay_sums", 1),
    r.LOSE_SUMS: Callee("lose_sums", 1),
    # The quick ways of moving are one in C: there all see by themselves what follows.
    r.LAY: Callee("carry_one", 2),
    r.LAY_IN: Callee("carry_one", 2),
    r.HAND: Callee("carry_one", 2),
    r.HAND_ANEW: Callee("carry_one", 2),
    r.LAY_ALL: Callee("carry", 2),
    r.LAY_ALL_ANEW: Callee("carry", 2),
    r.POUR: Callee("carry", 2),
    r.POUR_ANEW: Callee("carry", 2),
    r.DEAL: Callee("draw", 3),
    r.DEAL_ANEW: Callee("draw", 3),
}
"""What is printed as a call."""

OTHERWISE: frozenset[Runtime] = frozenset(
    (
        *(r.PLACE_BETTER, r.PLACE_WORSE, r.PLACE_IN_ORDER, r.STEPPED, r.CHANGED),
        # Notes are for a journal, which the native machine has none of; these are only called in them.
        *(r.BEGAN, r.MAY_ENDS, r.CHANGES, r.FORCED),
        # A state to draw from is always at hand.
        r.DRAWING,
    )
)
"""What is printed in a way of its own, or never."""
