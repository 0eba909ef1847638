"""The whole tree of Leduc poker: 5,520 ends and 936 information states, as it is counted everywhere."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from trees import SEATS, begun, put, ways

RANKS = {"jack": 1, "queen": 2, "king": 3}
CARDS = tuple(f"{rank}-of-{suit}" for rank in RANKS for suit in ("spades", "hearts"))

ROUND = (
    "check check", "check bet fold", "check bet call", "check bet raise fold", "check bet raise call",
    "bet fold", "bet call", "bet raise fold", "bet raise call",
)  # fmt: skip


def dealt(first: str, second: str, board: str):
    """A match in which these cards are dealt, and this one is turned up."""
    rest = [card for card in CARDS if card not in (first, second, board)]

    def deal(position) -> None:
        put(position, "hand", [first], 0)
        put(position, "hand", [second], 1)
        put(position, "deck", [board, *rest])

    return begun("leduc-poker", "first_betting", deal)


def rank(card: str) -> int:
    return RANKS[card.split("-", maxsplit=1)[0]]


def test_a_round_of_betting_goes_one_of_nine_ways():
    """Five of them lead to the second round, and nine ways from each: 4 + 5 * 9 ends of one deal."""
    ends = {" ".join(taken) for taken, match in ways(dealt(CARDS[0], CARDS[2], CARDS[4])) if match.over}
    folded = {way for way in ROUND if way.endswith("fold")}
    assert ends == folded | {f"{one} {two}" for one in ROUND if one not in folded for two in ROUND}
    assert len(ends) == 49


def expected(first: str, second: str, board: str, history: str) -> int:
    """What the first player wins, worked out with the steps of 2 and 4 and the ante of 1."""
    staked, seat, step, stop = [1, 1], 0, 2, 0
    for word in history.split():
        if word == "fold":
            return -staked[0] if seat == 0 else staked[1]
        if word == "call":
            staked[seat] = max(staked)
        elif word in ("bet", "raise"):
            staked[seat] = max(staked) + step
        stop = stop + 1 if word == "check" else 2 if word == "call" else 0
        seat = 1 - seat
        if stop == 2:
            seat, step, stop = 0, 4, 0
    strengths = [rank(card) + 10 * (rank(card) == rank(board)) for card in (first, second)]
    return 0 if strengths[0] == strengths[1] else staked[1] if strengths[0] > strengths[1] else -staked[0]


def seen(match) -> str:
    return json.dumps(match.view(match.turn), sort_keys=True)


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("king-of-spades", "queen-of-hearts", "queen-of-spades"),
        ("king-of-spades", "king-of-hearts", "jack-of-spades"),
        ("jack-of-hearts", "queen-of-hearts", "king-of-spades"),
    ],
)
def test_a_deal_pays_what_was_staked(first, second, board):
    for taken, match in ways(dealt(first, second, board)):
        if match.over:
            won = expected(first, second, board, " ".join(taken))
            assert match.scores() == [won, -won], taken


@pytest.mark.slow
def test_the_tree_has_5520_ends_and_936_information_states():
    """30 deals of two cards with 4 ends in the first round, and 120 with a card for both with 45 more each.

    Each player decides at three points of a round: 6 cards * 3, and 30 pairs of cards * 5 first rounds * 3.
    """
    ends: set[tuple[str, ...]] = set()
    states: dict[int, set[tuple[str, ...]]] = {0: set(), 1: set()}
    views: dict[tuple[str, ...], set[str]] = {}
    for first, second, board in permutations(CARDS, 3):
        for taken, match in ways(dealt(first, second, board)):
            turned = match.view(None)["zones"]["board"]
            if match.over:
                ends.add((first, second, *turned, *taken))
                won = expected(first, second, board, " ".join(taken))
                assert match.scores() == [won, -won]
            else:
                known = ((first, second)[match.turn], *turned, *taken)
                states[match.turn].add(known)
                views.setdefault(known, set()).add(seen(match))
    assert len(ends) == 5520
    assert [len(known) for known in states.values()] == [468, 468]
    # What else lies hidden is never seen.
    assert all(len(looks) == 1 for looks in views.values())


def test_nobody_sees_the_other_hand():
    match = dealt("king-of-spades", "queen-of-hearts", "queen-of-spades")
    assert len(SEATS) == 2
    assert "queen-of-hearts" not in json.dumps(match.view(0))
    assert "king-of-spades" not in json.dumps(match.view(1))
    assert "queen-of-spades" not in json.dumps(match.view(None))
