"""Checks formulas that stand outside a game's own files: what a playthrough expects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import arguments, as_token, as_tree, parts
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.declarations import CardName, Declarations, Value
from rulewright.interpreter.language.grammar.syntax import Part, Tree
from rulewright.interpreter.language.parser import parse
from rulewright.interpreter.language.types import NUMBER, PLAYER, Type, list_of
from rulewright.interpreter.source import ScalarNode

SCORES = "scores"
"""The name under which the scores by seat are bound; `score(PLAYER)` reads them."""
SCORE = "score"
SCORE_LIST = list_of(NUMBER.or_none())


def check_expectation(
    game: Game, node: ScalarNode, bound: Mapping[str, Type], findings: Findings
) -> c.Expr | None:
    """Check a condition in which the bound names stand for players, components and results; None after a finding."""
    parsed = parse("formula", node, findings)
    if parsed is None:
        return None
    checker = _ExpectationChecker(world_of(game, findings), parsed)
    scope = Scope(bound)
    try:
        if parsed.tree.data != "formula":
            checker.fail("RW405", parsed.tree, "one condition is wanted here, in one line")
        return checker.condition(as_tree(parsed.tree.children[0]), scope)
    except Mistake:
        return None


class _ExpectationChecker(FormulaChecker):
    """Checks what a playthrough expects: copies stand by their ids, and `score(PLAYER)` is a player's score."""

    def _name(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        name = str(as_token(tree.children[0]))
        card = self.world.declared.cards.get(name)
        if card is not None and card.not_alone and name not in scope.names:
            copies = [id_ for id_ in scope.names if id_.rpartition("-")[0] == name]
            if copies:
                some = ", ".join(f"`{id_}`" for id_ in copies[:4]) + (", ..." if len(copies) > 4 else "")
                message = (
                    f"there are several components of `{name}`; name one of {some}, or ask `x is {name}`"
                )
                self.fail("RW204", tree, message)
        return super()._name(tree, scope, want)

    def fits(self, expr: c.Expr, part: Part, want: Type) -> None:
        # Scores are put in order without asking first whether there is one.
        if isinstance(expr, c.IndexList) and isinstance(expr.list, c.Local) and expr.list.name == SCORES:
            expr = replace(expr, type=NUMBER)
        super().fits(expr, part, want)

    def _call_value(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        name, given = parts(tree)
        if str(name) != SCORE or SCORES not in scope.names or SCORE in self.world.declared.values:
            return super()._call_value(tree, scope, want)
        args = arguments(given)
        if len(args) != 1:
            self.fail("RW207", tree, "`score` takes one argument: score(PLAYER)")
        player = self.wanted(as_tree(args[0].children[1]), scope, PLAYER)
        scores = c.Local(self.span(tree), SCORE_LIST, SCORES)
        return c.IndexList(self.span(tree), NUMBER.or_none(), scores, player, 0)


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
