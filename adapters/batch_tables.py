"""The tables by which built games number options and make rows of what seats see, as `actions` and `features` do."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from rulewright.adapters.actions import NUMBERS, Actions
from rulewright.adapters.features import Features
from rulewright.interpreter.compiler.c.types import NotTranslated
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.windows import FIRST_OWN
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Visibility
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.layout import NOBODY

_IS_MAY, _BY_PLACE = 1, 2
_BY_POSITION = -2
# Whom a formula names, only Python works out.
_VISIBLE: dict[Visibility, int] = {"all": 0, "owner": 1, "others": 2, "no one": 3}
_AS_IT_IS, _IS_TRUE, _ONE_HIGHER = range(3)


# ---------------------------------------------------------------- actions
def table_of_actions(machine: Machine, actions: Actions) -> bytes:
    """Return the numbers of actions by block and answer, as the native machine reads them."""
    abilities = [actions.first(f"ability {nth}") for nth in _abilities(actions)]
    head = [actions.count, _plain(actions, "done"), actions.first("extra"), actions.first("position")]
    head += [actions.first("component"), len(abilities), *abilities]
    blocks, table = [0] * 3 * FIRST_OWN, [_BY_POSITION]
    for number in range(FIRST_OWN, FIRST_OWN + len(machine.compiled.points)):
        if machine.compiled.point(number - FIRST_OWN).question is None:
            blocks += [0, 0, 0]
            continue
        flags, entries = _block(machine, actions, number)
        blocks += [flags, len(table), len(entries) - 1]
        table += [_BY_POSITION if entry is None else entry for entry in entries]
    return array("q", [*head, *blocks, *table]).tobytes()


def _abilities(actions: Actions) -> Iterator[int]:
    nth = 2
    while actions.first(f"ability {nth}") >= 0:
        yield nth
        nth += 1


def _plain(actions: Actions, word: str) -> int:
    number = actions.number_of("may", word, -1) if actions.first("plain") >= 0 else None
    return -1 if number is None else number


def _block(machine: Machine, actions: Actions, number: int) -> tuple[int, list[int | None]]:
    """Return what is asked in a block: its flags, and the actions of the answers from -1 on."""
    question = machine.question(number)
    statement = machine.setting.program.nodes[question.statement]
    match statement:
        case c.May():
            no = ("done", -1) if statement.repeated else ("pass", 0)
            return _IS_MAY, [actions.number_of("may", *no), actions.number_of("may", "yes", 1)]
        case c.OneOf():
            most = max(len(statement.branches), 1)
            return 0, [None, *(actions.number_of("one of", "", branch) for branch in range(most))]
    assert isinstance(statement, c.Choose)
    names = _names(machine, actions, statement.shown)
    # A question that is of a number has no answer for none.
    none = str(-1) if statement.shown.base == "number" else "none"
    entries = [actions.number_of("choose", none, -1)]
    entries += [actions.number_of("choose", name, value) for value, name in enumerate(names)]
    return _BY_PLACE if machine.layout.eyes.offers_by_place(statement) else 0, entries


def _names(machine: Machine, actions: Actions, shown: Type) -> Sequence[str]:
    """Return the ids of what can be chosen, by value from 0 on."""
    match shown.base:
        case "number":
            return [str(number) for number in range(NUMBERS + 1)]
        case "flag":
            return ["no", "yes"]
        case "player":
            return actions.players
        case "component":
            return machine.layout.ids
    return machine.game.enums[shown.names[0]].values


# ---------------------------------------------------------------- features
def table_of_features(machine: Machine, features: Features) -> bytes:
    """Return what stands in a row, as the native machine reads it."""
    layout, game = machine.layout, machine.game
    names = list(game.phases)
    rounds = [machine.phase_names(number) for number in range(game.last_round + 1)]
    starts = [0]
    for phases in rounds:
        starts.append(starts[-1] + len(phases))
    values = list(_values(machine))
    zones = [features.number_of_zone(zone) for zone in range(layout.zones)]
    others = [one is not None and one.others_see == "number" for one in layout.zone_decl]
    states: list[int] = []
    components: list[int] = []
    for component, kind in enumerate(layout.kind_of):
        fields = game.kinds[kind].state
        components += [int(len(game.cards[layout.card_of[component]].sides) > 1)]
        components += [len(states) // 3, len(fields)]
        for name, field in fields.items():
            states += [layout.state_slot(component, name), _sort(field.type), _seen_by(field.visible)]
    row = [features.size, len(names), len(values) // 4, sum(zone >= 0 for zone in zones), len(states) // 3]
    row += [*starts, *(names.index(name) for phases in rounds for name in phases), *values]
    row += [number for pair in zip(zones, map(int, others), strict=True) for number in pair]
    return array("q", [*row, *components, *states]).tobytes()


def _values(machine: Machine) -> Iterator[int]:
    """Yield the states of the game and the counters: slot, sort, who sees it, and whose it is."""
    layout, game = machine.layout, machine.game
    for name, field in game.state.items():
        yield from (layout.game_state[name], _sort(field.type), _seen_by(field.visible), NOBODY)
    for player in range(layout.players):
        # The numbers of a player stand before the player's states.
        for counter in sorted(game.counters.values(), key=lambda counter: not counter.is_number):
            entries = 1 if counter.by is None else len(game.enums[counter.by].values)
            sort = _AS_IT_IS if counter.is_number else _sort(counter.type)
            for index in range(entries):
                slot = layout.counter_slot(counter.name, player, index)
                yield from (slot, sort, _seen_by(counter.visible), player)


def _seen_by(visible: Visibility) -> int:
    if visible not in _VISIBLE:
        raise NotTranslated("a formula says who sees a counter or a state")
    return _VISIBLE[visible]


def _sort(type_: Type) -> int:
    if type_.base == "number":
        return _AS_IT_IS
    return _IS_TRUE if type_.base == "flag" else _ONE_HIGHER
