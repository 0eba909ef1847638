"""What some of those at the table see of components, zones and counters while a journal is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.journal.events import CounterChanged, Event, Moved, Shown, Shuffled, StateSet
from rulewright.interpreter.state.layout import COMPONENT, NOBODY, NOWHERE, PLAYER, TURN_ORDER, Layout
from rulewright.interpreter.state.state import State

Audience = Collection[int | None]
"""Those to whom something is told together: seats, and None for somebody who only watches. At least one."""

FROM_THE_FRONT = ("draw", "refill")
"""By these a component leaves the front of a zone, where the card lies that `shows: top card` lets be seen."""

TO_THE_FRONT = "top"
"""By this a component comes there; so does what is laid where nothing lies, by whatever it comes."""


class Sight:
    """Follows where components lie, and says what everybody of an audience sees."""

    def __init__(self, game: Game, layout: Layout, audience: Audience) -> None:
        self.game = game
        self.layout = layout
        self.audience = frozenset(audience)
        self.eyes = layout.eyes
        self.bits = self.eyes.bits(audience)
        # The numbers of the state, as far as they say who sees what: where components lie, whose they are, and what
        # formulas read.
        self._v = State.new(layout, 0).v
        # How many components lie in a zone.
        self._held = Counter[int]()
        # By component whom it was shown to where it lies.
        self._shown: dict[int, int] = {}

    def follow(self, event: Moved) -> None:
        """Note a movement."""
        component, zone = event.component, event.to_zone
        if self._shown:
            self._forget(event)
        self._held[self._v[self.layout.at + component]] -= 1
        self._held[zone] += 1
        self._v[self.layout.at + component] = zone
        kind = self.game.kinds[self.layout.kind_of[component]]
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if kind.per_player is None:
            if declared is not None and declared.scope == PLAYER:
                self._v[self.layout.owner + component] = self.layout.zone_holder[zone]
            elif not kind.keeps_owner:
                self._v[self.layout.owner + component] = NOBODY

    def note(self, event: Event) -> bool:
        """Note a change of a number, and say whether who sees something may depend on it."""
        if not self.eyes.by_formula:
            return False
        match event:
            case CounterChanged():
                slot = self.layout.counter_slot(event.counter, event.player, max(event.index, 0))
            case StateSet(component=component) if component < 0:
                slot = self.layout.game_state[event.name]
            case _:
                return False
        self._v[slot] = event.after
        return True

    def zone_of(self, component: int) -> int:
        """Return the zone where a component lies, -1 for nowhere."""
        return self._v[self.layout.at + component]

    def owner_of(self, zone: int) -> int:
        """Return the seat that a zone, or the component which has it, belongs to; -1 for nobody's and for nowhere."""
        if zone == NOWHERE:
            return NOBODY
        declared, holder = self.layout.zone_decl[zone], self.layout.zone_holder[zone]
        return self._owner_of(holder) if declared is not None and declared.scope == COMPONENT else holder

    def _owner_of(self, component: int) -> int:
        return self._v[self.layout.owner + component]

    def _forget(self, event: Moved) -> None:
        """Forget what was shown, as `Eyes.moves` does."""
        self._shown.pop(event.component, None)
        declared = self.layout.zone_decl[event.from_zone] if event.from_zone != NOWHERE else None
        if declared is None or declared.ordered:
            return
        seeing = self._end(event.from_zone) | self._end(event.to_zone)
        for other in self._shown:
            if self.zone_of(other) == event.from_zone:
                self._shown[other] &= seeing

    def _end(self, zone: int) -> int:
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        return self._looking(zone) if declared is not None and declared.shows == "all" else 0

    def show(self, event: Shown) -> int:
        """Note that a component was shown, and return whom it was shown to."""
        bits = self.eyes.bits(event.players)
        if bits == self.eyes.seats:
            bits = self.eyes.everybody
        self._shown[event.component] = self._shown.get(event.component, 0) | bits
        return bits

    def shuffle(self, event: Shuffled) -> None:
        """Note that a zone was shuffled."""
        if event.zone != TURN_ORDER and self._shown:
            self._shown = {one: bits for one, bits in self._shown.items() if self.zone_of(one) != event.zone}

    def copy(self) -> Sight:
        """Return a copy that goes on by itself."""
        copy = Sight.__new__(Sight)
        vars(copy).update(vars(self), _v=self._v.copy(), _shown=self._shown.copy())
        return copy

    # ---------------------------------------------------------------- who sees
    def seeing(self, component: int) -> int:
        """Return who sees a component where it lies now, as bits; of a zone that shows its first, nobody for sure."""
        if self.eyes.on_table[component]:
            return self.eyes.everybody
        return self._end(self.zone_of(component)) | self._shown.get(component, 0)

    def seeing_move(self, event: Moved) -> int:
        """Return who sees which component moves, as bits: where it lay, or where it now comes to."""
        return self._seeing_end(event.from_zone, event.by, leaves=True) | self._seeing_end(
            event.to_zone, event.by, leaves=False
        )

    def seeing_kept(self, sort: str, whose: int, name: str) -> int:
        """Return who sees what a slot keeps, as bits, in the words of `Layout.kept_in`."""
        if sort == "counter":
            return self.eyes.who(self.game.counters[name], whose, self._v)
        if whose < 0:
            return self.eyes.who(self.game.state[name], NOBODY, self._v)
        field = self.game.kinds[self.layout.kind_of[whose]].state[name]
        return self.seeing(whose) & self.eyes.who(field, self._owner_of(whose), self._v)

    # ---------------------------------------------------------------- what is seen
    def sees(self, component: int) -> bool:
        """Say whether all see a component where it lies now."""
        return self._are_in(self.seeing(component))

    def sees_in(self, zone: int) -> bool:
        """Say whether all see everything that lies in a zone."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        return declared is not None and declared.shows == "all" and self._are_in(self._looking(zone))

    def sees_number(self, zone: int) -> bool:
        """Say whether all see how many components lie in a zone."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if declared is None:
            return False
        return declared.others_see == "number" or self._are_in(self._looking(zone))

    def sees_move(self, event: Moved) -> bool:
        """Say whether all see which component moves: where it lay, or where it now comes to."""
        return self._are_in(self.seeing_move(event))

    def sees_counter(self, event: CounterChanged) -> bool:
        """Say whether all see the counter that changed."""
        return self.sees_kept("counter", event.player, event.counter)

    def sees_kept(self, sort: str, whose: int, name: str) -> bool:
        """Say whether all see what a slot keeps, in the words of `Layout.kept_in`."""
        return self._are_in(self.seeing_kept(sort, whose, name))

    def _are_in(self, viewers: int) -> bool:
        return not self.bits & ~viewers

    def _looking(self, zone: int) -> int:
        return self.eyes.into(self._v, zone)

    def _seeing_end(self, zone: int, by: str, *, leaves: bool) -> int:
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        if declared is None or declared.shows == "nothing":
            return 0
        if declared.shows == "top":
            is_first = by in FROM_THE_FRONT if leaves else by == TO_THE_FRONT or not self._held[zone]
            if not is_first:
                return 0
        return self._looking(zone)
