"""What compiled code works out only once, or not where it is known already, comes out as it would without that."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.compiler.passes.remembering import Remembered
from rulewright.interpreter.state.layout import Layout
from tests.machines import MACHINES, open_on
from tests.one_meaning.tiny import fault, scores, tiny

CELLS = ", ".join(f"c{n}: {{n: {n}}}" for n in range(1, 31))
BOARD = f"""\
kinds: {{cell: {{all: cells, fields: {{n: number, next: cell or none}}, state: {{disc: player, mark: number}}}}}}
components:
  cell: {{{CELLS}}}
zones: -
setup: |
  for each cell in cells where cell.n > 28:
    set cell.disc to players[1]
"""
VALUES = """\
values:
  must(player):
    is: any(c in cells where c.disc == player and any(d in cells where d.n == c.n + 1 and d.disc == player))
  may_go(cell, player):
    is: |
      cell.n > 20 if must(player)
      cell.n < 4 otherwise
"""


def game(values: str = VALUES) -> str:
    return BOARD + values


def test_the_value_of_these_tests_is_remembered():
    made = tiny("gain 1 score", game())
    assert Remembered(made, Layout(made, 2)).values == {"must"}


def test_a_value_is_asked_anew_when_the_state_has_changed(machine):
    text = """\
        gain count(c in cells where may_go(c, me)) score
        set c30.disc to none
        gain 100 * count(c in cells where may_go(c, me)) score
        set c30.disc to me
        gain 10000 * count(c in cells where may_go(c, me)) score
        """
    # 21 to 30 while two lie side by side, else 1 to 3.
    assert scores(machine, text, game()) == [10 + 300 + 100_000, 0]


def test_a_value_is_asked_anew_at_each_turn_of_a_loop(machine):
    text = """\
        for each cell in cells where cell.n > 27:
          gain count(c in cells where may_go(c, me)) score
          set cell.disc to none
        while any(c in cells where c.n < 3 and may_go(c, me)):
          set c1.disc to me
          set c2.disc to me
        gain 1000 score
        """
    # Both lie there for c28 and c29, then no longer; the loop ends when c1 and c2 lie side by side.
    assert scores(machine, text, game()) == [10 + 10 + 3 + 1000, 0]


def test_a_value_is_asked_anew_behind_a_decision(machine):
    text = """\
        choose a cell from cells where may_go(cell, me)
        set cell.disc to none
        choose other from cells where may_go(other, me)
        gain cell.n * 100 + other.n score
        """
    assert scores(machine, text, game(), choose=lambda match: match.choices - 1) == [3003, 0]


def test_payments_that_are_tried_do_not_stay_in_mind(machine):
    values = """\
values:
  rich(player):
    is: any(c in cells where any(d in cells where d.n == c.n and player.coins > 3))
  fee(cell, player):
    is: |
      2 if rich(player)
      9 otherwise
"""
    text = """\
        gain count(c in cells where fee(c, me) == 2) score
        may "Pay":
          choose a cell from cells where fee(cell, me) < 9
          pay fee(cell, me) coins
          gain 100 score
        gain 1000 * count(c in cells where fee(c, me) == 2) score
        """
    assert scores(machine, text, game(values)) == [30 + 100, 0]


DIVIDES = VALUES.replace(
    "any(c in cells where c.disc == player and", "any(c in cells where c.n / c.mark == 1 and"
)


def test_a_fault_in_a_remembered_value_is_met_where_it_is_asked(machine):
    found = fault(machine, "gain count(c in cells where may_go(c, me)) score", game(DIVIDES))
    assert "1 is divided by 0" in str(found)
    assert found.span.file == "rules/tiny/game.yaml"


def test_a_fault_that_nobody_asks_for_is_none(machine):
    text = "gain count(c in cells where c.n > 30 and may_go(c, me)) score\ngain 5 score"
    assert scores(machine, text, game(DIVIDES)) == [5, 0]


def test_the_same_part_is_worked_out_for_each_item_of_lists_in_one_another(machine):
    text = """\
        gain count(c in cells where count(c in cells where c.n * 2 + 1 > 50) + c.n * 2 + 1 > 50) score
        gain count(p in cells where p.n * 2 + 1 > 50) + count(p in cells where p.n * 2 + 1 > 40) score
        """.replace("count(c in cells where c.n * 2", "count(d in cells where d.n * 2")
    # 2n + 1 > 50 from 25 on, 6 of them; 2n + 1 > 44 from 22 on, 9; 2n + 1 > 40 from 20 on, 11.
    assert scores(machine, text, game()) == [9 + 6 + 11, 0]


def test_a_part_behind_a_test_is_not_worked_out_before_it(machine):
    text = """\
        let zero = 0
        gain count(c in cells where c.n > 30 and 7 / zero + c.n > 3 and 7 / zero + c.n > 4) score
        if zero > 0 and 7 / zero > 1 or zero == 0:
          gain 5 score
        """
    assert scores(machine, text, game()) == [5, 0]


def test_what_is_tested_already_is_not_tested_again_for_another(machine):
    values = "values:\n  step(cell): {is: cell.next}\n"
    text = """\
        if c1.next == none or c1.next.n == 2:
          gain 1 score
        if c1.next != none and c1.next.next != none and c1.next.next.n == 3:
          gain 10 score
        if c3.next == none or c3.next.next == none:
          gain 100 score
        """
    board = BOARD.replace("c1: {n: 1}", "c1: {n: 1, next: c2}").replace("c2: {n: 2}", "c2: {n: 2, next: c3}")
    assert scores(machine, text, board + values) == [111, 0]


def test_random_numbers_are_drawn_each_by_itself():
    text = """\
        repeat 20 times:
          let one = random(1, 1000) * 2 + 1
          let another = random(1, 1000) * 2 + 1
          if one != another: gain 1 score
        """
    found = {tuple(open_on(machine, tiny(text, game()), 2).scores()) for machine in MACHINES}
    assert len(found) == 1
    assert found.pop()[0] > 15


@pytest.mark.parametrize("links", [4, 12, 30])
def test_a_chain_of_links_that_may_be_none_is_as_long_as_it_is_written(machine, links):
    chain = "c1" + ".next" * links
    text = f"if {chain} == none:\n  gain 1 score\nif {chain}.n == {links + 1}:\n  gain 10 score".replace(
        f"if {chain}.n", f"if {chain} != none and {chain}.n"
    )
    rows = ", ".join(f"c{n}: {{n: {n}, next: c{n + 1}}}" for n in range(1, 20)) + ", c20: {n: 20}"
    board = BOARD.replace(CELLS, rows).replace("28", "18")
    assert scores(machine, text, board) == [10 if links < 20 else 1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_the_same_on_all_machines(seed):
    text = """\
        repeat 12 times:
          as each player in players:
            choose a cell from cells where may_go(cell, me) or cell.disc == me
            let mine = cell.disc == me
            if mine:
              set cell.disc to none
            else:
              set cell.disc to me
              gain count(c in cells where may_go(c, me)) score
        """
    matches = [open_on(machine, tiny(text, game(), acting=False), 2) for machine in MACHINES]
    chance = random.Random(seed)
    while not matches[0].over:
        asked = {
            (match.turn if hasattr(match, "turn") else match.decision.player, match.decision.ids)
            for match in matches
        }
        assert len(asked) == 1
        option = chance.randrange(len(matches[0].decision.ids))
        for match in matches:
            match.apply(option)
        assert len({tuple(match.state.v) for match in matches}) == 1
    assert len({tuple(match.scores()) for match in matches}) == 1
