"""Enums whose values are the printed cards of a kind: names for cards, however many copies there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.interpreter.content.card_sources import CardSource, first_id
from rulewright.interpreter.content.sections import MORE_VALUES, child, printed, scalar
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.declarations import CardFieldDecl
from rulewright.interpreter.language.types import enum_type
from rulewright.interpreter.source import Entry, Node

CARDS_OF = "cards of"
"""The key of an enum that names the kind."""


def kind_of_cards(world: World, entry: Entry) -> str:
    """Return the kind whose cards are the values of an enum; empty where they are declared."""
    node = scalar(child(entry.value, CARDS_OF))
    if node is None:
        return ""
    for key in ("values", MORE_VALUES, "titles"):
        stray = child(entry.value, key)
        if stray is not None:
            message = f"the values are the cards of a kind, and called as these are; take `{key}` away"
            world.findings.add("RW108", stray.span, message)
    return node.text


def fill_card_enums(world: World, sections: Sequence[Entry], cards: Sequence[CardSource]) -> None:
    """Give these enums their values, and each kind the field that says which card a component is."""
    declared = world.declared
    for entry in sections:
        enum, node = declared.enums.get(entry.key.text), scalar(child(entry.value, CARDS_OF))
        if enum is None or node is None or not enum.cards_of:
            continue
        kind = declared.kinds.get(enum.cards_of)
        own = [card for card in cards if kind is not None and card.kind == kind.name]
        if kind is None:
            near = nearest(node.text, declared.kinds)
            world.findings.add("RW214", node.span, f"no kind `{node.text}` is declared", near)
        elif not own and f"cards of {kind.name}" not in world.broken:
            message = f"there are no cards of the kind {kind.name}, so the enum has no values"
            world.findings.add("RW107", node.span, message)
        if not own or kind is None:
            # Nobody knows what its values are: their uses make no further findings.
            del declared.enums[enum.name]
            world.broken.add(enum.name)
            continue
        values, titles = tuple(map(card_word, own)), tuple(map(_title, own))
        declared.enums[enum.name] = replace(enum, values=values, titles=titles)
        kind.fields[enum.name] = CardFieldDecl(
            enum.name, enum_type(enum.name), None, False, 0, enum.span, enum.about, of_card=True
        )


def card_word(card: CardSource) -> str:
    """Return the value that stands for a card; one that takes the place of another keeps that one's."""
    return first_id(card) or card.id


def _title(card: CardSource) -> str:
    """Return the name printed on a card, on its front where the sides have names of their own."""
    front: Node | None = card.get("front")
    own = scalar(child(front, "name")) or (scalar(card.get("name")) if not card.implied else None)
    return own.text if own is not None else printed(card.id)
