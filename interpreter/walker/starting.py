"""What can start: tries the leading run of an effect on a scratch copy of the counters.

The leading run goes over `let`, `choose`, `pay`, calls of actions (their needs, then looked into), `run`, and `if`
(the branch that would be taken). It ends well at any other statement, at the end of the effect, at a `one of` of which
some branch can start, and at a `may` whose block can start. A `one of` or a `may` that cannot start counts as declined,
and the run goes on behind it; but then something must come there: it fails when the effect ends without a further
payment or choice. It fails as well at a payment that cannot be made, at needs that are not met, at an effect that is
not there, and at a `choose` without an option for which the rest of the run can go on. Payments add up. A choice of
several that may be empty is tried empty, then with single items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state import places
from rulewright.interpreter.state.errors import NeverEnds
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.layout import NOWHERE
from rulewright.interpreter.state.limits import DEEPEST, TOO_DEEP
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.amounts import short_of, subtract, sums_of
from rulewright.interpreter.walker.evaluate import evaluate, holds, number
from rulewright.interpreter.walker.options import branch_taken, branches_of, most_of, source_of

_Place = tuple[c.Block, int, Env, "_Place | None"]
"""Where the run is: a block, the position in it, the names bound, and where it goes on behind the block."""


def can_start(t: Setting, s: State, env: Env, block: c.Block) -> bool:
    """Say whether the leading run of a block can be carried out now."""
    return _Attempt(t, narrow=False).goes_on(s, (block, 0, env, None), _levels(t, s))


def action_can_start(t: Setting, s: State, env: Env, action: str) -> bool:
    """Say whether an action's needs are met and its body can start, `env` being its parameters and who acts."""
    declared = t.game.actions[action]
    return holds(t, s, env, declared.needs) and can_start(t, s, env, declared.body)


def payable(
    t: Setting, s: State, env: Env, block: c.Block, at: int, choose: c.Choose, value: int | tuple[int, ...]
) -> bool:
    """Say whether, with a choice made, the `let`, `choose` and `pay` that directly follow (from `at`) can be done."""
    place: _Place = (block, at, {**env, choose.name: value}, None)
    return _Attempt(t, narrow=True).goes_on(s, place, _levels(t, s))


def _levels(t: Setting, s: State) -> int:
    """Return how many levels of rules wait already; 0 in a game in which none is counted."""
    return 0 if t.layout.levels == NOWHERE else s.v[t.layout.levels]


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


class _Trial:
    """The numbers of a run; they are copied before they are first changed.

    `depth` counts the levels of rules and questions that it has come through, `declined` says that the last thing it
    came to was a question that cannot be answered.
    """

    def __init__(self, state: State, depth: int, *, declined: bool) -> None:
        self.state = state
        self.depth = depth
        self.declined = declined
        self._own = False

    def changed(self) -> State:
        """Return the state to be changed."""
        if not self._own:
            self.state, self._own = self.state.scratch(), True
        return self.state


class _Attempt:
    """One attempt; `narrow` ends the run at everything but `let`, `choose` and `pay`."""

    def __init__(self, setting: Setting, *, narrow: bool) -> None:
        self.t = setting
        self.known = _NARROW if narrow else _WIDE

    def goes_on(self, s: State, place: _Place | None, depth: int) -> bool:
        """Say whether the run can be carried out to its end; the given state is not touched."""
        trial = _Trial(s, depth, declined=False)
        while place is not None:
            block, at, env, below = place
            if at == len(block):
                place = below
                continue
            statement = block[at]
            over = self.known.get(type(statement))
            if over is None:
                return True
            trial.state.fuel.burn(self.t.program.weight(statement), statement.span)
            following = over(self, trial, statement, (block, at + 1, env, below))
            if isinstance(following, bool):
                return following
            place = following
        return not trial.declined

    # Each of these returns where the run goes on, or how it ends; `then` is the place behind the statement.
    def let(self, trial: _Trial, statement: c.Let, then: _Place) -> _Place | bool:
        block, at, env, below = then
        # The formula may draw random numbers.
        value = evaluate(self.t, trial.changed(), env, statement.value)
        return block, at, {**env, statement.name: value}, below

    def change(self, trial: _Trial, statement: c.Change, then: _Place) -> _Place | bool:
        if statement.verb != "pay":
            return True
        sums = sums_of(self.t, trial.state, then[2], statement)
        if short_of(self.t, trial.state, sums) is not None:
            return False
        subtract(trial.changed(), sums)
        trial.declined = False
        return then

    def choose(self, trial: _Trial, statement: c.Choose, then: _Place) -> _Place | bool:
        block, at, env, below = then
        return any(
            self._asks(trial, statement, (block, at, {**env, statement.name: answer}, below))
            for answer in self._answers(trial.state, env, statement)
        )

    def call(self, trial: _Trial, statement: c.Call, then: _Place) -> _Place | bool:
        action = self.t.game.actions[statement.action]
        inner = action_env(self.t, trial.state, then[2], statement)
        trial.depth = self._deeper(trial, statement)
        return holds(self.t, trial.state, inner, action.needs) and (action.body, 0, inner, then)

    def run(self, trial: _Trial, statement: c.Run, then: _Place) -> _Place | bool:
        trial.depth = self._deeper(trial, statement)
        component, effect = effect_of(self.t, trial.state, then[2], statement)
        return effect is not None and (effect, 0, effect_env(then[2], component), then)

    def if_(self, trial: _Trial, statement: c.If, then: _Place) -> _Place | bool:
        return taken_branch(self.t, trial.state, then[2], statement), 0, then[2], then

    def one_of(self, trial: _Trial, statement: c.OneOf, then: _Place) -> _Place | bool:
        return any(
            self._asks(trial, statement, (branch_taken(statement, option)[0].body, 0, inner, None))
            for option, inner in branches_of(self.t, trial.state, then[2], statement)
        ) or self._without(trial, then)

    def may(self, trial: _Trial, statement: c.May, then: _Place) -> _Place | bool:
        never = statement.limit is not None and number(self.t, trial.state, then[2], statement.limit) <= 0
        may_start = not never and self._asks(trial, statement, (statement.body, 0, then[2], None))
        return may_start or self._without(trial, then)

    def _without(self, trial: _Trial, then: _Place) -> _Place:
        trial.declined = True
        return then

    def _answers(self, s: State, env: Env, choose: c.Choose) -> Iterable[int | tuple[int, ...]]:
        items = source_of(self.t, s, env, choose)
        if choose.quantity == "one":
            return items
        if most_of(self.t, s, env, choose) == 0:
            items = []
        singles = [(item,) for item in items]
        return singles if choose.quantity == "some" else [(), *singles]

    def _asks(self, trial: _Trial, question: c.Choose | c.May | c.OneOf, place: _Place) -> bool:
        """Say whether the run can go on with an answer to a question."""
        return self.goes_on(trial.state, place, self._deeper(trial, question))

    def _deeper(self, trial: _Trial, statement: c.Stmt) -> int:
        """Return how deep it is behind a statement. Raises NeverEnds where that is too deep."""
        depth = trial.depth + self.t.layout.nesting.tried(statement)
        if depth > DEEPEST:
            raise NeverEnds(statement.span, TOO_DEEP)
        return depth


_Over = Callable[[_Attempt, _Trial, Any, _Place], _Place | bool]

_NARROW: dict[type[c.Stmt], _Over] = {
    c.Let: _Attempt.let,
    c.Change: _Attempt.change,
    c.Choose: _Attempt.choose,
}
_WIDE: dict[type[c.Stmt], _Over] = {
    **_NARROW,
    c.Call: _Attempt.call,
    c.Run: _Attempt.run,
    c.If: _Attempt.if_,
    c.OneOf: _Attempt.one_of,
    c.May: _Attempt.may,
}
