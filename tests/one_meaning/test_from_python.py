"""What callers may hand over, and what they are told when they may not: alike on every machine."""

from __future__ import annotations

import copy
import json
import random
from contextlib import suppress

import pytest

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.fast.saves import check_sum
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import BadSave, IllegalOption, WrongPlayers
from tests.machines import REFERENCE, open_on
from tests.one_meaning.tiny import tiny

ASKS = 'choose x from pegs "Take"\nmove x to me.hand\nchoose n from 1 to 3\ngain n score\nmay "More": gain 1 score'
TAKEN = tiny(ASKS)


def opened(machine, **more):
    """A match that asks."""
    return open_on(machine, TAKEN, **more)


@pytest.mark.parametrize("players", [10**9, 10**30, 0, -1, True])
def test_a_number_of_players_is_looked_at_before_names_are_made(machine, players):
    with pytest.raises(WrongPlayers, match="is for 2 players, not"):
        open_on(machine, TAKEN, players)


@pytest.mark.parametrize("name", ["done", "pass", "yes", "no"])
def test_nobody_is_called_like_an_answer(machine, name):
    with pytest.raises(WrongPlayers, match="answered"):
        open_on(machine, TAKEN, ["Ann", name])


@pytest.mark.parametrize("seat", [9, 2, -1, -2, "Player1", 1.0])
def test_there_are_no_other_seats(machine, seat):
    match = opened(machine)
    for look in (match.view, match.told):
        with pytest.raises(WrongPlayers, match="no seat"):
            look(seat)
    assert all(match.view(seat) for seat in (None, 0, 1))


@pytest.mark.parametrize("seed", [None, "x", 1.5, True, b"1"])
def test_a_seed_is_a_whole_number(machine, seed):
    with pytest.raises(TypeError, match="whole number"):
        opened(machine, seed=seed)


def test_a_seed_may_be_long_but_not_without_end(machine):
    with pytest.raises(ValueError, match="1000 digits"):
        opened(machine, seed=10**5000)
    for seed in (10**999, -(10**999), 0, 2**64):
        match = opened(machine, seed=seed)
        again = type(match).resume(TAKEN, json.loads(json.dumps(match.save())))
        assert again.seed == match.seed == seed


class Whole:
    """A whole number of some library."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def test_an_option_is_a_position_or_an_id(machine):
    for option in (1.0, None, 7, -1, "bat", (0,), Whole(2)):
        match = opened(machine)
        with pytest.raises(IllegalOption):
            match.apply(option)
        match.apply("bit")
    for option in (1, "bit", True, Whole(1)):
        match = opened(machine)
        match.apply(option)
        assert [step.id for step in match.moves] == ["bit"]


# ---------------------------------------------------------------- saves that somebody has changed
ODD = [None, True, -1, 0, 1, 7, 99, 2**70, 1.5, "x", "3", [], [1], [[1, 2]], {}, {"a": 1}]


def places(part, path=()):
    """Every place in plain data."""
    yield path
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


def changed(saved, path, value):
    """A save with something else at a place, and a check sum that fits it."""
    new = copy.deepcopy(saved)
    holder = new
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    state = new.get("state")
    if isinstance(state, dict) and path[-1] != "check":
        with suppress(KeyError, TypeError):
            state["check"] = check_sum(state, new["moves"])
    return new


@pytest.mark.parametrize("kind", [Match, FastMatch])
def test_a_save_that_was_changed_is_refused_or_means_the_same(kind):
    match = kind(TAKEN, ["Ann", "Ben"], seed=3)
    match.apply(0)
    match.apply(1)
    saved = json.loads(json.dumps(match.save()))
    chance = random.Random(5)
    for path in list(places(saved))[1:]:
        for value in chance.sample(ODD, 5):
            try:
                again = kind.resume(TAKEN, changed(saved, path, value))
            except BadSave:
                continue
            while again.choices:
                again.apply(0)


def test_what_is_saved_on_one_kind_of_machine_is_no_save_of_the_other():
    match = opened(REFERENCE)
    with pytest.raises(BadSave):
        FastMatch.resume(TAKEN, match.save())
    with pytest.raises(BadSave):
        Match.resume(TAKEN, FastMatch(TAKEN, 2).save() | {"moves": [0, 1]})
