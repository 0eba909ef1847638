"""Matches of one game in several threads: each goes as if it were alone, with its own journal, counts and observers."""

from __future__ import annotations

import random
import sys
import threading
from collections import Counter

import pytest

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.study.coverage import Recorder
from tests.machines import COMPILED, REFERENCE, open_on

DECISIONS, TABLES = 120, 6


@pytest.fixture
def hurried():
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(tables) -> list:
    """Call functions in threads of their own, and return what they give."""
    given = [None] * len(tables)

    def sit(number, table):
        given[number] = table()

    threads = [threading.Thread(target=sit, args=each) for each in enumerate(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def went(match, seed):
    """How a match goes by chance: its position, its journal and what it asks."""
    chance = random.Random(seed)
    for _ in range(DECISIONS):
        if match.choices:
            match.apply(chance.randrange(match.choices))
    asked = match.decision
    words = (
        None if asked is None else (asked.player, asked.prompt, [choice.label for choice in asked.options])
    )
    return match.digest(), match.journal, words


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", ["pret-a-porter", "rococo"])
def test_matches_in_threads_keep_their_own_journals(machine, name):
    game = load_game(name)
    players = game.max_players - 1

    def table(seed):
        return lambda: went(open_on(machine, game, players, seed=seed), seed)

    alone = [table(seed)() for seed in range(TABLES)]
    assert at_once([table(seed) for seed in range(TABLES)]) == alone
    if machine not in (REFERENCE, COMPILED):
        assert len({journal for _, journal, _ in alone}) == TABLES


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_matches_with_and_without_observers_side_by_side():
    game = load_game("rococo")

    def table(seed, recorder):
        def sit():
            observers = () if recorder is None else (recorder,)
            went(Match(game, 3, seed=seed, observers=observers), seed)
            return (
                None
                if recorder is None
                else (recorder.blocks, recorder.values, recorder.windows, recorder.changes)
            )

        return sit

    def both():
        return [table(seed, Recorder() if seed % 2 else None) for seed in range(TABLES)]

    alone = [sit() for sit in both()]
    assert at_once(both()) == alone
    assert alone[1] != alone[3]


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_uses_are_counted_for_the_match_in_which_they_happen():
    game = load_game("pret-a-porter")

    def table(seed):
        def sit():
            uses = Counter()
            watch = lambda player, _component, ability: uses.update([(player, ability.serial)])  # noqa: E731
            match = FastMatch(game, 4, seed=seed, watch=watch)
            copies = []
            chance = random.Random(seed)
            for _ in range(DECISIONS):
                if match.choices:
                    copies.append(match.clone())
                    copies[-1].apply(0)
                    match.apply(chance.randrange(match.choices))
            return uses

        return sit

    alone = [table(seed)() for seed in range(TABLES)]
    assert at_once([table(seed) for seed in range(TABLES)]) == alone
    assert sum(map(bool, alone)) > 2
