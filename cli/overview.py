"""What a person at the terminal sees of a match, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.cli.boards import drawn
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.naming import back_in_words, id_of_words, zone_title

_MOST_IDS = 12


def overview(match: Playable, seat: int) -> str:
    """Return what a player sees: everybody's counters, values that are told and zones, then the other zones.

    Components stand by their names, with the ids that one types; what is hidden stands as a number, or not at all.
    """
    return "\n".join(_lines(match, match.view(seat), seat))


def _lines(match: Playable, view: Mapping[str, Any], viewer: int) -> Iterator[str]:
    naming = _Named(match)
    yield f"Round {view['round']}; turn order: {', '.join(view['turn_order'])}"
    for seat, (name, seen) in enumerate(view["players"].items()):
        own = match.game.player_zones
        titles = {key: zone.title for key, zone in own.items()}
        zones = naming.zones(seen["zones"], titles, whole=seat == viewer)
        states = _of_player(match, seen.get("state", {}))
        told = [*_counters(match, seen["counters"]), *states, *_values(match, seat), *zones]
        yield f"{name}: {'; '.join(told) or 'nothing'}"
    yield from naming.zones(view["zones"], {key: zone_title(zone) for key, zone in match.game.zones.items()})
    yield from _of_game(match, view["game"])
    on_boards: set[str] = set()
    for cells, lines in drawn(match, view):
        on_boards |= cells
        yield from lines
    free: dict[str, list[str]] = {}
    for holder, zones in view["component_zones"].items():
        if holder in on_boards:
            continue
        held = list(naming.zones(zones, {}))
        if held:
            yield f"{naming.name(holder)}: {'; '.join(held)}"
        else:
            free.setdefault(naming.kind(holder), []).append(naming.name(holder))
    for kind, names in free.items():
        yield f"{kind}, nothing there: {listed(names)}"
    for holder, states in view["components"].items():
        if holder in on_boards:
            continue
        told = [words for name, value in states.items() if (words := _state(name, value))]
        if told:
            yield f"{naming.name(holder)}: {', '.join(told)}"


def _of_game(match: Playable, states: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the game itself remembers, apart from what is the rules' own bookkeeping."""
    told = [
        words
        for name, value in states.items()
        if match.game.state[name].told and (words := _state(name, value))
    ]
    if told:
        yield f"The game: {', '.join(told)}"


def _counters(match: Playable, counters: Mapping[str, Any]) -> Iterator[str]:
    for name, value in counters.items():
        counter = match.game.counters[name]
        if isinstance(value, Mapping):
            enum = match.game.enums[counter.by or ""]
            titles = dict(zip(enum.values, enum.titles, strict=True))
            yield from (
                f"{number} {titles[entry]} {counter.one if number == 1 else counter.title}"
                for entry, number in value.items()
                if number
            )
        elif value:
            yield f"{value} {counter.one if value == 1 else counter.title}"


def _of_player(match: Playable, states: Mapping[str, Any]) -> Iterator[str]:
    """Yield the states of a player, apart from what is the rules' own bookkeeping."""
    for name, value in states.items():
        words = _state(name, value)
        if match.game.counters[name].told and words:
            yield words


def _values(match: Playable, seat: int) -> Iterator[str]:
    """Yield the values that players are to be told of."""
    for value in match.game.values.values():
        if value.told:
            here = value.span
            whose = c.Const(here, value.params[0].type, seat)
            yield f"{value.title} {match.evaluate(c.ValueCall(here, value.type, value.name, (whose,)))}"


def _state(name: str, value: object) -> str:
    """Return a state that is worth a word: what lies with its front up, and what is no or none, goes without saying."""
    if name == "owner" or not value or (name, value) == ("face", "front"):
        return ""
    words = name.replace("_", " ")
    if name == "face":
        return "flipped"
    return words if value is True else f"{words} {value}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list, cut where it is long."""
    more = f" and {len(names) - _MOST_IDS} more" if len(names) > _MOST_IDS else ""
    return f"{', '.join(names[:_MOST_IDS])}{more}"


class _Named:
    """Calls components by what is printed on the side that lies up, with the id that one types."""

    def __init__(self, match: Playable) -> None:
        self._match = match

    def name(self, id_: str) -> str:
        """Return the name of a component, and its id where that is another."""
        name = self.plain(id_)
        return name if id_of_words(name) == id_ else f"{name} ({id_})"

    def kind(self, id_: str) -> str:
        """Return what a component is, in the words of its kind."""
        layout = self._match.layout
        return self._match.game.kinds[layout.kind_of[layout.by_id[id_]]].title

    def zones(
        self, zones: Mapping[str, Any], titles: Mapping[str, str], *, whole: bool = False
    ) -> Iterator[str]:
        """Yield what lies in zones that are not empty; `whole` zones, such as an own hand, are never cut."""
        for name, held in zones.items():
            title = titles.get(name, name.replace("_", " "))
            if isinstance(held, Mapping):
                top = f", on top {self.name(held['top'])}" if held.get("top") else ""
                known = [f"{self.name(id_)} at {place}" for id_, place in held.get("known", {}).items()]
                top += f", known: {', '.join(known)}" if known else ""
                top += _backs(held.get("backs", ()))
                if held.get("count") or known:
                    yield f"{title}: {held.get('count', '')}{top}"
            elif held:
                names = self._counted(held)
                yield f"{title}: {', '.join(names) if whole else listed(names)}"

    def _counted(self, ids: Sequence[str]) -> list[str]:
        """Return the names of components, copies of one card counted: they are told apart where one is chosen."""
        layout, found = self._match.layout, dict[tuple[int, int], list[str]]()
        for id_ in ids:
            component = layout.by_id[id_]
            card = self._match.game.cards[layout.card_of[component]]
            own = component if card.copies == 1 else -1
            found.setdefault((layout.card_of[component], own), []).append(id_)
        return [
            self.name(same[0]) if len(same) == 1 else f"{len(same)} x {self.plain(same[0])}"
            for same in found.values()
        ]

    def plain(self, id_: str) -> str:
        """Return what is printed on a component."""
        layout = self._match.layout
        return self._match.game.cards[layout.card_of[layout.by_id[id_]]].sides[0].name


def _backs(backs: Sequence[Mapping[str, str | int | None]]) -> str:
    """Return what backs show, each with how often, in the order in which they lie."""
    counted = Counter(back_in_words(tuple(back.items())) for back in backs)
    words = ", ".join(f"{count} x {back}" for back, count in counted.items() if back)
    return f", backs: {words}" if words else ""
