"""Which variables a segment still needs when it is entered: the classic backward analysis over a control flow."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.compiler.form import nodes as f
from interpreter.compiler.form.facts import facts, inside, symbols_of
from interpreter.compiler.form.graph import Ask, Ended, Fork, Invoke, Jump, Segment, successors
from interpreter.compiler.form.symbols import Symbol


def is_variable(symbol: Symbol) -> bool:
    """Say whether a symbol may have to be kept over a decision."""
    return symbol.sort == "variable"


def variables_of(e: f.Expr) -> set[Symbol]:
    """Return the variables that an expression uses."""
    return set(filter(is_variable, facts(e).symbols))


def used_and_set(code: f.Block) -> tuple[set[Symbol], set[Symbol]]:
    """Return the variables that code reads before it sets them, and those that it surely sets."""
    used: set[Symbol] = set()
    set_: set[Symbol] = set()
    for statement in code:
        used.update(filter(is_variable, symbols_of(statement) - set_))
        if isinstance(statement, f.Assign) and is_variable(statement.symbol):
            set_.add(statement.symbol)
    return used, set_


def assigned(code: f.Block) -> set[Symbol]:
    """Return the variables that code may set, at any depth."""
    return {
        one.symbol
        for statement in code
        for one in inside(statement)
        if isinstance(one, f.Assign) and is_variable(one.symbol)
    }


def live_at_entry(segments: Iterable[Segment]) -> dict[int, frozenset[Symbol]]:
    """Return, by a segment's serial, the variables that are needed when it is entered."""
    segments = list(segments)
    local = {segment.serial: _local(segment) for segment in segments}
    live: dict[int, frozenset[Symbol]] = {segment.serial: frozenset() for segment in segments}
    before: dict[int, list[Segment]] = {segment.serial: [] for segment in segments}
    for segment in segments:
        for following in successors(segment):
            before[following.serial].append(segment)
    waiting = dict.fromkeys(segments)
    while waiting:
        segment, _ = waiting.popitem()
        used, set_, late = local[segment.serial]
        after = late.union(*[live[following.serial] for following in successors(segment)])
        if isinstance(segment.end, Ask):
            after |= segment.end.site.needed
        found = frozenset(used | (after - set_))
        if found != live[segment.serial]:
            live[segment.serial] = found
            waiting.update(dict.fromkeys(before[segment.serial]))
    # What the words of a question need stays until it is answered.
    for segment in segments:
        if isinstance(segment.end, Ask):
            live[segment.end.resume.serial] |= segment.end.site.needed
    return live


def _local(segment: Segment) -> tuple[set[Symbol], set[Symbol], set[Symbol]]:
    """Return what a segment's code uses and sets, and what its end uses behind that."""
    used, set_ = used_and_set(segment.code)
    late: set[Symbol] = set()
    match segment.end:
        case Fork():
            late = variables_of(segment.end.test)
        case Invoke():
            late = variables_of(segment.end.call)
        case Ask():
            late = variables_of(segment.end.player)
        case Jump() | Ended() | None:
            pass
    return used, set_, late
