"""Cuts a control flow into functions: one for the start of a unit, and one for each place where it can be resumed.

A function runs from its place to the next decision on every path. Run from the start, a unit has no frame; only when
it must pause it leaves one in `s.u`, from the innermost to the outermost, and gives back False (a decision waits) or
True (go on with the uppermost frame). Resumed, its frame is `f`, and None says: go on with whatever frame is uppermost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.facts import symbols_of
from rulewright.interpreter.compiler.form.graph import (
    ANSWER,
    OPTIONS,
    Ask,
    Ended,
    Fork,
    Invoke,
    Jump,
    Stretch,
    reachable,
    successors,
)
from rulewright.interpreter.compiler.form.make import FALSE, ONE, TRUE, ZERO
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.symbols import Function, Symbol
from rulewright.interpreter.compiler.passes.hoisting import hoisted
from rulewright.interpreter.compiler.passes.liveness import assigned, is_variable, live_at_entry
from rulewright.interpreter.compiler.passes.loading import with_loads
from rulewright.interpreter.compiler.passes.sizes import size_of
from rulewright.interpreter.findings import Span

MOST_LINES = 90
"""A function is not grown over this by copying into it what could be a function of its own."""

SMALL = 6
_O = f.Use(OPTIONS)
_RESULT = Symbol("r", "own")


@dataclass(frozen=True, slots=True)
class Path:
    """The stretches that are being put around a place, and the loops among them, outermost first."""

    stretches: frozenset[int] = frozenset()
    loops: tuple[int, ...] = ()

    def __contains__(self, serial: int) -> bool:
        return serial in self.stretches or serial in self.loops

    def with_stretch(self, serial: int) -> Path:
        """Return the path inside a stretch."""
        return Path(self.stretches | {serial}, self.loops)

    def with_loop(self, serial: int) -> Path:
        """Return the path inside a loop."""
        return Path(self.stretches, (*self.loops, serial))


class Regions:
    """Makes the functions of one unit."""

    def __init__(
        self,
        unit: Function,
        params: tuple[Symbol, ...],
        entry: Stretch,
        module: Module,
        *,
        ask_forced: bool,
    ) -> None:
        self.unit = unit
        self.params = params
        self.entry = entry
        self.module = module
        self.ask_forced = ask_forced
        self.stretches = reachable(entry)
        for stretch in self.stretches:
            stretch.code = hoisted(stretch.code)
        self._sizes = {stretch.serial: size_of(stretch.code) for stretch in self.stretches}
        self.live = live_at_entry(self.stretches)
        self.entries = self._entries()
        stored = sorted(
            {symbol for serial in self.entries for symbol in self.live[serial]}, key=self._first_use()
        )
        self.slots = {symbol: number + 1 for number, symbol in enumerate(stored)}
        asks = {one.end.resume.serial: one.end for one in self.stretches if isinstance(one.end, Ask)}
        spans = {one.end.resume.serial: one.end.span for one in self.stretches if isinstance(one.end, Invoke)}
        self.numbers: dict[int, int] = {}
        for stretch in self.stretches:
            if stretch.serial in self.entries:
                ask = asks.get(stretch.serial)
                span = ask.span if ask is not None else spans.get(stretch.serial)
                site = ask.site if ask is not None else None
                self.numbers[stretch.serial] = module.resume(unit, self.slots, site, span)
        self._budget = 0
        self._direct = False
        self._number = -1
        self._at_entry: frozenset[Symbol] = frozenset()

    def _first_use(self) -> Callable[[Symbol], int]:
        order: dict[Symbol, int] = {}
        for symbol in self.params:
            order.setdefault(symbol, len(order))
        for stretch in self.stretches:
            for statement in stretch.code:
                if isinstance(statement, f.Assign):
                    order.setdefault(statement.symbol, len(order))
                used = sorted(filter(is_variable, symbols_of(statement)), key=lambda symbol: symbol.name)
                for symbol in used:
                    order.setdefault(symbol, len(order))
        return lambda symbol: order.get(symbol, len(order))

    def _entries(self) -> set[int]:
        """A stretch is resumed at after a question or a call; loops and larger meeting points can be gone on with."""
        before: dict[int, int] = {}
        for stretch in self.stretches:
            for following in successors(stretch):
                before[following.serial] = before.get(following.serial, 0) + 1
        entries = set()
        for stretch in self.stretches:
            if isinstance(stretch.end, Ask | Invoke):
                entries.add(stretch.end.resume.serial)
            meets = before.get(stretch.serial, 0) > 1
            if stretch.head or (meets and not self._is_small(stretch)):
                entries.add(stretch.serial)
        return entries

    def _is_small(self, stretch: Stretch) -> bool:
        while True:
            if self._sizes[stretch.serial] > SMALL:
                return False
            if isinstance(stretch.end, Ended):
                return True
            if not isinstance(stretch.end, Jump):
                return False
            stretch = stretch.end.to
            if stretch.head:
                return True

    # ---------------------------------------------------------------- functions
    def cut(self) -> None:
        """Add all functions of the unit to the module."""
        body = self._function(self.entry, direct=True)
        self.module.units.append(FunctionDef(self.unit, self.params, body, None))
        for stretch in self.stretches:
            if stretch.serial in self.entries:
                number = self.numbers[stretch.serial]
                function = Function("block", (str(number),))
                body = self._function(stretch, direct=False)
                self.module.units.append(FunctionDef(function, (), body, None, frame=True, owner=self.unit))

    def _function(self, stretch: Stretch, *, direct: bool) -> f.Block:
        self._budget, self._direct = MOST_LINES, direct
        self._number = -1 if direct else self.numbers[stretch.serial]
        self._at_entry = frozenset() if direct else self.live[stretch.serial]
        code = Code()
        self._start(code, stretch)
        body = hoisted(code.block)
        if direct:
            return body
        body = with_loads(
            body, {symbol: slot for symbol, slot in self.slots.items() if symbol in self._at_entry}
        )
        return (f.Answer(True, None), *body) if stretch.answers else body

    def _start(self, code: Code, stretch: Stretch) -> None:
        """Put together what stands at the begin of a function: a stretch, or the loop that it heads."""
        stored, path = set(self._at_entry), Path()
        if stretch.head and isinstance(stretch.end, Fork):
            self._loop(code, stretch, stretch.end, stored, path)
        else:
            self._stretch(code, stretch, stored, path.with_stretch(stretch.serial))

    def _stretch(self, code: Code, stretch: Stretch, stored: set[Symbol], path: Path) -> None:
        self._budget -= self._sizes[stretch.serial] + 1
        code.extend(stretch.code)
        stored = stored - assigned(stretch.code)
        end = stretch.end
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
                raise AssertionError(stretch.serial)

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

    def _go(self, code: Code, stretch: Stretch, stored: set[Symbol], path: Path) -> None:
        """Go on at a stretch: put here, the next turn of the loop around, or left to its own function."""
        serial = stretch.serial
        if path.loops and path.loops[-1] == serial:
            code.add(f.Continue(code.span))
        elif serial in self.entries and (serial in path or self._budget < 0):
            if stretch.answers:
                code.add(f.Answer(False, code.span))
            self._leave(code, stretch, stored, TRUE if self._direct else None)
        elif stretch.head and isinstance(stretch.end, Fork):
            self._loop(code, stretch, stretch.end, stored, path)
        else:
            self._stretch(code, stretch, stored, path.with_stretch(serial))

    def _loop(self, code: Code, head: Stretch, end: Fork, stored: set[Symbol], path: Path) -> None:
        """Put a loop here as one: its test breaks it off, and what comes behind it stands behind it."""
        stored = stored - _assigned_by_turns(head, end, path)
        self._budget -= self._sizes[head.serial] + 2
        turn = Code(code.span)
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

    def _leave(self, code: Code, stretch: Stretch, stored: set[Symbol], result: f.Expr | None) -> None:
        """End the function; the frame says that it goes on at a stretch. What is dead there is cleared."""
        number, live = self.numbers[stretch.serial], self.live[stretch.serial]
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


def _assigned_by_turns(head: Stretch, end: Fork, path: Path) -> set[Symbol]:
    """Return the variables that may be set from one turn of a loop to the next; a way out of it does not come back."""
    inside: dict[int, Stretch] = {}
    before: dict[int, list[int]] = {}
    waiting = [end.yes]
    while waiting:
        stretch = waiting.pop()
        if stretch.serial in inside or stretch is head or stretch.serial in path:
            continue
        inside[stretch.serial] = stretch
        for following in successors(stretch):
            before.setdefault(following.serial, []).append(stretch.serial)
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
