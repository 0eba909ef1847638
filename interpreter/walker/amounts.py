"""What `gain`, `pay` and `lose` come to: one sum for each counter, and whether it can be paid."""

from __future__ import annotations

from typing import cast

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.records import record
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import is_small_factor, product
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.concerned import cards_changing, cards_in
from rulewright.interpreter.walker.evaluate import number, walk


@record
class Sum:
    """`total` of a player's counter; `index` is the enum position of the entry, -1 for a plain counter."""

    counter: str
    player: int
    index: int
    slot: int
    total: int


def sums_of(t: Setting, s: State, env: Env, change: c.Change) -> list[Sum]:
    """Return the sums of a statement, counters in the order in which they are named. Raises RuleError below 0."""
    totals: dict[tuple[str, int], int] = {}
    for times, inner in _occasions(t, s, env, change):
        for amount in change.amounts:
            size = number(t, s, inner, amount.number)
            if isinstance(change.per, c.PerEvery) and not is_small_factor(amount.number):
                size = product(size, times, amount.span)
            else:
                size *= times
            if size < 0:
                fault = RuleError(
                    amount.span, f"{size} {amount.counter} is a negative amount; {change.verb} takes none"
                )
                # A card that has changed the number is nearer to the fault than those that it was worked out for.
                fault.concerns(cards_changing(t, s, inner, amount.number))
                fault.concerns(cards_in(t, s, inner, nodes(amount.number)))
                raise fault
            index = -1 if amount.index is None else number(t, s, inner, amount.index)
            if amount.index is not None and index == c.NOTHING:
                raise RuleError(amount.index.span, f"there is no {amount.counter} of none")
            key = (amount.counter, index)
            totals[key] = totals.get(key, 0) + size
    player = cast("int", env["me"])
    return [
        Sum(counter, player, index, t.layout.counter_slot(counter, player, max(index, 0)), total)
        for (counter, index), total in totals.items()
    ]


def _occasions(t: Setting, s: State, env: Env, change: c.Change) -> list[tuple[int, Env]]:
    """Return how many times, and with which names bound, the amounts count."""
    per = change.per
    match per:
        case None:
            return [(1, env)]
        case c.Items():
            return [(1, inner) for _, inner in walk(t, s, env, per, change)]
    size, whole = number(t, s, env, per.size), number(t, s, env, per.number)
    if size < 1:
        raise RuleError(per.size.span, f"`for every {size}` cannot be counted; it must be at least 1")
    return [(max(0, whole // size), env)]


def short_of(t: Setting, s: State, sums: list[Sum]) -> Sum | None:
    """Return the first sum that its player cannot pay, or None when all can be paid together."""
    return next((sum_ for sum_ in sums if sum_.total > available(t, s, sum_)), None)


def available(t: Setting, s: State, sum_: Sum) -> float:
    """Return how much of a counter its player can give: down to its least value, without end when it has none."""
    least = t.game.counters[sum_.counter].least
    return float("inf") if least is None else max(0, s.v[sum_.slot] - least)


def subtract(s: State, sums: list[Sum]) -> None:
    """Take sums that can be paid from their counters."""
    for sum_ in sums:
        s.v[sum_.slot] -= sum_.total
