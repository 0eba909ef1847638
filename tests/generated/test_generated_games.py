"""Generated games play alike on both machines, and together they reach everything that a game may have."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulewright.interpreter.content.model import Game
from tests.generated.files import Files, loaded
from tests.generated.games import generated
from tests.generated.in_step import opening_of
from tests.generated.known import KNOWN
from tests.generated.reach import Shape, classes, reached, wanted
from tests.generated.trial import Trial, played, report, smallest

LEFT_OUT = frozenset(KNOWN)
STANDARD = range(280)
AT_ONCE = 20


@cache
def standard(seed: int) -> tuple[Files, Game | None]:
    files = generated(seed, LEFT_OUT)
    return files, loaded(files)[0]


@cache
def trial(seed: int) -> Trial:
    _, game = standard(seed)
    return Trial("rejected") if game is None else played(game, opening_of(game, seed, LEFT_OUT))


def fail_with_the_smallest(seed: int) -> None:
    files = generated(seed, LEFT_OUT)
    pytest.fail(report(*smallest(files, seed, LEFT_OUT), seed), pytrace=False)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=[] if number % 4 == 0 else pytest.mark.slow)
        for number, first in enumerate(STANDARD[::AT_ONCE])
    ],
)
def test_both_machines_play_generated_games_alike(first):
    for seed in range(first, first + AT_ONCE):
        if trial(seed).failed:
            fail_with_the_smallest(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 5_000, 100))
def test_both_machines_play_many_generated_games_alike(first):
    for seed in range(first, first + 100):
        files = generated(seed, LEFT_OUT)
        if _failed(files, seed):
            fail_with_the_smallest(seed)


def _failed(files: Files, seed: int) -> bool:
    game, _ = loaded(files)
    return game is not None and bool(played(game, opening_of(game, seed, LEFT_OUT)).failed)


@pytest.mark.slow
def test_nearly_all_generated_games_are_sound_and_most_come_to_their_end():
    ended = Counter(trial(seed).ended for seed in STANDARD)
    assert ended["rejected"] <= len(STANDARD) // 7
    assert ended["over"] >= len(STANDARD) * 6 // 10


# ---------------------------------------------------------------- what they reach
_NOT_EMPTY = """
    Ability.body Action.body AllOf.parts AnyOf.parts AsPlayer.body Branch.body Builtin.args Card.sides Card.players
    Cases.cases Change.amounts CountFrom.body Enum.values Enum.titles ForEach.body Game.files Game.enums Game.kinds
    Game.rules Game.cards Game.counters Game.state Game.zones Game.player_zones Game.round_kinds Game.phases Game.setup
    Game.rank_by If.branches Lookup.keys MakeList.parts May.body OneOf.branches Option.values Phase.body Pick.parts
    Place.keys Ranked.keys Repeat.body RoundKind.rounds RoundKind.phases Table.keys Table.entries
    While.body Zone.holds
"""
NOT_EMPTY = frozenset(_NOT_EMPTY.split())
"""What the grammar, the schemas or the generator never leave empty."""

ELSEWHERE = {
    ("Action", "text", "None"): "the schema wants the text of an action",
    ("Value", "formula", "None"): "only while the value is not read yet",
    ("Type", "base", "'unknown'"): "what a broken declaration leaves; a sound game has none",
    ("Card", "origin", "some"): "where data come from matters to no machine",
    ("Game", "origins", "some"): "where data come from matters to no machine",
}
BESIDE = {
    "Looks": "how a table looks concerns no machine",
}
"""Classes of a checked game that matter to none of the machines."""


@cache
def met() -> frozenset[Shape]:
    found: set[Shape] = set()
    for seed in STANDARD:
        _, game = standard(seed)
        if game is not None:
            found |= reached(game)
    return frozenset(found)


@pytest.mark.parametrize("class_", classes(), ids=lambda class_: class_.__name__)
def test_generated_games_reach_every_class_in_every_shape(class_):
    """Whoever adds a class, a field or a word to the checked tree or to the declarations has to generate it, too."""
    name = class_.__name__
    if name in BESIDE:
        return
    assert (name, "", "") in met(), f"no generated game has any {name}"
    missing = [
        shape
        for shape in wanted(class_)
        if shape not in met()
        and shape not in ELSEWHERE
        and not (shape[2] == "empty" and f"{shape[0]}.{shape[1]}" in NOT_EMPTY)
    ]
    assert not missing, f"no generated game has {missing}"


def test_what_is_said_to_be_met_elsewhere_is_not_met_here():
    found = met() & ELSEWHERE.keys()
    assert not found, "these are met all the same"
    filled = {(*name.split("."), "empty") for name in NOT_EMPTY} & met()
    assert not filled, "these may be empty all the same"
