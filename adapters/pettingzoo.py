"""Any game as an environment of PettingZoo, one agent after another (AEC); needs the extra `pettingzoo`.

    env = environment(GAME)
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dictionary: `observation` holds numbers laid out by the game's declarations (`features`),
`action_mask` has 1 for each action that can be taken now (`actions` says what the numbers stand for).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import gymnasium
import numpy as np
import pettingzoo

import rulewright
from rulewright.adapters.actions import Actions
from rulewright.adapters.features import Features
from rulewright.adapters.utility import Utility, returns_of
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch

MOST_STEPS = 100_000
"""After so many decisions an environment ends by itself, unless it is told otherwise."""

_SEEDS = 2**31


def environment(  # noqa: PLR0913 - each says what game it is
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    root: Path | str | None = None,
    packs: Sequence[Path | str] = (),
    utility: Utility = "win",
    most_steps: int = MOST_STEPS,
    render_mode: str | None = None,
) -> RulewrightEnvironment:
    """Return an environment of PettingZoo.

    `game` is a game or its folder's name, `players` how many play (None: as few as can), `options` variants of the
    rules by their words; `root` and `packs` as for `rulewright.load_game`. `utility` says what the reward at the end
    is: of winning, the score less the mean (`margin`), or the score. After `most_steps` decisions all agents are
    truncated. Agents are called `player_0`, `player_1` and so on. With `render_mode="ansi"` `render()` returns the
    transcript.

    Raises what `rulewright.load_game` and `rulewright.new_match` raise, and ValueError for another utility or mode.
    """
    content = game if isinstance(game, Game) else rulewright.load_game(game, root, packs)
    return RulewrightEnvironment(content, players, options, utility, most_steps, render_mode)


class RulewrightEnvironment(pettingzoo.AECEnv):
    """A game of Rulewright with a number of players and options, as PettingZoo sees it."""

    def __init__(
        self,
        game: Game,
        players: int | None,
        options: Mapping[str, str] | None,
        utility: Utility,
        most_steps: int,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"rulewright_{game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        if utility not in get_args(Utility):
            raise ValueError(f"utility is one of {', '.join(get_args(Utility))}, not {utility!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._game, self._players, self._options = game, players, dict(options or {})
        self._utility, self._most_steps = utility, most_steps
        self._match = self._opened(0)
        layout, names = self._match.layout, self._match.names
        self._actions = Actions(game, layout, names)
        self._features = Features(game, layout, names)
        agents = [f"player_{seat}" for seat in range(len(names))]
        self.possible_agents = agents
        self._seats = {agent: seat for seat, agent in enumerate(agents)}
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self._features.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._actions.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions.count) for agent in agents}
        self._dice = np.random.default_rng(0)
        self._steps = 0

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - PettingZoo's
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def _opened(self, seed: int) -> FastMatch:
        return FastMatch(
            self._game,
            self._players,
            seed=seed,
            options=self._options,
            ask_forced=False,
            journal=self.render_mode is not None,
        )

    # ---------------------------------------------------------------- playing
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. With a seed it is always the same one, and so are those begun without one after it."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._match = self._opened(int(self._dice.integers(_SEEDS)))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(0, self._match.turn)]
        self._see_the_end()

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.apply(self._position_of(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if not self._match.over:
            self.agent_selection = self.possible_agents[self._match.turn]
        self._see_the_end()
        self._accumulate_rewards()

    def _position_of(self, action: int | None) -> int:
        decision = self._match.decision
        assert decision is not None
        numbers = self._actions.of(decision)
        if action is None or int(action) not in numbers:
            named = ", ".join(f"{number} ({id_})" for number, id_ in zip(numbers, decision.ids, strict=True))
            raise ValueError(
                f"the action {action} cannot be taken by {self.agent_selection} now; legal are {named}"
            )
        return numbers.index(int(action))

    def _see_the_end(self) -> None:
        if self._match.over:
            found = returns_of(self._match, self._utility)
            self.rewards = dict(zip(self.possible_agents, found, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    # ---------------------------------------------------------------- looking
    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which actions it can take now."""
        seat = self._seats[agent]
        mask: Any = np.zeros(self._actions.count, np.int8)
        if not self._match.over and self._match.turn == seat:
            decision = self._match.decision
            assert decision is not None
            mask[self._actions.of(decision)] = 1
        return {
            "observation": np.array(self._features.row(self._match, seat), np.float32),
            "action_mask": mask,
        }

    def render(self) -> str | None:
        """Return the transcript of the game so far, None without a mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render_mode was given, so nothing is rendered")
            return None
        return rulewright.transcript(self._match)

    def close(self) -> None:
        """Nothing has to be closed."""
