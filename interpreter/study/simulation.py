"""Plays many games between bots and counts what came of them; the same plan gives the same numbers everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.bots.kinds import SEARCHING
from rulewright.interpreter.content.model import Ability, Game
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import EffectBegan
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native.machines import native_machine_for
from rulewright.interpreter.state.errors import RuleError


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a game, the names at the table, each seat's kind of bot, the variants, and the first seed."""

    game: Game
    names: tuple[str, ...]
    bots: tuple[str, ...]
    options: Mapping[str, str]
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its number from 0, scores by seat (None: not ranked), winners, and how long it was.

    `uses` maps the card (by its position) and the seat to how often that player used an ability of it. `fault` is what
    stopped the game, if something did; then nothing else counts.
    """

    number: int
    scores: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()
    decisions: int = 0
    rounds: int = 0
    uses: Mapping[tuple[int, int], int] = field(default_factory=dict)
    fault: RuleError | None = None


def play_games(plan: Plan, numbers: Iterable[int]) -> Iterator[Played]:
    """Play the games with these numbers, one after another. Raises WrongPlayers and UnknownOption."""
    for number in numbers:
        yield _Table(plan, number).play()


def compile_first(plan: Plan) -> None:
    """Compile what the games of a plan need, so that processes that are forked later have it.

    For bots that look ahead the game is built natively too, where that can be done.
    """
    options = open_setting(plan.game, plan.names, plan.options).options
    machine_for(plan.game, len(plan.names), options, journal=has_effects(plan.game))
    if any(kind.partition(":")[0] in SEARCHING for kind in plan.bots):
        native_machine_for(plan.game, len(plan.names), options)


def has_effects(game: Game) -> bool:
    """Say whether cards of a game have effects in their fields, which rules run."""
    return any(side.effects for card in game.cards for side in card.sides)


class _Table:
    """One game being played."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.uses: dict[tuple[int, int], int] = {}

    def play(self) -> Played:
        seed = self.plan.seed + self.number
        bots = [bot_for(kind, seed, seat) for seat, kind in enumerate(self.plan.bots)]
        decisions = 0
        try:
            # Bots try moves on copies, which nobody watches.
            match = FastMatch(
                self.plan.game,
                self.plan.names,
                seed=seed,
                options=self.plan.options,
                watch=self._used,
                journal=has_effects(self.plan.game),
            )
            while match.turn >= 0:
                match.apply(bots[match.turn].choose(match))
                decisions += 1
        except RuleError as error:
            return Played(self.number, fault=error)
        self._note_effects(match)
        scores, winners = tuple(match.scores()), tuple(match.winners())
        return Played(self.number, scores, winners, decisions, match.round, self.uses)

    def _note_effects(self, match: FastMatch) -> None:
        """Count the effects that rules ran in fields of cards, which only the journal tells."""
        for event in match.journal:
            if isinstance(event, EffectBegan):
                key = (match.layout.card_of[event.component], event.player)
                self.uses[key] = self.uses.get(key, 0) + 1

    def _used(self, player: int, _component: int, ability: Ability) -> None:
        key = (ability.card, player)
        self.uses[key] = self.uses.get(key, 0) + 1


# ---------------------------------------------------------------- statistics
@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the three quartiles and the largest of some numbers."""

    least: float
    lower: float
    median: float
    upper: float
    largest: float


def spread_of(numbers: Sequence[int]) -> Spread | None:
    """Return the spread of some numbers, quartiles between two of them in proportion; None for no numbers."""
    if not numbers:
        return None
    ordered = sorted(numbers)
    return Spread(*(_quantile(ordered, part) for part in range(5)))


def _quantile(ordered: Sequence[int], part: int) -> float:
    whole, rest = divmod((len(ordered) - 1) * part, 4)
    if not rest:
        return float(ordered[whole])
    return ordered[whole] + (ordered[whole + 1] - ordered[whole]) * rest / 4


@dataclass(frozen=True, slots=True)
class SeatCount:
    """What came of one seat: games won alone and shared, its share of all wins, its scores, games without a rank."""

    seat: int
    bot: str
    wins: int
    shared: int
    share: float
    scores: Spread | None
    unranked: int


@dataclass(frozen=True, slots=True)
class CardCount:
    """What came of a card's abilities and effects: uses, players who used it in a game, and those of them who won."""

    card: int
    uses: int
    users: int
    winners: int


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers of a simulation."""

    games: int
    seats: tuple[SeatCount, ...]
    scores: Spread | None
    decisions: Spread | None
    rounds: Spread | None
    cards: tuple[CardCount, ...]


def count_of(plan: Plan, played: Sequence[Played]) -> Count:
    """Return the numbers of some games; those that a fault stopped do not count."""
    games = [game for game in played if game.fault is None]
    return Count(
        games=len(games),
        seats=tuple(_seat_count(plan, games, seat) for seat in range(len(plan.names))),
        scores=spread_of([score for game in games for score in game.scores if score is not None]),
        decisions=spread_of([game.decisions for game in games]),
        rounds=spread_of([game.rounds for game in games]),
        cards=tuple(_card_counts(plan.game, games)),
    )


def _seat_count(plan: Plan, games: Sequence[Played], seat: int) -> SeatCount:
    won = [len(game.winners) for game in games if seat in game.winners]
    scores = [game.scores[seat] for game in games]
    ranked = [score for score in scores if score is not None]
    return SeatCount(
        seat=seat,
        bot=plan.bots[seat],
        wins=won.count(1),
        shared=len(won) - won.count(1),
        share=round(sum(1 / winners for winners in won) / len(games), 4) if games else 0.0,
        scores=spread_of(ranked),
        unranked=len(scores) - len(ranked),
    )


def _card_counts(game: Game, games: Sequence[Played]) -> Iterator[CardCount]:
    """Yield the numbers of every card that has abilities or effects, in the order of the cards."""
    for card in game.cards:
        if not any(side.abilities or side.effects for side in card.sides):
            continue
        users = [
            (one, seat, uses)
            for one in games
            for (position, seat), uses in one.uses.items()
            if position == card.position
        ]
        won = sum(1 for one, seat, _ in users if seat in one.winners)
        yield CardCount(card.position, sum(uses for _, _, uses in users), len(users), won)
