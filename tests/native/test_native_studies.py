"""Games between random bots inside the native machine are those that the bots play on Python, to the last number."""

import random

import pytest
from both import shipped
from natives import needs_compiler

from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native import machines, tables
from rulewright.interpreter.native.keys import key_of
from rulewright.interpreter.native.machines import native_machine_for
from rulewright.interpreter.study import simulation
from rulewright.interpreter.study.plan import Plan
from rulewright.interpreter.study.simulation import compile_first, play_games
from tests.one_meaning.tiny import tiny

pytestmark = needs_compiler


def plan_of(game, players, seed=0, **options):
    return Plan(game, tuple(f"P{seat}" for seat in range(players)), ("random",) * players, options, seed)


def build(plan):
    setting = open_setting(plan.game, plan.names, plan.options)
    native = native_machine_for(plan.game, len(plan.names), setting.options)
    assert native.module is not None, native.why
    return native.module


def both(plan, games, monkeypatch):
    """The games as they are played on Python, and natively."""
    build(plan)
    natively = list(play_games(plan, range(games)))
    monkeypatch.setattr(simulation, "module_here", lambda *_: None)
    return list(play_games(plan, range(games))), natively


def test_dice_are_those_of_python():
    # The native machine begins the same generator with the same key.
    for text in ("0/0", "-7/3", f"{10**400}/1"):
        key = int.from_bytes(key_of(text), "little")
        plain, keyed = random.Random(text), random.Random(key)
        assert [plain.random() for _ in range(700)] == [keyed.random() for _ in range(700)]


@pytest.mark.parametrize(("name", "players"), [("kuhn-poker", 2), ("pig", 3)])
@pytest.mark.parametrize("seed", [0, 2**63, -5, 10**40])
def test_small_games_are_the_same(name, players, seed, monkeypatch):
    fast, native = both(plan_of(shipped(name), players, seed), 40, monkeypatch)
    assert fast == native


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("pret-a-porter", 4), ("rococo", 5), ("goofspiel", 4)])
def test_large_games_are_the_same_with_what_was_used_and_is_held(name, players, monkeypatch):
    fast, native = both(plan_of(shipped(name), players), 250, monkeypatch)
    assert fast == native
    if name != "goofspiel":
        assert any(game.uses for game in native)
        assert any(game.held for game in native)


def test_effects_in_fields_are_counted_as_often_as_they_are_run(monkeypatch):
    game = tiny("for each box in boxes:\n  run box.deed\nfor each box in boxes:\n  run box.deed")
    fast, native = both(plan_of(game, 2), 3, monkeypatch)
    assert fast == native
    assert all(game.uses for game in native)


def test_a_game_that_fails_is_played_again_on_python_which_has_the_words(monkeypatch):
    game = tiny('may "Go on?":\n  gain 6 / (me.coins - 5) score')
    fast, native = both(plan_of(game, 2), 12, monkeypatch)
    assert [(one.number, str(one.fault), one.scores) for one in fast] == [
        (one.number, str(one.fault), one.scores) for one in native
    ]
    assert {one.fault is None for one in native} == {True, False}


def test_details_are_played_on_python():
    plan = plan_of(shipped("kuhn-poker"), 2)
    build(plan)
    detailed = Plan(plan.game, plan.names, plan.bots, {}, 0, details=True)
    assert all(game.flows for game in play_games(detailed, range(3)))


def test_few_games_are_not_worth_building_for_and_many_are(monkeypatch):
    built = []

    def build_none(machine):
        built.append(machine)

    monkeypatch.setattr(machines.NativeMachine, "fetch", lambda _: False)
    monkeypatch.setattr(machines.NativeMachine, "build", build_none)
    monkeypatch.setattr(simulation, "_seconds", lambda _: 0.001)
    game = tiny("gain 1 score")
    compile_first(plan_of(game, 2), games=1_000)
    assert not built
    compile_first(plan_of(game, 2), games=100_000)
    assert len(built) == 1


def test_results_are_told_by_seat():
    game = shipped("kuhn-poker")
    module = build(plan_of(game, 2))
    (one,) = tables.random_games(module, 2, [3])
    assert one.length > 0
    assert sum(numbers[0] for numbers in one.results) == 0
