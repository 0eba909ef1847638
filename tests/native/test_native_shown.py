"""What is shown to players is kept on the native machine as on Python, and forgotten at the same moments."""

import random

from natives import needs_compiler, pair, play_both, same

from rulewright.interpreter.native.match import NativeMatch
from tests.knowledge.table import game_of
from tests.native.showing import SHOWING

pytestmark = needs_compiler


def test_it_is_the_same_at_every_decision():
    game = game_of(SHOWING)
    shown = 0
    for seed in range(60):
        fast, native = pair(game, 2, seed)
        play_both(fast, native, seed, words=seed < 10)
        first = native.layout.known
        shown += any(native.state.v[first : first + 8])
    assert shown > 10


def test_views_and_worlds_are_the_same():
    game = game_of(SHOWING)
    for seed in range(20):
        fast, native = pair(game, 2, seed)
        chance = random.Random(seed)
        while fast.choices:
            assert [fast.view(seat) for seat in (0, 1, None)] == [native.view(seat) for seat in (0, 1, None)]
            same(fast.resampled(seed), native.resampled(seed))
            option = chance.randrange(fast.choices)
            fast.apply(option)
            native.apply(option)


def test_nothing_is_left_to_python():
    match = NativeMatch(game_of(SHOWING), 2, wait=True)
    assert match.is_native, match.why_not
