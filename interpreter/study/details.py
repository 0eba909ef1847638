"""What the journal of one game tells of its cards and counters."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import CounterChanged, Decided, Event, Moved, RoundBegan
from rulewright.interpreter.state.layout import NOBODY, PLAYER
from rulewright.interpreter.study.plan import CardOfSeat, Flow, Life


class Details:
    """Notes, while a game is played, what is offered, and at its end what the journal tells."""

    def __init__(self) -> None:
        self.lives: dict[CardOfSeat, Life] = {}
        self.flows: dict[Flow, int] = {}

    def asked(self, match: FastMatch) -> None:
        """Note the components that are offered now, each card once for each decision."""
        decision, layout = match.decision, match.layout
        if decision is None:
            return
        cards = {layout.card_of[layout.by_id[id_]] for id_ in decision.ids if id_ in layout.by_id}
        for card in cards:
            self.life(card, decision.player).offered += 1

    def life(self, card: int, seat: int) -> Life:
        """Return what is noted of a card for a seat."""
        return self.lives.setdefault((card, seat), Life())

    def note(self, match: FastMatch) -> None:
        """Note what the journal of a game that is over tells."""
        reader = _Reader(match, self)
        reader.read(match.journal)


class _Reader:
    def __init__(self, match: FastMatch, details: Details) -> None:
        self.layout = match.layout
        self.counters = match.game.counters
        self.details = details
        self.round = 0
        self.paid = NOBODY

    def read(self, journal: Iterable[Event]) -> None:
        """Note every event; what is bought is what is taken after a payment since the last decision."""
        for event in journal:
            match event:
                case RoundBegan():
                    self.round = event.round
                case Decided():
                    self._decided(event)
                case CounterChanged():
                    self._changed(event)
                case Moved():
                    self._moved(event)
                case _:
                    pass

    def _decided(self, event: Decided) -> None:
        self.paid = NOBODY
        component = self.layout.by_id.get(event.id)
        if component is not None:
            self.details.life(self.layout.card_of[component], event.player).chosen += 1

    def _changed(self, event: CounterChanged) -> None:
        if event.verb == "pay":
            self.paid = event.player
        change = event.after - event.before
        if change and self.counters[event.counter].told and self.counters[event.counter].is_number:
            key = (event.counter, event.where.rule, self.round, change > 0)
            self.details.flows[key] = self.details.flows.get(key, 0) + change

    def _moved(self, event: Moved) -> None:
        """Note a component that comes to a player from elsewhere; what is dealt in the set-up is not taken."""
        layout = self.layout
        if not self.round or event.component < 0 or layout.fixed_owner[event.component] != NOBODY:
            return
        seat = self._seat(event.to_zone)
        if seat == NOBODY or seat == self._seat(event.from_zone):
            return
        life = self.details.life(layout.card_of[event.component], seat)
        life.taken += 1
        life.bought += self.paid == seat

    def _seat(self, zone: int) -> int:
        declared = self.layout.zone_decl[zone] if zone >= 0 else None
        return self.layout.zone_holder[zone] if declared is not None and declared.scope == PLAYER else NOBODY
