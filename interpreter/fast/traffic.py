"""Components on the move in a compiled game: where they lie, what follows from it, and the windows around a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulewright.interpreter.compiler.counting import FUEL, first_count
from rulewright.interpreter.fast.shared_zones import SHARED, own, owning
from rulewright.interpreter.fast.support import Fault, burn, burn_moving
from rulewright.interpreter.state.layout import GAME, NOBODY, NOWHERE, PLAYER, TURN_ORDER, Layout

Ints = list[int]
Result = bool | None
END = -1

NO_SIZE = (1 << 30) - 1
"""The size of a zone that takes any number: the largest with which Python compares the quick way."""


class LongList(NamedTuple):
    """Components that compiled code has written out: the list itself, and its runs of numbers, each with its end."""

    components: Sequence[int]
    runs: tuple[tuple[int, int], ...]


LONG = 100
"""From so many components on a list is worth a look at its runs."""

MOST_RUNS = 16


def _runs(components: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = 0
    for place in range(1, len(components) + 1):
        if place == len(components) or components[place] != components[place - 1] + 1:
            yield components[first], components[place - 1] + 1
            first = place


class Traffic(ABC):
    """Moves components for one layout. `functions` are bound methods for compiled code to call.

    `listens` says by card and side which keys count a card in play.
    """

    def __init__(self, layout: Layout, listens: Mapping[tuple[int, int], Sequence[int]]) -> None:
        self.layout = layout
        game, count = layout.game, len(layout.ids)
        self.at, self.face, self.owner = layout.at, layout.face, layout.owner
        kinds = [game.kinds[name] for name in layout.kind_of]
        self.has_owner = [kind.per_player is None for kind in kinds]
        self.keeps_owner = [kind.keeps_owner for kind in kinds]
        self.holder = [
            holder if zone is not None and zone.scope == PLAYER else NOBODY
            for zone, holder in zip(layout.zone_decl, layout.zone_holder, strict=True)
        ]
        self.size = [
            zone.size if zone is not None and zone.size is not None else NO_SIZE for zone in layout.zone_decl
        ]
        self.takes = [frozenset(zone.holds if zone is not None else ()) for zone in layout.zone_decl]
        self.refill = [layout.refilled_from(number) for number in range(layout.zones)]
        # For each kind with active zones, the zones where it is active; None for kinds that never are.
        self.active = [
            frozenset(number for number, active in enumerate(layout.zone_active) if kind.name in active)
            if kind.active_in
            else None
            for kind in kinds
        ]
        # For each component and zone the player for whom it is active there, or -1; the last one is for nowhere.
        by_kind = {
            name: [
                holder if name in kinds_ else NOBODY
                for kinds_, holder in zip(layout.zone_active, self.holder, strict=True)
            ]
            + [NOBODY]
            for name in game.kinds
        }
        self.seats = [by_kind[kind.name] for kind in kinds]
        self.states = [
            tuple(
                (layout.state_slot(component, name), field.start)
                for name, field in kinds[component].state.items()
            )
            for component in range(count)
        ]
        self.pile = [
            layout.zone_number(GAME, game.discards[kind.name]) if kind.name in game.discards else NOWHERE
            for kind in kinds
        ]
        self.sides = [len(game.cards[card].sides) for card in layout.card_of]
        self.listens = [
            tuple(
                tuple(first_count(key, layout.players) for key in listens.get((card, side), ()))
                for side in (0, 1)
            )
            for card in layout.card_of
        ]
        # Whether a component counts for something when it is in play, on either side.
        self.waits = [any(sides) for sides in self.listens]
        # All zones where components of some kind are active, and what is at its start again outside of them.
        self.plays = frozenset(number for number, kinds_ in enumerate(layout.zone_active) if kinds_)
        self.fresh = [self._fresh(component) for component in range(count)]
        self.long_lists: dict[int, LongList] = {}
        self.own_all = owning(layout.at)
        self.carry = self._forgetting(self._carrier())

    def note_long_lists(self, lists: Iterable[Sequence[int]]) -> None:
        """Take note of the long lists that compiled code has written out, so that they can be moved at once."""
        for components in lists:
            runs = tuple(_runs(components))
            if len(runs) <= MOST_RUNS and not any(self.waits[component] for component in components):
                self.long_lists[id(components)] = LongList(components, runs)

    def _fresh(self, component: int) -> tuple[tuple[int, int], ...]:
        """Return the slots of a component that begin anew where it is not active, with what is in them then."""
        if self.active[component] is None:
            return ()
        states = self.states[component]
        return ((self.face + component, 0), *states) if self.sides[component] > 1 else states

    # ---------------------------------------------------------------- counting who listens
    def count(self, v: Ints, k: Ints, component: int, zone: int, by: int) -> None:
        """Count a component in a zone where it is in play, or with -1 no longer, for everything its side waits for.

        It counts for the player whose zone that is, to whom it need not belong.
        """
        player = self.seats[component][zone]
        last = self.layout.players
        for base in self.listens[component][v[self.face + component]]:
            k[base + player] += by
            k[base + last] += by

    def count_all(self, v: Ints, k: Ints, components: Iterable[int], zone: int, by: int) -> None:
        """Count those of a zone's components that are in play there, or with -1 no longer."""
        for component in components:
            if self.waits[component] and self.seats[component][zone] != NOBODY:
                self.count(v, k, component, zone, by)

    def recount(self, v: Ints, k: Ints) -> None:
        """Count everything anew."""
        for slot in range(FUEL + 1, len(k)):
            k[slot] = 0
        for component in range(len(self.active)):
            if self.in_play(v, component):
                self.count(v, k, component, v[self.at + component], 1)

    def in_play(self, v: Ints, component: int) -> bool:
        """Say whether a component lies where the abilities of its kind work."""
        return self.seats[component][v[self.at + component]] != NOBODY

    def player_of(self, v: Ints, component: int) -> int:
        """Return the player in whose zone the abilities of a component work, or -1."""
        return self.seats[component][v[self.at + component]]

    # ---------------------------------------------------------------- moving
    def _carrier(self) -> Callable[[Ints, list[Ints], Ints, Sequence[int], int], None]:  # noqa: C901  # see below
        """Return the function that moves components, one after another, behind those of a zone; none stays none.

        It is one function with everything at hand, because games move little else as often.
        """
        at, owner = self.at, self.owner
        holders, sizes, count, ids, own_all = (
            self.holder,
            self.size,
            self.count,
            self.layout.ids,
            self.own_all,
        )
        # What follows from a move besides the new place: for most components of some games, nothing.
        follows = [
            (active or frozenset(), waits, has, not keeps, fresh) if active is not None or has else None
            for active, waits, has, keeps, fresh in zip(
                self.active, self.waits, self.has_owner, self.keeps_owner, self.fresh, strict=True
            )
        ]

        def carry(  # noqa: C901, PLR0912  # a call for each part would cost more than the parts
            v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int
        ) -> None:
            if zone < 0:
                if any(component >= 0 for component in components):
                    raise Fault("there is nothing here that has this zone")
                return
            if len(components) > 1:
                burn_moving(k, len(components))
            if k[SHARED]:
                own_all(v, z, k, components, zone)
            target, holder, size = z[zone], holders[zone], sizes[zone]
            for component in components:
                if component < 0:
                    continue
                before = v[at + component]
                if size < NO_SIZE and len(target) >= size and before != zone:
                    raise Fault(f"a zone is full ({len(target)}): {ids[component]} cannot be moved there")
                if before >= 0:
                    z[before].remove(component)
                target.append(component)
                v[at + component] = zone
                follow = follows[component]
                if follow is None:
                    continue
                active, waits, has_owner, gives_up, fresh = follow
                if waits and before in active:
                    count(v, k, component, before, -1)
                if has_owner and (gives_up or holder >= 0):
                    v[owner + component] = holder
                if zone in active:
                    if waits:
                        count(v, k, component, zone, 1)
                else:
                    for slot, start in fresh:
                        v[slot] = start

        return carry

    def move_one(self, v: Ints, z: list[Ints], k: Ints, component: int, zone: int, index: int = END) -> None:
        """Move a component to a zone, behind the others or to an index; none stays none."""
        if component < 0:
            return
        self.carry(v, z, k, (component,), zone)
        if index >= 0:
            z[zone].pop()
            z[zone].insert(index, component)

    def move_all(
        self, v: Ints, z: list[Ints], k: Ints, components: Sequence[int], zone: int, on_top: int
    ) -> None:
        """Move components to a zone; on top they lie in the order of the list."""
        if not on_top:
            if components:
                self.carry(v, z, k, components, zone)
            return
        burn_moving(k, len(components))
        for index, component in enumerate(component for component in components if component >= 0):
            self.move_one(v, z, k, component, zone, min(index, len(z[zone])))

    def discard_all(self, v: Ints, z: list[Ints], k: Ints, components: Sequence[int]) -> None:
        """Move components, each to the pile of its kind."""
        burn_moving(k, len(components))
        for component in components:
            if component >= 0:
                self.carry(v, z, k, (component,), self.pile_of(component))

    def pile_of(self, component: int) -> int:
        """Return the zone where a component is discarded."""
        if self.pile[component] < 0:
            raise Fault(f"nothing is declared under discards for {self.layout.ids[component]}")
        return self.pile[component]

    def drawn(self, s: Any, number: int, source: int) -> tuple[int, ...]:  # noqa: ANN401  # the running state
        """Return the first components of a zone, refilled once when there are too few."""
        if number <= 0 or source < 0:
            return ()
        pile = self.refill[source]
        if len(s.z[source]) < number and pile >= 0 and s.z[pile]:
            returning = s.z[pile].copy()
            self.layout.chance.shuffle(s, source, returning)
            self.carry(s.v, s.z, s.k, returning, source)
            self.layout.chance.refilled(s, source, returning)
        self.layout.chance.look(s, source, number)
        return tuple(s.z[source][:number])

    def draw(self, s: Any, number: int, source: int, zone: int) -> None:  # noqa: ANN401
        """Move the first components of a zone to another."""
        drawn = self.drawn(s, number, source)
        if drawn:
            self.carry(s.v, s.z, s.k, drawn, zone)

    def flip(self, s: Any, components: Sequence[int]) -> None:  # noqa: ANN401
        """Turn components to the other side."""
        burn_moving(s.k, len(components))
        for component in components:
            if component < 0:
                continue
            if self.sides[component] < 2:
                raise Fault(f"{self.layout.ids[component]} cannot be flipped: it has one side only")
            in_play, zone = self.in_play(s.v, component), s.v[self.at + component]
            if in_play:
                self.count(s.v, s.k, component, zone, -1)
            s.v[self.face + component] ^= 1
            if in_play:
                self.count(s.v, s.k, component, zone, 1)

    def swap(self, s: Any, left: int, right: int) -> None:  # noqa: ANN401
        """Exchange the places of two components."""
        if left < 0 or right < 0 or left == right:
            return
        v, z, k = s.v, s.z, s.k
        eyes = self.layout.eyes
        zones = (v[self.at + left], v[self.at + right])
        if NOWHERE in zones:
            lost = left if zones[0] == NOWHERE else right
            raise Fault(f"{self.layout.ids[lost]} lies nowhere and cannot be swapped")
        self._see_kind(left, zones[1])
        self._see_kind(right, zones[0])
        eyes.moves(v, z, left, zones[1])
        eyes.moves(v, z, right, zones[0])
        self.own_all(v, z, k, (left, right), zones[0])
        indices = (z[zones[0]].index(left), z[zones[1]].index(right))
        for component, zone in ((left, zones[0]), (right, zones[1])):
            if self.in_play(v, component):
                self.count(v, k, component, zone, -1)
        z[zones[0]][indices[0]], z[zones[1]][indices[1]] = right, left
        for component, zone in ((left, zones[1]), (right, zones[0])):
            v[self.at + component] = zone
            if self.has_owner[component]:
                if self.holder[zone] >= 0:
                    v[self.owner + component] = self.holder[zone]
                elif not self.keeps_owner[component]:
                    v[self.owner + component] = NOBODY
            if self.in_play(v, component):
                self.count(v, k, component, zone, 1)
            else:
                for slot, start in self.fresh[component]:
                    v[slot] = start

    def _see_kind(self, component: int, zone: int) -> None:
        if self.layout.kind_of[component] not in self.takes[zone]:
            id_ = self.layout.ids[component]
            raise Fault(f"a zone does not take this kind: {id_} cannot be swapped there")

    def shuffle_zone(self, s: Any, zone: int) -> None:  # noqa: ANN401
        """Bring a zone into a random order."""
        if zone >= 0:
            burn(s.k, len(s.z[zone]))
            own(s.z, s.k, zone)
            s.z[zone] = self.layout.chance.shuffled(s, zone, s.z[zone])
            if zone != TURN_ORDER and self.layout.known >= 0:
                self.layout.eyes.shuffles(s.v, s.z[zone])

    def show(self, s: Any, components: Sequence[int], players: Sequence[int]) -> None:  # noqa: ANN401
        """Let players see components where they lie."""
        burn_moving(s.k, len(components))
        seats = [player for player in players if player >= 0]
        if seats:
            self.layout.eyes.show(s.v, components, seats)

    def _forgetting(self, move: Callable[..., Any]) -> Callable[..., Any]:
        """Return a way to move components so that what players were shown of them is forgotten.

        It is the same where rules show nothing.
        """
        if self.layout.known < 0:
            return move
        moves = self.layout.eyes.moves

        def forgetting(v: Ints, z: list[Ints], k: Ints, what: Any, zone: int, *more: int) -> None:  # noqa: ANN401
            if zone >= 0:
                for component in what if isinstance(what, list | tuple) else (what,):
                    moves(v, z, component, zone)
            move(v, z, k, what, zone, *more)

        return forgetting

    def _forgetting_from_zone(self, name: str, move: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same for what moves components by the zone where they lie."""
        if self.layout.known < 0:
            return move
        moves = self.layout.eyes.moves
        if name.startswith("deal"):

            def dealing(s: Any, number: int, source: int, zone: int, *more: int) -> None:  # noqa: ANN401
                for component in list(s.z[source])[: max(0, number)]:
                    moves(s.v, s.z, component, zone)
                move(s, number, source, zone, *more)

            return dealing

        def pouring(v: Ints, z: list[Ints], k: Ints, source: int, zone: int, *more: int) -> None:
            for component in list(z[source]):
                moves(v, z, component, zone)
            move(v, z, k, source, zone, *more)

        return pouring

    def next_to(self, v: Ints, z: list[Ints], left: int, right: int) -> bool:
        """Say whether two components lie side by side in one zone."""
        if left < 0 or right < 0:
            return False
        zone = v[self.at + left]
        if zone < 0 or zone != v[self.at + right]:
            return False
        return abs(z[zone].index(left) - z[zone].index(right)) == 1

    def cards_in_play(self, v: Ints, z: list[Ints]) -> Iterator[int]:
        """Yield every component in play, player by player in turn order."""
        for player in z[TURN_ORDER]:
            yield from self.cards_of(v, z, player)

    def cards_of(self, v: Ints, z: list[Ints], player: int) -> list[int]:
        """Return the components of a player that are in play, zone by zone."""
        return [
            component
            for zone in self.layout.active_zones[player]
            for component in z[zone]
            if self.in_play(v, component)
        ]

    @abstractmethod
    def movers(self) -> dict[str, Callable[..., Any]]:
        """Return ways to move components of which nothing changes but the place and the owner, by name."""

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return what compiled code calls."""
        names = (
            "move_one", "move_all", "discard_all", "draw", "flip", "swap", "shuffle_zone", "next_to", "cards_in_play",
            "cards_of", "show",
        )  # fmt: skip
        movers = {
            name: self._forgetting_from_zone(name, move)
            if name.startswith(("deal", "pour"))
            else self._forgetting(move)
            for name, move in self.movers().items()
        }
        return {
            **{name: getattr(self, name) for name in names},
            **movers,
            "carry": self.carry,
        }
