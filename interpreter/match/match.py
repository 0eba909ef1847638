"""A match: one game being played, the public face of the machine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from rulewright.interpreter.content.model import Game, ValueChange
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.knowledge.resample import Deal
from rulewright.interpreter.knowledge.witness import Witness
from rulewright.interpreter.match.dealing import follow_in_walk, kept_in_walk
from rulewright.interpreter.match.opened import OpenedMatch
from rulewright.interpreter.match.opening import Step, open_setting, position_of, seed_as_given
from rulewright.interpreter.match.saves import UNPLAYABLE, read_save
from rulewright.interpreter.state.decision import NOBODY_DECIDES, Decision
from rulewright.interpreter.state.errors import (
    BadSave,
    MatchError,
    MatchFailed,
    MatchOver,
    RuleError,
)
from rulewright.interpreter.state.observing import Observer
from rulewright.interpreter.state.position import Begin
from rulewright.interpreter.state.rng import WAY
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.scoring import estimates_of, scores_of, winners_of
from rulewright.interpreter.walker.walker import Walker

CHANCE = "chance"
"""What stands in a save in the place of a player's name where chance has decided."""


class Match(OpenedMatch):
    """A running game. Play it by reading `decision` and calling `apply`, until `over`.

    A match is plain data at every decision: `clone` copies it exactly, `digest` tells equal positions, `save` and
    `resume` carry it to another process. After a `RuleError` the match refuses every further step; its clones live on.
    """

    def __init__(  # noqa: PLR0913 - each says how it is opened
        self,
        game: Game,
        players: int | Sequence[str] | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        ask_forced: bool = False,
        journal: bool | list[Event] = True,
        begin: Begin | None = None,
        without: Collection[ValueChange] = (),
        observers: Iterable[Observer] = (),
    ) -> None:
        """Open a match and play it up to its first decision.

        `players` is their number (they are then called Player1, Player2, ...), their names in seat order, or None for
        the smallest number the game allows. `seed` is any integer. `options` maps variants to words (`yes`, `no` or one
        of the variant's values). With `ask_forced` also decisions with a single option are asked. Without `journal`
        nothing is noted; a list is what is noted in. `begin` starts from a stated position once the set-up is done. The
        changes of values that cards make and that stand in `without` do not hold, so that one can see what they do.
        `observers` are told what is reached in this match, not in its copies.

        Raises WrongPlayers, UnknownOption, BadPosition, RuleError when the content is at fault, TypeError for a seed
        that is no whole number, and ValueError for one of more than a thousand digits.
        """
        self._setting = setting = self._set(_left_out(open_setting(game, players, options), without))
        self._steps: tuple[Step, ...] = ()
        self._dealt_anew = False
        self._witness: Witness | None = None
        self._failed: RuleError | None = None
        state = State.new(setting.layout, seed_as_given(seed))
        state.observers = tuple(observers)
        self._walker = Walker(setting, state, _noted_in(journal), begin, ask_forced=ask_forced)
        self._start()

    @staticmethod
    def _set(setting: Setting) -> Setting:
        """Return the setting in which matches of this class are played."""
        return setting

    def _start(self) -> None:
        """Carry out the set-up, and play up to the first decision."""
        self._walker.start()

    # ---------------------------------------------------------------- what is fixed
    @property
    def ask_forced(self) -> bool:
        """Whether decisions with a single option are asked too."""
        return self._walker.ask_forced

    @property
    def stated(self) -> Begin | None:
        """The stated position from which the match started, None when it started like any other."""
        return self._walker.begin

    # ---------------------------------------------------------------- where the match stands
    @property
    def state(self) -> State:
        """The state as it is now; only to be looked at."""
        return self._walker.state

    def _position(self) -> State:
        return self._walker.state

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; None when the match is over or has failed."""
        question = self._walker.question
        return question.decision if question is not None and self._failed is None else None

    @property
    def turn(self) -> int:
        """The seat of the player who decides, -1 when nobody does."""
        decision = self.decision
        return decision.player if decision is not None else -1

    @property
    def choices(self) -> int:
        """How many options the present decision has, 0 when nothing is asked."""
        decision = self.decision
        return len(decision.options) if decision is not None else 0

    @property
    def answers(self) -> Sequence[str]:
        """The ids of the options, by which an option is known in another world."""
        decision = self.decision
        return decision.ids if decision is not None else ()

    @property
    def journal(self) -> tuple[Event, ...]:
        """What has happened so far, in order; empty when nothing is noted."""
        return tuple(self._walker.journal or ())

    def journal_from(self, first: int) -> tuple[Event, ...]:
        """Return the part of the journal from a position, from 0, on."""
        return tuple((self._walker.journal or [])[first:])

    @property
    def moves(self) -> tuple[Step, ...]:
        """The decisions that were asked and answered, in order."""
        return self._steps

    # ---------------------------------------------------------------- playing
    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, by its exact id or its position from 0, and play on.

        Raises IllegalOption (the match is unchanged), MatchOver, MatchFailed, and RuleError when the content is at
        fault; after a RuleError the match has failed.
        """
        if self._failed is not None:
            raise MatchFailed(self._failed)
        question = self._walker.question
        if question is None:
            raise MatchOver
        ids = question.decision.ids
        number = position_of(option, ids)
        self._steps = (*self._steps, Step(question.decision.player, ids[number]))
        self._answer(number)

    def _answer(self, number: int) -> None:
        """Take the option with this position."""
        try:
            self._walker.answer(number)
        except RuleError as error:
            self._failed = error
            raise

    def before_the_next_phase(self, option: int | str) -> Self:
        """Return a copy that took an option and went on to the next question, but into no further phase.

        Where the option ends its phase, the copy stands at that end: before the next phase, round or ending, though
        nothing is asked there, so it only serves to be looked at. Raises what `apply` raises.
        """
        copy, walker = self.clone(), self._walker.clone(journal=True)
        walker.stops_at_phases = True
        vars(copy).update(_walker=walker)
        copy.apply(option)
        return copy

    def clone(self, *, journal: bool = True) -> Self:
        """Return an exact copy that goes on by itself; with `journal` false the copy notes nothing."""
        copy = type(self).__new__(type(self))
        vars(copy).update(vars(self), _walker=self._walker.clone(journal=journal))
        return copy

    def without(self, changes: Collection[ValueChange]) -> Self:
        """Return a copy in which some changes of values that cards make do not hold from here on."""
        copy, walker = self.clone(), self._walker.clone(journal=True)
        walker.setting = _left_out(self._setting, changes)
        vars(copy).update(_setting=walker.setting, _walker=walker)
        return copy

    def resampled(self, seed: int = 0) -> Self:
        """Return a copy in which what the player who decides cannot know is dealt anew, for bots that play fair.

        What was shown and told to the player is the same there, and so is the question; see `FastMatch.resampled`. The
        copy notes nothing, knows none of the moves before, and cannot be saved.

        Raises MatchOver when nobody decides.
        """
        asked = self.decision
        if asked is None:
            raise MatchOver
        kept = kept_in_walk(self._walker)
        witness = self._remembered()
        deal = Deal(self._setting, self.state, witness.memory, asked.player, kept)
        copy = self.clone(journal=False)
        state = copy.state
        lying = deal.deal(state.v, state.z, seed, lambda _zone: None)
        follow_in_walk(copy._walker, dict(zip(deal.moved, lying, strict=True)))  # noqa: SLF001  # a copy of its own class
        vars(copy).update(_steps=(), _dealt_anew=True, _witness=witness)
        return copy

    def _remembered(self) -> Witness:
        """Return somebody who has seen the match so far; a copy dealt anew remembers what was known when it was."""
        if self._dealt_anew and self._witness is not None:
            return self._witness
        witness = Witness(self._setting, self._opened_again(), None)
        witness.follow([step.id for step in self._steps], self._steps)
        return witness

    def _opened_again(self) -> Self:
        return type(self)(
            self.game,
            self.names,
            seed=self.seed,
            options=self.options,
            ask_forced=self.ask_forced,
            begin=self._walker.begin,
        )

    # ---------------------------------------------------------------- looking
    def digest(self) -> str:
        """Return a fingerprint of the state: equal for equal states of the same content, else different."""
        return self.state.digest(self.game.digest)

    def scores(self) -> list[int | None]:
        """Return the first number that the result ranks by, by seat; None for a player who is not ranked."""
        return scores_of(self._setting, self.state)

    def winners(self) -> list[int]:
        """Return the seats of those who share the best result as it stands now; empty when nobody is ranked."""
        return winners_of(self._setting, self.state)

    def estimates(self) -> list[int]:
        """Return how good the position is for each seat: by the estimate of the rules, at the end by the result.

        Raises RuleError when the estimate is at fault.
        """
        return estimates_of(self._setting, self.state)

    def _told_whole(self, player: int) -> tuple[Event, ...]:
        if self._dealt_anew:
            raise MatchError("a copy that was dealt anew has no past that could be told")
        if self._walker.journal is not None:
            return self.told(player)
        again = self._opened_again()
        for step in self._steps:
            again.apply(step.id)
        return again.told(player)

    # ---------------------------------------------------------------- saving
    def save(self) -> dict[str, Any]:
        """Return the match as plain data for JSON: game, content, seed, players, options, begin, moves.

        Raises BadSave for a match with a stated position whose set-up still waits for a decision, and for a copy that
        was dealt anew.
        """
        if self._dealt_anew:
            raise BadSave("this copy was dealt anew for a bot; save the match itself")
        return {
            "game": self.game.id,
            "content": self.game.digest,
            "seed": self.seed,
            "chance": WAY,
            "asked": self.asks_chance,
            "players": list(self.names),
            "options": self.options,
            "ask_forced": self._walker.ask_forced,
            "begin": self._walker.saved_begin(),
            "moves": [[self._called(step.player), step.id] for step in self._steps],
        }

    @classmethod
    def resume(cls, game: Game, saved: Mapping[str, Any], *, journal: bool = True) -> Self:
        """Return the match of a save, played again up to where it stood.

        Raises ContentChanged when the save belongs to other content, ChanceChanged when its chance was drawn in another
        way, BadSave when it is damaged.
        """
        save = read_save(saved, game.digest, asked=cls.asks_chance)
        try:
            match = cls(
                game,
                save.players,
                seed=save.seed,
                options=save.options,
                ask_forced=save.ask_forced,
                journal=journal,
                begin=save.begin,
            )
        except UNPLAYABLE as error:
            raise BadSave(f"the save cannot be opened: {error}") from error
        for number, (name, option) in enumerate(save.moves, 1):
            match._replay(number, name, option)
        return match

    def _replay(self, number: int, name: str, option: str) -> None:
        decision = self.decision
        if decision is None or self._called(decision.player) != name:
            raise BadSave(f"move {number} of the save is by {name}, but {self._expected()}")
        try:
            self.apply(option)
        except UNPLAYABLE as error:
            raise BadSave(f"move {number} of the save: {error}") from error

    def _called(self, seat: int) -> str:
        return self.names[seat] if seat != NOBODY_DECIDES else CHANCE

    def _expected(self) -> str:
        return f"{self._called(self.decision.player)} is to decide" if self.decision else "the match is over"


def _noted_in(journal: bool | list[Event]) -> list[Event] | None:
    if isinstance(journal, list):
        return journal
    return [] if journal else None


def _left_out(setting: Setting, changes: Collection[ValueChange]) -> Setting:
    return replace(setting, program=setting.program.without(changes)) if changes else setting


__all__ = ["Begin", "Match", "MatchError", "Step"]
