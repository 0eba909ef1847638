"""Fields on the backs of components: who sees that one lies somewhere sees them, and worlds dealt anew keep to them."""

from __future__ import annotations

import pytest

from rulewright.cli.overview import overview
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import Moved
from rulewright.interpreter.play.transcript import transcript
from tests.knowledge.table import BLIND, both, codes, game_of, told, with_parts

LEVELS = with_parts(
    BLIND,
    """
    as players[1]: draw 1 from deck to me.hand
    as players[2]: draw 2 from deck to me.blind
    as players[1]:
      choose x from players[2].blind
      move x to me.hand
    """,
    kinds="kinds: {card: {all: cards, back: [level, odd], fields: {level: number, odd: flag, worth: number}}}",
    components="""
    components:
      card:
        one: {level: 1, odd: yes, worth: 4}
        two: {level: 1, odd: yes, worth: 5}
        three: {level: 2, worth: 6}
        four: {level: 2, worth: 7}
        five: {level: 2, worth: 8}
    """,
)
ONE, TWO = {"level": 1, "odd": True}, {"level": 2, "odd": False}
BACK = {"one": ONE, "two": ONE, "three": TWO, "four": TWO, "five": TWO}


def ids(match, zone, seat=None):
    scope = ("game", zone) if seat is None else ("player", zone, seat)
    return [match.layout.ids[one] for one in match.state.z[match.layout.zone_number(*scope)]]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_view_has_the_backs_of_what_is_only_counted(viewer):
    match = both(LEVELS)
    view = match.view(viewer)
    assert view["zones"]["deck"] == {"count": 2, "backs": [BACK[id_] for id_ in ids(match, "deck")]}
    blind = view["players"]["Player2"]["zones"]["blind"]
    assert blind == {"count": 2, "backs": [BACK[id_] for id_ in ids(match, "blind", 1)]}
    hand = view["players"]["Player1"]["zones"]["hand"]
    own = ids(match, "hand", 0)
    assert hand == (own if viewer == 0 else {"count": 1, "backs": [BACK[own[0]]]})


def test_who_does_not_see_what_moves_is_told_its_back():
    match = both(LEVELS)
    drawn = ids(match, "hand", 0)[0]
    (event,) = (one for one in told(match, 1, Moved) if one["to_zone"] == "Player1.hand")
    assert (event["component"], event["back"]) == (None, BACK[drawn])
    (event,) = (one for one in told(match, 0, Moved) if one["to_zone"] == "Player1.hand")
    assert event["component"] == drawn
    assert "back" not in event


def test_what_is_picked_by_place_is_offered_with_its_back():
    match = both(LEVELS)
    words = {True: "yes", False: "no"}
    assert match.decision is not None
    assert [choice.label for choice in match.decision.options] == [
        f"Card {place} (Player2's Blind, level {BACK[id_]['level']}, odd {words[BACK[id_]['odd']]})"
        for place, id_ in enumerate(ids(match, "blind", 1), 1)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_stack_with_levels_on_its_backs_stays_one_in_every_world(seed):
    match = FastMatch(game_of(LEVELS), 2, seed=seed, journal=True)
    worlds = set()
    for sample in range(80):
        copy = match.resampled(sample)
        assert copy.view(0) == match.view(0)
        worlds.add((tuple(ids(copy, "deck")), tuple(ids(copy, "blind", 1))))
    hidden = [*ids(match, "deck"), *ids(match, "blind", 1)]
    low = sum(id_ in ("one", "two") for id_ in hidden)
    # Those of a level change places with one another, in every way, and with nothing else.
    assert len(worlds) == {1: 1, 2: 2}[low] * {2: 2, 3: 6}[len(hidden) - low]


def test_transcripts_and_the_terminal_tell_backs():
    match = both(LEVELS)
    level = BACK[ids(match, "hand", 0)[0]]["level"]
    assert f"(level {level}, odd " in transcript(match, 1)
    assert "odd" not in transcript(match)
    assert ", backs: " in overview(match, 0)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("{all: cards, back: levle, fields: {level: number = 1}}", "RW206"),
        ("{all: cards, back: level, sides: 2, fields: {level: number = 1}}", "RW108"),
        ("{all: cards, back: mates, fields: {mates: list of number}}", "RW401"),
    ],
)
def test_what_no_back_can_show_is_a_finding(kind, code):
    text = with_parts(BLIND, "draw 1 from deck to players[1].hand", kinds=f"kinds: {{card: {kind}}}")
    assert code in codes(text)
