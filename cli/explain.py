"""The command `explain`: the rules and the cards in plain English, generated from what they do."""

from __future__ import annotations

from typing import Any

from rulewright.cli.output import CommandError, Format, write, write_json
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.show import find_card
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.english.cards import CardText, Explainer
from rulewright.interpreter.english.rules import Rule, Rules


def run(name: str, word: str | None, form: Format, where: Where) -> None:
    """Write one card or rule of a game in English, or all rules and then all cards."""
    game = game_of(games_of(where), name)
    rules = _rules(game, word)
    cards = game.cards if word is None else () if rules else (find_card(game, word),)
    explainer = Explainer(game)
    texts = [explainer.card(card) for card in cards]
    if form is Format.JSON:
        write_json([_as_json(text) for text in texts] if texts else [_rule_as_json(rule) for rule in rules])
    else:
        told = ["\n".join(rule.lines) for rule in rules] + ["\n".join(text.lines()) for text in texts]
        write("\n\n".join(told))


def _rules(game: Game, word: str | None) -> list[Rule]:
    """Return the rules that are meant: all without a word, none where the word means a card."""
    if word is None:
        return list(Rules(game).all())
    try:
        find_card(game, word)
    except CommandError:
        # What means neither card nor rule is refused as an unknown card.
        return Rules(game).named(word)
    return []


def _rule_as_json(rule: Rule) -> dict[str, Any]:
    return {"rule": rule.sort, "name": rule.name, "lines": list(rule.lines)}


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
