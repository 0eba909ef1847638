"""Windows: the moments at which abilities may be used.

A WINDOW frame binds the window's parameters. `more` holds the serial number of the opening, the only component it is
open for (or -1), the players to be asked in order, and the automatic abilities that have run (component and serial, one
behind the other). `at` counts the players who are through.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Ability
from rulewright.interpreter.journal.events import AbilityUsed, WindowOpened
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Opens
from rulewright.interpreter.state import places
from rulewright.interpreter.state.decision import Choice, Decision
from rulewright.interpreter.state.frames import AT, ENV, MORE, NUMBER, Env, Sort
from rulewright.interpreter.state.layout import OPENINGS, ROUND, TURN_ORDER
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.state import Frame
from rulewright.interpreter.state.variants import is_automatic
from rulewright.interpreter.walker import starting
from rulewright.interpreter.walker.choosing import DONE, actor
from rulewright.interpreter.walker.evaluate import evaluate, holds
from rulewright.interpreter.walker.running import Answer, Question, Running

ANY_COMPONENT = -1


# ---------------------------------------------------------------- opening
def do_offer(w: Running, env: Env, statement: c.Offer) -> None:
    """Open a window for every player in turn order, or for the one who acts."""
    window = w.setting.game.windows[statement.window]
    args = (evaluate(w.setting, w.state, env, arg) for arg in statement.args)
    inner: Env = {param.name: arg for param, arg in zip(window.params, args, strict=True)}
    players = tuple(w.state.z[TURN_ORDER]) if window.each_player else (actor(env),)
    _open(w, window.name, inner, players, ANY_COMPONENT)


def open_by_machine(w: Running, opens: Opens, component: int) -> None:
    """Open the windows that the machine opens where a component is taken or about to leave, if it listens there."""
    player = w.state.v[w.setting.layout.owner + component]
    # The frame put on last runs first.
    for window in reversed(w.setting.program.opened_by_machine[opens]):
        if w.setting.program.listeners[window].get(places.side_up(w.setting, w.state, component)):
            _open(w, window, {}, (player,), component)


def _open(w: Running, window: str, env: Env, players: tuple[int, ...], component: int) -> None:
    for observer in w.state.observers:
        observer.opened(window)
    w.state.v[OPENINGS] += 1
    more = (w.state.v[OPENINGS], component, players, ())
    frame_number = w.setting.program.window_number(window)
    w.push(Sort.WINDOW, frame_number, env, more)
    frame = w.state.f[-1]
    if w.journal is not None and any(True for player in players for _ in _listening(w, frame, player)):
        w.note(WindowOpened, w.setting.game.windows[window].span, window, component)


# ---------------------------------------------------------------- while it is open
def step_window(w: Running, frame: Frame) -> Question | None:
    """Run the next automatic ability of the player whose turn it is, or ask for one of the others."""
    _, _, players, _ = frame[MORE]
    if frame[AT] == len(players):
        w.pop()
        return None
    player = players[frame[AT]]
    if not _takes_part(w, frame, player):
        frame[AT] += 1
        return None
    usable = list(_usable(w, frame, player))
    for component, ability in usable:
        if _is_automatic(w, ability):
            _use(w, frame, component, ability)
            return None
    if not usable:
        frame[AT] += 1
        return None
    return _menu(w, frame, player, usable)


def _takes_part(w: Running, frame: Frame, player: int) -> bool:
    """Say whether a player is asked; where no ability waits, nobody asks whether the player takes part."""
    window = w.setting.game.windows[w.setting.program.windows[frame[NUMBER]]]
    if window.takes_part is not None and not any(True for _ in _listening(w, frame, player)):
        return False
    return holds(w.setting, w.state, {**frame[ENV], "player": player}, window.takes_part)


def _listening(w: Running, frame: Frame, player: int) -> Iterator[tuple[int, Ability]]:
    """Yield the abilities of a player in play that wait for this window with these arguments."""
    program = w.setting.program
    sides = program.listeners[program.windows[frame[NUMBER]]]
    only = frame[MORE][1]
    args = tuple(frame[ENV].values())
    for component in places.active_of(w.setting, w.state, player):
        if only in (ANY_COMPONENT, component):
            for ability in sides.get(places.side_up(w.setting, w.state, component), ()):
                if _fits(w, ability, args):
                    yield component, ability


def _fits(w: Running, ability: Ability, args: tuple[object, ...]) -> bool:
    return all(
        wanted is None or evaluate(w.setting, w.state, {}, wanted) == given
        for wanted, given in zip(ability.pattern, args, strict=False)
    )


def _usable(w: Running, frame: Frame, player: int) -> Iterator[tuple[int, Ability]]:
    """Yield the abilities that a player can use now: within their limits, with their condition, able to start."""
    opening, _, _, done = frame[MORE]
    for component, ability in _listening(w, frame, player):
        if _used_up(w, ability, component, opening):
            continue
        if _is_automatic(w, ability) and (component, ability.serial) in done:
            continue
        env = _ability_env(frame, player, component)
        w.state.fuel.burn(1 + w.setting.program.weight(ability.condition), ability.span)
        if holds(w.setting, w.state, env, ability.condition) and starting.can_start(
            w.setting, w.state, env, ability.body
        ):
            yield component, ability


def _is_automatic(w: Running, ability: Ability) -> bool:
    return is_automatic(w.setting.game, w.setting.options, ability)


def _used_up(w: Running, ability: Ability, component: int, opening: int) -> bool:
    stamp = w.state.v[w.setting.layout.stamp_slot(ability.serial, component)]
    match ability.limit:
        case "round":
            return stamp == w.state.v[ROUND]
        case "opening":
            # A later number was noted in an opening nested in this one.
            return stamp >= opening
    return False


def _ability_env(frame: Frame, player: int, component: int) -> Env:
    return {**frame[ENV], "me": player, "this": component}


def _menu(w: Running, frame: Frame, player: int, usable: list[tuple[int, Ability]]) -> Question:
    for observer in w.state.observers:
        observer.offered(ability for _, ability in usable)
    program, naming = w.setting.program, w.setting.naming
    window = w.setting.game.windows[program.windows[frame[NUMBER]]]
    choices = [
        Choice(
            naming.layout.ids[component] + suffix_of(program, ability),
            component,
            naming.printed(component, ability.side) + suffix_of(program, ability),
        )
        for component, ability in usable
    ]
    answers: list[Answer] = [("use", component, ability.serial) for component, ability in usable]
    choices.append(Choice("done", -1, "done"))
    decision = Decision(player, window.title or window.name, tuple(choices), "window")
    return Question(decision, (*answers, DONE), window.span, optional=True)


def suffix_of(program: Program, ability: Ability) -> str:
    """Return what tells an ability from those of the same side for the same window: nothing for the first, `.2`, ..."""
    same = program.listeners[ability.window][ability.card, ability.side]
    place = same.index(ability) + 1
    return "" if place == 1 else f".{place}"


def answer_window(w: Running, frame: Frame, answer: Answer) -> None:
    """Use an ability, or give up what is left of the moment."""
    if answer == DONE:
        frame[AT] += 1
    else:
        _use(w, frame, answer[1], w.setting.game.abilities[answer[2]])


def _use(w: Running, frame: Frame, component: int, ability: Ability) -> None:
    """Note the use of an ability, then begin it."""
    opening, only, players, done = frame[MORE]
    player = players[frame[AT]]
    slot = w.setting.layout.stamp_slot(ability.serial, component)
    w.state.v[slot] = w.state.v[ROUND] if ability.limit == "round" else opening
    automatic = _is_automatic(w, ability)
    if automatic:
        frame[MORE] = (opening, only, players, (*done, (component, ability.serial)))
    env = _ability_env(frame, player, component)
    w.state.fuel.burn(w.setting.program.weight(ability.body), ability.span)
    w.push_rule(Sort.ABILITY, ability.serial, ability.body, ability.span, (component,))
    w.note(
        AbilityUsed,
        ability.span,
        player,
        component,
        ability.side,
        ability.number,
        ability.window,
        automatic,
    )
    w.push_block(ability.body, env)
