"""What players are asked about though it can bring nothing is a warning, and what always brings something is none."""

from __future__ import annotations

import pytest

from tests.language.small_game import EXTRA, MAIN, check_files, first_player, main_file

TABLES = "tables: {by_stones: {0: 0, 1: 2, otherwise: 5}, sure: {0: 1, otherwise: 2}}\n"
RULES = """
values:
  mine(player): {is: all(x in stones where x in player.hand)}
  halves(player): {is: count(mine(player)) / 2}
  many(player): {is: count(player.hand), at least: 1}
actions:
  take(n is number): {text: "take {n}", do: gain n score}
  brag: {text: brag, needs: any(me.hand), do: gain count(me.hand) score}
"""
CAN_BE_NOTHING = [
    "gain count(me.hand) score",
    "gain 2 * count(me.hand) score",
    "gain 1 score for each stone in me.hand",
    "gain 1 score for each stone in stones where stone.marked",
    "gain 1 score for every 2 of count(me.hand)",
    "gain sum(stone.weight for each stone in me.hand) score",
    "gain by_stones[count(me.hand)] score",
    "gain min(6, me.score) coins",
    "gain halves(me) score",
    "take(halves(me))",
    "let n = count(me.hand)\ntake(n)",
    "gain count(me.hand) score and me.score coins",
    "as players[2]: gain count(me.hand) score",
]
BRINGS_SOMETHING = [
    "gain 1 score",
    "gain count(me.hand) + 1 score",
    "gain count(me.hand) score and 1 coins",
    "gain count(stones) score",
    "gain sure[count(me.hand)] score",
    "gain max(1, me.score) coins",
    "gain many(me) score",
    "brag()",
    "gain count(me.hand) score\ngain 1 coins",
    "gain count(me.hand) score\nshuffle bag",
    "pay 1 coins\ngain count(me.hand) score",
]


def told(files):
    game, found = check_files(files)
    assert game is not None
    return [(finding.code, finding.span.line) for finding in found]


def indented(effect, blanks):
    return effect.replace("\n", "\n" + " " * blanks)


@pytest.mark.parametrize(
    ("effect", "idle"),
    [*((effect, True) for effect in CAN_BE_NOTHING), *((effect, False) for effect in BRINGS_SOMETHING)],
)
def test_what_a_may_asks_about(effect, idle):
    asked = f'may "Take it":\n  {indented(effect, 2)}'
    found = told({EXTRA: TABLES + RULES, MAIN: main_file(first_player(asked))})
    assert found == ([("RW625", 8)] if idle else [])


def test_below_a_condition_it_is_left_alone():
    asked = 'if any(me.hand):\n  may "Take it": gain count(me.hand) score'
    assert told({MAIN: main_file(first_player(asked))}) == []


@pytest.mark.parametrize(
    ("head", "idle"),
    [("", True), ("automatic: yes, ", False), ("if: any(me.hand), ", False)],
)
def test_an_ability_that_may_be_used(head, idle):
    ability = f"{{when: rest, {head}do: gain count(me.hand) score}}"
    found = told(
        {"cards/small/more.yaml": f"kind: helper\ncards:\n  aide: {{wage: 1, abilities: [{ability}]}}\n"}
    )
    assert found == ([("RW625", 3)] if idle else [])


def test_an_effect_of_a_card_that_a_question_runs():
    inn, fort = "{limit: 1, deed: gain count(me.hand) score}", "{limit: 1, deed: gain 2 score}"
    card = f"kind: spot\ncards:\n  inn: {inn}\n  fort: {fort}\n"
    asked = 'may "Use it": run inn.deed'
    files = {"cards/small/more.yaml": card}
    assert told(files | {MAIN: main_file(first_player(asked))}) == [("RW625", 3)]
    assert told(files | {MAIN: main_file(first_player("run inn.deed"))}) == []
