"""Helpers for the tests of whole games: chance that chooses, and what must be true of a position at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from rulewright import Game, Match, load_game, new_match

DECLINING = ("pass", "done")
NOWHERE = -1

Chooser = Callable[[Match], int]


@cache
def shipped(name: str) -> Game:
    return load_game(name)


def chooser(seed: int | str, *, eager: bool = False) -> Chooser:
    """Chooses by chance alone; an eager one declines less often, so that its games are richer."""
    dice = random.Random(f"{seed}")

    def choose(match: Match) -> int:
        ids = match.decision.ids
        number = dice.randrange(len(ids))
        if eager and ids[number] in DECLINING and dice.random() < 0.7:
            number = dice.randrange(len(ids))
        return number

    return choose


def decisions(match: Match, choose: Chooser) -> Iterator[int]:
    """Play to the end; yields the number of every decision, from 0, before it is made."""
    number = 0
    while match.decision is not None:
        yield number
        match.apply(choose(match))
        number += 1


def play_out(match: Match, choose: Chooser) -> Match:
    for _ in decisions(match, choose):
        pass
    return match


def random_match(game: str, players: int, seed: int, **keys) -> Match:
    """A whole game in which chance chooses."""
    return play_out(new_match(shipped(game), players, seed, **keys), chooser(seed))


# ---------------------------------------------------------------- what is always true
def check_position(match: Match) -> None:
    """Demand of a position what no rule may ever break."""
    _check_decision(match)
    _check_counters(match)
    _check_places(match)


def _check_decision(match: Match) -> None:
    decision = match.decision
    assert (decision is None) == match.over, "a dead end"
    if decision is not None:
        assert len(decision.options) > 1, f"{decision} leaves no choice, and was asked all the same"
        assert len(set(decision.ids)) == len(decision.ids), f"{decision} has two options with one id"
        assert 0 <= decision.player < len(match.names)


def _check_counters(match: Match) -> None:
    game, layout, numbers = match.game, match.layout, match.state.v
    for counter in game.counters.values():
        if counter.least is None:
            continue
        entries = len(game.enums[counter.by].values) if counter.by is not None else 1
        first = layout.counter_slot(counter.name, 0)
        worst = min(numbers[first : first + entries * layout.players])
        assert worst >= counter.least, f"{counter.name} has sunk to {worst}"


def _check_places(match: Match) -> None:
    layout, numbers = match.layout, match.state.v
    lies_in: dict[int, int] = {}
    for zone, components in enumerate(match.state.z):
        declared = layout.zone_decl[zone]
        if declared is None:
            assert sorted(components) == list(range(layout.players)), "the turn order has lost somebody"
            continue
        assert declared.size is None or len(components) <= declared.size, f"{declared.name} is overfull"
        for component in components:
            assert component not in lies_in, f"{layout.ids[component]} lies in two places"
            lies_in[component] = zone
            assert layout.kind_of[component] in declared.holds
            if declared.scope == "player":
                assert numbers[layout.owner + component] == layout.zone_holder[zone]
    movable = _movable(match.game.id)
    for component, id_ in enumerate(layout.ids):
        place = lies_in.get(component, NOWHERE)
        assert numbers[layout.at + component] == place, f"{id_} is noted elsewhere than where it lies"
        if layout.kind_of[component] in movable:
            assert place != NOWHERE, f"{id_} is lost"


@cache
def _movable(game: str) -> frozenset[str]:
    """The kinds that some zone of a shipped game holds; a space of the board, say, never lies anywhere."""
    declared = shipped(game)
    zones = (
        *declared.zones.values(),
        *declared.player_zones.values(),
        *declared.component_zones.values(),
    )
    return frozenset(kind for zone in zones for kind in zone.holds)


def check_every_option(match: Match) -> None:
    """Take every option on a copy; none may fail, and the original must stay as it is."""
    before, moves, journal = match.digest(), match.moves, match.journal
    for number in range(len(match.decision.options)):
        copy = match.clone()
        assert copy.digest() == before
        copy.apply(number)
        check_position(copy)
    assert (match.digest(), match.moves, match.journal) == (before, moves, journal)
