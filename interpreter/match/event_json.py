"""Events of the journal as plain data, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from rulewright.interpreter.journal.events import (
    Cause,
    CounterChanged,
    Event,
    Finished,
    RandomDrawn,
    StateSet,
    TurnOrderSet,
)
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.naming import Naming


def event_name(event: Event) -> str:
    """Return the name of an event in JSON: its class in lower-case words with hyphens."""
    name = type(event).__name__
    return "".join("-" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


def as_json(event: Event, match: Playable) -> dict[str, Any]:
    """Return an event as plain data, `event` first, then its parts, then `rule` and `place` (file:line:column).

    Players, components, zones, enum values and sides stand by their names, nobody and none as null.
    """
    return plain_event(event, match.naming) | cause_as_json(event.where)


def plain_event(event: Event, naming: Naming) -> dict[str, Any]:
    """Return an event as plain data without its cause."""
    result: dict[str, Any] = {"event": event_name(event)}
    for part in fields(event):
        value = getattr(event, part.name)
        if part.name not in ("where", "type", "into") and (part.name != "back" or value):
            result[part.name] = _plain(event, part.name, value, naming)
    return result


def cause_as_json(cause: Cause) -> dict[str, str]:
    """Return a cause as plain data: its `rule` and its `place` (file:line:column)."""
    span = cause.span
    return {"rule": cause.rule, "place": f"{span.file}:{span.line}:{span.column}"}


def _plain(event: Event, name: str, value: Any, names: Naming) -> Any:  # noqa: ANN401  # whatever JSON has
    game = names.game
    if name in _BY_NAME:
        return _BY_NAME[name](value, names)
    match event:
        case CounterChanged() if name == "index":
            by = game.counters[event.counter].by
            return None if by is None or value < 0 else game.enums[by].values[value]
        case CounterChanged() if name in ("before", "after"):
            return names.plain(game.counters[event.counter].type, value)
        case StateSet() | RandomDrawn() if name in ("before", "after", "value"):
            return names.plain(event.type, value)
        case TurnOrderSet():
            return [names.players[seat] for seat in value]
        case Finished() if name == "scores":
            return dict(zip(names.players, value, strict=True))
    return value


_BY_NAME: dict[str, Callable[[Any, Naming], Any]] = {
    "player": lambda seat, names: None if seat < 0 else names.players[seat],
    "component": lambda number, names: None if number < 0 else names.layout.ids[number],
    "from_zone": lambda zone, names: names.zone(zone),
    "to_zone": lambda zone, names: names.zone(zone),
    "zone": lambda zone, names: names.zone(zone),
    "face": lambda side, names: names.face(side),
    "tops": lambda tops, names: {names.zone(zone): names.layout.ids[component] for zone, component in tops},
    "back": lambda back, _: dict(back),
    "players": lambda seats, names: [names.players[seat] for seat in seats],
    "winners": lambda seats, names: [names.players[seat] for seat in seats],
}
