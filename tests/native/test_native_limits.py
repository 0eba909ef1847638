"""Hostile content is a fault on the native machine as on the others, and never the end of the process."""

from __future__ import annotations

from contextlib import suppress

import pytest
from natives import needs_compiler

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.state.errors import RuleError
from tests.one_meaning.test_how_deep import CLIMB
from tests.one_meaning.test_it_always_ends import HUNGRY
from tests.one_meaning.tiny import tiny

pytestmark = needs_compiler

ASKED = 'may "Go on?":\n'
"""The first player is asked before it happens, so that the set-up and the first question are native."""

LARGE = {
    "a product": "set me.coins to 1000000000 * me.coins * 1000000000 * me.coins",
    "one in a list": "let large = 1000000000 * 5\nlet few = [large, 1]\ngain count(few) score",
    "one in a pile of products": "set me.luck to me.coins * 1000 * 1000 * 1000 * 1000 * 1000 * 1000 * 1000",
}


def how_it_comes_out(match_class, game, **more):
    """The scores of a game in which the first option is always taken, or the words of its fault."""
    try:
        match = match_class(game, 2, **more)
        while match.choices:
            match.apply(0)
        return match.scores()
    except RuleError as error:
        return str(error)


def both(main, head=""):
    game = tiny(ASKED + "\n".join(f"  {line}" for line in main.strip("\n").split("\n")), head)
    # What cannot be said in C at all plays on Python; some end already when they are opened.
    with suppress(RuleError):
        native = NativeMatch(game, 2, wait=True)
        assert native.is_native or "cannot be said" in native.why_not, native.why_not
    return how_it_comes_out(FastMatch, game), how_it_comes_out(NativeMatch, game, wait=True)


@pytest.mark.parametrize("name", LARGE)
def test_numbers_that_are_too_large_are_met_as_on_python(name):
    fast, native = both(LARGE[name])
    assert fast == native


@pytest.mark.slow
@pytest.mark.parametrize("name", HUNGRY)
def test_what_is_hungry_ends_as_on_python(name):
    main, head, *_ = HUNGRY[name]
    fast, native = both(main, head)
    assert isinstance(fast, str)
    assert fast == native


def test_more_options_than_there_is_room_for_are_asked_on_python():
    game = tiny(ASKED + "  choose wanted from 1 to 9000\n  gain wanted score")
    match = NativeMatch(game, 2, wait=True)
    assert match.is_native
    match.apply(0)
    assert match.choices == 9000
    assert not match.is_native
    match.apply(8999)
    assert match.scores()[0] == 9000


def test_a_fault_in_playouts_is_told_as_on_python():
    game = tiny(ASKED + "  gain 6 / (me.coins - 5) score")
    fast, native = FastMatch(game, 2), NativeMatch(game, 2, wait=True)
    assert native.is_native
    with pytest.raises(RuleError) as met:
        fast.apply(0)
    with pytest.raises(RuleError) as told:
        native.playouts(20)  # some of which say yes
    assert told.value.span == met.value.span
    assert native.is_native
    assert native.choices == 2


@pytest.mark.parametrize("deep", [200, 201])
def test_rules_lead_to_themselves_as_deep_as_on_python(deep):
    fast, native = both(f"climb({deep})", CLIMB)
    assert fast == native
    assert fast == [200, 0] if deep == 200 else "more than 200 levels deep" in str(fast)
