"""`show`, `reveal` and `look at`: who knows a component from then on, and when that is forgotten; hidden states."""

from __future__ import annotations

import pytest

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import RandomDrawn, Shown, StateSet
from tests.knowledge.table import BLIND, both, codes, game_of, told, with_parts

ASK = '\nas players[1]:\n  may "End": gain 1 points\n'
DEALT = "as each player in players: draw 2 from deck to me.hand\n"


def known(match, viewer, player="Player2", zone="hand"):
    held = match.view(viewer)["players"][player]["zones"][zone]
    return held.get("known", {}) if isinstance(held, dict) else None


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("show first(players[2].hand) to players[1]", (True, False)),
        ("reveal first(players[2].hand)", (True, True)),
        ("as players[1]: look at first(players[2].hand)", (True, False)),
    ],
)
def test_it_is_seen_by_whom_it_was_shown_to(statement, seen):
    match = both(with_parts(BLIND, DEALT + statement + ASK))
    first = match.layout.ids[match.state.z[match.layout.zone_number("player", "hand", 1)][0]]
    assert known(match, 0) == ({first: 1} if seen[0] else {})
    assert known(match, None) == ({first: 1} if seen[1] else {})
    assert [event["component"] for event in told(match, 0, Shown)] == [first]
    assert [event["component"] for event in told(match, None, Shown)] == [first if seen[1] else None]
    assert all(known(match.resampled(sample), 0) == known(match, 0) for sample in range(20))


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        ("", True),
        ("shuffle players[2].hand", False),
        ("move first(players[2].hand) to players[2].blind", False),
        ("move players[2].hand[2] to players[2].blind", False),
        ("move players[2].hand[2] to players[1].hand", True),
        ("draw 1 from deck to players[2].hand", True),
    ],
)
def test_it_is_forgotten_when_it_moves_is_shuffled_or_another_leaves_unseen(after, kept):
    text = DEALT.replace("2", "1", 1) + "draw 1 from deck to players[2].hand\n"
    match = both(with_parts(BLIND, f"{text}show first(players[2].hand) to players[1]\n{after}{ASK}"))
    assert bool(known(match, 0)) == kept


def test_of_an_ordered_zone_the_rest_stays_known():
    match = both(
        with_parts(BLIND, "as players[1]:\n  look at deck[2]\n  draw 1 from deck to players[2].hand\n" + ASK)
    )
    top = match.layout.ids[match.state.z[match.layout.zone_number("game", "deck")][0]]
    assert match.view(0)["zones"]["deck"] == {"count": 3, "known": {top: 1}}
    assert match.view(1)["zones"]["deck"] == {"count": 3}


def test_what_was_looked_at_is_offered_by_name():
    match = both(
        with_parts(
            BLIND, "as players[1]:\n  look at all deck\n  choose x from deck\n  move x to me.hand\n" + ASK
        )
    )
    assert set(match.decision.ids) == {"one", "two", "three", "four"}


def test_it_stands_in_the_state_of_games_that_show_and_of_no_others():
    shows = FastMatch(game_of(with_parts(BLIND, DEALT + "reveal first(players[2].hand)" + ASK)), 2)
    hides = FastMatch(
        game_of(with_parts(BLIND, DEALT + "nothing" + ASK)),
        2,
    )
    assert shows.layout.known >= 0
    assert hides.layout.known == -1
    assert len(shows.state.v) == len(hides.state.v) + 4
    copy = shows.clone()
    assert copy.digest() == shows.digest()


STATES = with_parts(
    BLIND,
    """
    for each x in cards: set x.mine to random(0, 1)
    set game.secret to random(1, 9)
    as players[1]:
      draw 1 from deck to me.hand
      for each x in me.hand: set x.mine to 5
      may "End": gain 1 points
    """,
    kinds="kinds: {card: {all: cards, state: {mine: {type: number, visible to: VISIBLE}, plain: number}}}",
    state="state: {secret: {type: number, visible to: no one}, open: number}",
    zones="""
    zones:
      deck: {holds: card, ordered: yes}
      of each player: {hand: {holds: card}}
    """,
)


@pytest.mark.parametrize(
    ("visible", "sees"),
    [("all", (1, 1, 1)), ("owner", (1, 0, 0)), ("others", (0, 1, 0)), ("no one", (0, 0, 0))],
)
def test_a_state_is_seen_by_whom_it_is_visible_to(visible, sees):
    match = both(STATES.replace("VISIBLE", visible))
    own = match.layout.ids[match.state.z[match.layout.zone_number("player", "hand", 0)][0]]
    for viewer, seen in zip((0, 1, None), sees, strict=True):
        view = match.view(viewer)
        assert view["components"][own].get("mine") == (5 if seen else None)
        assert view["components"][own]["plain"] == 0
        assert view["game"] == {"open": 0}
        assert any(event["after"] == 5 for event in told(match, viewer, StateSet)) == bool(seen)
        assert all(event["name"] != "secret" for event in told(match, viewer, RandomDrawn))


def test_hidden_states_that_were_drawn_are_drawn_anew():
    match = both(STATES.replace("VISIBLE", "no one"))
    layout = match.layout
    slot = layout.game_state["secret"]
    assert {match.resampled(sample).state.v[slot] for sample in range(200)} == set(range(1, 10))
    deck = match.state.z[layout.zone_number("game", "deck")]
    mines = layout.state_slot(deck[0], "mine")
    assert {match.resampled(sample).state.v[mines] for sample in range(60)} == {0, 1}


def test_a_state_of_the_game_has_no_owner():
    text = STATES.replace("VISIBLE", "all").replace("visible to: no one}, open", "visible to: owner}, open")
    assert "RW104" in codes(text)
