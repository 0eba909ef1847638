"""Which variables a stretch still needs when it is entered: the classic backward analysis over a control flow."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, inside, symbols_of
from rulewright.interpreter.compiler.form.graph import Ask, Ended, Fork, Invoke, Jump, Stretch, successors
from rulewright.interpreter.compiler.form.symbols import Symbol


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


def live_at_entry(stretches: Iterable[Stretch]) -> dict[int, frozenset[Symbol]]:
    """Return, by a stretch's serial, the variables that are needed when it is entered."""
    stretches = list(stretches)
    local = {stretch.serial: _local(stretch) for stretch in stretches}
    live: dict[int, frozenset[Symbol]] = {stretch.serial: frozenset() for stretch in stretches}
    before: dict[int, list[Stretch]] = {stretch.serial: [] for stretch in stretches}
    for stretch in stretches:
        for following in successors(stretch):
            before[following.serial].append(stretch)
    waiting = dict.fromkeys(stretches)
    while waiting:
        stretch, _ = waiting.popitem()
        used, set_, late = local[stretch.serial]
        after = late.union(*[live[following.serial] for following in successors(stretch)])
        if isinstance(stretch.end, Ask):
            after |= stretch.end.site.needed
        found = frozenset(used | (after - set_))
        if found != live[stretch.serial]:
            live[stretch.serial] = found
            waiting.update(dict.fromkeys(before[stretch.serial]))
    # What the words of a question need stays until it is answered.
    for stretch in stretches:
        if isinstance(stretch.end, Ask):
            live[stretch.end.resume.serial] |= stretch.end.site.needed
    return live


def _local(stretch: Stretch) -> tuple[set[Symbol], set[Symbol], set[Symbol]]:
    """Return what a stretch's code uses and sets, and what its end uses behind that."""
    used, set_ = used_and_set(stretch.code)
    late: set[Symbol] = set()
    match stretch.end:
        case Fork():
            late = variables_of(stretch.end.test)
        case Invoke():
            late = variables_of(stretch.end.call)
        case Ask():
            late = variables_of(stretch.end.player)
        case Jump() | Ended() | None:
            pass
    return used, set_, late
