"""The layout of a match: every component, zone and slot of the state has a number, for one number of players."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Final

from rulewright.interpreter.content.model import Card, Game, Zone
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.asked import AskedChance
from rulewright.interpreter.state.chance import Chance
from rulewright.interpreter.state.chance_names import Name, ZoneKey, component_name, zone_key
from rulewright.interpreter.state.eyes import Eyes
from rulewright.interpreter.state.nesting import Nesting

NOWHERE = -1
NOBODY = -1
TURN_ORDER = 0

# The first slots of `State.v`.
SEED, DRAWN, ROUND, PHASE, STAGE, OPENINGS, FIRST_FREE = range(7)

# Values of the slot STAGE.
SETTING_UP, PLAYING, ENDING, OVER = range(4)

GAME: Final = "game"
PLAYER: Final = "player"
COMPONENT: Final = "component"


class Layout:
    """Numbers for the components, zones and slots of a game with a given number of players.

    Components that all players share come first, in the order of the cards, so that their numbers do not depend on the
    number of players; then those that are there only with some numbers of players; then those that each player has,
    card by card, player by player, copy by copy. A card that is not in this game has no components.

    By component: `card_of` (position in `Game.cards`), `kind_of`, `ids`, `fixed_owner` (seat or -1; of a kind that is
    not `per player` only its owner at the beginning), `place_in_kind`,
    `copy_of` (which copy of its card, from 0). By zone: `zone_decl`, `zone_holder` (seat, component or -1),
    `zone_active` (the kinds whose abilities work there). Zone 0 is the turn order, a list of seats. `chance` says what
    shuffles and random numbers give, and `eyes` who sees what. `levels` is the slot in which it is counted how deep
    rules lead to one another (-1 where none can lead too deep), and `nesting` says what counts.
    """

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self._kept: dict[int, tuple[str, int, str]] | None = None
        self._number_components()
        self._number_zones()
        self._number_slots()

    # ---------------------------------------------------------------- components
    def _number_components(self) -> None:
        self.card_of: list[int] = []
        self.kind_of: list[str] = []
        self.ids: list[str] = []
        self.fixed_owner: list[int] = []
        self.copy_of: list[int] = []
        self.of_card: list[tuple[int, ...]] = [()] * len(self.game.cards)
        here = [card for card in self.game.cards if card.is_for(self.players)]
        for card in sorted(here, key=lambda card: (card.each_player, card.players is not None)):
            self._number_card(card)
        self.by_id = {id_: component for component, id_ in enumerate(self.ids)}
        in_order = sorted(range(len(self.ids)), key=lambda component: self.card_of[component])
        self.of_kind: dict[str, tuple[int, ...]] = {
            name: tuple(c for c in in_order if self.kind_of[c] == name) for name in self.game.kinds
        }
        self.place_in_kind = [0] * len(self.ids)
        for components in self.of_kind.values():
            for place, component in enumerate(components):
                self.place_in_kind[component] = place

    def _number_card(self, card: Card) -> None:
        first = len(self.ids)
        owners = range(self.players) if card.each_player else (NOBODY,)
        holders = [owner for owner in owners for _ in range(card.copies)]
        for number, owner in enumerate(holders):
            self.card_of.append(card.position)
            self.kind_of.append(card.kind)
            self.ids.append(card.id if len(holders) == 1 else f"{card.id}-{number + 1}")
            self.fixed_owner.append(owner)
            self.copy_of.append(number)
        self.of_card[card.position] = tuple(range(first, len(self.ids)))

    # ---------------------------------------------------------------- zones
    def _number_zones(self) -> None:
        game = self.game
        self.zone_decl: list[Zone | None] = [None]
        self.zone_holder: list[int] = [NOBODY]
        self._zone_numbers: dict[tuple[str, str, int], int] = {}
        for zone in game.zones.values():
            self._add_zone(zone, GAME, zone.name, NOBODY)
        for zone in game.player_zones.values():
            for player in range(self.players):
                self._add_zone(zone, PLAYER, zone.name, player)
        for key, zone in game.component_zones.items():
            kind, name = key.split(".", 1)
            for component in self.of_kind[kind]:
                self._add_zone(zone, COMPONENT, name, component)
        self.zone_active: list[frozenset[str]] = [self._active_kinds(zone) for zone in self.zone_decl]
        # The player zones in which abilities can work at all, in the order of their declaration.
        self.active_zones: list[list[int]] = [
            [
                number
                for zone in game.player_zones.values()
                if self.zone_active[number := self.zone_number(PLAYER, zone.name, player)]
            ]
            for player in range(self.players)
        ]

    def _add_zone(self, zone: Zone, scope: str, name: str, holder: int) -> None:
        self._zone_numbers[scope, name, holder] = len(self.zone_decl)
        self.zone_decl.append(zone)
        self.zone_holder.append(holder)

    def _active_kinds(self, zone: Zone | None) -> frozenset[str]:
        if zone is None or zone.scope != PLAYER:
            return frozenset()
        return frozenset(kind.name for kind in self.game.kinds.values() if zone.name in kind.active_in)

    @property
    def zones(self) -> int:
        """How many zones there are, the turn order included."""
        return len(self.zone_decl)

    def zone_number(self, scope: str, name: str, holder: int = NOBODY) -> int:
        """Return the number of a zone of the game, of a seat or of a component. Raises KeyError for an unknown one."""
        if scope == COMPONENT:
            name = name.rsplit(".", 1)[-1]
        return self._zone_numbers[scope, name, holder]

    def refilled_from(self, number: int) -> int:
        """Return the zone that a zone is refilled from, -1 for none."""
        zone = self.zone_decl[number]
        source = self.game.refilled_from(zone) if zone is not None else None
        if source is None:
            return NOWHERE
        holder = self.zone_holder[number] if source.scope == PLAYER else NOBODY
        return self.zone_number(source.scope, source.name, holder)

    def zone_label(self, number: int, names: tuple[str, ...]) -> str:
        """Return how a zone is written: `row.x`, `Anna.x` or `component-id.x`; `names` are the players'."""
        zone, holder = self.zone_decl[number], self.zone_holder[number]
        if zone is None:
            return "turn_order"
        name = zone.name.rsplit(".", 1)[-1] if zone.scope == COMPONENT else zone.name
        if zone.scope == PLAYER:
            return f"{names[holder]}.{name}"
        return f"{self.ids[holder]}.{name}" if zone.scope == COMPONENT else name

    # ---------------------------------------------------------------- slots
    def _number_slots(self) -> None:
        game, count = self.game, len(self.ids)
        self.size = FIRST_FREE
        self.game_state = {name: self._take(1) for name in game.state}
        self._counters = {
            name: self._take(self.players * (len(game.enums[counter.by].values) if counter.by else 1))
            for name, counter in game.counters.items()
        }
        self.at = self._take(count)
        self.face = self._take(count)
        self.owner = self._take(count)
        self._states = {
            (kind.name, name): self._take(len(self.of_kind[kind.name]))
            for kind in game.kinds.values()
            for name in kind.state
        }
        # The slots of what rules count: states of the game and counters, and states of components.
        self.counted = (slice(FIRST_FREE, self.at), slice(self.owner + count, self.size))
        self.chance = self._chance()
        self._take(len(self.chance.names))
        shows = any(isinstance(node, c.Show) for node in nodes(tuple(roots(game))))
        self.known = self._take(count) if shows else NOWHERE
        self.nesting = Nesting(game)
        self.levels = self._take(1) if self.nesting.counts else NOWHERE
        self._stamps = [self._take(len(self.of_card[ability.card])) for ability in game.abilities]
        zones = list(zip(self.zone_decl, self.zone_holder, strict=True))
        self.eyes = Eyes(game, self.players, zones, self.kind_of, (self.at, self.owner, self.known), self)

    def _chance(self) -> Chance:
        names = [
            component_name(self.game.cards[card], self.copy_of[component], self.fixed_owner[component])
            for component, card in enumerate(self.card_of)
        ]
        holders: list[Name] = [
            names[holder] if zone is not None and zone.scope == COMPONENT else (holder + 1,)
            for zone, holder in zip(self.zone_decl, self.zone_holder, strict=True)
        ]
        zones = list(zip(map(zone_key, self.zone_decl), holders, strict=True))
        return Chance(self.game, self.size, self.at, self.players, names, zones)

    @cached_property
    def asked(self) -> Layout:
        """The same numbers, for matches whose chance is asked."""
        twin = copy.copy(self)
        twin.chance = AskedChance(self.chance, self)
        return twin

    def zone_key_of(self, zone: int) -> ZoneKey:
        """Return the scope and the name of a zone."""
        return zone_key(self.zone_decl[zone])

    def slots_of(self, component: int) -> tuple[int, ...]:
        """Return the slots of all that a component has besides its card and its place."""
        kind = self.game.kinds[self.kind_of[component]]
        card = self.card_of[component]
        stamps = (
            self.stamp_slot(ability.serial, component)
            for ability in self.game.abilities
            if ability.card == card
        )
        states = (self.state_slot(component, name) for name in kind.state)
        return (self.face + component, self.owner + component, *states, *stamps)

    def _take(self, slots: int) -> int:
        first = self.size
        self.size += slots
        return first

    def counter_slot(self, name: str, player: int, index: int = 0) -> int:
        """Return the slot of a player's counter; `index` is the enum position of the entry."""
        return self._counters[name] + index * self.players + player

    def state_slot(self, component: int, name: str) -> int:
        """Return the slot of a state of a component. Raises KeyError when its kind has no such state."""
        return self._states[self.kind_of[component], name] + self.place_in_kind[component]

    def kept_in(self, slot: int) -> tuple[str, int, str] | None:
        """Return what a slot keeps: "counter", the seat and its name, or "state", the component (-1: the game) and it.

        None for every other slot.
        """
        if self._kept is None:
            self._kept = {number: ("state", NOBODY, name) for name, number in self.game_state.items()}
            for name, first in self._counters.items():
                entries = self.game.enums[by].values if (by := self.game.counters[name].by) else ("",)
                for number in range(len(entries) * self.players):
                    self._kept[first + number] = ("counter", number % self.players, name)
            for (kind, name), first in self._states.items():
                for number, component in enumerate(self.of_kind[kind]):
                    self._kept[first + number] = ("state", component, name)
        return self._kept.get(slot)

    def stamp_slot(self, ability: int, component: int) -> int:
        """Return the slot that notes when the ability with this serial was last used by this component."""
        return self._stamps[ability] + self.copy_of[component]

    @property
    def stamp_slots(self) -> range:
        """The slots of all notes of use; they are the last ones."""
        return range(self._stamps[0] if self._stamps else self.size, self.size)
