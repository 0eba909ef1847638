"""What the checker of one text may ask about the whole game: declarations, nearest names, and the types of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import get_args

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.builtin_functions import NAMES
from rulewright.interpreter.language.declarations import Declarations, Enum, Kind, Value
from rulewright.interpreter.language.types import (
    EFFECT,
    FLAG,
    NUMBER,
    PLAYER,
    TEXT,
    Type,
    enum_type,
    kind_type,
    list_of,
)

FACE = "face"
FACES = ("front", "back")
AGGREGATES: tuple[str, ...] = tuple(dict.fromkeys((*get_args(c.Question), *get_args(c.Folding), "ranked")))
"""What is asked of the items of a list, with a form of its own between the brackets."""

_OF_FORMULAS = """
    me this players player turn_order round options game yes no none and or not in is every has a an mod
"""
RESERVED = frozenset((*_OF_FORMULAS.split(), *FACES, *AGGREGATES, *NAMES))
"""Words that no declaration may have as its name."""

ANSWERS = ("yes", "no", "pass", "done")
"""What is answered at a decision beside the ids of what there is to choose from: no component has such an id."""


@dataclass(slots=True)
class ActorUse:
    """Where an action, by name, needs or calls for somebody who acts; found out while the bodies are checked."""

    uses_me: bool = False
    calls: list[str] = field(default_factory=list)


@dataclass(slots=True)
class World:
    """The declarations of a game, and what is learned about them while its texts are checked.

    `check_value` types a value on its first use: values may stand in any order.
    """

    declared: Declarations
    findings: Findings
    check_value: Callable[[str, Span], Value | None]
    actions: dict[str, ActorUse] = field(default_factory=dict)
    orphan_calls: list[tuple[Span, str]] = field(default_factory=list)
    """Calls of actions from places where nobody acts."""
    turns_end: bool = False
    """Whether some rule says that a turn ends."""
    broken: set[str] = field(default_factory=set)
    """Names whose declaration could not be read: using them makes no second finding."""
    named: set[str] = field(default_factory=set)
    """Ids of cards that some formula names."""
    hidden: list[tuple[str, Span]] = field(default_factory=list)
    """Ids of cards that something else is called by, and where: which of the two is wrong shows in the end."""
    used_values: dict[str, set[str]] = field(default_factory=dict)

    def type_named(self, name: str) -> Type | None:
        """Return the type that a word stands for: number, flag, player, text, effect, an enum or a kind."""
        for plain in (NUMBER, FLAG, PLAYER, TEXT, EFFECT):
            if name == plain.base:
                return plain
        if name in self.declared.enums:
            return enum_type(name)
        if name in self.declared.kinds:
            return kind_type(name)
        return None

    def type_words(self) -> Iterable[str]:
        """Return every word that may stand for a type."""
        return ("number", "flag", "player", "text", "effect", *self.declared.enums, *self.declared.kinds)

    def list_named(self, name: str) -> Enum | Kind | None:
        """Return the enum or kind whose list of everything has this name."""
        for enum in self.declared.enums.values():
            if enum.all_name == name:
                return enum
        for kind in self.declared.kinds.values():
            if kind.all_name == name:
                return kind
        return None

    def bare_names(self) -> Iterable[str]:
        """Return every declared name that may stand alone in a formula, enum values left out."""
        declared = self.declared
        yield from (enum.all_name for enum in declared.enums.values() if enum.all_name)
        yield from (kind.all_name for kind in declared.kinds.values())
        yield from (name for name, card in declared.cards.items() if not card.not_alone)

    def zone_groups(self) -> set[str]:
        """Return the first words of the game's zones that stand in a group (`row` of `row.x`)."""
        return {name.split(".")[0] for name in self.declared.zones if "." in name}

    def holds(self, names: Iterable[str]) -> Type:
        """Return the type of the list that a zone for these kinds is."""
        return list_of(kind_type(*names))
