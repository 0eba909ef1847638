"""Players made of program: random, greedy and a small tree search; each plays the same for the same seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Protocol

from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.state.limits import LARGEST

_LOOKED_AT = 30


class Bot(Protocol):
    """Chooses for a player."""

    def choose(self, match: Playable) -> int:
        """Return the position of an option of the match's present decision; the match stays as it is."""
        ...


SEARCHING = frozenset(("greedy", "mcts"))
"""The kinds that try moves on copies before they choose; they think much faster on a `FastMatch`."""


def bot_for(kind: str, seed: int, seat: int) -> Bot:
    """Return a bot for a seat of a match with this seed. `kind` is random, greedy or mcts; raises KeyError else."""
    kinds: dict[str, Callable[[Dice], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "mcts": SearchBot}
    return kinds[kind](Dice(seed, seat))


class Dice:
    """A bot's own chance, apart from the game's: the same numbers for the same seed and seat everywhere."""

    def __init__(self, seed: int, seat: int) -> None:
        # Of Python's generator only `random()` on a text seed is used: it is promised to stay the same for ever.
        self._generator = random.Random(f"{seed}/{seat}")  # noqa: S311 - games need no secret numbers

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self._generator.random() * n)

    def some(self, n: int, most: int) -> list[int]:
        """Return at most `most` different numbers from 0 to n - 1, rising; all of them when they are that few."""
        left = list(range(n))
        while len(left) > most:
            left.pop(self.below(len(left)))
        return left


class RandomBot:
    """Takes any option, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, match: Playable) -> int:
        """Return the position of any option."""
        return self._dice.below(match.choices)


class GreedyBot:
    """Takes the option after which its own lead is largest; looks one decision ahead and at 30 options at most."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, match: Playable) -> int:
        """Return the position of one of the best options."""
        seat = match.turn
        leads = [
            (self._lead_after(match, option, seat), option)
            for option in self._dice.some(match.choices, _LOOKED_AT)
        ]
        best = max(lead for lead, _ in leads)
        ties = [option for lead, option in leads if lead == best]
        return ties[self._dice.below(len(ties))]

    def _lead_after(self, match: Playable, option: int, seat: int) -> int:
        copy = match.clone(journal=False)
        copy.apply(option)
        return lead_of(copy, seat)


class _Node:
    """A position met in the search: how often each option was tried, and the sum of the leads it gave its player."""

    __slots__ = ("children", "player", "totals", "tries")

    def __init__(self, player: int, options: int) -> None:
        self.player = player
        self.tries = [0] * options
        self.totals = [0.0] * options
        self.children: dict[int, _Node] = {}


class SearchBot:
    """Monte Carlo tree search (UCT): plays `iterations` random games, each cut after `depth` decisions.

    It knows the position as the rules see it, hidden cards and coming chance included: a strong sparring partner, not
    a fair one where a game has secrets.
    """

    def __init__(self, dice: Dice, iterations: int = 60, depth: int = 30) -> None:
        self._dice = dice
        self._iterations = iterations
        self._depth = depth
        self._least = 0.0
        self._most = 0.0

    def choose(self, match: Playable) -> int:
        """Return the position of the option that was tried most often."""
        self._least, self._most = math.inf, -math.inf
        root = _Node(match.turn, match.choices)
        if len(root.tries) == 1:
            return 0
        for _ in range(self._iterations):
            self._play_one(match.clone(journal=False), root)
        return max(
            range(len(root.tries)), key=lambda option: (root.tries[option], root.totals[option], -option)
        )

    def _play_one(self, match: Playable, root: _Node) -> None:
        path: list[tuple[_Node, int]] = []
        node: _Node | None = root
        while node is not None and match.choices:
            option = self._pick(node)
            path.append((node, option))
            match.apply(option)
            node = self._step_down(match, node, option)
        for _ in range(self._depth):
            if not match.choices:
                break
            match.apply(self._dice.below(match.choices))
        self._learn(match, path)

    def _step_down(self, match: Playable, node: _Node, option: int) -> _Node | None:
        """Return the node behind an option; None when it is new, and the random game begins there."""
        child = node.children.get(option)
        if child is None and match.choices:
            node.children[option] = _Node(match.turn, match.choices)
        return child

    def _pick(self, node: _Node) -> int:
        untried = [option for option, tries in enumerate(node.tries) if tries == 0]
        if untried:
            return untried[self._dice.below(len(untried))]
        width = (self._most - self._least) or 1.0
        logarithm = math.log(sum(node.tries))

        def promise(option: int) -> float:
            tries = node.tries[option]
            return (node.totals[option] / tries - self._least) / width + math.sqrt(2 * logarithm / tries)

        return max(range(len(node.tries)), key=lambda option: (promise(option), -option))

    def _learn(self, match: Playable, path: list[tuple[_Node, int]]) -> None:
        # What is larger is a fault of the content that is told when the game has come to it.
        leads = {
            node.player: float(max(-LARGEST, min(LARGEST, lead_of(match, node.player)))) for node, _ in path
        }
        self._least = min(self._least, *leads.values())
        self._most = max(self._most, *leads.values())
        for node, option in path:
            node.tries[option] += 1
            node.totals[option] += leads[node.player]


def lead_of(match: Playable, seat: int) -> int:
    """Return by how much a player is ahead of the best other one as the result stands now.

    Who is not ranked counts as one point behind the last who is.
    """
    scores = match.scores()
    ranked = [score for score in scores if score is not None]
    lowest = min(ranked, default=0) - 1
    filled = [lowest if score is None else score for score in scores]
    others = [score for other, score in enumerate(filled) if other != seat]
    return filled[seat] - max(others, default=0)
