"""What some of those at the table may be told of a journal: nothing that zones, counters and secret phases hide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.interpreter.content.model import Game, Zone
from rulewright.interpreter.journal.events import (
    NOT_KEPT,
    AbilityUsed,
    ActionBegan,
    ChoiceEnded,
    ChoseInSecret,
    CounterChanged,
    Decided,
    EffectBegan,
    EndingBegan,
    Event,
    Flipped,
    Moved,
    PhaseBegan,
    RandomDrawn,
    RoundBegan,
    Shown,
    Shuffled,
    Skipped,
    StateSet,
    WindowOpened,
)
from rulewright.interpreter.knowledge.sight import Audience, Sight
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.acting import unacted
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import inner_blocks, nodes
from rulewright.interpreter.state.eyes import is_open
from rulewright.interpreter.state.layout import NOBODY, NOWHERE, Layout
from rulewright.interpreter.state.naming import back_in_words
from rulewright.interpreter.state.program import Program, all_blocks
from rulewright.interpreter.state.setting import Setting

UNSEEN = -1
_DECLINED = ("pass", "done")


def heard(t: Setting, journal: Sequence[Event], audience: Audience) -> list[Event]:
    """Return the events of a match as they may be told to an audience, in their order.

    A component that not everybody of the audience sees move stands as -1, and what changes unseen is left out. Who
    chooses such a component is told with the title of its kind in place of its name, until it comes to light; in other
    words that a player is asked, too, the names of hidden components give way to titles.

    That somebody declined what hidden cards or numbers made possible is told to nobody else, nor that it was not
    possible: it would tell of them.

    In a phase that is `secret`, all choices of another player up to the next player's are one `ChoseInSecret`: neither
    questions and answers are told nor actions, abilities and chance behind them, and the cause of what is seen of
    their effects is the phase.
    """
    ears = _Ears(t, audience)
    for event in journal:
        ears.take(event)
    return in_telling_order(event for event in ears.told if event is not None)


def in_telling_order(events: Iterable[Event]) -> list[Event]:
    """Return events so that the order in which a statement moves several components tells nothing of those unseen.

    The machines move them in the order in which cards are written. Of what one statement moves, what is seen comes
    first, and what is not seen by where it comes from and goes to.
    """
    told: list[Event] = []
    together: list[Moved] = []
    for event in events:
        moves = isinstance(event, Moved) and event.by in _BY_NAME
        if together and not (moves and event.where == together[-1].where):
            together.sort(key=_telling)
            told.extend(together)
            together.clear()
        if isinstance(event, Moved) and moves:
            together.append(event)
        else:
            told.append(event)
    together.sort(key=_telling)
    told.extend(together)
    return told


_BY_NAME = ("move", "top", "discard")
"""By these components are moved that the rules name, in an order that may depend on which they are."""


def _telling(event: Moved) -> tuple[int, int, str]:
    if event.component >= 0:
        return NOWHERE - 1, NOWHERE, ""
    return event.from_zone, event.to_zone, back_in_words(event.back)


class _Ears:
    """Takes the events of a journal one by one and keeps what may be told of them."""

    def __init__(self, t: Setting, audience: Audience) -> None:
        self.game: Game = t.game
        self.layout: Layout = t.layout
        self.naming = t.naming
        self.sight = Sight(t.game, t.layout, audience)
        self.audience = self.sight.audience
        self.told: list[Event | None] = []
        self._questions = _Questions(t.program, t.game)
        self._kept_secret = _kept_secret(t.game)
        self._secret_windows = frozenset(
            ability.window
            for ability in t.game.abilities
            if not all(map(is_open, _where_active(t.game, t.game.cards[ability.card].kind)))
        )
        extras = (phase.extra for phase in t.game.phases.values() if phase.extra is not None)
        self._extras = {name.replace("_", "-"): t.game.actions[name].text for name in extras}
        # By a chosen component that was not seen: the choices to be told in full if it comes to light at once.
        self._waiting: dict[int, list[tuple[int, Decided]]] = {}
        self._secret: PhaseBegan | None = None
        # The player whose choices are being kept secret at this moment.
        self._chooser = NOBODY
        self._unacted = frozenset(
            span for phase in t.game.phases.values() if phase.secret for span in unacted(phase.body)
        )

    def take(self, event: Event) -> None:
        """Note an event, and keep what may be told of it."""
        self.sight.note(event)
        match event:
            case PhaseBegan(phase=name):
                self._begin(event if self.game.phases[name].secret else None)
            case RoundBegan() | EndingBegan():
                self._begin(None)
        told = self._of_player(event)
        if told is not None and self._secret is not None:
            if event.where.span in self._unacted:
                self._chooser = NOBODY
            elif self._chooser != NOBODY:
                told = replace(told, where=self._secret.where)
        self.told.append(told)

    def _begin(self, secret: PhaseBegan | None) -> None:
        self._secret, self._chooser = secret, NOBODY

    # ---------------------------------------------------------------- what players do
    def _of_player(self, event: Event) -> Event | None:
        match event:
            case (
                Decided(player=player)
                | ActionBegan(player=player)
                | EffectBegan(player=player)
                | AbilityUsed(player=player)
                | Skipped(player=player)
                | ChoiceEnded(player=player)
            ) if player != NOBODY:
                if self.audience == {player}:
                    self._chooser = NOBODY
                    return event
                return self._in_public(event) if self._secret is None else self._in_secret(event, player)
            case RandomDrawn() | WindowOpened() if self._chooser != NOBODY:
                return None
        return self._seen(event)

    def _in_secret(self, event: Event, player: int) -> Event | None:
        if not isinstance(event, Decided) or self._chooser == player:
            return None
        self._chooser = player
        return ChoseInSecret(event.where, player)

    def _in_public(self, event: Event) -> Event | None:
        match event:
            case Decided() | Skipped() if self._tells_of_secrets(event):
                return None
            case Decided():
                return self._choice(event)
            case ActionBegan():
                kinds = kinds_named(self.game.actions[event.action].in_transcripts)
                return replace(event, text=self._veiled(event.text, event.player, kinds))
            case EffectBegan() if not self.sight.sees(event.component):
                return replace(event, component=UNSEEN)
            case AbilityUsed() if not self.sight.sees(event.component):
                return None
        return event

    def _tells_of_secrets(self, event: Decided | Skipped) -> bool:
        """Say whether a player could decline, or could not be asked, because of what the audience may not see."""
        if isinstance(event, Skipped):
            return self._questions.are_secret(event.where.span)
        if event.id not in _DECLINED:
            return False
        window = event.where.rule.removeprefix("window ")
        if window != event.where.rule and not self._questions.asks_at(event.where.span):
            return window in self._secret_windows
        return self._questions.are_secret(event.where.span)

    def _choice(self, event: Decided) -> Decided:
        kinds = self._questions.kinds_at(event.where.span)
        prompt = self._veiled(event.prompt, event.player, kinds)
        component = self._chosen(event)
        if component is not None and not self.sight.sees(component):
            title = self.game.kinds[self.layout.kind_of[component]].title
            self._waiting.setdefault(component, []).append((len(self.told), replace(event, prompt=prompt)))
            return replace(event, prompt=prompt, id="", label=title)
        extra = kinds_named(self._extras.get(event.id))
        label = event.label
        if component is None:
            label = self._veiled(label, event.player, (*kinds, *extra))
        # The id of a branch is made of its label.
        return replace(event, prompt=prompt, id=event.id if label == event.label else "", label=label)

    def _chosen(self, event: Decided) -> int | None:
        """Return the component that was chosen, None when it was something else."""
        if event.where.rule.startswith("window "):
            # A second ability of the same side has a number behind the id.
            return self.layout.by_id.get(event.id, self.layout.by_id.get(event.id.rpartition(".")[0]))
        return self.layout.by_id.get(event.id) if self._questions.asks_components(event.where.span) else None

    # ---------------------------------------------------------------- what happens
    def _seen(self, event: Event) -> Event | None:
        match event:
            case Moved():
                return self._moved(event)
            case ActionBegan():
                return self._in_public(event)
            case CounterChanged() if not self.sight.sees_counter(event):
                return None
            case WindowOpened(window=window) if window in self._secret_windows:
                return None
            case Flipped(component=component) if component >= 0:
                return event if self.sight.sees(component) else None
            case StateSet(component=component, name=name):
                return event if self.sight.sees_kept("state", component, name) else None
            case WindowOpened(component=component) if component >= 0 and not self.sight.sees(component):
                return replace(event, component=UNSEEN)
            case Shown(component=component):
                seen = not self.sight.bits & ~self.sight.show(event) or self.sight.sees(component)
                return event if seen else replace(event, component=UNSEEN)
            case Shuffled():
                self.sight.shuffle(event)
            case RandomDrawn() if not self._hears_number(event):
                return None
        return event

    def _hears_number(self, event: RandomDrawn) -> bool:
        if event.into == NOT_KEPT and event.where.span in self._kept_secret:
            return False
        kept = self.layout.kept_in(event.into) if event.into > NOT_KEPT else None
        return self._are_seen(event.type, event.value) and (kept is None or self.sight.sees_kept(*kept))

    def _moved(self, event: Moved) -> Moved | None:
        seen = self.sight.sees_move(event)
        counted = self.sight.sees_number(event.from_zone) or self.sight.sees_number(event.to_zone)
        self.sight.follow(event)
        for position, choice in self._waiting.pop(event.component, ()):
            if seen:
                self.told[position] = choice
        if seen:
            return event
        back = self.naming.back(event.component)
        return replace(event, component=UNSEEN, back=back) if counted else None

    def _are_seen(self, type_: Type, value: int | tuple[int, ...]) -> bool:
        values = value if isinstance(value, tuple) else (value,)
        base = type_.item.base if type_.item is not None else type_.base
        return base != "component" or all(self.sight.sees(item) for item in values if item >= 0)

    # ---------------------------------------------------------------- words
    def _veiled(self, text: str, player: int, kinds: Iterable[str]) -> str:
        """Return words that a player is told without the names of what the audience does not see.

        The words tell a name, not which component of that name: it is told when the audience sees one, unless one is
        hidden in the player's own zones.
        """
        for kind in kinds:
            for name, components in self._names(kind, text):
                hidden = [component for component in components if not self.sight.sees(component)]
                own = any(self.sight.owner_of(self.sight.zone_of(one)) == player for one in hidden)
                if own or len(hidden) == len(components):
                    text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.game.kinds[kind].title, text)
        return text

    def _names(self, kind: str, text: str) -> Iterator[tuple[str, list[int]]]:
        """Yield the names in a text that components of a kind carry, the longest first, and who carries them."""
        found: dict[str, list[int]] = {}
        for component, own in enumerate(self.layout.kind_of):
            if own == kind:
                for name in {side.name for side in self.game.cards[self.layout.card_of[component]].sides}:
                    if name and name in text:
                        found.setdefault(name, []).append(component)
        yield from sorted(found.items(), key=lambda pair: -len(pair[0]))


class _Questions:
    """Knows of questions by their places what they ask for, and which kinds of components their words name."""

    def __init__(self, program: Program, game: Game) -> None:
        self._game = game
        self._secret: dict[object, bool] = {}
        self._questions: dict[object, c.Choose | c.May | c.OneOf] = {
            node.span: node for node in program.nodes if isinstance(node, c.Choose | c.May | c.OneOf)
        }

    def asks_at(self, place: object) -> bool:
        """Say whether a statement asks at a place."""
        return place in self._questions

    def are_secret(self, place: object) -> bool:
        """Say whether what can be answered at a place follows from which hidden components or numbers somebody has."""
        if place not in self._secret:
            question = self._questions.get(place)
            self._secret[place] = question is not None and any(map(self._is_secret, nodes(question)))
        return self._secret[place]

    def _is_secret(self, node: object) -> bool:
        match node:
            case c.PlayerCounter(counter=name):
                return self._game.counters[name].visible in ("owner", "others", "some")
            case c.Items(list=source, where=where) if where is not None:
                return any(isinstance(part, c.ZoneRef) and self._is_hidden(part) for part in nodes(source))
        return False

    def _is_hidden(self, ref: c.ZoneRef) -> bool:
        zones = (self._game.zones, self._game.player_zones, self._game.component_zones)
        name = ref.zone.rpartition(".")[2]
        return any(
            not is_open(zone) for group in zones for zone in group.values() if zone.name.endswith(name)
        )

    def asks_components(self, place: object) -> bool:
        """Say whether a component is chosen at a place."""
        question = self._questions.get(place)
        return isinstance(question, c.Choose) and question.shown.base == "component"

    def kinds_at(self, place: object) -> tuple[str, ...]:
        """Return the kinds that the words of the question at a place name."""
        match self._questions.get(place):
            case c.OneOf(prompt=prompt, branches=branches):
                return kinds_named(prompt, *(branch.label for branch in branches))
            case c.Choose(prompt=prompt) | c.May(prompt=prompt):
                return kinds_named(prompt)
        return ()


def _kept_secret(game: Game) -> frozenset[object]:
    """Return the places of formulas whose value gets a name, and by that name goes where not everybody sees it.

    A random number that is worked out there is told by where it goes alone.
    """
    found = set()
    waiting = list(all_blocks(game))
    while waiting:
        block = waiting.pop()
        waiting += [inner for statement in block for inner in inner_blocks(statement)]
        lets = {one.name: one.value.span for one in block if isinstance(one, c.Let)}
        if lets:
            for node in nodes(block):
                if isinstance(node, c.Assign) and _is_hidden(game, node.target):
                    names = {part.name for part in nodes(node.value) if isinstance(part, c.Local)}
                    found |= {span for name, span in lets.items() if name in names}
    return frozenset(found)


def _is_hidden(game: Game, target: c.Target) -> bool:
    """Say whether not everybody sees what is set."""
    match target:
        case c.PlayerCounter(counter=name):
            return game.counters[name].visible != "all"
        case c.GameState(name=name):
            return game.state[name].visible != "all"
        case c.ComponentState(name=name, component=component):
            return any(game.kinds[kind].state[name].visible != "all" for kind in component.type.names)
    return False


def _where_active(game: Game, kind: str) -> list[Zone]:
    """Return the zones in which the abilities of a kind work."""
    return [game.player_zones[name] for name in game.kinds[kind].active_in]


def kinds_named(*templates: c.Template | None) -> tuple[str, ...]:
    """Return the kinds of the components that some texts name."""
    found: dict[str, None] = {}
    for template in templates:
        for part in nodes(template):
            if isinstance(part, c.Expr):
                type_ = part.type.item if part.type.item is not None else part.type
                if type_.base == "component":
                    found.update(dict.fromkeys(type_.names))
    return tuple(found)
