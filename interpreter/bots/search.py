"""Monte Carlo tree search over worlds dealt anew: information-set search with several seats.

Each simulation plays in a world that the searching player cannot tell from the one there is. The tree is one for all
worlds: an option is known by what it stands for, and counts only where it is offered (P. I. Cowling, E. J. Powley,
D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). At the root the simulations are shared out by
sequential halving: all options that are left are tried in the same worlds, then the worse half is left out (T. Pepels,
T. Cazenave, M. Winands, M. Lanctot, "Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search", 2014). Below
it each seat takes what was best for itself so far; options are opened as the visits grow (progressive widening), the
most promising first. A simulation leaves the tree by a game that is played on by a policy, up to its end or to a cut
between rounds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from rulewright.interpreter.bots.ahead import Policy, Standing, played_on, prospects, standing_of
from rulewright.interpreter.bots.dice import Dice
from rulewright.interpreter.bots.leads import lead_in
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
    """How a search goes about it; docs/bots.md tells how those that are used were found.

    `rounds`: a game that is played on is cut so many rounds on, at the beginning of a round, so that all are valued at
    the same moment (0: it is played to its end). `depth`: decisions of such a game at most. `tried`, `loose`: the
    policy (`Policy`). `worlds`: how many worlds are dealt at most. `options`: so many options of the root are tried at
    most, the most promising.
    `exploring`: how much an option below the root that was tried little is favoured. `widening`: so many times the root
    of the visits is how many of its options are open. `winning`: how much winning counts beside the lead, at the end.
    """

    rounds: int = 3
    depth: int = 600
    tried: int = 4
    loose: int = 16
    worlds: int = 32
    options: int = 32
    exploring: float = 0.4
    widening: float = 1.5
    winning: float = 0.5


WITH_ESTIMATE = Habits()
"""For games that state how good a position is."""

WITHOUT_ESTIMATE = Habits(rounds=0, tried=0, loose=32, exploring=0.1, widening=4.0)
"""For games that do not: only their ends tell, and below the root more options have to be seen."""


class SearchBot:
    """Chooses by information-set search; it knows neither what is hidden from its seat nor what chance will bring."""

    def __init__(self, dice: Dice, budget: Budget | None = None, habits: Habits | None = None) -> None:
        self._dice = dice
        self._budget = budget or Budget()
        self._habits = habits

    def choose(self, match: Playable) -> int:
        """Return the position of the option that came out best."""
        if match.choices == 1:
            return 0
        return _Search(natively(match), self._dice, self._habits).best(self._budget)


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


_MEASURED = 24
"""The results of so many simulations are the measure for all."""

_Path = list[tuple[_Edge, int]]
"""The options that a simulation took in the tree, and who took each."""


class _Search:
    def __init__(self, match: Playable, dice: Dice, habits: Habits | None) -> None:
        self._match = match
        self._dice = dice
        self._seat = match.turn
        self._worlds: list[Playable] = [match.resampled(dice.seed())]
        self._seeds: list[int] = []
        has_estimate = self._worlds[0].game.estimate is not None
        self._habits = habits or (WITH_ESTIMATE if has_estimate else WITHOUT_ESTIMATE)
        self._options = [_Edge() for _ in range(match.choices)]
        self._nodes = [_Node() for _ in range(match.choices)]
        self._policy = self._policy_in(self._worlds[0])
        self._scale: _Scale | None = None
        self._waiting: list[tuple[_Path, Standing]] = []

    def _policy_in(self, world: Playable) -> Policy:
        habits = self._habits
        until = world.round + habits.rounds if habits.rounds else -1
        return Policy(habits.depth, until, habits.tried, habits.loose)

    # ---------------------------------------------------------------- the root
    def best(self, budget: Budget) -> int:
        """Try the options until the budget is used up; return the position of the best."""
        left = self._promising()
        played = number = 0
        clock = _Clock(budget, len(left))
        for phase in range(1, clock.phases + 1):
            while clock.allows(phase, played, len(left)):
                for option in left:
                    self._simulate(option, number)
                played += len(left)
                number += 1
            self._learn_all()
            left.sort(key=self._order)
            del left[max(1, (len(left) + 1) // 2) :]
        return left[0]

    def _order(self, option: int) -> tuple[float, int]:
        """Return what options are sorted by, the best first."""
        edge = self._options[option]
        return (-edge.total / edge.tries if edge.tries else math.inf, option)

    def _promising(self) -> list[int]:
        """Return the positions of the options that are tried, the most promising first."""
        choices = self._match.choices
        sums = [0.0] * choices
        for number in range(2):
            for option, worth in enumerate(prospects(self._world(number))):
                sums[option] += -math.inf if worth is None else worth
        order = sorted(range(choices), key=lambda option: (-sums[option], option))
        return order[: self._habits.options]

    def _world(self, number: int) -> Playable:
        """Return a world; there are so many, dealt when they are wanted first, and then they come again."""
        number %= self._habits.worlds
        while len(self._worlds) <= number:
            self._worlds.append(self._match.resampled(self._dice.seed()))
        return self._worlds[number]

    def _seed(self, number: int) -> int:
        """Return what the choices of a simulation are drawn from: the same for all options."""
        while len(self._seeds) <= number:
            self._seeds.append(self._dice.seed())
        return self._seeds[number]

    # ---------------------------------------------------------------- one simulation
    def _simulate(self, option: int, number: int) -> None:
        seed = self._seed(number)
        world = self._world(number).clone(journal=False)
        path: _Path = [(self._options[option], self._seat)]
        try:
            world.apply(option)
            self._descend(self._nodes[option], world, path)
            standing = played_on(world, seed, self._policy) if world.choices else standing_of(world)
        except RuleError:
            # Only a game that comes to it tells a fault of the content; a world that was dealt may be another.
            return
        self._waiting.append((path, standing))
        if self._scale is not None or len(self._waiting) == _MEASURED:
            self._learn_all()

    def _learn_all(self) -> None:
        """Note what simulations came to; the first ones are the measure for all."""
        if self._scale is None and self._waiting:
            self._scale = _Scale([standing for _, standing in self._waiting], self._habits.winning)
        for path, standing in self._waiting:
            assert self._scale is not None
            worth = self._scale.worth(standing)
            for edge, seat in path:
                edge.tries += 1
                edge.total += worth[seat]
        self._waiting.clear()

    def _descend(self, node: _Node, world: Playable, path: _Path) -> None:
        """Go down the tree to where it ends, and let it grow by one."""
        until = self._policy.until
        while world.choices and (until < 0 or world.round < until):
            answers, seat = world.answers, world.turn
            if not node.visits:
                node.visits = 1
                return
            position = self._pick(node, answers, world)
            answer = answers[position]
            path.append((node.edges[answer], seat))
            world.apply(position)
            key = (answer, world.turn)
            child = node.children.get(key)
            if child is None:
                child = node.children[key] = _Node()
            node = child

    def _pick(self, node: _Node, answers: Sequence[Hashable], world: Playable) -> int:
        """Return the position of an open option, or open one more."""
        node.visits += 1
        edges = node.edges
        open_ = [(position, edges[answer]) for position, answer in enumerate(answers) if answer in edges]
        if len(open_) < len(answers) and len(open_) < self._habits.widening * math.sqrt(node.visits - 1):
            position = _most_promising(world, [answer in edges for answer in answers])
            edges[answers[position]] = _Edge()
            return position
        for _, edge in open_:
            edge.offered += 1
        return max(open_, key=lambda each: (self._promise(each[1]), -each[0]))[0]

    def _promise(self, edge: _Edge) -> float:
        if not edge.tries:
            return math.inf
        worth = edge.total / edge.tries
        return worth + self._habits.exploring * math.sqrt(math.log(edge.offered + 1) / edge.tries)


def _most_promising(world: Playable, opened: Sequence[bool]) -> int:
    """Return the option that is best for who decides as far as one decision goes, of those that are not open."""
    worths = prospects(world)
    left = [position for position, is_open in enumerate(opened) if not is_open]
    return max(
        left, key=lambda position: (-math.inf if (worth := worths[position]) is None else worth, -position)
    )


class _Scale:
    """Turns leads into numbers from 0 to 1, by the mean and the mean distance from it that some of them have.

    It is made once for a search: what is worth the same at first and at last must count the same.
    """

    def __init__(self, standings: Sequence[Standing], winning: float) -> None:
        self._winning = winning
        met = [_leads(standing) for standing in standings]
        seats = range(len(met[0]))
        self._means = [sum(leads[seat] for leads in met) / len(met) for seat in seats]
        distances = sum(abs(leads[seat] - self._means[seat]) for leads in met for seat in seats)
        # Numbers are whole: a smaller distance than one tells that they are all alike.
        self._distance = max(1.0, distances / (len(met) * len(seats)))

    def worth(self, standing: Standing) -> list[float]:
        """Return what a standing is worth to each seat."""
        found = [self._of(lead, seat) for seat, lead in enumerate(_leads(standing))]
        if not standing.over:
            return found
        share = 1 / len(standing.winners) if standing.winners else 0.0
        won = [share if seat in standing.winners else 0.0 for seat in range(len(found))]
        part = self._winning
        return [(1 - part) * worth + part * win for worth, win in zip(found, won, strict=True)]

    def _of(self, lead: int, seat: int) -> float:
        away = (lead - self._means[seat]) / self._distance
        return 0.5 + 0.5 * away / (1.0 + abs(away))


def _leads(standing: Standing) -> list[int]:
    return [lead_in(standing.numbers, seat) for seat in range(len(standing.numbers))]


class _Clock:
    """Shares a budget out: each phase of the halving has an equal part of it."""

    def __init__(self, budget: Budget, options: int) -> None:
        self._budget = budget
        self._began = time.monotonic()
        self.phases = max(1, math.ceil(math.log2(options)))

    def allows(self, phase: int, played: int, more: int) -> bool:
        """Say whether there is time for some more simulations in a phase, from 1 on; for the very first there is."""
        if not played:
            return True
        part = phase / self.phases
        if self._budget.seconds:
            return time.monotonic() - self._began < self._budget.seconds * part
        return played + more <= self._budget.simulations * part
