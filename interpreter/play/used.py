"""Which cards a match used, and which of them are no longer what they were when the match was written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rulewright.interpreter.content.model import Card, Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    Decided,
    EffectBegan,
    Event,
    Flipped,
    Moved,
    StateSet,
)
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.script import UNUSED
from rulewright.interpreter.state.layout import COMPONENT, PLAYER

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Change:
    """A card or a file of rules that is not what it was: `how` is changed, added or gone.

    `place` is where a card stands; None for one that is gone, and for files.
    """

    id: str
    how: Literal["changed", "added", "gone"]
    place: Span | None

    def __str__(self) -> str:
        words: list[str] = [self.how] if self.how != "changed" else []
        words += [f"{self.place.file}:{self.place.line}"] if self.place is not None else []
        return f"{self.id} ({', '.join(words)})" if words else self.id


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


def content_of(match: Playable) -> dict[str, str]:
    """Return what a match rests on: digests of the cards that it used and of the rules' files, and all other cards.

    Cards stand by their ids, the others as `UNUSED`, and files by their names, which have a slash in them.
    """
    game = match.game
    used = {card.id: card.digest for card in cards_used(match)}
    others = {card.id: UNUSED for card in game.cards if card.id not in used and not _of_a_board(game, card)}
    return {**used, **others, **game.rules}


def _of_a_board(game: Game, card: Card) -> bool:
    """Say whether a component is a part of a board that the rules declare as a whole: their digest tells of it."""
    return card.span == game.kinds[card.kind].board


def changes_of(kept: Mapping[str, str], game: Game) -> list[Change]:
    """Return what is no longer as it was kept: what is other, in the order given, then what is new, then what is gone.

    What is new is only known where files of rules are kept too: else only the cards that were used are.
    """
    cards = {card.id: card for card in game.cards}
    other = [
        Change(id_, "changed", cards[id_].span)
        for id_, was in kept.items()
        if id_ in cards and cards[id_].digest != was != UNUSED
    ]
    other += [Change(name, "changed", None) for name, was in kept.items() if game.rules.get(name, was) != was]
    new: list[Change] = []
    if any("/" in name for name in kept):
        new += [
            Change(id_, "added", card.span)
            for id_, card in cards.items()
            if id_ not in kept and not _of_a_board(game, card)
        ]
        new += [Change(name, "added", None) for name in game.rules if name not in kept]
    gone = [Change(name, "gone", None) for name in kept if name not in cards and name not in game.rules]
    return other + new + gone


def told(changes: Iterable[Change], since: str) -> str:
    """Return in a line for cards and one for rules what has changed; empty for nothing. `since` is the moment."""
    of_cards: list[str] = []
    of_rules: list[str] = []
    for change in changes:
        (of_rules if "/" in change.id else of_cards).append(str(change))
    lines = (_line("cards", of_cards, since), _line("rules", of_rules, since))
    return "\n".join(line for line in lines if line)


def _line(what: str, words: list[str], since: str) -> str:
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return f"{what} changed since {since}: {', '.join(words[:_SHOWN])}{more}" if words else ""
