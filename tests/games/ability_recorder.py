"""Notes, while playthroughs are played, where the abilities of each side of each card worked and where they did not.

What an ability did is read from the journal of the match. It worked where it was used. It did not where its moment
came while it lay in play, and passed without it: declined, not to be had, its condition not met, its limit used up. One
that runs by itself and never fails has no such moment; for it counts that somebody decided in a phase in which it lay
in play and had not worked.

A change to a value worked where the value was asked and changed; it did not where the value was asked and left as it
was: its condition did not hold, or another player was meant. That is read from the values of the reference machine.

Only a case that is about the card counts: its name has the card's printed name, or its file the card's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright import Event, Game, Match
from rulewright.interpreter.content.model import Ability, Card
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    Decided,
    Finished,
    Flipped,
    Moved,
    PhaseBegan,
    WindowOpened,
)
from rulewright.interpreter.play.checking import ReadyCase
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.walker import values
from rulewright.interpreter.walker.evaluate import holds

ANY_COMPONENT = -1
FACES = ("front", "back")


@dataclass(frozen=True)
class Deed:
    """Something that a side of a card can do: its ability with this number, or its change to a value."""

    card: int
    side: int
    what: str


@dataclass
class Record:
    """The names of the cases in which a deed worked, and of those in which it did not."""

    worked: list[str] = field(default_factory=list)
    did_not: list[str] = field(default_factory=list)

    def lacks(self) -> list[str]:
        wanted = (("a case where it works", self.worked), ("a case where it does not", self.did_not))
        return [what for what, cases in wanted if not cases]


def deeds_of(card: Card, side: int) -> list[Deed]:
    """Everything that a side of a card can do, abilities first."""
    printed = card.sides[side]
    changed = dict.fromkeys(change.value for change in printed.changes)
    return [
        *(_ability_deed(ability) for ability in printed.abilities),
        *(Deed(card.position, side, f"changes {value}") for value in changed),
    ]


def _ability_deed(ability: Ability) -> Deed:
    return Deed(ability.card, ability.side, f"ability {ability.number}, at {ability.window}")


class Recorder:
    """Plays cases of one game and keeps what it saw."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.records = {
            deed: Record()
            for card in game.cards
            for side in range(len(card.sides))
            for deed in deeds_of(card, side)
        }
        self.failed: list[str] = []

    def play(self, ready: ReadyCase) -> None:
        """Play a case and note what its cards did; a case that fails shows nothing."""
        name = f"{ready.case.span.file} [{ready.case.name}]"
        with _watched_changes() as seen:
            outcome = run_case(ready, reference=True)
        if not outcome.passed or outcome.match is None:
            self.failed.append(name)
            return
        watch = _Watch(outcome.match)
        watch.read()
        about = _Subject(self.game, ready)
        for deed, worked in [*watch.seen, *seen]:
            if about.has(self.game.cards[deed.card]):
                cases = self.records[deed].worked if worked else self.records[deed].did_not
                if name not in cases:
                    cases.append(name)

    def lacking(self, card: Card, side: int) -> list[str]:
        """What no case shows of a side, in words."""
        return [
            f"{card.id} {FACES[side]} ({card.sides[side].name}), {deed.what}: lacks {what}"
            for deed in deeds_of(card, side)
            for what in self.records[deed].lacks()
        ]


class _Subject:
    """Which cards a case is about."""

    def __init__(self, game: Game, ready: ReadyCase) -> None:
        self.file = re.sub(r".*/|\.yaml$", "", ready.case.span.file)
        self.title = f"{ready.case.name} {ready.case.about}".casefold()

    def has(self, card: Card) -> bool:
        names = {side.name.casefold() for side in card.sides}
        return re.sub(r"-\d$", "", card.id) in self.file or any(name in self.title for name in names)


class _Watch:
    """Reads the journal of a match from its beginning; knows what lies in play, and which moments are open."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.layout = match.layout
        self.zone: dict[int, int] = {}
        self.face: dict[int, int] = {}
        # Abilities whose moment has come and which have not been used in it, with the component and its owner.
        self.waiting: dict[tuple[int, Deed], tuple[str, int]] = {}
        self.used_in_phase: set[tuple[int, Deed]] = set()
        self.seen: list[tuple[Deed, bool]] = []

    def read(self) -> None:
        for event in self.match.journal:
            self._read(event)
        decision = self.match.decision
        still_open = decision.prompt if decision is not None and decision.kind == "window" else None
        self._pass(lambda window, _: self.match.game.windows[window].title != still_open)

    def _read(self, event: Event) -> None:
        match event:
            case Moved(component=component, to_zone=zone):
                self.zone[component] = zone
                if not self._in_play(component):
                    self.face[component] = 0
            case Flipped(component=component, face=face):
                self.face[component] = face
            case WindowOpened(window=window, component=only):
                self._pass(lambda name, _: name == window)
                self._open(window, only)
            case AbilityUsed(component=component, face=side, number=number):
                card = self.match.game.cards[self.layout.card_of[component]]
                deed = _ability_deed(card.sides[side].abilities[number - 1])
                self.waiting.pop((component, deed), None)
                self.used_in_phase.add((component, deed))
                self.seen.append((deed, True))
            case Decided(player=player, id="done", where=where) if where.rule.startswith("window "):
                self._pass(lambda name, owner: where.rule == f"window {name}" and owner == player)
            case Decided(forced=False):
                self._stay_silent()
            case PhaseBegan() | Finished():
                self._pass(lambda *_: True)
                self.used_in_phase.clear()

    def _in_play(self, component: int) -> bool:
        zone = self.zone.get(component, -1)
        return zone >= 0 and self.layout.kind_of[component] in self.layout.zone_active[zone]

    def _listening(self) -> Iterator[tuple[int, int, Ability]]:
        """Every ability in play, with its component and the component's owner."""
        for component, zone in self.zone.items():
            if self._in_play(component):
                card = self.match.game.cards[self.layout.card_of[component]]
                for ability in card.sides[self.face.get(component, 0)].abilities:
                    yield component, self.layout.zone_holder[zone], ability

    def _open(self, window: str, only: int) -> None:
        for component, owner, ability in self._listening():
            if ability.window == window and only in (ANY_COMPONENT, component):
                self.waiting[component, _ability_deed(ability)] = (window, owner)

    def _pass(self, over) -> None:
        """The moments for which `over(window, owner)` holds have passed without what still waits in them."""
        for (component, deed), (window, owner) in list(self.waiting.items()):
            if over(window, owner):
                del self.waiting[component, deed]
                self.seen.append((deed, False))

    def _stay_silent(self) -> None:
        for component, _, ability in self._listening():
            deed = _ability_deed(ability)
            if ability.automatic and (component, deed) not in self.used_in_phase:
                self.seen.append((deed, False))


@contextmanager
def _watched_changes() -> Iterator[list[tuple[Deed, bool]]]:
    """Note, wherever a value is asked, which changes in play apply to it and which do not."""
    seen: list[tuple[Deed, bool]] = []
    original = values._changes

    def watched(t, s, env, declared, evaluate):
        if declared.name in t.program.changes:
            for component, change in values._in_play(t, s, declared.name):
                owner = s.v[t.layout.owner + component]
                subject = env[declared.params[0].name]
                if declared.params[0].type.base == "component":
                    subject = s.v[t.layout.owner + subject] if subject >= 0 else subject
                applies = values._concerns(change, owner, subject) and holds(
                    t, s, {**env, "this": component, "me": owner}, change.condition
                )
                seen.append((Deed(change.card, change.side, f"changes {change.value}"), applies))
        return original(t, s, env, declared, evaluate)

    values._changes = watched
    try:
        yield seen
    finally:
        values._changes = original
