"""Liar's dice with one die each: every subset of the twelve bids is a history, 4,095 ends for each roll."""

from __future__ import annotations

import json
from itertools import product

import pytest
from random_games import shipped
from trees import begun, counted, ways

from rulewright import new_fast_match

FACES = range(1, 7)
BIDS = tuple(f"{number}-{face}" for number in ("one", "two") for face in FACES)


def rolled(first: int, second: int):
    def edit(position) -> None:
        for seat, die in enumerate((first, second)):
            position.set_counter("die", seat, 0, die)

    return begun("liars-dice", "bidding", edit)


def test_any_bid_is_open_at_first_and_then_only_higher_ones_or_a_doubt():
    match = rolled(1, 2)
    assert match.decision.ids == BIDS
    match.apply("one-6")
    assert match.decision.ids == (*BIDS[6:], "liar")
    match.apply("two-6")
    assert match.decision.ids == ("liar",)


def true_bid(bid: str, dice: tuple[int, int]) -> bool:
    number, face = bid.split("-")
    return sum(die in (int(face), 6) for die in dice) >= {"one": 1, "two": 2}[number]


def test_every_rising_row_of_bids_is_a_history():
    """Each of the 2 ** 12 subsets of the bids is a decision, and each but the empty one may be doubted."""
    assert counted(rolled(3, 6)) == (2**12, 2**12 - 1)


@pytest.mark.parametrize("dice", [(3, 6), (1, 2), (6, 6)])
def test_who_doubts_a_true_bid_loses_and_who_has_lied_does_too(dice):
    met = 0
    for taken, match in ways(rolled(*dice)):
        if match.over:
            met += 1
            doubter = (len(taken) - 1) % 2
            loser = doubter if true_bid(taken[-2], dice) else 1 - doubter
            assert match.winners() == [1 - loser], taken
            assert match.scores()[loser] == -1
    assert met == 4095


@pytest.mark.slow
def test_there_are_24576_information_states():
    """Six rolls of one's own die with each of the 4,096 rows of bids."""
    states: set[tuple[int, int, tuple[str, ...]]] = set()
    looks: dict[tuple[int, int, tuple[str, ...]], set[str]] = {}
    ends = 0
    for dice in product(FACES, FACES):
        for taken, match in ways(rolled(*dice)):
            if match.over:
                ends += 1
                continue
            known = (match.turn, dice[match.turn], taken)
            states.add(known)
            looks.setdefault(known, set()).add(json.dumps(match.view(match.turn), sort_keys=True))
    assert len(states) == 24576
    assert ends == 36 * 4095
    assert all(len(seen) == 1 for seen in looks.values())


def test_nobody_sees_the_others_die():
    assert rolled(3, 6).view(0) == rolled(3, 1).view(0)
    assert rolled(3, 6).view(1) != rolled(3, 1).view(1)


def test_both_roll_every_face():
    met = set()
    for seed in range(200):
        match = new_fast_match(shipped("liars-dice"), 2, seed=seed)
        met.add(tuple(match.view(seat)["players"][match.names[seat]]["counters"]["die"] for seat in (0, 1)))
    assert met == set(product(FACES, FACES))
