"""The program of a game: stable numbers for its statements and blocks, and tables of who listens to what."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import copy

from rulewright.interpreter.content.model import Ability, Game, ValueChange
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import BY_MACHINE
from rulewright.interpreter.language.walking import inner_blocks
from rulewright.interpreter.language.weights import weight_of

Node = c.Stmt | c.Block
Side = tuple[int, int]
"""A card's position in `Game.cards` and the side, 0 or 1."""


class Program:
    """Numbers every block and statement once, in the order of the content, so that frames can be plain data.

    `listeners` maps a window to the abilities for it, by the side they stand on; `changes` does the same for the
    changes to a value. `windows` and `actions` give those a number.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes: list[Node] = [()]  # the empty block has no identity of its own
        self._numbers: dict[int, int] = {}
        self._weights: dict[int, tuple[object, int]] = {}
        for block in all_blocks(game):
            self._add_block(block)
        self.windows = tuple(game.windows)
        self.actions = tuple(game.actions)
        self._window_numbers = {name: number for number, name in enumerate(self.windows)}
        self._action_numbers = {name: number for number, name in enumerate(self.actions)}
        self.listeners: dict[str, dict[Side, tuple[Ability, ...]]] = {name: {} for name in self.windows}
        for ability in game.abilities:
            sides = self.listeners[ability.window]
            side = (ability.card, ability.side)
            sides[side] = (*sides.get(side, ()), ability)
        self.changes: dict[str, dict[Side, tuple[ValueChange, ...]]] = {}
        for name, changes in game.changes.items():
            for change in changes:
                by_side = self.changes.setdefault(name, {})
                side = (change.card, change.side)
                by_side[side] = (*by_side.get(side, ()), change)
        self.opened_by_machine = {
            opens: tuple(window.name for window in game.windows.values() if window.opens == opens)
            for opens in BY_MACHINE
        }

    def without(self, left_out: Collection[ValueChange]) -> Program:
        """Return this program with the same numbers, in which some changes of values do not hold."""
        program = copy(self)
        program.changes = {
            name: {side: tuple(one for one in all_ if one not in left_out) for side, all_ in by_side.items()}
            for name, by_side in self.changes.items()
        }
        return program

    def number(self, node: Node) -> int:
        """Return the number of a block or statement of this game."""
        return self._numbers[id(node)] if node else 0

    def block(self, number: int) -> c.Block:
        """Return the block with a number."""
        node = self.nodes[number]
        assert isinstance(node, tuple)
        return node

    def weight(self, node: object) -> int:
        """Return how many steps it counts for when a block, a formula or a declaration is carried out once."""
        known = self._weights.get(id(node))
        if known is None or known[0] is not node:
            known = self._weights[id(node)] = (node, weight_of(node))
        return known[1]

    def window_number(self, name: str) -> int:
        """Return the number of a window."""
        return self._window_numbers[name]

    def action_number(self, name: str) -> int:
        """Return the number of an action."""
        return self._action_numbers[name]

    def _add(self, node: Node) -> None:
        self._numbers[id(node)] = len(self.nodes)
        self.nodes.append(node)

    def _add_block(self, block: c.Block) -> None:
        # Both sides of a card may share one effect.
        if not block or id(block) in self._numbers:
            return
        self._add(block)
        for statement in block:
            self._add(statement)
            for inner in inner_blocks(statement):
                self._add_block(inner)


def all_blocks(game: Game) -> Iterator[c.Block]:
    """Yield the outermost block of every effect of a game, always in the same order."""
    yield game.setup
    for phase in game.phases.values():
        yield phase.body
    for action in game.actions.values():
        yield action.body
    for card in game.cards:
        for side in card.sides:
            for name in side.effects:
                yield side.effects[name]
    for ability in game.abilities:
        yield ability.body
    yield game.ending
