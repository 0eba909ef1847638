"""A native match has the face of one on the compiled machine: copies, saves, going back, playouts."""

import json
import random
import threading

import pytest
from both import shipped
from natives import needs_compiler, on_python, pair, play_both, same, told

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.native.match import NativeMatch, natively
from rulewright.interpreter.native.playouts import choices_of, chosen
from rulewright.interpreter.state.errors import IllegalOption, MatchOver

pytestmark = needs_compiler


def opened(name="kuhn-poker", seed=0, **more):
    match = NativeMatch(shipped(name), 2, seed=seed, wait=True, **more)
    assert match.is_native, match.why_not
    return match


def test_a_seed_of_many_digits_gives_the_same_game():
    for seed in (2**63, 2**64 + 3, -7, 10**200):
        play_both(*pair(shipped("kuhn-poker"), 2, seed), 1, words=True)


def test_options_are_taken_by_id_and_by_position():
    match = opened("tic-tac-toe")
    other = match.clone()
    first = match.decision.ids[0]
    match.apply(first)
    other.apply(0)
    assert match.digest() == other.digest()
    with pytest.raises(IllegalOption):
        match.apply("no such option")
    with pytest.raises(IllegalOption):
        match.apply(99)
    with pytest.raises(IllegalOption):
        match.apply(-1)
    assert match.digest() == other.digest()


def test_a_copy_goes_on_by_itself():
    match = opened("tic-tac-toe")
    match.apply(3)
    copy, before = match.clone(), match.digest()
    copy.apply(0)
    assert match.digest() == before != copy.digest()


def test_a_match_that_is_over_takes_nothing():
    match = opened("tic-tac-toe")
    while match.choices:
        match.apply(0)
    assert match.over
    assert match.decision is None
    with pytest.raises(MatchOver):
        match.apply(0)


def test_saves_go_from_either_machine_to_the_other():
    game = shipped("kuhn-poker")
    for seed in range(10):
        fast, native = pair(game, 2, seed)
        chance = random.Random(seed)
        while fast.choices:
            saved = json.loads(json.dumps(native.save()))
            assert saved == json.loads(json.dumps(fast.save()))
            native, fast = NativeMatch.resume(game, saved), FastMatch.resume(game, saved)
            assert native.is_native
            same(fast, native)
            option = chance.randrange(fast.choices)
            fast.apply(option)
            native.apply(option)


def test_a_match_goes_back_by_one_decision_at_a_time():
    match = opened("tic-tac-toe")
    seen = []
    while match.choices:
        seen.append(match.digest())
        match.apply(match.choices // 2)
    for digest in reversed(seen):
        match.undo()
        assert match.digest() == digest
    with pytest.raises(MatchOver):
        match.undo()


def test_a_match_goes_on_where_it_stands_when_it_is_carried_to_python():
    match = opened("tic-tac-toe", seed=4)
    match.apply(2)
    match.apply(1)
    other = on_python(match)
    assert other.digest() == match.digest()
    assert "room" in other.why_not
    match.apply(0)
    other.apply(0)
    assert told(match.decision) == told(other.decision)
    other.undo()
    other.undo()
    match.undo()
    match.undo()
    assert other.digest() == match.digest()


def test_a_world_dealt_anew_is_the_same_on_both_machines():
    for seed in range(20):
        match = opened(seed=seed)
        one, other = match.resampled(seed), on_python(match).resampled(seed)
        assert one.is_native
        while one.choices:
            assert one.digest() == other.digest()
            one.apply(one.choices - 1)
            other.apply(other.choices - 1)


# ---------------------------------------------------------------- playouts
def test_playouts_are_the_same_on_both_machines_and_leave_the_match_alone():
    for name in ("kuhn-poker", "tic-tac-toe"):
        match = opened(name, seed=3)
        before = match.digest()
        native = match.playouts(50, seed=9)
        assert native == on_python(match).playouts(50, seed=9)
        assert match.digest() == before
        assert all(one.ended for one in native)
        assert {one.length for one in native} != {0}


def test_greedy_playouts_are_the_same_on_both_machines():
    for name in ("kuhn-poker", "tic-tac-toe"):
        match = opened(name, seed=3)
        native = match.playouts(20, seed=9, policy="greedy")
        assert native == on_python(match).playouts(20, seed=9, policy="greedy")


def test_who_looks_ahead_takes_a_row_that_is_open():
    match = opened("tic-tac-toe", seed=1)
    for cell in ("a1", "a2", "b1", "b2"):
        match.apply(cell)
    # Row 1 is the first player's as soon as c1 is taken, and nothing else ends the game.
    assert {tuple(one.winners) for one in match.playouts(20, seed=1, depth=1, policy="greedy")} == {(0,)}


def test_positions_are_thought_as_good_on_both_machines():
    match = opened("kuhn-poker", seed=2)
    while match.choices:
        assert match.estimates() == on_python(match).estimates()
        assert list(match.answers) == list(on_python(match).answers)
        match.apply(0)
    assert match.estimates() == on_python(match).estimates()


def test_bots_look_ahead_on_the_native_machine_and_choose_the_same():
    game = shipped("kuhn-poker")
    fast, native = pair(game, 2, 5)
    assert natively(native) is native
    copy = natively(fast)
    assert copy.is_native
    same(fast, copy)
    with_journal = FastMatch(game, 2, seed=5, journal=True)
    assert natively(with_journal).digest() == fast.digest()
    for kind in ("greedy", "mcts:40"):
        assert bot_for(kind, 3, 0).choose(fast) == bot_for(kind, 3, 0).choose(on_python(native))


def test_a_playout_is_what_its_choices_lead_to():
    match = opened("tic-tac-toe", seed=1)
    found = match.playouts(5, seed=2)
    for number, one in enumerate(found):
        copy, taken, choices = match.clone(), 0, choices_of(2, number)
        while copy.choices:
            copy.apply(chosen(choices, taken, copy.choices))
            taken += 1
        assert (taken, copy.scores(), copy.winners()) == (one.length, one.scores, one.winners)


def test_playouts_go_only_as_deep_as_they_are_told():
    match = opened("tic-tac-toe", seed=1)
    for depth in (0, 1, 4):
        found = match.playouts(5, seed=2, depth=depth)
        assert [one.length for one in found] == [depth] * 5
        assert not any(one.ended for one in found)
        assert found == on_python(match).playouts(5, seed=2, depth=depth)


def test_playouts_are_counted():
    match = opened("tic-tac-toe", seed=1)
    found = match.playouts(100, seed=2)
    assert found.lengths == [one.length for one in found]
    assert sum(found.wins) == 100
    assert found[-1] == found[99]
    assert found[3:5] == [found[3], found[4]]
    with pytest.raises(IndexError):
        found[100]


def test_no_playouts_are_none():
    assert list(opened().playouts(0)) == []


def test_playouts_in_several_threads_are_those_of_one():
    match = opened("tic-tac-toe")
    wanted = [match.playouts(2_000, seed=seed) for seed in range(4)]
    found = [None] * 4

    def play(seed):
        found[seed] = match.clone().playouts(2_000, seed=seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == wanted
