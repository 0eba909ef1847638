"""What is offered: leading payments and choices, looked through blocks, actions and effects of cards."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state.errors import NeverEnds, RuleError
from tests.machines import open_on
from tests.one_meaning.tiny import fault, first, last, line_of, scores, tiny

EVENING = """
    kinds: {{peg: {{all: pegs, active in: [hand]}}}}
    components: {{peg: {{ace: {{abilities: [{{when: evening, {automatic}do: "{ability}"}}]}}}}}}
    windows: {{evening: {{who: each player in turn order}}}}
    setup: move ace to players[1].hand
    enums: -
"""


def evening(ability: str, *, automatic: bool = True) -> str:
    """The head of a game in which one ability waits for the evening."""
    text = ability.replace('"', '\\"').replace("\n", "\\n")
    return EVENING.format(automatic="automatic: yes, " if automatic else "", ability=text)


def by_ids(*wanted: str):
    """Take these options, one after another."""
    left = list(wanted)
    return lambda _match: left.pop(0)


# ---------------------------------------------------------------- a question that nobody can answer
REFUSED = [
    'may "Buy":\n  pay 99 coins\n  gain 9 score',
    'may any number of times "Buy":\n  pay 99 coins\n  gain 9 score',
    'may up to 2 times "Buy":\n  pay 99 coins\n  gain 9 score',
    'one of "Do":\n  "a" if me.coins > 90: gain 9 score\n  "b" if me.coins > 91: gain 9 score',
    'one of "Do":\n  "a":\n    pay 99 coins\n    gain 9 score\n  "b":\n    pay 98 coins',
    'if me.coins > 1:\n  may "Buy":\n    pay 99 coins',
]


@pytest.mark.parametrize("question", REFUSED)
def test_what_stands_behind_a_question_that_cannot_be_answered_still_happens(machine, question):
    assert scores(machine, "offer evening", evening(f"{question}\ngain 5 score")) == [5, 0]


@pytest.mark.parametrize("question", REFUSED)
def test_an_ability_that_begins_with_such_a_question_is_offered(machine, question):
    head = evening(f"{question}\ngain 5 score", automatic=False)
    assert scores(machine, "offer evening", head) == [5, 0]


@pytest.mark.parametrize("question", REFUSED)
def test_an_effect_that_is_nothing_but_such_a_question_is_not_offered(machine, question):
    head = evening(question, automatic=False)
    match = open_on(machine, tiny("offer evening", head))
    assert match.over


@pytest.mark.parametrize("question", REFUSED)
def test_nor_is_one_that_pays_and_then_comes_to_such_a_question_only(machine, question):
    head = evening(f"pay 1 coins\n{question}", automatic=False)
    assert open_on(machine, tiny("offer evening", head)).over


@pytest.mark.parametrize("limit", ["0", "me.coins - 5", "me.coins - 6"])
def test_a_may_that_may_be_taken_no_times_cannot_start(machine, limit):
    question = f'may up to {limit} times "Buy":\n  gain 9 score'
    assert open_on(machine, tiny("offer evening", evening(question, automatic=False))).over
    head = evening(f"{question}\npay 1 coins\ngain 5 score", automatic=False)
    assert scores(machine, "offer evening", head) == [5, 0]


def test_a_payment_behind_such_a_question_must_still_be_possible(machine):
    for price, wanted in ((5, [1, 0]), (6, [0, 0])):
        head = evening(f'may "Buy": pay 99 coins\npay {price} coins\ngain 1 score')
        assert scores(machine, "offer evening", head) == wanted


def test_a_question_that_can_be_answered_ends_what_is_tried(machine):
    head = evening('may "Buy":\n  pay 1 coins\ngain 5 score')
    assert scores(machine, "offer evening", head, last) == [5, 0]


def test_the_same_in_an_action_and_in_the_effect_of_a_card(machine):
    refused = 'may \\"Buy\\":\\n  pay 99 coins'
    head = f"""
        components: {{peg: {{ace: {{suit: sun}}}}, box: {{crate: {{deed: "{refused}"}}}}}}
        actions: {{work: {{text: Work, do: "{refused}"}}}}
    """
    assert scores(machine, 'may "x":\n  run crate.deed\n  gain 1 score', head) == [1, 0]
    assert scores(machine, 'may "x":\n  work()\n  gain 1 score', head) == [1, 0]
    assert scores(machine, 'may "x":\n  run crate.deed', head) == [0, 0]
    assert scores(machine, 'may "x":\n  work()', head) == [0, 0]


# ---------------------------------------------------------------- what an effect of a card costs is added up
def test_the_cost_of_a_leading_effect_and_what_is_paid_behind_it_add_up(machine):
    head = "components: {peg: {ace: {suit: sun}}, box: {crate: {deed: pay 3 coins}}}"
    for price, wanted in ((2, [1, 0]), (3, [0, 0])):
        text = f'may "x":\n  run crate.deed\n  pay {price} coins\n  gain 1 score'
        assert scores(machine, text, head) == wanted


def test_what_stands_behind_an_effect_that_does_something_is_not_asked_before(machine):
    assert scores(machine, 'may "x":\n  run crate.deed\n  choose a x from pile') == [1, 0]
    head = (
        evening("run ace.deed\\nchoose a x from pile", automatic=False)
        .replace("active in: [hand]", "active in: [hand], fields: {deed: effect}")
        .replace("{abilities:", "{deed: gain 1 score, abilities:")
    )
    assert scores(machine, "offer evening", head) == [1, 0]


def test_a_branch_that_can_start_is_offered_and_what_fails_later_is_a_fault(machine):
    text = 'one of "Do":\n  "a":\n    run crate.deed\n    pay 9 coins\n  "b": gain 2 score'
    error = fault(machine, text, choose=first)
    assert line_of(error) == 5
    assert "cannot pay 9 coins" in error.message
    assert scores(machine, text, choose=by_ids("b")) == [2, 0]


def test_a_fault_stays_a_fault_where_the_machines_should_differ(machine, monkeypatch):
    """When the choices lead elsewhere on the reference machine, the fault of the machine that plays is told."""
    from rulewright.interpreter.match.match import Match

    game = tiny('may "x":\n  gain 1 score\n  pay 9 coins')
    match = open_on(machine, game)

    class Other(Match):
        def apply(self, option):
            super().apply(1)

    monkeypatch.setattr("rulewright.interpreter.match.match.Match", Other)
    with pytest.raises(RuleError) as told:
        match.apply(0)
    assert told.value.span.line == 7


# ---------------------------------------------------------------- effects that are not there
def test_an_effect_that_no_card_has_does_nothing(machine):
    head = "components: {peg: {ace: {suit: sun}}, box: {crate: {}}}"
    assert scores(machine, "run crate.deed\ngain 1 score", head) == [1, 0]
    assert scores(machine, 'may "x":\n  run crate.deed\n  gain 1 score\ngain 2 score', head) == [2, 0]


# ---------------------------------------------------------------- how deep it may go
def chain(length: int, end: str) -> str:
    """Actions that call one another, the last of which does something."""
    calls = [f'a{n}: {{text: t, do: "a{n + 1}()"}}' for n in range(1, length)]
    return f'actions: {{{", ".join(calls)}, a{length}: {{text: t, do: "{end}"}}}}'


@pytest.mark.parametrize("length", [12, 13, 30, 60, 150])
def test_actions_may_call_one_another_many_times_over(machine, length):
    assert scores(machine, 'may "Go":\n  a1()', chain(length, "pay 1 coins\\ngain 1 score")) == [1, 0]


CLIMB = 'actions: {"climb(n is number)": {text: t, do: "if n > 0: climb(n - 1)\\nelse: pay 1 coins"}}'


@pytest.mark.parametrize("deep", [5, 30, 150, 198])
def test_an_action_may_lead_with_itself(machine, deep):
    text = f'may "Go":\n  climb({deep})\n  {{}}gain 1 score'
    assert scores(machine, text.format(""), CLIMB) == [1, 0]
    assert scores(machine, text.format("pay 4 coins\n  "), CLIMB) == [1, 0]
    assert scores(machine, text.format("pay 5 coins\n  "), CLIMB) == [0, 0]


@pytest.mark.parametrize("deep", [200, 205, 300, 900, 5000])
def test_one_that_leads_with_itself_too_often_is_a_fault(machine, deep):
    met = fault(machine, f'may "Go":\n  climb({deep})', CLIMB)
    assert isinstance(met, NeverEnds)
    assert "rules lead to one another more than 200 levels deep" in str(met)


# ---------------------------------------------------------------- nothing to do behind a payment of nothing
def test_a_one_of_without_a_branch_behind_a_payment_of_nothing_is_not_offered(machine):
    text = """
        may "x":
          choose one or more xs from players
          pay 0 coins
          one of "y":
            "a" if no: gain 1 score
    """
    assert scores(machine, text) == [0, 0]


@pytest.mark.parametrize("count", [2, 10, 25, 60])
def test_many_choices_may_lead_an_effect(machine, count):
    text = (
        'may "Go":\n'
        + "".join(f"  choose n{number} from 1 to 2\n" for number in range(count))
        + "  gain 1 score"
    )
    assert scores(machine, text) == [1, 0]


@pytest.mark.parametrize("count", [10, 25, 60, 150])
def test_many_payments_may_lead_an_effect(machine, count):
    pays = "".join("  pay 1 coins\n" for _ in range(count))
    text = 'may "Go":\n{}  gain 1 score'
    assert scores(machine, text.format(pays), f"counters: {{score: {{}}, coins: {{start: {count}}}}}") == [
        1,
        0,
    ]
    assert scores(
        machine, text.format(pays), f"counters: {{score: {{}}, coins: {{start: {count - 1}}}}}"
    ) == [0, 0]


@pytest.mark.parametrize("count", [10, 30])
def test_payments_of_what_is_chosen_may_lead_an_effect(machine, count):
    text = 'may "Go":\n' + "".join(
        f"  choose n{number} from 0 to 1\n  pay n{number} coins\n" for number in range(count)
    )
    head = f"counters: {{score: {{}}, coins: {{start: {count}}}}}"
    assert scores(machine, f"{text}  pay 1 coins\n  gain 1 score", head) == [1, 0]


# ---------------------------------------------------------------- options and branches, one after another
TWO = "components: {peg: {ace: {suit: sun}}, box: {crate: {deed: pay 99 coins}, trunk: {deed: pay 1 coins}}}"
LATER_OPTIONS = {
    "an effect that is run": ("choose a box from boxes\nrun box.deed\npay 1 coins", "trunk"),
    "an action that is called": (f"choose n from 1 to 2\n{'g(n)'}\npay 1 coins", "2"),
    "what follows many branches": (
        "choose n from 1 to 2\n"
        + "if n == 1: pay 1 coins\nelse if me.coins > 8: pay 1 coins\nelse: pay 0 coins\n" * 3
        + "pay 9 - 4 * n coins",
        "2",
    ),
}


@pytest.mark.parametrize("what", LATER_OPTIONS)
def test_where_one_option_cannot_go_on_the_next_may(machine, what):
    run, taken = LATER_OPTIONS[what]
    lines = "".join(f"  {line}\n" for line in run.split("\n"))
    calls = ", ".join(f'"g{n}(n is number)": {{text: t, do: g{n + 1}(n)}}' for n in range(1, 14))
    head = (
        f'{TWO}\nactions: {{"g(n is number)": {{text: t, do: g1(n)}}, {calls},'
        f' "g14(n is number)": {{text: t, do: "pay 7 - 3 * n coins"}}}}'
    )
    text = f'may "x":\n{lines}  gain 1 score'
    assert scores(machine, text, head, by_ids("yes", taken)) == [1, 0]


def test_where_one_branch_cannot_go_on_the_next_may(machine):
    text = """
        may "x":
          one of "Do":
            "a":
              run crate.deed
              pay 1 coins
            "b":
              run trunk.deed
              pay 1 coins
          gain 1 score
    """
    assert scores(machine, text, TWO, by_ids("yes")) == [1, 0]
