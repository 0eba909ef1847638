"""Which cards a match used, and which of them are no longer what they were when the match was written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.content.model import Card, Game
from interpreter.findings import Span
from interpreter.journal.events import AbilityUsed, Decided, EffectBegan, Event, Flipped, Moved, StateSet
from interpreter.match.playable import Playable
from interpreter.state.layout import COMPONENT, PLAYER

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Change:
    """A card that is not what it was: `place` is where it stands, None when it is there no more."""

    id: str
    place: Span | None


def cards_used(match: Playable) -> tuple[Card, ...]:
    """Return the cards that had a part in a match, in the order of the content.

    These are the cards whose effects ran, which somebody chose, which changed their state, and which came to a player
    or onto another component. What only lay in a deck is none, nor is what no file describes.
    """
    cards = match.game.cards
    found = {position for event in match.journal for position in _positions(event, match)}
    return tuple(cards[position] for position in sorted(found) if cards[position].digest)


def _positions(event: Event, match: Playable) -> Iterator[int]:
    layout = match.layout
    match event:
        case AbilityUsed() | EffectBegan() | Flipped():
            yield layout.card_of[event.component]
        case StateSet() if event.component >= 0:
            yield layout.card_of[event.component]
        case Moved() if event.to_zone >= 0:
            zone = layout.zone_decl[event.to_zone]
            if zone is not None and zone.scope in (PLAYER, COMPONENT):
                yield layout.card_of[event.component]
        case Decided() if not event.forced and event.id in layout.by_id:
            yield layout.card_of[layout.by_id[event.id]]
    word, _, rest = event.where.rule.partition(" ")
    if word == "card":
        number = layout.by_id.get(rest.split(" ")[0])
        if number is not None:
            yield layout.card_of[number]


def changes_of(kept: Mapping[str, str], game: Game) -> list[Change]:
    """Return which cards are no longer as their digests say, in the order given."""
    cards = {card.id: card for card in game.cards}
    gone = [Change(id_, None) for id_ in kept if id_ not in cards]
    other = [
        Change(id_, cards[id_].span) for id_, was in kept.items() if id_ in cards and cards[id_].digest != was
    ]
    return other + gone


def told(changes: Iterable[Change], since: str) -> str:
    """Return in one line which cards have changed; empty for none. `since` is the moment, such as `the snapshot`."""
    words = [
        f"{change.id} ({change.place.file}:{change.place.line})"
        if change.place is not None
        else f"{change.id} (gone)"
        for change in changes
    ]
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return f"cards changed since {since}: {', '.join(words[:_SHOWN])}{more}" if words else ""
