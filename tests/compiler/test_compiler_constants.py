"""Where the states of components are, as compiled code is told, is where the layout has them."""

import pytest
from both import GAMES, shipped

from interpreter.compiler.constants import Constants
from interpreter.state.layout import Layout


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_every_component_has_its_own_slot(name):
    game = shipped(name)
    for players in range(game.min_players, game.max_players + 1):
        layout = Layout(game, players)
        constants = Constants(layout)
        texts = {
            (kind.name, state): constants.state((kind.name,), state, "component")
            for kind in game.kinds.values()
            for state in kind.state
            if layout.of_kind[kind.name]
        }
        tables = {table: eval(text) for table, text in constants.tables.items()}
        for (kind, state), text in texts.items():
            for component in layout.of_kind[kind]:
                slot = eval(text, tables, {"component": component})
                assert slot == layout.state_slot(component, state), (kind, state, component)
