"""Plays both machines side by side: the reference, and what the game was compiled to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.decision import Decision

GAMES = game_names(find_root())


@cache
def shipped(name: str) -> Game:
    """A shipped game, loaded once."""
    return load_game(name)


def every_opening() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Every game with every number of players, and with every value of every option that is not its usual one."""
    for name in GAMES:
        game = shipped(name)
        for players in range(game.min_players, game.max_players + 1):
            yield name, players, {}
        variants = [
            {option.name: value}
            for option in game.options.values()
            for number, value in enumerate(option.values)
            if number != option.default
        ]
        # Together they meet every number of players, too.
        for number, variant in enumerate(variants):
            yield name, game.min_players + number % (game.max_players - game.min_players + 1), variant


OPENINGS = [
    pytest.param(*opening, id=f"{opening[0]}-{opening[1]}-{opening[2]}") for opening in every_opening()
]


def openings_asked(*, first: bool) -> list:
    """Every opening, with forced choices taken and with them asked; most of them only among the slow tests.

    The others are every game once, and of the rest each fifth. Of two tests that play both machines, one takes the ways
    that the other leaves to the slow ones: `first` says which.
    """
    found = []
    for number, (name, players, options) in enumerate(every_opening()):
        for ask in (False, True):
            is_picked = (not options and players == shipped(name).min_players) or number % 5 == 0
            quick = is_picked and ask == ((number % 2 == 0) == first)
            found.append(
                pytest.param(
                    name,
                    players,
                    options,
                    ask,
                    id=f"{name}-{players}-{options}-forced-{'asked' if ask else 'taken'}",
                    marks=() if quick else pytest.mark.slow,
                )
            )
    return found


def told(decision: Decision | None) -> object:
    """Everything that a decision tells."""
    if decision is None:
        return None
    options = [(choice.id, choice.value, choice.label) for choice in decision.options]
    return decision.player, decision.prompt, decision.kind, decision.picked, decision.among, options


def pair(
    game: Game, players: int, seed: int, options: Mapping[str, str], *, ask: bool
) -> tuple[Match, FastMatch]:
    """Open the same game on both machines."""
    return (
        Match(game, players, seed=seed, options=options, ask_forced=ask, journal=False),
        FastMatch(game, players, seed=seed, options=options, ask_forced=ask),
    )


def same(slow: Match, fast: FastMatch) -> None:
    """See that both machines stand at the same position and ask the same."""
    assert told(slow.decision) == told(fast.decision)
    assert slow.state.v == fast.state.v
    assert slow.state.z == fast.state.z
    counted = fast.state.k.copy()
    fast._machine.traffic.recount(fast.state.v, counted)
    assert counted == fast.state.k


def random_game(match: FastMatch, seed: int) -> Iterator[int]:
    """Play a match at random to its end; yield the position of each option before it is taken."""
    chance = random.Random(seed)
    while match.choices:
        option = chance.randrange(match.choices)
        yield option
        match.apply(option)
