"""A compiled game as plain data: what the machine needs of it to run, to ask, and to name the place of a fault.

Nothing here imports the compiler, so that a game out of the cache runs without it.
"""

from __future__ import annotations

import gc
import hashlib
import marshal
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import CodeType
from typing import TYPE_CHECKING, Any, Self

from rulewright.interpreter.findings import Span

if TYPE_CHECKING:
    from rulewright.interpreter.compiler.form.module import Resume
    from rulewright.interpreter.compiler.lowering.module import ModuleLowering
    from rulewright.interpreter.compiler.python.printer import Printed
    from rulewright.interpreter.content.model import Game
    from rulewright.interpreter.state.layout import Layout
    from rulewright.interpreter.state.program import Program

NO_PLACE = -1
NO_SLOT = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked at a point: `kind` is choose, may or one of, `statement` its number in the program.

    `names` holds what the words are made from: the name, the slot of the frame where its value is, and the value
    itself where it is fixed (the slot is 0 then). `picked` is the slot of what was picked before, 0 for none. `extra`
    names the action that can be added to the options.
    """

    kind: str
    statement: int
    names: tuple[tuple[str, int, Any], ...]
    picked: int
    extra: str | None


@dataclass(frozen=True, slots=True)
class Point:
    """A place where a unit can be gone on with: the unit, its place in the content, and the question asked there."""

    unit: str
    place: int
    question: Question | None


@dataclass(frozen=True, slots=True)
class Build:
    """A game compiled for a number of players and a set of options; every field is data that `marshal` carries.

    `lines` gives for each line of `source` the number of its place in `spans`, -1 for none. `points` are the points
    by block number, from the first one of the game's own on, each as a tuple; `point` makes a `Point` of it. `slots`
    says how many variables the frame of a unit holds. `rules` gives for each unit its words and its place. `functions`
    are those of the source: the name, the first line and the one behind the last, from 1, the unit that each is a part
    of, and the tests of starts and loops that it calls. `listens` says by card and side which keys count a card in
    play, and `room` is the length of `k`. `patterns` holds for each ability the arguments it waits for, and `held` for
    each point the slots of its frame in which components stand, or lists of them.

    A build that keeps a journal has further lines; `bare` is the fingerprint of the source without them, so that both
    builds know that their positions mean the same. Its `sites` are the statements that note something: the number of
    the place, the unit, and a word; without a journal there are none.
    """

    source: str
    code: CodeType
    spans: tuple[tuple[str, int, int, int], ...]
    lines: tuple[int, ...]
    points: tuple[tuple[Any, ...], ...]
    slots: dict[str, int]
    rules: dict[str, tuple[str, int]]
    functions: tuple[tuple[str, int, int, str, tuple[str, ...]], ...]
    listens: dict[tuple[int, int], tuple[int, ...]]
    room: int
    patterns: tuple[tuple[tuple[int, int], ...], ...]
    bare: str
    sites: tuple[tuple[int, str, str], ...]
    held: tuple[tuple[int, ...], ...]

    def plain(self) -> tuple[Any, ...]:
        """Return this as a tuple of plain data."""
        return tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    def of_plain(cls, plain: tuple[Any, ...]) -> Self:
        """Return the build of such a tuple."""
        return cls(*plain)

    def span(self, place: int) -> Span | None:
        """Return a place in the content by its number."""
        return Span(*self.spans[place]) if place != NO_PLACE else None

    def place_of_line(self, line: int) -> int:
        """Return the number of the place that a line of the source, from 1, comes from; -1 for none."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else NO_PLACE

    def point(self, index: int) -> Point:
        """Return a point, counted from the first of the game's own."""
        unit, place, question = self.points[index]
        return Point(unit, place, None if question is None else Question(*question))

    def slots_of(self, index: int) -> int:
        """Return how many variables the frame of a point holds."""
        return self.slots[self.points[index][0]]

    def layout_digest(self, shared: bytes) -> str:
        """Return a fingerprint (sha256, hexadecimal) of what a frame means: the source, the points, `shared` blocks.

        A journal makes no difference to it.
        """
        digest = hashlib.sha256(self.bare.encode())
        digest.update(repr((self.points, self.room, self.patterns)).encode())
        digest.update(shared)
        return digest.hexdigest()


class BuildWriter:
    """Compiles a game, to be played with or without a journal."""

    def __init__(
        self,
        game: Game,
        layout: Layout,
        program: Program,
        options: Mapping[str, int],
        *,
        ask_forced: bool,
        first_block: int,
        journal: bool = False,
    ) -> None:
        self.game = game
        self.layout = layout
        self.program = program
        self.options = options
        self.ask_forced = ask_forced
        self.first_block = first_block
        self.journal = journal
        self._spans: dict[Span, int] = {}

    def build(self, filename: str) -> Build:
        """Return the game compiled; `filename` is what Python calls the source."""
        # Nearly all that is made meanwhile lives to the end: to look again and again for what does not costs a third.
        looks_for_garbage = gc.isenabled()
        gc.disable()
        try:
            return self._built(filename)
        finally:
            if looks_for_garbage:
                gc.enable()

    def lowered(self) -> ModuleLowering:
        """Return the game in the form, improved, beside what was found out on the way."""
        from rulewright.interpreter.compiler.lowering.module import ModuleLowering
        from rulewright.interpreter.compiler.passes.improving import improve

        lowering = ModuleLowering(
            self.game, self.layout, self.options, ask_forced=self.ask_forced, first_block=self.first_block
        )
        improve(lowering.lower(), lowering.formulas.remembered_functions)
        return lowering

    def _built(self, filename: str) -> Build:
        from rulewright.interpreter.compiler.python.printer import printed

        lowering = self.lowered()
        module = lowering.module
        found = printed(module)
        name = found.names.function
        bare = source = found.source(journal=False)
        if self.journal:
            source = found.source(journal=True)
        # Those of the points come first: their numbers are the same with a journal and without.
        points = tuple(self._point(resume, found) for resume in module.resumes)
        lines = tuple(self._place(span) for span in found.spans(journal=self.journal))
        rules = {name(rule.function): (rule.words, self._place(rule.span)) for rule in module.rules}
        sites: tuple[tuple[int, str, str], ...] = ()
        if self.journal:
            noted = lowering.notes.sites
            sites = tuple(
                (self._place(site.span), name(site.unit) if site.unit is not None else "", site.word)
                for site in noted
            )
        return Build(
            source=source,
            code=compile(source, filename, "exec"),
            spans=tuple((span.file, span.line, span.column, span.end_column) for span in self._spans),
            lines=lines,
            points=points,
            slots={name(resume.unit): len(resume.slots) for resume in module.resumes},
            rules=rules,
            functions=tuple(
                (made.name, made.first, made.end, made.owner, made.calls)
                for made in found.functions_in(journal=self.journal)
            ),
            listens={side: tuple(keys) for side, keys in lowering.keys.listens.items()},
            room=lowering.keys.room,
            patterns=tuple(self._pattern(lowering, number) for number in range(len(self.game.abilities))),
            bare=hashlib.sha256(bare.encode()).hexdigest(),
            sites=sites,
            held=tuple(map(_held, module.resumes)),
        )

    def _place(self, span: Span | None) -> int:
        return NO_PLACE if span is None else self._spans.setdefault(span, len(self._spans))

    def _point(self, resume: Resume, found: Printed) -> tuple[Any, ...]:
        from rulewright.interpreter.compiler.form.nodes import Num, Use

        site = resume.site
        place, unit = self._place(resume.span), found.names.function(resume.unit)
        if site is None:
            return (unit, place, None)
        names = []
        for name in sorted(site.env):
            known = site.env[name]
            if isinstance(known, Num):
                names.append((name, NO_SLOT, known.value))
            elif isinstance(known, Use) and known.symbol in site.needed and known.symbol in resume.slots:
                names.append((name, resume.slots[known.symbol], 0))
        picked = resume.slots[site.picked] if site.picked is not None else NO_SLOT
        statement = self.program.number(site.statement)
        return (unit, place, (site.kind, statement, tuple(names), picked, site.extra))

    def _pattern(self, lowering: ModuleLowering, number: int) -> tuple[tuple[int, int], ...]:
        from rulewright.interpreter.compiler.form.nodes import Num

        pattern = []
        for position, wanted in enumerate(self.game.abilities[number].pattern):
            if wanted is not None:
                known = lowering.formulas.expr(wanted, {})
                assert isinstance(known, Num), "an ability waits for what is known"
                pattern.append((position, known.value))
        return tuple(pattern)


def _held(resume: Resume) -> tuple[int, ...]:
    """Return the slots of a frame in which components stand, or lists of them."""
    return tuple(sorted(slot for symbol, slot in resume.slots.items() if symbol.of_components))


def packed(build: Build) -> bytes:
    """Return a build as bytes for the cache; they suit this version of Python only."""
    return marshal.dumps(build.plain())


def unpacked(data: bytes) -> Build:
    """Return the build of such bytes. Raises ValueError, EOFError or TypeError when they are none."""
    return Build.of_plain(marshal.loads(data))  # noqa: S302 - the cache has made sure that we wrote it
