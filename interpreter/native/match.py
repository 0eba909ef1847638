"""A match on the native machine: the same face as a `FastMatch`, and games by the thousand without coming back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import LOOK_EVERY, FastMatch
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.match.opening import open_setting, position_of, seed_as_given
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.native.codec import packed, to_native, to_python
from rulewright.interpreter.native.keys import key_of
from rulewright.interpreter.native.loader import NativeModule, NativePosition
from rulewright.interpreter.native.machines import NativeMachine, native_machine_for
from rulewright.interpreter.native.playouts import (
    Playout,
    Playouts,
    Policy,
    choices_of,
    no_playouts,
    played_on_python,
)
from rulewright.interpreter.state.errors import MatchFailed, MatchOver, RuleError
from rulewright.interpreter.state.layout import SEED
from rulewright.interpreter.state.position import Begin

_JOURNAL = "it keeps a journal"
_TOO_LARGE = "it came to more than there is room for"


class NativeMatch(FastMatch):
    """A running game on the native machine, with the same face as a `FastMatch`, and at every decision equal to it.

    A step that fails there, at a fault of the content or because it needs more room than was planned, is done again by
    the Python machine, which has the words and the places; the match then goes on there. `is_native` says where it
    stands, and `why_not` in one line why it plays on Python; nothing else but the speed differs.
    """

    _native_deal: tuple[Any, int, object] | None = None

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
        wait: bool = False,
    ) -> None:
        """Open a match and play it up to its first decision; the arguments are those of `FastMatch`.

        A game that is not there yet is built in the background, and the match plays on Python meanwhile; with `wait` it
        is built first, which takes seconds. A match that keeps a journal plays on Python.

        Raises WrongPlayers, UnknownOption, BadPosition, RuleError when the content is at fault, TypeError for a seed
        that is no whole number, and ValueError for one of more than a thousand digits.
        """
        setting = open_setting(game, players, options)
        self._seed = seed_as_given(seed)
        self._native: NativePosition | None = None
        self._natives: NativeMachine | None = None
        self._fell = ""
        self._played: FastState | None = None
        self._shown: FastState | None = None
        # Where the match has become native; None for a game from its beginning, a position for a world dealt natively.
        self._origin: FastState | NativePosition | None = None
        self._origin_taken: tuple[int, Any] | None = None
        if not journal:
            count = len(setting.names)
            self._natives = native_machine_for(game, count, setting.options, ask_forced=ask_forced, wait=wait)
            if self._natives.module is not None and begin is None:
                opened = self._natives.module.new(seed)
                if not opened.failed:
                    self._setting, self._begin, self._machine = setting, None, self._natives.machine
                    self._teller, self._failed, self._decision, self._taken = None, None, None, None
                    self._decided, self._edits = 0, None
                    self._look_every, self._native = LOOK_EVERY, opened
                    return
                self._fell = _TOO_LARGE
        super().__init__(
            game,
            players,
            seed=seed,
            options=options,
            ask_forced=ask_forced,
            journal=journal,
            begin=begin,
        )
        self._go_native()

    @classmethod
    def copied(cls, match: FastMatch) -> NativeMatch | None:
        """Return a copy of a match on the compiled machine, without a journal; None where the game is not native."""
        options = match._setting.options  # noqa: SLF001  # a match of the class above
        natives = native_machine_for(
            match.game, len(match.names), options, ask_forced=match.ask_forced, wait=False
        )
        if natives.module is None:
            return None
        # Whoever looks ahead deals anew: what was seen so far is kept with the match, not with each copy.
        match._remembered()  # noqa: SLF001
        copy, plain = cls.__new__(cls), vars(match.clone())
        own = {"_native": None, "_natives": natives, "_fell": "", "_shown": None, "_seed": match.seed}
        copy.__dict__.update({**plain, **own, "_played": plain["_state"]})
        copy.__dict__.pop("_state")
        copy._go_native()  # noqa: SLF001  # a copy of its own class
        return copy if copy.is_native else None

    # ---------------------------------------------------------------- which machine
    @property
    def is_native(self) -> bool:
        """Whether the match stands on the native machine."""
        return self._native is not None

    @property
    def why_not(self) -> str:
        """Why the match plays on Python, in one line; empty when it does not."""
        if self._native is not None:
            return ""
        return self._fell or (_JOURNAL if self._natives is None else self._natives.why)

    def _go_native(self) -> None:
        """Carry the match over to the native machine from where it stands, if it is there and can take it."""
        module = self._natives.module if self._natives is not None else None
        if module is None or self._fell or self._failed is not None:
            return
        if self._begin is not None and self._edits is None:
            return
        state = self._state
        try:
            self._native = to_native(self._machine, module, state, self._decided)
        except ValueError as error:
            self._fell = str(error)
            return
        self._origin, self._origin_taken, self._played = state, self._taken, None

    def _go_to_python(self) -> None:
        """Carry the match over to the Python machine, where it stands for good."""
        self._fell = self._fell or _TOO_LARGE
        if self._native is not None:
            self._played = self._on_python()
            self._decided = self._count()
            self._native = self._shown = None

    def _on_python(self) -> FastState:
        """Return the position that the decisions taken lead to on the Python machine."""
        if self._origin is None:
            again = FastMatch(
                self.game, self.names, seed=self._seed, options=self.options, ask_forced=self.ask_forced
            )
            for position in self._positions():
                again.apply(position)
            return again.state
        state = self._origin.clone() if isinstance(self._origin, FastState) else self._origin_on_python()
        for position in self._since_start():
            self._machine.step(state, position)
        return state

    def _origin_on_python(self) -> FastState:
        """Return the world that was dealt on the native machine, as one of the Python machine."""
        assert self._origin is not None
        assert not isinstance(self._origin, FastState)
        return to_python(self._machine, self._origin, self._seed)

    def _since_start(self) -> list[int]:
        """Return the positions of the options that were taken since the match became native."""
        positions, taken = [], self._taken
        while taken is not None and taken is not self._origin_taken:
            positions.append(taken[0])
            taken = taken[1]
        return positions[::-1]

    def _count(self) -> int:
        """Return how many decisions were taken, on the native machine and before."""
        return self._decided + (len(self._since_start()) if self._native is not None else 0)

    @property
    def _module(self) -> NativeModule:
        """The built game; only asked for where it is there."""
        assert self._natives is not None
        assert self._natives.module is not None
        return self._natives.module

    # ---------------------------------------------------------------- where the match stands
    @property
    def _state(self) -> FastState:  # made when somebody looks
        if self._native is None:
            assert self._played is not None
            return self._played
        if self._shown is None:
            self._shown = to_python(self._machine, self._native, self._seed)
        return self._shown

    @_state.setter
    def _state(self, state: FastState) -> None:
        self._played = state

    @property
    def turn(self) -> int:
        """The seat of the player who decides, -1 when nobody does."""
        return self._state.p if self._native is None else self._native.turn

    @property
    def choices(self) -> int:
        """How many options the present decision has, 0 when nothing is asked."""
        return len(self._state.o) if self._native is None else self._native.choices

    @property
    def answers(self) -> Sequence[int]:
        """What the options stand for, as numbers of this machine, by which an option is known in another world."""
        return self._state.o if self._native is None else self._native.options

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.over if self._native is None else self._native.over

    # ---------------------------------------------------------------- playing
    def apply(self, option: int | str) -> None:
        """Take an option of the present decision, by its exact id or its position from 0, and play on.

        Raises IllegalOption (the match is unchanged), MatchOver, MatchFailed, and RuleError when the content is at
        fault; after a RuleError the match has failed.
        """
        native = self._native
        if native is None:
            super().apply(option)
            if self._natives is not None:
                self._go_native()
            return
        try:
            left = native.step(option)  # type: ignore[arg-type]  # a text is no position, and is looked up
        except (IndexError, TypeError, OverflowError):
            self._apply_named(native, option)
            return
        if left < 0:
            self._again_on_python(option)
            return
        self._decision = self._shown = None
        self._taken = (int(option), self._taken)

    def _apply_named(self, native: NativePosition, option: int | str) -> None:
        """Take an option that is no position from 0 as it stands."""
        if not native.choices:
            raise MatchOver
        decision = self.decision
        assert decision is not None
        self.apply(position_of(option, decision.ids))

    def _again_on_python(self, option: int | str) -> None:
        """Take an option that failed on the native machine."""
        self._decision = None
        self._go_to_python()
        super().apply(option)

    def _stopped(self, error: Exception) -> RuleError:
        self._go_to_python()
        return super()._stopped(error)

    def undo(self) -> None:
        """Go back to where the match stood before the last decision. Raises MatchOver when none was taken here.

        The decisions before are taken again, which takes a moment for a whole game; keep a `clone` to go back often.
        """
        if self._taken is None or self._taken is self._origin_taken:
            raise MatchOver
        if self._failed is not None:
            raise MatchFailed(self._failed)
        native, self._taken = self._native, self._taken[1]
        self._decision = self._shown = None
        if native is None:
            self._played = self._on_python()
            self._decided -= 1
            return
        if self._origin is None:
            native = self._module.new(self._seed)
        elif isinstance(self._origin, FastState):
            native = to_native(self._machine, self._module, self._origin, self._decided)
        else:
            native = self._origin.clone()
        for position in self._since_start():
            native.step(position)
        self._native = native

    # ---------------------------------------------------------------- copies
    def clone(self, *, journal: bool = False) -> NativeMatch:
        """Return an exact copy that goes on by itself; with `journal` it keeps one where this match does."""
        copy = NativeMatch.__new__(NativeMatch)
        if self._native is not None:
            copy.__dict__.update(self.__dict__)
            copy._native = self._native.clone()  # noqa: SLF001  # a copy of its own class
            return copy
        plain = super().clone(journal=journal)
        copy.__dict__.update({**self.__dict__, **plain.__dict__})
        copy._played = copy.__dict__.pop("_state")  # noqa: SLF001
        return copy

    def resampled(self, seed: int = 0) -> NativeMatch:
        """Return a copy in which what the player who decides cannot know is dealt anew; see `FastMatch.resampled`.

        What may be dealt anew is worked out once for a position; each world is then dealt by the native machine.

        Raises MatchOver when nobody decides.
        """
        copy = NativeMatch.__new__(NativeMatch)
        world = self._world(seed)
        if world is None:
            dealt = self._dealt(seed)
            vars(copy).update(
                vars(self), _decided=self._count(), _seed=dealt.v[SEED], _native=None, _played=dealt
            )
        else:
            vars(copy).update(
                vars(self),
                _decided=world.decided,
                _seed=world.seed,
                _native=world,
                _played=None,
                _origin=world.clone(),
                _origin_taken=self._taken,
            )
        vars(copy).update(_dealt_anew=True, _deal=None, _native_deal=None, _decision=None, _shown=None)
        if world is None:
            copy._go_native()  # noqa: SLF001  # a copy of its own class
        return copy

    def _world(self, seed: int) -> NativePosition | None:
        """Return a native position that is dealt anew; None where this match is not native, or that fails."""
        native = self._native
        if native is None or not native.choices:
            return None
        if self._native_deal is None or self._native_deal[0] is not self._taken:
            deal = self._deal_here()
            self._native_deal = (
                self._taken,
                deal.viewer,
                packed(self._module, deal),
            )
        _, viewer, numbers = self._native_deal
        return native.dealt(numbers, key_of(f"{seed}/{viewer}"))

    # ---------------------------------------------------------------- looking
    def _results(self) -> dict[int, tuple[int, ...]]:
        found = None if self._native is None else self._native.results()
        if found is None:
            return super()._results()
        return {seat: numbers for seat, numbers in enumerate(found) if numbers is not None}

    def estimates(self) -> list[int]:
        """Return how good the position is for each seat: by the estimate of the rules, at the end by the result.

        Raises RuleError when the estimate is at fault.
        """
        found = None if self._native is None else self._native.estimates()
        return super().estimates() if found is None else found

    # ---------------------------------------------------------------- looking ahead
    def prospects(self) -> list[int] | None:
        """Return for each option twice the lead of who decides behind it, and one more where that has won.

        None where that has to be found out on Python, because the match stands there or something is at fault.
        """
        return None if self._native is None else self._native.prospects()

    def played_on(
        self, seed: int, depth: int, until: int, tried: int, loose: int
    ) -> tuple[list[int], list[int], bool] | None:
        """Return how a game stands that is played on from here by a policy: `bots.ahead.played_on` tells by which.

        Told are the estimates, for each seat 1 where it has won, and whether the game is over. None where that has to
        be found out on Python.
        """
        found = None if self._native is None else self._native.ahead(seed, depth, until, tried, loose)
        if found is None:
            return None
        players = self.layout.players
        return found[:players], found[players : 2 * players], bool(found[2 * players])

    # ---------------------------------------------------------------- many games
    def playouts(
        self, n: int, seed: int = 0, *, depth: int | None = None, policy: Policy = "random"
    ) -> Playouts:
        """Return `n` games played on from here, each up to its end or through `depth` decisions.

        Options are taken by chance or, with `policy="greedy"`, by who looks at the position behind each. The match
        itself stays where it is. The games follow from `seed` (any whole number), and from nothing else: where this
        match plays on Python they are the same, and take longer. The native machine lets go of the interpreter's lock
        meanwhile, so several threads play at once. What chance brings in each game is what it would bring here, and
        nothing is hidden from a policy; for a player who does not know it all, play on from `resampled` copies.

        Raises MatchFailed, and RuleError when the content is at fault.
        """
        if self._failed is not None:
            raise MatchFailed(self._failed)
        players = self.layout.players
        found = no_playouts(self.game, n, players)
        if self._native is not None:
            module = self._module
            most, low = (-1 if depth is None else depth), seed & (2**64 - 1)
            rows = module.playouts(self._native, n, low, most, policy == "greedy")
            found = Playouts(self.game, rows, players, module.ranks, {})
        for number in found.failed():
            found.play_again(number, self._playout_on_python(choices_of(seed, number), depth, policy))
        return found

    def _playout_on_python(self, choices: int, depth: int | None, policy: Policy) -> Playout:
        state = self._state.clone()
        decided = self._decided if self._native is None else self._native.decided
        return played_on_python(self._machine, self._setting, state, choices, depth, decided, policy)


def natively(match: Playable) -> Playable:
    """Return a copy of a match on the native machine, for whoever looks ahead from it; else the match itself.

    A game that is not built yet is built in the background, for the next time.
    """
    if isinstance(match, NativeMatch) or not isinstance(match, FastMatch):
        return match
    if match.asks_chance or match.failed is not None or not match.choices:
        return match
    return NativeMatch.copied(match) or match
