"""What an edit does to a game: the same seeds with and without it, and the differences in pairs.

Chance is keyed, so an edit that concerns nothing leaves a game as it was, to the last decision. What differs is told
with its interval, and with whether it can be chance when so many differences are looked at at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.study.intervals import FEW, Interval, Mean, corrected
from rulewright.interpreter.study.plan import Plan, Played


@dataclass(frozen=True, slots=True)
class Difference:
    """One number without and with the edit: its means, and the mean of the differences in pairs.

    `subject` is what it is a number of ("seat 1", a card's id, "game"), `measure` which ("wins", "score", "unranked",
    "decisions", "rounds", "margin"). `pairs` are the pairs in which it can be told. `sure` says that it is no chance,
    all others that are looked at considered.
    """

    subject: str
    measure: str
    pairs: int
    before: float
    after: float
    difference: float
    interval: Interval | None
    sure: bool

    @property
    def few(self) -> bool:
        """Whether the pairs are too few to tell anything."""
        return self.pairs < FEW


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two versions of a game differ in: pairs of games, those that went exactly alike, and the differences.

    `first` is the number of the first game that went another way, None where none did. `cards` are about those players
    who used, took or held a card in one of the two games.
    """

    pairs: int
    alike: int
    first: int | None
    of_game: tuple[Difference, ...]
    of_seats: tuple[Difference, ...]
    of_cards: tuple[Difference, ...]

    def sure(self) -> list[Difference]:
        """Return the differences that are no chance."""
        return [one for one in (*self.of_game, *self.of_seats, *self.of_cards) if one.sure]


class _Pairs:
    """One number, without and with the edit."""

    __slots__ = ("after", "before", "difference")

    def __init__(self) -> None:
        self.before, self.after, self.difference = Mean(), Mean(), Mean()

    def add(self, before: float, after: float) -> None:
        self.before.add(before)
        self.after.add(after)
        self.difference.add(after - before)


class Comparing:
    """Adds pairs of games up."""

    def __init__(self, before: Plan, after: Plan) -> None:
        self._before = before
        self._after = after
        self._pairs = self._alike = 0
        self._first: int | None = None
        self._found: dict[tuple[str, str, str], _Pairs] = {}

    def add(self, before: Played, after: Played) -> None:
        """Take two games with the same number; a pair of which a fault stopped one does not count."""
        if before.fault is not None or after.fault is not None:
            return
        self._pairs += 1
        if self._is_alike(before, after):
            self._alike += 1
        elif self._first is None:
            self._first = before.number
        self._note("game", "game", "decisions", before.decisions, after.decisions)
        self._note("game", "game", "rounds", before.rounds, after.rounds)
        one, other = _margin(before), _margin(after)
        if one is not None and other is not None:
            self._note("game", "game", "margin", one, other)
        for seat in range(len(self._before.names)):
            self._note_seat("seat", f"seat {seat + 1}", seat, before, after)
        for card, seat in sorted(
            {*_concerned(self._before.game, before), *_concerned(self._after.game, after)}
        ):
            self._note_seat("card", card, seat, before, after)

    def _is_alike(self, before: Played, after: Played) -> bool:
        same = (before.scores, before.winners, before.decisions, before.rounds)
        if same != (after.scores, after.winners, after.decisions, after.rounds):
            return False
        uses = (_by_id(self._before.game, before.uses), _by_id(self._before.game, before.held))
        return uses == (_by_id(self._after.game, after.uses), _by_id(self._after.game, after.held))

    def _note_seat(self, sort: str, subject: str, seat: int, before: Played, after: Played) -> None:
        self._note(sort, subject, "wins", _won(before, seat), _won(after, seat))
        one, other = before.scores[seat], after.scores[seat]
        self._note(sort, subject, "unranked", float(one is None), float(other is None))
        if one is not None and other is not None:
            self._note(sort, subject, "score", one, other)

    def _note(self, sort: str, subject: str, measure: str, before: float, after: float) -> None:
        key = (sort, subject, measure)
        if key not in self._found:
            self._found[key] = _Pairs()
        self._found[key].add(before, after)

    def comparison(self) -> Comparison:
        """Return what the pairs so far tell."""
        chances = {
            "/".join(key): pairs.difference.chance_of_none()
            for key, pairs in self._found.items()
            if pairs.difference.count >= FEW
        }
        sure = corrected(chances)
        told: dict[str, list[Difference]] = {"game": [], "seat": [], "card": []}
        for (sort, subject, measure), pairs in self._found.items():
            difference = pairs.difference
            told[sort].append(
                Difference(
                    subject,
                    measure,
                    difference.count,
                    pairs.before.mean,
                    pairs.after.mean,
                    difference.mean,
                    difference.interval(),
                    f"{sort}/{subject}/{measure}" in sure and difference.mean != 0,
                )
            )
        cards = sorted(told["card"], key=lambda one: (not one.sure, one.subject, one.measure))
        return Comparison(
            self._pairs, self._alike, self._first, tuple(told["game"]), tuple(told["seat"]), tuple(cards)
        )


def _won(game: Played, seat: int) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _margin(game: Played) -> int | None:
    ranked = sorted((score for score in game.scores if score is not None), reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else None


def _concerned(game: Game, played: Played) -> set[tuple[str, int]]:
    """Return the cards, by id, and the seats that used, took or held them."""
    taken = {key for key, life in played.lives.items() if life.taken}
    return {(_id(game, card), seat) for card, seat in (*played.uses, *played.held, *taken)}


def _id(game: Game, position: int) -> str:
    """Return the id of a card, or that of the one whose place it takes."""
    card = game.cards[position]
    return card.stands_for or card.id


def _by_id(game: Game, counts: Mapping[tuple[int, int], int]) -> dict[tuple[str, int], int]:
    return {(_id(game, card), seat): number for (card, seat), number in counts.items()}
