"""Faults of the content: when they happen, and where they are told. And the ids of what is offered."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state.errors import MatchFailed, RuleError
from tests.machines import open_on
from tests.one_meaning.tiny import fault, first, line_of, played, scores, tiny


# ---------------------------------------------------------------- amounts
@pytest.mark.parametrize("verb", ["gain", "lose", "pay"])
def test_an_amount_taken_no_times_is_nothing_even_a_negative_one(machine, verb):
    assert scores(machine, f"{verb} (2 - me.coins) score for every 3 of count(me.hand)") == [0, 0]
    assert scores(machine, f"{verb} (2 - me.coins) score for each x in me.hand") == [0, 0]


@pytest.mark.parametrize("verb", ["gain", "lose", "pay"])
def test_a_negative_amount_that_is_taken_is_a_fault(machine, verb):
    error = fault(machine, f"gain 1 luck\n{verb} (2 - me.coins) score for every 3 of me.coins")
    assert line_of(error) == 3
    assert "-3 score is a negative amount" in error.message


@pytest.mark.parametrize("limit", ["0", "me.coins - 5", "me.coins - 6", "me.coins - 7"])
def test_a_may_up_to_no_times_or_less_is_not_asked(machine, limit):
    assert scores(machine, f'may up to {limit} times "x":\n  gain 1 score') == [0, 0]


def test_a_may_up_to_some_times_is_asked_so_often(machine):
    assert scores(machine, 'may up to me.coins - 2 times "x":\n  gain 1 score') == [3, 0]


# ---------------------------------------------------------------- ids
TRADE = "actions: {trade: {text: trade, do: gain 1 score}, do_trade: {text: trade, do: gain 1 score}}"


def asked(match) -> list[str]:
    """The ids of the present options."""
    return list(match.decision.ids)


@pytest.mark.parametrize("action", ["trade", "do_trade"])
def test_the_action_added_to_decisions_has_an_id_of_its_own(machine, action):
    text = f'one of "Do":\n  {action}()\n  gain 2 score'
    match = open_on(machine, tiny(text, TRADE, phase=f"at any decision: {action}"))
    ids = asked(match)
    assert len(set(ids)) == 3
    match.apply(ids[2])
    assert asked(match) == ids
    match.apply(ids[0])
    assert match.scores() == [2, 0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('may "Go": gain 2 score', ["yes", "pass", "yes.2"]),
        ('choose any number of xs from suits "Pick"\ngain count(xs) score', ["sun", "moon", "done", "yes.2"]),
    ],
)
def test_also_where_an_answer_is_called_like_the_action(machine, text, wanted):
    head = "actions: {yes: {text: trade, do: gain 1 score}}"
    match = open_on(machine, tiny(text, head, phase="at any decision: yes"))
    assert len(set(asked(match))) == len(wanted)


def test_ids_of_branches_with_the_same_words_are_numbered_apart_from_others(machine):
    text = """
        one of "Do":
          "x": gain 1 score
          "x": gain 2 score
          "x.2": gain 3 score
          "x": gain 4 score
          "x 2": gain 5 score
    """
    match = open_on(machine, tiny(text))
    ids = asked(match)
    assert len(set(ids)) == 5
    for number, id_ in enumerate(ids, 1):
        copy = match.clone()
        copy.apply(id_)
        assert copy.scores() == [number, 0]


def test_ids_of_abilities_in_a_menu_differ_from_each_other_and_from_the_action(machine):
    head = """
        kinds: {peg: {all: pegs, active in: [hand]}}
        enums: -
        components: {peg: {trade: {abilities: [{when: fair, do: gain 1 score}, {when: fair, do: gain 2 score}]}}}
        setup: move trade to players[1].hand
        windows: {fair: {who: me}}
        actions: {do_trade: {text: t, do: gain 5 score}, trade_2: {text: t, do: gain 10 score}}
    """
    match = open_on(machine, tiny("offer fair", head, phase="at any decision: trade_2"))
    assert len(set(asked(match))) == 4


# ---------------------------------------------------------------- when a fault happens
OFFERED = [
    ("choose up to 1 xs from pegs\npay (me.score - 1) luck", 3, "-1 luck is a negative amount"),
    ("choose up to 1 xs from suits where 1 / me.score > 0", 2, "divided by 0"),
    ("choose one or more xs from suits where 1 / me.score > 0", 2, "divided by 0"),
    ('may "x":\n  choose up to 1 xs from pegs where 1 / me.score > 0\n  gain 1 score', 3, "divided by 0"),
    ('may "x":\n  choose any number of xs from pegs where 1 / me.score > 0', 3, "divided by 0"),
    ('may "x":\n  pay (me.score - 1) tally', 3, "-1 tally is a negative amount"),
    ('may "x":\n  pay (me.score - 1) luck\n  gain 1 score', 3, "-1 luck is a negative amount"),
    ('may "x":\n  let n = 1 / me.score\n  gain n score', 3, "divided by 0"),
    ('may "x":\n  if 1 / me.score > 0:\n    gain 1 score', 3, "divided by 0"),
    ('one of "x":\n  "a" if 1 / me.score > 0: gain 1 score\n  "b": gain 2 score', 3, "divided by 0"),
    (
        'one of "x":\n  "a":\n    pay (me.score - 1) luck\n  "b": gain 2 score',
        4,
        "-1 luck is a negative amount",
    ),
    ('may "x":\n  choose n from 1 to 1 / me.score\n  gain 1 score', 3, "divided by 0"),
    ('may up to 1 / me.score times "x":\n  gain 1 score', 2, "divided by 0"),
    ('may "x":\n  may up to 1 / me.score times "y":\n    gain 1 score', 3, "divided by 0"),
    ("choose n from 1 to 3\nlet m = 1 / me.score\ngain n + m score", 3, "divided by 0"),
    ("choose n from 1 to 3\npay (n - 2) luck", 3, "-1 luck is a negative amount"),
]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    OFFERED,
)
def test_what_must_be_known_to_offer_something_is_worked_out_then(machine, text, line, words):
    head = "counters: {score: {}, coins: {start: 5}, luck: {at least: none}, tally: {at least: none}}"
    with pytest.raises(RuleError) as told:
        open_on(machine, tiny(text, head))
    assert line_of(told.value) == line
    assert words in told.value.message


def test_what_stands_behind_the_first_thing_that_happens_is_worked_out_when_it_comes_to_it(machine):
    text = 'may "x":\n  gain 1 score\n  pay (0 - me.score) luck'
    match = open_on(machine, tiny(text))
    assert asked(match) == ["yes", "pass"]
    with pytest.raises(RuleError) as told:
        match.apply("yes")
    assert line_of(told.value) == 4


def test_an_answer_that_goes_on_is_enough(machine):
    """Answers are tried in their order until one can go on; what is behind others is not worked out."""
    text = 'may "x":\n  choose n from 1 to 3\n  pay 6 / (3 - n) luck\n  gain 1 score\ngain 2 score'
    match = open_on(machine, tiny(text))
    assert asked(match) == ["yes", "pass"]
    with pytest.raises(RuleError, match="6 is divided by 0"):
        match.apply("yes")


# ---------------------------------------------------------------- where a fault is told
RESULTS = [
    ("result: {rank: players, by: [1 / (player.coins - 5)]}", "1 is divided by 0", "1 / ("),
    ("result: {rank: players, by: [7 - 1 / (player.coins - 5)]}", "1 is divided by 0", "1 / ("),
    (
        "tables: {toll: {2: 5}}\nresult: {rank: players, by: ['1 + toll[player.coins]']}",
        "toll has no entry",
        "toll[",
    ),
    ("result: {rank: players, by: ['1 + [1, 2][player.coins]']}", "there is no entry 5", "[1, 2][player"),
    (
        "result: {rank: 'all(p in players where 1 / p.score > 0)', by: [player.score]}",
        "divided by 0",
        "1 / p",
    ),
]


@pytest.mark.parametrize(("head", "words", "at"), RESULTS)
def test_a_fault_in_the_result_is_told_at_its_part(machine, head, words, at):
    error = fault(machine, "gain 1 score", head)
    assert words in error.message
    assert error.span.file == "rules/tiny/game.yaml"
    assert error.span.column == head.split("\n")[-1].index(at) + 1


def test_a_match_that_has_failed_refuses_every_step_and_its_copies_live_on(machine):
    text = 'may "x": gain 1 score\npay (4 - me.coins) luck'
    match = open_on(machine, tiny(text))
    copy = match.clone()
    with pytest.raises(RuleError):
        match.apply("yes")
    with pytest.raises(MatchFailed):
        match.apply(0)
    with pytest.raises(RuleError):
        copy.apply("pass")
    assert played(copy.clone(), first) is not None if copy.over else True
