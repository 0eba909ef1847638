"""Monte Carlo tree search over worlds dealt anew: information-set search with several seats.

Each simulation plays in a world that the searching player cannot tell from the one there is. The tree is one for all
worlds: an option is known by what it stands for, and counts only where it is offered (P. I. Cowling, E. J. Powley,
D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Where many options are open, new ones are tried only as
the visits grow (progressive widening), at the root the most promising first. A simulation leaves the tree by a
playout, which is cut after some decisions and valued by `match.estimates()`, for each seat by its lead.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.interpreter.bots.dice import Dice
from rulewright.interpreter.bots.greedy import LOOKED_AT, leads_after
from rulewright.interpreter.bots.leads import lead_of, leads_of
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.native.match import natively
from rulewright.interpreter.state.errors import RuleError


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may last: so many simulations, or so many seconds where `seconds` is not 0.

    The same number of simulations gives the same choice everywhere; the same time does not.
    """

    simulations: int = 200
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Habits:
    """How a search goes about it; the defaults are what did best in both large games.

    `depth`: decisions of a playout for each seat. `worlds`: how many worlds are dealt at most. `exploring`: how much
    an option that was tried little is favoured. `widening`: so many times the root of the visits is how many options
    are open. `tried`: of so many options by chance a playout takes the one with the best lead; 1 is by chance alone.
    `trust`: for how many simulations the first look at each option of the root counts.
    """

    depth: int = 2
    worlds: int = 48
    exploring: float = 0.4
    widening: float = 2.0
    tried: int = 3
    trust: int = 6


class SearchBot:
    """Chooses by information-set search; it knows neither what is hidden from its seat nor what chance will bring."""

    def __init__(self, dice: Dice, budget: Budget | None = None, habits: Habits | None = None) -> None:
        self._dice = dice
        self._budget = budget or Budget()
        self._habits = habits or Habits()

    def choose(self, match: Playable) -> int:
        """Return the position of the option that was tried most often."""
        if match.choices == 1:
            return 0
        search = _Search(natively(match), self._dice, self._habits)
        search.run(self._budget)
        return search.best()


class _Edge:
    """An option of a node: how often it was tried and offered, and the sum of what it was worth to who took it."""

    __slots__ = ("offered", "total", "tries")

    def __init__(self) -> None:
        self.offered = 0
        self.tries = 0
        self.total = 0.0


class _Node:
    """What the searching player can tell apart: the options met here, and what came behind them."""

    __slots__ = ("children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Hashable, _Edge] = {}
        self.children: dict[Hashable, _Node] = {}


class _Search:
    def __init__(self, match: Playable, dice: Dice, habits: Habits) -> None:
        self._match = match
        self._dice = dice
        self._habits = habits
        self._root = _Node()
        self._worlds: list[Playable] = []
        self._next_world = 0
        # What leads are measured by: their mean and their mean distance from it, as met so far.
        self._count = 0
        self._mean = 0.0
        self._distance = 0.0

    def run(self, budget: Budget) -> None:
        """Play simulations until the budget is used up."""
        self._order = self._promising()
        if not budget.seconds:
            for _ in range(budget.simulations):
                self._simulate()
            return
        end = time.monotonic() + budget.seconds
        while time.monotonic() < end:
            self._simulate()

    def best(self) -> int:
        """Return the option that was tried most often; of several the one that was worth most, then the first."""

        def tried(position: int) -> tuple[int, float, int]:
            edge = self._root.edges.get(self._match.answers[position])
            return (edge.tries, edge.total, -position) if edge is not None else (0, 0.0, -position)

        return max(range(self._match.choices), key=tried)

    # ---------------------------------------------------------------- worlds
    def _world(self) -> Playable:
        """Return a copy of the next world; new ones are dealt until there are enough."""
        if len(self._worlds) < self._habits.worlds:
            self._worlds.append(self._match.resampled(self._dice.seed()))
            return self._worlds[-1].clone(journal=False)
        self._next_world = (self._next_world + 1) % len(self._worlds)
        return self._worlds[self._next_world].clone(journal=False)

    def _promising(self) -> list[int]:
        """Return the positions of the root's options, the most promising first, by a look at what is behind them."""
        looked_at = self._dice.some(self._match.choices, LOOKED_AT)
        worlds = [self._world(), self._world()]
        found = leads_after(worlds, looked_at, self._match.turn, self._dice)
        leads = dict(zip(looked_at, found, strict=True))
        self._believe(leads, len(worlds))
        return sorted(range(self._match.choices), key=lambda option: (-leads.get(option, -math.inf), option))

    def _believe(self, leads: Mapping[int, float], worlds: int) -> None:
        """Let the first look at the root's options count like some simulations, but where it met a fault."""
        sound = {option: lead / worlds for option, lead in leads.items() if lead > -math.inf}
        for lead in sound.values():
            self._worth(lead)
        for option, lead in sound.items():
            edge = self._root.edges[self._match.answers[option]] = _Edge()
            edge.tries = edge.offered = self._habits.trust
            edge.total = edge.tries * self._worth(lead)

    # ---------------------------------------------------------------- one simulation
    def _simulate(self) -> None:
        world = self._world()
        path: list[tuple[_Node, Hashable, int]] = []
        node = self._root
        try:
            while world.choices:
                answers, seat = world.answers, world.turn
                position = self._pick(node, answers)
                path.append((node, answers[position], seat))
                world.apply(position)
                key = (answers[position], world.turn)
                child = node.children.get(key)
                if child is None:
                    node.children[key] = _Node()
                    break
                node = child
            self._play_out(world)
            leads = leads_of(world)
        except RuleError:
            # Only a game that comes to it tells a fault of the content; a world that was dealt may be another.
            return
        self._learn(path, leads)

    def _pick(self, node: _Node, answers: Sequence[Hashable]) -> int:
        """Return the position of an open option, or open one more."""
        node.visits += 1
        open_ = [
            (position, node.edges[answer]) for position, answer in enumerate(answers) if answer in node.edges
        ]
        if len(open_) < len(answers) and len(open_) < self._habits.widening * math.sqrt(node.visits):
            position = self._new(node, answers)
            node.edges[answers[position]] = _Edge()
            return position
        for _, edge in open_:
            edge.offered += 1
        return max(open_, key=lambda each: (self._promise(each[1]), -each[0]))[0]

    def _new(self, node: _Node, answers: Sequence[Hashable]) -> int:
        """Return the position of an option that was not tried here."""
        if node is self._root:
            return next(position for position in self._order if answers[position] not in node.edges)
        left = [position for position, answer in enumerate(answers) if answer not in node.edges]
        return left[self._dice.below(len(left))]

    def _promise(self, edge: _Edge) -> float:
        if not edge.tries:
            return math.inf
        worth = edge.total / edge.tries
        return worth + self._habits.exploring * math.sqrt(math.log(edge.offered + 1) / edge.tries)

    def _play_out(self, world: Playable) -> None:
        """Go on by the policy for some decisions: of a few options by chance, the one after which the lead is best."""
        for _ in range(self._habits.depth * world.layout.players):
            choices = world.choices
            if not choices:
                return
            world.apply(
                self._by_policy(world)
                if choices > 1 and self._habits.tried > 1
                else self._dice.below(choices)
            )

    def _by_policy(self, world: Playable) -> int:
        seat = world.turn
        best, best_lead = 0, -math.inf
        for option in self._dice.few(world.choices, self._habits.tried):
            copy = world.clone(journal=False)
            copy.apply(option)
            lead = lead_of(copy, seat)
            if lead > best_lead:
                best, best_lead = option, lead
        return best

    def _learn(self, path: Sequence[tuple[_Node, Hashable, int]], leads: Sequence[float]) -> None:
        worth = [self._worth(lead) for lead in leads]
        for node, answer, seat in path:
            edge = node.edges[answer]
            edge.tries += 1
            edge.total += worth[seat]

    def _worth(self, lead: float) -> float:
        """Return a lead as a number between 0 and 1, measured by the leads met so far."""
        self._count += 1
        self._mean += (lead - self._mean) / self._count
        self._distance += (abs(lead - self._mean) - self._distance) / self._count
        away = (lead - self._mean) / (self._distance or 1.0)
        return 0.5 + 0.5 * away / (1.0 + abs(away))
