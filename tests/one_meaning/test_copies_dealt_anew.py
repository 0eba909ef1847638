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
    zones: {pile: {holds: peg}, deck: {holds: peg}, of each player: {camp: {holds: peg, visible to: no one}}}
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


def test_what_the_question_tells_of_stays_and_the_rest_is_dealt_anew(machine):
    match = open_on(machine, tiny(for_each_player(QUESTIONS[0]), CAMPS, acting=False))
    layout = match.layout
    told = [layout.by_id[id_] for id_ in match.decision.ids if id_ in layout.by_id]
    zones = set()
    for seed in range(20):
        state = match.resampled(seed).state
        assert [state.v[layout.at + one] for one in told] == [match.state.v[layout.at + one] for one in told]
        zones.add(tuple(map(tuple, state.z)))
    assert len(zones) > 1
