"""In the large games, what was told to a player could have led to every world dealt anew for that player."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import Moved

NOWHERE = -1


class Flow:
    """What a player was told of where components went: for each, since when it may lie where.

    This reads nothing but the telling. A component that is not seen may go along with any move of one that is not
    seen, from where it may lie.
    """

    def __init__(self, match: FastMatch, seat: int) -> None:
        self.may_lie: dict[int, set[int]] = {one: {NOWHERE} for one in range(len(match.layout.ids))}
        self.count: Counter[int] = Counter()
        for event in match.told(seat):
            if isinstance(event, Moved):
                self.count[event.from_zone] -= 1
                self.count[event.to_zone] += 1
                if event.component >= 0:
                    self.may_lie[event.component] = {event.to_zone}
                    continue
                for places in self.may_lie.values():
                    if event.from_zone in places:
                        places.add(event.to_zone)


@pytest.mark.parametrize("name", ["rococo", "pret-a-porter", "goofspiel", "leduc-poker"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_every_world_is_one_that_the_telling_allows(name, seed):
    chance = random.Random(seed)
    match = FastMatch(load_game(name), 2, seed=seed, journal=True)
    at = match.layout.at
    decided = 0
    while match.choices:
        if decided % 15 == 0:
            flow = Flow(match, match.turn)
            for sample in range(5):
                copy = match.resampled(sample)
                assert copy.view(match.turn) == match.view(match.turn)
                assert copy.decision.ids == match.decision.ids
                for one, places in flow.may_lie.items():
                    assert copy.state.v[at + one] in places, match.layout.ids[one]
                for zone, held in enumerate(copy.state.z):
                    assert sorted(held) == sorted({*held})
                    assert zone == 0 or all(copy.state.v[at + one] == zone for one in held)
                    assert len(held) == len(match.state.z[zone])
        match.apply(chance.randrange(match.choices))
        decided += 1


def test_a_stack_with_levels_stays_a_stack_with_levels_and_who_hired_keeps_what_was_hired():
    """The next Employees are shown by level, two of each in two rounds: so it is in every world."""
    match = FastMatch(load_game("rococo"), 2, seed=0, journal=True)
    while match.round < 2 or match.phase != "act":
        match.apply(0)
    layout = match.layout
    hiring = layout.zone_number("game", "hiring")
    shown = [zone for zone, held in enumerate(match.state.z) if zone == hiring]
    assert shown
    levels = [layout.ids[one][:2] for one in match.state.z[hiring]]
    for sample in range(60):
        copy = match.resampled(sample)
        assert [layout.ids[one][:2] for one in copy.state.z[hiring]] == levels
        for zone, held in enumerate(match.state.z):
            declared = layout.zone_decl[zone]
            if declared is not None and declared.shows == "nothing" and declared.scope == "game":
                kinds = [layout.ids[one][0] for one in held]
                assert sorted(kinds) == sorted(layout.ids[one][0] for one in copy.state.z[zone])
