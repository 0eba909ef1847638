"""Copies of a match in which what one player cannot see is dealt anew."""

import json
import random

import pytest

from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import BadSave, MatchOver

from .builder import start
from .test_machine_games import in_one_place

GAMES = game_names(find_root())
DO = """
as each player in players:
  choose a card from me.hand "Play"
  move card to row.cards
"""
SETUP = """
move all card_cards to deck.cards
shuffle deck.cards
as each player in players:
  draw 2 from deck.cards to me.hand
"""


def view(match: Match | FastMatch) -> str:
    return json.dumps(match.view(match.turn))


def played(match: Match | FastMatch, seed: int) -> Match | FastMatch:
    chance = random.Random(seed)
    while match.choices:
        match.apply(chance.randrange(match.choices))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_the_player_sees_no_difference_and_the_game_goes_on(name):
    game = load_game(name)
    match, chance = Match(game, game.max_players, seed=2, journal=False), random.Random(3)
    while not match.over:
        if chance.random() < 0.03:
            before = match.digest()
            copy = match.resampled(chance.randrange(100))
            assert view(copy) == view(match)
            assert copy.decision.ids == match.decision.ids
            in_one_place(copy)
            assert played(copy, 1).over
            assert match.digest() == before
        match.apply(chance.randrange(match.choices))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_both_machines_deal_the_same(name):
    game = load_game(name)
    slow, fast = Match(game, seed=2, journal=False), FastMatch(game, seed=2)
    chance = random.Random(4)
    for _ in range(40):
        if not slow.choices:
            break
        one, two = slow.resampled(5), fast.resampled(5)
        assert (one.state.v, one.state.z) == (two.state.v, two.state.z)
        assert played(one, 6).digest() == played(two, 6).digest()
        option = chance.randrange(slow.choices)
        slow.apply(option)
        fast.apply(option)


def test_every_deal_that_the_player_holds_for_possible_is_met():
    match = Match(load_game("kuhn-poker"), seed=1, journal=False)
    others = {json.dumps(match.resampled(seed).view(1)["players"]["Player2"]["zones"]) for seed in range(20)}
    mine = match.view(0)["players"]["Player1"]["zones"]["hand"]
    assert others == {json.dumps({"hand": [card]}) for card in ("jack", "queen", "king") if card not in mine}


def test_cards_of_a_player_stay_with_the_player():
    match = Match(load_game("rococo"), 3, seed=5, journal=False)
    layout = match.layout
    own = [component for component, owner in enumerate(layout.fixed_owner) if owner >= 0]
    hands = set()
    while match.phase == "select":
        match.apply(0)
    for seed in range(20):
        copy = match.resampled(seed)
        state = copy.state
        assert all(
            layout.zone_holder[state.v[layout.at + component]] == layout.fixed_owner[component]
            for component in own
        )
        assert all(state.v[layout.owner + component] == layout.fixed_owner[component] for component in own)
        other = (match.turn + 1) % 3
        hands.add(tuple(sorted(state.z[layout.zone_number("player", "hand", other)])))
    assert len(hands) > 3


def test_equal_seeds_deal_alike_and_chance_is_new():
    match = start(DO, setup=SETUP, players=3)
    assert match.resampled(1).digest() == match.resampled(1).digest()
    assert match.resampled(1).digest() != match.resampled(2).digest()
    assert match.resampled(1).seed != match.seed


def test_a_copy_dealt_anew_is_not_saved_and_needs_somebody_who_decides():
    match = start(DO, setup=SETUP)
    with pytest.raises(BadSave, match="dealt anew"):
        match.resampled().save()
    with pytest.raises(MatchOver):
        played(match, 0).resampled()
