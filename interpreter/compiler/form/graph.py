"""The control flow of a unit that can pause: stretches of straight code, how they end, and what they may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.symbols import FormType, Symbol
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c


@dataclass(slots=True)
class Site:
    """A place where a player is asked: the statement, the names known there, and what is added to its options."""

    kind: str  # choose, may, one of
    statement: c.Choose | c.May | c.OneOf
    env: Mapping[str, f.Expr]
    picked: Symbol | None
    extra: str | None
    needed: frozenset[Symbol] = frozenset()
    """The symbols that the question is told from."""


@dataclass(slots=True, eq=False)
class Stretch:
    """Straight code with an end.

    `head` marks the start of a loop; `answers` says that the code begins with an answer in `ANSWER`.
    """

    serial: int
    code: f.Block = ()
    end: End | None = None
    head: bool = False
    answers: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Jump:
    """Goes on at another stretch."""

    to: Stretch


@dataclass(frozen=True, slots=True, eq=False)
class Fork:
    """Goes on at one of two stretches; `otherwise` is noted on the way to the second."""

    test: f.Expr
    yes: Stretch
    no: Stretch
    span: Span | None
    otherwise: f.Block = ()


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """Asks a player for one of the options in `OPTIONS`; without any goes on at `empty`, and `otherwise` is noted."""

    player: f.Expr
    resume: Stretch
    empty: Stretch | None
    site: Site
    optional: bool
    span: Span
    otherwise: f.Block = ()


@dataclass(frozen=True, slots=True, eq=False)
class Invoke:
    """Calls what may pause; goes on behind it when that is done."""

    call: f.Call | f.CallOwn | f.CallField
    resume: Stretch
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """Ends the unit."""


End = Jump | Fork | Ask | Invoke | Ended


@dataclass(frozen=True, slots=True)
class Extra:
    """The action of an `at any decision`: the test of its start for a player, what carries it out, and its number.

    `zone` is one, for the player that `me` stands for, without which the test cannot succeed.
    """

    name: str
    number: int
    test: f.CallOwn
    zone: f.Expr | None
    me: Symbol
    call: f.CallOwn


OPTIONS, LEFT = Symbol("o", "own", FormType.LIST), Symbol("q", "own", FormType.LIST)
ANSWER = Symbol("a", "own")
"""What is offered, what of a list is still to be picked, and what has been chosen: they live between decisions only."""


@dataclass(slots=True)
class Graph:
    """The stretches of a unit as they are made."""

    stretches: list[Stretch] = field(default_factory=list)

    def stretch(self, *, head: bool = False, answers: bool = False) -> Stretch:
        """Return a new stretch."""
        found = Stretch(len(self.stretches), head=head, answers=answers)
        self.stretches.append(found)
        return found


def successors(stretch: Stretch) -> list[Stretch]:
    """Return the stretches at which one can go on."""
    match stretch.end:
        case Jump():
            return [stretch.end.to]
        case Fork():
            return [stretch.end.yes, stretch.end.no]
        case Ask():
            return [stretch.end.resume, *([stretch.end.empty] if stretch.end.empty is not None else [])]
        case Invoke():
            return [stretch.end.resume]
        case Ended() | None:
            return []


def reachable(entry: Stretch) -> list[Stretch]:
    """Return all stretches that can be reached, each once, in a stable order."""
    seen: dict[int, Stretch] = {}
    waiting = [entry]
    while waiting:
        stretch = waiting.pop()
        if stretch.serial not in seen:
            seen[stretch.serial] = stretch
            waiting.extend(reversed(successors(stretch)))
    return list(seen.values())
