"""Tells the events of a journal from what a compiled game has noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.compiler.build import NO_PLACE
from rulewright.interpreter.compiler.notes import REASONS, Sort
from rulewright.interpreter.fast.asking import Asked, Noted
from rulewright.interpreter.fast.describing import decision
from rulewright.interpreter.fast.noting_state import Note, NotingState
from rulewright.interpreter.fast.windows import FIRST_OWN
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    ActionBegan,
    Cause,
    ChoiceEnded,
    CounterChanged,
    Decided,
    EffectBegan,
    Event,
    Flipped,
    Moved,
    RandomDrawn,
    Shown,
    Shuffled,
    Skipped,
    StateSet,
    TurnOrderSet,
    WindowOpened,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER, Type
from rulewright.interpreter.state.places import side_name
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.variants import is_automatic
from rulewright.interpreter.walker.texts import worded

if TYPE_CHECKING:
    from rulewright.interpreter.fast.machine import Machine

_Counter = tuple[str, int, int]
_State = tuple[int, str, Type]


class Teller:
    """Tells one match; what has been told once is kept."""

    def __init__(self, machine: Machine, setting: Setting) -> None:
        self.machine = machine
        self.setting = setting
        self.build = machine.compiled
        self._actions = tuple(setting.game.actions.values())
        self.events: list[Event] = []
        self._causes: dict[int, Cause] = {}
        # Both sides of a card may share an effect; its rule is the side that ran it last.
        self._sides: dict[str, str] = {}
        self._counters: dict[int, _Counter] = {}
        self._states: dict[int, _State] = {}
        self._types: dict[Span, Type] = {}

    def copy(self) -> Teller:
        """Return a teller for a copy of the match: it has told as much, and each goes on by itself."""
        copy = Teller.__new__(Teller)
        vars(copy).update(vars(self), events=self.events.copy(), _sides=self._sides.copy())
        return copy

    def told(self, s: NotingState) -> list[Event]:
        """Return everything that has happened; not to be changed."""
        for note in s.notes(len(self.events)):
            self.events.append(self._event(note))
        return self.events

    def _event(self, note: Note) -> Event:  # noqa: C901, PLR0912  # one line for each sort
        if isinstance(note, Event):
            return note
        match note:
            case Sort.COUNTER, site, slot, before, after:
                counter, player, index = self._counter(slot)
                verb = self._word(site)
                return CounterChanged(self._cause(site), verb, player, counter, index, before, after)
            case Sort.STATE, site, slot, before, after:
                return StateSet(self._cause(site), *self._state(slot), before, after)
            case Sort.ORDER, site, before, after:
                return TurnOrderSet(self._cause(site), before, after)
            case Sort.DRAWN, site, value, into:
                return RandomDrawn(self._cause(site), self._word(site), self._type(site), value, into)
            case Sort.SHOWN, site, component, players:
                return Shown(self._cause(site), component, players)
            case Sort.MOVED, site, component, before, zone:
                return Moved(self._cause(site), component, before, zone, self._word(site))
            case Sort.REFILLED, site, component, before, zone:
                return Moved(self._cause(site), component, before, zone, "refill")
            case Sort.FLIPPED, site, component, face:
                return Flipped(self._cause(site), component, face)
            case Sort.SHUFFLED, site, zone, count:
                return Shuffled(self._cause(site), zone, count)
            case Sort.SKIPPED, site, player, reason:
                return Skipped(self._cause(site), player, REASONS[reason])
            case Sort.ENDED, site, player:
                return ChoiceEnded(self._cause(site), player)
            case Sort.ACTION, site, number, player, said:
                action = self._actions[number]
                filled = self.machine.asker.takers.told_of(action, player, said)
                words = action.in_transcripts
                text = "" if words is None else worded(self.setting.naming, words, filled)
                return ActionBegan(self._cause(site), player, action.name, text)
            case Sort.EFFECT, site, player, component, face, unit:
                began = EffectBegan(self._cause(site), player, component, self._word(site))
                self._sides[unit] = side_name(self.setting, component, face)
                return began
            case Sort.OPENED, number, component:
                window = self.machine.windows.declared[number]
                return WindowOpened(Cause(window.span, f"window {window.name}"), window.name, component)
            case Sort.USED, player, component, serial:
                return self._used(player, component, serial)
            case Sort.DECIDED, question, position, forced:
                return self._decided(question, position, forced=forced)
        raise AssertionError(note)

    # ---------------------------------------------------------------- causes
    def _cause(self, site: int | Cause) -> Cause:
        if isinstance(site, Cause):
            return site
        place, unit, _ = self.build.sites[site]
        if unit in self._sides:
            return Cause(self._span(place), self._sides[unit])
        if site not in self._causes:
            self._causes[site] = Cause(self._span(place), self.build.rules[unit][0])
        return self._causes[site]

    def _span(self, place: int) -> Span:
        span = self.build.span(place) if place != NO_PLACE else None
        return span if span is not None else self.setting.game.rank.span

    def _word(self, site: int) -> str:
        return self.build.sites[site][2]

    def _type(self, site: int) -> Type:
        """Return the type of the formula at a site."""
        if not self._types:
            for node in self.setting.program.nodes:
                if isinstance(node, c.Let | c.Assign):
                    self._types[node.value.span] = node.value.type
        return self._types[self._span(self.build.sites[site][0])]

    # ---------------------------------------------------------------- numbers
    def _counter(self, slot: int) -> _Counter:
        """Return the counter in a slot: its name, the player and the position of the entry, -1 for a plain one."""
        if not self._counters:
            game, layout = self.setting.game, self.setting.layout
            for name, counter in game.counters.items():
                for index in range(len(game.enums[counter.by].values)) if counter.by else (-1,):
                    for player in range(layout.players):
                        found = layout.counter_slot(name, player, max(index, 0))
                        self._counters[found] = (name, player, index)
        return self._counters[slot]

    def _state(self, slot: int) -> _State:
        """Return the state in a slot: its component, -1 for the game's, its name, and how to read its values."""
        if not self._states:
            game, layout = self.setting.game, self.setting.layout
            for name, field in game.state.items():
                self._states[layout.game_state[name]] = (-1, name, _readable(field.type))
            for component, kind in enumerate(layout.kind_of):
                for name, field in game.kinds[kind].state.items():
                    found = layout.state_slot(component, name)
                    self._states[found] = (component, name, _readable(field.type))
        return self._states[slot]

    # ---------------------------------------------------------------- players and cards
    def _used(self, player: int, component: int, serial: int) -> AbilityUsed:
        ability = self.setting.game.abilities[serial]
        cause = Cause(ability.span, side_name(self.setting, component, ability.side))
        automatic = is_automatic(self.setting.game, self.setting.options, ability)
        parts = (ability.side, ability.number, ability.window, automatic)
        return AbilityUsed(cause, player, component, *parts)

    def _decided(self, noted: Asked | Noted, position: int, *, forced: bool) -> Decided:
        question = self.machine.asker.told(noted)
        made = decision(self.machine, self.setting, question)
        choice = made.options[position]
        if question.window >= 0:
            window = self.machine.windows.declared[question.window]
            cause = Cause(window.span, f"window {window.name}")
        else:
            unit, place, _ = self.build.points[question.block - FIRST_OWN]
            rule = self._sides.get(unit, self.build.rules[unit][0])
            cause = Cause(self._span(place), rule)
        return Decided(cause, question.player, made.prompt, choice.id, choice.label, forced)


def _readable(type_: Type) -> Type:
    return type_ if type_ == NUMBER else type_.or_none()
