"""`visible to` with a formula, or a list of them: who sees something follows from counters and states of the game."""

from __future__ import annotations

import pytest

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import CounterChanged, Moved, StateSet
from tests.knowledge.table import BLIND, both, codes, game_of, told, with_parts

DECLARED = with_parts(
    BLIND,
    players="players: 3",
    counters="""
    counters:
      points: {}
      spied: {}
      die: {visible to: all(p in players where p.spied > 0)}
    """,
    state="state: {seer: player, plan: {type: number, visible to: game.seer}}",
    zones="""
    zones:
      deck: {holds: card, ordered: yes, shows: nothing}
      of each player:
        hand: {holds: card, visible to: owner}
        blind: {holds: card, visible to: [all(p in players where p.spied > 0), game.seer]}
    """,
)

SPY = with_parts(
    DECLARED,
    """
    as players[1]: draw 2 from deck to me.blind
    set players[1].die to random(1, 6)
    as players[3]:
      may "Spy": gain 1 spied
    as players[2]:
      may "End": gain 1 points
    as players[1]: draw 1 from deck to me.blind
    as players[2]:
      may "End": gain 1 points
    """,
)


def blind(match, viewer):
    return match.view(viewer)["players"]["Player1"]["zones"]["blind"]


def test_who_is_given_by_the_formula_sees_it_from_then_on():
    match = both(SPY, players=3)
    assert all(blind(match, viewer) == {"count": 2} for viewer in (0, 1, 2, None))
    match = both(SPY, "yes", players=3)
    assert [isinstance(blind(match, viewer), list) for viewer in (0, 1, 2, None)] == [
        False,
        False,
        True,
        False,
    ]
    assert "die" in match.view(2)["players"]["Player1"]["counters"]
    assert "die" not in match.view(0)["players"]["Player1"]["counters"]


def test_what_is_told_follows_who_sees_it_at_that_moment():
    match = both(SPY, "yes", "pass", players=3)
    moved = [event["component"] for event in told(match, 2, Moved) if event["to_zone"] == "Player1.blind"]
    assert moved[:2] == [None, None]
    assert moved[2] is not None
    moved = [event["component"] for event in told(match, 0, Moved) if event["to_zone"] == "Player1.blind"]
    assert moved == [None, None, None]
    assert [event for event in told(match, 2, CounterChanged) if event["counter"] == "die"] == []


@pytest.mark.parametrize(("answer", "worlds"), [("yes", 24), ("pass", 24)])
def test_worlds_keep_to_what_was_seen(answer, worlds):
    fast = FastMatch(game_of(SPY), 3, seed=3, journal=True)
    fast.apply(answer)
    # Now the second player decides, who sees nothing of it: all four cards may lie anywhere.
    dealt = {tuple(map(tuple, fast.resampled(sample).state.z)) for sample in range(600)}
    assert len(dealt) == worlds
    slot = fast.layout.counter_slot("die", 0)
    assert {fast.resampled(sample).state.v[slot] for sample in range(100)} == set(range(1, 7))


def test_what_was_seen_once_stays_where_it_is_also_when_the_formula_holds_no_longer():
    text = with_parts(
        DECLARED,
        """
        as players[1]: draw 2 from deck to me.blind
        set players[2].spied to 1
        set players[2].spied to 0
        as players[2]:
          may "End": gain 1 points
        """,
    )
    fast = FastMatch(game_of(text), 3, seed=3, journal=True)
    zone = fast.layout.zone_number("player", "blind", 0)
    assert {tuple(fast.resampled(sample).state.z[zone]) for sample in range(60)} == {
        tuple(fast.state.z[zone])
    }
    assert blind(fast, 1) == {"count": 2}


def test_a_player_kept_in_a_state_sees_it():
    text = with_parts(
        DECLARED,
        """
        set game.seer to players[2]
        set game.plan to 5
        as players[1]: draw 1 from deck to me.blind
        as players[2]:
          may "End": gain 1 points
        """,
    )
    match = both(text, players=3)
    assert [match.view(viewer)["game"].get("plan") for viewer in (0, 1, 2, None)] == [None, 5, None, None]
    assert [len([e for e in told(match, viewer, StateSet) if e["name"] == "plan"]) for viewer in (0, 1)] == [
        0,
        1,
    ]
    assert isinstance(blind(match, 1), list)


def test_what_all_players_see_everybody_sees():
    match = both(SPY.replace("all(p in players where p.spied > 0), game.seer", "players"), players=3)
    assert all(isinstance(blind(match, viewer), list) for viewer in (0, 1, 2, None))


@pytest.mark.parametrize(
    "formula",
    [
        "owner",
        "[owner, game.seer]",
        "players[2] if owner.spied > 0\\nowner otherwise",
        "all(p in players where p == owner)",
    ],
)
def test_the_owner_may_stand_in_a_formula(formula):
    match = both(SPY.replace("[all(p in players where p.spied > 0), game.seer]", f'"{formula}"'), players=3)
    assert [isinstance(blind(match, viewer), list) for viewer in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("ownre", "RW104"),
        ("game.sear", "RW206"),
        ("count(players)", "RW401"),
        ("all(p in players where count(p.hand) > 1)", "RW205"),
        ("players[random(1, 2)]", "RW205"),
        ("me", "RW104"),
    ],
)
def test_what_cannot_say_who_sees_it_is_a_finding(formula, code):
    text = SPY.replace("[all(p in players where p.spied > 0), game.seer]", f'"{formula}"')
    assert code in codes(text)
