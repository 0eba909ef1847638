"""Plays many games between bots; the same plan gives the same games everywhere."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rulewright.interpreter.bots.bots import BotFault, bot_for
from rulewright.interpreter.bots.kinds import SEARCHING
from rulewright.interpreter.content.model import Ability, Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native.loader import NativeModule
from rulewright.interpreter.native.machines import module_here, native_machine_for
from rulewright.interpreter.native.tables import random_games
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.layout import NOBODY
from rulewright.interpreter.study.counts import Count, Spread, Tally, spread_of
from rulewright.interpreter.study.details import Details
from rulewright.interpreter.study.plan import CardOfSeat, Plan, Played
from rulewright.interpreter.walker.scoring import scores_in, winners_in

__all__ = ["Count", "Plan", "Played", "Spread", "compile_first", "count_of", "play_games", "spread_of"]

TOGETHER = 200
"""So many games are played in one go inside the native machine."""

WORTH_A_BUILD = 6.0
"""Seconds; games between random bots that would take longer are played natively, and the game is built first."""

_TRIED = 3


def play_games(plan: Plan, numbers: Iterable[int]) -> Iterator[Played]:
    """Play the games with these numbers, one after another. Raises WrongPlayers and UnknownOption.

    Games between random bots are played inside the native machine where this process has it: the same games, sooner.
    """
    module = _module_for(plan)
    if module is None:
        for number in numbers:
            yield _Table(plan, number).play()
        return
    left = iter(numbers)
    while several := list(islice(left, TOGETHER)):
        yield from _played_natively(plan, module, several)


def compile_first(plan: Plan, games: int = 1, jobs: int = 1) -> None:
    """Compile what so many games of a plan need, so that processes that are forked later have it.

    For bots that look ahead the game is built natively too, where that can be done; for random ones where it is kept,
    or where the games would take longer on Python than it takes to build it. Nothing but the time depends on it.
    """
    options = open_setting(plan.game, plan.names, plan.options).options
    machine_for(plan.game, len(plan.names), options, journal=_noted(plan))
    if any(kind.partition(":")[0] in SEARCHING for kind in plan.bots):
        native_machine_for(plan.game, len(plan.names), options)
    elif games >= TOGETHER and _only_chance(plan):
        kept = native_machine_for(plan.game, len(plan.names), options, wait=False, build=False)
        if kept.module is None and _seconds(plan) * games / jobs > WORTH_A_BUILD:
            kept.build()


def _seconds(plan: Plan) -> float:
    """Return how long a game takes on Python, roughly."""
    began = time.process_time()
    for number in range(_TRIED):
        _Table(plan, number).play()
    return (time.process_time() - began) / _TRIED


def _only_chance(plan: Plan) -> bool:
    return not plan.details and all(kind == "random" for kind in plan.bots)


def _module_for(plan: Plan) -> NativeModule | None:
    """Return the built game, where it is here and can play this plan."""
    if not _only_chance(plan):
        return None
    return module_here(plan.game, len(plan.names), open_setting(plan.game, plan.names, plan.options).options)


def _played_natively(plan: Plan, module: NativeModule, numbers: Sequence[int]) -> Iterator[Played]:
    """Yield games out of the native machine; one that fails there is played on Python, which has the words for it."""
    seats = len(plan.names)
    games = random_games(module, seats, [plan.seed + number for number in numbers])
    for number, game in zip(numbers, games, strict=True):
        if game is None:
            yield _Table(plan, number).play()
            continue
        results = {seat: ranks for seat, ranks in enumerate(game.results) if ranks is not None}
        yield Played(
            number,
            tuple(scores_in(results, seats)),
            tuple(winners_in(plan.game, results)),
            game.length,
            game.round,
            game.uses,
            game.held,
        )


def has_effects(game: Game) -> bool:
    """Say whether cards of a game have effects in their fields, which rules run."""
    return any(side.effects for card in game.cards for side in card.sides)


def count_of(plan: Plan, played: Iterable[Played]) -> Count:
    """Return the numbers of some games; those that a fault stopped do not count."""
    tally = Tally(plan)
    for game in played:
        tally.add(game)
    return tally.count()


def _noted(plan: Plan) -> bool:
    return plan.details or has_effects(plan.game)


class _Table:
    """One game being played."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.uses: dict[CardOfSeat, int] = {}
        self.details = Details() if plan.details else None

    def play(self) -> Played:
        """Play the game to its end, or to a fault."""
        plan, seed = self.plan, self.plan.seed + self.number
        bots = [bot_for(kind, seed, seat) for seat, kind in enumerate(plan.bots)]
        decisions = 0
        try:
            # Bots try moves on copies, which nobody watches.
            match = FastMatch(
                plan.game, plan.names, seed=seed, options=plan.options, watch=self._used, journal=_noted(plan)
            )
            while match.turn >= 0:
                if self.details is not None:
                    self.details.asked(match)
                match.apply(bots[match.turn].choose(match))
                decisions += 1
        except RuleError as error:
            return Played(self.number, fault=error)
        except BotFault as error:
            return Played(self.number, fault=str(error))
        return self._told(match, decisions)

    def _told(self, match: FastMatch, decisions: int) -> Played:
        self._note_effects(match)
        if self.details is not None:
            self.details.note(match)
        return Played(
            self.number,
            tuple(match.scores()),
            tuple(match.winners()),
            decisions,
            match.round,
            self.uses,
            _held(match),
            self.details.lives if self.details is not None else {},
            self.details.flows if self.details is not None else {},
        )

    def _note_effects(self, match: FastMatch) -> None:
        """Count the effects that rules ran in fields of cards, which only the journal tells."""
        for player, component in match.effects_begun():
            key = (match.layout.card_of[component], player)
            self.uses[key] = self.uses.get(key, 0) + 1

    def _used(self, player: int, _component: int, ability: Ability) -> None:
        key = (ability.card, player)
        self.uses[key] = self.uses.get(key, 0) + 1


def _held(match: FastMatch) -> dict[CardOfSeat, int]:
    """Return what the players hold, but for what belongs to somebody from the start."""
    layout, v = match.layout, match.state.v
    held: dict[CardOfSeat, int] = {}
    for component, card in enumerate(layout.card_of):
        seat = v[layout.owner + component]
        if seat != NOBODY and layout.fixed_owner[component] == NOBODY:
            held[card, seat] = held.get((card, seat), 0) + 1
    return held
