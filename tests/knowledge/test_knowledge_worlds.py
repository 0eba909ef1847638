"""Worlds dealt anew: only possible ones, each as likely as chance made it, and nothing for a bot to cheat with."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
from tests.knowledge.table import BLIND, game_of, with_parts

SAMPLES = 3000


def chi_squared(met: Counter, expected: dict) -> float:
    """The statistic of how often each case was met, with the chances that are expected."""
    assert set(met) <= set(expected)
    total = sum(met.values())
    return sum((met[case] - total * chance) ** 2 / (total * chance) for case, chance in expected.items())


# The values that are exceeded once in ten thousand, by degrees of freedom.
CRITICAL = {1: 15.14, 2: 18.42, 3: 21.11, 4: 23.51, 5: 25.74, 8: 31.83, 9: 33.72, 35: 76.0}


def names(match: FastMatch, zone: str, player: int) -> tuple[str, ...]:
    layout = match.layout
    return tuple(layout.ids[one] for one in match.state.z[layout.zone_number("player", zone, player)])


def fits(met: Counter, expected: dict) -> bool:
    return chi_squared(met, expected) < CRITICAL[len(expected) - 1]


@pytest.mark.parametrize("seed", range(3))
def test_kuhn_poker(seed):
    match = FastMatch(load_game("kuhn-poker"), 2, seed=seed)
    own = names(match, "hand", 0)[0]
    others = {"jack", "queen", "king"} - {own}
    met = Counter(names(match.resampled(sample), "hand", 1)[0] for sample in range(SAMPLES))
    assert fits(met, dict.fromkeys(others, 1 / 2))


def test_leduc_poker_after_the_card_for_both():
    match = FastMatch(load_game("leduc-poker"), 2, seed=5)
    for option in ("check", "check"):
        match.apply(option)
    layout = match.layout
    board = layout.ids[match.state.z[layout.zone_number("game", "board")][0]]
    left = set(layout.ids) - {board, names(match, "hand", 0)[0]}
    met = Counter(names(match.resampled(sample), "hand", 1)[0] for sample in range(SAMPLES))
    assert fits(met, dict.fromkeys(left, 1 / 4))
    deck = layout.zone_number("game", "deck")
    third = Counter(match.resampled(sample).state.z[deck][0] for sample in range(SAMPLES))
    assert fits(third, dict.fromkeys((layout.by_id[one] for one in left), 1 / 4))


def test_liars_dice():
    match = FastMatch(load_game("liars-dice"), 2, seed=3)
    match.apply(2)
    own, other = (match.layout.counter_slot("die", player) for player in (1, 0))
    copies = [match.resampled(sample).state.v for sample in range(SAMPLES)]
    assert {v[own] for v in copies} == {match.state.v[own]}
    assert fits(Counter(v[other] for v in copies), dict.fromkeys(range(1, 7), 1 / 6))


def test_a_secret_bid_may_have_been_any_card_of_the_hand():
    match = FastMatch(load_game("goofspiel"), 2, seed=3)
    for _ in range(2 * 8):
        match.apply(0)
    match.apply(1)
    assert match.turn == 1
    before = {*names(match, "hand", 0), *names(match, "bid", 0)}
    met: Counter = Counter()
    for sample in range(SAMPLES):
        copy = match.resampled(sample)
        assert {*names(copy, "hand", 0), *names(copy, "bid", 0)} == before
        assert copy.view(1) == match.view(1)
        met[names(copy, "bid", 0)[0]] += 1
    assert fits(met, dict.fromkeys(before, 1 / 5))


def test_a_number_that_was_shown_by_what_was_reckoned_from_it_stays():
    text = """
language: 1
game: shown
title: Shown
players: 2
counters: {die: {visible to: owner}, open: {}, points: {}}
rounds: {number: 1, every: {phases: [main]}}
result: {rank: players, by: [player.points]}
phases:
  main:
    do: |
      as each player in players:
        set me.die to random(1, 6)
      as players[2]:
        set me.open to me.die
      as players[1]:
        may "Point": gain 1 points
"""
    match = FastMatch(game_of(text), 2, seed=1)
    slot = match.layout.counter_slot("die", 1)
    assert {match.resampled(sample).state.v[slot] for sample in range(30)} == {match.state.v[slot]}


GUESS = with_parts(
    BLIND,
    """
    as each player in players:
      choose x from cards "Guess"
      if any(p in players where p != me and x in p.hand): gain 1 points
    """,
    setup="""
    setup: |
      move all cards to deck
      shuffle deck
      as each player in players: draw 1 from deck to me.hand
    """,
)


@pytest.mark.parametrize("bot", ["greedy", "mcts"])
def test_a_bot_guesses_no_better_than_chance(bot):
    """Of 400 guesses between four cards, of which one is one's own, at most one in three is right but by cheating."""
    from rulewright.interpreter.bots.bots import bot_for

    game, right = game_of(GUESS), 0
    for seed in range(200):
        match = FastMatch(game, 2, seed=seed)
        for seat in (0, 1):
            before = match.scores()[seat]
            match.apply(bot_for(bot, seed, seat).choose(match))
            right += match.scores()[seat] > before
    assert right < 400 / 3 + 4 * (400 * 2 / 9) ** 0.5
