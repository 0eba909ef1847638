"""Every card of the shipped games in English, kept as a snapshot that was read through."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.cards import Explainer

ROOT = Path(__file__).resolve().parents[2]
GAME = load_game("pret-a-porter", ROOT)
EXPLAINER = Explainer(GAME)


def text_of(kind):
    cards = [card for card in GAME.cards if card.kind == kind]
    return "\n\n".join("\n".join(EXPLAINER.card(card).lines()) for card in cards)


@pytest.mark.parametrize("kind", list(GAME.kinds))
def test_the_cards_of_a_kind_in_english(kind, snapshot):
    assert text_of(kind) == snapshot


def test_every_ability_is_a_sentence_that_says_may_or_nothing_else():
    for ability in GAME.abilities:
        words = EXPLAINER.ability(ability)
        assert words[0].isupper()
        assert words.endswith(".")
        assert (": you may " in words) != ability.automatic, words
        assert "{" not in words
        assert "_" not in words


def test_no_sentence_names_what_only_the_files_know():
    """Names of parameters, fields and states must not show as code."""
    for ability in GAME.abilities:
        words = EXPLAINER.ability(ability)
        assert "it is not so that" not in words, words
        assert "carry out “" not in words, words
        assert "written on" not in words, words
