"""Where two matches with the same choices part: the first event that differs, and the first decision."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rulewright.interpreter.journal.events import Decided, Event
from rulewright.interpreter.match.event_json import as_json, event_name
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.records import record

_WORDS = frozenset(("place", "label", "text", "prompt", "title"))
"""What of an event only people read."""


@record
class Parting:
    """Where the second of two matches goes another way.

    `rule` and `place` (file:line:column) belong to the first event that differs: of the second match, or of the first
    where the second has none. `event` says in a word what it is. `decision` is the number, from 1, of the first
    decision that differs, 0 where none does; `before` and `after` are who chose what there, empty where nobody did.
    """

    event: str
    rule: str
    place: str
    decision: int
    before: str
    after: str


def parting(one: Playable, other: Playable) -> Parting | None:
    """Return where two matches that were played with a journal part; None where they tell the same to the end.

    A card that stands for another is that one; how cards are called, and where things stand in files, is no difference.
    """
    first, second = _Telling(one), _Telling(other)
    for before, after in zip_longest(one.journal, other.journal):
        if before is None or after is None or first.told(before) != second.told(after):
            event = after if after is not None else before
            span = event.where.span
            number, chosen, now_chosen = _first_decision(first, second)
            place = f"{span.file}:{span.line}:{span.column}"
            return Parting(event_name(event), event.where.rule, place, number, chosen, now_chosen)
    return None


class _Telling:
    """Tells the events of a match under the names that both versions of its game know."""

    def __init__(self, match: Playable) -> None:
        self.match = match
        layout, cards = match.layout, match.game.cards
        self._names = {
            id_: id_.replace(card.id, card.stands_for, 1)
            for id_, card in zip(layout.ids, (cards[number] for number in layout.card_of), strict=True)
            if card.stands_for
        }
        self._rules = {f"card {card.id}": f"card {card.stands_for}" for card in cards if card.stands_for}

    def told(self, event: Event) -> dict[str, Any]:
        """Return an event without what only people read."""
        return {
            name: self._known(part) for name, part in as_json(event, self.match).items() if name not in _WORDS
        }

    def decisions(self) -> list[str]:
        """Return who was asked what and chose what, decision by decision."""
        return [
            f"{self.match.names[event.player]}: {event.prompt}: {self._known(event.id)}"
            for event in self.match.journal
            if isinstance(event, Decided) and not event.forced
        ]

    def _known(self, part: object) -> object:
        if not isinstance(part, str):
            return part
        for rule, known in self._rules.items():
            if part == rule or part.startswith(f"{rule} "):
                return known + part.removeprefix(rule)
        return self._names.get(part, part)


def _first_decision(one: _Telling, other: _Telling) -> tuple[int, str, str]:
    pairs = zip_longest(one.decisions(), other.decisions(), fillvalue="")
    for number, (before, after) in enumerate(pairs, 1):
        if before != after:
            return number, before, after
    return 0, "", ""
