"""Stands between pages and matches: all that a page learns of a running game comes through here.

What a seat is sent is made of its `view`, of what it is `told` and of its own decisions, and of nothing else; what all
seats are sent alike, the book, is made of the game and not of the match's state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.cli.web.faces import CardFace
from rulewright.interpreter.content.model import Counter, Game, StateField, Zone
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import CounterChanged, Decided, Event, Moved, RandomDrawn, Shuffled
from rulewright.interpreter.knowledge.fairness import has_secrets
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.wording import default_word
from rulewright.interpreter.state.errors import MatchError

Viewer = int | str | None
"""A seat, None for somebody who only watches, or ALL."""

ALL = "all"
"""Everybody together, with open hands: for whoever makes or tests a game, and for tables at which nobody minds."""

_MOST_PRICED = 40
_COORDINATE = re.compile(r"([a-z])(\d{1,2})")
_CHANCE = (RandomDrawn, Shuffled)


# ---------------------------------------------------------------- the book
def book_of(match: Playable, faces: Mapping[str, CardFace]) -> dict[str, Any]:
    """Return what stays the same while a game is played, and may be known to everybody: its words and components."""
    game, layout = match.game, match.layout
    return {
        "game": game.id,
        "title": game.title,
        "players": list(match.names),
        "options": [
            f"{game.options[name].title}: {word}"
            for name, word in match.options.items()
            if word != default_word(game.options[name])
        ],
        "kinds": {name: _kind(game, name, faces) for name in game.kinds},
        "cards": [_card(faces[card.id]) for card in game.cards],
        "components": {id_: layout.card_of[number] for number, id_ in enumerate(layout.ids)},
        "counters": {name: _counter(game, one) for name, one in game.counters.items() if one.is_number},
        "player_state": {
            name: _state_words(game, one.name, one.type)
            for name, one in game.counters.items()
            if not one.is_number
        },
        "state": {name: _state(game, field) for name, field in game.state.items()},
        "zones": {name: _zone(zone) for name, zone in game.zones.items()},
        "player_zones": {name: _zone(zone) for name, zone in game.player_zones.items()},
        "component_zones": {name: _zone(zone) for name, zone in game.component_zones.items()},
        "phases": {name: phase.title for name, phase in game.phases.items()},
        "grids": dict(_grids(game)),
        "looks": _looks(game),
        "secrets": has_secrets(game),
    }


def _looks(game: Game) -> dict[str, Any]:
    """Return what the rules say of how the table looks."""
    looks = game.looks
    return {
        "order": list(looks.order),
        "groups": {title: list(parts) for title, parts in looks.groups.items()},
        "folded": list(looks.folded),
        "left_out": list(looks.left_out),
        "shows": {kind: list(fields) for kind, fields in looks.shows.items()},
        "counters": list(looks.counters),
        "colours": looks.colours,
        "symbols": looks.symbols,
        "marks": looks.marks,
    }


def _kind(game: Game, name: str, faces: Mapping[str, CardFace]) -> dict[str, Any]:
    kind = game.kinds[name]
    held = any(name in zone.holds for zone in _all_zones(game))
    hue = next((faces[card.id].hue for card in game.cards if card.kind == name), 0)
    # A piece is a thing without anything printed on it but its name.
    is_piece = (
        kind.sides == 1
        and not kind.stated
        and not any(
            ability for card in game.cards if card.kind == name for ability in card.sides[0].abilities
        )
    )
    return {
        "title": kind.title,
        "hue": hue,
        "piece": is_piece,
        "held": held,
        "drawn": held or bool(kind.state) or bool(kind.zones),
        "own": kind.per_player is not None,
        "state": {field.name: _state(game, field) for field in kind.state.values()},
    }


def _all_zones(game: Game) -> Iterator[Zone]:
    for zones in (game.zones, game.player_zones, game.component_zones):
        yield from zones.values()


def _card(face: CardFace) -> dict[str, Any]:
    return {
        "id": face.id,
        "kind": face.kind,
        "sides": [
            {
                "name": side.name,
                "notes": [[f.label, f.signs, f.sort, f.name, list(f.colours)] for f in side.fields],
            }
            for side in face.sides
        ],
    }


def _counter(game: Game, counter: Counter) -> dict[str, Any]:
    entries = None
    if counter.by is not None:
        enum = game.enums[counter.by]
        entries = dict(zip(enum.values, enum.titles, strict=True))
    return {"title": counter.title, "by": counter.by, "entries": entries}


def _state(game: Game, field: StateField) -> dict[str, Any]:
    return _state_words(game, field.name, field.type)


def _state_words(game: Game, name: str, type_: Type) -> dict[str, Any]:
    words: dict[str, str] = {}
    if type_.base == "enum" and type_.names[0] in game.enums:
        enum = game.enums[type_.names[0]]
        words = dict(zip(enum.values, enum.titles, strict=True))
    return {"title": name_words(name), "words": words}


def _zone(zone: Zone) -> dict[str, Any]:
    group, _, _ = zone.name.rpartition(".")
    return {
        "title": zone.title,
        "group": name_words(group) if zone.scope == "game" else "",
        "ordered": zone.ordered,
    }


def _grids(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the kinds whose components lie in a grid, each with its rows from above.

    The rules say which; without a word it is those whose components are called like the squares of a board.
    """
    for kind, said in game.looks.grids.items():
        yield kind, {"rows": [list(row) for row in said]}
    for kind in game.kinds:
        if kind in game.looks.grids:
            continue
        cards = [card.id for card in game.cards if card.kind == kind and card.copies == 1]
        found = [_COORDINATE.fullmatch(id_) for id_ in cards]
        squares = {
            (met[1], int(met[2])): id_ for met, id_ in zip(found, cards, strict=True) if met is not None
        }
        columns = sorted({column for column, _ in squares})
        rows = sorted({row for _, row in squares}, reverse=True)
        if len(cards) == len(squares) == len(columns) * len(rows) and len(columns) > 1 and len(rows) > 1:
            yield kind, {"rows": [[squares[column, row] for column in columns] for row in rows]}


# ---------------------------------------------------------------- the scene
def scene_of(match: Playable, viewer: Viewer) -> dict[str, Any]:
    """Return the table as a viewer sees it now, and what is to be decided if that is the viewer's to know."""
    seen = _all_seats(match) if viewer == ALL else match.view(viewer if isinstance(viewer, int) else None)
    decision = match.decision
    asked = decision.player if decision is not None else -1
    return {
        **seen,
        "turn": match.names[asked] if asked >= 0 else None,
        "over": match.over,
        "result": _result(match) if match.over else None,
    }


def decision_of(match: Playable, viewer: Viewer) -> dict[str, Any] | None:
    """Return the question to a viewer with its options, their components and costs; None when another is asked."""
    decision = match.decision
    if decision is None or viewer not in (ALL, decision.player):
        return None
    return {
        "player": match.names[decision.player],
        "prompt": decision.prompt or "Choose",
        "kind": decision.kind,
        "picked": list(decision.picked),
        "options": [
            {"id": choice.id, "label": choice.label, "component": _component(match, choice.id)}
            for choice in decision.options
        ],
    }


def costs_of(match: FastMatch) -> list[str]:
    """Return what each option of the present decision makes its player pay at once, in words; empty where nothing.

    Only what is paid before anything is drawn, turned up or asked counts: the rest nobody can know beforehand.
    """
    decision = match.decision
    if decision is None or len(decision.options) > _MOST_PRICED:
        return []
    before = len(match.journal)
    return [_cost(match, position, before, decision.player) for position in range(len(decision.options))]


def _cost(match: FastMatch, position: int, before: int, player: int) -> str:
    trial = match.clone(journal=True)
    try:
        trial.apply(position)
    except MatchError:
        return ""
    paid: dict[tuple[str, int], int] = {}
    for event in _until_chance(trial.journal_from(before + 1), trial):
        if isinstance(event, CounterChanged) and event.verb == "pay" and event.player == player:
            key = event.counter, event.index
            paid[key] = paid.get(key, 0) + event.before - event.after
    words = []
    for (name, index), amount in paid.items():
        counter = match.game.counters[name]
        entry = (
            f"{match.game.enums[counter.by].titles[index]} " if counter.by is not None and index >= 0 else ""
        )
        words.append(f"{amount} {entry}{counter.title}")
    return ", ".join(words)


def _until_chance(events: tuple[Event, ...], match: Playable) -> Iterator[Event]:
    zones = match.layout.zone_decl
    for event in events:
        if isinstance(event, _CHANCE) or (isinstance(event, Decided) and not event.forced):
            return
        if isinstance(event, Moved) and event.from_zone >= 0:
            declared = zones[event.from_zone]
            if declared is not None and (declared.shows != "all" or declared.visible != "all"):
                return
        yield event


def _component(match: Playable, option: str) -> str | None:
    """Return the component that an option stands for; a second ability of one has a number behind the id."""
    by_id = match.layout.by_id
    if option in by_id:
        return option
    stem, dot, _ = option.rpartition(".")
    return stem if dot and stem in by_id else None


def _result(match: Playable) -> dict[str, Any]:
    return {
        "scores": dict(zip(match.names, match.scores(), strict=True)),
        "winners": [match.names[seat] for seat in match.winners()],
    }


def _all_seats(match: Playable) -> dict[str, Any]:
    seen: Any = match.view(None)
    for seat in range(len(match.names)):
        seen = _joined(seen, match.view(seat))
    return dict(seen)


def _joined(one: Any, other: Any) -> Any:  # noqa: ANN401  # whatever JSON has
    """Return what two see together: a list of components tells more than their number, something more than nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: _joined(one.get(key), other.get(key)) for key in {**one, **other}}
    return one if other is None or (isinstance(one, list) and not isinstance(other, list)) else other


def viewer_named(word: str, names: tuple[str, ...]) -> Viewer:
    """Return the viewer that a request names: a seat's number, `watcher` or `all`. Raises ValueError for another."""
    if word == ALL:
        return ALL
    if word == "watcher":
        return None
    if word.isdecimal() and len(word) < 4 and int(word) < len(names):
        return int(word)
    raise ValueError(word)


# ---------------------------------------------------------------- differences
def difference(before: Any, after: Any) -> list[list[Any]]:  # noqa: ANN401  # whatever JSON has
    """Return what changes a scene into the next: paths of keys, each with its new value, or none where it goes."""
    return list(_changes(before, after, []))


def _changes(before: Any, after: Any, path: list[str]) -> Iterator[list[Any]]:  # noqa: ANN401  # whatever JSON has
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield [[*path, key]]
        for key, value in after.items():
            if key not in before:
                yield [[*path, key], value]
            else:
                yield from _changes(before[key], value, [*path, key])
    elif before != after:
        yield [path, after]
