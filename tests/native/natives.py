"""Plays the compiled machine and the native one side by side: the same at every decision, in everything they tell."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping

import pytest

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.native.toolchain import NO_NATIVE, NoCompiler, find_toolchain
from rulewright.interpreter.state.decision import Decision


def compiler_is_missing() -> str:
    """Why nothing can be built here; empty when it can."""
    switched_off = os.environ.pop(NO_NATIVE, None)
    try:
        find_toolchain()
    except NoCompiler as error:
        return str(error)
    finally:
        if switched_off is not None:
            os.environ[NO_NATIVE] = switched_off
    return ""


needs_compiler = pytest.mark.skipif(bool(compiler_is_missing()), reason=compiler_is_missing() or "none")


def told(decision: Decision | None) -> object:
    """Everything that a decision tells."""
    if decision is None:
        return None
    options = [(choice.id, choice.value, choice.label) for choice in decision.options]
    return decision.player, decision.prompt, decision.kind, decision.picked, decision.among, options


def pair(
    game: Game, players: int, seed: int, options: Mapping[str, str] | None = None, *, ask: bool = False
) -> tuple[FastMatch, NativeMatch]:
    """Open the same game on both machines; the second stands on the native one."""
    fast = FastMatch(game, players, seed=seed, options=options, ask_forced=ask)
    native = NativeMatch(game, players, seed=seed, options=options, ask_forced=ask, wait=True)
    assert native.is_native, native.why_not
    return fast, native


def on_python(match: NativeMatch) -> NativeMatch:
    """The same match, carried over to the Python machine."""
    copy = match.clone()
    copy._natives = None
    copy._go_to_python()
    assert not copy.is_native
    return copy


def same(fast: FastMatch, native: NativeMatch) -> None:
    """See that both stand at the same position, to the last number."""
    one, other = fast.state, native.state
    assert one.v == other.v
    assert one.z == other.z
    assert one.k[2:] == other.k[2:]  # before them stand what is shared, and what is left to do
    assert one.f == other.f
    assert tuple(one.o) == tuple(other.o)
    assert (fast.turn, fast.choices, fast.over) == (native.turn, native.choices, native.over)


def play_both(fast: FastMatch, native: NativeMatch, seed: int, *, words: bool = False) -> int:
    """Play both at random to the end, and return the number of decisions; with `words` compare what they tell."""
    chance, decisions = random.Random(seed), 0
    while fast.choices:
        same(fast, native)
        if words:
            assert told(fast.decision) == told(native.decision)
            assert fast.digest() == native.digest()
        option = chance.randrange(fast.choices)
        fast.apply(option)
        native.apply(option)
        assert native.is_native, native.why_not
        decisions += 1
    same(fast, native)
    assert fast.scores() == native.scores()
    assert fast.winners() == native.winners()
    return decisions
