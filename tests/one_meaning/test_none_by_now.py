"""What a test has shown to be something, and a rule called in between has made none: alike on every machine."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state.errors import RuleError
from tests.machines import open_on
from tests.one_meaning.tiny import first, played, tiny

HEAD = """
    kinds:
      peg: {all: pegs, fields: {suit: suit, n: number}, state: {pal: peg}}
      box: {all: boxes, fields: {deed: effect}}
    components: {peg: {ace: {suit: sun, n: 3}, bit: {suit: moon, n: 7}}, box: {crate: {deed: drop()}}}
    counters: {score: {}, coins: {start: 5}, goods: {by: suit, start: 4}}
    state: {lead: peg, who: player, hue: suit}
    actions:
      drop:
        text: t
        do: |
          set game.lead to none
          set game.who to none
          set game.hue to none
          move all pegs to deck
"""
BEGIN = "set game.lead to ace\nset game.who to me\nset game.hue to moon\nmove ace to me.hand\nset ace.pal to bit\n"
CASES = {
    "a number of a component": ("game.lead", "gain game.lead.n score", "-1 score is a negative amount"),
    "one that is at least 1": ("game.lead", "gain max(game.lead.n, 1) score", [1, 0]),
    "a list of what is as large": (
        "game.lead",
        "gain count(p in pegs where p.n > game.lead.n) score",
        [2, 0],
    ),
    "a state of it": ("game.lead", "if game.lead.pal == none: gain 1 score", [1, 0]),
    "a state of it that is set": ("game.lead", "set game.lead.pal to bit", "pal of none cannot be set"),
    "a counter of the owner": ("ace.owner", "gain ace.owner.coins score", "-1 score is a negative amount"),
    "a counter of a player": ("game.who", "gain game.who.coins + 2 score", [1, 0]),
    "one that is set": ("game.who", "set game.who.coins to 3", "coins of none cannot be set"),
    "a zone of a player": ("game.who", "gain count(game.who.hand) + 1 score", [1, 0]),
    "one that is gone through": (
        "game.who",
        "for each x in game.who.hand: gain 5 score\ngain 1 score",
        [1, 0],
    ),
    "one to which is moved": (
        "game.who",
        "move all deck to game.who.hand",
        "nothing here that has the zone hand",
    ),
    "one that is asked about": ("game.who", "if ace not in game.who.hand: gain 1 score", [1, 0]),
    "an entry of a counter": ("game.hue", "gain me.goods[game.hue] + 2 score", [1, 0]),
    "one that grows": ("game.hue", "gain 2 goods[game.hue]", "there is no goods of none"),
    "one that is paid": ("game.hue", "pay 2 goods[game.hue]", "there is no goods of none"),
    "one entry that is set": ("game.hue", "set me.goods[game.hue] to 2", "there is no goods of none"),
}
BETWEEN = {
    "an action": "drop()",
    "an effect": "run crate.deed",
    "a question": 'may "x": drop()',
    "a loop": "for each b in boxes: run b.deed",
}


@pytest.mark.parametrize(
    "between", [*BETWEEN][:1] + [pytest.param(each, marks=pytest.mark.slow) for each in [*BETWEEN][1:]]
)
@pytest.mark.parametrize("what", CASES)
def test_what_has_become_none_between_the_test_and_the_use(machine, what, between):
    path, use, wanted = CASES[what]
    lines = f"{BETWEEN[between]}\n{use}".split("\n")
    text = f"{BEGIN}if {path} != none:\n" + "".join(f"  {line}\n" for line in lines)
    match = open_on(machine, tiny(text, HEAD)) if between == "a question" else None
    if isinstance(wanted, list):
        match = match or open_on(machine, tiny(text, HEAD))
        assert played(match, first).scores() == wanted
        return
    with pytest.raises(RuleError) as met:
        played(match or open_on(machine, tiny(text, HEAD)), first)
    assert wanted in met.value.message
