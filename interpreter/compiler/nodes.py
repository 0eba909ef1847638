"""The parts of a control flow: nodes of straight code, how they end, and the questions they may end with."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.compiler.code import Code
from interpreter.compiler.narrowing import Env
from interpreter.findings import Span
from interpreter.language import checked as c
from interpreter.walker.options import SEVERAL


@dataclass(slots=True)
class Site:
    """A place where a player is asked: the statement, the names known there, and what is added to its options."""

    kind: str  # choose, may, one of
    statement: c.Choose | c.May | c.OneOf
    env: Env
    picked: str | None
    extra: str | None
    needed: frozenset[str] = frozenset()
    """The Python names that the question is told from."""


@dataclass(slots=True, eq=False)
class Node:
    """Straight code with an end.

    `head` marks the start of a loop, `burns` of one that only fuel is sure to end; `answers` says that the code begins
    with an answer in `a`.
    """

    serial: int
    code: Code = field(default_factory=Code)
    end: End | None = None
    head: bool = False
    burns: bool = False
    answers: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Jump:
    """Goes on at another node."""

    to: Node


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """Goes on at one of two nodes; `otherwise` is noted on the way to the second."""

    test: str
    yes: Node
    no: Node
    span: Span | None
    otherwise: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """Asks a player for one of the options in `o`; without any goes on at `empty`, and `otherwise` is noted."""

    player: str
    resume: Node
    empty: Node | None
    site: Site
    optional: bool
    span: Span
    otherwise: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Invoke:
    """Calls what may pause; goes on behind it when that is done."""

    text: str
    resume: Node
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Return:
    """Ends the unit."""


End = Jump | Branch | Ask | Invoke | Return


@dataclass(slots=True)
class FunctionNames:
    """Names for functions of the compiled module; `extra` tests the action of an `at any decision`.

    `extra_zone` is a zone, as text for a player `x_me`, without which the test cannot succeed, or nothing.
    """

    serial: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    extra: str = ""
    extra_zone: str = ""
    extra_action: str = ""
    extra_number: int = 0

    def fresh(self, purpose: str) -> str:
        """Return a new name."""
        return f"{purpose}_{next(self.serial)}"


def names_in_words(statement: c.Choose | c.May | c.OneOf) -> set[str]:
    """Return the names that a question's words are made from, and the whole list of a choice of several."""
    templates: list[c.Template] = [statement.prompt] if statement.prompt is not None else []
    if isinstance(statement, c.OneOf):
        templates += [branch.label for branch in statement.branches]
    found: set[str] = set()
    for template in templates:
        _collect(template, found)
    if isinstance(statement, c.Choose) and statement.quantity in SEVERAL:
        source = statement.source
        _collect(
            (source.low, source.high, source.step) if isinstance(source, c.NumberRange) else source, found
        )
    return found | {"me"}


def _collect(node: object, found: set[str]) -> None:
    if isinstance(node, c.Local):
        found.add(node.name)
    elif isinstance(node, tuple):
        for part in node:
            _collect(part, found)
    elif isinstance(node, c.Template | c.Expr | c.Items | c.Key):
        for class_ in type(node).__mro__:
            for slot in getattr(class_, "__slots__", ()):
                if slot not in ("span", "type"):
                    _collect(getattr(node, slot), found)
