"""Which names a formula may use at a place, and what is known of them there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.types import PLAYER, Type

_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*")


@dataclass(frozen=True, slots=True)
class Scope:
    """The names bound at a place with their types; `me` and `this` are names like others.

    `named_here` says that an `as` of this very text has named who acts, so that it needs nobody from outside.
    `facts` holds what a condition has shown about names and fields, by their text (`card.owner` is not none here).
    `chance` says whether random numbers may be drawn here. `window` is the one that gave the first names, if one did.
    `places` says where names were bound, as far as that is known.
    """

    names: Mapping[str, Type] = field(default_factory=dict)
    facts: Mapping[str, Type] = field(default_factory=dict)
    chance: bool = False
    named_here: bool = False
    window: str = ""
    places: Mapping[str, Span] = field(default_factory=dict)

    def bind(self, name: str, type_: Type, place: Span | None = None) -> Scope:
        """Return this scope with one more name; what was known about an older use of the name is forgotten."""
        facts = {key: known for key, known in self.facts.items() if name not in _names_of(key)}
        places = {**self.places, name: place} if place is not None else self.places
        return replace(self, names={**self.names, name: type_}, facts=facts, places=places)

    def acting(self) -> Scope:
        """Return this scope with somebody who acts."""
        return self.bind("me", PLAYER)

    def acting_here(self) -> Scope:
        """Return this scope with somebody who acts, named by an `as` of this text."""
        return replace(self.acting(), named_here=True)

    def knowing(self, facts: Mapping[str, Type]) -> Scope:
        """Return this scope with more facts."""
        return replace(self, facts={**self.facts, **facts}) if facts else self

    def later(self) -> Scope:
        """Return this scope behind a statement: of what lists held then nothing is known any more."""
        facts = {key: known for key, known in self.facts.items() if not key.startswith("first(")}
        return self if len(facts) == len(self.facts) else replace(self, facts=facts)

    def with_chance(self) -> Scope:
        """Return this scope where random numbers may be drawn."""
        return replace(self, chance=True)


def _names_of(fact: str) -> set[str]:
    """Return the names that something which is known depends on; of a path only the first can be bound anew."""
    if fact.startswith("first("):
        return set(_NAME.findall(fact))
    return {fact.split(".", maxsplit=1)[0]}
