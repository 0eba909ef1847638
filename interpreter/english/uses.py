"""Which declarations of a game each of its cards uses: what one looks up to learn from an example."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Card, Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import nodes

Use = tuple[str, str]
"""A section of the vocabulary and a name in it."""


def uses_by_card(game: Game) -> dict[Use, str]:
    """Return the first card of the game that uses each declaration, by its id."""
    found: dict[Use, str] = {}
    for card in game.cards:
        for use in _uses(game, card):
            found.setdefault(use, card.id)
    return found


def _uses(game: Game, card: Card) -> Iterator[Use]:
    kind = game.kinds[card.kind]
    yield "kinds", kind.name
    for declared in kind.fields.values():
        yield from _type_uses(declared.type)
        if declared.by is not None:
            yield "enums", declared.by
    for zone in kind.zones:
        yield "zones", f"{kind.name}.{zone}"
    for zone in kind.active_in:
        yield "zones", f"me.{zone}"
    for side in card.sides:
        for ability in side.abilities:
            yield "windows", ability.window
            for part in (ability.pattern, ability.condition, ability.body):
                yield from _node_uses(part)
        for change in side.changes:
            yield "values", change.value
            yield from _node_uses(change.condition)
            yield from _node_uses(change.number)
        for body in side.effects.values():
            yield from _node_uses(body)


def _node_uses(node: object) -> Iterator[Use]:
    for part in nodes(node):
        match part:
            case c.Call():
                yield "actions", part.action
            case c.Offer():
                yield "windows", part.window
            case c.ValueCall():
                yield "values", part.value
            case c.PlayerCounter() | c.Amount():
                yield "counters", part.counter
            case c.OptionValue():
                yield "options", part.option
            case c.Lookup():
                yield "tables", part.table
            case c.GameState():
                yield "state", part.name
            case c.ZoneRef():
                yield from _zone_uses(part)
            case c.Const():
                yield from _type_uses(part.type)


def _zone_uses(zone: c.ZoneRef) -> Iterator[Use]:
    if zone.scope == "component" and zone.holder is not None:
        yield from (("zones", f"{kind}.{zone.zone}") for kind in zone.holder.type.names)
    else:
        yield "zones", f"me.{zone.zone}" if zone.scope == "player" else zone.zone


def _type_uses(type_: Type) -> Iterator[Use]:
    if type_.base == "enum":
        yield "enums", type_.names[0]
    if type_.item is not None:
        yield from _type_uses(type_.item)
