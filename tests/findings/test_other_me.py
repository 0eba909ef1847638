"""Inside `as PLAYER:` a value asked for `me` may be meant for the player outside; there is a warning where it may."""

from __future__ import annotations

from textwrap import indent

import pytest
from small_game import MAIN, check_files, main_file

VALUES = """
values:
  left(player): {is: "starting_with(player, players)[2]"}
  fee(player): {is: 1 + player.score}
  "toll(player, n is number)": {is: player.score + n}
"""

WARNED = {
    "a value of the player": "as left(me):\n  gain fee(me) coins",
    "in a list by the player": "as starting_with(me, players)[2]:\n  lose fee(me) coins",
    "a name for another": "let other = left(me)\nas other:\n  gain fee(me) coins",
    "another who is chosen": "choose p from players where p != me\nas p:\n  gain fee(me) coins",
    "one of the others": "for each p in players where p != me:\n  as p:\n    gain fee(me) coins",
    "in a larger number": "as left(me):\n  gain 2 * fee(me) + 1 coins",
    "among arguments": "as left(me):\n  gain toll(me, 2) coins",
    "within another block": "as left(me):\n  if me.coins > 2:\n    gain fee(me) coins",
    "a counter that is set": "as left(me):\n  set me.coins to fee(me)",
}
SILENT = {
    "no `as`": "gain fee(me) coins",
    "a player not worked out from this one": "as players[2]:\n  gain fee(me) coins",
    "a name for this one": "let payer = me\nas payer:\n  gain fee(me) coins",
    "everybody": "as each p in players where p != me:\n  gain fee(me) coins",
    "a name that is plain": "let payer = me\nas left(me):\n  gain fee(payer) coins",
    "the other by name": "let other = left(me)\nas other:\n  gain fee(other) coins",
    "worked out before": "let n = fee(me)\nas left(me):\n  gain n coins",
    "no counter": "as left(me):\n  if fee(me) > 2:\n    gain 1 coins",
    "a counter of one's own": "as left(me):\n  gain me.score coins",
    "everybody, within": "as left(me):\n  as each p in players:\n    gain fee(me) coins",
    "a player who is named, within": "as left(me):\n  as players[1]:\n    gain fee(me) coins",
}


def warned(effect: str) -> list[str]:
    text = main_file("as players[1]:\n" + indent(effect, "  ")) + VALUES
    _, found = check_files({MAIN: text})
    lines = text.split("\n")
    assert {one.code for one in found} <= {"RW624"}, found
    return [lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1] for one in found]


@pytest.mark.parametrize("effect", WARNED.values(), ids=WARNED)
def test_a_value_of_me_where_the_player_outside_may_be_meant(effect: str):
    assert warned(effect) in (["fee(me)"], ["toll(me, 2)"])


@pytest.mark.parametrize("effect", SILENT.values(), ids=SILENT)
def test_silence_where_it_is_plain_who_is_meant(effect: str):
    assert warned(effect) == []


def test_the_message_says_how_to_name_the_player():
    text = main_file("as players[1]:\n  as left(me):\n    gain fee(me) coins") + VALUES
    (one,) = check_files({MAIN: text})[1]
    assert one.severity == "warning"
    assert "`let payer = me`" in one.message
