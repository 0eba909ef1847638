"""What chance is for, by names that outlive changes: zones that are shuffled, and random numbers of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from rulewright.interpreter.content.model import Card, Game, Zone
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, nodes

Name = tuple[str | int, ...]
ZoneKey = tuple[str, str]
"""The scope and the name of a zone, for one of components without the kind that has it."""

TURN_ORDER: ZoneKey = ("game", "turn_order")
_SIDES = ("front", "back")
_OURS = frozenset(
    ("card", "random", "shuffle", "value", "setup", "phase", "action", "ending", "when", "game", "player", "component",
     "turn_order", *_SIDES)
)  # fmt: skip
"""The words in names of chance that are no words of a game."""


def is_of_game(word: str | int) -> TypeGuard[str]:
    """Say whether a part of a name is a word of the game, which may have been another once."""
    return isinstance(word, str) and word not in _OURS


def words_of_chance(game: Game) -> set[str]:
    """Return the words of a game on which depends what its shuffles and random numbers give."""
    places = list(random_places(game))
    zones = shuffled_zones(game)
    found = {word for name, _ in places for word in name if is_of_game(word)}
    found |= {part for _, name in zones for part in name.split(".") if is_of_game(part)}
    items = [node.args[0].type.item for _, node in places]
    if zones - {TURN_ORDER} or any(item is not None and item.base == "component" for item in items):
        found |= {card.stands_for or card.id for card in game.cards}
    found |= {
        value
        for item in items
        if item is not None and item.base == "enum"
        for value in game.enums[item.names[0]].values
    }
    # A zone of a component has the name of that component's card; one of the game its own.
    return found


# ---------------------------------------------------------------- components and zones
def component_name(card: Card, copy: int, owner: int) -> Name:
    """Return the name of a component: its card, whose it was at first (a seat or -1), and which copy it is.

    A card that a pack puts in the place of another is drawn as that one would be.
    """
    if card.each_player:
        copy %= card.copies
    return ("card", card.stands_for or card.id, owner + 1, copy + 1)


def zone_key(zone: Zone | None) -> ZoneKey:
    """Return the scope and name of a zone; None stands for the turn order."""
    return TURN_ORDER if zone is None else key_of(zone.scope, zone.name)


def key_of(scope: str, name: str) -> ZoneKey:
    return scope, name.rsplit(".", 1)[-1] if scope == "component" else name


def shuffled_zones(game: Game) -> set[ZoneKey]:
    """Return the scopes and names of the zones that can ever be shuffled."""
    zones = (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values())
    found = {zone_key(zone) for zone in zones if zone.refill_from is not None}
    for _, block in _units(game):
        for statement in _statements(block):
            if isinstance(statement, c.Shuffle):
                zone = statement.zone
                found.add(key_of(zone.scope, zone.zone) if isinstance(zone, c.ZoneRef) else TURN_ORDER)
    return found


# ---------------------------------------------------------------- random numbers
def random_places(game: Game) -> Iterator[tuple[Name, c.Builtin]]:
    """Yield each random number of the rules with its name.

    That is the rule or the card it stands in, what it is called or written to there, and the how-manieth so called.
    """
    met: Counter[Name] = Counter()
    for unit, block in _units(game):
        for statement in _statements(block):
            if not isinstance(statement, c.Let | c.Assign):
                continue
            for node in nodes(statement.value):
                if isinstance(node, c.Builtin) and node.name in ("random", "random_of"):
                    name: Name = ("random", *unit, *_pack(game, unit, node), _written_to(statement))
                    met[name] += 1
                    yield (*name, met[name]), node


def _pack(game: Game, unit: Name, node: c.Builtin) -> Name:
    """Return the pack that has added to the set-up or the ending, in a tuple; an empty one for everything else."""
    file = node.span.file if unit in (("setup",), ("ending",)) else ""
    return tuple(f"pack {pack.name}" for pack in game.packs if file.startswith(f"{pack.shown}/"))


def _written_to(statement: c.Let | c.Assign) -> str:
    if isinstance(statement, c.Let):
        return statement.name
    match statement.target:
        case c.PlayerCounter(counter=name):
            return name
        case c.GameState(name=name) | c.ComponentState(name=name):
            return name
    return "turn_order"


def _units(game: Game) -> Iterator[tuple[Name, c.Block]]:
    """Yield every effect of the game with its name; one that several cards share counts for the first."""
    yield ("setup",), game.setup
    for phase in game.phases.values():
        yield ("phase", phase.name), phase.body
    for action in game.actions.values():
        yield ("action", action.name), action.body
    met: set[int] = set()
    for card in game.cards:
        id_ = card.stands_for or card.id
        for side, word in zip(card.sides, _SIDES, strict=False):
            for field, block in side.effects.items():
                if id(block) not in met:
                    met.add(id(block))
                    yield ("card", id_, word, field), block
            for ability in side.abilities:
                yield ("card", id_, word, "when", ability.window), ability.body
    yield ("ending",), game.ending


def _statements(block: c.Block) -> Iterator[c.Stmt]:
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from _statements(inner)
