"""What playthroughs reach of a game: every ability of its cards, every rule, and every branch of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rulewright.interpreter.content.model import Ability, Card, Game, ValueChange
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import Decided, Event
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks

OF_CARDS = ("ability", "effect", "change")
"""What a part is called that a card can do by itself: use an ability, be run, change a value."""


class State(StrEnum):
    """How far a part of a game was reached."""

    RAN = "ran"
    DECLINED = "declined"
    NEVER = "never"


_BEST = (State.RAN, State.DECLINED, State.NEVER)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rule: the rule's name, what the part is, its place, its state, and the places of its statements.

    `what` is rule, one of OF_CARDS, or how the branch of an effect is called. Values and windows are rules too: they
    ran when they were worked out and opened.
    """

    rule: str
    what: str
    span: Span
    state: State
    inside: tuple[Span, ...]


@dataclass(slots=True)
class Recorder:
    """Notes what runs and what is offered while cases are played on the reference machine."""

    blocks: set[int] = field(default_factory=set)
    abilities: set[int] = field(default_factory=set)
    asked: set[Span] = field(default_factory=set)
    windows: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    changes: set[int] = field(default_factory=set)

    def began(self, block: c.Block) -> None:
        """Note a block that begins to run."""
        self.blocks.add(id(block))

    def offered(self, abilities: Iterable[Ability]) -> None:
        """Note abilities that a player may use."""
        self.abilities.update(ability.serial for ability in abilities)

    def opened(self, window: str) -> None:
        """Note a window that opens."""
        self.windows.add(window)

    def worked_out(self, value: str) -> None:
        """Note a value that is worked out."""
        self.values.add(value)

    def changed(self, change: ValueChange) -> None:
        """Note a change that a card makes to a value."""
        self.changes.add(id(change))

    def note(self, journal: Iterable[Event]) -> None:
        """Note the questions that a journal tells of."""
        self.asked.update(event.where.span for event in journal if isinstance(event, Decided))


def unreached(parts: Iterable[Part], *, of_cards: bool = False) -> list[Part]:
    """Return the parts that were never reached; with `of_cards` only what cards can do by themselves."""
    wanted = (part for part in parts if not of_cards or part.what in OF_CARDS)
    return [part for part in wanted if part.state is State.NEVER]


class Reach:
    """How far games were reached, by the places of their parts: a game's own part is the same under any packs.

    A card that a pack replaces, and what the pack brings, stand elsewhere; so they count for themselves.
    """

    def __init__(self) -> None:
        self._states: dict[tuple[str, str, Span], State] = {}

    def note(self, game: Game, seen: Recorder) -> None:
        """Note what was reached of a game while it was played, perhaps with packs."""
        for part in parts_of(game, seen):
            self._note((part.rule, part.what, part.span), part.state)

    def add(self, other: Reach) -> None:
        """Take over what another one has noted."""
        for key, state in other._states.items():
            self._note(key, state)

    def parts(self, game: Game) -> list[Part]:
        """Return all parts of a game with their states, in the order of the content: rules first, then cards."""
        known = self._states
        return [
            replace(part, state=known.get((part.rule, part.what, part.span), part.state))
            for part in parts_of(game, Recorder())
        ]

    def _note(self, key: tuple[str, str, Span], state: State) -> None:
        if state is not State.NEVER:
            self._states[key] = min(state, self._states.get(key, state), key=_BEST.index)


def parts_of(game: Game, seen: Recorder) -> list[Part]:
    """Return all parts of a game with their states, in the order of the content: rules first, then cards."""
    return list(_Parts(game, seen).all())


class _Parts:
    def __init__(self, game: Game, seen: Recorder) -> None:
        self.game = game
        self.seen = seen

    def all(self) -> Iterator[Part]:
        """Yield the parts of set-up, phases, ending, actions, windows, values, and cards."""
        game = self.game
        for rule, block in (("set-up", game.setup), ("ending", game.ending)):
            if block:
                yield from self._rule(rule, "rule", block[0].span, block)
        for phase in game.phases.values():
            yield from self._rule(f"phase {phase.name}", "rule", phase.span, phase.body)
        for action in game.actions.values():
            yield from self._rule(f"action {action.name}", "rule", action.span, action.body)
        for window in game.windows.values():
            yield _plain(f"window {window.name}", "rule", window.span, window.name in self.seen.windows)
        for value in game.values.values():
            yield _plain(f"value {value.name}", "rule", value.span, value.name in self.seen.values)
        for card in game.cards:
            yield from self._card(card)

    def _card(self, card: Card) -> Iterator[Part]:
        """Yield what the sides of a card do; an effect of nothing is none."""
        for number, side in enumerate(card.sides):
            label = f"card {card.id}" + (f" {('front', 'back')[number]}" if len(card.sides) > 1 else "")
            for name, block in side.effects.items():
                if any(not isinstance(statement, c.Nothing) for statement in block):
                    yield from self._rule(f"{label} {name}", "effect", block[0].span, block)
            for ability in side.abilities:
                yield from self._ability(f"{label} ability {ability.number}", ability)
            for change in side.changes:
                reached = id(change) in self.seen.changes
                yield _plain(f"{label} change of {change.value}", "change", change.span, reached)

    def _rule(self, rule: str, what: str, span: Span, block: c.Block) -> Iterator[Part]:
        state = State.RAN if not block or id(block) in self.seen.blocks else State.NEVER
        yield Part(rule, what, span, state, _places(block))
        yield from self._branches(rule, block)

    def _ability(self, rule: str, ability: Ability) -> Iterator[Part]:
        state = State.NEVER
        if id(ability.body) in self.seen.blocks:
            state = State.RAN
        elif ability.serial in self.seen.abilities:
            state = State.DECLINED
        yield Part(rule, "ability", ability.span, state, _places(ability.body))
        yield from self._branches(rule, ability.body)

    def _branches(self, rule: str, block: c.Block) -> Iterator[Part]:
        """Yield the blocks inside of a block, each followed by those inside of it."""
        for statement in block:
            names = _names(statement)
            for name, inner in zip(names, inner_blocks(statement), strict=True):
                if not inner:
                    continue
                yield Part(rule, name, inner[0].span, self._state(statement, inner), _places(inner))
                yield from self._branches(rule, inner)

    def _state(self, statement: c.Stmt, inner: c.Block) -> State:
        if id(inner) in self.seen.blocks:
            return State.RAN
        asked = isinstance(statement, c.May | c.OneOf) and statement.span in self.seen.asked
        return State.DECLINED if asked else State.NEVER


def _plain(rule: str, what: str, span: Span, reached: bool) -> Part:
    return Part(rule, what, span, State.RAN if reached else State.NEVER, ())


def _places(block: c.Block) -> tuple[Span, ...]:
    """Return the places of a block's own statements; those of the blocks inside belong to other parts."""
    return tuple(statement.span for statement in block)


def _names(statement: c.Stmt) -> list[str]:
    """Return what the blocks inside a statement are called, in their order."""
    match statement:
        case c.If():
            return [
                *("if" if number == 0 else "else if" for number in range(len(statement.branches))),
                "else",
            ]
        case c.OneOf():
            return [f"branch {_words(branch.label)}" for branch in statement.branches]
        case c.May():
            return [f"may {_words(statement.prompt)}"]
        case c.ForEach():
            return ["as each" if statement.acting else "for each"]
        case c.CountFrom():
            return ["for each number"]
        case c.AsPlayer():
            return ["as"]
        case c.Repeat():
            return ["repeat"]
        case c.While():
            return ["while"]
    _simple: c.Simple = statement
    return []


def _words(template: c.Template) -> str:
    return "".join(part if isinstance(part, str) else "..." for part in template.parts)
