"""How components, zones, counters and states of a match are called in a text that people read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulewright.interpreter.content.forms import plural
from rulewright.interpreter.content.model import Counter as DeclaredCounter
from rulewright.interpreter.content.model import Option, StateField
from rulewright.interpreter.journal.events import CounterChanged, Flipped, Moved, RandomDrawn, Shown, StateSet
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.layout import NOBODY, NOWHERE
from rulewright.interpreter.state.limits import written
from rulewright.interpreter.state.naming import zone_title

_MOST_NAMES = 8


class Wording:
    """The printed names of one match; follows which side of a component lies up while a journal is read."""

    def __init__(self, match: Playable, *, to_all: bool = True) -> None:
        """Begin before the set-up; what is told `to_all` numbers every copy, also such as nobody could tell apart."""
        self._to_all = to_all
        self.game = match.game
        self.layout = match.layout
        self.names = match.names
        self.naming = match.naming
        self._faces: dict[int, int] = {}
        # By component: the zone of its owner that it left last, where it would be back.
        self._left: dict[int, int] = {}
        # The same name may be printed on copies and on different cards; then only the id tells them apart.
        self._namesakes = Counter(self._kind_and_name(component) for component in range(len(self.layout.ids)))

    def turn(self, component: int, face: int) -> None:
        """Note which side of a component lies up from now on."""
        self._faces[component] = face

    def player(self, seat: int) -> str:
        """Return the name of a player; empty for nobody."""
        return "" if seat == NOBODY else self.names[seat]

    def _printed(self, component: int) -> str:
        return self.naming.printed(component, self._faces.get(component, 0))

    def _kind_and_name(self, component: int) -> tuple[str, str]:
        return self.layout.kind_of[component], self._printed(component)

    def thing(self, component: int) -> str:
        """Return a component's printed name, with its id when others carry it too, and its side when both carry it."""
        name = self._printed(component)
        owner = self.layout.fixed_owner[component]
        if owner != NOBODY:
            return f"{self.names[owner]}'s {name}"
        copies = self.layout.of_card[self.layout.card_of[component]]
        apart = []
        others = self._namesakes[self._kind_and_name(component)] > len(copies)
        if others or (len(copies) > 1 and (self._to_all or self._differ(component))):
            apart.append(self.layout.ids[component])
        face = self._faces.get(component, 0)
        if face and self.naming.printed(component, 0) == name:
            apart.append(self.naming.face(face))
        return f"{name} ({', '.join(apart)})" if apart else name

    def _differ(self, component: int) -> bool:
        """Say whether what lies open can tell copies of a card apart: their states, their sides, or what they hold."""
        kind = self.game.kinds[self.layout.kind_of[component]]
        return bool(kind.state or kind.zones) or kind.sides > 1

    def unseen(self, zones: Sequence[int], number: int) -> str:
        """Return how many components moved between zones of which it is not seen which they are, by their kinds."""
        holds = [decl.holds for zone in zones if zone != NOWHERE and (decl := self.layout.zone_decl[zone])]
        kinds = [kind for kind in holds[0] if all(kind in held for held in holds)] if holds else []
        titles = " or ".join(self.game.kinds[kind].title for kind in kinds)
        return titles if number == 1 else f"{number} x {titles}"

    def things(self, components: Sequence[int], actor: int = NOBODY) -> str:
        """Return the names of some components, or their number when they are many."""
        if len(components) > _MOST_NAMES:
            kinds = {self.layout.kind_of[component] for component in components}
            titles = " and ".join(self.game.kinds[kind].title for kind in sorted(kinds))
            return f"{len(components)} of kind {titles}"
        owned = Counter(self._owned_name(component, actor) for component in components)
        own = actor != NOBODY and self.are_pieces(components)
        return ", ".join(
            name if count == 1 else f"{count} {plural(name)}" if own else f"{count} x {name}"
            for name, count in owned.items()
        )

    def _owned_name(self, component: int, actor: int) -> str:
        # A player's own pieces need no name of the player in the player's own line.
        owner = self.layout.fixed_owner[component]
        return self._printed(component) if owner == actor != NOBODY else self.thing(component)

    def zone(self, number: int, actor: int = NOBODY) -> str:
        """Return what a zone is called; a zone of `actor` is its own."""
        zone = self.layout.zone_decl[number]
        if zone is None:
            return "the turn order"
        holder = self.layout.zone_holder[number]
        if zone.scope == "component":
            return self.thing(holder)
        if zone.scope == "player":
            return f"own {zone.title}" if holder == actor else f"{self.names[holder]}'s {zone.title}"
        return zone_title(zone)

    def zone_title(self, number: int) -> str:
        """Return what a zone is called by itself, without its holder."""
        zone = self.layout.zone_decl[number]
        return zone.title if zone is not None else ""

    def holder(self, zone: int) -> int:
        """Return the seat whose zone this is; -1 for every other zone and for nowhere."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        return (
            self.layout.zone_holder[zone] if declared is not None and declared.scope == "player" else NOBODY
        )

    def hides(self, event: CounterChanged) -> bool:
        """Say whether a counter is the rules' own book-keeping, or is only put back at the end of what it lasts."""
        counter = self.game.counters[event.counter]
        return not counter.told or counter.visible == "no one" or _is_put_back(event, counter)

    def hides_state(self, event: StateSet) -> bool:
        """Say whether a state is the rules' own book-keeping, or is only put back at the end of what it lasts."""
        state = (
            self.game.state[event.name]
            if event.component < 0
            else self.game.kinds[self.layout.kind_of[event.component]].state[event.name]
        )
        return not state.told or state.visible == "no one" or _is_put_back(event, state)

    def passes_through(self, zone: int) -> bool:
        """Say whether components only pass through a zone, which is not told of."""
        declared = self.layout.zone_decl[zone] if zone != NOWHERE else None
        return declared is not None and not declared.told

    def counter(self, name: str, index: int, number: int = 0) -> str:
        """Return the title of a counter as it stands behind a number, behind that of the entry of its enum."""
        counter = self.game.counters[name]
        title = counter.one if number in (1, -1) else counter.title
        if counter.by is None or index < 0:
            return title
        return f"{self.game.enums[counter.by].titles[index]} {title}"

    def state(self, event: StateSet) -> str:
        """Return a change of a state in words."""
        name = event.name.replace("_", " ")
        if event.type.base == "flag":
            words = name if event.after else f"not {name}"
            return words if event.component < 0 else f"{self.thing(event.component)}: {words}"
        value = self.naming.shown(event.type, event.after)
        return f"{name}: {value}" if event.component < 0 else f"{self.thing(event.component)}: {name} {value}"

    def player_state(self, event: CounterChanged) -> str:
        """Return a change of a state of a player in words."""
        return self._state_of_player(self.game.counters[event.counter], event.after)

    def held(self, name: str, index: int, number: int) -> str:
        """Return what a player has of a counter, or what a state of the player is."""
        counter = self.game.counters[name]
        if not counter.is_number:
            return self._state_of_player(counter, number)
        return f"{written(number)} {self.counter(name, index, number)}"

    def _state_of_player(self, counter: DeclaredCounter, value: int) -> str:
        if counter.type.base == "flag":
            return counter.title if value else f"not {counter.title}"
        return f"{counter.title}: {self.naming.shown(counter.type, value)}"

    def flip(self, event: Flipped) -> str:
        """Return the turning of a component in words, and note its new side."""
        before = self.thing(event.component)
        self.turn(event.component, event.face)
        after = self._printed(event.component)
        side = self.naming.face(event.face)
        return f"{before} turned to its {side}" + ("" if before.startswith(after) else f": {after}")

    def move(self, by: str, source: int, target: int, components: Sequence[int], actor: int) -> str:
        """Return a movement of components from a zone to another in words."""
        if by == "swap" and len(components) == 2:
            left, right = (self._moved([component], source, target, actor) for component in components)
            return f"{left} and {right} change places"
        things = self._moved(components, source, target, actor)
        if by == "discard":
            return f"discards {things}"
        if by == "refill":
            return f"{self.zone(target, actor)} refilled from {self.zone(source, actor)} ({len(components)})"
        if target == NOWHERE:
            return f"{things} out of play"
        known = source == NOWHERE or self.holder(source) == actor != NOBODY
        whence = "" if known else f" from {self.zone(source, actor)}"
        return f"{things}{whence} to {self.zone(target, actor)}"

    def _moved(self, components: Sequence[int], source: int, target: int, actor: int) -> str:
        """Return the names of components that moved together; they are all seen, or none of them."""
        if min(components) >= 0:
            return self.things(components, actor)
        return self.unseen((source, target), len(components))

    def comes_back(self, event: Moved) -> bool:
        """Say whether a piece of a player returns to where it lay before; not yet noted are movements from there."""
        owner = self.holder(event.to_zone) if event.to_zone != NOWHERE else NOBODY
        return (
            owner != NOBODY
            and self.are_pieces([event.component])
            and self.layout.fixed_owner[event.component] == owner
            and self._left.get(event.component) == event.to_zone
            and event.by in ("move", "top")
        )

    def are_pieces(self, components: Sequence[int]) -> bool:
        """Say whether these components are of kinds that belong to players for the whole game."""
        kinds = self.game.kinds
        return min(components) >= 0 and all(
            kinds[self.layout.kind_of[component]].per_player is not None for component in components
        )

    def note_move(self, event: Moved) -> None:
        """Follow a movement: where a kind has no abilities, its front lies up again."""
        if event.component < 0:
            return
        if event.from_zone != NOWHERE and self.holder(event.from_zone) != NOBODY:
            self._left[event.component] = event.from_zone
        kind = self.game.kinds[self.layout.kind_of[event.component]]
        if (
            kind.active_in
            and event.to_zone != NOWHERE
            and kind.name not in self.layout.zone_active[event.to_zone]
        ):
            self._faces.pop(event.component, None)

    def showing(self, event: Shown) -> str:
        """Return that a component was shown, in words."""
        what = self.thing(event.component) if event.component >= 0 else "something hidden"
        if len(event.players) == len(self.names):
            return f"{what} revealed"
        return f"{what} shown to {', '.join(self.player(seat) for seat in event.players)}"

    def drawn(self, event: RandomDrawn) -> str:
        """Return what chance gave to a formula, in words."""
        return f"{event.name.replace('_', ' ')}: {self.naming.shown(event.type, event.value)}"


def default_word(option: Option) -> str:
    """Return the word of a variant's value when nobody states one."""
    return option.default_word


def _is_put_back(event: CounterChanged | StateSet, declared: DeclaredCounter | StateField) -> bool:
    """Say whether a change only is the end of what lasts no longer: the declaration itself is its cause."""
    return bool(declared.lasts) and event.where.span == declared.span
