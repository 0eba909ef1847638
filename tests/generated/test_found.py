"""What generated games have found, each cut down to a line or two: both machines are at one, and right."""

from __future__ import annotations

from functools import cache

import pytest
import yaml

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import RuleError
from tests.generated.files import loaded
from tests.generated.in_step import Opening, play_in_step

BASE = """
language: 1
game: tiny
title: Tiny
players: 2
enums: {suit: {all: suits, values: [sun, moon]}}
kinds:
  peg: {all: pegs, active in: [hand], fields: {suit: suit}, state: {pal: peg, mark: suit}}
counters: {score: {}}
zones: {pile: {holds: peg}, of each player: {hand: {holds: peg}}}
windows: {fair(n is number): {who: each player in turn order}}
values: {likes(player): {is: "[1, 2]"}}
rounds: {number: 1, every: {phases: [main]}}
setup: move pegs[1] to players[1].hand
"""
CARDS = """
kind: peg
cards:
  ace: {suit: sun, changes: [{value: likes, to: "[3, 4, 5]"}]}
  bit: {suit: moon}
"""


@cache
def game(do: str, by: str = "player.score", cards: str = CARDS) -> Game:
    rules = yaml.safe_load(BASE)
    rules |= {"phases": {"main": {"do": do}}, "result": {"rank": "players", "by": [by]}}
    found, findings = loaded({"rules/tiny/game.yaml": rules, "cards/tiny/pegs.yaml": yaml.safe_load(cards)})
    assert found is not None, [finding.message for finding in findings]
    return found


FOUND = {
    "a list of a value that a card has changed": (
        "as players[1]: gain sum(n for each n in likes(me)) score",
        [12, 0],
    ),
    "a state of a component that is drawn": (
        "let mark = random_of(pegs).mark\nlet pal = random_of(pegs).pal.mark",
        [0, 0],
    ),
    "an owner that is drawn": (
        "let who = random_of([ace]).owner\nas players[1]:\n  if who == me: gain 3 score",
        [3, 0],
    ),
    "chance in a list that is gone through": (
        "let n = count(p in [ace, random_of([bit]).pal] where p != none)\nas players[2]: gain n score",
        [0, 1],
    ),
    "a component that is moved twice": (
        "move [ace, bit, ace] to pile\nas each p in players: gain count(pile) score",
        [2, 2],
    ),
    "a component that lies there and is moved again": ("move [ace, ace] to players[1].hand", [0, 0]),
}


@pytest.mark.parametrize("silent", [False, True], ids=["with a journal", "without"])
@pytest.mark.parametrize("what", FOUND)
def test_both_machines_are_at_one(what, silent):
    do, scores = FOUND[what]
    assert play_in_step(game(do), Opening(2, 1, silent=silent)) == "over"
    assert FastMatch(game(do), 2).scores() == scores


FAULTS = {
    "where nothing is moved to": "move all p in pegs where no to players[count(pile) + 3].hand",
    "where nothing is drawn to": "draw 1 from pile to players[count(pile) + 3].hand",
}


@pytest.mark.parametrize("what", FAULTS)
def test_where_nothing_goes_is_worked_out_all_the_same(what):
    for machine in (Match, FastMatch):
        with pytest.raises(RuleError, match="there is no entry 3"):
            machine(game(FAULTS[what]), 2)


def test_saves_go_from_a_match_with_a_journal_to_one_without_and_back():
    asks = "as players[1]:\n  let n = random(0, 0)\n  choose m from 1 to 2\n  gain n + m score"
    with_journal, without = (FastMatch(game(asks), 2, journal=journal) for journal in (True, False))
    for saved in (with_journal.save(), without.save()):
        for journal in (True, False):
            resumed = FastMatch.resume(game(asks), saved, journal=journal)
            resumed.apply("2")
            assert resumed.scores() == [2, 0]


@pytest.mark.parametrize("waits_for", ["round", "[1, 2][1]", "count(pile)"])
def test_an_ability_that_waits_for_what_may_change_is_a_finding(waits_for):
    cards = yaml.safe_load(CARDS)
    cards["cards"]["bit"]["abilities"] = [{"when": f"fair({waits_for})", "do": "gain 1 score"}]
    rules = yaml.safe_load(BASE) | {"phases": {"main": {"do": "offer fair(1)"}}}
    rules["result"] = {"rank": "players", "by": ["player.score"]}
    found, findings = loaded({"rules/tiny/game.yaml": rules, "cards/tiny/pegs.yaml": cards})
    assert found is None
    assert [(finding.code, finding.span.file) for finding in findings] == [("RW205", "cards/tiny/pegs.yaml")]
    assert "an ability waits for what never changes" in findings[0].message


# ---------------------------------------------------------------- who waits for a window
WAITING = """
kind: peg
cards:
  ace: {suit: sun}
  bit: {suit: moon, abilities: [{when: fair(2), automatic: "yes", limit: any number of times, do: gain 1 score}]}
"""


@pytest.mark.parametrize(
    ("offered", "score"),
    [("2", 1), ("1", 0), ("3", 0), ("100", 0), ("0 - 1", 0), ("7 * count(pegs)", 0), ("count(pegs)", 1)],
)
def test_a_window_may_be_opened_with_a_number_that_nobody_waits_for(offered, score):
    do = f"move bit to players[1].hand\nas players[1]:\n  let n = {offered}\n  offer fair(n)\n  offer fair({offered})"
    waiting = game(do, cards=WAITING)
    assert play_in_step(waiting, Opening(2, 1)) == "over"
    assert FastMatch(waiting, 2).scores() == [2 * score, 0]


def test_what_a_window_is_opened_with_in_a_loop_is_worked_out_in_it():
    do = """
as each p in players:
  may "Ask": nothing
as each q in turn_order:
  offer fair([1, 2][count(pile) + 1])
"""
    waiting = game(do, cards=WAITING)
    assert play_in_step(waiting, Opening(2, 1)) == "over"
    assert play_in_step(waiting, Opening(2, 1, silent=True)) == "over"


@pytest.mark.parametrize("printed", ["", ", up: 'yes'"], ids=["on no card", "on all cards"])
@pytest.mark.parametrize(
    "won", ["game.lead.up", "not game.lead.up", "[3, 4][game.lead.rank] > 0", "7 / game.lead.rank > 9"]
)
def test_what_a_test_in_front_keeps_from_being_asked_is_one_that_is_missing(won, printed):
    cards = yaml.safe_load(
        CARDS.replace("sun,", f"sun, rank: 1{printed},").replace("moon", f"moon, rank: 1{printed}")
    )
    rules = yaml.safe_load(BASE)
    rules["kinds"]["peg"]["fields"] |= {"up": "flag", "rank": "number"}
    rules |= {"state": {"lead": "peg"}, "phases": {"main": {"do": "as players[1]: choose n from 1 to 2"}}}
    rules["result"] = {"rank": f"all(p in players where game.lead != none and {won})", "by": ["player.score"]}
    found, findings = loaded({"rules/tiny/game.yaml": rules, "cards/tiny/pegs.yaml": cards})
    assert found is not None, [finding.message for finding in findings]
    for machine in (Match, FastMatch):
        # The test in front is not passed, and what stands behind it is not asked: one each.
        assert machine(found, 2).estimates() == [-2, -2]


def test_what_an_or_has_answered_already_is_not_asked():
    rules = yaml.safe_load(BASE)
    rules |= {"state": {"lead": "peg"}, "phases": {"main": {"do": "as players[1]: choose n from 1 to 2"}}}
    won = "(game.lead == none or 7 / count(pile) > 9) and p.score > 4"
    rules["result"] = {"rank": f"all(p in players where {won})", "by": ["player.score"]}
    found, findings = loaded({"rules/tiny/game.yaml": rules, "cards/tiny/pegs.yaml": yaml.safe_load(CARDS)})
    assert found is not None, [finding.message for finding in findings]
    for machine in (Match, FastMatch):
        assert machine(found, 2).estimates() == [-5, -5]
