"""What an open game says of itself in the same words, whichever machine plays it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import partial
from operator import index
from typing import Any, ClassVar

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.knowledge.hearing import heard
from rulewright.interpreter.knowledge.information import Known, information_of, observation_of
from rulewright.interpreter.knowledge.view import view_of
from rulewright.interpreter.language.checked import Expr
from rulewright.interpreter.match.event_json import plain_event
from rulewright.interpreter.match.opening import option_words
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.errors import RuleError, WrongPlayers
from rulewright.interpreter.state.layout import OVER, ROUND, SEED, STAGE, Layout
from rulewright.interpreter.state.naming import Naming, Value
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import AnyState, State
from rulewright.interpreter.walker.evaluate import evaluate


class OpenedMatch:
    """The part of a match that both machines share: what is fixed, where it stands, and what can be looked at."""

    _setting: Setting
    _failed: RuleError | None
    asks_chance: ClassVar[bool] = False
    """Whether chance is asked, as decisions of nobody, or follows from the seed."""

    @property
    @abstractmethod
    def state(self) -> AnyState:
        """The state as it is now; only to be looked at."""

    @property
    @abstractmethod
    def decision(self) -> Decision | None:
        """What is to be decided now; None when the match is over or has failed."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat of the player who decides, -1 when nobody does."""

    @property
    @abstractmethod
    def journal(self) -> tuple[Event, ...]:
        """What has happened so far, in order; empty when nothing is noted."""

    @abstractmethod
    def journal_from(self, first: int) -> tuple[Event, ...]:
        """Return the part of the journal from a position, from 0, on, without looking at what was before."""

    @abstractmethod
    def _position(self) -> State:
        """Return the numbers and zones as they are now, to be looked at only."""

    # ---------------------------------------------------------------- what is fixed
    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._setting.game

    @property
    def layout(self) -> Layout:
        """The numbers of components, zones and slots."""
        return self._setting.layout

    @property
    def naming(self) -> Naming:
        """Names for the numbers that events and decisions carry."""
        return self._setting.naming

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return self._setting.names

    @property
    def seed(self) -> int:
        """The seed as it was given."""
        return self.state.v[SEED]

    @property
    def options(self) -> dict[str, str]:
        """Every variant of the game with the word it was opened with."""
        return option_words(self._setting)

    # ---------------------------------------------------------------- where the match stands
    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.v[STAGE] == OVER

    @property
    def failed(self) -> RuleError | None:
        """The fault of the content at which the match stopped, if it did."""
        return self._failed

    @property
    def round(self) -> int:
        """The number of the running round, from 1; 0 during set-up."""
        return self.state.v[ROUND]

    @property
    def phase(self) -> str | None:
        """The name of the running phase; None during set-up and ending."""
        return self._setting.phase(self._position())

    # ---------------------------------------------------------------- looking
    def view(self, player: int | None) -> dict[str, Any]:
        """Return what a player sees (None: somebody who only watches), as plain data under readable names.

        Raises WrongPlayers for a seat that there is not.
        """
        self._see_seats((player,))
        return view_of(self._setting, self._position(), player)

    def told(self, *players: int | None) -> tuple[Event, ...]:
        """Return the journal as it may be told to a player (None: to a watcher), or to several of them together.

        It holds nothing that they do not all see: a component that moves unseen is -1, and what another player
        chooses in a secret phase is a `ChoseInSecret`. To nobody at all everything is told. Raises WrongPlayers for a
        seat that there is not.
        """
        self._see_seats(players)
        return tuple(heard(self._setting, self.journal, players)) if players else self.journal

    def information_state(self, player: int) -> Known:
        """Return all that a player was shown and told so far, in order, what lies open now, and the question.

        Where it is equal, a player with perfect memory knows the same: `text` and `digest` are those of an information
        set, as soon as it is this player's turn. Where no journal is kept, the match is played again for it. Raises
        WrongPlayers for a seat that there is not, and MatchError for a copy that was dealt anew.
        """
        self._see_seats((player,))
        told = self._told_whole(player)
        asked = self.decision if self.turn == player else None
        question = None if asked is None else [asked.prompt, list(asked.ids), list(asked.picked)]
        return information_of(
            self._setting, player, told, self.view(player), question, partial(plain_event, naming=self.naming)
        )

    def observation(self, player: int) -> Known:
        """Return what a player sees now, and nothing of what was before: `view` as a text with a digest.

        Raises WrongPlayers for a seat that there is not.
        """
        self._see_seats((player,))
        return observation_of(self._setting, player, self.view(player))

    @abstractmethod
    def _told_whole(self, player: int) -> tuple[Event, ...]:
        """Return what a player was told since the beginning, also where no journal is kept."""

    def _see_seats(self, players: Iterable[int | None]) -> None:
        """See that there are these seats. Raises WrongPlayers."""
        seats = range(self.layout.players)
        for player in players:
            try:
                there = player is None or index(player) in seats
            except TypeError:
                there = False
            if not there:
                raise WrongPlayers(f"there is no seat {player!r}; seats go from 0 to {seats[-1]}")

    def evaluate(self, formula: Expr, bound: Mapping[str, Value] | None = None) -> Value:
        """Return the value of a checked formula now; `bound` gives the names it uses their values."""
        position = self._position().scratch()
        position.fuel.fill()
        return evaluate(self._setting, position, dict(bound or {}), formula)
