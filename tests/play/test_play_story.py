"""What is told of a match and what is not, on the tiny game of the machine's tests."""

from __future__ import annotations

import pytest
from builder import start

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.transcript import transcript

AT_THE_INN = """
as each player in players:
  move all p in pawns where p.owner == me to me.home
move first(p in pawns where p.owner == players[1]) to inn.guests
move first(p in pawns where p.owner == players[2]) to inn.guests
"""
SWAP = """
as players[1]:
  choose mine from pawns where mine.owner == me and mine.stand != none "Yours"
  choose other from pawns where other.stand != none and other != mine "Swap it with"
  swap mine with other
"""
ACTIONS = """
actions:
  collect:
    text: Collect
    do: |
      choose any number of found from [1, 2] "What"
      gain count(found) points
  judge(n is number):
    text: "judge {n}"
    do: |
      if n > 1:
        as players[1]:
          gain n points
"""


def told(do: str, *ids: str, **parts: object) -> list[str]:
    """The lines of the phase."""
    match = start(do, **parts)
    for id_ in ids:
        match.apply(id_)
    text = transcript(match).split("\nPlay\n----\n")
    return text[1].split("\n\n")[0].splitlines() if len(text) > 1 else []


def card(*abilities: str) -> str:
    """A card file whose first card has these abilities."""
    front = f"front: {{abilities: [{', '.join(abilities)}]}}"
    return f"kind: card\ncards:\n  ace: {{cost: 1, {front}, back: {{}}}}\n  bit: {{cost: 2}}\n  cog: {{cost: 3}}\n"


def test_an_automatic_ability_that_changed_nothing_is_not_told():
    quiet = "{when: round_window, automatic: yes, do: 'if me.gold > 99: gain 1 gold'}"
    loud = "{when: round_window, automatic: yes, do: gain 2 gold}"
    setup = "as players[1]: move ace to me.table"
    assert told("offer round_window", setup=setup, cards=card(quiet)) == []
    assert told("offer round_window", setup=setup, cards=card(quiet, loud)) == [
        "Player1  Ace → +2 Gold (10 → 12)",
    ]


def test_what_the_phase_goes_on_with_is_not_the_doing_of_an_ability_that_came_to_nothing():
    quiet = "{when: round_window, automatic: yes, do: gain 2 * me.points gold}"
    setup = "as players[1]: move ace to me.table"
    fee = "actions:\n  fee: {text: pay the fee, do: pay 3 gold}\n"
    do = "as players[1]:\n  offer round_window\n  fee()"
    assert told(do, setup=setup, cards=card(quiet), more=fee) == ["Player1  pay the fee → -3 Gold (10 → 7)"]


def test_the_action_of_which_nothing_came_is_not_told():
    assert told("judge(1)\njudge(2)\njudge(1)\nas players[2]: gain 1 points", more=ACTIONS) == [
        "-        Judge 2",
        "Player1  +2 Points (0 → 2)",
        "Player2  +1 Point (0 → 1)",
    ]


def test_what_is_passed_inside_an_action_stands_behind_the_answer_that_began_it():
    do = 'as players[1]:\n  may "Work":\n    collect()\n    gain 1 gold'
    assert told(do, "yes", "done", more=ACTIONS) == ["Player1  Work; passes: What → +1 Gold (10 → 11)"]
    assert told(do, "yes", "2", more=ACTIONS) == [
        "Player1  Work; What: 2 → +1 Point (0 → 1), +1 Gold (10 → 11)"
    ]


def test_what_the_phase_brings_after_a_pass_is_not_told_as_its_gain():
    do = 'as players[1]:\n  may "Work": gain 2 points\n  gain 1 points'
    assert told(do, "pass") == ["Player1  passes: Work", "Player1  +1 Point (0 → 1)"]
    assert told(do, "yes") == ["Player1  Work → +2 +1 Points (0 → 3)"]


def test_a_may_that_cannot_be_is_silent():
    do = 'as players[1]:\n  choose n from [1, 2] "How many"\n  may "More":\n    pay 99 gold\n  gain n gold'
    assert told(do, "1") == ["Player1  How many: 1 → +1 Gold (10 → 11)"]


def test_the_entry_of_a_counter_comes_before_its_title():
    assert told("as players[1]: gain 2 gems[red] and 1 gems[blue]") == [
        "Player1  +2 Bright Red Gems (0 → 2), +1 blue Gem (0 → 1)"
    ]


def test_an_action_is_not_told_twice_when_its_question_has_its_name():
    do = "as players[1]: bet()"
    more = 'actions:\n  bet: {text: bet, do: "choose n from [1, 2] \\"Bet\\""}'
    assert told(do, "2", more=more) == ["Player1  Bet: 2"]


def test_a_swap_is_told_as_one():
    assert told(SWAP, setup=AT_THE_INN) == [
        "Player1  (Yours: Pawn (Inn)); (Swap it with: Player2's Pawn (Inn)) → Pawn and Player2's Pawn change places"
    ]


@pytest.mark.parametrize("machine", ["reference", "compiled"])
def test_pieces_and_things_that_look_alike_are_told_apart_by_whose_and_where_they_are(machine):
    do = """
    as players[1]:
      choose a p from pawns "Pawn"
      choose a thing from all(c in card_cards where c.cost == 4) "Thing"
    """
    setup = AT_THE_INN + "move first(c in card_cards where c.cost == 4) to row.cards\n"
    match = start(do, setup=setup)
    if machine == "compiled":
        match = FastMatch(match.game, 2)
    assert [choice.label for choice in match.decision.options] == [
        "Pawn (Inn)", "Pawn", "Player2's Pawn (Inn)", "Player2's Pawn",
    ]  # fmt: skip
    match.apply(0)
    assert [choice.label for choice in match.decision.options] == ["Dot (Cards row)", "Dot"]


def test_copies_that_lie_together_need_no_place():
    match = start(
        "as players[1]:\n  choose a c from row.cards",
        setup="for each c in card_cards where c.cost > 3:\n  move c to row.cards",
    )
    assert [choice.label for choice in match.decision.options][-3:] == ["Dot", "Dot", "Eel"]
