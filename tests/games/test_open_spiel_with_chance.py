"""Public games in lock-step with OpenSpiel: the same seat, the same legal moves, the same result, over 1,000 games.

Chance is ours: what was dealt or rolled here is told to OpenSpiel as the outcome of its chance nodes. OpenSpiel comes
with the extra `bench`; without it these tests are skipped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from random_games import shipped

from rulewright import new_fast_match
from rulewright.interpreter.fast.match import FastMatch

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'rulewright[bench]'")
pytestmark = pytest.mark.slow

GAMES = 1000
Move = tuple[str, ...]
"""The options by which our match makes one move of theirs, one decision after another."""


def opened(game: str, seed: int, **options: str) -> FastMatch:
    return new_fast_match(shipped(game), 2, seed=seed, options=options, ask_forced=True)


def made(match: FastMatch, move: Move) -> None:
    for option in move:
        match.apply(option)


def play_in_step(
    match: FastMatch,
    theirs: Any,
    moves_of: Callable[[FastMatch], dict[int, Move]],
    chance: Callable[[FastMatch, Any], int],
    dice: random.Random,
) -> None:
    """Play one game of turns on both, and demand at each decision the same seat and the same moves."""
    while True:
        while theirs.is_chance_node():
            theirs.apply_action(chance(match, theirs))
        assert theirs.is_terminal() == match.over
        if match.over:
            return
        assert theirs.current_player() == match.turn
        moves = moves_of(match)
        assert theirs.legal_actions() == sorted(moves)
        action = dice.choice(sorted(moves))
        theirs.apply_action(action)
        made(match, moves[action])


def named(numbers: dict[str, int]) -> Callable[[FastMatch], dict[int, Move]]:
    """Moves of one decision each, by the numbers that their options have over there."""
    return lambda match: {numbers[id_]: (id_,) for id_ in match.decision.ids}


# ---------------------------------------------------------------- Nim
PILES = ("one", "three", "five", "seven")


def nim_moves(match: FastMatch) -> dict[int, Move]:
    found: dict[int, Move] = {}
    for pile in match.decision.ids:
        chosen = match.clone()
        chosen.apply(pile)
        for number in chosen.decision.ids:
            found[PILES.index(pile) + len(PILES) * (int(number) - 1)] = (pile, number)
    return found


@pytest.mark.parametrize("last", ["loses", "wins"])
def test_nim(last):
    game = pyspiel.load_game("nim", {"is_misere": last == "loses"})
    for seed in range(GAMES):
        match, theirs = opened("nim", seed, last=last), game.new_initial_state()
        play_in_step(match, theirs, nim_moves, no_chance, random.Random(seed))
        assert match.scores() == theirs.returns()


def no_chance(_match: FastMatch, _theirs: Any) -> int:
    raise AssertionError("there is no chance in this game")


# ---------------------------------------------------------------- Pig
def pig_chance(match: FastMatch, _theirs: Any) -> int:
    return int(match.view(None)["game"]["die"]) - 1


def test_pig():
    game = pyspiel.load_game("pig")
    for seed in range(GAMES):
        match, theirs = opened("pig", seed), game.new_initial_state()
        play_in_step(match, theirs, named({"roll": 0, "hold": 1}), pig_chance, random.Random(seed))
        assert winners(theirs.returns()) == match.winners()


def winners(returns: list[float]) -> list[int]:
    return [seat for seat, won in enumerate(returns) if won == max(returns)]


# ---------------------------------------------------------------- Leduc poker
CARDS = tuple(f"{rank}-of-{suit}" for rank in ("jack", "queen", "king") for suit in ("spades", "hearts"))


def leduc_chance(match: FastMatch, theirs: Any) -> int:
    hands = [match.view(seat)["players"][name]["zones"]["hand"][0] for seat, name in enumerate(match.names)]
    dealt = len(theirs.history())
    return CARDS.index(hands[dealt] if dealt < 2 else match.view(None)["zones"]["board"][0])


def test_leduc_poker():
    game = pyspiel.load_game("leduc_poker")
    numbers = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}
    for seed in range(GAMES):
        match, theirs = opened("leduc-poker", seed), game.new_initial_state()
        play_in_step(match, theirs, named(numbers), leduc_chance, random.Random(seed))
        assert match.scores() == theirs.returns()


# ---------------------------------------------------------------- Liar's dice
BIDS = tuple(f"{number}-{face}" for number in ("one", "two") for face in range(1, 7))


def dice_chance(match: FastMatch, theirs: Any) -> int:
    seat = len(theirs.history())
    return int(match.view(seat)["players"][match.names[seat]]["counters"]["die"]) - 1


def test_liars_dice():
    game = pyspiel.load_game("liars_dice")
    numbers = {bid: number for number, bid in enumerate((*BIDS, "liar"))}
    for seed in range(GAMES):
        match, theirs = opened("liars-dice", seed), game.new_initial_state()
        play_in_step(match, theirs, named(numbers), dice_chance, random.Random(seed))
        assert match.scores() == theirs.returns()


# ---------------------------------------------------------------- Goofspiel
RANKS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip


def bids(match: FastMatch, seat: int) -> Iterator[int]:
    assert match.turn == seat
    yield from (RANKS.index(id_.rpartition("-")[0]) for id_ in match.decision.ids)


@pytest.mark.parametrize(
    ("ours", "order"), [("shuffled", "random"), ("descending", "descending"), ("ascending", "ascending")]
)
def test_goofspiel(ours, order):
    """Both bid at once over there; the last bid, which is forced, OpenSpiel makes by itself."""
    game = pyspiel.load_game("goofspiel", {"points_order": order, "returns_type": "total_points"})
    for seed in range(GAMES):
        match, theirs, dice = (
            opened("goofspiel", seed, prizes=ours),
            game.new_initial_state(),
            random.Random(seed),
        )
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                prize = match.view(None)["zones"]["row"][0]
                theirs.apply_action(int(prize.rpartition("-")[2]) - 1)
                continue
            chosen = []
            for seat in (0, 1):
                assert theirs.legal_actions(seat) == sorted(bids(match, seat))
                chosen.append(dice.choice(theirs.legal_actions(seat)))
                match.apply(f"{RANKS[chosen[-1]]}-{seat + 1}")
            theirs.apply_actions(chosen)
        while not match.over:
            assert match.choices == 1
            match.apply(0)
        assert match.scores() == theirs.returns()


# ---------------------------------------------------------------- Crazy Eights
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_CALLED = dict(zip("A23456789TJQK", RANKS, strict=True))


def card_called(words: str) -> str:
    """Our id of what they call a card: the clubs' jack is CJ."""
    return f"{RANK_CALLED[words[-1]]}-of-{SUITS[words[-2]]}"


def hands_of(match: FastMatch) -> list[list[str]]:
    return [match.view(seat)["players"][name]["zones"]["hand"] for seat, name in enumerate(match.names)]


def move_called(words: str) -> str:
    """Our option for one of their moves."""
    if words.startswith("Play "):
        return f"play-{card_called(words)}"
    return SUITS[words[-1]] if words.startswith("Nominate") else words.lower()


def outcome(theirs: Any, words: str) -> int:
    return next(action for action in theirs.legal_actions() if theirs.action_to_string(action) == words)


def dealt_as(match: FastMatch, theirs: Any) -> set[str]:
    """Deal over there what was dealt here, and return the cards that have come out of the stock."""
    first = match.turn
    theirs.apply_action(outcome(theirs, f"Decide Player {1 - first} to be the dealer"))
    hands = hands_of(match)
    (top,) = [match.view(None)["zones"]["pile"]["top"]]
    cards = [hands[(first + number) % 2][number // 2] for number in range(14)] + [top]
    for card in cards:
        deal(theirs, card)
    return set(cards)


def deal(theirs: Any, card: str) -> None:
    words = {card_called(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
    theirs.apply_action(words[card])


def their_worth(card: str) -> int:
    """What a card counts over there: 50, 10, or by the number of the card where one expects its rank."""
    rank, suit = card.split("-of-")
    number = RANKS.index(rank)
    if rank == "eight":
        return 50
    if rank in ("ace", "jack", "queen", "king"):
        return 10
    return (number - 1) * len(SUITS) + list(SUITS.values()).index(suit) + 2


def test_crazy_eights():
    game = pyspiel.load_game("crazy_eights", {"players": 2, "max_turns": 10000})
    ends = set()
    for seed in range(GAMES):
        match, theirs, dice = opened("crazy-eights", seed), game.new_initial_state(), random.Random(seed)
        out = dealt_as(match, theirs)
        while not match.over:
            if theirs.is_chance_node():
                (drawn,) = {card for hand in hands_of(match) for card in hand} - out
                deal(theirs, drawn)
                out.add(drawn)
                continue
            moves = {
                move_called(theirs.action_to_string(action)): action for action in theirs.legal_actions()
            }
            assert theirs.current_player() == match.turn
            assert sorted(match.decision.ids) == sorted(moves), (seed, str(theirs))
            option = dice.choice(sorted(moves))
            match.apply(option)
            theirs.apply_action(moves[option])
        blocked = all(hands_of(match))
        if blocked:
            # They ask one player once more before the hand is blocked.
            theirs.apply_action(outcome(theirs, "Pass"))
        ends.add(blocked)
        assert theirs.is_terminal()
        assert theirs.returns() == [-float(sum(map(their_worth, hand))) for hand in hands_of(match)]
    assert ends == {True, False}
