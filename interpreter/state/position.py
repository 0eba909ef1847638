"""Stating a position: a match that starts in the middle, with counters, zones and states as somebody wrote them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.interpreter.content.model import Zone
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    Cause,
    CounterChanged,
    Event,
    Flipped,
    Moved,
    StateSet,
    TurnOrderSet,
)
from rulewright.interpreter.state import places
from rulewright.interpreter.state.errors import BadPosition, BadSave
from rulewright.interpreter.state.layout import GAME, NOWHERE, TURN_ORDER, Layout
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a match is to start: at the head of a phase of a round.

    Once the set-up is done, `edit` changes the position; then play starts there, and later phases and rounds follow.
    """

    round: int
    phase: str
    edit: Callable[[Position], None]

    def check(self, setting: Setting) -> None:
        """Raise BadPosition unless the round exists and has the phase."""
        last = setting.game.last_round
        if not 1 <= self.round <= last:
            raise BadPosition(f"there is no round {self.round}; the rounds run from 1 to {last}")
        phases = setting.phases(self.round)
        if self.phase not in phases:
            raise BadPosition(
                f"round {self.round} has no phase {self.phase}; its phases: {', '.join(phases) or 'none'}"
            )

    def saved(self, edits: list[list[Any]] | None) -> dict[str, Any]:
        """Return this as plain data, with the edits that were made. Raises BadSave before they were."""
        if edits is None:
            raise BadSave("the stated position is not reached yet; finish the set-up before saving")
        return {"round": self.round, "phase": self.phase, "edits": edits}

    @classmethod
    def from_saved(cls, saved: dict[str, Any]) -> Begin:
        """Return the begin of a save; its edits are made again in the same order."""

        def edit(position: Position) -> None:
            for name, *args in saved["edits"]:
                if name not in EDITS:
                    raise BadSave(f"the save has an edit {name!r} that is unknown")
                try:
                    getattr(position, name)(*args)
                except (BadPosition, TypeError, KeyError, IndexError) as error:
                    raise BadSave(f"the save has an edit {name!r} that cannot be made: {error}") from error

        return cls(int(saved["round"]), str(saved["phase"]), edit)


class Position:
    """Changes a position, keeping all that belongs together: owners, sides and states follow from where things lie.

    Players are seats, components and zones numbers of the `layout`. No windows are opened. Every method raises
    BadPosition for what the game cannot have. `edits` lists what was done, as plain data. `at` is where the present
    change is stated, for the journal; None when nobody knows.
    """

    def __init__(self, setting: Setting, state: State, journal: list[Event] | None = None) -> None:
        self.setting = setting
        self.state = state
        self.edits: list[list[Any]] = []
        self.at: Span | None = None
        self._journal = journal

    @property
    def layout(self) -> Layout:
        """The numbers of components, zones and slots."""
        return self.setting.layout

    def zone(self, zone: int) -> tuple[int, ...]:
        """Return what lies in a zone, in order."""
        return tuple(self.state.z[zone])

    def zone_of(self, component: int) -> int:
        """Return where a component lies, -1 for nowhere."""
        return self.state.v[self.layout.at + component]

    # ---------------------------------------------------------------- numbers
    def set_counter(self, name: str, player: int, index: int, n: int) -> None:
        """Set a player's counter; `index` is the enum position of the entry, 0 for a plain counter."""
        self._edited("set_counter", name, player, index, n)
        counter = self.setting.game.counters[name]
        entries = len(self.setting.game.enums[counter.by].values) if counter.by is not None else 1
        self._check_number("seat", player, self.layout.players)
        self._check_number(f"entry of {name}", index, entries)
        if counter.least is not None and n < counter.least:
            raise BadPosition(f"{name} cannot be {n}: it is never below {counter.least}")
        before = self._write(self.layout.counter_slot(name, player, index), n)
        entry = index if counter.by is not None else -1
        if before != n:
            self._note(CounterChanged, "set", player, name, entry, before, n)

    def set_state(self, component: int, name: str, value: int) -> None:
        """Set a state of a component (-1 for none)."""
        self._edited("set_state", component, name, value)
        self._check_number("component", component, len(self.layout.ids))
        kind = self.setting.game.kinds[self.layout.kind_of[component]]
        if name not in kind.state:
            raise BadPosition(f"the kind {kind.name} has no state {name}")
        if kind.active_in and not places.is_active(self.setting, self.state, component):
            raise BadPosition(f"{self.layout.ids[component]} carries no state where it lies")
        before = self._write(self.layout.state_slot(component, name), value)
        if before != value:
            self._note(StateSet, component, name, kind.state[name].type, before, value)

    def set_game_state(self, name: str, value: int) -> None:
        """Set a state of the game (-1 for none)."""
        self._edited("set_game_state", name, value)
        before = self._write(self.layout.game_state[name], value)
        if before != value:
            self._note(StateSet, -1, name, self.setting.game.state[name].type, before, value)

    def set_turn_order(self, players: Sequence[int]) -> None:
        """Set the turn order, no seat twice; who is not in it takes no turns."""
        self._edited("set_turn_order", list(players))
        if len(set(players)) != len(players) or not set(players) <= set(range(self.layout.players)):
            raise BadPosition("the turn order cannot name a player twice, or a seat that there is not")
        before, self.state.z[TURN_ORDER] = self.zone(TURN_ORDER), list(players)
        if before != tuple(players):
            self._note(TurnOrderSet, before, tuple(players))

    # ---------------------------------------------------------------- components
    def set_zone(self, zone: int, components: Sequence[int]) -> None:
        """Let exactly these components lie in a zone, in order; each is taken from where it was.

        What lay there before and is not named goes to the pile of its kind, or nowhere when there is none.
        """
        self._edited("set_zone", zone, list(components))
        self._check_zone(zone, components)
        size = self._declared(zone).size
        if size is not None and len(components) > size:
            raise BadPosition(f"{self._label(zone)} has room for {size}, not for {len(components)}")
        for component in self.zone(zone):
            self._put(component, NOWHERE if component in components else self._pile(component, zone), None)
        for component in components:
            self._put(component, zone, None)

    def set_top(self, zone: int, components: Sequence[int]) -> None:
        """Let these components lie in front in a zone, in order; what lies there already stays behind them."""
        self._edited("set_top", zone, list(components))
        self._check_zone(zone, components)
        for index, component in enumerate(components):
            if places.is_full(self.setting, self.state, component, zone):
                raise BadPosition(f"{self._label(zone)} is full")
            self._put(component, zone, index)

    def set_face(self, component: int, face: int) -> None:
        """Turn a component so that this side lies up: 0 front, 1 back."""
        self._edited("set_face", component, face)
        self._check_number("component", component, len(self.layout.ids))
        sides = len(self.setting.game.cards[self.layout.card_of[component]].sides)
        if not 0 <= face < sides:
            raise BadPosition(f"{self.layout.ids[component]} has one side only")
        kind = self.setting.game.kinds[self.layout.kind_of[component]]
        if face and kind.active_in and not places.is_active(self.setting, self.state, component):
            raise BadPosition(f"{self.layout.ids[component]} lies with its front up where it is")
        before = self._write(self.layout.face + component, face)
        if before != face:
            self._note(Flipped, component, face)

    def set_owner(self, component: int, player: int) -> None:
        """Give a component to a player (-1: to nobody), as far as where it lies leaves that open."""
        self._edited("set_owner", component, player)
        self._check_number("component", component, len(self.layout.ids))
        self._check_number("seat", player + 1, self.layout.players + 1)
        kind = self.setting.game.kinds[self.layout.kind_of[component]]
        before = self.state.v[self.layout.owner + component]
        zone = self.zone_of(component)
        scope = self._declared(zone).scope if zone != NOWHERE else GAME
        if before != player and (kind.per_player is not None or scope == "player" or not kind.keeps_owner):
            raise BadPosition(
                f"the owner of {self.layout.ids[component]} follows from the game or from where it lies"
            )
        self._write(self.layout.owner + component, player)

    # ---------------------------------------------------------------- helpers
    def _put(self, component: int, zone: int, index: int | None) -> None:
        before = places.put(self.setting, self.state, component, zone, index)
        if before != zone:
            self._note(Moved, component, before, zone, "given")

    def _pile(self, component: int, emptied: int) -> int:
        name = self.setting.game.discards.get(self.layout.kind_of[component])
        pile = NOWHERE if name is None else self.layout.zone_number(GAME, name)
        return NOWHERE if pile == emptied else pile

    def _check_zone(self, zone: int, components: Sequence[int]) -> None:
        holds = self._declared(zone).holds
        for component in components:
            self._check_number("component", component, len(self.layout.ids))
            if self.layout.kind_of[component] not in holds:
                raise BadPosition(f"{self._label(zone)} cannot hold {self.layout.ids[component]}")
        if len(set(components)) < len(components):
            raise BadPosition(f"a component is named twice for {self._label(zone)}")

    def _check_number(self, what: str, number: int, count: int) -> None:
        if not 0 <= number < count:
            raise BadPosition(f"there is no {what} with the number {number}")

    def _declared(self, zone: int) -> Zone:
        self._check_number("zone", zone, self.layout.zones)
        declared = self.layout.zone_decl[zone]
        if declared is None:
            raise BadPosition("the turn order is set as such, not as a zone")
        return declared

    def _label(self, zone: int) -> str:
        return self.layout.zone_label(zone, self.setting.names)

    def _write(self, slot: int, value: int) -> int:
        before, self.state.v[slot] = self.state.v[slot], value
        return before

    def _edited(self, *edit: str | int | list[int]) -> None:
        self.edits.append(list(edit))

    def _note(self, kind: type[Event], *parts: Any) -> None:  # noqa: ANN401  # the parts of any event
        if self._journal is not None:
            span = self.at if self.at is not None else self.setting.game.rank.span
            self._journal.append(kind(Cause(span, "given"), *parts))


EDITS = frozenset(
    (
        "set_counter",
        "set_state",
        "set_game_state",
        "set_turn_order",
        "set_zone",
        "set_top",
        "set_face",
        "set_owner",
    )
)
