"""Numbers that become too large: products at once, counters and states after each step, by both machines alike."""

from __future__ import annotations

from functools import partial
from textwrap import indent

import pytest
from builder import game

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.match import LOOK_EVERY, FastMatch
from rulewright.interpreter.match.event_json import as_json
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.play.transcript import transcript
from rulewright.interpreter.state.errors import MatchFailed, RuleError, TooLarge
from rulewright.interpreter.state.limits import LARGEST, written
from rulewright.interpreter.state.position import Begin

NOTING = partial(FastMatch, journal=True)
MORE = """
values:
  squared(n is number): {is: n * n}
  often(n is number): {is: 0 + squared(n) + squared(n + 1) + squared(n + 2) + squared(n + 3)}
actions:
  square: {text: square, do: "set me.gold to me.gold * me.gold"}
"""


def mine(*lines: str) -> str:
    return "as players[1]:\n" + indent("\n".join(lines), "  ")


def play_on(match, decisions, choose=lambda match: 0):
    """Take options until so many decisions are made or the game is over; the words of each are made."""
    for _ in range(decisions):
        if match.decision is not None:
            match.apply(choose(match))


def fault_of(machine, planted, decisions=0) -> TooLarge:
    with pytest.raises(RuleError) as caught:
        play_on(machine(planted, 2), decisions)
    assert type(caught.value) is TooLarge
    return caught.value


# ---------------------------------------------------------------- products
PRODUCTS = {
    "a counter": (["repeat 40 times: set me.gold to me.gold * me.gold"], "me.gold * me.gold"),
    "a large number written out": (["repeat 9 times: set me.gold to me.gold * 1001"], "me.gold * 1001"),
    "numbers written out": (["set me.gold to 1000000 * 1000000 * 1001"], "1000000 * 1000000 * 1001"),
    "below 0": (["set me.debt to 0 - 1000000000", "set me.debt to me.debt * 1000001"], "me.debt * 1000001"),
    "an amount for every": (["repeat 40 times: gain me.gold gold for every 1 of me.gold"], "me.gold gold"),
    "an action": (["repeat 40 times: square()"], "me.gold * me.gold"),
    "a value": (["repeat 40 times: set me.gold to squared(me.gold)"], "n * n"),
    "a value in a value": (["repeat 40 times: set me.gold to often(me.gold)"], "n * n"),
    "a condition": (
        ["set me.gold to 100000000", "if me.gold * me.gold > 0: gain 1 points"],
        "me.gold * me.gold",
    ),
    "a guard": (
        [
            "set me.gold to 100000000",
            'one of "x":',
            '  "y" if me.gold * me.gold > 0: gain 1 points',
            "  gain 2 points",
        ],
        "me.gold * me.gold",
    ),
    "what an option costs": (
        [
            "set me.gold to 100000000",
            "choose n from me.gold to me.gold + 1",
            "pay n * n points",
        ],
        "n * n",
    ),
}


@pytest.mark.parametrize("where", PRODUCTS)
def test_a_product_that_is_too_large_is_a_fault_at_its_place(where):
    lines, formula = PRODUCTS[where]
    planted = game(mine(*lines), more=MORE)
    slow, *fast = (fault_of(machine, planted) for machine in (Match, FastMatch, NOTING))
    assert [str(error) for error in fast] == [str(slow)] * 2
    assert f"no product may be beyond {LARGEST}" in slow.message
    assert slow.span.file == "rules/tiny/game.yaml"
    assert slow.span.end_column - slow.span.column == len(formula)
    # What compiled code alone knows of it.
    own = fast[0].__context__
    assert type(own) is TooLarge
    assert "is too large" in own.message


DRAWN = {
    "far up": "random(1, me.gold)",
    "far down": "random(0 - me.gold, 6)",
    "just too far": "random(1, me.points * 1000 + 1)",
}


@pytest.mark.parametrize("what", DRAWN)
def test_nothing_is_drawn_from_a_range_that_is_too_wide(what):
    lines = [
        "set me.points to 1000000000 * 1000",
        "repeat 100 times: gain me.gold gold",
        f"let n = {DRAWN[what]}",
    ]
    planted = game(mine(*lines, "set me.gold to 0"))
    slow, *fast = (fault_of(machine, planted) for machine in (Match, FastMatch, NOTING))
    assert "is too wide: no draw may be from more than" in slow.message
    assert slow.span.end_column - slow.span.column == len(DRAWN[what])
    for error in fast:
        assert str(error) == str(slow)
        assert error.__context__.span == slow.span


def test_a_draw_may_be_from_as_many_numbers_as_a_number_may_be_large():
    planted = game(mine("set me.points to 1000000000 * 1000", "set me.gold to random(1, me.points * 1000)"))
    slow, fast = (machine(planted, 2, seed=3) for machine in (Match, FastMatch))
    assert slow.state.v == fast.state.v
    assert 10**9 < max(slow.state.v) <= LARGEST


def test_products_up_to_the_limit_are_none():
    lines = [
        "set me.gold to 1000000000",
        "set me.gold to me.gold * me.points",
        "set me.points to me.gold * 1000",
    ]
    planted = game(mine("set me.points to 1000000", *lines, "set me.points to 0"))
    for machine in (Match, FastMatch, NOTING):
        match = machine(planted, 2)
        assert match.over
        assert LARGEST in match.state.v


def test_a_copy_dealt_anew_tells_the_product_too():
    planted = game(mine("choose n from 1 to 2", "set me.gold to 1000000000", "gain me.gold * me.gold gold"))
    anew = FastMatch(planted, 2).resampled()
    with pytest.raises(TooLarge, match="1000000000 times 1000000000 is too large") as caught:
        anew.apply(0)
    assert (caught.value.span, caught.value.rule) == (fault_of(Match, planted, 1).span, "phase play")


# ---------------------------------------------------------------- counters and states
DOUBLED = "repeat {1} times: set {0} to {0} + {0}"
GROWN = {
    "a counter": (
        ["repeat 1500 times: set me.gold to me.gold * 1000"],
        "gold of Player1 is a number of about 4502 digits",
    ),
    "a counter by gains": (
        ["repeat 400 times: gain me.gold gold"],
        "gold of Player1 is a number of about 122 digits",
    ),
    "a counter with entries": (
        ["gain 1 gems[green]", DOUBLED.format("me.gems[green]", 50)],
        f"gems[green] of Player1 is {2**50}",
    ),
    "another player's": (["set players[2].points to 7", DOUBLED.format("players[2].points", 60)], "points of Player2"),
    "below 0": (
        ["set me.debt to 0 - 7", DOUBLED.format("me.debt", 200)],
        "debt of Player1 is minus a number of about 62 digits",
    ),
    "a state of the game": (["set game.step to 1", DOUBLED.format("game.step", 50)], "step of the game is"),
    "a state of a component": (["set ace.level to 1", DOUBLED.format("ace.level", 50)], "level of ace is"),
    "a state of a copy": (
        ["set first(c in card_cards where c.cost == 4).level to 1", "for each c in card_cards where c.cost == 4:", "  "
        + DOUBLED.format("c.level", 50)],
        "level of dot-1 is",
    ),
}  # fmt: skip


def declared(planted, name):
    """Where a counter or a state is declared."""
    found = {**planted.kinds["card"].state, **planted.state, **planted.counters}
    return found[name].span


@pytest.mark.parametrize("where", GROWN)
def test_what_has_grown_too_large_is_found_after_the_step(where):
    lines, words = GROWN[where]
    asked = game(mine("choose n from 1 to 2", *lines, "choose m from 1 to 2"))
    for planted, decisions in ((asked, 1), (game(mine(*lines)), 0), (game(setup=mine(*lines)), 0)):
        slow, noting = (fault_of(machine, planted, decisions) for machine in (Match, NOTING))
        assert words in slow.message
        assert f"no counter or state may be beyond {LARGEST}" in slow.message
        assert len(slow.message) < 250
        assert (slow.span, slow.rule) == (declared(planted, words.split()[0].split("[")[0]), None)
        assert str(noting) == str(slow)
    # Without a journal it is seen at the end.
    match = FastMatch(asked, 2)
    match.apply(0)
    copy = match.clone()
    with pytest.raises(TooLarge) as caught:
        match.apply(0)
    assert str(caught.value) == str(fault_of(Match, asked, 1))
    assert match.failed is caught.value
    assert (match.decision, match.choices, match.turn) == (None, 0, -1)
    with pytest.raises(MatchFailed):
        match.apply(0)
    with pytest.raises(TooLarge):
        copy.apply(1)


def test_without_a_journal_it_is_also_seen_now_and_then():
    planted = game(mine("while me.points == 0:", "  choose n from 1 to 2", "  gain me.gold gold"))
    match = FastMatch(planted, 2)
    for _ in range(LOOK_EVERY - 1):
        match.apply(0)
    assert max(match.state.v) > LARGEST
    for again in (match.clone(), FastMatch.resume(planted, match.save()), NOTING(planted, 2).clone()):
        with pytest.raises(TooLarge, match="gold of Player1"):
            play_on(again, LOOK_EVERY)


def test_what_shrinks_within_the_step_is_no_fault():
    planted = game(mine(DOUBLED.format("me.gold", 100), "set me.gold to 3"))
    for machine in (Match, FastMatch, NOTING):
        assert machine(planted, 2).over


def test_seeds_may_be_any_number():
    planted = game(mine("let n = random(1, 6)", "gain n points"))
    for machine in (Match, FastMatch, NOTING):
        assert machine(planted, 2, seed=10**30).over
        assert machine(planted, 2, seed=-(10**30)).over


def test_a_stated_position_is_looked_at():
    def edit(position):
        position.set_counter("gold", 0, 0, LARGEST + 1)

    planted = game(mine("choose n from 1 to 2"))
    for machine in (Match, FastMatch, NOTING):
        with pytest.raises(TooLarge, match=f"gold of Player1 is {LARGEST + 1}"):
            machine(planted, 2, begin=Begin(1, "play", edit))


WORDY = {
    "a question": 'choose m from 1 to 2 "{me.gold}"',
    "what can be chosen": "choose m from me.gold to me.gold + 1",
    "a branch": 'one of "x":\n  "a {me.gold}": gain 1 points\n  gain 2 points',
    "an amount": "choose m from 1 to 2\npay me.gold points",
    "a list": "set me.points to count(players) / (me.gold - me.gold)",
    "a step": "choose m from 0 to 10 step 0 - me.gold",
    "an entry": "set game.lead to players[me.gold]",
}


@pytest.mark.parametrize("where", WORDY)
def test_numbers_too_long_to_be_written_are_no_traceback(where):
    planted = game(
        mine(
            "choose n from 1 to 2",
            "repeat 1600 times: set me.gold to me.gold * 1000",
            *WORDY[where].split("\n"),
        )
    )
    for machine in (Match, NOTING, FastMatch):
        match = machine(planted, 2)
        with pytest.raises(RuleError) as caught:
            play_on(match, 3)
        assert len(str(caught.value)) < 400
        assert len(match.digest()) == 64
        assert len(transcript(match)) < 2000
        assert all(as_json(event, match) for event in match.journal)
        assert match.scores()
        assert match.view(0)


def test_all_bots_come_to_the_fault():
    planted = game(mine("while me.points < 40:", "  choose n from 1 to 2", "  gain 1 points", "  " + DOUBLED.format(
        "me.gold", 50)))  # fmt: skip
    for kind in ("random", "greedy", "mcts"):
        match = FastMatch(planted, 2)
        bot = bot_for(kind, 1, 0)
        with pytest.raises(TooLarge):
            play_on(match, 100, bot.choose)


def test_a_step_of_the_bare_machine_looks_at_nothing():
    planted = game(mine("choose n from 1 to 2", DOUBLED.format("me.gold", 100)))
    machine = machine_for(planted, 2, {name: option.default for name, option in planted.options.items()})
    state = machine.new(0)
    machine.step(state, 0)
    assert state.over


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0"),
        (-12, "-12"),
        (10**15, "1" + "0" * 15),
        (10**60, "a number of about 61 digits"),
        (-(10**9999), "minus a number of about 10000 digits"),
    ],
    ids=["zero", "below zero", "the limit", "long", "very long"],
)
def test_how_numbers_are_written(number, words):
    assert written(number) == words
