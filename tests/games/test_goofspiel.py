"""Goofspiel: histories counted by hand, and who gets what."""

from __future__ import annotations

import json
from math import factorial

import pytest
from random_games import play_out, shipped
from trees import begun, counted, put, ways

from rulewright import new_fast_match

LAST = ("ace", "two", "three")
RANK = {"ace": 1, "two": 2, "three": 3}


def last_rounds(prizes: tuple[str, ...], cards: tuple[str, ...] = LAST):
    """The last rounds of a game: each has these cards, and these prizes come one after another."""

    def deal(position) -> None:
        for seat in (0, 1):
            put(position, "hand", [f"{card}-{seat + 1}" for card in cards], seat)
        put(position, "prizes_left", prizes)

    return begun("goofspiel", "turn", deal, round_=14 - len(cards))


@pytest.mark.parametrize("number", [2, 3])
def test_the_bids_of_n_cards_can_be_made_in_n_factorial_squared_ways(number):
    match = last_rounds(("prize-1", "prize-2", "prize-3")[:number], LAST[:number])
    assert counted(match)[1] == factorial(number) ** 2


def test_the_higher_bid_takes_the_prize_and_of_equal_bids_nobody():
    prizes = ("prize-5", "prize-13", "prize-1")
    worth = (5, 13, 1)
    for taken, match in ways(last_rounds(prizes)):
        if match.over:
            bids = [card.split("-")[0] for card in taken]
            mine, theirs = bids[0::2], bids[1::2]
            assert sorted(mine) == sorted(theirs) == sorted(LAST)
            pairs = list(zip(mine, theirs, worth, strict=True))
            won = [
                sum(n for a, b, n in pairs if RANK[a] > RANK[b]),
                sum(n for a, b, n in pairs if RANK[a] < RANK[b]),
            ]
            assert match.scores() == won, taken


def test_a_bid_is_not_seen_before_both_have_bid():
    match = last_rounds(("prize-5", "prize-13", "prize-1"))
    seen = set()
    for option in match.decision.ids:
        after = match.clone()
        after.apply(option)
        seen.add(json.dumps([after.view(1), after.view(None)], sort_keys=True))
    assert len(seen) == 1


@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_prizes_are_won_or_gone_in_thirteen_rounds(players):
    match = new_fast_match(shipped("goofspiel"), players, seed=players)
    play_out(match, lambda match: match.choices - 1)
    # All bid the same highest card each time, so nobody ever wins.
    assert match.scores() == [0] * players
    assert len(match.view(None)["zones"]["aside"]) == 13


@pytest.mark.parametrize(
    ("order", "expected"), [("descending", range(13, 0, -1)), ("ascending", range(1, 14))]
)
def test_the_prizes_come_in_the_order_of_the_option(order, expected):
    match = new_fast_match(shipped("goofspiel"), 2, options={"prizes": order})
    met = []
    while match.decision is not None:
        met += [prize for prize in match.view(None)["zones"]["row"] if prize not in met]
        match.apply(0)
    # The last bids are forced, and so is the last prize.
    assert met == [f"prize-{n}" for n in expected][: len(met)]
    assert len(met) == 12


def test_the_shuffled_prizes_come_in_every_order():
    firsts = set()
    for seed in range(80):
        firsts.update(new_fast_match(shipped("goofspiel"), 2, seed=seed).view(None)["zones"]["row"])
    assert len(firsts) == 13
