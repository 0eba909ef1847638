"""States of each player: flags, values of enums, players and components, on both machines."""

from __future__ import annotations

import pytest

from rulewright.interpreter.english.rules import Rules
from tests.language.small_game import ann, check_files, holds, play, take

STATES = """
state:
  of each player:
    safe: {type: flag, about: 'Whether the player is out of reach.'}
    rival: {type: player, visible to: owner}
    favourite: suit = moon
    pick: {type: stone, told: no}
"""

LASTING = "state: {of each player: {safe: {type: flag, lasts: a turn}}}"


@pytest.mark.usefixtures("machine")
def test_they_start_at_no_or_none_or_as_declared():
    match = ann("nothing", STATES)
    assert holds(match, "not Ann.safe and Ann.rival == none and Ben.favourite == moon and Ben.pick == none")


@pytest.mark.usefixtures("machine")
def test_they_are_set_and_read_like_any_other_state():
    match = ann(
        """
        set me.safe to yes
        set players[2].rival to me
        set me.favourite to star
        choose a stone from shelf.low where stone.suit != me.favourite "Pick"
        set me.pick to stone
        gain count(p in players where p.safe) score
        if players[2].rival == me and me.pick != none and me.pick.suit == sun:
          gain 10 score
        """,
        STATES,
    )
    take(match, "flint")
    assert holds(match, "Ann.score == 11 and Ann.safe and not Ben.safe and Ann.favourite == star")


@pytest.mark.usefixtures("machine")
def test_what_lasts_a_turn_is_put_back():
    match = ann("set me.safe to yes\nif me.safe: gain 1 score\nturn ends\nif me.safe: gain 10 score", LASTING)
    assert holds(match, "Ann.score == 1 and not Ann.safe")


@pytest.mark.usefixtures("machine")
def test_a_view_shows_them_to_those_who_may_see_them():
    match = play("for each p in players:\n  set p.rival to players[1]\n  set p.safe to yes", STATES)
    assert match.view(0)["players"]["Ben"]["state"] == {"safe": False, "favourite": "moon", "pick": None} | {
        "safe": True
    }
    assert match.view(1)["players"]["Ben"]["state"]["rival"] == "Ann"
    assert "safe" not in match.view(0)["players"]["Ben"]["counters"]


def test_english_says_them_by_their_documentation_or_their_name():
    game, _ = check_files(
        {
            "rules/small/more.yaml": STATES
            + 'actions:\n  hide: {text: Hide, needs: not me.safe, do: "set me.safe to yes\\nset me.rival to none"}\n'
        }
    )
    words = "\n".join(line for rule in Rules(game).named("hide") for line in rule.lines)
    assert "you are out of reach" in words
    assert "no rival any more" in words


@pytest.mark.parametrize(
    ("extra", "code", "words"),
    [
        ("state: {of each player: {luck_of: number}}", "RW227", "a number of each player is a counter"),
        (
            "state: {of each player: {coins: flag}}",
            "RW202",
            "`coins` is a counter and a state of each player",
        ),
        ("state: {of each player: {hand: flag}}", "RW202", "`hand` is a zone and a state of each player"),
        ("state: {of each player: {me: flag}}", "RW210", "belongs to the language"),
        (STATES + "actions: {hide: {text: Hide, do: gain 1 safe}}", "RW408", "`set me.safe to ...`"),
        (STATES + "actions: {hide: {text: Hide, do: set me.safe to 3}}", "RW401", "flag"),
        (
            STATES + "actions: {hide: {text: Hide, do: set me.saf to yes}}",
            "RW206",
            "no counter, state or zone `saf`",
        ),
    ],
)
def test_misuse_is_found(extra, code, words):
    _, found = check_files({"rules/small/more.yaml": extra})
    assert [(one.code, words in one.message) for one in found] == [(code, True)], found
