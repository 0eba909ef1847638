"""What a `choose` may be answered with, before anything is said about what comes after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.eyes import Spot
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.layout import NOBODY
from rulewright.interpreter.state.limits import MOST_NUMBERS
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.evaluate import holds, number, walk

SEVERAL = frozenset(("exactly", "up_to", "any_number", "some"))


def source_of(t: Setting, s: State, env: Env, choose: c.Choose) -> list[int]:
    """Return the items or numbers to choose from, in order, each once; none is no item."""
    if isinstance(choose.source, c.Items):
        items = list(
            dict.fromkeys(
                item for item, _ in walk(t, s, env, choose.source, choose) if _is_something(choose, item)
            )
        )
        eyes = t.layout.eyes
        return list(eyes.by_place(s.v, s.z, items, chooser(env))) if eyes.offers_by_place(choose) else items
    low, high = number(t, s, env, choose.source.low), number(t, s, env, choose.source.high)
    step = 1 if choose.source.step is None else number(t, s, env, choose.source.step)
    if step < 1:
        raise RuleError(choose.span, f"a range cannot go on by steps of {step}; a step is at least 1")
    if (high - low) // step >= MOST_NUMBERS:
        raise RuleError(choose.span, f"{low} to {high} is a choice of more than {MOST_NUMBERS} numbers")
    numbers = range(low, high + 1, step)
    s.fuel.burn(len(numbers), choose.span)
    if choose.source.where is None:
        return list(numbers)
    s.fuel.burn(len(numbers) * t.program.weight(choose), choose.span)
    name, where = choose.source.name, choose.source.where
    return [one for one in numbers if holds(t, s, {**env, name: one}, where)]


def chooser(env: Env) -> int:
    """Return the seat of the player who is asked, -1 for nobody."""
    me = env.get("me", NOBODY)
    assert isinstance(me, int)
    return me


def unseen_of(
    t: Setting, s: State, choose: c.Choose, items: Iterable[int], player: int
) -> Mapping[int, Spot]:
    """Return those of the components to choose from that the player cannot see, each with its place."""
    eyes = t.layout.eyes
    return eyes.unseen(s.v, s.z, items, player) if eyes.offers_by_place(choose) else {}


def _is_something(choose: c.Choose, item: int) -> bool:
    return item != c.NOTHING or choose.shown.base == "number"


def branches_of(t: Setting, s: State, env: Env, one_of: c.OneOf) -> Iterator[tuple[int, Env]]:
    """Yield each option of a `one of` whose guard holds, as a number, with the names that are known in its block."""
    for number_, branch in enumerate(one_of.branches):
        if branch.items is None:
            if holds(t, s, env, branch.guard):
                yield number_, env
            continue
        # All items are known before the first is tried.
        for item in dict.fromkeys(item for item, _ in walk(t, s, env, branch.items, one_of)):
            inner = {**env, branch.items.name: item}
            if item != c.NOTHING and holds(t, s, inner, branch.guard):
                yield number_ + len(one_of.branches) * item, inner


def branch_taken(one_of: c.OneOf, option: int) -> tuple[c.Branch, int]:
    """Return the branch that an option stands for, and the item; 0 where the branch is one option."""
    item, number_ = divmod(option, len(one_of.branches))
    return one_of.branches[number_], item


def named_in(branch: c.Branch, item: int, env: Env) -> Env:
    """Return the names that are known in a branch which is taken with an item."""
    return env if branch.items is None else {**env, branch.items.name: item}


def bounds_of(choose: c.Choose, most: int) -> tuple[int, int]:
    """Return how many are picked at least and at most, -1 for any number, where `most` may be."""
    least = {"exactly": most, "some": 1, "one": 1}.get(choose.quantity, 0)
    return least, most


def most_of(t: Setting, s: State, env: Env, choose: c.Choose) -> int:
    """Return how many may be picked at most, -1 for any number; a negative count is 0."""
    if choose.quantity == "one":
        return 1
    return -1 if choose.number is None else max(0, number(t, s, env, choose.number))
