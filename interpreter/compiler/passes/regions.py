"""Cuts a control flow into functions: one for the start of a unit, and one for each place where it can be resumed.

A function runs from its place to the next decision on every path. Run from the start, a unit has no frame; only when
it must pause it leaves one in `s.u`, from the innermost to the outermost, and gives back False (a decision waits) or
True (go on with the uppermost frame). Resumed, its frame is `f`, and None says: go on with whatever frame is uppermost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.compiler.form import nodes as f
from interpreter.compiler.form import runtime
from interpreter.compiler.form.code import Code, burn
from interpreter.compiler.form.facts import symbols_of
from interpreter.compiler.form.graph import (
    ANSWER,
    OPTIONS,
    Ask,
    Ended,
    Fork,
    Invoke,
    Jump,
    Segment,
    reachable,
    successors,
)
from interpreter.compiler.form.make import FALSE, ONE, TRUE, ZERO
from interpreter.compiler.form.module import FunctionDef, Module
from interpreter.compiler.form.symbols import Function, Symbol
from interpreter.compiler.passes.hoisting import hoisted
from interpreter.compiler.passes.liveness import assigned, is_variable, live_at_entry
from interpreter.compiler.passes.loading import with_loads
from interpreter.compiler.passes.sizes import size_of
from interpreter.findings import Span

MOST_LINES = 90
"""A function is not grown over this by copying into it what could be a function of its own."""

SMALL = 6
_O = f.Use(OPTIONS)
_RESULT = Symbol("r", "own")


@dataclass(frozen=True, slots=True)
class Path:
    """The segments that are being put around a place, and the loops among them, outermost first."""

    segments: frozenset[int] = frozenset()
    loops: tuple[int, ...] = ()

    def __contains__(self, serial: int) -> bool:
        return serial in self.segments or serial in self.loops

    def with_segment(self, serial: int) -> Path:
        """Return the path inside a segment."""
        return Path(self.segments | {serial}, self.loops)

    def with_loop(self, serial: int) -> Path:
        """Return the path inside a loop."""
        return Path(self.segments, (*self.loops, serial))


class Regions:
    """Makes the functions of one unit."""

    def __init__(
        self,
        unit: Function,
        params: tuple[Symbol, ...],
        entry: Segment,
        module: Module,
        *,
        ask_forced: bool,
    ) -> None:
        self.unit = unit
        self.params = params
        self.entry = entry
        self.module = module
        self.ask_forced = ask_forced
        self.segments = reachable(entry)
        for segment in self.segments:
            segment.code = hoisted(segment.code)
        self._sizes = {segment.serial: size_of(segment.code) for segment in self.segments}
        self.live = live_at_entry(self.segments)
        self.entries = self._entries()
        stored = sorted(
            {symbol for serial in self.entries for symbol in self.live[serial]}, key=self._first_use()
        )
        self.slots = {symbol: number + 1 for number, symbol in enumerate(stored)}
        asks = {one.end.resume.serial: one.end for one in self.segments if isinstance(one.end, Ask)}
        spans = {one.end.resume.serial: one.end.span for one in self.segments if isinstance(one.end, Invoke)}
        self.numbers: dict[int, int] = {}
        for segment in self.segments:
            if segment.serial in self.entries:
                ask = asks.get(segment.serial)
                span = ask.span if ask is not None else spans.get(segment.serial)
                site = ask.site if ask is not None else None
                self.numbers[segment.serial] = module.resume(unit, self.slots, site, span)
        self._budget = 0
        self._direct = False
        self._number = -1
        self._at_entry: frozenset[Symbol] = frozenset()

    def _first_use(self) -> Callable[[Symbol], int]:
        order: dict[Symbol, int] = {}
        for symbol in self.params:
            order.setdefault(symbol, len(order))
        for segment in self.segments:
            for statement in segment.code:
                if isinstance(statement, f.Assign):
                    order.setdefault(statement.symbol, len(order))
                used = sorted(filter(is_variable, symbols_of(statement)), key=lambda symbol: symbol.name)
                for symbol in used:
                    order.setdefault(symbol, len(order))
        return lambda symbol: order.get(symbol, len(order))

    def _entries(self) -> set[int]:
        """A segment is resumed at after a question or a call; loops and larger meeting points can be gone on with."""
        before: dict[int, int] = {}
        for segment in self.segments:
            for following in successors(segment):
                before[following.serial] = before.get(following.serial, 0) + 1
        entries = set()
        for segment in self.segments:
            if isinstance(segment.end, Ask | Invoke):
                entries.add(segment.end.resume.serial)
            meets = before.get(segment.serial, 0) > 1
            if segment.head or (meets and not self._is_small(segment)):
                entries.add(segment.serial)
        return entries

    def _is_small(self, segment: Segment) -> bool:
        while True:
            if self._sizes[segment.serial] > SMALL:
                return False
            if isinstance(segment.end, Ended):
                return True
            if not isinstance(segment.end, Jump):
                return False
            segment = segment.end.to
            if segment.head:
                return True

    # ---------------------------------------------------------------- functions
    def cut(self) -> None:
        """Add all functions of the unit to the module."""
        body = self._function(self.entry, direct=True)
        self.module.units.append(FunctionDef(self.unit, self.params, body, None))
        for segment in self.segments:
            if segment.serial in self.entries:
                number = self.numbers[segment.serial]
                function = Function("block", (str(number),))
                body = self._function(segment, direct=False)
                self.module.units.append(FunctionDef(function, (), body, None, frame=True, owner=self.unit))

    def _function(self, segment: Segment, *, direct: bool) -> f.Block:
        self._budget, self._direct = MOST_LINES, direct
        self._number = -1 if direct else self.numbers[segment.serial]
        self._at_entry = frozenset() if direct else self.live[segment.serial]
        code = Code()
        self._start(code, segment)
        body = hoisted(code.block)
        if direct:
            return body
        body = with_loads(
            body, {symbol: slot for symbol, slot in self.slots.items() if symbol in self._at_entry}
        )
        return (f.Answer(True, None), *body) if segment.answers else body

    def _start(self, code: Code, segment: Segment) -> None:
        """Put together what stands at the begin of a function: a segment, or the loop that it heads."""
        stored, path = set(self._at_entry), Path()
        if segment.head and isinstance(segment.end, Fork):
            self._loop(code, segment, segment.end, stored, path)
        else:
            self._segment(code, segment, stored, path.with_segment(segment.serial))

    def _segment(self, code: Code, segment: Segment, stored: set[Symbol], path: Path) -> None:
        self._budget -= self._sizes[segment.serial] + 1
        code.extend(segment.code)
        stored = stored - assigned(segment.code)
        end = segment.end
        match end:
            case Jump():
                self._go(code, end.to, stored, path)
            case Fork():
                self._fork(code, end, stored, path)
            case Ask():
                self._ask(code, end, stored, path)
            case Invoke():
                self._invoke(code, end, stored, path)
            case Ended():
                if not self._direct:
                    code.add(f.Pop(code.span))
                code.give(None)
            case None:
                raise AssertionError(segment.serial)

    def _invoke(self, code: Code, end: Invoke, stored: set[Symbol], path: Path) -> None:
        code.set(_RESULT, end.call, end.span)
        with code.when(f.Paused(f.Use(_RESULT))) as paused:
            self._leave(paused, end.resume, stored, f.Use(_RESULT))
        self._go(code, end.resume, stored, path)

    def _fork(self, code: Code, end: Fork, stored: set[Symbol], path: Path) -> None:
        if isinstance(end.test, f.Truth):
            if not end.test.value:
                self._note(code, end.otherwise, end.span)
            self._go(code, end.yes if end.test.value else end.no, stored, path)
            return
        with code.when(end.test, end.span) as met:
            self._go(met, end.yes, stored, path)
        self._note(code, end.otherwise, end.span)
        self._go(code, end.no, stored, path)

    def _go(self, code: Code, segment: Segment, stored: set[Symbol], path: Path) -> None:
        """Go on at a segment: put here, the next turn of the loop around, or left to its own function."""
        serial = segment.serial
        if path.loops and path.loops[-1] == serial:
            code.add(f.Continue(code.span))
        elif serial in self.entries and (serial in path or self._budget < 0):
            if segment.answers:
                code.add(f.Answer(False, code.span))
            self._leave(code, segment, stored, TRUE if self._direct else None)
        elif segment.head and isinstance(segment.end, Fork):
            self._loop(code, segment, segment.end, stored, path)
        else:
            self._segment(code, segment, stored, path.with_segment(serial))

    def _loop(self, code: Code, head: Segment, end: Fork, stored: set[Symbol], path: Path) -> None:
        """Put a loop here as one: its test breaks it off, and what comes behind it stands behind it."""
        stored = stored - _assigned_by_turns(head, end, path)
        self._budget -= self._sizes[head.serial] + 2
        turn = Code(code.span)
        if head.burns:
            turns = Symbol("turns", "own")
            code.set(turns, ZERO)
            turn.span = end.span
            burn(turn, turns)
            turn.span = code.span
        turn.extend(head.code)
        if end.test != TRUE:
            with turn.when(f.Not(end.test), end.span) as done:
                done.add(f.Break(end.span))
        self._go(turn, end.yes, stored, path.with_loop(head.serial))
        code.add(f.Loop(None, turn.block, end.span))
        if end.test != TRUE:
            self._note(code, end.otherwise, end.span)
            self._go(code, end.no, stored, path)

    def _note(self, code: Code, note: f.Block, span: Span | None) -> None:
        if note:
            code.add(f.Note(note, span))

    def _ask(self, code: Code, end: Ask, stored: set[Symbol], path: Path) -> None:
        if end.optional:
            self._pause(code, end, stored)
            return
        several = f.Some(_O) if self.ask_forced else f.Compare(f.Length(_O), ">", ONE)
        with code.when(several, end.span) as asked:
            self._pause(asked, end, stored)
        if self.ask_forced:
            self._empty(code, end, stored, path)
            return
        with code.when(f.Not(f.Some(_O)), end.span) as nothing:
            self._empty(nothing, end, stored, path)
        needed = [f.Use(symbol) if symbol in end.site.needed else ZERO for symbol in self.slots]
        frame = f.Tuple((f.Num(self.numbers[end.resume.serial]), *needed))
        forced = f.Call(runtime.FORCED, (_O, end.player, frame))
        code.add(f.Note((f.Do(forced, end.span),), end.span))
        code.set(ANSWER, f.Item(_O, ZERO))
        self._go(code, end.resume, stored, path)

    def _empty(self, code: Code, end: Ask, stored: set[Symbol], path: Path) -> None:
        if end.empty is not None:
            self._note(code, end.otherwise, end.span)
            self._go(code, end.empty, stored, path)
        else:
            code.add(f.Impossible(code.span))

    def _pause(self, code: Code, end: Ask, stored: set[Symbol]) -> None:
        code.add(f.Question(end.player, code.span))
        self._leave(code, end.resume, stored, FALSE)

    def _leave(self, code: Code, segment: Segment, stored: set[Symbol], result: f.Expr | None) -> None:
        """End the function; the frame says that it goes on at a segment. What is dead there is cleared."""
        number, live = self.numbers[segment.serial], self.live[segment.serial]
        if self._direct:
            values = tuple(f.Use(symbol) if symbol in live else ZERO for symbol in self.slots)
            code.add(f.Push(number, values, code.span))
        else:
            if number != self._number:
                code.add(f.Store(0, f.Num(number), code.span))
            for symbol, slot in self.slots.items():
                if symbol in live and symbol not in stored:
                    code.add(f.Store(slot, f.Use(symbol), code.span))
            for symbol, slot in self.slots.items():
                if symbol in self._at_entry and symbol not in live:
                    code.add(f.Store(slot, ZERO, code.span))
        code.give(result)


def _assigned_by_turns(head: Segment, end: Fork, path: Path) -> set[Symbol]:
    """Return the variables that may be set from one turn of a loop to the next; a way out of it does not come back."""
    inside: dict[int, Segment] = {}
    before: dict[int, list[int]] = {}
    waiting = [end.yes]
    while waiting:
        segment = waiting.pop()
        if segment.serial in inside or segment is head or segment.serial in path:
            continue
        inside[segment.serial] = segment
        for following in successors(segment):
            before.setdefault(following.serial, []).append(segment.serial)
            waiting.append(following)
    found, back = assigned(head.code), [head.serial]
    seen: set[int] = set()
    while back:
        for serial in before.get(back.pop(), ()):
            if serial not in seen:
                seen.add(serial)
                back.append(serial)
                found |= assigned(inside[serial].code)
    return found
