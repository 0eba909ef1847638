"""Where the states of components are, as compiled code is told, is where the layout has them."""

import pytest
from both import GAMES, shipped

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.lowering.tables import Tables
from rulewright.interpreter.state.layout import Layout

COMPONENT = Symbol("component")


def worked_out(e: f.Expr, component: int) -> object:
    """What an index comes to for a component."""
    match e:
        case f.Num():
            return e.value
        case f.Use():
            assert e.symbol is COMPONENT
            return component
        case f.Data():
            return e.table.data
        case f.Arith(op="+"):
            return worked_out(e.left, component) + worked_out(e.right, component)
        case f.Item():
            return worked_out(e.of, component)[worked_out(e.index, component)]
    raise AssertionError(e)


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_every_component_has_its_own_slot(name):
    game = shipped(name)
    for players in range(game.min_players, game.max_players + 1):
        layout = Layout(game, players)
        tables = Tables(layout)
        slots = {
            (kind.name, state): tables.state((kind.name,), state, f.Use(COMPONENT))
            for kind in game.kinds.values()
            for state in kind.state
            if layout.of_kind[kind.name]
        }
        for (kind, state), slot in slots.items():
            for component in layout.of_kind[kind]:
                found = worked_out(slot.index, component)
                assert found == layout.state_slot(component, state), (kind, state, component)
