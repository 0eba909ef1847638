"""What a person at the terminal sees of a match, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.match.playable import Playable

_MOST_IDS = 12


def overview(match: Playable, seat: int) -> str:
    """Return what a player sees: everybody's counters and zones, then the other zones that are not empty.

    Components stand by their ids, which are what one types; what is hidden stands as a number, or not at all.
    """
    return "\n".join(_lines(match, match.view(seat)))


def _lines(match: Playable, view: Mapping[str, Any]) -> Iterator[str]:
    yield f"Round {view['round']}; turn order: {', '.join(view['turn_order'])}"
    for name, seen in view["players"].items():
        yield f"{name}: {'; '.join([*_counters(match, seen['counters']), *_zones(seen['zones'])]) or 'nothing'}"
    yield from _zones(view["zones"])
    for holder, zones in view["component_zones"].items():
        held = list(_zones(zones))
        if held:
            yield f"{holder}: {'; '.join(held)}"
    for holder, states in view["components"].items():
        told = [f"{name} {_word(value)}" for name, value in states.items() if name != "owner" and value]
        if told:
            yield f"{holder}: {', '.join(told)}"


def _counters(match: Playable, counters: Mapping[str, Any]) -> Iterator[str]:
    for name, value in counters.items():
        title = match.game.counters[name].title
        if isinstance(value, Mapping):
            yield from (f"{number} {title} {entry}" for entry, number in value.items() if number)
        elif value:
            yield f"{value} {title}"


def _zones(zones: Mapping[str, Any]) -> Iterator[str]:
    for name, held in zones.items():
        if isinstance(held, Mapping):
            top = f", on top {held['top']}" if held.get("top") else ""
            if held["count"]:
                yield f"{name}: {held['count']}{top}"
        elif held:
            more = f" and {len(held) - _MOST_IDS} more" if len(held) > _MOST_IDS else ""
            yield f"{name}: {', '.join(held[:_MOST_IDS])}{more}"


def _word(value: object) -> str:
    return "yes" if value is True else str(value)
