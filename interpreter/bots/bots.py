"""Players made of program, by name: random, greedy, mcts, and those that users write.

A bot has one method, `choose(match)`, which returns the position of an option and leaves the match as it is. It is made
for one seat of one match by `Class(seed, seat)`: with the same seed it should play the same game. A bot of our own is
called by its name, mcts also with a budget: `mcts:500` (simulations), `mcts:1s` (seconds). One of a user's is called
`package.module:Class`, or by the name under which a package gives it out as an entry point of `rulewright.bots`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from rulewright.interpreter.bots.dice import Dice
from rulewright.interpreter.bots.greedy import GreedyBot
from rulewright.interpreter.bots.kinds import BOT_KINDS, SEARCHING
from rulewright.interpreter.bots.leads import lead_of
from rulewright.interpreter.bots.search import Budget, SearchBot
from rulewright.interpreter.match.playable import Playable

__all__ = [
    "BOT_KINDS",
    "SEARCHING",
    "Bot",
    "BotFault",
    "Dice",
    "RandomBot",
    "UnknownBot",
    "bot_for",
    "is_searching",
    "lead_of",
    "maker_of",
]

ENTRY_POINTS = "rulewright.bots"
"""The group of entry points by which packages give out bots."""

_BUDGET = re.compile(r"(\d+)|(\d+(?:\.\d+)?)s")
_MOST_SIMULATIONS = 10_000_000
_MOST_SECONDS = 3600.0


class Bot(Protocol):
    """Chooses for a player."""

    def choose(self, match: Playable) -> int:
        """Return the position of an option of the match's present decision; the match stays as it is."""
        ...


BotMaker = Callable[[int, int], Bot]
"""Makes a bot for a seat of a match with a seed: `maker(seed, seat)`."""


class UnknownBot(KeyError):
    """There is no such bot; the text says which there are, or what was wrong with the one that was named."""

    def __str__(self) -> str:
        return str(self.args[0])


class BotFault(Exception):
    """A bot of a user has failed, or chosen what is no option; the text says which, and how."""


class RandomBot:
    """Takes any option, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, match: Playable) -> int:
        """Return the position of any option."""
        return self._dice.below(match.choices)


class FairBot:
    """Lets a bot see only worlds that are dealt anew from what its seat may know."""

    def __init__(self, bot: Bot, dice: Dice) -> None:
        self._bot = bot
        self._dice = dice

    def choose(self, match: Playable) -> int:
        """Return what the bot chooses; raises BotFault when it fails, or chooses what is no position of an option."""
        seen = match.resampled(self._dice.seed())
        try:
            choice = self._bot.choose(seen)
        except Exception as error:
            name = type(self._bot).__name__
            raise BotFault(f"the bot {name} failed: {type(error).__name__}: {error}") from error
        if type(choice) is not int or not 0 <= choice < match.choices:
            name = type(self._bot).__name__
            message = f"the bot {name} chose {choice!r}; there are options 0 to {match.choices - 1}"
            raise BotFault(message)
        return choice


def bot_for(kind: str, seed: int, seat: int) -> Bot:
    """Return a bot for a seat of a match with this seed. `kind` as for `maker_of`; raises UnknownBot, a KeyError."""
    return maker_of(kind)(seed, seat)


def is_searching(kind: str) -> bool:
    """Say whether a bot tries moves on copies: all do that are not random."""
    return kind != "random"


def maker_of(kind: str) -> BotMaker:
    """Return what makes bots of a kind: random, greedy, mcts, mcts:N, mcts:Ns, module:Class, or an entry point's name.

    Raises UnknownBot.
    """
    name, _, rest = kind.partition(":")
    if name == "mcts":
        budget = _budget(rest) if rest else Budget()
        return lambda seed, seat: SearchBot(Dice(seed, seat), budget)
    if name in BOT_KINDS and rest:
        raise UnknownBot(f"{name} takes no budget; write {name}")
    if name == "random":
        return lambda seed, seat: RandomBot(Dice(seed, seat))
    if name == "greedy":
        return lambda seed, seat: GreedyBot(Dice(seed, seat))
    made = _class_of(name, rest) if rest else _given_out(name)
    return lambda seed, seat: FairBot(made(seed, seat), Dice(seed, seat))


def _budget(word: str) -> Budget:
    found = _BUDGET.fullmatch(word)
    if found is None:
        raise UnknownBot(f"`mcts:{word}` is no budget; write mcts:500 for simulations or mcts:1s for seconds")
    simulations, seconds = int(found[1] or 0), float(found[2] or 0)
    if not (1 <= simulations <= _MOST_SIMULATIONS or 0 < seconds <= _MOST_SECONDS):
        most = f"1 to {_MOST_SIMULATIONS} simulations, or up to {_MOST_SECONDS:.0f} seconds"
        raise UnknownBot(f"`mcts:{word}` is no budget; there are {most}")
    return Budget(simulations, seconds)


def _class_of(module: str, name: str) -> BotMaker:
    try:
        found = import_module(module)
    except (ImportError, ValueError) as error:
        raise UnknownBot(f"the module {module!r} of the bot cannot be imported: {error}") from error
    made = getattr(found, name, None)
    return _checked(made, f"{module}:{name}")


def _given_out(name: str) -> BotMaker:
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return _checked(point.load(), name)
    known = [*BOT_KINDS, *sorted(point.name for point in entry_points(group=ENTRY_POINTS))]
    raise UnknownBot(
        f"there are no bots of the kind {name!r}; there are {', '.join(known)}, and MODULE:CLASS"
    )


def _checked(made: object, name: str) -> BotMaker:
    if not callable(made) or not callable(getattr(made, "choose", None)):
        wanted = "a class with a method `choose(match)` is wanted, made by Class(seed, seat)"
        raise UnknownBot(f"{name} is no bot: {wanted}")
    return cast("BotMaker", made)
