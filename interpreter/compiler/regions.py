"""Writes a control flow as functions: one for the start of a unit, and one for each place where it can be resumed.

A function runs from its place to the next decision on every path. Run from the start, a unit has no frame; only when
it must pause it leaves one in `s.u`, from the innermost to the outermost, and gives back False (a decision waits) or
True (go on with the uppermost frame). Resumed, its frame is `f`, and None says: go on with whatever frame is uppermost.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.compiler.code import Code, name_state
from interpreter.compiler.liveness import live_at_entry, reachable, successors, variables_in
from interpreter.compiler.loading import with_loads
from interpreter.compiler.nodes import Ask, Branch, Invoke, Jump, Node, Return, Site
from interpreter.findings import Span

MOST_LINES = 90
"""A function is not grown over this by copying into it what could be a function of its own."""

SMALL = 6


@dataclass(frozen=True, slots=True)
class Resume:
    """A place where a unit can be resumed: its number and unit, the variables' slots in the frame, the question."""

    number: int
    unit: str
    slots: dict[str, int]
    site: Site | None
    span: Span | None


@dataclass(slots=True)
class Blocks:
    """Numbers for all places of a compiled game where something can be resumed."""

    resumes: list[Resume] = field(default_factory=list)
    first: int = 0

    def add(self, unit: str, slots: dict[str, int], site: Site | None, span: Span | None) -> int:
        """Give a place its number."""
        number = self.first + len(self.resumes)
        self.resumes.append(Resume(number, unit, slots, site, span))
        return number


@dataclass(frozen=True, slots=True)
class Path:
    """The nodes that are being written around a place, and the loops among them, outermost first."""

    nodes: frozenset[int] = frozenset()
    loops: tuple[int, ...] = ()

    def __contains__(self, serial: int) -> bool:
        return serial in self.nodes or serial in self.loops

    def with_node(self, serial: int) -> Path:
        """Return the path inside a node."""
        return Path(self.nodes | {serial}, self.loops)

    def with_loop(self, serial: int) -> Path:
        """Return the path inside a loop."""
        return Path(self.nodes, (*self.loops, serial))


class RegionWriter:
    """Writes the functions of one unit."""

    def __init__(
        self, unit: str, params: list[str], entry: Node, blocks: Blocks, *, ask_forced: bool
    ) -> None:
        self.unit = unit
        self.params = params
        self.entry = entry
        self.ask_forced = ask_forced
        self.nodes = reachable(entry)
        self.live = live_at_entry(self.nodes)
        self.entries = self._entries()
        stored = sorted(
            {name for serial in self.entries for name in self.live[serial]}, key=self._first_use()
        )
        self.slots = {name: number + 1 for number, name in enumerate(stored)}
        sites = {node.end.resume.serial: node.end for node in self.nodes if isinstance(node.end, Ask)}
        spans = {node.end.resume.serial: node.end.span for node in self.nodes if isinstance(node.end, Invoke)}
        self.numbers: dict[int, int] = {}
        for node in self.nodes:
            if node.serial in self.entries:
                ask = sites.get(node.serial)
                span = ask.span if ask is not None else spans.get(node.serial)
                self.numbers[node.serial] = blocks.add(
                    unit, self.slots, ask.site if ask is not None else None, span
                )
        self._budget = 0
        self._direct = False
        self._number = -1
        self._at_entry: frozenset[str] = frozenset()

    def _first_use(self) -> Callable[[str], int]:
        order: dict[str, int] = {}
        for name in self.params:
            order.setdefault(name, len(order))
        for node in self.nodes:
            for line in node.code.lines:
                for name in variables_in(line.text):
                    order.setdefault(name, len(order))
        return lambda name: order.get(name, len(order))

    def _entries(self) -> set[int]:
        """A node is resumed at after a question or a call; loops and larger meeting points can be gone on with."""
        before: dict[int, int] = {}
        for node in self.nodes:
            for following in successors(node):
                before[following.serial] = before.get(following.serial, 0) + 1
        entries = set()
        for node in self.nodes:
            if isinstance(node.end, Ask | Invoke):
                entries.add(node.end.resume.serial)
            meets = before.get(node.serial, 0) > 1
            if node.head or (meets and not self._is_small(node)):
                entries.add(node.serial)
        return entries

    def _is_small(self, node: Node) -> bool:
        if node.code.size > SMALL or not isinstance(node.end, Jump | Return):
            return False
        return isinstance(node.end, Return) or node.end.to.head or self._is_small(node.end.to)

    # ---------------------------------------------------------------- functions
    def write(self, code: Code) -> None:
        """Write all functions of the unit."""
        with code.inside(f"def {self.unit}({', '.join(['s', *self.params])}):"):
            self._function(code, self.entry, direct=True)
        for node in self.nodes:
            if node.serial in self.entries:
                with code.inside(f"def b{self.numbers[node.serial]}(s, f):"):
                    self._function(code, node, direct=False)

    def _function(self, code: Code, node: Node, *, direct: bool) -> None:
        self._budget, self._direct = MOST_LINES, direct
        self._number = -1 if direct else self.numbers[node.serial]
        self._at_entry = frozenset() if direct else self.live[node.serial]
        body = Code()
        self._start(body, node)
        name_state(code, body)
        if not direct:
            if node.answers:
                code.add("a = s.a")
            body = with_loads(
                body, {name: slot for name, slot in self.slots.items() if name in self._at_entry}
            )
        code.extend(body)

    def _start(self, code: Code, node: Node) -> None:
        """Write what stands at the begin of a function: a node, or the loop that it heads."""
        stored, path = set(self._at_entry), Path()
        if node.head and isinstance(node.end, Branch):
            self._loop(code, node, node.end, stored, path)
        else:
            self._node(code, node, stored, path.with_node(node.serial))

    def _node(self, code: Code, node: Node, stored: set[str], path: Path) -> None:
        self._budget -= node.code.size + 1
        code.extend(node.code)
        stored = stored - _assigned(node.code)
        end = node.end
        match end:
            case Jump():
                self._go(code, end.to, stored, path)
            case Branch():
                self._branch(code, end, stored, path)
            case Ask():
                self._ask(code, end, stored, path)
            case Invoke():
                code.add(f"r = {end.text}", end.span)
                with code.inside("if r is not None:"):
                    self._leave(code, end.resume, stored, "r")
                self._go(code, end.resume, stored, path)
            case Return():
                if not self._direct:
                    code.add("s.f.pop()")
                code.add("return None")

    def _branch(self, code: Code, end: Branch, stored: set[str], path: Path) -> None:
        if end.test in ("True", "False"):
            if end.test == "False":
                self._note(code, end.otherwise, end.span)
            self._go(code, end.yes if end.test == "True" else end.no, stored, path)
            return
        with code.inside(f"if {end.test}:", end.span):
            self._go(code, end.yes, stored, path)
        self._note(code, end.otherwise, end.span)
        self._go(code, end.no, stored, path)

    def _go(self, code: Code, node: Node, stored: set[str], path: Path) -> None:
        """Go on at a node: written here, the next turn of the loop around, or left to its own function."""
        if path.loops and path.loops[-1] == node.serial:
            code.add("continue")
        elif node.serial in self.entries and (node.serial in path or self._budget < 0):
            if node.answers:
                code.add("s.a = a")
            self._leave(code, node, stored, "True" if self._direct else "None")
        elif node.head and isinstance(node.end, Branch):
            self._loop(code, node, node.end, stored, path)
        else:
            self._node(code, node, stored, path.with_node(node.serial))

    def _loop(self, code: Code, head: Node, end: Branch, stored: set[str], path: Path) -> None:
        """Write a loop as one: its test breaks it off, and what comes behind it stands behind it."""
        stored = stored - _assigned_by_turns(head, end, path)
        self._budget -= head.code.size + 2
        turns = f"t{head.serial}"
        if head.burns:
            code.add(f"{turns} = 0")
        with code.inside("while True:", end.span):
            if head.burns:
                code.add(f"{turns} += 1")
                code.add(f"if {turns} > MOST: endless()", end.span)
            code.extend(head.code)
            if end.test != "True":
                code.add(f"if not ({end.test}): break", end.span)
            self._go(code, end.yes, stored, path.with_loop(head.serial))
        if end.test != "True":
            self._note(code, end.otherwise, end.span)
            self._go(code, end.no, stored, path)

    def _note(self, code: Code, text: str, span: Span | None) -> None:
        if text:
            code.note(text, span)

    def _ask(self, code: Code, end: Ask, stored: set[str], path: Path) -> None:
        if end.optional:
            self._pause(code, end, stored)
            return
        with code.inside("if o:" if self.ask_forced else "if len(o) > 1:", end.span):
            self._pause(code, end, stored)
        if self.ask_forced:
            self._empty(code, end, stored, path)
            return
        with code.inside("if not o:", end.span):
            self._empty(code, end, stored, path)
        needed = [name if name in end.site.needed else "0" for name in self.slots]
        frame = ", ".join([str(self.numbers[end.resume.serial]), *needed])
        code.note(f"forced(s, o, {end.player}, [{frame}])", end.span)
        code.add("a = o[0]")
        self._go(code, end.resume, stored, path)

    def _empty(self, code: Code, end: Ask, stored: set[str], path: Path) -> None:
        if end.empty is not None:
            self._note(code, end.otherwise, end.span)
            self._go(code, end.empty, stored, path)
        else:
            code.add("raise AssertionError")

    def _pause(self, code: Code, end: Ask, stored: set[str]) -> None:
        code.add(f"s.o = o; s.p = {end.player}")
        self._leave(code, end.resume, stored, "False")

    def _leave(self, code: Code, node: Node, stored: set[str], result: str) -> None:
        """End the function; the frame says that it goes on at a node. What is dead there is cleared."""
        number, live = self.numbers[node.serial], self.live[node.serial]
        if self._direct:
            entries = [name if name in live else "0" for name in self.slots]
            code.add(f"s.u.append([{', '.join([str(number), *entries])}])")
        else:
            changes = [
                f"f[{self.slots[name]}] = {name}"
                for name in self.slots
                if name in live and name not in stored
            ]
            changes += [
                f"f[{self.slots[name]}] = 0"
                for name in self.slots
                if name in self._at_entry and name not in live
            ]
            if number != self._number:
                changes = [f"f[0] = {number}", *changes]
            if changes:
                code.add("; ".join(changes))
        code.add(f"return {result}")


def _assigned_by_turns(head: Node, end: Branch, path: Path) -> set[str]:
    """Return the variables that may be set from one turn of a loop to the next; a way out of it does not come back."""
    inside: dict[int, Node] = {}
    before: dict[int, list[int]] = {}
    waiting = [end.yes]
    while waiting:
        node = waiting.pop()
        if node.serial in inside or node is head or node.serial in path:
            continue
        inside[node.serial] = node
        for following in successors(node):
            before.setdefault(following.serial, []).append(node.serial)
            waiting.append(following)
    found, back = _assigned(head.code), [head.serial]
    seen: set[int] = set()
    while back:
        for serial in before.get(back.pop(), ()):
            if serial not in seen:
                seen.add(serial)
                back.append(serial)
                found |= _assigned(inside[serial].code)
    return found


def _assigned(code: Code) -> set[str]:
    """Return the variables that code may set, at any depth."""
    found = set()
    for line in code.lines:
        match = re.match(r"(x_\w+) (?:=|\+=|-=) ", line.text)
        if match is not None:
            found.add(match[1])
    return found
