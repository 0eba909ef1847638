"""Where components lie: moving them, and all that follows from where they are and which side is up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.journal.events import Cause
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.layout import NOBODY, NOWHERE, PLAYER, TURN_ORDER
from rulewright.interpreter.state.naming import FACES, Value
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State

_MOST_CARDS = 3


# ---------------------------------------------------------------- looking
def side_up(t: Setting, s: State, component: int) -> tuple[int, int]:
    """Return the card's position in the game and the side that lies up."""
    return t.layout.card_of[component], s.v[t.layout.face + component]


def side_name(t: Setting, component: int, face: int) -> str:
    """Return how a rule on a side of a card is named: `card ID front`, or `card ID` when there is one side only."""
    card = t.game.cards[t.layout.card_of[component]]
    return f"card {card.id} {FACES[face]}" if len(card.sides) > 1 else f"card {card.id}"


def cards_of(t: Setting, components: Iterable[int]) -> tuple[Cause, ...]:
    """Return the first few cards of components, each with its place; those of kinds without fields hold no number."""
    positions = dict.fromkeys(t.layout.card_of[component] for component in components if component >= 0)
    cards = [t.game.cards[position] for position in positions]
    stated = [card for card in cards if t.game.kinds[card.kind].fields]
    return tuple(Cause(card.span, f"card {card.id}") for card in stated[:_MOST_CARDS])


def is_active(t: Setting, s: State, component: int) -> bool:
    """Say whether a component lies in a zone where the abilities of its kind work."""
    zone = s.v[t.layout.at + component]
    return zone != NOWHERE and t.layout.kind_of[component] in t.layout.zone_active[zone]


def active_of(t: Setting, s: State, player: int) -> Iterator[int]:
    """Yield the components of a player whose abilities work, zone by zone as declared, in the order they lie there."""
    for zone in t.layout.active_zones[player]:
        kinds = t.layout.zone_active[zone]
        for component in tuple(s.z[zone]):
            if t.layout.kind_of[component] in kinds:
                yield component


def in_play(t: Setting, s: State) -> Iterator[int]:
    """Yield every component whose abilities work, player by player in turn order."""
    for player in s.z[TURN_ORDER]:
        yield from active_of(t, s, player)


def field_of(t: Setting, s: State, component: int, name: str) -> Value:
    """Return a field printed on the side that lies up; cards named by it stand as components, absent ones as none."""
    position, face = side_up(t, s, component)
    declared = t.game.kinds[t.layout.kind_of[component]].fields[name]
    fields = t.game.cards[position].sides[face].fields
    value = fields.get(name, declared.default)
    if isinstance(value, tuple):
        return tuple(_entry(t, declared.type.item, entry) for entry in value)
    return _entry(t, declared.type, value) if isinstance(value, int) else NOBODY


def field_of_none(t: Setting, type_: Type) -> Value:
    """Return what stands for a field of that type of none: none, an empty list, or none for each value of an enum."""
    if type_.base != "list":
        return NOBODY
    return (NOBODY,) * len(t.game.enums[type_.names[0]].values) if type_.names else ()


def _entry(t: Setting, type_: Type | None, value: int) -> int:
    if type_ is not None and type_.base == "component" and value >= 0:
        return t.layout.of_card[value][0]
    return value


# ---------------------------------------------------------------- moving
def is_full(t: Setting, s: State, component: int, zone: int) -> bool:
    """Say whether a zone has no room for a component that is to come into it."""
    declared = t.layout.zone_decl[zone]
    if declared is None or declared.size is None or s.v[t.layout.at + component] == zone:
        return False
    return len(s.z[zone]) >= declared.size


def held(t: Setting, zone: int) -> tuple[str, ...]:
    """Return the kinds of components that may lie in a zone."""
    declared = t.layout.zone_decl[zone]
    return () if declared is None else declared.holds


def takes(t: Setting, component: int, zone: int) -> bool:
    """Say whether a component may lie in a zone, which holds some kinds only."""
    return t.layout.kind_of[component] in held(t, zone)


def put(t: Setting, s: State, component: int, zone: int, index: int | None = None) -> int:
    """Move a component to a zone, behind the others or to `index`, and return the zone it leaves.

    Its owner follows, and where its abilities do not work, its side and its states are reset.
    """
    before = s.v[t.layout.at + component]
    t.layout.chance.moved(s.z, (component,))
    if before != NOWHERE:
        s.z[before].remove(component)
    if zone != NOWHERE:
        target = s.z[zone]
        target.insert(len(target) if index is None else index, component)
    arrive(t, s, component, zone)
    return before


def arrive(t: Setting, s: State, component: int, zone: int) -> None:
    """Note that a component now lies in a zone (or nowhere), with everything that follows from it."""
    layout = t.layout
    s.v[layout.at + component] = zone
    kind = t.game.kinds[layout.kind_of[component]]
    declared = layout.zone_decl[zone] if zone != NOWHERE else None
    if kind.per_player is None:
        if declared is not None and declared.scope == PLAYER:
            s.v[layout.owner + component] = layout.zone_holder[zone]
        elif not kind.keeps_owner:
            s.v[layout.owner + component] = NOBODY
    if kind.active_in and not is_active(t, s, component):
        s.v[layout.face + component] = 0
        for name, field in kind.state.items():
            s.v[layout.state_slot(component, name)] = field.start
