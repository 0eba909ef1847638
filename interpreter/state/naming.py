"""Names for the machine's numbers: in ids and JSON as the content writes them, in labels as they are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.content.model import Game, Zone
from rulewright.interpreter.content.sections import titled
from rulewright.interpreter.journal.events import Back
from rulewright.interpreter.language.checked import NOTHING
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.eyes import Spot
from rulewright.interpreter.state.layout import NOWHERE, PLAYER, Layout
from rulewright.interpreter.state.limits import written

FACES = ("front", "back")
Value = int | tuple[int, ...]
"""Any value at run time."""


def back_in_words(back: Back) -> str:
    """Return what is printed on a back for a person to read, empty where nothing is."""
    told = (
        (
            name.replace("_", " "),
            {True: "yes", False: "no", None: "none"}[value]
            if value is None or isinstance(value, bool)
            else value,
        )
        for name, value in back
    )
    return ", ".join(f"{name} {value}" for name, value in told)


class Naming:
    """Names of players, components, zones and enum values of one match."""

    def __init__(self, game: Game, layout: Layout, players: tuple[str, ...]) -> None:
        self.game = game
        self.layout = layout
        self.players = players

    def zone(self, number: int) -> str | None:
        """Return how a zone is written; None for nowhere."""
        return None if number == NOWHERE else self.layout.zone_label(number, self.players)

    def face(self, side: int) -> str:
        """Return `front` or `back`."""
        return FACES[side]

    def plain(self, type_: Type, value: Value) -> Any:  # noqa: ANN401  # whatever JSON has
        """Return a value as JSON has it: numbers, true and false, names, null for none, lists of these."""
        if isinstance(value, tuple):
            item = type_.item
            return [self.plain(item, entry) for entry in value] if item is not None else list(value)
        if type_.base == "number":
            return value
        if value == NOTHING:
            return None
        return bool(value) if type_.base == "flag" else self.word(type_, value)

    def word(self, type_: Type, value: int) -> str:
        """Return one value as the content writes it; it is the id of an option that stands for the value."""
        if type_.base == "number":
            return written(value)
        if value == NOTHING:
            return "none"
        match type_.base:
            case "flag":
                return "yes" if value else "no"
            case "player":
                return self.players[value]
            case "component":
                return self.layout.ids[value]
        return self._enum_values(type_.names[0])[value]

    def spot(self, zone: int, position: int, viewer: int) -> str:
        """Return the id of an option that stands for a component a seat cannot see: its zone, and its place from 1."""
        declared, holder = self.layout.zone_decl[zone], self.layout.zone_holder[zone]
        own = declared is not None and declared.scope == PLAYER and holder == viewer
        name = declared.name if own and declared is not None else self.zone(zone)
        return f"{name}-{position + 1}"

    def option(self, type_: Type, value: int, unseen: Mapping[int, Spot], viewer: int) -> str:
        """Return the id of an option; `unseen` are the components a seat cannot see, each with its place."""
        if type_.base == "component" and value in unseen:
            return self.spot(*unseen[value], viewer)
        return self.word(type_, value)

    def shown(self, type_: Type, value: Value, face: int = 0) -> str:
        """Return a value as a person reads it; `face` is the side up, when the value is a component."""
        if isinstance(value, tuple):
            item = type_.item
            return ", ".join(self.shown(item, entry) for entry in value) if item and value else "nothing"
        if value != NOTHING and type_.base == "enum" and type_.names[0] in self.game.enums:
            return self.game.enums[type_.names[0]].titles[value]
        if value != NOTHING and type_.base == "component":
            return self.printed(value, face)
        return self.word(type_, value)

    def printed(self, component: int, face: int) -> str:
        """Return the name printed on a side of a component."""
        return self.game.cards[self.layout.card_of[component]].sides[face].name

    def back(self, component: int) -> Back:
        """Return what is printed on the back of a component, by field, as JSON has it."""
        kind = self.game.kinds[self.layout.kind_of[component]]
        printed = self.game.cards[self.layout.card_of[component]].sides[0].fields
        values = [(name, printed.get(name)) for name in kind.back]
        return tuple(
            (name, self.plain(kind.fields[name].type, value if isinstance(value, int) else NOTHING))
            for name, value in values
        )

    def _enum_values(self, name: str) -> tuple[str, ...]:
        if name in self.game.enums:
            return self.game.enums[name].values
        for option in self.game.options.values():
            if option.type.base == "enum" and option.type.names[0] == name:
                return option.values
        return FACES


def zone_title(zone: Zone) -> str:
    """Return what a zone is called by itself.

    Zones of several groups have the same title when nobody gave them one; then the group's name tells them apart.
    """
    group, dot, name = zone.name.rpartition(".")
    return f"{zone.title} {group.replace('_', ' ')}" if dot and zone.title == titled(name) else zone.title


def id_of_words(words: str) -> str:
    """Return the option id for a branch's label: lower-case words with hyphens."""
    return re.sub(r"[\W_]+", "-", words.lower()).strip("-") or "branch"
