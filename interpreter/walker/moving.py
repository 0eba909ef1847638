"""Steps that move or turn components, with the windows that the machine opens around a move.

A MOVING frame carries moves one by one. `more` holds how the journal calls it, the moves (component, zone, index or -1
for the end), those that came into play (they get the windows for taken components at the end), and 1 while the window
before the present move has been opened. `at` counts moves, then openings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import Flipped, Moved, Shown, Shuffled
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.weights import weight_of_moving
from rulewright.interpreter.state import places
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.frames import AT, ENV, MORE, Env, Sort
from rulewright.interpreter.state.layout import GAME, NOBODY, NOWHERE, TURN_ORDER
from rulewright.interpreter.state.state import Frame
from rulewright.interpreter.walker import windows
from rulewright.interpreter.walker.evaluate import evaluate, number, zone_number
from rulewright.interpreter.walker.running import Running

END = -1
Way = tuple[int, int, int]


# ---------------------------------------------------------------- statements
def do_move(w: Running, env: Env, statement: c.Move) -> None:
    """Move a component or a list; on top they lie in the order of the list."""
    components = _components(w, env, statement.what)
    zone = zone_number(w.setting, w.state, env, statement.to)
    if components:
        _see_target(statement.to, zone)
        ways = [
            (component, zone, index if statement.on_top else END)
            for index, component in enumerate(components)
        ]
        _send(w, env, statement, "top" if statement.on_top else "move", ways)


def do_discard(w: Running, env: Env, statement: c.Discard) -> None:
    """Move components, each to the pile of its kind."""
    layout, game = w.setting.layout, w.setting.game
    ways = []
    for component in _components(w, env, statement.what):
        kind = layout.kind_of[component]
        if kind not in game.discards:
            raise RuleError(statement.span, f"nothing is declared under discards for the kind {kind}")
        ways.append((component, layout.zone_number(GAME, game.discards[kind]), END))
    _send(w, env, statement, "discard", ways)


def do_draw(w: Running, env: Env, statement: c.Draw) -> None:
    """Move the first components of a zone; when there are too few, the zone is refilled once."""
    wanted = number(w.setting, w.state, env, statement.number)
    source = zone_number(w.setting, w.state, env, statement.source)
    zone = zone_number(w.setting, w.state, env, statement.to)
    if wanted <= 0 or source == NOWHERE:
        return
    if len(w.state.z[source]) < wanted:
        _refill(w, statement.span, source)
    w.setting.layout.chance.look(w.state, source, wanted)
    drawn = w.state.z[source][:wanted]
    w.state.fuel.burn(weight_of_moving(len(drawn)), statement.span)
    if drawn:
        _see_target(statement.to, zone)
        _send(w, env, statement, "draw", [(component, zone, END) for component in drawn])


def do_shuffle(w: Running, env: Env, statement: c.Shuffle) -> None:
    """Bring a zone or the turn order into a random order."""
    zone = TURN_ORDER if isinstance(statement.zone, c.TurnOrder) else NOWHERE
    if isinstance(statement.zone, c.ZoneRef):
        zone = zone_number(w.setting, w.state, env, statement.zone)
    if zone != NOWHERE:
        w.state.fuel.burn(len(w.state.z[zone]), statement.span)
        w.setting.layout.chance.shuffle(w.state, zone, w.state.z[zone])
        if zone != TURN_ORDER:
            w.setting.layout.eyes.shuffles(w.state.v, w.state.z[zone])
        w.note(Shuffled, statement.span, zone, len(w.state.z[zone]))


def do_show(w: Running, env: Env, statement: c.Show) -> None:
    """Let players see components where they lie."""
    shown = _components(w, env, statement.what)
    players: tuple[int, ...] = tuple(w.state.z[TURN_ORDER])
    if statement.to is not None:
        found = evaluate(w.setting, w.state, env, statement.to)
        players = tuple(one for one in (found if isinstance(found, tuple) else (found,)) if one >= 0)
    if players:
        w.setting.layout.eyes.show(w.state.v, shown, players)
        for component in shown:
            w.note(Shown, statement.span, component, players)


def do_flip(w: Running, env: Env, statement: c.Flip) -> None:
    """Turn components to the other side; in play this opens the windows for taken components."""
    layout, v = w.setting.layout, w.state.v
    turned = _components(w, env, statement.what)
    for component in turned:
        if len(w.setting.game.cards[layout.card_of[component]].sides) < 2:
            raise RuleError(
                statement.span, f"{layout.ids[component]} cannot be flipped: it has one side only"
            )
        v[layout.face + component] ^= 1
        w.note(Flipped, statement.span, component, v[layout.face + component])
    entered = tuple(component for component in turned if places.is_active(w.setting, w.state, component))
    if entered:
        w.push_statement(Sort.MOVING, statement, env, ("flip", (), entered, 0))


def do_swap(w: Running, env: Env, statement: c.Swap) -> None:
    """Exchange the places of two components; nothing happens when one of them is none."""
    left = number(w.setting, w.state, env, statement.left)
    right = number(w.setting, w.state, env, statement.right)
    if c.NOTHING not in (left, right) and left != right:
        w.push_statement(Sort.SWAP, statement, env, (left, right))


def _components(w: Running, env: Env, what: c.Expr) -> tuple[int, ...]:
    value = evaluate(w.setting, w.state, env, what)
    if isinstance(value, int):
        return () if value == c.NOTHING else (value,)
    w.state.fuel.burn(weight_of_moving(len(value)), what.span)
    return tuple(component for component in value if component != c.NOTHING)


def _see_target(ref: c.ZoneRef, zone: int) -> None:
    if zone == NOWHERE:
        raise RuleError(ref.span, f"there is nothing here that has the zone {ref.zone}")


def _refill(w: Running, span: Span, zone: int) -> None:
    """Shuffle the components of the zone that this one is refilled from, and put them behind those left."""
    pile = w.setting.layout.refilled_from(zone)
    if pile == NOWHERE:
        return
    returning = list(w.state.z[pile])
    if not returning:
        return
    w.state.fuel.burn(weight_of_moving(len(returning)), span)
    w.setting.layout.chance.shuffle(w.state, zone, returning)
    for component in returning:
        _see_room(w, span, component, zone)
        w.setting.layout.eyes.moves(w.state.v, w.state.z, component, zone)
        before = places.put(w.setting, w.state, component, zone)
        w.note(Moved, span, component, before, zone, "refill")
    w.setting.layout.chance.refilled(w.state, zone, returning)
    w.note(Shuffled, span, zone, len(returning))


# ---------------------------------------------------------------- on the way
def _send(w: Running, env: Env, statement: c.Stmt, by: str, ways: Sequence[Way]) -> None:
    if ways:
        w.push_statement(Sort.MOVING, statement, env, (by, tuple(ways), (), 0))


def step_moving(w: Running, frame: Frame) -> None:
    """Carry out the next move, or open the next window for a component that came into play."""
    by, ways, entered, left = frame[MORE]
    if frame[AT] < len(ways):
        component, zone, index = ways[frame[AT]]
        if not left:
            frame[MORE] = (by, ways, entered, 1)
            if _leaves_play(w, component, zone):
                windows.open_by_machine(w, "leaving", component)
                return
        came = _carry(w, w.statement(frame).span, by, component, zone, index)
        frame[MORE] = (by, ways, (*entered, component) if came else entered, 0)
        frame[AT] += 1
    elif frame[AT] < len(ways) + len(entered):
        component = entered[frame[AT] - len(ways)]
        frame[AT] += 1
        if places.is_active(w.setting, w.state, component):
            windows.open_by_machine(w, "taken", component)
    else:
        w.pop()


def _leaves_play(w: Running, component: int, zone: int) -> bool:
    layout, player = w.setting.layout, _in_play_of(w, component)
    stays = layout.kind_of[component] in layout.zone_active[zone] and layout.zone_holder[zone] == player
    return player != NOBODY and not stays


def _in_play_of(w: Running, component: int) -> int:
    """Return the player in whose zone the abilities of a component work, or -1."""
    layout = w.setting.layout
    zone = w.state.v[layout.at + component]
    return layout.zone_holder[zone] if places.is_active(w.setting, w.state, component) else NOBODY


def _carry(w: Running, span: Span, by: str, component: int, zone: int, index: int) -> bool:
    """Put a component where it goes, and say whether it came into play by this."""
    _see_room(w, span, component, zone)
    player = _in_play_of(w, component)
    place = None if index == END else min(index, len(w.state.z[zone]))
    w.setting.layout.eyes.moves(w.state.v, w.state.z, component, zone)
    before = places.put(w.setting, w.state, component, zone, place)
    w.note(Moved, span, component, before, zone, by)
    return _in_play_of(w, component) not in (NOBODY, player)


def _see_room(w: Running, span: Span, component: int, zone: int) -> None:
    if places.is_full(w.setting, w.state, component, zone):
        raise RuleError(
            span,
            f"{w.setting.naming.zone(zone)} is full ({len(w.state.z[zone])}):"
            f" {w.setting.layout.ids[component]} cannot be moved there",
        )


# ---------------------------------------------------------------- swapping
def step_swap(w: Running, frame: Frame) -> None:
    """Open the windows before leaving for each of the two, then exchange them."""
    pair: tuple[int, int] = frame[MORE]
    zones = [w.state.v[w.setting.layout.at + component] for component in pair]
    if frame[AT] < 2:
        component, zone = pair[frame[AT]], zones[1 - frame[AT]]
        frame[AT] += 1
        if zones[0] != zones[1] and zone != NOWHERE and _leaves_play(w, component, zone):
            windows.open_by_machine(w, "leaving", component)
        return
    statement = w.statement(frame)
    env: Env = frame[ENV]
    w.pop()
    entered = tuple(_exchange(w, statement, pair, zones))
    if entered:
        w.push_statement(Sort.MOVING, statement, env, ("swap", (), entered, 0))


def _exchange(w: Running, statement: c.Swap, pair: tuple[int, int], zones: list[int]) -> Iterable[int]:
    t, s = w.setting, w.state
    if NOWHERE in zones:
        lost = pair[zones.index(NOWHERE)]
        raise RuleError(statement.span, f"{t.layout.ids[lost]} lies nowhere and cannot be swapped")
    for component, zone in zip(pair, reversed(zones), strict=True):
        if not places.takes(t, component, zone):
            held = " and ".join(places.held(t, zone))
            raise RuleError(
                statement.span,
                f"{t.naming.zone(zone)} holds {held} only, so {t.layout.ids[component]} cannot be swapped there",
            )
    for component, zone in zip(pair, reversed(zones), strict=True):
        t.layout.eyes.moves(s.v, s.z, component, zone)
    indices = [s.z[zone].index(component) for component, zone in zip(pair, zones, strict=True)]
    players = [_in_play_of(w, component) for component in pair]
    s.z[zones[0]][indices[0]], s.z[zones[1]][indices[1]] = pair[1], pair[0]
    t.layout.chance.swapped(s.z, *pair)
    for position, component in enumerate(pair):
        before, after = zones[position], zones[1 - position]
        places.arrive(t, s, component, after)
        w.note(Moved, statement.span, component, before, after, "swap")
        if _in_play_of(w, component) not in (NOBODY, players[position]):
            yield component
