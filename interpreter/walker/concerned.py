"""Which cards a fault is about: those that its rule was carried out for, which may state the bad number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.content.model import Ability, ValueChange
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import Cause
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, nodes
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import AT, ENV, MARKERS, NUMBER, SORT, Env, Sort
from rulewright.interpreter.state.places import cards_of
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import Frame, State
from rulewright.interpreter.walker.evaluate import evaluate


def cards_in(t: Setting, s: State, env: Env, formulas: Iterable[object]) -> tuple[Cause, ...]:
    """Return the cards that formulas read, as far as the names bound tell which, each with its place."""
    found = dict.fromkeys(component for node in formulas for component in _components(t, s, env, node))
    return cards_of(t, found)


def cards_changing(t: Setting, s: State, env: Env, formula: c.Expr) -> tuple[Cause, ...]:
    """Return the cards that change a value on the way to what a formula comes to, each with the place of its change."""
    seen = _Changes()
    try:
        evaluate(t, State(s.v.copy(), s.z, [], observers=(seen,)), env, formula)
    except RuleError:
        return ()
    return tuple(
        Cause(change.span, f"card {t.game.cards[change.card].id}") for change in dict.fromkeys(seen.changes)
    )


class _Changes:
    """Takes note of the changes that cards make, and of nothing else."""

    def __init__(self) -> None:
        self.changes: list[ValueChange] = []

    def began(self, block: c.Block) -> None: ...
    def offered(self, abilities: Iterable[Ability]) -> None: ...
    def opened(self, window: str) -> None: ...
    def worked_out(self, value: str) -> None: ...
    def changed(self, change: ValueChange) -> None:
        self.changes.append(change)


def _components(t: Setting, s: State, env: Env, node: object) -> Iterator[int]:
    """Yield the components that a formula reads by itself, not those that its parts read."""
    match node:
        case c.CardField(component=component):
            read: tuple[c.Expr, ...] = (component,)
        case c.ValueCall(args=args):
            read = args
        case c.Local():
            read = (node,)
        case _:
            return
    for formula in read:
        names = {part.name for part in nodes(formula) if isinstance(part, c.Local)}
        if formula.type.base == "component" and names <= env.keys():
            try:
                value = evaluate(t, s, env, formula)
            except RuleError:
                continue  # it has no value, which may be the very fault
            assert isinstance(value, int)
            yield value


def cards_on_stack(t: Setting, s: State, place: Span) -> tuple[Cause, ...]:
    """Return the cards that the statement at a place reads, else those that the rules above it were called with.

    An ability and the effect in a field belong to a card themselves, so nothing above them is asked.
    """
    for depth in range(len(s.f) - 1, -1, -1):
        frame = s.f[depth]
        if frame[SORT] in (Sort.ABILITY, Sort.EFFECT):
            return ()
        if frame[SORT] == Sort.BLOCK:
            found = cards_in(t, s, frame[ENV], _read(t, s.f[: depth + 1], place))
            if found:
                return found
    return ()


def _read(t: Setting, frames: list[Frame], place: Span) -> Iterator[object]:
    """Yield the formulas of the uppermost block that lie at a place or in its present statement, `let`s followed."""
    frame = frames[-1]
    block = t.program.block(frame[NUMBER])
    statement = block[max(0, frame[AT] - 1)]
    below = {id(node) for inner in inner_blocks(statement) for node in nodes(inner)}
    lets = {let.name: let.value for let in _lets(t, frames)}
    waiting = [
        node
        for node in nodes(block)
        if isinstance(node, c.Expr) and (node.span.file, node.span.line) == (place.file, place.line)
    ]
    waiting += [node for node in nodes(statement) if isinstance(node, c.Expr) and id(node) not in below]
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, c.Local) and node.name in lets:
            waiting += [part for part in nodes(lets.pop(node.name)) if isinstance(part, c.Expr)]


def _lets(t: Setting, frames: list[Frame]) -> Iterator[c.Let]:
    """Yield the `let`s of the blocks of the rule that is running."""
    for frame in reversed(frames):
        if frame[SORT] in MARKERS:
            return
        if frame[SORT] == Sort.BLOCK:
            yield from (one for one in t.program.block(frame[NUMBER]) if isinstance(one, c.Let))
