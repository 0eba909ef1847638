"""Every statement and formula of the language's reference in English, kept as a snapshot that was read through."""

from __future__ import annotations

import pytest
from small_game import first_player, load

from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.english.effects import Effects
from rulewright.interpreter.english.known import Called
from rulewright.interpreter.english.vocabulary import Vocabulary
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.reference.entries import groups

YOU = {"me": Called("you", "your")}
EFFECTS = [(group.title, entry) for group in groups() if group.sort == "effect" for entry in group.entries]
SMALL = load()


def english(effect):
    game = load(first_player(effect))
    statement = game.phases["main"].body[0]
    assert isinstance(statement, c.AsPlayer)
    return Effects(game).block(YOU, statement.body)


def test_the_reference_of_effects_in_english(snapshot):
    said = {}
    for title, entry in EFFECTS:
        said.setdefault(title, {})[entry.name] = [entry.example, english(entry.tried or entry.example)]
    assert said == snapshot


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("gain 2 score and 1 goods[moon]", "gain 2 Score and 1 moon Goods"),
        ("gain min(3, me.coins) score", "gain Score equal to your Coins (at most 3)"),
        ("gain 2 * me.coins score", "gain 2 Score for each Coin you have"),
        ("gain me.coins / 2 score", "gain Score equal to your Coins divided by 2 (rounded down)"),
        (
            "gain 1 coins for each stone in me.hand where stone is flint",
            "gain 1 Coin for each Stone in your Hand that is a Flint",
        ),
        ("pay 2 coins\ngain 1 score", "pay 2 Coins to gain 1 Score"),
        ("let n = 1 + 2\nearn(n)", "Earn 3 coins"),
        ("earn(2, extra = 1)", "Earn 2 coins, and 1 more"),
        ("if 1 > 2:\n  gain 1 score\nelse:\n  gain 2 score", "gain 2 Score"),
        ("if me.coins > 2:\n  gain 1 score", "if you have at least 3 Coins, gain 1 Score"),
        (
            "if not any(me.hand) or round > 3: gain 1 score",
            "if you have no Stone in your Hand or it is after round 3, gain 1 Score",
        ),
        ("if options.long: gain 1 score", "if the game is played with the variant “Long”, gain 1 Score"),
        ("if options.weather == wet: gain 1 score", "if the variant “Weather” is wet, gain 1 Score"),
        ("set flint.marked to yes", "from now on Flint is marked"),
        ("set game.leader to me", "the leader becomes you"),
        ("shuffle turn_order", "shuffle the turn order"),
        ("nothing", "do nothing"),
    ],
)  # fmt: skip
def test_an_effect_in_english(effect, words):
    assert english(effect) == words


VOCABULARY = """
zones:
  pile:
    spare: {holds: stone, title: Spare piles}
  spread: {holds: stone, title: Stones}
values:
  reach(player): {is: 3 + round, about: How many stones the player can reach.}
  might(player): {is: 3 + round, title: Strength of arm, about: How strong the player is.}
actions:
  boast: {text: "{me.score} Score, {me.coins} to spare", do: gain 1 score}
  climb: {text: "climb {reach(me)} steps", needs: reach(me) > 2 and might(me) > 1, do: gain 1 score}
  search: {text: search, needs: any(pile.spare) or any(heap) or any(spread), do: gain 1 score}
"""


def test_what_is_worked_out_in_the_game_reads_as_something_to_fill_in():
    game = load(extra=VOCABULARY)
    said = {word.name: word for word in Vocabulary(game).sections()["actions"]}
    assert said["boast"].about == "[your Score] Score, [your Coins] to spare."
    assert said["climb"].about == "Climb [how many stones you can reach] steps."
    assert (
        said["climb"].facts["needs"]
        == "how many stones you can reach is at least 3 and your strength of arm is at least 2"
    )


def test_what_lies_in_a_zone_is_told_once():
    """Neither what a zone is called after nor the group that its title names is told a second time."""
    said = {word.name: word for word in Vocabulary(load(extra=VOCABULARY)).sections()["actions"]}
    assert said["search"].facts["needs"] == (
        "there is a Stone in the spare piles or a Stone in the Heap or a Stone among the Stones"
    )


def test_an_effect_says_a_counter_once():
    assert english_of("boast()") == "your Score, your Coins to spare"


def english_of(effect):
    statement = load(first_player(effect), VOCABULARY).phases["main"].body[0]
    return Effects(load(extra=VOCABULARY)).block(YOU, statement.body)


def test_of_numbers_for_each_value_of_an_enum_those_that_are_none_are_not_told():
    kinds = "kinds:\n  cart: {all: carts, fields: {load: number by suit = 0}}\n"
    cards = "kind: cart\ncards:\n  barrow: {load: {moon: 2}}\n  waggon: {load: {sun: 1, star: 3}}\n"
    game = load(extra=kinds, cards_carts=cards)
    told = {
        card.id: list(Explainer(game).card(card).lines())[1:] for card in game.cards if card.kind == "cart"
    }
    assert told == {"barrow": ["  Load: moon 2."], "waggon": ["  Load: The Sun 1, star 3."]}
