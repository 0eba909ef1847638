"""Numbers that cannot be, amounts that cards bring below 0, and loops that nothing ends are found before play."""

from __future__ import annotations

import pytest
from small_game import EXTRA, check_files, first_player, main_file

from rulewright.interpreter.content.ranges import MOST_TURNS
from rulewright.interpreter.language.weights import WHOLE
from rulewright.interpreter.state.limits import MOST_STEPS

CODES = ("RW105", "RW606", "RW621", "RW622")


def found(files: dict[str, str]) -> list[tuple[str, str]]:
    """What is found of these sorts: the code, and the word or line it is at."""
    game, findings = check_files(files, lints=True)
    texts = {file: text.splitlines() for file, text in files.items()}
    del game
    return [
        (one.code, texts[one.span.file][one.span.line - 1][one.span.column - 1 :].strip())
        for one in findings
        if one.code in CODES and one.span.file in texts
    ]


def of(effect: str) -> list[tuple[str, str]]:
    return found({"rules/small/main.yaml": main_file(first_player(effect))})


# ---------------------------------------------------------------- numbers
WRONG = {
    "repeat -1 times:\n  gain 1 coins": "-1 times:",
    "repeat 1000000000 times:\n  gain 1 coins": "1000000000 times:",
    "draw 0 - 2 from bag to me.hand": "0 - 2 from bag to me.hand",
    'may up to 0 times "Again":\n  gain 1 coins': '0 times "Again":',
    'choose -1 x from me.hand "Some"': '-1 x from me.hand "Some"',
    "move bag[0] to heap": "0] to heap",
    "move me.hand[-1] to heap": "-1] to heap",
    "move shelf.low[4] to heap": "4] to heap",
    "let lead = players[0]": "0]",
    "set turn_order to [players[1], me, me, me, me]": "[players[1], me",
}
RIGHT = [
    "repeat 0 times:\n  gain 1 coins",
    f"repeat {MOST_TURNS} times:\n  nothing",
    "repeat me.coins - 9 times:\n  gain 1 coins",
    "draw 0 from bag to me.hand",
    'may up to 1 times "Again":\n  gain 1 coins',
    "move bag[1] to heap",
    "move shelf.low[3] to heap",
    "set turn_order to players",
    "set turn_order to [players[1]]",
    "set turn_order to all(p in players where p.coins > 2)",
    "set turn_order to reversed(turn_order)",
]


@pytest.mark.parametrize("effect", WRONG)
def test_a_number_that_cannot_be_is_found_at_its_place(effect):
    told = of(effect)
    often = effect.split()[0] in ("repeat", "draw", "may", "choose")
    assert [code for code, _ in told] == (["RW622"] if often else ["RW105"])
    assert told[0][1].startswith(WRONG[effect])


@pytest.mark.parametrize("effect", RIGHT)
def test_a_number_that_may_be_is_not(effect):
    assert of(effect) == []


def test_the_limit_of_repeats_is_that_of_the_machines():
    # A turn of the shortest loop there is: the loop, its number, and the statement in it.
    assert MOST_TURNS == MOST_STEPS // (2 * WHOLE + 1)


# ---------------------------------------------------------------- loops
@pytest.mark.parametrize(
    ("loop", "code"),
    [
        ("while 1 == 1:\n  nothing", "RW622"),
        ("while 2 > 1 and 1 >= 1:\n  gain 1 coins", "RW622"),
        ("while me.coins > 0:\n  nothing", "RW622"),
        ("while me.coins > 0:\n  let n = me.coins + 1", "RW622"),
        ("while me.coins > 0:\n  lose 1 coins", None),
        ("while 1 == 1:\n  gain 1 coins\n  if me.coins > 9: finish game", None),
        ("while 1 == 2:\n  gain 1 coins", None),
        ("while random(1, 6) < 6:\n  let n = random(1, 6)", None),
    ],
)
def test_a_loop_that_nothing_ends_is_found(loop, code):
    assert [told for told, _ in of(loop)] == ([code] if code else [])


# ---------------------------------------------------------------- below 0
def priced(
    value: str, change: str, pay: str = "pay cost_of(me) coins", copies: int = 1
) -> list[tuple[str, str]]:
    cards = (
        f"values:\n  cost_of(player): {{{value}}}\n  twice(player): {{is: 2 * cost_of(player)}}\n"
        "components:\n  helper:\n"
        f"    cook: {{wage: 1, copies: {copies}, front: {{changes: [{{value: cost_of, {change}}}]}}, back: {{}}}}\n"
    )
    return found({"rules/small/main.yaml": main_file(first_player(pay)), EXTRA: cards})


@pytest.mark.parametrize(
    ("value", "change", "pay", "rule"),
    [
        ("is: 3", "add: -4", "pay cost_of(me) coins", "cost_of(me) coins"),
        ("is: 3", "to: -1", "pay cost_of(me) coins", "cost_of(me) coins"),
        ("is: player.score", "add: -1", "gain 1 + cost_of(me) coins", "1 + cost_of(me) coins"),
        ("is: player.score", "add: -1", "lose twice(me) coins", "twice(me) coins"),
        (
            "is: player.score",
            "add: -1",
            "gain max(cost_of(me), twice(me)) coins",
            "max(cost_of(me), twice(me)) coins",
        ),
        (
            "is: player.score",
            "at most: -1",
            "gain sum(cost_of(p) for each p in players) coins",
            "sum(cost_of(p) for each p in players) coins",
        ),
    ],
)
def test_an_amount_that_a_card_brings_below_0_is_told_at_the_rule_and_at_the_card(value, change, pay, rule):
    told = priced(value, change, pay)
    assert {code for code, _ in told} == {"RW621"}
    assert rule in [text for _, text in told]
    assert any(text.startswith(change.split(": ")[1]) for _, text in told)


@pytest.mark.parametrize(
    ("value", "change", "pay", "copies"),
    [
        ("is: player.score, at least: 0", "add: -4", "pay cost_of(me) coins", 1),
        ("is: 3", "add: -3", "pay cost_of(me) coins", 1),
        ("is: 3", "add: -1", "pay cost_of(me) coins", 3),
        ("is: player.score", "add: 1", "pay cost_of(me) coins", 1),
        ("is: player.score", "at least: -1", "pay cost_of(me) coins", 1),
        ("is: player.score", "add: -1", "gain max(0, cost_of(me)) coins", 1),
        ("is: player.score", "add: -1", "repeat cost_of(me) times:\n  gain 1 coins", 1),
    ],
)
def test_what_stays_at_0_or_above_is_not_told(value, change, pay, copies):
    assert priced(value, change, pay, copies) == []


def test_copies_of_a_card_count():
    assert {code for code, _ in priced("is: 3", "add: -1", copies=4)} == {"RW621"}
