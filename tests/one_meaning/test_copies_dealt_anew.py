"""Copies for bots, in which what a player cannot see is dealt anew: the question stays, all answers can be given."""

from __future__ import annotations

import random
from textwrap import indent

import pytest

from tests.machines import open_on
from tests.one_meaning.tiny import tiny

CAMPS = """
    kinds: {peg: {all: pegs, fields: {suit: suit}}}
    components:
      peg: {a1: {suit: sun}, a2: {suit: moon}, a3: {suit: sun}, a4: {suit: moon}, a5: {suit: sun}, a6: {suit: moon}}
    zones:
      pile: {holds: peg}
      deck: {holds: peg, shows: nothing}
      of each player: {camp: {holds: peg, visible to: no one}}
    setup: |
      move all pegs to deck
      shuffle deck
      draw 3 from deck to players[1].camp
      draw 3 from deck to players[2].camp
"""
QUESTIONS = [
    'choose up to 2 xs from me.camp "Take"\ngain count(xs) score',
    'choose 2 xs from me.camp "Take"\nmove xs to pile\ngain count(xs) score',
    "choose any number of xs from x in me.camp where x.suit == sun\ngain count(xs) score",
    "choose x from me.camp\nchoose y from me.camp where y.suit == x.suit\nmove y to pile\ngain 1 score",
    "choose one or more xs from pegs\nfor each x in xs:\n  choose n from 1 to 2\n  gain n score\n  move x to pile",
    'for each x in me.camp:\n  may "Go": move x to pile',
]


def for_each_player(text: str) -> str:
    """A phase in which each player carries this out."""
    return "as each player in players:\n" + indent(text, "  ")


def asked(match) -> tuple:
    """What is asked, and of whom."""
    return match.decision.player, match.decision.prompt, match.decision.ids, match.decision.picked


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_copy_asks_the_same_and_goes_on_to_the_end_whatever_is_answered(machine, text):
    game = tiny(for_each_player(text), CAMPS, acting=False)
    chance = random.Random(1)
    for table in range(4):
        match = open_on(machine, game, seed=table)
        while match.choices:
            for seed in range(10):
                copy = match.resampled(seed)
                assert asked(copy) == asked(match)
                assert copy.view(match.turn) == match.view(match.turn)
                while copy.choices:
                    copy.apply(chance.randrange(copy.choices))
                assert copy.over
            match.apply(chance.randrange(match.choices))


def test_options_stand_for_places_and_what_lies_there_is_dealt_anew(machine):
    match = open_on(machine, tiny(for_each_player(QUESTIONS[0]), CAMPS, acting=False))
    assert match.decision.ids == ("camp-1", "camp-2", "camp-3", "done")
    camp, met = match.layout.zone_number("player", "camp", 0), set()
    for seed in range(40):
        copy = match.resampled(seed)
        assert copy.decision.ids == match.decision.ids
        assert [one.value for one in copy.decision.options[:3]] == list(copy.state.z[camp])
        met.add(copy.decision.options[0].value)
    assert met == set(range(6))


def test_an_order_that_everybody_has_seen_is_not_dealt_anew(machine):
    open_deck = CAMPS.replace("deck: {holds: peg, shows: nothing}", "deck: {holds: peg}")
    match = open_on(machine, tiny(for_each_player(QUESTIONS[0]), open_deck, acting=False))
    assert {tuple(map(tuple, match.resampled(seed).state.z)) for seed in range(20)} == {
        tuple(map(tuple, match.state.z))
    }
