"""Windows in a compiled game, and moves around which the machine opens windows: blocks that every game shares.

A function whose name begins with `send_`, and `open_window`, may come to a decision: it gives back None when done,
else False (a decision waits) or True (go on), after leaving its frame in `s.u`, as compiled units do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.compiler.answers import DONE, EXTRA
from rulewright.interpreter.content.model import Ability
from rulewright.interpreter.fast.support import burn, burn_moving
from rulewright.interpreter.fast.traffic import END, Traffic
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import BY_MACHINE, Opens
from rulewright.interpreter.state.layout import NOBODY, NOWHERE, OPENINGS, ROUND, Layout

if TYPE_CHECKING:
    from rulewright.interpreter.fast.state import FastState

Result = bool | None
Frame = list[Any]
Test = Callable[..., bool]

MAIN, WINDOW, WINDOW_ASKS, SENDING, SWAPPING = range(5)
FIRST_OWN = 8
"""The first number for blocks of a game's own."""

ANY_COMPONENT = -1
_NO_LISTENERS: tuple[tuple[tuple[Listener, int], ...], ...] = ((), ())
_NUMBER, _ARGS, _PLAYERS, _AT, _OPENING, _ONLY, _DONE, _EXTRA, _SLOTS = range(1, 10)


@dataclass(frozen=True, slots=True)
class Steps:
    """How many steps it counts for to ask whether an ability can be used, and to use it."""

    asked: int
    used: int


@dataclass(frozen=True, slots=True)
class Listener:
    """An ability as it runs: what it must meet, whether it can start, and what it does."""

    ability: Ability
    automatic: bool
    limit: str
    pattern: tuple[tuple[int, int], ...]
    steps: Steps
    condition: Test | None
    can_start: Test | None
    run: Callable[..., Result]


@dataclass(frozen=True, slots=True)
class Extra:
    """The action of an `at any decision`: whether it can start, and how it runs, for the player who acts."""

    action: str
    can_start: Test
    run: Callable[..., Result]


class Windows:
    """Opens windows and sends components on their way."""

    def __init__(self, layout: Layout, traffic: Traffic) -> None:
        self.layout = layout
        self.traffic = traffic
        self.count = len(layout.ids)
        self.declared = tuple(layout.game.windows.values())
        self.listeners: list[dict[tuple[int, int], tuple[Listener, ...]]] = [{} for _ in self.declared]
        self.by_component: list[list[tuple[tuple[tuple[Listener, int], ...], ...]]] = []
        # For each window, and in it for each player, the zones where a card may be active that listens.
        self.places: list[tuple[tuple[int, ...], ...]] = []
        self._by_serial: dict[int, Listener] = {}
        self.heard: list[bool] = []
        self.takes_part: list[Test | None] = [None for _ in self.declared]
        self.extras: list[Extra] = []
        # Who is told of every use of an ability: the player, the component and the ability.
        self.by_machine = {
            opens: tuple(number for number, window in enumerate(self.declared) if window.opens == opens)
            for opens in BY_MACHINE
        }

    def index(self) -> None:
        """Note for each window and component who listens, by side, and where its last use is noted.

        Called when all listeners are there.
        """
        stamp = self.layout.stamp_slot
        self.by_component, self.places = [], []
        for sides in self.listeners:
            cards = {card for card, _ in sides}
            self.places.append(self._places_of(cards))
            self.by_component.append(
                [
                    tuple(
                        tuple(
                            (each, stamp(each.ability.serial, number)) for each in sides.get((card, side), ())
                        )
                        for side in (0, 1)
                    )
                    if card in cards
                    else _NO_LISTENERS
                    for number, card in enumerate(self.layout.card_of)
                ]
            )
        # Whether the counts of a window tell exactly for whom an ability waits: they know no argument but the first.
        self.counted = [
            all(_is_counted(each.ability.pattern) for listeners in sides.values() for each in listeners)
            for sides in self.listeners
        ]
        self._by_serial = {
            each.ability.serial: each
            for sides in self.listeners
            for listeners in sides.values()
            for each in listeners
        }
        waiting = {
            side
            for numbers in self.by_machine.values()
            for number in numbers
            for side in self.listeners[number]
        }
        self.heard = [any((card, side) in waiting for side in (0, 1)) for card in self.layout.card_of]

    def _places_of(self, cards: Collection[int]) -> tuple[tuple[int, ...], ...]:
        game, active = self.layout.game, self.layout.zone_active
        kinds = {game.cards[card].kind for card in cards}
        return tuple(
            tuple(zone for zone in zones if kinds.intersection(active[zone]))
            for zones in self.layout.active_zones
        )

    def blocks(self) -> list[Callable[..., Result]]:
        """Return the functions for the blocks from WINDOW on."""
        return [self._window, self._window_asked, self._sending, self._swapping]

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return what compiled code calls."""
        names = ("open_window", "send_move", "send_discard", "send_draw", "send_flip", "send_swap")
        return {name: getattr(self, name) for name in names}

    # ---------------------------------------------------------------- windows
    def open_window(
        self,
        s: FastState,
        number: int,
        args: tuple[Any, ...],
        players: tuple[int, ...],
        slot: int,
        extra: int,
    ) -> Result:
        """Open a window; its number of opening has been counted already.

        `slot` is where in `k` all are counted who wait for it, behind the players one by one; a player for whom no card
        waits when it is the player's turn is passed over.
        """
        if len(players) == 1 and not s.k[slot - self.layout.players + players[0]]:
            return None
        frame = [
            WINDOW,
            number,
            args,
            players,
            0,
            s.v[OPENINGS],
            ANY_COMPONENT,
            (),
            extra,
            slot - self.layout.players,
        ]
        result = self._run(s, frame)
        if result is not None:
            s.u.append(frame)
        return result

    def _run(self, s: FastState, frame: Frame) -> Result:
        players, at, slots = frame[_PLAYERS], frame[_AT], frame[_SLOTS]
        k, takes_part = s.k, self.takes_part[frame[_NUMBER]]
        while at < len(players):
            player = players[at]
            if (slots < 0 or k[slots + player]) and (
                takes_part is None
                or (
                    (
                        (self.counted[frame[_NUMBER]] and slots >= 0)
                        or self.waits(s, frame[_NUMBER], frame[_ARGS], player, frame[_ONLY])
                    )
                    and takes_part(s.v, s.z, k, player, *frame[_ARGS])
                )
            ):
                usable = self._usable(s, frame, player)
                if usable:
                    frame[_AT] = at
                    for component, listener in usable:
                        if listener.automatic:
                            result = self._use(s, frame, player, component, listener)
                            break
                    else:
                        self._ask(s, frame, player, usable)
                        return False
                    if result is not None:
                        return result
                    continue
            at += 1
        return None

    def waits(self, s: FastState, number: int, args: tuple[Any, ...], player: int, only: int) -> bool:
        """Say whether an ability in play of a player waits for a window with these arguments."""
        v, face, sides, active = s.v, self.traffic.face, self.by_component[number], self.traffic.active
        for zone in self.places[number][player]:
            for component in s.z[zone]:
                listeners = sides[component][v[face + component]]
                if not listeners or only not in (ANY_COMPONENT, component):
                    continue
                if zone not in (active[component] or ()):
                    continue
                for listener, _ in listeners:
                    if all(args[position] == wanted for position, wanted in listener.pattern):
                        return True
        return False

    def _usable(self, s: FastState, frame: Frame, player: int) -> list[tuple[int, Listener]]:
        v, z, k, face, number = s.v, s.z, s.k, self.traffic.face, frame[_NUMBER]
        sides, args, only = self.by_component[number], frame[_ARGS], frame[_ONLY]
        active = self.traffic.active
        found: list[tuple[int, Listener]] = []
        for zone in self.places[number][player]:
            for component in z[zone]:
                listeners = sides[component][v[face + component]]
                if not listeners or only not in (ANY_COMPONENT, component):
                    continue
                if zone not in (active[component] or ()):
                    continue
                for listener, stamp in listeners:
                    for position, wanted in listener.pattern:
                        if args[position] != wanted:
                            break
                    else:
                        if listener.limit != "none" and (
                            v[stamp] == v[ROUND] if listener.limit == "round" else v[stamp] >= frame[_OPENING]
                        ):
                            continue
                        if frame[_DONE] and (component, listener.ability.serial) in frame[_DONE]:
                            continue
                        burn(k, listener.steps.asked)
                        test = listener.condition
                        if test is not None and not test(v, z, k, player, component, *args):
                            continue
                        test = listener.can_start
                        if test is None or test(v, z, k, player, component, *args):
                            found.append((component, listener))
        return found

    def _ask(self, s: FastState, frame: Frame, player: int, usable: list[tuple[int, Listener]]) -> None:
        options = [listener.ability.serial * self.count + component for component, listener in usable]
        options.append(DONE)
        if frame[_EXTRA] and self.extras[frame[_EXTRA] - 1].can_start(s.v, s.z, s.k, player):
            options.append(EXTRA)
        s.o, s.p = options, player
        frame[0] = WINDOW_ASKS

    def _use(self, s: FastState, frame: Frame, player: int, component: int, listener: Listener) -> Result:
        slot = self.layout.stamp_slot(listener.ability.serial, component)
        s.v[slot] = s.v[ROUND] if listener.limit == "round" else frame[_OPENING]
        if listener.automatic:
            frame[_DONE] = (*frame[_DONE], (component, listener.ability.serial))
        burn(s.k, listener.steps.used)
        if s.watch is not None:
            s.watch(player, component, listener.ability)
        return listener.run(s, player, component, *frame[_ARGS])

    def _window(self, s: FastState, frame: Frame) -> Result:
        result = self._run(s, frame)
        if result is None:
            s.f.pop()
        return result

    def _window_asked(self, s: FastState, frame: Frame) -> Result:
        answer, player = s.a, frame[_PLAYERS][frame[_AT]]
        frame[0] = WINDOW
        result: Result = None
        if answer == DONE:
            frame[_AT] += 1
        elif answer == EXTRA:
            result = self.extras[frame[_EXTRA] - 1].run(s, player)
        else:
            serial, component = divmod(answer, self.count)
            result = self._use(s, frame, player, component, self.listener(serial))
        return self._window(s, frame) if result is None else result

    def extra_of(self, frame: Frame) -> Extra:
        """Return the action that can be added to the options of a window."""
        number: int = frame[_EXTRA]
        return self.extras[number - 1]

    def listener(self, serial: int) -> Listener:
        """Return the listener of the ability with this serial."""
        return self._by_serial[serial]

    # ---------------------------------------------------------------- moves with windows
    def send_move(self, s: FastState, components: Sequence[int], zone: int, on_top: int) -> Result:
        """Move components, opening the windows before they leave and after they are taken."""
        there = [component for component in components if component >= 0]
        if not self._heard(s.v, there, zone):
            self.traffic.move_all(s.v, s.z, s.k, there, zone, on_top)
            return None
        burn_moving(s.k, len(there))
        return self._send(
            s, tuple((component, zone, index if on_top else END) for index, component in enumerate(there))
        )

    def send_discard(self, s: FastState, components: Sequence[int]) -> Result:
        """Discard components, opening the windows before they leave."""
        there = [component for component in components if component >= 0]
        if not self._heard(s.v, there, NOWHERE):
            self.traffic.discard_all(s.v, s.z, s.k, there)
            return None
        burn_moving(s.k, len(there))
        return self._send(s, tuple((component, self.traffic.pile_of(component), END) for component in there))

    def send_draw(self, s: FastState, number: int, source: int, zone: int) -> Result:
        """Draw components, opening the windows around each."""
        drawn = self.traffic.drawn(s, number, source)
        if not self._heard(s.v, drawn, zone):
            if drawn:
                self.traffic.carry(s.v, s.z, s.k, drawn, zone)
            return None
        burn_moving(s.k, len(drawn))
        return self._send(s, tuple((component, zone, END) for component in drawn))

    def send_flip(self, s: FastState, components: Sequence[int]) -> Result:
        """Turn components, opening the windows of those in play."""
        there = [component for component in components if component >= 0]
        self.traffic.flip(s, there)
        entered = tuple(component for component in there if self.traffic.in_play(s.v, component))
        return self._send(s, (), entered) if entered else None

    def _heard(self, v: list[int], components: Sequence[int], zone: int) -> bool:
        """Say whether the machine may open windows for some of these cards, which go to a zone (or out of play)."""
        heard, seats, at = self.heard, self.traffic.seats, self.traffic.at
        for component in components:
            if heard[component]:
                seat = seats[component]
                if seat[zone] != NOBODY or seat[v[at + component]] != NOBODY:
                    return True
        return False

    def _send(
        self, s: FastState, ways: tuple[tuple[int, int, int], ...], entered: tuple[int, ...] = ()
    ) -> Result:
        frame = [SENDING, ways, 0, entered, 0]
        result = self._carry(s, frame)
        if result is not None:
            s.u.append(frame)
        return result

    def _carry(self, s: FastState, frame: Frame) -> Result:
        ways, v, at, seats = frame[1], s.v, self.traffic.at, self.traffic.seats
        while frame[2] < len(ways):
            component, zone, index = ways[frame[2]]
            player = seats[component][v[at + component]]
            if not frame[4] and player != NOBODY and self._leaves_play(v, component, zone):
                frame[4] = 1
                result = self._open_by_machine(s, "leaving", component)
                if result is not None:
                    return result
                player = seats[component][v[at + component]]
            frame[4] = 0
            place = END if index == END else min(index, len(s.z[zone]))
            self.traffic.move_one(v, s.z, s.k, component, zone, place)
            if seats[component][v[at + component]] not in (NOBODY, player):
                frame[3] = (*frame[3], component)
            frame[2] += 1
        while frame[2] < len(ways) + len(frame[3]):
            component = frame[3][frame[2] - len(ways)]
            frame[2] += 1
            if self.traffic.in_play(v, component):
                result = self._open_by_machine(s, "taken", component)
                if result is not None:
                    return result
        return None

    def _leaves_play(self, v: list[int], component: int, zone: int) -> bool:
        player = self.traffic.player_of(v, component)
        active = self.traffic.active[component]
        stays = active is not None and zone in active and self.traffic.holder[zone] == player
        return player != NOBODY and not stays

    def _open_by_machine(self, s: FastState, opens: Opens, component: int) -> Result:
        layout, v = self.layout, s.v
        player, side = v[layout.owner + component], (layout.card_of[component], v[layout.face + component])
        frames: list[Frame] = []
        for number in reversed(self.by_machine[opens]):
            if side in self.listeners[number]:
                v[OPENINGS] += 1
                frames.append([WINDOW, number, (), (player,), 0, v[OPENINGS], component, (), 0, -1])
        while frames:
            result = self._run(s, frames[-1])
            if result is not None:
                s.u.extend(reversed(frames))
                return result
            frames.pop()
        return None

    def _sending(self, s: FastState, frame: Frame) -> Result:
        result = self._carry(s, frame)
        if result is None:
            s.f.pop()
        return result

    # ---------------------------------------------------------------- swaps with windows
    def send_swap(self, s: FastState, left: int, right: int) -> Result:
        """Exchange two components, opening the windows before they leave and after they are taken."""
        if c.NOTHING in (left, right) or left == right:
            return None
        frame = [SWAPPING, left, right, 0, 0]
        result = self._exchange(s, frame)
        if result is not None:
            s.u.append(frame)
        return result

    def _exchange(self, s: FastState, frame: Frame) -> Result:
        v, pair = s.v, (frame[1], frame[2])
        while frame[3] < 2:
            zones = [v[self.layout.at + component] for component in pair]
            component, zone = pair[frame[3]], zones[1 - frame[3]]
            frame[3] += 1
            if zones[0] != zones[1] and zone != NOWHERE and self._leaves_play(v, component, zone):
                result = self._open_by_machine(s, "leaving", component)
                if result is not None:
                    return result
        players = [self.traffic.player_of(v, component) for component in pair]
        self.traffic.swap(s, *pair)
        entered = tuple(
            component
            for component, player in zip(pair, players, strict=True)
            if self.traffic.player_of(v, component) not in (NOBODY, player)
        )
        frame[:] = [SENDING, (), 0, entered, 0]
        return self._carry(s, frame)

    def _swapping(self, s: FastState, frame: Frame) -> Result:
        result = self._exchange(s, frame)
        if result is None:
            s.f.pop()
        return result


def _is_counted(pattern: tuple[c.Expr | None, ...]) -> bool:
    """Say whether an ability that waits for these arguments is counted for just them."""
    return all(
        wanted is None or (number == 0 and isinstance(wanted, c.Const | c.CardConst))
        for number, wanted in enumerate(pattern)
    )
