"""Games side by side: what a batch tells of each is what its match tells, and stepping it is stepping all of them."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest
from both import every_opening, shipped
from natives import needs_compiler

from rulewright.adapters.actions import Actions
from rulewright.adapters.features import Features
from rulewright.adapters.utility import returns_of
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.state.errors import RuleError
from tests.knowledge.table import game_of
from tests.native.showing import SHOWING
from tests.one_meaning.tiny import tiny

np = pytest.importorskip("numpy", reason="needs the extra `batch`")
batches = importlib.import_module("rulewright.adapters.batch")
pytestmark = needs_compiler

LARGE = ("pret-a-porter", "rococo")
OPENINGS = [
    pytest.param(
        *opening, id=f"{opening[0]}-{opening[1]}-{opening[2]}", marks=pytest.mark.slow if number % 6 else ()
    )
    for number, opening in enumerate(one for one in every_opening() if one[0] not in LARGE)
]


@pytest.fixture(autouse=True)
def may_build(monkeypatch):
    monkeypatch.delenv("RULEWRIGHT_NO_NATIVE", raising=False)
    monkeypatch.setenv("CFLAGS", "-O0")


def hold_against_matches(batch, matches, steps):
    """Play a batch at random, and matches by the same actions, and compare all that both tell."""
    dice = np.random.default_rng(7)
    actions = Actions(batch.game, matches[0].layout, matches[0].names)
    features = Features(batch.game, matches[0].layout, matches[0].names)
    for _ in range(steps):
        mask, rows = (
            batch.mask,
            [batch.observations(np.full(batch.size, seat)) for seat in range(batch.players)],
        )
        for place, match in enumerate(matches):
            numbers = actions.of(match.decision) if match.decision is not None else []
            assert np.flatnonzero(mask[place]).tolist() == sorted(numbers)
            assert batch.turns[place] == match.turn
            for seat in range(batch.players):
                wanted = np.array(features.row(match, seat), np.float32)
                assert rows[seat][place].tolist() == wanted.tolist()
        if batch.over.all():
            break
        taken = batch.random_actions(dice)
        for place, match in enumerate(matches):
            if match.decision is not None:
                match.apply(actions.of(match.decision).index(int(taken[place])))
        batch.step(taken)
    for place, match in enumerate(matches):
        if match.over:
            wanted = np.array(returns_of(match, "win"), np.float32)
            assert batch.returns()[place].tolist() == wanted.tolist()


def opened(name, players, options, size=4, **more):
    game = shipped(name)
    batch = batches.NativeBatch(game, size, players, seed=5, options=options, **more)
    matches = [
        FastMatch(game, batch._setting.names, seed=seed, options=options, **more) for seed in batch.seeds
    ]
    return batch, matches


@pytest.mark.parametrize(("name", "players", "options"), OPENINGS)
def test_a_batch_tells_what_its_matches_tell(name, players, options):
    batch, matches = opened(name, players, options)
    assert not batch.why_not
    hold_against_matches(batch, matches, 60)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("pret-a-porter", 3), ("rococo", 4)])
def test_large_games_are_told_as_their_matches_are(name, players):
    batch, matches = opened(name, players, {}, size=3)
    assert not batch.why_not
    hold_against_matches(batch, matches, 600)
    assert batch.over.all()


def test_what_was_shown_and_what_is_hidden_is_told_as_matches_tell_it():
    game = game_of(SHOWING)
    batch = batches.NativeBatch(game, 6, 2, seed=1)
    assert not batch.why_not
    hold_against_matches(
        batch, [FastMatch(game, batch._setting.names, seed=seed) for seed in batch.seeds], 60
    )
    assert batch.over.all()


def test_forced_choices_may_be_asked():
    batch, matches = opened("leduc-poker", 2, {}, ask_forced=True)
    hold_against_matches(batch, matches, 40)


def test_without_a_compiler_the_same_batch_plays_on_python(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    game = tiny('may "Go on?":\n  choose wanted from 1 to 3\n  gain wanted score')
    batch = batches.NativeBatch(game, 3)
    assert "no-such-compiler" in batch.why_not
    matches = [FastMatch(game, batch._setting.names, seed=seed) for seed in batch.seeds]
    hold_against_matches(batch, matches, 20)


@pytest.mark.parametrize(
    "hidden",
    [
        "counters: {score: {}, coins: {start: 5}, luck: {visible to: 'all(p in players where p.coins > 5)'}}",
        "state: {plan: {type: number, visible to: 'all(p in players where p.coins > 5)'}}",
    ],
)
def test_where_a_formula_says_who_sees_a_number_the_batch_plays_on_python(hidden):
    game = tiny('may "Go on?":\n  choose wanted from 1 to 3\n  gain wanted coins', hidden)
    batch = batches.NativeBatch(game, 3)
    assert "a formula says who sees" in batch.why_not
    matches = [FastMatch(game, batch._setting.names, seed=seed) for seed in batch.seeds]
    hold_against_matches(batch, matches, 20)


def test_an_action_that_is_none_moves_no_game():
    batch, _ = opened("tic-tac-toe", 2, {})
    first = np.argmax(batch.mask, 1)
    batch.step(first)
    before, taken = batch.observations(), np.argmax(batch.mask, 1)
    taken[2] = first[2]
    with pytest.raises(batches.IllegalAction, match="game 2") as told:
        batch.step(taken)
    assert told.value.place == 2
    assert (batch.observations() == before).all()
    with pytest.raises(batches.IllegalAction):
        batch.step([-1] * 4)
    with pytest.raises(ValueError, match="4 games"):
        batch.step([0])


def test_games_begin_anew_with_seeds_that_were_not_used():
    batch, _ = opened("kuhn-poker", 2, {})
    assert batch.seeds == [5, 6, 7, 8]
    dice = np.random.default_rng(1)
    batch.reset([False, True, False, True])
    assert batch.seeds == [5, 9, 7, 10]
    while not batch.over.all():
        batch.step(batch.random_actions(dice))
    assert batch.returns().any()
    assert (batch.returns().sum(1) == 0).all()
    assert (batch.turns == -1).all()
    assert not batch.mask.any()
    batch.step(batch.random_actions(dice))
    batch.reset(batch.over)
    assert not batch.over.any()
    assert not batch.returns().any()
    again = batches.NativeBatch(shipped("kuhn-poker"), 4, 2, seed=11)
    assert (again.observations() == batch.observations()).all()


def test_one_game_can_be_looked_at_as_a_match():
    batch, _ = opened("tic-tac-toe", 2, {})
    batch.step(batch.random_actions(np.random.default_rng(1)))
    match = batch.match(1)
    assert len(match.decision.options) == 8
    assert match.seed == batch.seeds[1]


def test_a_fault_is_told_as_on_python():
    game = tiny('may "Go on?":\n  gain 6 / (me.coins - 5) score')
    batch = batches.NativeBatch(game, 2)
    yes = next(action for action in range(batch.actions) if batch.name_of(action) == "yes")
    with pytest.raises(RuleError, match="0"):
        batch.step([yes, yes])


def test_a_game_that_has_no_room_goes_on_in_python_beside_the_others():
    game = tiny('may "Go on?":\n  choose wanted from 1 to 9000\n  gain wanted score')
    batch = batches.NativeBatch(game, 2)
    assert not batch.why_not
    names = {batch.name_of(action): action for action in range(batch.actions)}
    batch.step([names["yes"], names["pass"]])
    assert list(batch._others) == [0]
    hold = batch.match(0)
    assert hold.choices == 9000


def test_without_numpy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "rulewright.adapters.batch")
    with pytest.raises(ImportError, match=r"rulewright\[batch\]"):
        importlib.import_module("rulewright.adapters.batch")


def test_the_page_on_learning_is_followed(capsys):
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (answer,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/learning.md", "exec"), {})
    assert capsys.readouterr().out == answer
