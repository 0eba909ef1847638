"""Who sees what: the one place that decides which seats see a component, a zone, a counter or a state.

A set of viewers is a number with a bit for each seat, and one more, the highest, for whoever only watches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, assert_never

from rulewright.interpreter.content.model import Counter, Game, StateField, Zone
from rulewright.interpreter.content.uses import viewers
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Visibility
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.viewers import Numbers, Viewers

NOBODY, NOWHERE = -1, -1
_COMPONENT: Final = "component"
_PLAYER: Final = "player"

Spot = tuple[int, int]
"""A zone and a position in it, from 0."""


class Eyes:
    """Says for one layout who sees what lies where.

    `zones` are the declarations of the zones by number, None for one that is no place, with what each belongs to (a
    seat, a component or -1); `kind_of` the kind of each component; `at` and `owner` the slots of `State.v` where the
    first component lies, whose it is, and which viewers it was shown to (-1 where rules show nothing). `by_formula`
    says whether formulas say who sees something.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        zones: Sequence[tuple[Zone | None, int]],
        kind_of: Sequence[str],
        slots: tuple[int, int, int],
        numbers: Numbers,
    ) -> None:
        self.game = game
        self._viewers = Viewers(numbers)
        self.by_formula = any(map(bool, viewers(game)))
        self.everybody = (1 << players + 1) - 1
        self.seats = (1 << players) - 1
        self._watcher = players
        self._zones = zones
        self._at, self._owner, self._known = slots
        declared = declared_zones(game)
        held = {kind for zone in declared for kind in zone.holds}
        # What no zone holds lies on the table for everybody, such as the places of a board.
        self.on_table = [kind not in held for kind in kind_of]
        self.secret_kinds = frozenset(kind for zone in declared if not is_open(zone) for kind in zone.holds)
        # By zone who looks into it; None where that goes by the owner of the component that has the zone.
        self._looking = [self._fixed(zone, holder) for zone, holder in zones]
        self._showing_tops = [
            number
            for number, (zone, _) in enumerate(zones)
            if zone is not None and zone.shows == "top" and self._looking[number] == self.everybody
        ]

    def bits(self, viewers: Iterable[int | None]) -> int:
        """Return viewers as a number: seats, and None for whoever only watches."""
        found = 0
        for viewer in viewers:
            found |= 1 << (self._watcher if viewer is None else viewer)
        return found

    def who(self, hidden: Zone | Counter | StateField, owner: int, v: Sequence[int]) -> int:
        """Return who sees a zone, a counter or a state in a position; `owner` is its seat, -1 for nobody's."""
        if hidden.visible == "some":
            return self._watched(self._viewers.seats(hidden.viewers, v, owner))
        return self._always(hidden.visible, owner)

    def _watched(self, seats: Collection[int]) -> int:
        """Return seats as viewers: what all players see, everybody sees."""
        bits = self.bits(seats)
        return self.everybody if bits == self.seats else bits

    def _always(self, visible: Visibility, owner: int) -> int:
        match visible:
            case "all":
                return self.everybody
            case "owner":
                return 1 << owner if owner >= 0 else 0
            case "others":
                return self.seats & ~(1 << owner) if owner >= 0 else self.seats
            case "no one" | "some":
                return 0
        assert_never(visible)

    # ---------------------------------------------------------------- zones
    def _fixed(self, zone: Zone | None, holder: int) -> int | None:
        if zone is None:
            return 0
        if zone.visible == "some" or (zone.scope == _COMPONENT and zone.visible not in ("all", "no one")):
            return None
        return self._always(zone.visible, holder if zone.scope == _PLAYER else NOBODY)

    def always_looking(self, zone: int) -> int | None:
        """Return who may look into a zone whatever the position; None where that goes by an owner or by a formula."""
        return self._looking[zone]

    def into(self, v: Sequence[int], zone: int) -> int:
        """Return who may look into a zone and sees of it what it shows, with the numbers of a state."""
        fixed = self._looking[zone]
        if fixed is not None:
            return fixed
        declared, holder = self._zones[zone]
        if declared is None:
            return 0
        return self.who(declared, v[self._owner + holder] if declared.scope == _COMPONENT else holder, v)

    def tops(self, z: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
        """Return what everybody sees on top of the zones that show their first component: zones and components."""
        return tuple((zone, z[zone][0]) for zone in self._showing_tops if z[zone])

    # ---------------------------------------------------------------- components
    def seeing(self, v: Sequence[int], z: Sequence[Sequence[int]], component: int) -> int:
        """Return who sees which component this is, where it lies now."""
        if self.on_table[component]:
            return self.everybody
        zone = v[self._at + component]
        if zone == NOWHERE:
            return 0
        shown = self.shown_to(v, component)
        declared = self._zones[zone][0]
        if declared is None or declared.shows == "nothing":
            return shown
        if declared.shows == "top" and z[zone][0] != component:
            return shown
        return self.into(v, zone) | shown

    # ---------------------------------------------------------------- what was shown
    def shown_to(self, v: Sequence[int], component: int) -> int:
        """Return whom a component was shown to where it lies, whoever sees it besides."""
        return v[self._known + component] if self._known >= 0 else 0

    def show(self, v: list[int], components: Iterable[int], players: Collection[int]) -> None:
        """Note that players are shown components; what all players see, everybody sees."""
        bits = self._watched(players)
        for component in components:
            if component >= 0:
                v[self._known + component] |= bits

    def moves(self, v: list[int], z: Sequence[Sequence[int]], component: int, zone: int) -> None:
        """Note that a component is about to move: what it was is forgotten, and what may have been it instead.

        Who does not see it move out of an unordered zone no longer knows which of the others there is which.
        """
        if self._known < 0 or component < 0:
            return
        before = v[self._at + component]
        v[self._known + component] = 0
        declared = self._zones[before][0] if before >= 0 else None
        if declared is not None and not declared.ordered:
            seeing = self._end(v, before) | self._end(v, zone)
            for other in z[before]:
                v[self._known + other] &= seeing

    def _end(self, v: Sequence[int], zone: int) -> int:
        declared = self._zones[zone][0] if zone >= 0 else None
        return self.into(v, zone) if declared is not None and declared.shows == "all" else 0

    def shuffles(self, v: list[int], components: Iterable[int]) -> None:
        """Note that components are shuffled: which is which is forgotten."""
        if self._known >= 0:
            for component in components:
                v[self._known + component] = 0

    def unseen(
        self, v: Sequence[int], z: Sequence[Sequence[int]], items: Iterable[int], viewer: int
    ) -> dict[int, Spot]:
        """Return those of some components that lie where a seat does not see which they are, each with its place."""
        found = {}
        for item in items:
            zone = v[self._at + item] if item >= 0 else NOWHERE
            if zone != NOWHERE and not self.seeing(v, z, item) >> viewer & 1:
                found[item] = (zone, z[zone].index(item))
        return found

    def by_place(
        self, v: Sequence[int], z: Sequence[Sequence[int]], items: Iterable[int], viewer: int
    ) -> list[int]:
        """Return components in the order in which they are offered to a seat: behind those it sees, others by place.

        So the order in which cards are written tells nothing of those that it does not see. The list is a new one.
        """
        items = list(items)
        hidden = self.unseen(v, z, items, viewer)
        if not hidden:
            return items
        return [*(item for item in items if item not in hidden), *sorted(hidden, key=hidden.__getitem__)]

    def offers_by_place(self, choose: c.Choose) -> bool:
        """Say whether a choice offers components by where they lie, and may offer some that who chooses cannot see.

        A list that is the same wherever they lie, such as all cards of a kind, names what it offers.
        """
        if choose.shown.base != "component" or self.secret_kinds.isdisjoint(choose.shown.names):
            return False
        return isinstance(choose.source, c.Items) and not self._names_items(choose.source, _DEEPEST)

    def _names_items(self, items: c.Items, depth: int, *, own: bool = True) -> bool:
        """Say whether items are seen by who acts (`own`: it is known who that is), or named wherever they lie."""
        if items.where is not None:
            places = (node for node in nodes(items.where) if isinstance(node, c.ZoneRef))
            if not all(self._is_shown(place, own=own) for place in places):
                return False
        return self._names(items.list, depth, own=own)

    def _names(self, listed: c.Expr, depth: int, *, own: bool) -> bool:
        match listed:
            case c.AllComponents() | c.Const() | c.CardConst():
                return True
            case c.CardField(component=inner):
                return self._names(inner, depth, own=own)
            case c.ZoneRef():
                return self._is_shown(listed, own=own)
            case c.Concat(left=left, right=right):
                return self._names(left, depth, own=own) and self._names(right, depth, own=own)
            case c.MakeList(parts=parts):
                return all(self._names(part, depth, own=own) for part in parts)
            case c.Aggregate(op="all", items=items) | c.Ranked(items=items):
                return self._names_items(items, depth, own=own)
            case c.ValueCall(value=name) if depth > 0:
                formula = self.game.values[name].formula
                return formula is not None and self._names(formula, depth - 1, own=False)
        return False

    def _is_shown(self, source: c.ZoneRef, *, own: bool) -> bool:
        zone = self.declared(source)
        if zone is None or zone.shows != "all":
            return False
        mine = own and isinstance(source.holder, c.Local) and source.holder.name == "me"
        return zone.visible == "all" or (zone.visible == "owner" and zone.scope == _PLAYER and mine)

    def declared(self, ref: c.ZoneRef) -> Zone | None:
        """Return the declaration of the zone that a formula names, None where it may be one of several."""
        if ref.scope == _COMPONENT:
            kinds = ref.holder.type.names if ref.holder is not None else ()
            found = [self.game.component_zones.get(f"{kind}.{ref.zone.rpartition('.')[2]}") for kind in kinds]
            return found[0] if len(found) == 1 else None
        zones = self.game.player_zones if ref.scope == _PLAYER else self.game.zones
        return zones.get(ref.zone)


def declared_zones(game: Game) -> tuple[Zone, ...]:
    """Return all zones that a game declares."""
    return (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values())


def is_open(zone: Zone) -> bool:
    """Say whether everybody sees everything that lies in a zone."""
    return zone.visible == "all" and zone.shows == "all"


_DEEPEST = 4
"""So many values are looked into to find out where a list comes from."""
