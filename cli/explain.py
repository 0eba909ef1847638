"""The command `explain`: cards in plain English, generated from what they do."""

from __future__ import annotations

from typing import Any

from cli.output import Format, write, write_json
from cli.reports import game_of, games_of
from cli.show import find_card
from cli.where import Where
from interpreter.english.cards import CardText, Explainer


def run(name: str, word: str | None, form: Format, where: Where) -> None:
    """Write one card of a game in English, or all of them."""
    game = game_of(games_of(where), name)
    cards = game.cards if word is None else (find_card(game, word),)
    explainer = Explainer(game)
    texts = [explainer.card(card) for card in cards]
    if form is Format.JSON:
        write_json([_as_json(text) for text in texts])
    else:
        write("\n\n".join("\n".join(text.lines()) for text in texts))


def _as_json(text: CardText) -> dict[str, Any]:
    return {
        "id": text.card.id,
        "kind": text.card.kind,
        "heading": text.heading,
        "sides": [
            {
                "name": side.name,
                "fields": list(side.fields),
                "sentences": [said.words for said in side.sentences],
            }
            for side in text.sides
        ],
    }
