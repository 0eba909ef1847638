"""Counters and states that last a turn, a phase or a round, on every machine."""

from __future__ import annotations

import pytest

from tests.one_meaning.tiny import codes, errors, scores

COUNTERS = """
counters:
  score: {{}}
  coins: {{start: 5, lasts: {lasts}}}
  goods: {{by: suit, start: 1, lasts: {lasts}}}
"""
ROUNDS = "rounds: {number: 3, every: {phases: [main]}}\n"


def test_what_lasts_a_turn_is_put_back_where_a_turn_ends(machine):
    main = """
    gain 3 coins and 2 goods[moon]
    gain me.coins score
    turn ends
    gain 10 * me.coins score
    gain 100 * me.goods[moon] score
    """
    assert scores(machine, main, COUNTERS.format(lasts="a turn")) == [158, 0]


def test_it_is_put_back_for_every_player(machine):
    main = """
    as players[2]: lose 5 coins
    turn ends
    gain players[2].coins score
    """
    assert scores(machine, main, COUNTERS.format(lasts="a turn")) == [5, 0]


def test_states_of_the_game_and_of_components_last_no_longer_either(machine):
    head = """
    counters: {score: {}}
    kinds:
      peg:
        all: pegs
        fields: {suit: suit}
        state: {used: {type: flag, lasts: a turn}, size: {type: number = 2, lasts: a turn}}
      box: {all: boxes, fields: {deed: effect}}
    state:
      lead: {type: player, lasts: a turn}
      heat: {type: number = 3, lasts: a turn}
      tint: {type: suit, lasts: a turn}
    """
    main = """
    set ace.used to yes
    set bit.size to 7
    set game.lead to me
    set game.heat to 9
    set game.tint to moon
    turn ends
    if not ace.used: gain 1 score
    if bit.size == 2: gain 10 score
    if game.lead == none: gain 100 score
    if game.heat == 3: gain 1000 score
    if game.tint == none: gain 10000 score
    """
    assert scores(machine, main, head) == [11111, 0]


def test_without_the_end_of_a_turn_it_stays(machine):
    main = "gain 1 coins\ngain me.coins score\nif round == 9: turn ends"
    assert scores(machine, main, COUNTERS.format(lasts="a turn") + ROUNDS) == [6 + 7 + 8, 0]


def test_what_lasts_a_round_is_put_back_at_its_end(machine):
    main = "gain round coins\ngain me.coins score"
    assert scores(machine, main, COUNTERS.format(lasts="a round") + ROUNDS) == [6 + 7 + 8, 0]


PHASES = """
phases:
  early: {do: "as players[1]: gain 1 coins"}
  late: {do: "as players[1]: gain me.coins score"}
"""


@pytest.mark.parametrize(
    ("lasts", "score"), [("a phase", 5 + 5 + 5), ("a round", 6 + 6 + 6)], ids=["a phase", "a round"]
)
def test_what_lasts_a_phase_does_not_last_a_round(machine, lasts, score):
    head = (
        COUNTERS.format(lasts=lasts) + "rounds: {number: 3, every: {phases: [main, early, late]}}\n" + PHASES
    )
    assert scores(machine, "nothing", head) == [score, 0]


def test_a_phase_that_is_the_last_of_some_rounds_ends_those_only(machine):
    """Of the rounds 1 to 3, `early` is the last phase of the second: what it gains there is gone at once."""
    short, long = (
        "short: {rounds: [2], phases: [main, early]}",
        "long: {rounds: [1, 3], phases: [early, late]}",
    )
    head = COUNTERS.format(lasts="a round") + f"rounds: {{number: 3, {short}, {long}}}\n" + PHASES
    assert scores(machine, "nothing", head) == [12, 0]


def test_a_finished_game_puts_nothing_back(machine):
    head = COUNTERS.format(lasts="a round") + 'ending: {do: "as players[1]: gain me.coins score"}\n'
    assert scores(machine, "gain 3 coins\nfinish game", head) == [8, 0]
    assert scores(machine, "gain 3 coins", head) == [5, 0]


def test_an_end_of_a_turn_may_stand_where_a_statement_stands(machine):
    main = """
    gain 1 coins
    one of "What":
      turn ends
      "Nothing": nothing
    if yes: turn ends
    gain me.coins score
    """
    assert scores(machine, main, COUNTERS.format(lasts="a turn")) == [5, 0]
    assert scores(machine, "turn ends\ngain 1 score") == [1, 0]


def test_what_lasts_a_turn_where_no_turn_ends_is_found():
    found = errors("gain 1 coins\ngain me.coins + me.goods[sun] score", COUNTERS.format(lasts="a turn"))
    assert [one.code for one in found] == ["RW223", "RW223"]
    assert "no rule says `turn ends`" in found[0].message


def test_a_round_whose_last_phase_stands_twice_is_found():
    head = (
        COUNTERS.format(lasts="a round")
        + "rounds: {number: 3, every: {phases: [late, main, late]}}\n"
        + PHASES
    )
    assert codes("nothing", head) == ["RW110"]


def test_only_turns_phases_and_rounds_end():
    assert codes("nothing", COUNTERS.format(lasts="a game")) == ["RW104", "RW104"]
