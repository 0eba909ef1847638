"""The control flow of a unit that can pause: segments of straight code, how they end, and what they may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.compiler.form import nodes as f
from interpreter.compiler.form.symbols import Symbol
from interpreter.findings import Span
from interpreter.language import checked as c


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
class Segment:
    """Straight code with an end.

    `head` marks the start of a loop, `burns` of one that only fuel is sure to end; `answers` says that the code begins
    with an answer in `ANSWER`.
    """

    serial: int
    code: f.Block = ()
    end: End | None = None
    head: bool = False
    burns: bool = False
    answers: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Jump:
    """Goes on at another segment."""

    to: Segment


@dataclass(frozen=True, slots=True, eq=False)
class Fork:
    """Goes on at one of two segments; `otherwise` is noted on the way to the second."""

    test: f.Expr
    yes: Segment
    no: Segment
    span: Span | None
    otherwise: f.Block = ()


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """Asks a player for one of the options in `OPTIONS`; without any goes on at `empty`, and `otherwise` is noted."""

    player: f.Expr
    resume: Segment
    empty: Segment | None
    site: Site
    optional: bool
    span: Span
    otherwise: f.Block = ()


@dataclass(frozen=True, slots=True, eq=False)
class Invoke:
    """Calls what may pause; goes on behind it when that is done."""

    call: f.Call | f.CallOwn | f.CallField
    resume: Segment
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


OPTIONS, ANSWER, LEFT = Symbol("o", "own"), Symbol("a", "own"), Symbol("q", "own")
"""What is offered, what has been chosen, and what of a list is still to be picked: they live between decisions only."""


@dataclass(slots=True)
class Graph:
    """The segments of a unit as they are made."""

    segments: list[Segment] = field(default_factory=list)

    def segment(self, *, head: bool = False, answers: bool = False) -> Segment:
        """Return a new segment."""
        found = Segment(len(self.segments), head=head, answers=answers)
        self.segments.append(found)
        return found


def successors(segment: Segment) -> list[Segment]:
    """Return the segments at which one can go on."""
    match segment.end:
        case Jump():
            return [segment.end.to]
        case Fork():
            return [segment.end.yes, segment.end.no]
        case Ask():
            return [segment.end.resume, *([segment.end.empty] if segment.end.empty is not None else [])]
        case Invoke():
            return [segment.end.resume]
        case Ended() | None:
            return []


def reachable(entry: Segment) -> list[Segment]:
    """Return all segments that can be reached, each once, in a stable order."""
    seen: dict[int, Segment] = {}
    waiting = [entry]
    while waiting:
        segment = waiting.pop()
        if segment.serial not in seen:
            seen[segment.serial] = segment
            waiting.extend(reversed(successors(segment)))
    return list(seen.values())
