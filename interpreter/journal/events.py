"""The journal: what happened in a match, by whom, and by which rule at which place of the content."""

from __future__ import annotations

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.records import record

Back = tuple[tuple[str, str | int | None], ...]
"""What is printed on the back of a component: by field its value, as JSON has it."""

NOT_KEPT = -1
"""In place of the slot that gets a random number, for one that gets a name."""


@record
class Cause:
    """Why something happened: the place of the statement, and the rule it belongs to.

    `rule` reads "set-up", "phase x", "action x", "card x front", "value x", "window x", "ending" or "given". `also` are
    the cards that had a hand in it by changing a value, where somebody has found them out.
    """

    span: Span
    rule: str
    also: tuple[Cause, ...] = ()


@record
class Event:
    """Something that happened. Players are seats from 0 (-1: nobody), components and zones numbers of the layout.

    In what is told to a player a component may be -1, of which that player does not see which it is.
    """

    where: Cause


@record
class SetUpBegan(Event):
    """The set-up begins."""


@record
class RoundBegan(Event):
    """A round begins: its number from 1, its kind and the kind's title.

    `tops` are the components that all see on top of zones which show their first, each behind its zone.
    """

    round: int
    kind: str
    title: str
    tops: tuple[tuple[int, int], ...] = ()


@record
class PhaseBegan(Event):
    """A phase begins."""

    phase: str
    title: str


@record
class EndingBegan(Event):
    """The rounds are over; the ending begins. `early` says that the rules finished the game."""

    early: bool


@record
class Decided(Event):
    """A player chose an option; `forced` when there was no other and nobody was asked."""

    player: int
    prompt: str
    id: str
    label: str
    forced: bool


@record
class ChoseInSecret(Event):
    """A player chose something that those to whom it is told must not see; the journal itself has none of these."""

    player: int


@record
class ChoiceEnded(Event):
    """A choice of several, or a repeated `may`, ended by itself after an answer: there was nothing more to choose."""

    player: int


@record
class ActionBegan(Event):
    """An action begins for a player (-1: for nobody); `text` is its text with the formulas filled in, or empty."""

    player: int
    action: str
    text: str


@record
class EffectBegan(Event):
    """The effect in a field of a component begins."""

    player: int
    component: int
    field: str


@record
class WindowOpened(Event):
    """A window opens in which some ability listens; `component` is -1, or the only one it is open for."""

    window: str
    component: int


@record
class AbilityUsed(Event):
    """An ability begins: of the component with this side (0 front, 1 back) up, its number on the side from 1."""

    player: int
    component: int
    face: int
    number: int
    window: str
    automatic: bool


@record
class CounterChanged(Event):
    """A counter changed. `verb` is gain, pay, lose or set; `index` the enum position of the entry, -1 for none."""

    verb: str
    player: int
    counter: str
    index: int
    before: int
    after: int


@record
class StateSet(Event):
    """A state changed: of a component, or of the game when `component` is -1. `type` tells how to read the values."""

    component: int
    name: str
    type: Type
    before: int
    after: int


@record
class TurnOrderSet(Event):
    """The turn order changed."""

    before: tuple[int, ...]
    after: tuple[int, ...]


@record
class Moved(Event):
    """A component changed its zone (-1: nowhere).

    `by` is move, top (a move on top), draw, discard, swap, refill or given.
    Where it is told that one moves which is not seen, `back` has what is printed on its back, by field.
    """

    component: int
    from_zone: int
    to_zone: int
    by: str
    back: Back = ()


@record
class Flipped(Event):
    """A component was turned; `face` is the side now up, 0 front, 1 back."""

    component: int
    face: int


@record
class Shuffled(Event):
    """A zone (0: the turn order) was shuffled; it holds `count` items."""

    zone: int
    count: int


@record
class Shown(Event):
    """A component was shown to players (seats, at least one; to all of them: to everybody) where it lies."""

    component: int
    players: tuple[int, ...]


@record
class RandomDrawn(Event):
    """A formula with chance in it gave a value to `name`; `type` tells how to read it.

    `into` is the slot of the counter or state that got it, whose viewers alone may know it, and -1 for a name.
    """

    name: str
    type: Type
    value: int | tuple[int, ...]
    into: int = -1


@record
class Skipped(Event):
    """Something was passed over, and why: nothing to choose, cannot start, no branch can start, not possible."""

    player: int
    reason: str


@record
class Finished(Event):
    """The match is over. `scores` by seat, None for a player who is not ranked; `winners` are seats."""

    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
