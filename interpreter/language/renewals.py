"""What lasts a turn, a phase or a round: at its end it is put back to what it starts with, in plain statements."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Counter, Declarations, Kind, Lasts, StateField
from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, enum_type, kind_type, list_of

_EACH = "each"
"""How the item of the loops is bound; nothing that a person wrote stands in them."""


def renewal(declared: Declarations, lasts: Lasts, rounds: tuple[int, ...] | None = None) -> c.Block:
    """Return what puts back all that lasts so long: states of the game, counters, states of components.

    With `rounds` only in the rounds of these numbers. Each statement stands at the declaration that asks for it.
    """
    block = tuple(_statements(declared, lasts))
    if rounds is None or not block:
        return block
    span = block[0].span
    number = c.RoundNumber(span, NUMBER)
    among = c.Member(span, FLAG, number, c.Const(span, list_of(NUMBER), rounds))
    return (c.If(span, ((among, block),), ()),)


def lasting(declared: Declarations, lasts: Lasts) -> Iterator[Counter | StateField]:
    """Yield every declaration that lasts so long."""
    yield from (state for state in declared.state.values() if state.lasts == lasts)
    yield from (counter for counter in declared.counters.values() if counter.lasts == lasts)
    for kind in declared.kinds.values():
        yield from (state for state in kind.state.values() if state.lasts == lasts)


def _statements(declared: Declarations, lasts: Lasts) -> Iterator[c.Stmt]:
    for state in declared.state.values():
        if state.lasts == lasts:
            span = state.span
            yield c.Assign(span, c.GameState(span, state.type, state.name), _start_of(state))
    for counter in declared.counters.values():
        if counter.lasts == lasts:
            yield _for_each_player(declared, counter)
    for kind in declared.kinds.values():
        for state in kind.state.values():
            if state.lasts == lasts:
                yield _for_each_component(kind, state)


def _start_of(state: StateField | Counter) -> c.Expr:
    type_ = state.type.or_none() if state.start == c.NOTHING and state.type != NUMBER else state.type
    return c.Const(state.span, type_, state.start)


def _for_each_player(declared: Declarations, counter: Counter) -> c.Stmt:
    span = counter.span
    entries: list[c.Expr | None] = [None]
    if counter.by is not None:
        enum = declared.enums[counter.by]
        entries = [c.Const(span, enum_type(enum.name), at) for at in range(len(enum.values))]
    player = c.Local(span, PLAYER, _EACH)
    body = tuple(
        c.Assign(
            span,
            c.PlayerCounter(span, counter.type, counter.name, player, entry),
            _start_of(counter),
        )
        for entry in entries
    )
    items = c.Items(span, _EACH, c.Players(span, list_of(PLAYER)), None)
    return c.ForEach(span, items, False, body)


def _for_each_component(kind: Kind, state: StateField) -> c.Stmt:
    span, type_ = state.span, kind_type(kind.name)
    items = c.Items(span, _EACH, c.AllComponents(span, list_of(type_), kind.name), None)
    target = c.ComponentState(span, state.type, state.name, c.Local(span, type_, _EACH))
    return c.ForEach(span, items, False, (c.Assign(span, target, _start_of(state)),))
