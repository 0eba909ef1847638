"""Thousands of games side by side, as arrays of numpy, for programs that learn; needs the extra `batch`.

    batch = NativeBatch(GAME, 1024, seed=3)
    while not batch.over.all():
        batch.step(choose(batch.observations(), batch.mask))
    rewards = batch.returns()

Games are stepped together on the native machine, without coming back to Python between them. What an action stands for
says `actions`, what stands in a row of an observation `features`: they are those of the other adapters.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import rulewright
from rulewright.adapters.actions import Actions
from rulewright.adapters.batch_tables import table_of_actions, table_of_features
from rulewright.adapters.features import Features
from rulewright.adapters.utility import Ended, Utility, returns_of
from rulewright.interpreter.compiler.c.types import NotTranslated
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.opening import open_setting, option_words, seed_as_given
from rulewright.interpreter.native.loader import NativeGames, Results
from rulewright.interpreter.native.machines import native_machine_for
from rulewright.interpreter.walker.scoring import scores_in, winners_in

try:
    # By its name, so that its types are looked at the same way whether it is there or not.
    np: Any = import_module("numpy")
except ImportError:
    raise ImportError("batches need numpy, the extra `batch`: pip install 'rulewright[batch]'") from None

_MASK = 2**64 - 1


class IllegalAction(ValueError):
    """An action that cannot be taken in a game of a batch; `place` says in which, and nothing was done in any."""

    def __init__(self, place: int, action: int, name: str) -> None:
        super().__init__(f"action {action} ({name}) cannot be taken in game {place} of the batch")
        self.place = place
        self.action = action


class _EndedNatively:
    """A game that is over, by the numbers that its result ranks by."""

    def __init__(self, game: Game, names: tuple[str, ...], results: Results) -> None:
        self.names = names
        self._game = game
        self._results = {seat: numbers for seat, numbers in enumerate(results) if numbers is not None}

    def scores(self) -> list[int | None]:
        """Return the score of each seat."""
        return scores_in(self._results, len(self.names))

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return winners_in(self._game, self._results)


class NativeBatch:
    """So many games of one kind, each with a seed of its own, stepped together.

    `size` is how many there are, `players` how many seats each has, `actions` how many different actions, `features`
    how long a row of an observation is. `turns` says for each game whose turn it is (-1 at its end), `over` whether it
    has ended. All arrays are new ones; changing them changes no game.

    A game that fails natively, or all where nothing can be built, goes on in Python, slower and the same: `why_not`
    says in one line why nothing is native, empty where it is.
    """

    def __init__(  # noqa: PLR0913 - each says how it is opened
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        ask_forced: bool = False,
        utility: Utility = "win",
        root: Path | str | None = None,
        packs: Sequence[Path | str] = (),
    ) -> None:
        """Open `size` games; game number i, counted from 0, has the seed `seed` + i.

        `game` is a game or its folder's name, `players` how many play (None: as few as can), `options` variants of the
        rules by their words; `ask_forced` asks decisions with one option, too. `utility` says what `returns` tell: of
        winning, the score less the mean (`margin`), or the score.

        Raises what `rulewright.load_game` and `rulewright.new_fast_match` raise, RuleError when the content is at
        fault, and ValueError for another utility or a size below 1.
        """
        if utility not in get_args(Utility):
            raise ValueError(f"there is no utility {utility!r}; there are {', '.join(get_args(Utility))}")
        if size < 1:
            raise ValueError(f"a batch has at least one game, not {size}")
        content = game if isinstance(game, Game) else rulewright.load_game(game, root, packs)
        self._setting = open_setting(content, players, options)
        self._ask_forced, self._utility = ask_forced, utility
        self._next_seed = seed_as_given(seed)
        names = self._setting.names
        native = native_machine_for(content, len(names), self._setting.options, ask_forced=ask_forced)
        layout = native.machine.layout
        self._numbers, self._features = Actions(content, layout, names), Features(content, layout, names)
        self.game, self.size, self.players = content, size, len(names)
        self.actions, self.features = self._numbers.count, self._features.size
        self.why_not = native.why
        self._raw: NativeGames | None = None
        if native.module is not None:
            try:
                seen = table_of_features(native.machine, self._features)
            except NotTranslated as error:
                self.why_not = f"what is seen cannot be told in C: {error}"
            else:
                self._raw = native.module.batch(size, table_of_actions(native.machine, self._numbers), seen)
        self._seeds = [0] * size
        self._others: dict[int, FastMatch] = {}
        self._choices, self._turns = np.zeros(size, np.int32), np.full(size, -1, np.int8)
        self._returns = np.zeros((size, self.players), np.float32)
        self.reset()

    # ---------------------------------------------------------------- where the games stand
    @property
    def turns(self) -> Any:  # noqa: ANN401  # of numpy, which has no types here
        """Whose turn it is in each game, as int8; -1 at its end."""
        return self._turns.copy()

    @property
    def over(self) -> Any:  # noqa: ANN401
        """Whether each game has ended, as bool."""
        return self._choices == 0

    @property
    def seeds(self) -> list[int]:
        """The seed of each game."""
        return self._seeds.copy()

    @property
    def mask(self) -> Any:  # noqa: ANN401
        """Which actions can be taken in each game, as bool, a row for each; none at its end."""
        found = np.zeros((self.size, self.actions), np.bool_)
        if self._raw is not None:
            self._raw.mask(found)
        for place, match in self._others.items():
            found[place] = False
            if match.decision is not None:
                found[place, self._numbers.of(match.decision)] = True
        return found

    def observations(self, seats: Any = None) -> Any:  # noqa: ANN401
        """Return what a seat sees in each game, as float32, a row for each; zeros where there is none.

        `seats` gives the seat for each game; without it each is seen by whose turn it is.
        """
        seats = self._turns if seats is None else self._array(seats, np.int8)
        found = np.zeros((self.size, self.features), np.float32)
        if self._raw is not None:
            self._raw.observe(seats, found)
        for place, match in self._others.items():
            seat = int(seats[place])
            found[place] = self._features.row(match, seat) if 0 <= seat < self.players else 0.0
        return found

    def returns(self) -> Any:  # noqa: ANN401
        """Return what each game has come to for each seat, as float32, a row for each game; zeros before its end."""
        return self._returns.copy()

    def name_of(self, action: int) -> str:
        """Return what an action is called."""
        return self._numbers.name_of(action)

    def match(self, place: int) -> FastMatch:
        """Return one game as a match of its own, for whoever wants to look: its decision in words, `view`, `told`."""
        if place in self._others:
            return self._others[place].clone()
        assert self._raw is not None
        return self._played_again(place, self._raw.history(place))

    # ---------------------------------------------------------------- playing
    def step(self, actions: Any) -> None:  # noqa: ANN401
        """Take an action in each game, an array or a list of whole numbers; those of games that are over count nothing.

        Raises IllegalAction, and then no game has moved, and RuleError when the content is at fault in one.
        """
        taken = np.where(self._choices == 0, -1, self._array(actions, np.int64))
        left = np.flatnonzero((taken < 0) & (self._choices != 0))
        if len(left):
            raise self._illegal(int(left[0]), taken)
        positions = {place: self._position(place, taken) for place in self._others if taken[place] >= 0}
        if self._raw is not None:
            taken[list(self._others)] = -1
            wrong = self._raw.step(taken)
            if wrong >= 0:
                raise self._illegal(wrong, taken)
        for place, position in positions.items():
            self._others[place].apply(position)
        self._look(np.flatnonzero(self._choices != 0))

    def random_actions(self, generator: Any) -> Any:  # noqa: ANN401
        """Return an action for each game by chance, each as likely, by a generator of numpy; -1 at an end."""
        mask = self.mask
        wanted = (generator.random(self.size) * mask.sum(1)).astype(np.int64)
        found = np.argmax(np.cumsum(mask, 1) > wanted[:, None], 1)
        return np.where(self._choices == 0, -1, found)

    def reset(self, where: Any = None) -> None:  # noqa: ANN401
        """Begin those games anew that are marked, all without `where`; each gets the next seed that was not used yet.

        Raises RuleError when the content is at fault in the set-up.
        """
        marked = np.ones(self.size, np.bool_) if where is None else self._array(where, np.bool_)
        begun = np.flatnonzero(marked)
        for place in begun.tolist():
            self._seeds[place] = self._next_seed
            self._next_seed += 1
            self._others.pop(place, None)
        self._returns[marked] = 0.0
        if self._raw is None:
            for place in begun.tolist():
                self._others[place] = self._played_again(place, ())
        else:
            seeds = array("Q", [seed & _MASK for seed in self._seeds])
            self._raw.open(seeds, marked)
        self._look(begun)

    # ---------------------------------------------------------------- one game
    def _look(self, moved: Any) -> None:  # noqa: ANN401
        """Take down where the games stand, and what those that have just ended have come to."""
        if self._raw is not None:
            self._raw.look(self._choices, self._turns)
            for place in np.flatnonzero(self._choices < 0).tolist():
                if place not in self._others:
                    # It has the words of a fault, and room for what is too large for the native machine.
                    self._others[place] = self._played_again(place, self._raw.history(place))
        for place, match in self._others.items():
            self._choices[place], self._turns[place] = match.choices, match.turn
        for place in moved[self._choices[moved] == 0].tolist():
            self._returns[place] = returns_of(self._ended(place), self._utility)

    def _played_again(self, place: int, positions: Sequence[int]) -> FastMatch:
        setting = self._setting
        match = FastMatch(
            self.game,
            setting.names,
            seed=self._seeds[place],
            options=option_words(setting),
            ask_forced=self._ask_forced,
        )
        for position in positions:
            match.apply(position)
        return match

    def _ended(self, place: int) -> Ended:
        """Return a game that is over, for its result."""
        found = None
        if place not in self._others and self._raw is not None:
            found = self._raw.position(place).results()
        return self.match(place) if found is None else _EndedNatively(self.game, self._setting.names, found)

    def _position(self, place: int, taken: Any) -> int:  # noqa: ANN401
        decision = self._others[place].decision
        numbers = self._numbers.of(decision) if decision is not None else []
        if int(taken[place]) not in numbers:
            raise self._illegal(place, taken)
        return numbers.index(int(taken[place]))

    def _illegal(self, place: int, taken: Any) -> IllegalAction:  # noqa: ANN401
        action = int(taken[place])
        name = self._numbers.name_of(action) if 0 <= action < self.actions else "there is no such one"
        return IllegalAction(place, action, name)

    def _array(self, given: Any, sort: Any) -> Any:  # noqa: ANN401
        found = np.ascontiguousarray(given, sort)
        if found.shape != (self.size,):
            raise ValueError(f"an entry for each of {self.size} games is wanted, not {found.shape}")
        return found
