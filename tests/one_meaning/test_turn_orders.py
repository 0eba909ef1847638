"""A turn order that leaves players out: of the round, or of the game, on every machine."""

from __future__ import annotations

import pytest

from tests.machines import open_on
from tests.one_meaning.tiny import codes, errors, fault, line_of, played, scores, tiny

THREE = "players: 3\n"
LEAVE = "set turn_order to all(p in turn_order where p != me)"
ROUNDS = "rounds: {number: 3, every: {phases: [main]}}\n"


def three(machine, main, head="", **more):
    return scores(machine, main, THREE + head, players=3, acting=False, **more)


def test_who_has_left_takes_no_turn_any_more(machine):
    main = (
        f"as each player in turn_order:\n  gain 1 score\n  if me == players[2] and round == 2:\n    {LEAVE}"
    )
    assert three(machine, main, ROUNDS) == [3, 2, 3]


def test_who_leaves_before_the_turn_comes_is_passed_over(machine):
    main = """
    as each player in turn_order:
      gain 1 score
      set turn_order to all(p in turn_order where p != players[3])
    """
    assert three(machine, main) == [1, 1, 0]


def test_so_it_is_where_each_turn_is_asked_about(machine):
    main = """
    as each player in turn_order:
      choose n from 1 to 2 "How many"
      gain n score
      set turn_order to [players[2]]
    """
    assert three(machine, main) == [1, 1, 0]


def test_who_is_out_of_a_round_comes_back_with_the_next(machine):
    main = """
    set turn_order to players
    as each player in turn_order: gain 1 score
    as players[1]:
      set turn_order to all(p in turn_order where p != me)
    as each player in turn_order: gain 10 score
    """
    assert three(machine, main, ROUNDS) == [3, 33, 33]


def test_nobody_may_be_left(machine):
    assert three(
        machine,
        "set turn_order to all(p in players where p.score > 0)\nas each player in turn_order: gain 1 score",
    ) == [0, 0, 0]


def test_a_window_asks_only_those_who_are_in(machine):
    head = """
    kinds: {peg: {all: pegs, fields: {suit: suit}, active in: [hand]}}
    windows: {fair: {who: each player in turn order}}
    components: -
    """
    game = tiny(
        f"move ace to players[1].hand\nmove bit to players[2].hand\nas players[1]:\n  {LEAVE}\noffer fair",
        head.replace(
            "components: -\n",
            "components: {peg: {ace: {suit: sun, abilities: [{when: fair, do: gain 5 score}]},"
            " bit: {suit: moon, abilities: [{when: fair, do: gain 5 score}]}}}\n",
        )
        + THREE,
        acting=False,
    )
    assert played(open_on(machine, game, 3)).scores() == [0, 5, 0]


@pytest.mark.parametrize(
    "order", ["[players[1], players[1]]", "all(p in players where p.score > 0) + players + players"]
)
def test_nobody_stands_there_twice(machine, order):
    told = fault(machine, f"set turn_order to {order}")
    assert told.message == "the turn order cannot name a player twice, or nobody"
    assert line_of(told) == 2


def test_more_entries_than_players_are_found():
    (found,) = errors("set turn_order to [players[1], players[2], players[1]]")
    assert found.code == "RW105"
    assert codes("set turn_order to [players[2]]") == []
