"""Checks formulas that stand outside a game's own files: what a playthrough expects."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.content.model import Game
from interpreter.findings import Findings, Span
from interpreter.language import checked as c
from interpreter.language.declarations import CardName, Declarations, Value
from interpreter.language.formulas import FormulaChecker
from interpreter.language.parser import parse
from interpreter.language.scope import Scope
from interpreter.language.text_checker import Mistake
from interpreter.language.types import PLAYER
from interpreter.language.world import World
from interpreter.source import ScalarNode


def check_expectation(
    game: Game, node: ScalarNode, players: Sequence[str], findings: Findings
) -> c.Expr | None:
    """Check a condition in which each player's name stands for that player; None after a finding."""
    parsed = parse("formula", node, findings)
    if parsed is None:
        return None
    checker = FormulaChecker(world_of(game, findings), parsed)
    scope = Scope(dict.fromkeys(players, PLAYER))
    try:
        if parsed.tree.data == "cases":
            checker.fail("RW405", parsed.tree, "one condition is wanted here, not cases")
        tree = parsed.tree.children[0]
        assert not isinstance(tree, str)
        return checker.condition(tree, scope)
    except Mistake:
        return None


def world_of(game: Game, findings: Findings) -> World:
    """Return the world of a checked game, for checking further texts against it."""

    def value(name: str, _used_at: Span) -> Value | None:
        return game.values[name]

    cards = {
        card.id: CardName(
            card.id,
            card.kind,
            card.position,
            not card.each_player and card.copies == 1,
            card.span,
            card.players is None,
        )
        for card in game.cards
    }
    declared = Declarations(
        enums=game.enums,
        options=game.options,
        kinds=game.kinds,
        cards=cards,
        counters=game.counters,
        state=game.state,
        zones=game.zones,
        player_zones=game.player_zones,
        component_zones=game.component_zones,
        discards=game.discards,
        tables=game.tables,
        phases=game.phases,
        windows=game.windows,
        actions=game.actions,
        values=game.values,
    )
    return World(declared, findings, value)
