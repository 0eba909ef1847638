"""What playthroughs reach of a game: every ability and every branch of its effect, every action, every phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from interpreter.content.model import Ability, Game
from interpreter.findings import Span
from interpreter.language import checked as c
from interpreter.machine.journal import Decided, Event
from interpreter.machine.program import inner_blocks
from interpreter.machine.running import OBSERVERS


class State(StrEnum):
    """How far a part of a game was reached."""

    RAN = "ran"
    DECLINED = "declined"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rule: the rule's name, what the part is, its place, its state, and the places of its statements."""

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

    def began(self, block: c.Block) -> None:
        """Note a block that begins to run."""
        self.blocks.add(id(block))

    def offered(self, abilities: Iterable[Ability]) -> None:
        """Note abilities that a player may use."""
        self.abilities.update(ability.serial for ability in abilities)

    def add(self, other: Recorder) -> None:
        """Take over what another recorder noted of the same game."""
        self.blocks |= other.blocks
        self.abilities |= other.abilities
        self.asked |= other.asked

    def note(self, journal: Iterable[Event]) -> None:
        """Note the questions that a journal tells of."""
        self.asked.update(event.where.span for event in journal if isinstance(event, Decided))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note what the reference machine does inside."""
        OBSERVERS.append(self)
        try:
            yield
        finally:
            OBSERVERS.remove(self)


def parts_of(game: Game, seen: Recorder) -> list[Part]:
    """Return all parts of a game with their states, in the order of the content: rules first, then cards."""
    return list(_Parts(game, seen).all())


class _Parts:
    def __init__(self, game: Game, seen: Recorder) -> None:
        self.game = game
        self.seen = seen

    def all(self) -> Iterator[Part]:
        """Yield the parts of set-up, phases, ending, actions, and cards."""
        game = self.game
        for rule, block in (("set-up", game.setup), ("ending", game.ending)):
            if block:
                yield from self._rule(rule, "rule", block[0].span, block)
        for phase in game.phases.values():
            yield from self._rule(f"phase {phase.name}", "rule", phase.span, phase.body)
        for action in game.actions.values():
            yield from self._rule(f"action {action.name}", "rule", action.span, action.body)
        for card in game.cards:
            for number, side in enumerate(card.sides):
                label = f"card {card.id}" + (f" {('front', 'back')[number]}" if len(card.sides) > 1 else "")
                for name, block in side.effects.items():
                    if block:
                        yield from self._rule(f"{label} {name}", "effect", block[0].span, block)
                for ability in side.abilities:
                    yield from self._ability(f"{label} ability {ability.number}", ability)

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
    return []


def _words(template: c.Template) -> str:
    return "".join(part if isinstance(part, str) else "..." for part in template.parts)
