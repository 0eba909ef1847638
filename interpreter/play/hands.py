"""Which cards had a hand in what happened, though they only changed a value: asked for by `--why`, and worked out then.

A match is played once more on the reference. Of each step the changes of values that were asked are left out, one after
another, and the step is taken again: what comes out otherwise is what such a change has brought about. Where several do
the same, so that none alone makes a difference, they are left out together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulewright.interpreter.content.model import Ability, Game, ValueChange
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    ActionBegan,
    Cause,
    CounterChanged,
    Decided,
    EffectBegan,
    Event,
    Moved,
    PhaseBegan,
    WindowOpened,
)
from rulewright.interpreter.language.checked import Block
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.stated import ToldMatch
from rulewright.interpreter.state.errors import MatchError
from rulewright.interpreter.state.naming import FACES

_HEADS = (PhaseBegan, ActionBegan, AbilityUsed, EffectBegan, WindowOpened)


@dataclass(frozen=True, slots=True)
class _Course:
    """What happens when something is left out; not `whole` where it then cannot go on."""

    events: Sequence[Event]
    whole: bool


_Otherwise = Callable[[Collection[ValueChange]], _Course]


class _Asked:
    """Notes which changes of values were asked, and how far the journal had come then."""

    def __init__(self) -> None:
        self.journal: list[Event] = []
        self.changes: list[tuple[int, ValueChange]] = []

    def began(self, block: Block) -> None:
        """Blocks say nothing of values."""

    def offered(self, abilities: Iterable[Ability]) -> None:
        """Nor do abilities."""

    def opened(self, window: str) -> None:
        """Nor do windows."""

    def worked_out(self, value: str) -> None:
        """A value that nothing changes has nobody's hand in it."""

    def changed(self, change: ValueChange) -> None:
        """Note a change that holds."""
        self.changes.append((len(self.journal), change))


def with_hands(match: Playable) -> tuple[Event, ...]:
    """Return the journal of a match in which each cause names also the cards that only changed a value for it."""
    asked = _Asked()

    def opened(without: Collection[ValueChange] = (), by: _Asked | None = None) -> Match:
        sort = ToldMatch if match.asks_chance else Match
        return sort(
            match.game,
            match.names,
            seed=match.seed,
            options=match.options,
            ask_forced=match.ask_forced,
            journal=True if by is None else by.journal,
            begin=match.stated,
            without=without,
            observers=() if by is None else (by,),
        )

    again = opened(by=asked)
    told = _told(match.game, asked, 0, partial(_opened_otherwise, opened))
    for step in match.moves:
        before, done = again.clone(), len(asked.journal)
        asked.changes.clear()
        again.apply(step.id)
        more = _told(match.game, asked, done, partial(_otherwise, before, step.id))
        told += _from_counters(before, step.id, asked.journal, more)
    return tuple(told)


def _opened_otherwise(
    opened: Callable[[Collection[ValueChange]], Match], changes: Collection[ValueChange]
) -> _Course:
    try:
        return _Course(opened(changes).journal, whole=True)
    except MatchError:
        return _Course((), whole=False)


def _otherwise(before: Match, option: str, changes: Collection[ValueChange]) -> _Course:
    """Return what comes of a step without some changes."""
    return _taken(before.without(changes), option)


def _taken(copy: Match, option: str) -> _Course:
    done = len(copy.journal)
    try:
        copy.apply(option)
    except MatchError:
        return _Course(copy.journal[done:], whole=False)
    return _Course(copy.journal[done:], whole=True)


def _from_counters(before: Match, option: str, journal: Sequence[Event], events: list[Event]) -> list[Event]:
    """Name also the cards that gave what a player has of a counter that stands for what cards do, where it mattered."""
    layout, names = before.layout, range(len(before.names))
    for counter in before.game.counters.values():
        if "gain" not in counter.texts or counter.by is not None:
            continue
        for player in names:
            slot = layout.counter_slot(counter.name, player, 0)
            if before.state.v[slot] <= counter.start:
                continue
            copy = before.clone()
            copy.state.v[slot] = counter.start
            gave = [
                event.where
                for event in journal[: len(journal) - len(events)]
                if isinstance(event, CounterChanged)
                and (event.counter, event.player) == (counter.name, player)
                and event.after > event.before
            ]
            for at in dict.fromkeys(_differing(events, _taken(copy, option))):
                where = events[at].where
                also = tuple(dict.fromkeys((*where.also, *gave[-1:])))
                events[at] = replace(events[at], where=replace(where, also=also))
    return events


def _told(game: Game, asked: _Asked, done: int, otherwise: _Otherwise) -> list[Event]:
    """Return the events from a position on, with those hands in them that were found."""
    events = asked.journal[done:]
    single = list(dict.fromkeys(change for _, change in asked.changes))
    found: dict[int, list[ValueChange]] = {}
    for change in single:
        for at in dict.fromkeys(_differing(events, otherwise([change]))):
            if _was_asked(asked, done, at, change):
                found.setdefault(at, []).append(change)
    if len(single) > 1:
        for at in _differing(events, otherwise(single)):
            if at not in found:
                together = [change for change in single if _was_asked(asked, done, at, change)]
                found[at] = together
    return [_helped(game, event, found.get(at, ())) for at, event in enumerate(events)]


def _was_asked(asked: _Asked, done: int, at: int, change: ValueChange) -> bool:
    """Say whether a change was asked for the rule of an event: since that rule began, and before the event."""
    event = done + at
    begun = event
    while begun > 0 and not isinstance(asked.journal[begun - 1], _HEADS):
        begun -= 1
    rule = asked.journal[event].where.rule
    while begun > 0 and not _begins(asked.journal[begun - 1], rule):
        begun -= 1
    return any(begun <= when <= event and change is one for when, one in asked.changes)


def _begins(event: Event, rule: str) -> bool:
    """Say whether an event is the beginning of a rule."""
    match event:
        case PhaseBegan(phase=name):
            return rule == f"phase {name}"
        case ActionBegan(action=name):
            return rule == f"action {name}"
        case AbilityUsed() | EffectBegan():
            return rule.startswith("card ")
    return False


def _differing(events: Sequence[Event], course: _Course) -> Iterator[int]:
    """Yield the positions of events that do not happen in another course; for one that only happens there, the next."""
    others = course.events
    left = Counter(_what(event) for event in others)
    # A course that breaks off says nothing of what would have followed.
    end = len(events) if course.whole else len(others) + 1
    for at, event in enumerate(events[:end]):
        what = _what(event)
        if left[what]:
            left[what] -= 1
        elif not isinstance(event, Decided | WindowOpened):
            yield at
    # What only happens there, such as a payment, is told of the first thing that its rule does here.
    rules = {event.where.rule for event in others if left[_what(event)]}
    for rule in rules:
        yield from [
            at for at, event in enumerate(events) if event.where.rule == rule and not _is_head(event)
        ][:1]


def _is_head(event: Event) -> bool:
    return isinstance(event, (*_HEADS, Decided))


def _what(event: Event) -> tuple[object, ...]:
    """Return what an event is, without how things stood before it."""
    match event:
        case CounterChanged():
            amount = event.after - event.before
            return "counter", event.where.span, event.player, event.counter, event.index, amount
        case Moved():
            return "moved", event.where.span, event.component, event.from_zone, event.to_zone
    return (
        type(event).__name__,
        event.where.span,
        *(
            getattr(event, name)
            for name in ("player", "component", "zone", "name", "text")
            if hasattr(event, name)
        ),
    )


def _helped(game: Game, event: Event, changes: Iterable[ValueChange]) -> Event:
    hands = tuple(dict.fromkeys(_cause(game, change) for change in changes))
    return replace(event, where=replace(event.where, also=hands)) if hands else event


def _cause(game: Game, change: ValueChange) -> Cause:
    card = game.cards[change.card]
    side = f" {FACES[change.side]}" if len(card.sides) > 1 else ""
    return Cause(change.span, f"card {card.id}{side}")
