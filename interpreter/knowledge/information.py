"""Information states: all that a seat was shown and told, in order, equal where a player knows the same.

Copies of a card are called by the order in which the seat came to see them, since their own numbers tell more than
anybody at a table could know: one that went out of sight is another one when it comes back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from rulewright.interpreter.journal.events import Event, Moved
from rulewright.interpreter.knowledge.sight import Sight
from rulewright.interpreter.records import record
from rulewright.interpreter.state.setting import Setting


@record
class Known:
    """What a seat knows, as a text that is equal where it knows the same."""

    text: str

    @property
    def digest(self) -> str:
        """A fingerprint of the text (sha256, hexadecimal)."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def information_of(
    t: Setting,
    seat: int,
    told: Iterable[Event],
    view: Mapping[str, Any],
    asked: Any,  # noqa: ANN401  # whatever JSON has
    plain: Callable[[Event], dict[str, Any]],
) -> Known:
    """Return what a seat knows by all that it was told, what it sees now, and what it is asked.

    `plain` gives an event as JSON has it.
    """
    aliases = Aliases(t, seat)
    lines: list[str] = []
    for _, together in groupby(told, key=_together):
        # Copies that are alike change places in what is told of one statement without anybody's seeing it.
        lines += sorted(_line(aliases.event(event, plain(event))) for event in together)
    return Known("\n".join([*lines, _line(aliases.named(dict(view))), _line(aliases.named(asked))]))


def _together(event: Event) -> object:
    """Return what is the same for events of components that one statement moves, and for no two others."""
    return event.where if isinstance(event, Moved) else id(event)


def observation_of(t: Setting, seat: int, view: Mapping[str, Any]) -> Known:
    """Return what a seat sees now, without anything that it saw or was told before."""
    return Known(_line(Aliases(t, seat).named(dict(view))))


def _line(part: Any) -> str:  # noqa: ANN401
    return json.dumps(part, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class Aliases:
    """Names for the copies of cards, as one seat can tell them apart."""

    def __init__(self, t: Setting, seat: int) -> None:
        layout = t.layout
        self._sight = Sight(t.game, layout, (seat,))
        self._several = {
            layout.ids[one]: one for copies in layout.of_card for one in copies if len(copies) > 1
        }
        self._card = {one: t.game.cards[layout.card_of[one]].id for one in self._several.values()}
        self._called: dict[int, str] = {}
        self._met: dict[str, int] = {}

    def event(self, event: Event, told: dict[str, Any]) -> Any:  # noqa: ANN401  # whatever JSON has
        """Return an event with the copies named as the seat knows them, and note what it sees."""
        self._sight.note(event)
        named = self.named(told)
        if isinstance(event, Moved) and event.component >= 0:
            self._sight.follow(event)
            if not self._sight.sees(event.component):
                self._called.pop(event.component, None)
        return named

    def named(self, part: Any) -> Any:  # noqa: ANN401
        """Return plain data with the copies named as the seat knows them."""
        if isinstance(part, str):
            return self._named(part) if part in self._several else part
        if isinstance(part, dict):
            return {self.named(key): self.named(value) for key, value in part.items()}
        if isinstance(part, list | tuple):
            return [self.named(each) for each in part]
        return part

    def _named(self, id_: str) -> str:
        component = self._several[id_]
        if component not in self._called:
            card = self._card[component]
            self._met[card] = self._met.get(card, 0) + 1
            self._called[component] = f"{card}#{self._met[card]}"
        return self._called[component]
