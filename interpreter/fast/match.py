"""A match on the compiled machine: the same face as a `Match`, much faster, and with a journal where one is wished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from rulewright.interpreter.compiler.notes import Sort
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.dealing import deal_anew, deal_for
from rulewright.interpreter.fast.describing import described
from rulewright.interpreter.fast.faults import CAUGHT
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.noting_state import NotingState
from rulewright.interpreter.fast.saves import FastSave, build_mark, read_fast_save, saved_number, saved_state
from rulewright.interpreter.fast.state import FastState, Watch
from rulewright.interpreter.fast.support import Endless
from rulewright.interpreter.fast.taken import Taken, positions, positions_since
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.knowledge.resample import Deal
from rulewright.interpreter.knowledge.witness import Witness
from rulewright.interpreter.match.opened import OpenedMatch
from rulewright.interpreter.match.opening import Step, open_setting, position_of, seed_as_given
from rulewright.interpreter.match.saves import UNPLAYABLE
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.errors import BadSave, MatchError, MatchFailed, MatchOver, RuleError
from rulewright.interpreter.state.limits import MOST_DECISIONS
from rulewright.interpreter.state.position import Begin
from rulewright.interpreter.state.rng import WAY
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import grown_too_large
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.scoring import estimates_of, results_of, scores_in, winners_in

if TYPE_CHECKING:
    from rulewright.interpreter.fast.telling import Teller
    from rulewright.interpreter.match.match import Match

LOOK_EVERY = 64
"""After so many decisions, and at the end, a match without a journal sees whether a number has become too large."""


class FastMatch(OpenedMatch):
    """A running game on the compiled machine. Play it by reading `decision` and calling `apply`, until `over`.

    It is plain data at every decision: `clone` copies it, `digest` tells equal positions, `save` and `resume` carry it
    to another process at any decision, also in the middle of an effect. `turn` and `choices` say who decides between
    how many options without making any words. After a `RuleError` it refuses every further step; its clones live on.

    A `RuleError` tells what `Match` would tell, with the amounts and names in question, which compiled code does not
    keep: the choices are played again on the reference machine, in less than a second for a whole game. Only a copy
    that was dealt anew has no game to play again: its fault names place and rule, and says less.
    """

    _witness: Witness | None = None
    _deal: tuple[Taken | None, Deal] | None = None
    _dealt_anew = False

    def __init__(  # noqa: PLR0913 - each says how it is opened
        self,
        game: Game,
        players: int | Sequence[str] | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        ask_forced: bool = False,
        journal: bool = False,
        begin: Begin | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Open a match and play it up to its first decision; the arguments are those of `Match`.

        Without `journal` nothing is noted, and nothing is lost by it: a game is compiled once with the lines that note
        and once without. `watch` is told of every ability that is used in this match, not in its copies.

        Raises WrongPlayers, UnknownOption, BadPosition, RuleError when the content is at fault, TypeError for a seed
        that is no whole number, and ValueError for one of more than a thousand digits.
        """
        self._setting = self._set(open_setting(game, players, options))
        self._begin = begin
        if begin is not None:
            begin.check(self._setting)
        self._machine = self._machine_of(self._setting, ask_forced=ask_forced, journal=journal)
        self._teller: Teller | None = None
        self._failed: RuleError | None = None
        self._decision: Decision | None = None
        self._taken: Taken | None = None
        self._decided = 0
        self._look_every = 1 if journal else LOOK_EVERY
        self._edits: list[list[Any]] | None = None
        self._state = self._machine.laid_out(seed_as_given(seed), waits=begin is not None, watch=watch)
        try:
            self._start()
        except RuleError as error:
            raise self._retold(error, seed) from None
        self._note_words()

    @staticmethod
    def _set(setting: Setting) -> Setting:
        """Return the setting in which matches of this class are played."""
        return setting

    @staticmethod
    def _machine_of(setting: Setting, *, ask_forced: bool, journal: bool) -> Machine:
        """Return the machine on which matches of this class are played."""
        t = setting
        return machine_for(t.game, len(t.names), t.options, ask_forced=ask_forced, journal=journal)

    @staticmethod
    def _reference() -> type[Match]:
        """Return the class of match on the reference machine that plays the same."""
        from rulewright.interpreter.match.match import Match

        return Match

    def _start(self) -> None:
        """Carry out the set-up, and play up to the first decision."""
        self._machine.set_up(self._state)
        self._begin_playing()
        self._see_sizes()

    def _begin_playing(self) -> None:
        """Make the stated position as soon as the set-up is through."""
        if self._begin is not None and self._edits is None:
            self._edits = self._machine.begin(self._state, self._begin, self._setting)

    # ---------------------------------------------------------------- what is fixed
    @property
    def ask_forced(self) -> bool:
        """Whether decisions with a single option are asked too."""
        return self._machine.ask_forced

    @property
    def stated(self) -> Begin | None:
        """The stated position from which the match started, None when it started like any other."""
        return self._begin

    # ---------------------------------------------------------------- where the match stands
    @property
    def state(self) -> FastState:
        """The state as it is now; only to be looked at."""
        return self._state

    def _position(self) -> State:
        return self._state.as_state()

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; None when the match is over or has failed.

        Raises RuleError when the words of the question are at fault; then the match has failed.
        """
        if self._decision is None:
            try:
                self._decision = described(self._machine, self._setting, self._state)
            except (RuleError, ValueError) as error:
                self._failed = self._retold(self._stopped(error), self.seed)
                raise self._failed from None
        return self._decision

    def _note_words(self) -> None:
        """Make words that may have a fault at once where a journal is kept: it tells them, so they must be sound.

        Others, and without a journal all, are made when somebody looks, and a fault in them is met then.
        """
        state = self._state
        if (
            isinstance(state, NotingState)
            and state.o
            and not self._machine.asker.is_sound(state.f[-1], state.o)
        ):
            self._decision = self.decision

    @property
    def turn(self) -> int:
        """The seat of the player who decides, -1 when nobody does."""
        return self._state.p

    @property
    def choices(self) -> int:
        """How many options the present decision has, 0 when nothing is asked."""
        return len(self._state.o)

    @property
    def answers(self) -> Sequence[int]:
        """What the options stand for, as numbers of this machine, by which an option is known in another world."""
        return self._state.o

    @property
    def journal(self) -> tuple[Event, ...]:
        """What has happened so far, in order; empty when nothing is noted."""
        return self.journal_from(0)

    def effects_begun(self) -> list[tuple[int, int]]:
        """Return the player and the component of every effect in a field that has begun, where a journal is kept.

        It is what the journal tells as `EffectBegan`, without making words of all that has happened.
        """
        state = self._state
        if not isinstance(state, NotingState):
            return []
        return [
            (note[2], note[3])
            for note in state.notes(0)
            if isinstance(note, tuple) and note[0] is Sort.EFFECT
        ]

    def journal_from(self, first: int) -> tuple[Event, ...]:
        """Return the part of the journal from a position, from 0, on."""
        if not isinstance(self._state, NotingState):
            return ()
        if self._teller is None:
            from rulewright.interpreter.fast.telling import Teller

            self._teller = Teller(self._machine, self._setting)
        return tuple(self._teller.told(self._state)[first:])

    @property
    def moves(self) -> tuple[Step, ...]:
        """The decisions that were asked and answered, in order. The game is played again to tell them by name."""
        if self._dealt_anew:
            return ()
        steps = []
        again = self._opened_again()
        for position in self._positions():
            decision = again.decision
            assert decision is not None
            steps.append(Step(decision.player, decision.ids[position]))
            again.apply(position)
        return tuple(steps)

    def _opened_again(self, *, journal: bool = False) -> Self:
        return type(self)(
            self.game,
            self.names,
            seed=self.seed,
            options=self.options,
            ask_forced=self.ask_forced,
            journal=journal,
            begin=self._begin,
        )

    def _positions(self) -> list[int]:
        return positions(self._taken)

    # ---------------------------------------------------------------- playing
    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, by its exact id or its position from 0, and play on.

        Raises IllegalOption (the match is unchanged), MatchOver, MatchFailed, and RuleError when the content is at
        fault; after a RuleError the match has failed.
        """
        if self._failed is not None:
            raise MatchFailed(self._failed)
        state = self._state
        if not state.o:
            raise MatchOver
        if type(option) is not int or not 0 <= option < len(state.o):
            decision = self.decision
            assert decision is not None
            option = position_of(option, decision.ids)
        self._decision = None
        self._taken = (option, self._taken)
        self._decided += 1
        try:
            if self._decided > MOST_DECISIONS:
                self._see_that_it_ends()
            self._machine.step(state, option)
            if not state.o:
                self._begin_playing()
            if not state.o or not self._decided % self._look_every:
                self._see_sizes()
        except RuleError as error:
            self._failed = self._retold(error, self.seed)
            raise self._failed from None
        self._note_words()

    def _see_that_it_ends(self) -> None:
        """Stop when there were too many decisions."""
        if self._decided > MOST_DECISIONS:
            raise self._stopped(Endless(f"more than {MOST_DECISIONS} decisions: this does not end"))

    def _see_sizes(self) -> None:
        """Stop when a counter or a state is too large."""
        state = self._state
        fault = grown_too_large(self._setting, state.v)
        if fault is not None:
            state.o, state.p = (), -1
            raise fault

    def _stopped(self, error: Exception) -> RuleError:
        """Stop at the question that is asked, and return an error that was met there as a fault of the content."""
        state = self._state
        fault = self._machine.explainer.explained(state, error)
        state.o, state.p = (), -1
        return fault

    def _retold(self, fault: RuleError, seed: int) -> RuleError:
        """Return a fault as the reference machine tells it, which knows the amounts and names that are in question.

        Should the choices lead elsewhere there, which would be a mistake of ours, the fault as it was met is told.
        """
        if self._dealt_anew or self._decided > MOST_DECISIONS:
            return fault
        left = self._positions()
        try:
            again = self._reference()(
                self.game,
                self.names,
                seed=seed,
                options=self.options,
                ask_forced=self.ask_forced,
                # With a journal words are made that may be at fault themselves, and the result is worked out.
                journal=issubclass(self._machine.state_class, NotingState),
                begin=self._begin,
            )
            while left:
                again.apply(left.pop(0))
        except RuleError as told:
            return fault if left else told
        except MatchError:
            pass
        return fault

    def clone(self, *, journal: bool = False) -> Self:
        """Return an exact copy that goes on by itself; with `journal` it keeps one where this match does."""
        copy = type(self).__new__(type(self))
        if not isinstance(self._state, NotingState):
            vars(copy).update(vars(self), _state=self._state.clone())
        elif journal:
            teller = self._teller.copy() if self._teller is not None else None
            vars(copy).update(vars(self), _state=self._state.clone(), _teller=teller)
        else:
            self._share(copy, self._state.silent())
        return copy

    def _share(self, copy: Self, state: FastState) -> None:
        """Let a copy without a journal have all that this match has, but stand at a state of its own."""
        own: dict[str, Any] = {"_state": state}
        if isinstance(self._state, NotingState):
            machine = self._machine_of(self._setting, ask_forced=self.ask_forced, journal=False)
            own |= {"_machine": machine, "_look_every": LOOK_EVERY, "_teller": None}
        vars(copy).update(vars(self), **own)

    def resampled(self, seed: int = 0) -> Self:
        """Return a copy in which what the player who decides cannot know is dealt anew, for bots that play fair.

        What was shown and told to the player is the same there, and so is the question: the match could have come to
        this point in that world. Chance makes each as likely as it is; what others have chosen in secret they may have
        chosen any way that was open to them. What cannot be dealt anew stays as it is: `knowledge.fairness` tells what
        that is in a game. The copy tells no moves, and cannot be saved. The first call at a position has the match
        played again, the next ones are done in the time of a few copies.

        Raises MatchOver when nobody decides.
        """
        copy = type(self).__new__(type(self))
        self._share(copy, self._dealt(seed))
        vars(copy).update(_dealt_anew=True, _deal=None, _decision=None)
        return copy

    def _dealt(self, seed: int) -> FastState:
        """Return a copy of the position, without a journal, in which what is hidden is dealt anew."""
        deal, state = self._deal_here(), self._state
        copy = state.silent() if isinstance(state, NotingState) else state.clone()
        deal_anew(self._machine, copy, deal, seed)
        return copy

    def _deal_here(self) -> Deal:
        """Return what may be dealt anew for the player who decides, worked out once for a position."""
        if self._failed is not None or not self._state.o:
            raise MatchOver
        if self._deal is None or self._deal[0] is not self._taken:
            deal = deal_for(self._machine, self._setting, self._state, self._remembered().memory)
            self._deal = (self._taken, deal)
        return self._deal[1]

    def _remembered(self) -> Witness:
        """Return somebody who has seen the match so far; a copy dealt anew remembers what was known when it was."""
        witness = self._witness
        if self._dealt_anew and witness is not None:
            return witness
        left = None if witness is None else positions_since(self._taken, witness.mark)
        if witness is None or left is None:
            witness, left = Witness(self._setting, self._opened_again(journal=True), None), self._positions()
        elif left:
            witness = witness.copy()
        witness.follow(left, self._taken)
        self._witness = witness
        return witness

    # ---------------------------------------------------------------- looking
    def digest(self) -> str:
        """Return a fingerprint of the state: equal for equal states of the same content, else different."""
        return self._state.digest(self.game.digest)

    def scores(self) -> list[int | None]:
        """Return the first number that the result ranks by, by seat; None for a player who is not ranked."""
        return scores_in(self._results(), self.layout.players)

    def winners(self) -> list[int]:
        """Return the seats of those who share the best result as it stands now; empty when nobody is ranked."""
        return winners_in(self.game, self._results())

    def _results(self) -> dict[int, tuple[int, ...]]:
        try:
            return self._machine.results(self._state)
        except CAUGHT:
            # The reference knows the place of the fault.
            return results_of(self._setting, self._state.as_state())

    def estimates(self) -> list[int]:
        """Return how good the position is for each seat: by the estimate of the rules, at the end by the result.

        Raises RuleError when the estimate is at fault.
        """
        try:
            return self._machine.estimates(self._state)
        except CAUGHT:
            # The reference knows the place of the fault.
            return estimates_of(self._setting, self._state.as_state())

    def _told_whole(self, player: int) -> tuple[Event, ...]:
        if self._dealt_anew:
            raise MatchError("a copy that was dealt anew has no past that could be told")
        if isinstance(self._state, NotingState):
            return self.told(player)
        again = self._opened_again(journal=True)
        for position in self._positions():
            again.apply(position)
        return again.told(player)

    # ---------------------------------------------------------------- saving
    def save(self) -> dict[str, Any]:
        """Return the match as plain data for JSON, with the position as it is, which `resume` must come to again.

        It fits this content and this build of the program only; the numbers of the moves in it can be played again.
        Raises BadSave for a match that has failed, for one with a stated position whose set-up is not through, and
        for a copy that was dealt anew.
        """
        if self._dealt_anew:
            raise BadSave("this copy was dealt anew for a bot; save the match itself")
        if self._failed is not None:
            raise BadSave(f"a match that stopped at a fault cannot be saved: {self._failed}")
        moves = self._positions()
        return {
            "game": self.game.id,
            "content": self.game.digest,
            "build": build_mark(self._machine),
            "seed": saved_number(self.seed),
            "chance": WAY,
            "asked": self.asks_chance,
            "players": list(self.names),
            "options": self.options,
            "ask_forced": self.ask_forced,
            "begin": None if self._begin is None else self._begin.saved(self._edits),
            "moves": moves,
            "state": saved_state(self._state, moves),
        }

    @classmethod
    def resume(cls, game: Game, saved: Mapping[str, Any], *, journal: bool = False) -> Self:
        """Return the match of a save exactly where it stood.

        The moves are played again, which takes milliseconds for a whole game, and must lead to the very position of the
        save; so no position is taken over that the game cannot come to, and a journal can be kept.

        Raises ContentChanged for a save of other content, ChanceChanged for one whose chance was drawn in another way,
        BuildChanged for one of another build of the program, and BadSave when it is damaged; each says what differs.
        """
        save = FastSave.read(saved, game, asked=cls.asks_chance)
        try:
            setting = cls._set(open_setting(game, save.players, save.options))
        except MatchError as error:
            raise BadSave(f"the save is not whole: {error}") from None
        machine = cls._machine_of(setting, ask_forced=save.ask_forced, journal=False)
        position = read_fast_save(save, machine)
        try:
            again = cls(
                game,
                save.players,
                seed=save.seed,
                options=save.options,
                ask_forced=save.ask_forced,
                journal=journal,
                begin=save.begin,
            )
            for move in save.moves:
                again.apply(int(move))
        except UNPLAYABLE as error:
            raise BadSave(f"its moves cannot be played: {error}") from None
        if again.state != position:
            raise BadSave("its moves do not lead to its position")
        return again
