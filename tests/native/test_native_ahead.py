"""Looking ahead natively comes to what looking ahead on Python comes to, for every policy and cut."""

import pytest
from both import shipped
from natives import needs_compiler
from test_native_match import on_python, opened

from rulewright.interpreter.bots.ahead import Policy, played_on, prospects
from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.state.rng import draw

pytestmark = needs_compiler

POLICIES = [
    Policy(1000),
    Policy(1000, tried=1),
    Policy(1000, tried=2, loose=64),
    Policy(0),
    Policy(5, tried=3),
    Policy(1000, until=2, tried=2),
    Policy(1000, until=0),
    Policy(1000, loose=256),
]


def alike(match, seeds):
    there = on_python(match)
    assert prospects(match) == prospects(there)
    for seed in range(seeds):
        for policy in POLICIES:
            number = draw(seed, 0, 1)
            assert played_on(match, number, policy) == played_on(there, number, policy)


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_both_machines_look_ahead_alike(name):
    match = opened(name, seed=5)
    while match.choices:
        alike(match, 2)
        match.apply(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "connect-four", "liars-dice", "kalah"])
def test_both_machines_look_ahead_alike_in_larger_games(name):
    match = NativeMatch(shipped(name), 2, seed=7, wait=True)
    number = 0
    while match.choices and number < 60:
        if number % 20 == 0:
            alike(match, 1)
        number += 1
        match.apply(draw(3, 0, number) % match.choices)


def test_a_match_that_is_looked_ahead_from_stays_where_it_is():
    match = opened("tic-tac-toe")
    before = match.digest()
    prospects(match)
    played_on(match, 1, Policy(1000))
    assert match.digest() == before


def test_an_option_that_wins_is_worth_more_than_its_lead():
    match = opened("tic-tac-toe")
    for taken in ("a1", "b1", "a2", "b2"):
        match.apply(taken)
    worths = dict(zip(match.decision.ids, prospects(match), strict=True))
    best = max(worths, key=worths.get)
    match.apply(best)
    assert match.over
    assert match.winners() == [0]


@pytest.mark.parametrize("kind", ["mcts:40"])
def test_a_search_chooses_the_same_on_both_machines(kind):
    for seed in range(3):
        native = opened("kuhn-poker", seed=seed)
        fast = FastMatch(shipped("kuhn-poker"), 2, seed=seed)
        fast_bots = [bot_for(kind, seed, seat) for seat in range(2)]
        native_bots = [bot_for(kind, seed, seat) for seat in range(2)]
        while native.choices:
            option = native_bots[native.turn].choose(native)
            assert fast_bots[fast.turn].choose(on_python(native)) == option
            native.apply(option)
            fast.apply(option)
