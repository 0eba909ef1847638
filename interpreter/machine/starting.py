"""What can start: tries the leading run of an effect on a scratch copy of the counters.

The leading run goes over `let`, `choose`, `pay`, calls of actions (their needs, then looked into), `run`, and `if` (the
branch that would be taken). It ends well at any other statement, at the end of the effect, at a `one of` of which some
branch can start, and at a `may` whose block can start. It fails at a payment that cannot be made, at needs that are not
met, at an effect that is not there, and at a `choose` without an option for which the rest of the run can go on. Payments
add up. A choice of several that may be empty is tried empty, then with single items.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language import checked as c
from interpreter.machine import places
from interpreter.machine.amounts import short_of, subtract, sums_of
from interpreter.machine.errors import RuleError
from interpreter.machine.evaluate import evaluate, holds, number
from interpreter.machine.frames import Env
from interpreter.machine.options import most_of, source_of
from interpreter.machine.setting import Setting
from interpreter.machine.state import State

MOST_STEPS = 100_000
DEEPEST = 200

_Rest = tuple[c.Block, int, Env, "_Rest"] | None
"""What is still to be run: a block, the position in it, the names bound, and what follows behind the block."""


def can_start(t: Setting, s: State, env: Env, block: c.Block) -> bool:
    """Say whether the leading run of a block can be carried out now."""
    return _Attempt(t, narrow=False).goes_on(s, (block, 0, env, None), 0)


def action_can_start(t: Setting, s: State, env: Env, action: str) -> bool:
    """Say whether an action's needs are met and its body can start, `env` being its parameters and who acts."""
    declared = t.game.actions[action]
    return holds(t, s, env, declared.needs) and can_start(t, s, env, declared.body)


def payable(
    t: Setting, s: State, env: Env, block: c.Block, at: int, choose: c.Choose, value: int | tuple[int, ...]
) -> bool:
    """Say whether, with a choice made, the `let`, `choose` and `pay` directly behind it (from `at`) can be carried out."""
    return _Attempt(t, narrow=True).goes_on(s, (block, at, {**env, choose.name: value}, None), 0)


def effect_of(t: Setting, s: State, env: Env, run: c.Run) -> tuple[int, c.Block | None]:
    """Return the component whose effect field is to be run, and the effect; None where there is none."""
    component = number(t, s, env, run.component)
    if component == c.NOTHING:
        return component, None
    position, face = places.side_up(t, s, component)
    return component, t.game.cards[position].sides[face].effects.get(run.field)


def action_env(t: Setting, s: State, env: Env, call: c.Call) -> Env:
    """Return the names bound in the action that is called: its parameters, and who acts."""
    params = t.game.actions[call.action].params
    inner: Env = {param.name: evaluate(t, s, env, arg) for param, arg in zip(params, call.args, strict=True)}
    if "me" in env:
        inner["me"] = env["me"]
    return inner


class _Attempt:
    """One attempt; `narrow` ends the run at everything but `let`, `choose` and `pay`."""

    def __init__(self, setting: Setting, narrow: bool) -> None:
        self.t = setting
        self.narrow = narrow
        self.steps = 0

    def goes_on(self, s: State, rest: _Rest, depth: int) -> bool:
        """Say whether the run can be carried out to its end; the given state is not touched."""
        own = False  # whether `s` is a scratch copy of this call
        while rest is not None:
            block, at, env, below = rest
            if at == len(block):
                rest = below
                continue
            statement = block[at]
            self._burn(statement, depth)
            following: _Rest = (block, at + 1, env, below)
            match statement:
                case c.Let():
                    if not own:
                        s, own = s.scratch(), True  # the formula may draw random numbers
                    env = {**env, statement.name: evaluate(self.t, s, env, statement.value)}
                    rest = (block, at + 1, env, below)
                case c.Change(verb="pay"):
                    sums = sums_of(self.t, s, env, statement)
                    if short_of(self.t, s, sums) is not None:
                        return False
                    if not own:
                        s, own = s.scratch(), True
                    subtract(s, sums)
                    rest = following
                case c.Choose():
                    return self._some_option(s, statement, (block, at + 1, env, below), depth)
                case c.Call() if not self.narrow:
                    inner = action_env(self.t, s, env, statement)
                    if not holds(self.t, s, inner, self.t.game.actions[statement.action].needs):
                        return False
                    depth += 1
                    rest = (self.t.game.actions[statement.action].body, 0, inner, following)
                case c.Run() if not self.narrow:
                    component, effect = effect_of(self.t, s, env, statement)
                    if effect is None:
                        return False
                    depth += 1
                    rest = (effect, 0, effect_env(env, component), following)
                case c.If() if not self.narrow:
                    rest = (taken_branch(self.t, s, env, statement), 0, env, following)
                case c.OneOf() if not self.narrow:
                    return any(
                        holds(self.t, s, env, branch.guard)
                        and self.goes_on(s, (branch.body, 0, env, None), depth + 1)
                        for branch in statement.branches
                    )
                case c.May() if not self.narrow:
                    return self.goes_on(s, (statement.body, 0, env, None), depth + 1)
                case _:
                    return True
        return True

    def _some_option(
        self, s: State, choose: c.Choose, rest: tuple[c.Block, int, Env, _Rest], depth: int
    ) -> bool:
        block, at, env, below = rest
        return any(
            self.goes_on(s, (block, at, {**env, choose.name: answer}, below), depth + 1)
            for answer in self._answers(s, env, choose)
        )

    def _answers(self, s: State, env: Env, choose: c.Choose) -> Iterable[int | tuple[int, ...]]:
        items = source_of(self.t, s, env, choose)
        if choose.quantity == "one":
            return items
        if most_of(self.t, s, env, choose) == 0:
            items = []
        singles = [(item,) for item in items]
        return singles if choose.quantity == "some" else [(), *singles]

    def _burn(self, statement: c.Stmt, depth: int) -> None:
        self.steps += 1
        if depth > DEEPEST:
            raise RuleError(
                statement.span, "asking whether this can start leads from rule to rule without end"
            )
        if self.steps > MOST_STEPS:
            raise RuleError(
                statement.span, f"asking whether this can start takes more than {MOST_STEPS} steps"
            )


def effect_env(env: Env, component: int) -> Env:
    """Return the names bound in the effect of a field: the component as `this`, and who acts."""
    inner: Env = {"this": component}
    if "me" in env:
        inner["me"] = env["me"]
    return inner


def taken_branch(t: Setting, s: State, env: Env, statement: c.If) -> c.Block:
    """Return the block of the first condition that holds, else the one for otherwise."""
    for condition, block in statement.branches:
        if holds(t, s, env, condition):
            return block
    return statement.otherwise
