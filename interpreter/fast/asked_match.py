"""A match on the compiled machine whose chance is asked: what dice and shuffles give are decisions of nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self

from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.asked_match import AskedMatch
from rulewright.interpreter.match.asks_chance import AsksChance
from rulewright.interpreter.match.chance import asked_chance, chance_decision
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.opening import position_of
from rulewright.interpreter.state.asked import (
    START,
    ChanceAsked,
    ask_also_what_is_sure,
    let_wait,
    put_answer,
    waiting,
)
from rulewright.interpreter.state.decision import NOBODY_DECIDES, Decision
from rulewright.interpreter.state.errors import MatchFailed, MatchOver, RuleError, TooManyOutcomes
from rulewright.interpreter.state.setting import Setting


class AskedFastMatch(AsksChance, FastMatch):
    """A running game on the compiled machine in which chance is asked; see `AskedMatch` for what that means.

    A step in which chance is asked is carried out again with each answer, so this is for walking whole trees, and for
    tools that want chance told apart; where millions of games are to be played, a seed is quicker.
    """

    @staticmethod
    def _machine_of(setting: Setting, *, ask_forced: bool, journal: bool) -> Machine:
        t = setting
        return machine_for(
            t.game, len(t.names), t.options, ask_forced=ask_forced, journal=journal, asked=True
        )

    @staticmethod
    def _reference() -> type[Match]:
        return AskedMatch

    def _start(self) -> None:
        if self.asks_sure:
            ask_also_what_is_sure(self._state.z)
        self._carry_out(START)

    # ---------------------------------------------------------------- where the match stands
    @property
    def decision(self) -> Decision | None:
        """What is to be decided now, by a player or by chance; None when the match is over or has failed."""
        if self._asking is None:
            return super().decision
        if self._decision is None:
            self._decision = chance_decision(self._setting, self._asking)
        return self._decision

    @property
    def turn(self) -> int:
        """The seat of the player who decides, -1 where chance does, and when the match is over."""
        return super().turn if self._asking is None else NOBODY_DECIDES

    @property
    def choices(self) -> int:
        """How many options the present decision has, 0 when nothing is asked."""
        return super().choices if self._asking is None else len(self._asking.outcomes)

    def _note_words(self) -> None:
        if self._asking is None:
            super()._note_words()

    # ---------------------------------------------------------------- playing
    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, a player's or chance's; see `FastMatch.apply`.

        Raises TooManyOutcomes, too, and then the match is unchanged.
        """
        if self._failed is not None:
            raise MatchFailed(self._failed)
        decision = self.decision
        if decision is None:
            raise MatchOver
        position, asking, taken = position_of(option, decision.ids), self._asking, self._taken
        self._decision = None
        self._taken = (position, taken)
        try:
            if asking is None:
                self._decided += 1
                self._see_that_it_ends()
            else:
                put_answer(self._state.z, asking, position)
                position = waiting(self._state.z)
            self._carry_out(position)
        except TooManyOutcomes:
            self._taken = taken
            raise
        except RuleError as error:
            self._asking = None
            self._failed = self._retold(error, self.seed)
            raise self._failed from None
        self._note_words()

    def _carry_out(self, option: int) -> None:
        """Take an option, or START the game, and play on to the next decision, of a player or of chance."""
        before = self._state.clone()
        for state in (before, self._state):
            state.own_zones()
        watch = before.watch = self._state.watch
        held: list[Callable[[], None]] = []
        if watch is not None:
            self._state.watch = lambda *used: held.append(partial(watch, *used))
        try:
            self._play_from(option)
        except (ChanceAsked, TooManyOutcomes) as met:
            self._state = before
            if isinstance(met, TooManyOutcomes):
                raise
            let_wait(before.z, option)
            self._asking = met.asking
        else:
            self._asking = None
            self._state.watch = watch
            asked_chance(self._setting).tidy(self._state)
            for call in held:
                call()

    def _play_from(self, option: int) -> None:
        if option == START:
            super()._start()
            return
        self._machine.step(self._state, option)
        if not self._state.o:
            self._begin_playing()
        self._see_sizes()

    # ---------------------------------------------------------------- copies
    def clone(self, *, journal: bool = False) -> Self:
        """Return an exact copy that goes on by itself; with `journal` it keeps one where this match does."""
        copy = super().clone(journal=journal)
        copy.state.own_zones()
        return copy
