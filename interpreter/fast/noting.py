"""The compiled machine that keeps a journal: it does what the other does, and notes what happens.

What compiled code does itself, lines of its own note (`interpreter/compiler/noting.py`); here is noted what it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from rulewright.interpreter.compiler.notes import CANNOT_START, Sort
from rulewright.interpreter.content.model import Phase, RoundKind
from rulewright.interpreter.fast.machine import Machine, Unit
from rulewright.interpreter.fast.noting_state import NotingState
from rulewright.interpreter.fast.quick_moves import Mover, QuickTraffic
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.fast.support import burn_moving, no_effect
from rulewright.interpreter.fast.taking import Say
from rulewright.interpreter.fast.traffic import NO_SIZE, Traffic
from rulewright.interpreter.fast.windows import ANY_COMPONENT, FIRST_OWN, Extra, Windows
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    Cause,
    EndingBegan,
    Event,
    Finished,
    PhaseBegan,
    RoundBegan,
    SetUpBegan,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Opens
from rulewright.interpreter.state.layout import ENDING, STAGE
from rulewright.interpreter.state.position import Begin
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.walker.scoring import scores_in, winners_in

# Plain numbers: a member of an enum takes as long to look up as a note to write.
_MOVED, _ACTION, _DECIDED, _OPENED = map(int, (Sort.MOVED, Sort.ACTION, Sort.DECIDED, Sort.OPENED))

Ints = list[int]
Result = bool | None


class NotingTraffic(Traffic):
    """Moves components and notes each move in the state that is running, which `k` knows (`NotingCounts`)."""

    def _carrier(self) -> Callable[[Ints, list[Ints], Ints, Sequence[int], int], None]:
        carry, at = super()._carrier(), self.at

        def noting(v: Ints, z: list[Ints], k: Any, components: Sequence[int], zone: int) -> None:  # noqa: ANN401
            s = k.running
            if len(components) > 1:
                burn_moving(k, len(components))
            for component in components:
                if component >= 0:
                    before = v[at + component]
                    carry(v, z, k, (component,), zone)
                    s.j.append((s.by, s.c, component, before, zone))

        return noting

    def movers(self) -> dict[str, Callable[..., Any]]:
        """Return the quick ways to move components, each with its notes behind it."""
        quiet = QuickTraffic.__new__(QuickTraffic)
        vars(quiet).update(vars(self))
        quiet.carry = quiet._carrier()  # noqa: SLF001  # its base's own
        quick = quiet.movers()
        wrappers = {
            "lay": self._noting_one,
            "lay_in": self._noting_one_of,
            "hand": self._noting_one_of,
            "lay_all": self._noting_all,
            "pour": self._noting_pour,
            "deal": self._noting_deal,
        }
        return {name: wrappers[name.removesuffix("_anew")](move) for name, move in quick.items()}

    def _noting_one(self, move: Mover) -> Mover:
        at = self.at

        def noting(v: Ints, z: list[Ints], k: Any, component: int, zone: int) -> None:  # noqa: ANN401
            if component >= 0:
                before = v[at + component]
                move(v, z, k, component, zone)
                s = k.running
                s.j.append((_MOVED, s.c, component, before, zone))

        return noting

    def _noting_one_of(self, move: Mover) -> Mover:
        """Note as `_noting_one` does what takes a size or an owner, too: arguments that are named cost less."""
        at = self.at

        def noting(v: Ints, z: list[Ints], k: Any, component: int, zone: int, more: int) -> None:  # noqa: ANN401
            if component >= 0:
                before = v[at + component]
                move(v, z, k, component, zone, more)
                s = k.running
                s.j.append((_MOVED, s.c, component, before, zone))

        return noting

    def _noting_all(self, move: Mover) -> Mover:
        at = self.at

        def noting(  # as `lay_all`
            v: Ints,
            z: list[Ints],
            k: Any,  # noqa: ANN401
            components: Sequence[int],
            zone: int,
            owner: int,
        ) -> None:
            s = k.running
            site = s.c
            told, met = [], set[int]()
            for component in components:
                if component >= 0:
                    # What is moved a second time lies there already.
                    before = zone if component in met else v[at + component]
                    told.append((_MOVED, site, component, before, zone))
                    met.add(component)
            move(v, z, k, components, zone, owner)
            s.j += told

        return noting

    def _noting_pour(self, move: Mover) -> Mover:
        def noting(v: Ints, z: list[Ints], k: Any, source: int, zone: int, owner: int) -> None:  # noqa: ANN401
            moved = z[source]
            if moved:
                s = k.running
                site = s.c
                s.j += [(_MOVED, site, component, source, zone) for component in moved]
                move(v, z, k, source, zone, owner)

        return noting

    def _noting_deal(self, move: Mover) -> Mover:
        def noting(
            s: Any,  # noqa: ANN401  # the running state
            number: int,
            source: int,
            zone: int,
            owner: int,
            size: int = NO_SIZE,
        ) -> None:
            z = s.z
            if source in self.plays or number > len(z[source]) or len(z[zone]) + number > size:
                self.draw(s, number, source, zone)
            elif number > 0:
                site = s.c
                s.j += [(_MOVED, site, component, source, zone) for component in z[source][:number]]
                move(s, number, source, zone, owner, size)

        return noting

    def drawn(self, s: Any, number: int, source: int) -> tuple[int, ...]:  # noqa: ANN401  # the running state
        """Return the first components of a zone, refilled once when there are too few."""
        pile = self.refill[source] if source >= 0 else -1
        returning = len(s.z[pile]) if pile >= 0 else 0
        s.by = Sort.REFILLED
        try:
            found = super().drawn(s, number, source)
        finally:
            s.by = Sort.MOVED
        if returning and not s.z[pile]:
            s.j.append((Sort.SHUFFLED, s.c, source, returning))
        return found

    def flip(self, s: Any, components: Sequence[int]) -> None:  # noqa: ANN401
        """Turn components to the other side."""
        burn_moving(s.k, len(components))
        for component in components:
            if component >= 0:
                super().flip(s, (component,))
                s.j.append((Sort.FLIPPED, s.c, component, s.v[self.face + component]))

    def swap(self, s: Any, left: int, right: int) -> None:  # noqa: ANN401
        """Exchange the places of two components."""
        before = (s.v[self.at + left], s.v[self.at + right])
        super().swap(s, left, right)
        if left >= 0 and right >= 0 and left != right:
            s.j.append((Sort.MOVED, s.c, left, *before))
            s.j.append((Sort.MOVED, s.c, right, *before[::-1]))

    def show(self, s: Any, components: Sequence[int], players: Sequence[int]) -> None:  # noqa: ANN401
        """Let players see components where they lie."""
        super().show(s, components, players)
        seats = tuple(player for player in players if player >= 0)
        if seats:
            s.j += [(Sort.SHOWN, s.c, component, seats) for component in components if component >= 0]

    def shuffle_zone(self, s: Any, zone: int) -> None:  # noqa: ANN401
        """Bring a zone into a random order."""
        super().shuffle_zone(s, zone)
        if zone >= 0:
            s.j.append((Sort.SHUFFLED, s.c, zone, len(s.z[zone])))


class NotingWindows(Windows):
    """Opens windows and notes who is heard and what is used.

    A move goes on after the windows around it; the statement that moves stands in the frame below its own.
    """

    statement_of: Callable[[int], Any]

    def open_window(
        self,
        s: Any,  # noqa: ANN401  # the running state
        number: int,
        args: tuple[Any, ...],
        players: tuple[int, ...],
        slot: int,
        extra: int,
    ) -> Result:
        """Open a window; its number of opening has been counted already."""
        slots = slot - self.layout.players
        if slots >= 0 and self.counted[number]:
            k = s.k
            if (
                k[slot]
                if len(players) == self.layout.players
                else any(k[slots + player] for player in players)
            ):
                s.j.append((_OPENED, number, ANY_COMPONENT))
        else:
            self._opened(s, number, args, players, ANY_COMPONENT)
        return super().open_window(s, number, args, players, slot, extra)

    def _opened(
        self,
        s: Any,  # noqa: ANN401
        number: int,
        args: tuple[Any, ...],
        players: tuple[int, ...],
        only: int,
    ) -> None:
        if any(self.waits(s, number, args, player, only) for player in players):
            s.j.append((_OPENED, number, only))

    def _use(self, s: Any, frame: Frame, player: int, component: int, listener: Any) -> Result:  # noqa: ANN401
        s.j.append((Sort.USED, player, component, listener.ability.serial))
        return super()._use(s, frame, player, component, listener)

    def _open_by_machine(self, s: Any, opens: Opens, component: int) -> Result:  # noqa: ANN401
        layout, site = self.layout, s.c
        side = (layout.card_of[component], s.v[layout.face + component])
        for number in reversed(self.by_machine[opens]):
            if side in self.listeners[number]:
                self._opened(s, number, (), (s.v[layout.owner + component],), component)
        result = super()._open_by_machine(s, opens, component)
        s.c = site
        return result

    def _sending(self, s: Any, frame: Frame) -> Result:  # noqa: ANN401
        s.c = self.statement_of(s.f[-2][0])
        return super()._sending(s, frame)

    def _swapping(self, s: Any, frame: Frame) -> Result:  # noqa: ANN401
        s.c = self.statement_of(s.f[-2][0])
        return super()._swapping(s, frame)


class NotingMachine(Machine):
    """A compiled game that keeps a journal; its states are `NotingState`s."""

    traffic: NotingTraffic
    windows: NotingWindows
    state_class = NotingState
    traffic_class: type[Traffic] = NotingTraffic
    windows_class = NotingWindows

    def _run_module(self) -> dict[str, Any]:
        sites = enumerate(self.compiled.sites)
        self._moving = {(place, unit): number for number, (place, unit, word) in sites if word in _MOVING}
        namespace = super()._run_module()
        namespace["ENDING"] = self._ending(namespace["ENDING"])
        effects = [
            name for name, what in namespace.items() if name.startswith("E_") and isinstance(what, tuple)
        ]
        for name in effects:
            namespace[name] = tuple(tuple(map(self._noted, sides)) for sides in namespace[name])
        self.windows.extras = [replace(extra, run=self._in_menu(extra)) for extra in self.windows.extras]
        self.windows.statement_of = self._statement_of
        return namespace

    def _after_what_is_alike(self) -> FastState | None:
        """Return where every game stands behind the part of its set-up that is alike, with what was noted of it."""
        s = super()._after_what_is_alike()
        # A copy has its notes behind it, and is changed no more by those who copy it in turn.
        return None if s is None else s.clone()

    def _carry_out_alike(self, s: FastState) -> None:
        self._note_set_up(s)
        k: Any = s.k
        before, k.running = k.running, s
        try:
            super()._carry_out_alike(s)
        finally:
            k.running = before

    def _note_set_up(self, s: FastState) -> None:
        """Note that the set-up begins, if it does."""
        assert isinstance(s, NotingState)
        if s.past is None and not s.j:
            s.j.append(SetUpBegan(Cause(self._span_of(self.game.setup), "set-up")))

    def _functions(self) -> dict[str, Callable[..., Any]]:
        own: dict[str, Callable[..., Any]] = {
            "began": self._began,
            "changes": self._changes,
            "forced": self._forced,
            "may_ends": self._may_ends,
        }
        return {**super()._functions(), **own}

    @cached_property
    def _sayings(self) -> list[Say | None]:
        return [self.asker.takers.of_action(action) for action in self.game.actions.values()]

    def _statement_of(self, block: int) -> int:
        """Return the site of the statement that moves components, by the block behind it."""
        unit, place, _ = self.compiled.points[block - FIRST_OWN]
        return self._moving[place, unit]

    # ---------------------------------------------------------------- what compiled code calls
    def _began(self, s: NotingState, number: int, player: int, args: tuple[Any, ...]) -> None:
        say = self._sayings[number]
        s.j.append((_ACTION, s.c, number, player, None if say is None else say(s, player, args)))

    def _changes(self, s: NotingState, site: int, before: list[tuple[int, int]]) -> None:
        for slot, old in before:
            if s.v[slot] != old:
                s.j.append((Sort.COUNTER, site, slot, old, s.v[slot]))

    def _may_ends(self, s: NotingState, site: int, player: int, used_up: bool) -> None:  # by compiled code
        if not s.m[site]:
            s.j.append((Sort.ENDED, site, player))
        elif not used_up:
            s.j.append((Sort.SKIPPED, site, player, CANNOT_START))
        s.m[site] = 0

    def _forced(self, s: NotingState, options: Sequence[int], player: int, frame: Frame) -> None:
        s.j.append((_DECIDED, self.asker.noted(s, frame, options, player), 0, True))

    def _noted(self, effect: Unit) -> Unit:
        """Return the effect in a field so that it is noted when it begins."""
        face, unit = self.layout.face, effect.__name__

        def run(s: NotingState, me: int, component: int) -> Result:
            s.j.append((Sort.EFFECT, s.c, me, component, s.v[face + component], unit))
            return effect(s, me, component)

        return effect if effect is no_effect else run

    def _in_menu(self, extra: Extra) -> Unit:
        """Return how the action of an `at any decision` runs out of a window's menu."""
        span = self.game.actions[extra.action].span

        def run(s: NotingState, player: int) -> Result:
            s.c = Cause(span, f"window {self.windows.declared[s.f[-1][1]].name}")
            return extra.run(s, player)

        return run

    # ---------------------------------------------------------------- the course of the game
    def _run(self, s: FastState, unit: Unit | None) -> None:
        self._note_set_up(s)
        k: Any = s.k
        k.running = s
        try:
            super()._run(s, unit)
        finally:
            k.running = None

    def step(self, s: Any, option: int) -> None:  # noqa: ANN401  # a `NotingState`: to ask takes time
        """Take the option with this position of the present decision, and run up to the next."""
        if option < 0:
            raise IndexError(option)
        options = s.o
        _ = options[option]
        s.j.append((_DECIDED, self.asker.noted(s, s.f[-1], options, s.p), option, False))
        k = s.k
        k.running = s
        try:
            Machine.step(self, s, option)
        finally:
            k.running = None

    def begin(self, s: FastState, begin: Begin, setting: Setting) -> list[list[Any]] | None:
        """Make the stated position of a game that waits for it, and go on."""
        assert isinstance(s, NotingState)
        s.stated = True
        try:
            return super().begin(s, begin, setting)
        finally:
            s.stated = False

    def _journal_of(self, s: FastState) -> list[Event] | None:
        """Return where the edits of a stated position are noted."""
        assert isinstance(s, NotingState)
        return cast("list[Event]", s.j)

    def _phases(self, number: int) -> list[Unit]:
        kind = self.setting.round_kind(number)
        if kind is None:
            return []
        units = zip(kind.phases, super()._phases(number), strict=True)
        return [
            self._phase(number, kind, self.game.phases[name], position == 0, unit)
            for position, (name, unit) in enumerate(units)
        ]

    def _phase(self, number: int, kind: RoundKind, phase: Phase, first: bool, unit: Unit) -> Unit:
        """Return how a phase of a round begins; with its first one, or where a match is begun, so does the round."""
        of_round = Cause(kind.span, f"phase {kind.phases[0]}")
        eyes = self.layout.eyes
        phase_began = PhaseBegan(Cause(phase.span, f"phase {phase.name}"), phase.name, phase.title)

        def begin(s: NotingState) -> Result:
            if first or s.stated:
                s.stated = False
                s.j.append(RoundBegan(of_round, number, kind.name, kind.title, eyes.tops(s.z)))
            s.j.append(phase_began)
            return unit(s)

        return begin

    def _ending(self, unit: Unit) -> Unit:
        cause = Cause(self._span_of(self.game.ending), "ending")

        def begin(s: NotingState) -> Result:
            s.j.append(EndingBegan(cause, s.early))
            s.early = False
            return unit(s)

        return begin

    def _finished(self, s: FastState) -> bool | None:
        assert isinstance(s, NotingState)
        s.early = s.v[STAGE] != ENDING
        return super()._finished(s)

    def _end(self, s: FastState) -> bool:
        result = super()._end(s)
        assert isinstance(s, NotingState)
        results = self.results(s)
        scores, winners = scores_in(results, self.layout.players), winners_in(self.game, results)
        s.j.append(Finished(Cause(self.game.rank.span, "ending"), tuple(scores), tuple(winners)))
        return result

    def _span_of(self, block: c.Block) -> Span:
        return block[0].span if block else self.game.rank.span


_MOVING = frozenset(("move", "top", "draw", "discard", "flip", "swap"))
