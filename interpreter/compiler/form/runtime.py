"""The functions of the machine that compiled code calls: a closed set, each with what a pass must know of it."""

from __future__ import annotations

from typing import Literal

from rulewright.interpreter.compiler.form.symbols import FormType
from rulewright.interpreter.records import record

StateArgs = Literal["", "v", "vz", "vzk", "s"]
"""What of the state a function is handed before its arguments: lists of it, or (`s`) the running state."""


@record(eq=False)
class Runtime:
    """A function of the machine.

    `fails` says whether it may end in a fault of the content, `draws` whether it draws random numbers, `acts` whether
    it changes the state or leaves a decision, `looks` whether it looks at counters of any name.
    """

    name: str
    state: StateArgs = ""
    type: FormType = FormType.INT
    fails: bool = False
    draws: bool = False
    acts: bool = False
    looks: bool = False


RUNTIME: dict[str, Runtime] = {}


def _of(
    name: str,
    state: StateArgs = "",
    type_: FormType = FormType.INT,
    *,
    fails: bool = False,
    draws: bool = False,
    acts: bool = False,
    looks: bool = False,
) -> Runtime:
    RUNTIME[name] = Runtime(name, state, type_, fails, draws, acts, looks)
    return RUNTIME[name]


LIST, FLAG = FormType.LIST, FormType.FLAG

# ---------------------------------------------------------------- numbers and lists
ENDLESS = _of("endless", fails=True, acts=True)
PRODUCT = _of("product")
NOT_BELOW_0 = _of("not_below_0", fails=True)
TIMES = _of("times", fails=True)
TAKEN = _of("taken")
AT_LEAST = _of("at_least", fails=True)
SOMETHING = _of("something", fails=True)
SOMEBODY = _of("somebody", fails=True)
NO_PLAYER_TWICE = _of("no_player_twice", type_=LIST, fails=True)
COUNTING = _of("counting", type_=LIST, fails=True)
STEPPING = _of("stepping", type_=LIST, fails=True)
ENTRY = _of("entry", fails=True)
FIRST = _of("first")
EACH_ONCE = _of("each_once", type_=LIST)
ROTATED = _of("rotated", type_=LIST)
REVERSED = _of("reversed_", type_=LIST)
STARTING_WITH = _of("starting_with", type_=LIST, fails=True)
ONE_AFTER = _of("one_after", fails=True)
ONE_BEFORE = _of("one_before", fails=True)
INDEX_OF = _of("index_of")
PLACE_BETTER = _of("place_better")
PLACE_WORSE = _of("place_worse")
PLACE_IN_ORDER = _of("place_in_order")
POSITION_IN = _of("position_in")
STEPPED = _of("stepped", fails=True)
NEXT_TO = _of("next_to", "vz", FLAG)
BY_PLACE = _of("by_place", "vz", LIST)
RANDOM = _of("random", "s", fails=True, draws=True)
RANDOM_OF = _of("random_of", "s", draws=True)
DRAWING = _of("drawing", "vz")

# ---------------------------------------------------------------- values that cards change
CHANGED = _of("changed", "vzk", looks=True)
CARDS_OF = _of("cards_of", "vz", LIST)
CARDS_IN_PLAY = _of("cards_in_play", "vz", LIST)

# ---------------------------------------------------------------- payments
ADD_TO = _of("add_to", acts=True)
CAN_PAY = _of("can_pay", "v", FLAG, looks=True)
TAKE = _of("take", "v", acts=True)
GIVE_BACK = _of("give_back", "v", acts=True)
GAIN_SUMS = _of("gain_sums", "v", acts=True)
PAY_SUMS = _of("pay_sums", "v", fails=True, acts=True)
LOSE_SUMS = _of("lose_sums", "v", acts=True)
CANNOT_PAY = _of("cannot_pay", "v", fails=True, acts=True)

# ---------------------------------------------------------------- components on the move
CARRY = _of("carry", "vzk", acts=True)
MOVE_ALL = _of("move_all", "vzk", acts=True)
DISCARD_ALL = _of("discard_all", "vzk", acts=True)
LAY, LAY_IN = _of("lay", "vzk", acts=True), _of("lay_in", "vzk", acts=True)
HAND, HAND_ANEW = _of("hand", "vzk", acts=True), _of("hand_anew", "vzk", acts=True)
LAY_ALL, LAY_ALL_ANEW = _of("lay_all", "vzk", acts=True), _of("lay_all_anew", "vzk", acts=True)
POUR, POUR_ANEW = _of("pour", "vzk", acts=True), _of("pour_anew", "vzk", acts=True)
DRAW = _of("draw", "s", acts=True)
DEAL, DEAL_ANEW = _of("deal", "s", acts=True), _of("deal_anew", "s", acts=True)
FLIP = _of("flip", "s", acts=True)
SWAP = _of("swap", "s", acts=True)
SHOW = _of("show", "s", acts=True)
SHUFFLE_ZONE = _of("shuffle_zone", "s", acts=True)

# ---------------------------------------------------------------- what may come to a decision
OPEN_WINDOW = _of("open_window", "s", acts=True)
SEND_MOVE = _of("send_move", "s", acts=True)
SEND_DISCARD = _of("send_discard", "s", acts=True)
SEND_DRAW = _of("send_draw", "s", acts=True)
SEND_FLIP = _of("send_flip", "s", acts=True)
SEND_SWAP = _of("send_swap", "s", acts=True)

# ---------------------------------------------------------------- notes
BEGAN = _of("began", "s", acts=True)
MAY_ENDS = _of("may_ends", "s", acts=True)
CHANGES = _of("changes", "s", acts=True)
FORCED = _of("forced", "s", acts=True)

FIELD_CALLS = ("run_effect", "effect_starts")
"""What calls an effect in a field, or asks whether it can start, of a component that may lie on either side."""
