"""Puts the events of a journal together into lines: who decided what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    ActionBegan,
    Cause,
    ChoseInSecret,
    CounterChanged,
    Decided,
    Event,
    Flipped,
    Moved,
    RandomDrawn,
    Shown,
    Shuffled,
    Skipped,
    StateSet,
    TurnOrderSet,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.acting import unacted
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.play.rows import Row, caused
from rulewright.interpreter.play.wording import Wording
from rulewright.interpreter.state.layout import NOBODY, NOWHERE
from rulewright.interpreter.state.limits import written
from rulewright.interpreter.state.naming import back_in_words
from rulewright.interpreter.state.program import all_blocks

_DECLINED = frozenset(("pass", "done"))
_NOT_ASKED = "cannot start"
_SECRETLY = "chooses in secret"
_OF_THE_GAME = ("phase ", "ending", "set-up")


@dataclass(slots=True)
class Answer:
    """What a player answered to one question, several picks together."""

    prompt: str
    labels: list[str]
    forced: bool

    def text(self) -> str:
        """Return question and answer as one phrase; in brackets when there was no choice."""
        picks = ", ".join(self.labels)
        joint = "" if not self.prompt or not picks else " " if self.prompt.endswith(("?", ":")) else ": "
        phrase = f"{self.prompt}{joint}{picks}"
        return f"({phrase})" if self.forced else phrase


@dataclass(slots=True)
class Amount:
    """A counter's change, several in a row together; `parts` are what each statement brought."""

    event: CounterChanged
    before: int
    after: int
    parts: dict[Span, int] = field(default_factory=dict)

    def take(self, event: CounterChanged) -> None:
        """Add one more change."""
        self.after = event.after
        span = event.where.span
        self.parts[span] = self.parts.get(span, 0) + event.after - event.before


@dataclass(slots=True)
class Movement:
    """Components that moved together from one zone to another; those that are not seen are -1, all or none.

    `back` says that they lay there before; `shown` is what the backs of those show that are not seen.
    """

    by: str
    source: int
    target: int
    components: list[int]
    back: bool = False
    shown: list[str] = field(default_factory=list)


Effect = Amount | Movement | str


@dataclass(slots=True)
class Line:
    """One line of the transcript: whose it is (-1: nobody's), how it came about, and what happened.

    `rule` is the rule that began it. `why` are the causes of its heads, `effects_why` those of each effect.
    `declined` is a line of questions that the player passed; `ability` one that a
    card's ability began, `chosen` one that the player chose to use. `remark` is a note of the script.
    """

    player: int
    heads: list[Answer | str] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    why: list[Cause] = field(default_factory=list)
    effects_why: list[list[Cause]] = field(default_factory=list)
    rule: str = ""
    declined: bool = False
    ability: bool = False
    chosen: bool = False
    remark: str = ""

    def begin(self, head: Answer | str, event: Event) -> None:
        """Add a head."""
        self.heads.append(head)
        self.why.append(event.where)

    def add(self, effect: Effect, event: Event | None = None) -> None:
        """Add an effect; one without an event of its own says what became of the heads."""
        self.effects.append(effect)
        self.effects_why.append([event.where] if event is not None else [])

    def is_empty(self) -> bool:
        """Say whether nothing was decided and nothing happened."""
        return not (self.effects or self.remark or self.declined or self.chosen or self.answered())

    def answered(self) -> bool:
        """Say whether the player answered a question here."""
        return any(isinstance(head, Answer) for head in self.heads)

    def heads_what(self, following: Line) -> bool:
        """Say whether this line, of an action where nobody acts, is the heading of the one that follows."""
        belongs = following.player != NOBODY and not following.rule.startswith(_OF_THE_GAME)
        return self.player == NOBODY and bool(self.heads) and belongs


class Story:
    """Takes events one by one and keeps the lines of the present section."""

    def __init__(self, wording: Wording, game: Game) -> None:
        self.words = wording
        self.lines: list[Line] = []
        self._menu: tuple[int, str] | None = None
        self._extras = {phase.extra.replace("_", "-") for phase in game.phases.values() if phase.extra}
        self._repeated = frozenset(
            node.span
            for block in all_blocks(game)
            for node in nodes(block)
            if isinstance(node, c.May) and node.repeated
        )
        # By component, or for those that are not seen by zone: where it came from that is passing through.
        self._origins: dict[tuple[int, int], int] = {}
        blocks = [game.setup, game.ending, *(phase.body for phase in game.phases.values())]
        self._unacted = frozenset(span for block in blocks for span in unacted(block))

    def take(self, event: Event) -> None:  # noqa: C901, PLR0912 - one case a class
        """Add an event to the lines."""
        match event:
            case Decided() | ChoseInSecret():
                self._decided(event)
            case AbilityUsed():
                self._ability(event)
            case ActionBegan():
                self._action(event)
            case CounterChanged():
                self._counter(event)
            case Moved():
                self._moved(event)
            case Flipped():
                self._effect(event, self.words.flip(event))
            case StateSet():
                if not self.words.hides_state(event):
                    self._effect(event, self.words.state(event))
            case TurnOrderSet(after=after):
                self._effect(
                    event, f"the turn order is {', '.join(self.words.player(seat) for seat in after)}"
                )
            case Shuffled(zone=zone):
                self._effect(event, f"{self.words.zone(zone)} shuffled")
            case Shown():
                self._effect(event, self.words.showing(event))
            case RandomDrawn():
                self._effect(event, self.words.drawn(event))
            case Skipped(player=player, reason=reason):
                self._skipped(player, reason)

    def so_far(self) -> Iterator[tuple[int, Row]]:
        """Yield the lines of the present section as they are by now: whose each is (-1: nobody's), and its row."""
        for line in _told(self.lines):
            if line.remark:
                yield NOBODY, Row(f"Note: {line.remark}")
            for row in self._rows(line):
                yield line.player, row

    def note(self, remark: str) -> None:
        """Add a note of the script."""
        self.lines.append(Line(NOBODY, rule="note", remark=remark))

    def finish(self) -> Iterator[Row]:
        """Yield the lines as rows, and begin a new section."""
        width = max((len(name) for name in self.words.names), default=0)
        rows = list(self.so_far())
        self.lines, self._menu = [], None
        for player, row in rows:
            yield Row(f"{self.words.player(player) or '-':<{width}}  {row.text}", row.causes)

    # ---------------------------------------------------------------- lines
    def _last(self) -> Line | None:
        return self.lines[-1] if self.lines else None

    def _open(self, player: int, event: Event) -> Line:
        """Return a line of the player in which nothing has happened yet."""
        last = self._last()
        if (
            last is None
            or last.player != player
            or last.effects
            or last.declined
            or self._leaves(last, event)
        ):
            last = Line(player, rule=event.where.rule)
            self.lines.append(last)
        return last

    def _line_of(self, player: int, event: Event) -> Line:
        """Return the line to which an effect of this event on this player belongs."""
        last = self._last()
        if last is not None and last.player == player and not self._leaves(last, event):
            return last
        line = Line(player, rule=event.where.rule)
        self.lines.append(line)
        return line

    def _leaves(self, line: Line, event: Event) -> bool:
        """Say whether an event is the phase's own again, after a card's ability."""
        return line.ability and event.where.rule.startswith((*_OF_THE_GAME, "window "))

    # ---------------------------------------------------------------- heads
    def _decided(self, event: Decided | ChoseInSecret) -> None:
        if isinstance(event, ChoseInSecret):
            self._open(event.player, event).begin(Answer("", [_SECRETLY], forced=False), event)
            return
        if event.id in _DECLINED:
            self._declined(event)
            return
        line = self._open(event.player, event)
        if event.id in self._extras:
            # Something else was done at this question, which is asked again afterwards.
            line.begin(Answer("", [event.label], event.forced), event)
            return
        head = line.heads[-1] if line.heads else None
        if isinstance(head, Answer) and head.prompt == event.prompt and event.id != "yes":
            head.labels.append(event.label)
            line.why.append(event.where)
            head.forced = head.forced and event.forced
            return
        if isinstance(head, str) and head.casefold() == event.prompt.casefold():
            # The action said already what its question asks.
            line.heads.pop()
        labels = [] if event.id == "yes" and event.prompt else [event.label]
        line.begin(Answer(event.prompt, labels, event.forced), event)

    def _declined(self, event: Decided) -> None:
        last = self._last()
        if self._menu == (event.player, event.prompt):
            self._menu = None
            return
        if event.where.span in self._repeated:
            # To do something no time is one of any number of times.
            return
        if last is not None and last.player == event.player and not last.effects:
            head = last.heads[-1] if last.heads else None
            if isinstance(head, Answer) and head.prompt == event.prompt:
                return
            if last.declined:
                last.begin(event.prompt, event)
                return
            if last.answered() and self._is_inside(event, last):
                last.begin(f"passes: {event.prompt or event.label}", event)
                return
        line = Line(event.player, rule=event.where.rule, declined=True)
        line.begin(event.prompt or event.label, event)
        self.lines.append(line)

    def _is_inside(self, event: Event, line: Line) -> bool:
        """Say whether an event belongs to an action or a card that what a line tells has brought about."""
        rule = event.where.rule
        return rule != line.rule and not rule.startswith((*_OF_THE_GAME, "window "))

    def _ability(self, event: AbilityUsed) -> None:
        self.words.turn(event.component, event.face)
        name = self.words.thing(event.component)
        line = self._open(event.player, event)
        head = line.heads[-1] if line.heads else None
        if line.ability and not line.chosen and not line.answered():
            # The automatic ability before came to nothing.
            line.heads.clear()
            line.why.clear()
        if not event.automatic and isinstance(head, Answer) and head.labels:
            # The choice in the window's menu was this card: its name says both.
            self._menu = (event.player, head.prompt)
            line.heads.pop()
        line.begin(name, event)
        line.ability = True
        line.chosen = line.chosen or not event.automatic

    def _action(self, event: ActionBegan) -> None:
        if not event.text:
            return
        last = self._last()
        fresh = last is not None and last.player == event.player and not last.effects and not last.declined
        if event.player != NOBODY:
            if not (fresh and last is not None and last.heads) or self._leaves(last, event):
                # Also behind an ability that came to nothing: what the phase goes on with is not its doing.
                self._open(event.player, event).begin(event.text, event)
            elif not last.ability and not last.answered():
                # The action before came to nothing: what follows is this one's.
                last.heads[:] = [event.text]
                last.why[:] = [event.where]
            return
        # One follows another where nobody acts: each stands above what comes of it, and is not told where nothing does.
        line = Line(NOBODY, rule=event.where.rule)
        line.begin(event.text[:1].upper() + event.text[1:], event)
        self.lines.append(line)

    # ---------------------------------------------------------------- effects
    def _counter(self, event: CounterChanged) -> None:
        if event.before == event.after or self.words.hides(event):
            return
        if not self.words.game.counters[event.counter].is_number:
            self._line_of(event.player, event).add(self.words.player_state(event), event)
            return
        line = self._line_of(event.player, event)
        if line.declined and event.after > event.before and event.where.rule.startswith(_OF_THE_GAME):
            # The phase goes on: what it brings is not what passing has brought.
            line = Line(event.player, rule=event.where.rule)
            self.lines.append(line)
        for effect, why in zip(line.effects, line.effects_why, strict=True):
            if isinstance(effect, Amount) and _continues(effect, event):
                effect.take(event)
                why.append(event.where)
                return
        amount = Amount(event, event.before, event.before)
        amount.take(event)
        line.add(amount, event)

    def _moved(self, event: Moved) -> None:
        source = event.from_zone
        if self.words.passes_through(source):
            source = self._origins.pop((event.component, source), source)
        if self.words.passes_through(event.to_zone):
            self._origins[event.component, event.to_zone] = source
            self.words.note_move(event)
            return
        if source != event.from_zone:
            event = replace(event, from_zone=source)
        line = self._line_of(self._mover(event), event)
        last = line.effects[-1] if line.effects else None
        key = (event.by, event.from_zone, event.to_zone)
        swapped = isinstance(last, Movement) and last.by == event.by == "swap" and len(last.components) == 1
        together = isinstance(last, Movement) and (last.by, last.source, last.target) == key
        alike = isinstance(last, Movement) and (last.components[0] < 0) == (event.component < 0)
        back = self.words.comes_back(event)
        shown = [back_in_words(event.back)] if event.back else []
        if isinstance(last, Movement) and (swapped or (together and alike and last.back == back)):
            last.components.append(event.component)
            last.shown += shown
            line.effects_why[-1].append(event.where)
        else:
            line.add(Movement(*key, [event.component], back, shown), event)
        self.words.note_move(event)

    def _mover(self, event: Moved) -> int:
        if event.where.span in self._unacted:
            return NOBODY
        for zone in (event.to_zone, event.from_zone):
            holder = self.words.holder(zone)
            if holder != NOBODY:
                return holder
        last = self._last()
        return last.player if last is not None else NOBODY

    def _effect(self, event: Event, text: str) -> None:
        last = self._last()
        player = NOBODY if last is None or event.where.span in self._unacted else last.player
        self._line_of(player, event).add(text, event)

    def _skipped(self, player: int, reason: str) -> None:
        # Worth a word only where a player's choice came to nothing; a question that cannot be asked is none.
        last = self._last()
        fresh = last is not None and last.player == player and not last.effects and not last.declined
        if fresh and last is not None and last.answered() and reason != _NOT_ASKED:
            last.add(reason)

    # ---------------------------------------------------------------- text
    def _rows(self, line: Line) -> Iterator[Row]:
        """Yield a line's row; what nobody does, such as filling rows, is told one thing a row."""
        heads = "; ".join(head.text() if isinstance(head, Answer) else head for head in line.heads)
        pairs = zip(line.effects, line.effects_why, strict=True)
        told = [(effect, why) for effect, why in pairs if not self._is_said(effect, line.heads)]
        effects = [
            caused(text, why) for effect, why in told if (text := self._effect_text(effect, line.player))
        ]
        if line.player == NOBODY:
            yield from [caused(heads, line.why)] if heads else []
            yield from effects
            return
        first = f"passes: {heads}" if line.declined else heads
        joined = ", ".join(effect.text for effect in effects)
        causes = [*line.why, *(cause for why in line.effects_why for cause in why)]
        yield caused(f"{first} → {joined}" if first and joined else first or joined, causes)

    def _is_said(self, effect: Effect, heads: list[Answer | str]) -> bool:
        """Say whether an answer tells already where a player's piece was put."""
        if not isinstance(effect, Movement) or not self.words.are_pieces(effect.components):
            return False
        place = self.words.zone(effect.target) if effect.target != NOWHERE else ""
        return any(isinstance(head, Answer) and head.labels[-1:] == [place] for head in heads)

    def _effect_text(self, effect: Effect, actor: int) -> str:
        if isinstance(effect, Movement):
            if effect.back:
                return f"{self.words.things(effect.components, actor)} back"
            told = self.words.move(effect.by, effect.source, effect.target, effect.components, actor)
            return f"{told} ({'; '.join(effect.shown)})" if effect.shown else told
        if isinstance(effect, Amount):
            change = effect.after - effect.before
            name = self.words.counter(effect.event.counter, effect.event.index, change)
            parts = effect.parts if len(effect.parts) > 1 else {effect.event.where.span: change}
            amount = " ".join(f"{'+' if part >= 0 else ''}{written(part)}" for part in parts.values())
            return f"{amount} {name} ({written(effect.before)} → {written(effect.after)})"
        return effect


def _told(lines: list[Line]) -> list[Line]:
    """Return the lines worth telling: those that are not empty, and the headings of actions above what came of them."""
    told: list[Line] = []
    for line in reversed(lines):
        if not line.is_empty() or (told and line.heads_what(told[-1])):
            told.append(line)
    return told[::-1]


def _continues(amount: Amount, event: CounterChanged) -> bool:
    """Say whether a change goes on with an earlier one of the same counter in the same direction."""
    same = (amount.event.counter, amount.event.index) == (event.counter, event.index)
    upward = amount.after > amount.before
    return same and amount.after == event.before and upward == (event.after > event.before)
