"""What the generators of formulas and of effects share: texts that know when they need brackets, and scopes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple, TypeVar

from rulewright.interpreter.language.types import PLAYER, Type
from tests.generated.declared import Declared
from tests.generated.words import Words

T = TypeVar("T")

OR, AND, NOT, TEST, SUM, PRODUCT, UNARY, POSTFIX = range(8)
"""How tightly a text binds, loosest first."""


class Text(NamedTuple):
    """A formula as it is written, and how tightly it binds."""

    words: str
    level: int = POSTFIX

    def at(self, level: int) -> str:
        """Return the text where something that binds at least so tightly is wanted."""
        return self.words if self.level >= level else f"({self.words})"


@dataclass(frozen=True)
class Scope:
    """The names bound at a place, what tests have shown not to be none, and whether chance may be drawn."""

    names: Mapping[str, Type] = field(default_factory=dict)
    facts: Mapping[str, Type] = field(default_factory=dict)
    chance: bool = False
    loops: int = 0

    @property
    def acts(self) -> bool:
        """Whether somebody acts."""
        return "me" in self.names

    def bind(self, name: str, type_: Type) -> Scope:
        """Return this scope with one more name."""
        facts = {path: known for path, known in self.facts.items() if path.split(".")[0] != name}
        return replace(self, names={**self.names, name: type_}, facts=facts)

    def acting(self) -> Scope:
        """Return this scope with somebody who acts."""
        return self.bind("me", PLAYER)

    def knowing(self, path: str, type_: Type) -> Scope:
        """Return this scope where a name or a field is known not to be none."""
        return replace(self, facts={**self.facts, path: type_})

    def with_chance(self, chance: bool = True) -> Scope:
        """Return this scope where random numbers may be drawn, or may not."""
        return replace(self, chance=chance)

    def in_loop(self) -> Scope:
        """Return this scope one loop deeper."""
        return replace(self, loops=self.loops + 1)

    def of_type(self, fits: Callable[[Type], bool]) -> Iterator[str]:
        """Yield the names and known paths whose type fits."""
        for name, type_ in {**self.names, **self.facts}.items():
            if fits(type_):
                yield name


class Author:
    """Chance, names and declarations of the game that is being written."""

    def __init__(self, rng: Random, words: Words, declared: Declared, left_out: Iterable[str]) -> None:
        self.rng = rng
        self.words = words
        self.declared = declared
        self.left_out = frozenset(left_out)

    def yes(self, share: float) -> bool:
        """Toss a coin that so often says yes."""
        return self.rng.random() < share

    def one(self, choices: Iterable[T]) -> T | None:
        """Return one of several, None when there is none."""
        listed = list(choices)
        return self.rng.choice(listed) if listed else None

    def mixed(self, choices: Iterable[T]) -> list[T]:
        """Return several in a random order."""
        listed = list(choices)
        self.rng.shuffle(listed)
        return listed

    def weighted(self, choices: Mapping[T, float]) -> list[T]:
        """Return several in a random order, in which the heavy ones tend to come first."""
        return sorted(choices, key=lambda choice: self.rng.random() ** (1 / choices[choice]), reverse=True)

    def new_name(self, scope: Scope) -> str | None:
        """Return a name that may be bound."""
        return next(self.words.free(scope.names), None)
