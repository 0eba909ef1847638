"""Lists of a hundred components and more move as short ones do, from nowhere and from where they lie."""

from __future__ import annotations

import pytest

from tests.machines import MACHINES, open_on
from tests.one_meaning.tiny import tiny

PEGS = ", ".join(f"p{n}: {{suit: {'sun' if n % 50 else 'moon'}}}" for n in range(1, 251))
HEAD = f"""\
components: {{peg: {{{PEGS}}}, box: {{crate: {{deed: gain 1 score}}}}}}
setup: {{setup}}
"""


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ("move all pegs to deck", "gain count(deck) score"),
        ("move all pegs to pile", "move all pegs to deck\ngain count(deck) score"),
        ("move p7 to pile", "move all pegs to deck\ngain count(deck) score"),
        (
            "move all x in pegs where x.suit == sun to deck",
            "move all pegs to me.hand\ngain count(me.hand) score",
        ),
        ("nothing", "move all pegs to me.hand\nmove all pegs to deck\ngain count(deck) score"),
    ],
)
def test_a_long_list_is_moved(setup, text):
    matches = [open_on(machine, tiny(text, HEAD.replace("{setup}", setup)), 2) for machine in MACHINES]
    for match in matches:
        assert (match.scores(), match.state.v, match.state.z) == (
            [250, 0],
            matches[0].state.v,
            matches[0].state.z,
        )
