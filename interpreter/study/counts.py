"""Adds games up as they are played: what is kept does not grow with their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.interpreter.study.intervals import Interval, Mean, share_interval
from rulewright.interpreter.study.plan import Flow, Life, Plan, Played


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the three quartiles and the largest of some numbers."""

    least: float
    lower: float
    median: float
    upper: float
    largest: float


def spread_of(numbers: Iterable[int] | Mapping[int, int]) -> Spread | None:
    """Return the spread of numbers, or of numbers with how often each was met; None for no numbers.

    Quartiles that lie between two numbers are taken in proportion.
    """
    count = Counter(numbers)
    if not count:
        return None
    ordered = sorted(count.items())
    return Spread(*(_quantile(ordered, count.total(), part) for part in range(5)))


def _quantile(ordered: list[tuple[int, int]], total: int, part: int) -> float:
    whole, rest = divmod((total - 1) * part, 4)
    low = _at(ordered, whole)
    return float(low) if not rest else low + (_at(ordered, whole + 1) - low) * rest / 4


def _at(ordered: list[tuple[int, int]], position: int) -> int:
    """Return the number at a position, from 0, of all numbers in order."""
    for number, times in ordered:
        if position < times:
            return number
        position -= times
    return ordered[-1][0]


@dataclass(frozen=True, slots=True)
class SeatCount:
    """What came of one seat: games won alone and shared, its share of all wins, its scores, games without a rank."""

    seat: int
    bot: str
    wins: int
    shared: int
    share: float
    interval: Interval | None
    scores: Spread | None
    mean: float | None
    mean_interval: Interval | None
    unranked: int


@dataclass(frozen=True, slots=True)
class BotCount:
    """What came of all seats of one kind of bot: how many, their share of all wins, and of what would be even."""

    bot: str
    seats: int
    share: float
    interval: Interval | None
    even: float


@dataclass(frozen=True, slots=True)
class CardCount:
    """What came of a card. `users` are players who used it in a game, `winners` those of them who won.

    `holders` are players who had it at the end, `holder_wins` their share of wins, each game counted as the parts of it
    that they won; `takers` likewise of those who took it, with details. `factor` is how many times their even share
    takers won, or holders without details. `life` has offered, chosen, taken and bought.
    """

    card: int
    uses: int
    users: int
    winners: int
    held: int
    holders: int
    holder_wins: float
    takers: int
    taker_wins: float
    life: Life
    factor: float | None
    factor_interval: Interval | None


@dataclass(frozen=True, slots=True)
class FlowCount:
    """How a counter went up or down by one rule: the sum a game, over all players, and its part of each round."""

    counter: str
    rule: str
    rises: bool
    each_game: float
    rounds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers of a simulation. `margins` tells how far winners were ahead of the next who were ranked."""

    games: int
    seats: tuple[SeatCount, ...]
    bots: tuple[BotCount, ...]
    scores: Spread | None
    margins: Spread | None
    margin_counts: Mapping[int, int]
    decisions: Spread | None
    rounds: Spread | None
    cards: tuple[CardCount, ...]
    flows: tuple[FlowCount, ...]


@dataclass(slots=True)
class _Seat:
    alone: int = 0
    shared: int = 0
    won: float = 0.0
    unranked: int = 0
    scores: Counter[int] = field(default_factory=Counter)
    mean: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class _Card:
    uses: int = 0
    users: int = 0
    winners: int = 0
    held: int = 0
    holders: int = 0
    holder_wins: float = 0.0
    takers: int = 0
    taker_wins: float = 0.0
    life: Life = field(default_factory=Life)


class Tally:
    """Adds games up; those that a fault stopped do not count."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._games = 0
        self._seats = [_Seat() for _ in plan.names]
        self._bots = {kind: Mean() for kind in dict.fromkeys(plan.bots)}
        self._margins: Counter[int] = Counter()
        self._decisions: Counter[int] = Counter()
        self._rounds: Counter[int] = Counter()
        self._cards = [_Card() for _ in plan.game.cards]
        self._flows: Counter[Flow] = Counter()

    def add(self, game: Played) -> None:
        """Take one more game."""
        if game.fault is not None:
            return
        self._games += 1
        self._decisions[game.decisions] += 1
        self._rounds[game.rounds] += 1
        won = [1 / len(game.winners) if seat in game.winners else 0.0 for seat in range(len(self._seats))]
        self._add_seats(game, won)
        self._add_cards(game, won)
        for flow, change in game.flows.items():
            self._flows[flow] += change

    def _add_seats(self, game: Played, won: list[float]) -> None:
        for seat, kept in enumerate(self._seats):
            if seat in game.winners:
                kept.alone += len(game.winners) == 1
                kept.shared += len(game.winners) > 1
            kept.won += won[seat]
            score = game.scores[seat]
            if score is None:
                kept.unranked += 1
            else:
                kept.scores[score] += 1
                kept.mean.add(score)
        for kind, mean in self._bots.items():
            mean.add(sum(part for seat, part in enumerate(won) if self._plan.bots[seat] == kind))
        ranked = sorted((score for score in game.scores if score is not None), reverse=True)
        if len(ranked) > 1:
            self._margins[ranked[0] - ranked[1]] += 1

    def _add_cards(self, game: Played, won: list[float]) -> None:
        for (card, seat), uses in game.uses.items():
            self._cards[card].uses += uses
            self._cards[card].users += 1
            self._cards[card].winners += seat in game.winners
        for (card, seat), held in game.held.items():
            self._cards[card].held += held
            self._cards[card].holders += 1
            self._cards[card].holder_wins += won[seat]
        for (card, seat), life in game.lives.items():
            kept = self._cards[card]
            for name in ("offered", "chosen", "taken", "bought"):
                setattr(kept.life, name, getattr(kept.life, name) + getattr(life, name))
            if life.taken:
                kept.takers += 1
                kept.taker_wins += won[seat]

    # ---------------------------------------------------------------- numbers
    def count(self) -> Count:
        """Return the numbers of the games so far."""
        scores: Counter[int] = Counter()
        for seat in self._seats:
            scores.update(seat.scores)
        return Count(
            games=self._games,
            seats=tuple(self._seat_count(seat) for seat in range(len(self._seats))),
            bots=tuple(self._bot_count(kind, mean) for kind, mean in self._bots.items()),
            scores=spread_of(scores),
            margins=spread_of(self._margins),
            margin_counts=dict(sorted(self._margins.items())),
            decisions=spread_of(self._decisions),
            rounds=spread_of(self._rounds),
            cards=tuple(self._card_counts()),
            flows=tuple(self._flow_counts()),
        )

    def _seat_count(self, seat: int) -> SeatCount:
        kept = self._seats[seat]
        share = kept.won / self._games if self._games else 0.0
        return SeatCount(
            seat=seat,
            bot=self._plan.bots[seat],
            wins=kept.alone,
            shared=kept.shared,
            share=round(share, 4),
            interval=share_interval(share, self._games),
            scores=spread_of(kept.scores),
            mean=kept.mean.mean if kept.mean.count else None,
            mean_interval=kept.mean.interval(),
            unranked=kept.unranked,
        )

    def _bot_count(self, kind: str, won: Mean) -> BotCount:
        seats = self._plan.bots.count(kind)
        interval = share_interval(won.mean, self._games)
        return BotCount(kind, seats, won.mean, interval, seats / len(self._seats))

    def _card_counts(self) -> Iterator[CardCount]:
        """Yield the numbers of every card that can do something or that somebody had or took, in their order."""
        for card, kept in zip(self._plan.game.cards, self._cards, strict=True):
            if (
                not any(side.abilities or side.effects for side in card.sides)
                and not kept.holders + kept.takers
            ):
                continue
            those, wins = (
                (kept.takers, kept.taker_wins) if self._plan.details else (kept.holders, kept.holder_wins)
            )
            even, share = 1 / len(self._seats), share_interval(wins / those, those) if those else None
            yield CardCount(
                card.position,
                kept.uses,
                kept.users,
                kept.winners,
                kept.held,
                kept.holders,
                kept.holder_wins,
                kept.takers,
                kept.taker_wins,
                kept.life,
                wins / those / even if those else None,
                Interval(share.low / even, share.high / even) if share is not None else None,
            )

    def _flow_counts(self) -> Iterator[FlowCount]:
        """Yield how counters went up and down, by counter, rises first, the largest first."""
        names = list(self._plan.game.counters)
        sums: dict[tuple[str, str, bool], dict[int, int]] = {}
        for (counter, rule, number, rises), change in self._flows.items():
            sums.setdefault((counter, rule, rises), {})[number] = change
        last = max((number for _, _, number, _ in self._flows), default=0)
        for (counter, rule, rises), rounds in sorted(
            sums.items(),
            key=lambda each: (
                names.index(each[0][0]),
                not each[0][2],
                -abs(sum(each[1].values())),
                each[0][1],
            ),
        ):
            each = tuple(rounds.get(number, 0) / self._games for number in range(last + 1))
            yield FlowCount(counter, rule, rises, sum(each), each)
