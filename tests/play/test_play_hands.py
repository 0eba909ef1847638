"""`--why` names the cards that only changed a value: what a thing costs, who wins a tie, what is allowed."""

from __future__ import annotations

import pytest
from command_line import CHECKOUT, run
from small_game import first_player, load

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.hands import with_hands

CARDS = """
kind: helper
cards:
  haggler: {wage: 1, front: {changes: [{value: price(stone), for: all, add: -1}]}, back: {}}
  beggar: {wage: 1, front: {changes: [{value: power(player), to: 7}]}, back: {}}
  bandit: {wage: 1, front: {changes: [{value: power(player), to: 7}]}, back: {}}
  loafer: {wage: 1, front: {changes: [{value: price(stone), for: all, add: 0}]}, back: {}}
"""
EXTRA = """
counters:
  passes: {text: {gain: pay nothing once}}
values:
  toll(player): {is: 5, at least: 0}
actions:
  cross: {text: cross the bridge, do: "if me.passes == 0:\\n  pay 2 coins\\ngain 1 score"}
"""


def hands(effect, *camp, moves=(), extra=EXTRA):
    """What had a hand in each change of a counter: its name, how much, and the cards."""
    setup = "\n".join(f"move {name} to me.camp" for name in camp)
    game = load(first_player(f"{setup}\n{effect}" if setup else effect), extra, cards_more=CARDS)
    match = FastMatch(game, ["Ann", "Ben"], seed=1, journal=True)
    for move in moves:
        match.apply(move)
    told = with_hands(match)
    assert [type(event) for event in told] == [type(event) for event in match.journal]
    return [
        (event.counter, event.after - event.before, [cause.rule for cause in event.where.also])
        for event in told
        if type(event).__name__ == "CounterChanged"
    ]


def test_a_card_that_changed_a_price_is_named_where_it_was_paid_and_nowhere_else():
    found = hands("pay price(slate) coins\ngain 1 score", "haggler")
    assert [(name, cards) for name, _, cards in found] == [("coins", ["card haggler front"]), ("score", [])]


def test_a_change_that_makes_no_difference_has_no_hand_in_it():
    assert all(not cards for _, _, cards in hands("pay price(slate) coins", "loafer"))


def test_so_it_is_behind_a_decision():
    effect = 'may "Buy":\n  pay price(slate) coins\ngain 1 score'
    found = hands(effect, "haggler", moves=["yes"])
    assert [cards for _, _, cards in found] == [["card haggler front"], []]


def test_a_branch_that_a_card_opens_and_cards_that_do_the_same_are_named_together():
    effect = "if power(me) == 7:\n  gain 2 score"
    assert hands(effect, "beggar") == [("score", 2, ["card beggar front"])]
    assert hands(effect, "beggar", "bandit") == [("score", 2, ["card beggar front", "card bandit front"])]


def test_what_stands_for_a_card_is_traced_to_what_gave_it():
    effect = 'gain 1 passes\nmay "Go":\n  cross()'
    found = hands(effect, moves=["yes"])
    assert [(name, amount) for name, amount, _ in found] == [("passes", 1), ("score", 1)]
    assert found[1][2] == ["phase main"]


TIES = """
game: pret-a-porter
players: [Anna, Matt]
stop: yes
cases:
  - name: Upkeep
    given: {round: 4, phase: upkeep, turn_order: [Anna, Matt],
      Anna: {cash: 20, buildings: [banquet-hall-1], contracts: [with-rental-office]}, Matt: {employees: [model-1]}}
    moves: []
  - name: a tie won
    given: {round: 3, phase: award, turn_order: [Anna, Matt], exhibition-iii.shows: [london],
      Anna: {buildings: [banquet-hall-1 back], pr: 1, collection: [d01]}, Matt: {pr: 3, collection: [d02]}}
    moves: []
  - name: a tie named
    given: {round: 3, phase: award, turn_order: [Anna, Matt], exhibition-iii.shows: [london],
      Anna: {employees: [spokesman back], pr: 1, collection: [d01]}, Matt: {pr: 1, collection: [d02]}}
    moves: [{Anna: [spokesman, pr]}]
"""


@pytest.mark.slow
def test_the_lines_one_asks_about_name_their_cards(tmp_path):
    script = tmp_path / "ties.yaml"
    script.write_text(TIES)
    told = run("play", str(script), "--why", root=CHECKOUT).stdout
    upkeep, won, named = told.split("Case: ")[1:]
    for part, line, card in (
        (upkeep, "-3 cash (20 → 17)", "card with-rental-office front"),
        (won, "+1 Prestige (1 → 2)", "card banquet-hall back"),
        (named, "+1 Prestige (2 → 3)", "card spokesman back"),
    ):
        below = part[part.index(line) :].split("\n\n")[0].split("\n")
        causes = []
        for row in below[1:]:
            if not row.startswith("   "):
                break
            causes.append(row.strip())
        assert any(cause.startswith(card) for cause in causes), (line, causes)


def test_a_match_without_changes_tells_its_journal_as_it_is():
    match = FastMatch(load(first_player("gain 1 score")), ["Ann", "Ben"], journal=True)
    assert with_hands(match) == match.journal
