"""Rounds that end by a condition, or by a rule alone, on every machine."""

from __future__ import annotations

import pytest

from tests.one_meaning.tiny import codes, fault, scores

UNTIL = """
rounds:
  until: {until}
  at most: {most}
  every: {{phases: [main]}}
"""


def until(condition: str, most: int = 9) -> str:
    return UNTIL.format(until=condition, most=most)


def test_rounds_follow_until_the_condition_holds_at_the_end_of_one(machine):
    """Three points a round: 10 are reached in the fourth."""
    head = until("any(player in players where player.score >= 10)")
    assert scores(machine, "gain 3 score", head) == [12, 0]


def test_what_holds_only_in_the_middle_of_a_round_ends_nothing(machine):
    head = until("any(player in players where player.score == 1)")
    assert scores(machine, "gain 1 score\ngain round score\nif round == 2: set me.score to 1", head) == [1, 0]


def test_the_condition_knows_the_round(machine):
    assert scores(machine, "gain 1 score", until("round >= 5")) == [5, 0]


def test_one_round_more_than_the_most_is_a_fault_and_no_result(machine):
    told = str(fault(machine, "gain 1 score", until("no", 4)))
    assert "4 rounds have been played, the most that there may be" in told
    assert "the condition that ends the game does not hold" in told
    assert "(in rounds)" in told


def test_without_a_most_there_are_a_thousand_rounds(machine):
    assert scores(machine, "gain 1 score", "rounds: {until: round == 1000, every: {phases: [main]}}") == [
        1000,
        0,
    ]


def test_a_rule_alone_may_end_the_rounds(machine):
    head = "rounds: {at most: 5, every: {phases: [main]}}"
    assert scores(machine, "gain 1 score\nif me.score == 5: finish game", head) == [5, 0]
    told = str(fault(machine, "gain 1 score\nif me.score == 6: finish game", head))
    assert "5 rounds have been played" in told
    assert "nothing has ended the game" in told


def test_the_ending_comes_behind_the_rounds(machine):
    head = until("round >= 2") + "ending: {do: 'as players[1]: gain 100 score'}\n"
    assert scores(machine, "gain 1 score", head) == [102, 0]


def test_a_fault_in_the_condition_is_told_with_its_place(machine):
    told = str(fault(machine, "gain 1 score", until("1 / (2 - round) > 5")))
    assert "1 is divided by 0 (in rounds)" in told


@pytest.mark.parametrize("key", ["until: 'no'", "at most: 3"])
def test_a_number_of_rounds_and_another_end_exclude_each_other(key):
    assert codes("nothing", "rounds: {number: 3, " + key + ", every: {phases: [main]}}") == ["RW108"]
