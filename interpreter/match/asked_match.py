"""A match on the reference machine whose chance is asked: what dice and shuffles give are decisions of nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

from rulewright.interpreter.content.model import Ability, ValueChange
from rulewright.interpreter.language.checked import Block
from rulewright.interpreter.match.asks_chance import AsksChance
from rulewright.interpreter.match.chance import asked_chance, chance_decision
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.opening import Step, position_of
from rulewright.interpreter.state.asked import (
    START,
    Asking,
    ChanceAsked,
    ask_also_what_is_sure,
    begin_tape,
    let_wait,
    put_answer,
    waiting,
)
from rulewright.interpreter.state.decision import ChanceDecision, Decision
from rulewright.interpreter.state.errors import RuleError, TooManyOutcomes
from rulewright.interpreter.state.observing import Observer


class AskedMatch(AsksChance, Match):
    """A running game in which chance is asked: where it decides, `decision` is a `ChanceDecision`.

    Its `probabilities` say how likely each option is, `seeded` which one the seed gives; `apply` takes any of them.
    Everything else is as in `Match`. A component of a shuffled zone is asked for when it is drawn, if nobody sees the
    order before and no rule asks for it; else the order is asked for at once.
    """

    holds_back: ClassVar[bool] = True
    """Whether observers are told of a step only when it is sure that it is not carried out again."""

    def _start(self) -> None:
        begin_tape(self._walker.state.z, len(self.layout.ids))
        if self.asks_sure:
            ask_also_what_is_sure(self._walker.state.z)
        self._carry_out(START)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now, by a player or by chance; None when the match is over or has failed."""
        return super().decision if self._asking is None else self._chance_decision(self._asking)

    def _chance_decision(self, asking: Asking) -> ChanceDecision:
        return chance_decision(self._setting, asking)

    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, a player's or chance's; see `Match.apply`.

        Raises TooManyOutcomes, too, and then the match is unchanged.
        """
        asking = self._asking
        if asking is None:
            before = self._steps
            try:
                super().apply(option)
            except TooManyOutcomes:
                self._steps = before
                raise
            return
        ids = self._chance_decision(asking).ids
        outcome = position_of(option, ids)
        z = self._walker.state.z
        put_answer(z, asking, outcome)
        steps, self._steps = self._steps, (*self._steps, Step(-1, ids[outcome]))
        try:
            self._answer(waiting(z))
        except TooManyOutcomes:
            self._steps = steps
            raise

    def _answer(self, number: int) -> None:
        try:
            self._carry_out(number)
        except RuleError as error:
            self._failed, self._asking = error, None
            raise

    def _carry_out(self, number: int) -> None:
        """Take an option, or START the game, and play on to the next decision, of a player or of chance."""
        walker = self._walker
        before, noted = walker.clone(journal=False), len(walker.journal or ())
        observers = walker.state.observers
        held = _Held(observers)
        if observers and self.holds_back:
            walker.state.observers = (held,)
        try:
            if number == START:
                walker.start()
            else:
                walker.answer(number)
        except (ChanceAsked, TooManyOutcomes) as met:
            walker.go_back(before, noted)
            if isinstance(met, TooManyOutcomes):
                raise
            let_wait(walker.state.z, number)
            self._asking = met.asking
        else:
            self._asking = None
            asked_chance(self._setting).tidy(walker.state)
            held.tell()
        finally:
            walker.state.observers = observers


class _Held:
    """Keeps what is told to observers until it is sure that the step is not taken again."""

    def __init__(self, observers: Iterable[Observer]) -> None:
        self._observers = tuple(observers)
        self._calls: list[Callable[[], None]] = []

    def tell(self) -> None:
        """Tell the observers what was kept."""
        for call in self._calls:
            call()

    def _keep(self, name: str, what: Any) -> None:  # noqa: ANN401  # handed on as it is
        self._calls += [partial(getattr(observer, name), what) for observer in self._observers]

    def began(self, block: Block) -> None:
        self._keep("began", block)

    def offered(self, abilities: Iterable[Ability]) -> None:
        self._keep("offered", tuple(abilities))

    def opened(self, window: str) -> None:
        self._keep("opened", window)

    def worked_out(self, value: str) -> None:
        self._keep("worked_out", value)

    def changed(self, change: ValueChange) -> None:
        self._keep("changed", change)
