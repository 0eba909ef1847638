"""What is told of hidden things: random numbers, picks from what cannot be seen, moves of several, reactions."""

from __future__ import annotations

import pytest

from rulewright.interpreter.journal.events import (
    CounterChanged,
    Decided,
    Moved,
    RandomDrawn,
    Skipped,
    WindowOpened,
)
from rulewright.interpreter.play.transcript import transcript
from tests.knowledge.table import BLIND, both, told, with_parts

DICE = """
language: 1
game: dice
title: Dice
players: 2
counters: {die: {visible to: VISIBLE}, points: {}}
rounds: {number: 1, every: {phases: [main]}}
result: {rank: players, by: [player.points]}
phases:
  main:
    do: |
      as each player in players:
        set me.die to random(1, 6)
      as each player in players:
        may "Point": gain 1 points
"""


@pytest.mark.parametrize(
    ("visible", "hears"),
    [("owner", [1, 1, 0]), ("others", [1, 1, 0]), ("all", [2, 2, 2]), ("no one", [0, 0, 0])],
)
def test_a_random_number_is_told_to_who_sees_the_counter_that_gets_it(visible, hears):
    match = both(DICE.replace("VISIBLE", visible))
    assert [len(told(match, viewer, RandomDrawn)) for viewer in (0, 1, None)] == hears
    if visible == "owner":
        assert (
            told(match, 0, RandomDrawn)[0]["value"] == match.view(0)["players"]["Player1"]["counters"]["die"]
        )
    if visible == "others":
        assert (
            told(match, 0, RandomDrawn)[0]["value"] == match.view(0)["players"]["Player2"]["counters"]["die"]
        )
        assert "die" not in match.view(0)["players"]["Player1"]["counters"]


def test_a_random_number_of_the_set_up_is_hidden_too():
    text = (
        DICE.replace("VISIBLE", "owner")
        + "setup: |\n  for each p in players:\n    set p.die to random(1, 6)\n"
    )
    match = both(text)
    assert len(told(match, 0, RandomDrawn)) == 2
    assert told(match, None, RandomDrawn) == []


PICK = """
as players[1]:
  draw 2 from deck to me.blind
  choose x from me.blind "Play one unseen"
  move x to me.hand
as players[2]: draw 1 from deck to me.hand
move all cards to deck
as players[1]:
  may "End": gain 1 points
"""


def test_what_the_chooser_cannot_see_is_picked_by_position():
    for seed in range(1, 6):
        match = both(with_parts(BLIND, PICK), seed=seed)
        assert match.decision.ids == ("blind-1", "blind-2")
        assert [one.label for one in match.decision.options] == ["Card 1 (own Blind)", "Card 2 (own Blind)"]
        first = match.layout.ids[match.state.z[match.layout.zone_number("player", "blind", 0)][0]]
        both(with_parts(BLIND, PICK), "blind-1", seed=seed)
        match.apply("blind-1")
        assert told(match, 0, Decided)[0]["id"] == "blind-1"
        moves = told(match, 0, Moved)
        assert moves[6]["component"] == first


def test_several_are_picked_by_position_too():
    text = with_parts(
        BLIND,
        """
        as players[1]:
          draw 3 from deck to me.blind
          choose 2 xs from me.blind "Two unseen"
          move xs to me.hand
          may "End": gain 1 points
        """,
    )
    match = both(text, "blind-1")
    assert match.decision.among == ("blind-1", "blind-2", "blind-3")
    assert match.decision.picked == ("blind-1",)
    both(text, "blind-2")


def test_cards_of_another_are_picked_by_position_and_a_guess_names_cards():
    text = with_parts(
        BLIND,
        """
        as players[2]: draw 3 from deck to me.hand
        as players[1]:
          choose x from players[2].hand "Steal"
          move x to me.hand
          choose y from cards "Guess"
          if y in players[2].hand: gain 1 points
        """,
    )
    match = both(text, "Player2.hand-3")
    assert match.decision.ids == ("one", "two", "three", "four")


def test_moves_of_several_are_told_in_an_order_that_gives_nothing_away():
    for seed in range(1, 9):
        match = both(with_parts(BLIND, PICK), 0, seed=seed)
        moves = [(move["component"], move["from_zone"]) for move in told(match, 0, Moved)][-4:]
        assert moves[0][0] is not None
        assert moves[1:] == [(None, "deck"), (None, "Player2.hand"), (None, "Player1.blind")]


REACT = with_parts(
    BLIND,
    """
    as players[1]:
      offer attacked(me)
      may "End": gain 1 points
    """,
    kinds="kinds: {card: {all: cards, active in: [hand]}}",
    components="""
    components:
      card: {one: {abilities: [{when: attacked(attacker), do: gain 1 points}]}, two: {}}
    """,
    windows="""
    windows:
      attacked(attacker is player): {who: each player in turn order, takes part: player != attacker, title: An attack}
    """,
    setup="setup: |\n  move two to deck\n  move one to players[2].hand\n",
)


def test_a_reaction_that_is_declined_is_told_to_nobody_else():
    match = both(REACT, "done")
    assert [event["id"] for event in told(match, 1, Decided)] == ["done"]
    assert told(match, 0, Decided) == told(match, None, Decided) == []
    assert told(match, 0, WindowOpened) == []


def test_a_reaction_that_is_used_is_told():
    match = both(REACT, "one")
    assert [event["player"] for event in told(match, 0, Decided)] == ["Player2"]


def test_that_a_hand_does_not_allow_something_is_told_to_nobody_else():
    text = with_parts(
        BLIND,
        """
        as players[2]:
          draw 2 from deck to me.hand
          may "Show a red card":
            choose x from me.hand where x.red "Which?"
            move x to deck
        as players[1]:
          may "End": gain 1 points
        """,
        kinds="kinds: {card: {all: cards, fields: {red: flag}}}",
        components="components: {card: {one: {red: no}, two: {red: no}, three: {red: RED}, four: {red: RED}}}",
    )
    for red in ("yes", "no"):
        seen = set()
        for seed in range(6):
            match = both(text.replace("RED", red), seed=seed)
            if match.decision.player == 1:
                both(text.replace("RED", red), "pass", seed=seed)
                match.apply("pass")
            seen.add((len(told(match, 0, Decided)), len(told(match, 0, Skipped))))
        assert seen == {(0, 0)}


def test_a_random_number_that_a_name_carries_to_a_hidden_counter_is_told_by_the_counter_alone():
    text = DICE.replace("VISIBLE", "owner").replace(
        "set me.die to random(1, 6)", "let n = random(1, 6)\n        set me.die to n"
    )
    match = both(text)
    assert [told(match, viewer, RandomDrawn) for viewer in (0, 1, None)] == [[], [], []]
    assert [event["player"] for event in told(match, 0, CounterChanged)] == ["Player1"]
    slot = match.layout.counter_slot("die", 1)
    assert {match.resampled(sample).state.v[slot] for sample in range(100)} == set(range(1, 7))


def test_a_random_number_that_stays_a_name_is_told():
    text = DICE.replace("VISIBLE", "all").replace(
        "set me.die to random(1, 6)", "let n = random(1, 6)\n        gain n points"
    )
    assert len(told(both(text), 0, RandomDrawn)) == 2


def test_copies_that_nobody_can_tell_apart_have_no_numbers_in_what_a_player_is_told():
    text = with_parts(
        BLIND,
        """
        as players[1]:
          draw 2 from deck to me.hand
          may "End": gain 1 points
        """,
        components="components: {card: {guard: {copies: 4}}}",
    )
    match = both(text)
    assert "guard-" in transcript(match)
    assert "guard-" not in transcript(match, 0)
