"""How deep rules may lead to one another: the same number of levels on every machine, whatever they lead through."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state.errors import NeverEnds
from rulewright.interpreter.state.layout import NOWHERE
from tests.machines import open_on
from tests.one_meaning.tiny import fault, scores, tiny

DEEPEST = 200


def told(machine: str, main: str, head: str = "") -> bool:
    """Say whether rules lead too deep, which is told as such."""
    met = fault(machine, main, head)
    assert isinstance(met, NeverEnds)
    assert "more than 200 levels deep" in met.message
    return True


def boxes(deeds: list[str]) -> str:
    """Boxes `b0`, `b1` and so on, each with an effect."""
    own = ", ".join(f'b{number}: {{deed: "{deed}"}}' for number, deed in enumerate(deeds))
    return f"components: {{peg: {{ace: {{suit: sun}}, bit: {{suit: moon}}}}, box: {{crate: {{}}, {own}}}}}"


def chained(length: int, last: str) -> str:
    """So many boxes, each of which runs the next; the last does something."""
    return boxes([f"run b{number + 1}.deed" for number in range(length - 1)] + [last])


def climbing(text: str) -> str:
    """An action of this text that calls itself until `n` is 1."""
    again = "if n > 1: climb(n - 1)"
    return f'actions: {{"climb(n is number)": {{text: t, do: "{text.format(again)}"}}}}'


CLIMB = climbing("gain 1 score\\n{}")
ASKING = climbing("choose m from 1 to 1\\n{}\\ngain 1 score")
LAST = climbing("choose m from 1 to 1\\ngain 1 score\\n{}")


# ---------------------------------------------------------------- what is carried out
@pytest.mark.parametrize("head", [CLIMB, ASKING, LAST], ids=["in one go", "asking", "at the end of each"])
def test_actions_that_call_themselves(machine, head):
    assert scores(machine, f"climb({DEEPEST})", head) == [DEEPEST, 0]
    assert told(machine, f"climb({DEEPEST + 1})", head)


@pytest.mark.parametrize("times", [2, 5])
def test_what_has_come_back_counts_no_longer(machine, times):
    assert scores(machine, "climb(150)\n" * times, CLIMB) == [150 * times, 0]
    assert scores(machine, "climb(150)\n" * times, ASKING) == [150 * times, 0]


COINS = "counters: {score: {}, coins: {start: %d}}"


def test_effects_that_run_themselves(machine):
    head = boxes(["gain 1 score\\nlose 1 coins\\nif me.coins > 0: run b0.deed"])
    assert scores(machine, "run b0.deed", f"{head}\n{COINS % DEEPEST}") == [DEEPEST, 0]
    assert told(machine, "run b0.deed", f"{head}\n{COINS % (DEEPEST + 1)}")


def test_actions_and_effects_that_call_each_other(machine):
    deed = "lose 1 coins\\ngo()"
    head = (
        f'components: {{peg: {{ace: {{suit: sun}}}}, box: {{crate: {{deed: "{deed}"}}}}}}\n'
        'actions: {go: {text: t, do: "gain 1 score\\nif me.coins > 0: run crate.deed"}}'
    )
    assert scores(machine, "run crate.deed", f"{head}\n{COINS % 100}") == [100, 0]
    assert told(machine, "run crate.deed", f"{head}\n{COINS % 101}")


def evening(coins: int, ability: str, more: str = "") -> str:
    return f"""
    kinds: {{peg: {{all: pegs, active in: [hand]}}}}
    components: {{peg: {{ace: {{abilities: [{{when: evening, limit: any number of times, {more}do: "{ability}"}}]}}}}}}
    windows: {{evening: {{who: me}}}}
    setup: move ace to players[1].hand
    enums: -
    counters: {{score: {{}}, coins: {{start: {coins}}}}}
    """


ABILITIES = {
    "in one go": ("pay 1 coins\\ngain 1 score\\nif me.coins > 0: offer evening", "automatic: yes, "),
    "asking": ("choose n from 1 to 1\\npay n coins\\ngain 1 score\\nif me.coins > 0: offer evening", ""),
}


@pytest.mark.parametrize("how", ABILITIES)
def test_windows_in_which_abilities_open_them_again(machine, how):
    """An ability in a window counts for four levels."""
    assert scores(machine, "offer evening", evening(50, *ABILITIES[how])) == [50, 0]
    assert told(machine, "offer evening", evening(51, *ABILITIES[how]))


# ---------------------------------------------------------------- what is asked before
def test_effects_that_lead_one_another_to_what_is_asked(machine):
    text = 'may "x":\n  run b0.deed\n  gain 1 score'
    assert scores(machine, text, chained(DEEPEST, "pay 1 coins")) == [1, 0]
    assert scores(machine, text, chained(DEEPEST, "pay 9 coins")) == [0, 0]
    assert told(machine, text, chained(DEEPEST + 1, "pay 1 coins"))


def test_an_effect_that_leads_with_itself_until_nothing_is_left_to_pay(machine):
    head = boxes(["pay 1 coins\\nrun b0.deed"])
    text = 'may "x":\n  run b0.deed\n  gain 9 score'
    assert scores(machine, text, f"{head}\n{COINS % (DEEPEST - 1)}") == [0, 0]
    assert told(machine, text, f"{head}\n{COINS % DEEPEST}")


def test_an_action_and_an_effect_that_lead_with_each_other(machine):
    head = boxes(["climb(me.coins)"]) + (
        '\nactions: {"climb(n is number)": {text: t, do: "pay 1 coins\\nif me.coins > 0: run b0.deed"}}'
    )
    text = 'may "x":\n  run b0.deed\n  gain 9 score'
    assert scores(machine, text, f"{head}\n{COINS % 100}") == [9, 0]
    assert told(machine, text, f"{head}\n{COINS % 101}")


def test_questions_count_for_two_levels(machine):
    assert scores(machine, 'may "x": climb(66)', ASKING) == [66, 0]
    assert told(machine, 'may "x": climb(67)', ASKING)


@pytest.mark.slow
def test_so_do_questions_of_one_text(machine):
    for count in (100, 101):
        text = 'may "x":\n' + "".join(f"  choose n{number} from 1 to 2\n" for number in range(count))
        text += "  gain 1 score"
        assert scores(machine, text) == [1, 0] if count == 100 else told(machine, text)


def test_what_waits_and_what_is_asked_add_up(machine):
    """On the way down each action waits; at the bottom it is asked whether further ones can start."""
    head = """
        actions:
          down(n is number):
            text: t
            do: |
              if n > 1: down(n - 1)
              else:
                may "x": lead(100)
          lead(n is number):
            text: t
            do: |
              if n > 1: lead(n - 1)
              else: pay 1 coins
              gain 1 score
    """
    assert scores(machine, "down(98)", head) == [100, 0]
    assert told(machine, "down(101)", head)


# ---------------------------------------------------------------- what counts
def test_a_game_in_which_nothing_leads_to_itself_counts_nothing():
    head = 'actions: {a: {text: t, do: b()}, b: {text: t, do: "may \\"x\\": run crate.deed"}}'
    match = open_on("reference", tiny("a()", head))
    assert match._setting.layout.levels == NOWHERE


def test_what_is_counted_begins_anew_where_the_rounds_end_in_the_middle(machine):
    head = """
        actions:
          down(n is number):
            text: t
            do: |
              if n > 1: down(n - 1)
              else: finish game
          climb(n is number):
            text: t
            do: |
              gain 1 score
              if n > 1: climb(n - 1)
        ending:
          do: |
            as players[1]:
              climb(150)
    """
    assert scores(machine, "down(150)", head) == [150, 0]
