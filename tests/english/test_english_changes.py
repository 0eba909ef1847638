"""Changes of values in English: whom they concern, and what a back says again."""

from __future__ import annotations

import pytest
from small_game import load

from rulewright.interpreter.content.model import Side
from rulewright.interpreter.english.alike import alike, differing
from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER, kind_type

SPAN = Span("cards.yaml", 1, 1, 1)

VALUES = """
values:
  fine_of(player): {is: 2, about: The price of a fault.}
  room_of(player): {is: 2, about: How many stones the player can carry in the player's hands.}
  free_of(player): {is: 0, about: "How many of the player's stones cost nothing, the dearest first."}
  tax(stone, player): {is: 1, about: What the stone costs the player.}
  toll_of(stone): {is: 1, about: The stone's toll.}
  rent: {is: 1}
  worth(stone): {is: 1, about: What a Stone is worth.}
  wins(player, suit): {is: no, about: Whether the player wins every tie in the suit.}
actions:
  dig: {text: Dig somewhere, do: gain 1 score}
  dive: {text: Dig somewhere, do: gain 2 score}
"""


def explained(front, back="{}"):
    text = f"kind: helper\ncards:\n  scout: {{wage: 1, front: {front}, back: {back}}}\n"
    game = load(extra=VALUES, cards_more=text)
    return Explainer(game).card(next(card for card in game.cards if card.id == "scout"))


def said(change):
    return [sentence.words for sentence in explained(f"{{changes: [{change}]}}").sides[0].sentences]


HAVE = "As long as you have this Helper"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("{value: fine_of(player), add: 3}", "the price of a fault rises by 3"),
        ("{value: fine_of(player), for: opponents, add: 3}",
         "for each opponent, the price of a fault rises by 3"),
        ("{value: fine_of(player), for: all, add: -1}", "for each player, the price of a fault falls by 1"),
        ("{value: fine_of(player), for: opponents, add: player.coins}",
         "for each opponent, the price of a fault rises by that opponent's Coins"),
        ("{value: fine_of(player), for: opponents, if: player.coins > 2, to: 0}",
         "for each opponent, if that opponent has at least 3 Coins, the price of a fault is 0"),
        ("{value: room_of(player), for: all, add: 1}",
         "how many stones each player can carry in that player's hands rises by 1"),
        ("{value: room_of(player), add: 1}", "how many stones you can carry in your hands rises by 1"),
        ("{value: free_of(player), add: 2}", "2 more of your stones cost nothing, the dearest first"),
        ("{value: free_of(player), add: 1}",
         "how many of your stones cost nothing, the dearest first, rises by 1"),
        ("{value: free_of(player), for: opponents, at least: 2}",
         "at least 2 of each opponent's stones cost nothing, the dearest first"),
        ("{value: 'wins(player, suit)', for: all, if: suit == moon, to: yes}",
         "each player wins every tie in moon"),
        ("{value: 'tax(stone, player)', add: -1}", "what each Stone of yours costs the player falls by 1"),
        ("{value: 'tax(stone, player)', for: opponents, add: 1}",
         "what each Stone of your opponents costs the player rises by 1"),
        ("{value: 'tax(stone, player)', for: all, add: 1}", "what each Stone costs the player rises by 1"),
        ("{value: worth(stone), for: all, add: -2}", "for each Stone, what a Stone is worth falls by 2"),
        ("{value: worth(stone), for: opponents, if: stone.weight > 1, add: -2}",
         "for each Stone of your opponents, if that Stone's weight is at least 2, what a Stone is worth falls by 2"),
        ("{value: toll_of(stone), for: opponents, to: 5}",
         "for each Stone of your opponents, that Stone's toll is 5"),
    ],
)  # fmt: skip
def test_a_change_says_whom_it_concerns(change, words):
    assert said(change) == [f"{HAVE}: {words}."]


def test_a_condition_on_the_owner_stands_in_front():
    change = "{value: fine_of(player), if: player.coins > 2, to: 0}"
    assert said(change) == [f"{HAVE} and you have at least 3 Coins: the price of a fault is 0."]


@pytest.mark.parametrize(
    ("front", "back", "same"),
    [
        ("changes: [{CHANGE, add: 3}]", "changes: [{CHANGE, add: 3}]", True),
        ("changes: [{CHANGE, add: 3}]", "changes: [{CHANGE, add: 3, for: all}]", False),
        ("changes: [{CHANGE, add: 3}]", "changes: [{CHANGE, add: 2}]", False),
        ("abilities: [{when: fair(moon), do: dig()}]", "abilities: [{when: fair(moon), do: dig()}]", True),
        # The words are those of the front, and what is done is another thing.
        ("abilities: [{when: fair(moon), do: dig()}]", "abilities: [{when: fair(moon), do: dive()}]", False),
    ],
)
def test_a_back_says_that_it_is_as_on_the_front_only_where_it_is(front, back, same):
    sides = [f"{{{side.replace('CHANGE', 'value: fine_of(player)')}}}" for side in (front, back)]
    assert [sentence.as_before for sentence in explained(*sides).sides[1].sentences] == [same]


def test_a_number_of_the_card_that_the_sides_do_not_share_is_not_as_on_the_front():
    """The number is read off the side that is up, whatever the words for it are."""
    front, back = ({"wage": 1, "deed": ()}, {"wage": 2, "deed": ()})
    asked = c.CardField(SPAN, NUMBER, "wage", c.Local(SPAN, kind_type("helper"), "this"))
    differ = differing(Side("", front), Side("", back))
    assert differ == {"wage"}
    assert not alike(asked, asked, differ)
    assert alike(asked, asked, frozenset())
