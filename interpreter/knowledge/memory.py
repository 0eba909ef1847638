"""What follows from the course of a match for worlds dealt anew: which components may have changed places unseen.

Everything that a player cannot know comes from a few causes: a zone was shuffled, somebody chose in secret, a number
was drawn that only some see. Each such **mixing** could have come out in another way, in which some components would
have each other's places from there on. That is still so for those of them that a player has not seen since. So any of
them may be exchanged, latest mixings first, and what comes out could have happened, move by move, as it was told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.interpreter.journal.events import (
    NOT_KEPT,
    CounterChanged,
    Decided,
    Event,
    Moved,
    PhaseBegan,
    RandomDrawn,
    RoundBegan,
    Shown,
    Shuffled,
    StateSet,
)
from rulewright.interpreter.knowledge.sight import Sight
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.layout import NOWHERE, TURN_ORDER
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.setting import Setting

Mixing = dict[int, int]
"""Components that could have one another's places, each with the seats, as bits, that have not seen it since."""


class Rules:
    """What of a game's rules a memory asks again and again; shared by all matches of a game."""

    def __init__(self, program: Program) -> None:
        nodes_ = program.nodes
        self._at: dict[object, c.Stmt] = {
            node.span: node for node in nodes_ if isinstance(node, c.Change | c.Assign)
        }
        self._draws = {node.value.span: node.value for node in nodes_ if isinstance(node, c.Let | c.Assign)}
        self._read: dict[object, frozenset[str]] = {}

    def values_of(self, event: RandomDrawn) -> Sequence[int]:
        """Return what could have been drawn, each as likely; nothing where that is not known."""
        formula = self._draws.get(event.where.span)
        if not isinstance(formula, c.Builtin):
            return ()
        args = formula.args
        if formula.name == "random" and len(args) == 2:
            low, high = args
            if isinstance(low, c.Const) and isinstance(high, c.Const):
                assert isinstance(low.value, int)
                assert isinstance(high.value, int)
                return range(low.value, high.value + 1)
        if formula.name == "random_of" and isinstance(args[0], c.Const) and isinstance(args[0].value, tuple):
            return args[0].value
        return ()

    def whole_zone_of(self, event: RandomDrawn) -> bool:
        """Say whether one of all components in a zone was drawn."""
        formula = self._draws.get(event.where.span)
        return (
            isinstance(formula, c.Builtin)
            and formula.name == "random_of"
            and isinstance(formula.args[0], c.ZoneRef)
        )

    def takes_over(self, place: object) -> str | None:
        """Return the name whose value a statement at a place puts where it is kept, None when it does more."""
        statement = self._at.get(place)
        if isinstance(statement, c.Assign) and isinstance(statement.value, c.Local):
            return statement.value.name
        return None

    def read_at(self, place: object) -> frozenset[str]:
        """Return the names of the counters and states that a statement at a place reads."""
        if place not in self._read:
            statement = self._at.get(place)
            found = set()
            for node in nodes(statement.value if isinstance(statement, c.Assign) else statement):
                if isinstance(node, c.PlayerCounter):
                    found.add(node.counter)
                elif isinstance(node, c.ComponentState | c.GameState):
                    found.add(node.name)
            self._read[place] = frozenset(found)
        return self._read[place]


class Memory:
    """Reads a journal, and keeps what could have come out in another way for each seat.

    `mixings` are in the order in which they happened. `numbers` gives for a slot what it could hold, each as likely,
    and the seats, as bits, that have not seen what it holds.
    """

    def __init__(self, t: Setting, rules: Rules) -> None:
        self.rules = rules
        self.mixings: list[Mixing] = []
        self.numbers: dict[int, tuple[Sequence[int], int]] = {}
        self._t = t
        self._eyes = t.layout.eyes
        self._sight = Sight(t.game, t.layout, ())
        self._lying: list[dict[int, None]] = [{} for _ in t.layout.zone_decl]
        self._returning: list[int] = []
        # By component that somebody has chosen, unseen by some, the others that could have been chosen.
        self._chosen: dict[int, tuple[int, ...]] = {}
        self._chosen_at: object = None
        self._chosen_number: tuple[int, Sequence[int]] | None = None
        self._just_drawn = NOT_KEPT

    def copy(self) -> Memory:
        """Return a copy that goes on by itself."""
        copy = Memory.__new__(Memory)
        vars(copy).update(
            vars(self),
            mixings=[mixing.copy() for mixing in self.mixings],
            numbers=self.numbers.copy(),
            _sight=self._sight.copy(),
            _lying=[zone.copy() for zone in self._lying],
            _returning=self._returning.copy(),
            _chosen=self._chosen.copy(),
        )
        return copy

    # ---------------------------------------------------------------- what is read
    def asked(self, decision: Decision, position: int) -> None:
        """Note what a player is about to choose, and from what: this stands in no journal."""
        by_id = self._t.layout.by_id
        choice = decision.options[position]
        values = [one.value for one in decision.options if one.value >= 0 and one.id != "done"]
        self._chosen_number = (choice.value, values)
        names = decision.among or decision.ids
        among = tuple(by_id[name] for name in names if name in by_id)
        if decision.kind == "choose" and choice.id in by_id and by_id[choice.id] == choice.value:
            self._chosen[choice.value] = among

    def take(self, events: Iterable[Event]) -> None:
        """Read what has happened."""
        for event in events:
            drawn, self._just_drawn = self._just_drawn, NOT_KEPT
            match event:
                case Moved():
                    self._moved(event)
                case Shown(component=component):
                    self.seen(component, self._sight.show(event))
                case Shuffled(zone=zone) if zone != TURN_ORDER:
                    self._sight.shuffle(event)
                    self._mix(self._returning or self._lying[zone])
                    self._returning = []
                case Decided():
                    self._decided(event)
                case RandomDrawn():
                    self._drawn(event)
                case CounterChanged() | StateSet():
                    self._changed(event, drawn)
                case PhaseBegan() | RoundBegan():
                    self._chosen.clear()

    def seen(self, component: int, by: int) -> None:
        """Note that some, as bits, see which component this is."""
        for mixing in self.mixings:
            if component in mixing:
                mixing[component] &= ~by
                if not mixing[component]:
                    del mixing[component]

    def _look_again(self) -> None:
        """Note that somebody may see by now what was hidden, since who sees it is said by a formula."""
        for component in {one for mixing in self.mixings for one in mixing}:
            self.seen(component, self._sight.seeing(component))
        for slot, (values, hidden) in list(self.numbers.items()):
            kept = self._t.layout.kept_in(slot)
            still = hidden & ~self._sight.seeing_kept(*kept) if kept is not None else 0
            if still:
                self.numbers[slot] = (values, still)
            else:
                del self.numbers[slot]

    # ---------------------------------------------------------------- components
    def _moved(self, event: Moved) -> None:
        component, before, zone = event.component, event.from_zone, event.to_zone
        seeing = self._sight.seeing_move(event)
        others = self._chosen.pop(component, ())
        if others and before != NOWHERE:
            here = {one for one in others if one in self._lying[before]}
            self._mix(here, ~seeing)
        if event.by == "refill":
            self._returning.append(component)
        if before != NOWHERE:
            self._lying[before].pop(component, None)
        if zone != NOWHERE:
            self._lying[zone][component] = None
        self._sight.follow(event)
        if seeing:
            self.seen(component, seeing)

    def _mix(self, components: Iterable[int], unseeing: int = -1) -> None:
        mixing: Mixing = {}
        for component in components:
            hidden = self._eyes.seats & ~self._sight.seeing(component) & unseeing
            if hidden:
                mixing[component] = hidden
        if len(mixing) < 2:
            return
        # What was mixed before, and is mixed again with more, is told by the later one alone.
        self.mixings = [old for old in self.mixings if len(old) > 1 and not _is_part(old, mixing)]
        self.mixings.append(mixing)

    def _decided(self, event: Decided) -> None:
        if event.where.span != self._chosen_at:
            kept = self._t.layout.by_id.get(event.id, NOWHERE)
            others = self._chosen.get(kept)
            self._chosen = {} if others is None else {kept: others}
            self._chosen_at = event.where.span

    # ---------------------------------------------------------------- numbers
    def _drawn(self, event: RandomDrawn) -> None:
        if event.type.base == "component" and isinstance(event.value, int) and event.value >= 0:
            if self.rules.whole_zone_of(event):
                zone = self._sight.zone_of(event.value)
                self._chosen[event.value] = tuple(self._lying[zone]) if zone != NOWHERE else ()
            return
        if isinstance(event.value, int):
            # By its name it may be put somewhere else.
            self._chosen_number = (event.value, self.rules.values_of(event))
        if event.into > NOT_KEPT:
            self._keep(event.into, self.rules.values_of(event))
            self._just_drawn = event.into

    def _keep(self, slot: int, values: Sequence[int]) -> None:
        kept = self._t.layout.kept_in(slot)
        hidden = 0 if kept is None else self._eyes.seats & ~self._sight.seeing_kept(*kept)
        if hidden and len(values) > 1:
            self.numbers[slot] = (values, hidden)
        else:
            self.numbers.pop(slot, None)

    def _changed(self, event: CounterChanged | StateSet, just_drawn: int) -> None:
        if self._sight.note(event):
            self._look_again()
        layout, place = self._t.layout, event.where.span
        if isinstance(event, CounterChanged):
            slot = layout.counter_slot(event.counter, event.player, max(event.index, 0))
        elif event.component < 0:
            slot = layout.game_state[event.name]
        else:
            slot = layout.state_slot(event.component, event.name)
        if slot == just_drawn:
            return
        chosen = self._chosen_number
        if chosen is not None and chosen[0] == event.after and self.rules.takes_over(place) is not None:
            self._keep(slot, chosen[1])
        else:
            self.numbers.pop(slot, None)
        self._used(self.rules.read_at(place))

    def _used(self, names: frozenset[str]) -> None:
        """Note that something was reckoned from numbers: what they are may show by it, so they stay as they are."""
        if names:
            for slot in [slot for slot in self.numbers if self._name_in(slot) in names]:
                del self.numbers[slot]

    def _name_in(self, slot: int) -> str:
        kept = self._t.layout.kept_in(slot)
        return "" if kept is None else kept[2]


def _is_part(old: Mapping[int, int], new: Mapping[int, int]) -> bool:
    return old.keys() <= new.keys() and not any(bits & ~new[one] for one, bits in old.items())
