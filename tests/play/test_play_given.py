"""Stated positions: what they put where, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from tea_house import checked, only, played, read, told

from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case

CHECKOUT = Path(__file__).resolve().parents[2]


def view(outcome):
    assert outcome.passed, told(outcome.findings)
    return outcome.match.view(0)


def test_counters_zones_sides_and_states(tmp_path):
    seen = view(
        played(
            tmp_path,
            """\
            given:
              round: 2
              phase: serve
              turn_order: [Matt, Anna]
              Anna: {coins: 9, tea: {black: 2}, table: [aunt back, uncle]}
              Matt.fame: 4
              Matt.table: [{id: cousin, face: back, cups: 3, friend: Anna}]
              row.guests: [singer]
              game.weather: 7
              old-stove: {lit: yes}
            moves:
              - expect: old-stove.lit and not new-stove.lit
            stop: yes
            """,
        )
    )
    assert seen["round"] == 2
    assert seen["turn_order"] == ["Matt", "Anna"]
    anna, matt = seen["players"]["Anna"], seen["players"]["Matt"]
    # The beloved aunt serves at the head of the phase: 2 coins and 1 green tea.
    assert (anna["counters"]["coins"], anna["counters"]["tea"]) == (11, {"green": 1, "black": 2})
    assert anna["zones"]["table"] == ["aunt-1", "uncle"]
    assert matt["counters"]["fame"] == 4
    assert seen["components"]["aunt-1"]["face"] == "back"
    assert seen["components"]["cousin"] == {"face": "back", "owner": "Matt", "cups": 3, "friend": "Anna"}
    assert seen["game"]["weather"] == 7
    assert seen["zones"]["row.guests"] == ["singer"]


def test_a_bare_name_takes_a_copy_that_is_free(tmp_path):
    seen = view(
        played(
            tmp_path,
            """\
            given: {phase: serve, Anna: {table: [aunt]}, Matt: {table: [aunt-1]}}
            moves: []
            stop: yes
            """,
        )
    )
    assert seen["players"]["Anna"]["zones"]["table"] == ["aunt-2"]


def test_the_top_of_a_deck_is_stated_and_the_rest_stays(tmp_path):
    outcome = played(
        tmp_path,
        """\
        given: {deck.guests: [singer, uncle], row.guests: []}
        moves:
          - expect: first(row.guests) is singer and count(row.guests) == 3
          - expect: count(deck.guests) == 3 and row.guests[2] is uncle
        stop: yes
        """,
    )
    assert outcome.passed, told(outcome.findings)


def test_other_zones_are_replaced_and_what_lay_there_goes_to_its_pile(tmp_path):
    outcome = played(
        tmp_path,
        """\
        given: {round: 2, phase: invite, row.guests: [singer], Anna: {cups: []}, deck.guests: {only: []}}
        moves:
          - expect: count(Anna.cups) == 0
          - expect: first(row.guests) is singer
        stop: yes
        """,
    )
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    ("stated", "held"),
    [
        ("deck.guests: {only: []}", "count(deck.guests) == 0 and count(row.guests) == 0"),
        ("deck.guests: {only: [singer, uncle]}", "deck.guests == [singer, uncle]"),
        ("row.guests: {only: [singer]}, deck.guests: {only: []}", "row.guests == [singer]"),
        ("Anna: {table: {only: [uncle]}}", "Anna.table == [uncle]"),
        (
            "deck.guests: {only: []}, pile.guests: [aunt-1]",
            "count(deck.guests) == 0 and pile.guests == [aunt-1]",
        ),
    ],
)
def test_exactly_these_are_stated_with_only(tmp_path, stated, held):
    text = f"given: {{round: 2, phase: serve, row.guests: [], {stated}}}\nmoves:\n  - expect: {held}\nstop: yes\n"
    if "row.guests: {only" in stated:
        text = text.replace("row.guests: [], ", "")
    outcome = played(tmp_path, text)
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ("deck.guests: []", "write `{only: []}` to empty it"),
        ("deck.guests: {only: singer}", "or {only: [ID, ID]} for these and no others"),
        ("deck.guests: {onyl: []}", "or {only: [ID, ID]} for these and no others"),
        ("row.guests: {only: [], more: []}", "or {only: [ID, ID]} for these and no others"),
    ],
)
def test_what_states_nothing_is_told(tmp_path, stated, words):
    _, findings = checked(
        tmp_path, f"game: tea-house\ngiven: {{{stated}}}\nmoves: [expect: round > 0]\nstop: yes\n"
    )
    code, _, message, _ = only(findings)
    assert code == "RW510"
    assert words in message


def test_pieces_are_named_by_their_owner(tmp_path):
    outcome = played(
        tmp_path,
        """\
        given: {phase: serve, old-stove.cups: [Anna, Matt, Anna], Matt: {cups: [cup]}}
        moves:
          - expect: count(c in old-stove.cups where c.owner == Anna) == 2 and count(Anna.cups) == 0
          - expect: count(Matt.cups) == 1 and first(Matt.cups).owner == Matt
        stop: yes
        """,
    )
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    ("given", "round_", "phase"),
    [
        ("{round: 2}", 2, "invite"),
        ("{phase: serve}", 1, "serve"),
        ("{phase: feast}", 3, None),
        ("{Anna: {coins: 5}}", 1, "invite"),
    ],
)
def test_where_play_starts(tmp_path, given, round_, phase):
    outcome = played(tmp_path, f"given: {given}\nmoves: []\nstop: yes\n")
    match = outcome.match
    assert match is not None
    assert match.round == round_
    # The feast asks nobody: the game is over when it has been held.
    assert match.over if phase is None else match.phase == phase


def test_options_stand_in_the_position_too(tmp_path):
    outcome = played(
        tmp_path, "given: {options: {rich: yes}}\nmoves: [expect: Anna.coins == 13]\nstop: yes\n"
    )
    assert outcome.passed, told(outcome.findings)


def test_a_state_that_starts_as_none_can_be_stated_as_none(tmp_path):
    script, findings = read(
        tmp_path,
        """\
        game: tic-tac-toe
        players: [Anna, Matt]
        given:
          a1: {mark: Anna}
          b1: {mark: Anna}
          a1.mark: none
        moves:
          - expect: a1.mark == none and b1.mark == Anna
        stop: yes
        """,
    )
    (case,) = check_script(script, Games(CHECKOUT), findings)
    assert not findings, told(findings)
    assert run_case(case).passed


@pytest.mark.parametrize(
    ("given", "words", "suggestion"),
    [
        ("{round: 4}", "from 1 to 3", None),
        ("{phase: serv}", "no phase 'serv'", "serve"),
        ("{round: 3, phase: serve}", "round 3 has no phase serve", None),
        ("{turn_order: [Anna, Anna]}", "none of them twice", None),
        ("{Ana: {coins: 3}}", "'Ana' cannot be stated", "Anna"),
        ("{Anna: {coin: 3}}", "no counter, state or zone 'coin'", "coins"),
        ("{Anna: {coins: -1}}", "never below 0", None),
        ("{Anna: {coins: many}}", "a number is wanted", None),
        ("{Anna: {tea: 3}}", "kept by leaf", None),
        ("{Anna: {tea: {gren: 3}}}", "'gren' is no leaf", "green"),
        ("{Anna: 3}", "keys with values are wanted", None),
        ("{row.guest: []}", "cannot be stated", "row.guests"),
        ("{row.guests: uncle}", "a list of components", None),
        ("{row.guests: [unkle]}", "no component 'unkle'", "uncle"),
        ("{row.guests: [uncle, uncle]}", "named twice", None),
        ("{row.guests: [aunt-1], Anna: {table: [aunt-1]}}", "named twice", None),
        ("{row.guests: [aunt, aunt, aunt]}", "left for 'aunt' in this position: there are only 2", None),
        ("{row.guests: [cup-1]}", "holds guest", None),
        ("{row.guests: [uncle, singer, cousin, neighbour]}", "room for 3, not for 4", None),
        ("{Anna: {table: [uncle upside down]}}", "names no component", None),
        ("{Anna: {table: [{id: uncle, face: bak}]}}", "`front` or `back`", "back"),
        ("{Anna: {table: [{id: uncle, cup: 3}]}}", "no state or zone 'cup'", "cups"),
        ("{Anna: {table: [{id: uncle, friend: Mat}]}}", "'Mat' cannot be friend", "Matt"),
        ("{old-stove.cups: [Anna, Anna, Anna]}", "no cup is left for 'Anna'", None),
        ("{old-stove: {lit: perhaps}}", "cannot be lit", None),
        ("{aunt: {cups: 1}}", "say which: aunt-1, aunt-2", None),
        ("{game.wether: 1}", "no state 'wether'", "weather"),
        ("{row.guests: [], row.guests : []}", None, None),
    ],
)
def test_what_does_not_exist_or_cannot_be_is_one_finding(tmp_path, given, words, suggestion):
    cases, findings = checked(
        tmp_path, f"game: tea-house\nplayers: [Anna, Matt]\ngiven: {given}\nmoves: []\nstop: yes\n"
    )
    assert not cases
    code, line, message, near = only(findings)
    assert line == 3
    if words is not None:
        assert code == "RW510"
        assert words in message
        assert near == suggestion


def test_a_position_that_the_machine_refuses_is_a_finding(tmp_path):
    outcome = played(tmp_path, "given: {row.guests: [{id: uncle, cups: 2}]}\nmoves: []\nstop: yes\n")
    assert only(outcome.findings)[0] == "RW510"
