"""Every statement and formula of the language's reference in English, kept as a snapshot that was read through."""

from __future__ import annotations

import pytest
from small_game import first_player, load

from interpreter.english.effects import Effects
from interpreter.english.known import Called
from interpreter.language import checked as c
from interpreter.language.entries import groups

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
        ("gain 2 * me.coins score", "gain 2 Score for each Coins you have"),
        ("gain me.coins / 2 score", "gain Score equal to your Coins divided by 2 (rounded down)"),
        (
            "gain 1 coins for each stone in me.hand where stone is flint",
            "gain 1 Coins for each Stone in your Hand that is a Flint",
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
        ("set flint.marked to yes", "Flint's marked becomes yes"),
        ("set game.leader to me", "the leader becomes you"),
        ("shuffle turn_order", "shuffle the turn order"),
        ("nothing", "do nothing"),
    ],
)  # fmt: skip
def test_an_effect_in_english(effect, words):
    assert english(effect) == words
