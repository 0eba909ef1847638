"""Any game as a Python game of OpenSpiel; needs the extra `openspiel`.

    game = openspiel_game(GAME, utility="margin")

and, where this module was imported, `pyspiel.load_game("rulewright", {"game": GAME, "utility": "margin"})`.

Chance is explicit: random numbers and shuffles are chance nodes. Information states are all that a seat was shown and
told, as a text; observations are a tensor of numbers laid out by the game's declarations (`features`). Players' actions
have numbers of their own (`actions`), those of chance are the positions of its outcomes. States are written down as the
moves that led to them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pyspiel

import rulewright
from rulewright.adapters.actions import Actions
from rulewright.adapters.features import Features
from rulewright.adapters.utility import Utility, returns_of
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.asked_match import AskedFastMatch
from rulewright.interpreter.knowledge.fairness import shows_everything
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.chance_names import random_places, shuffled_zones
from rulewright.interpreter.state.decision import ChanceDecision
from rulewright.interpreter.state.limits import MOST_DECISIONS, MOST_NUMBERS

NAME = "rulewright"
"""The name by which OpenSpiel loads games of ours."""

LARGEST_SCORE = 1e9
"""How large, above or below 0, OpenSpiel is told that a score may be."""

_PARAMETERS: dict[str, Any] = {
    "game": "", "players": 0, "options": "", "root": "", "packs": "", "utility": "win", "seed": 0,
}  # fmt: skip


def openspiel_game(
    game: str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    root: Path | str | None = None,
    packs: Sequence[Path | str] = (),
    utility: Utility = "win",
) -> RulewrightGame:
    """Return a game for OpenSpiel.

    `game` is its folder's name, `players` how many play (None: as few as can), `options` variants of the rules by their
    words; `root` and `packs` as for `rulewright.load_game`. `utility` says what the players play for: to win, for their
    score less the mean (`margin`, whose sum is 0), or for the score itself.

    Raises what `rulewright.load_game` and `rulewright.new_match` raise, and ValueError for another utility.
    """
    words = ";".join(f"{name}:{word}" for name, word in (options or {}).items())
    return RulewrightGame(
        {
            "game": game,
            "players": players or 0,
            "options": words,
            "root": "" if root is None else str(root),
            "packs": ";".join(map(str, packs)),
            "utility": utility,
        }
    )


class RulewrightGame(pyspiel.Game):
    """A game of Rulewright with a number of players and options, as OpenSpiel sees it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if given["utility"] not in get_args(Utility):
            raise ValueError(f"utility is one of {', '.join(get_args(Utility))}, not {given['utility']!r}")
        self.utility: Utility = given["utility"]
        self.table = _table(tuple(sorted(given.items())))
        super().__init__(self._type(), self._info(), given)

    def _type(self) -> Any:  # noqa: ANN401 - OpenSpiel has no types
        content, sums = self.table.match.game, pyspiel.GameType.Utility
        modes, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
        return pyspiel.GameType(
            short_name=NAME,
            long_name=f"Rulewright: {content.title}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if _has_chance(content) else modes.DETERMINISTIC,
            information=information.PERFECT_INFORMATION
            if shows_everything(content)
            else information.IMPERFECT_INFORMATION,
            utility=sums.GENERAL_SUM if self.utility == "score" else sums.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=content.max_players,
            min_num_players=content.min_players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=_PARAMETERS,
        )

    def _info(self) -> Any:  # noqa: ANN401
        table = self.table
        most = 1.0 if self.utility == "win" else LARGEST_SCORE
        return pyspiel.GameInfo(
            num_distinct_actions=table.actions.count,
            max_chance_outcomes=_most_outcomes(table.match.game, table.match),
            num_players=len(table.match.names),
            min_utility=-most,
            max_utility=most,
            utility_sum=None if self.utility == "score" else 0.0,
            max_game_length=MOST_DECISIONS,
        )

    def new_initial_state(self) -> RulewrightState:
        """Return the state in which a match begins."""
        return RulewrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulewrightObserver:  # noqa: ANN401
        """Return what looks at states for a seat; with perfect recall its texts are information states."""
        if params:
            raise ValueError(f"observers have no parameters, but there are {params}")
        return RulewrightObserver(self, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


class Table:
    """A game with its players and options, a match at its beginning, and what is numbered once for all states."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        packs = [pack for pack in str(given["packs"]).split(";") if pack]
        content = rulewright.load_game(str(given["game"]), str(given["root"]) or None, packs)
        options = dict(word.split(":", 1) for word in str(given["options"]).split(";") if word)
        self.match = AskedFastMatch(
            content, int(given["players"]) or None, seed=int(given["seed"]), options=options, journal=True
        )
        names, layout = self.match.names, self.match.layout
        self.actions = Actions(content, layout, names)
        self.features = Features(content, layout, names)

    def __deepcopy__(self, memo: object) -> Table:
        """Copies of a game share it: nothing of it ever changes."""
        return self


@lru_cache(maxsize=16)
def _table(given: tuple[tuple[str, Any], ...]) -> Table:
    """Return the table of a game by its parameters; the last few are kept, for states that are read back."""
    return Table(dict(given))


class Playing:
    """A match that is copied, and written down as its moves, where OpenSpiel does so with the state that holds it."""

    def __init__(self, table: Table, match: AskedFastMatch | None = None) -> None:
        self.table = table
        self.match = table.match.clone(journal=True) if match is None else match
        self.options: dict[int, int] | None = None

    def __deepcopy__(self, memo: object) -> Playing:
        return Playing(self.table, self.match.clone(journal=True))

    def __reduce__(self) -> tuple[Any, ...]:
        ids = tuple(step.id for step in self.match.moves)
        return _played, (tuple(sorted(self.table.given.items())), ids)

    def apply(self, option: int) -> None:
        """Take the option with this position."""
        self.options = None
        self.match.apply(option)


def _played(given: tuple[tuple[str, Any], ...], ids: tuple[str, ...]) -> Playing:
    """Return a match in which these options were taken."""
    playing = Playing(_table(given))
    for id_ in ids:
        playing.match.apply(id_)
    return playing


class RulewrightState(pyspiel.State):
    """A running match, as OpenSpiel sees it."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        self._playing = Playing(game.table)

    @property
    def match(self) -> AskedFastMatch:
        """The match; only to be looked at."""
        return self._playing.match

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or the end."""
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.match.turn
        return seat if seat >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _options(self) -> dict[int, int]:
        """Return the position of the option of each action that a player can take now."""
        playing = self._playing
        if playing.options is None:
            decision = playing.match.decision
            assert decision is not None
            numbers = self.get_game().table.actions.of(decision)
            playing.options = {number: position for position, number in enumerate(numbers)}
        return playing.options

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._options())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can give, with the probability of each."""
        decision = self.match.decision
        assert isinstance(decision, ChanceDecision)
        return [(position, float(chance)) for position, chance in enumerate(decision.probabilities)]

    def _apply_action(self, action: int) -> None:
        self._playing.apply(action if self.match.turn < 0 else self._options()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        decision = self.match.decision
        if player < 0 or (decision is not None and decision.player == player):
            position = action if player < 0 else self._options().get(action)
            if decision is not None and position is not None and position < len(decision.options):
                id_ = decision.ids[position]
                return f"{decision.name} {id_}" if isinstance(decision, ChanceDecision) else id_
        return str(self.get_game().table.actions.name_of(action))

    def is_terminal(self) -> bool:
        """Say whether the match is over."""
        return self.match.over

    def returns(self) -> list[float]:
        """Return what the match has come to for each seat; 0 for all as long as it is not over."""
        if not self.match.over:
            return [0.0] * len(self.match.names)
        return returns_of(self.match, self.get_game().utility)

    def __str__(self) -> str:
        match = self.match
        return json.dumps([step.id for step in match.moves], ensure_ascii=False)


class RulewrightObserver:
    """Looks at states for a seat: `tensor` and `dict` hold what `set_from` found last."""

    def __init__(self, game: RulewrightGame, *, recalls: bool) -> None:
        self._features = game.table.features
        self._recalls = recalls
        self.tensor: Any = np.zeros(game.table.features.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulewrightState, player: int) -> None:
        """Put into `tensor` what a seat sees of a state."""
        self.tensor[:] = self._features.row(state.match, player)

    def string_from(self, state: RulewrightState, player: int) -> str:
        """Return what a seat sees of a state as a text; with perfect recall, its information state.

        It names the seat, since OpenSpiel's solvers keep those of all players in one table.
        """
        match = state.match
        if self._recalls:
            return f"seat {player}\n{match.information_state(player).text}"
        return f"seat {player}, decides {match.turn}\n{match.observation(player).text}"


# ---------------------------------------------------------------- what sort of game it is
def _has_chance(game: Game) -> bool:
    return bool(shuffled_zones(game)) or any(True for _ in random_places(game))


def _most_outcomes(game: Game, match: AskedFastMatch) -> int:
    """Return how many outcomes chance has at most in a game, with one of its numbers of players."""
    layout = match.layout
    found = [2, len(match.names)]
    if shuffled_zones(game):
        found.append(len(layout.ids))
    found += [_most_of(node, match) for _, node in random_places(game)]
    return max(found)


def _most_of(node: c.Builtin, match: AskedFastMatch) -> int:
    if node.name == "random_of":
        return max((len(match.layout.ids), len(match.names), *map(_values, match.game.enums.values())))
    low, high = node.args
    if isinstance(low, c.Const) and isinstance(high, c.Const):
        first, last = low.value, high.value
        if isinstance(first, int) and isinstance(last, int):
            return last - first + 1
    return MOST_NUMBERS


def _values(enum: Any) -> int:  # noqa: ANN401
    return len(enum.values)


pyspiel.register_game(
    pyspiel.GameType(
        short_name=NAME,
        long_name="Any game of Rulewright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=100,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    ),
    RulewrightGame,
)
