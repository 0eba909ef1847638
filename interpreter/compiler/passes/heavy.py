"""Finds out what can be so much work that it must count its steps: an upper bound for every part of the content.

What a step is stands in `language/weights.py`. Bounds are numbers, `ENDLESS` for what has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks, inside, nodes
from rulewright.interpreter.language.weights import weight_of
from rulewright.interpreter.state.limits import MOST_STEPS

ENDLESS = MOST_STEPS * 1000
"""More than any bound that matters."""

LIGHT = MOST_STEPS // 100
"""What comes to no more steps than this counts none, where it is not carried out again and again."""

LIGHT_VALUE = 500
"""The same for a value, which may be asked for anywhere."""

Loops = c.ForEach | c.CountFrom | c.Repeat | c.While

_UNSURE = (c.Cases, c.AllOf, c.AnyOf, c.Every, c.Aggregate, c.Fold, c.Place, c.Ranked, c.Member, c.Concat)
"""Formulas of which a part may be left out, or that go through lists of any length."""


class Heavy:
    """Answers for one game with so many components and players; errs towards more steps."""

    def __init__(self, game: Game, components: int, players: int) -> None:
        self.game = game
        self.longest = max(components, players, 1)
        self.players = players
        self._values: dict[str, int] = {}
        self._straight: dict[str, bool] = {}
        self._actions: dict[str, int] = {}
        self._fields: dict[str, int] = {}
        self._effects: dict[str, list[c.Block]] = {}
        for card in game.cards:
            for side in card.sides:
                for name, effect in side.effects.items():
                    self._effects.setdefault(name, []).append(effect)
        self._named = self.longest
        self._named = self._longest_named()
        self.hot_actions: set[str] = set()
        self.hot_fields: set[str] = set()
        self._find_hot()

    # ---------------------------------------------------------------- formulas
    def formula(self, e: object) -> int:
        """Return how many steps a formula comes to at most."""
        total = 1
        match e:
            case c.ValueCall():
                total += self.value(e.value)
            case c.Every() | c.Aggregate() | c.Fold() | c.Place() | c.Ranked():
                inner = self._parts(e)
                return min(ENDLESS, self.list_length(e.items.list) * (weight_of(e) + inner) + inner)
            case c.Member() | c.Concat() | c.Builtin():
                lists = [part for part in inside(e) if isinstance(part, c.Expr) and part.type.base == "list"]
                total += sum(map(self.list_length, lists))
            case _:
                pass
        return min(ENDLESS, total + self._parts(e))

    def _parts(self, node: object) -> int:
        return sum(map(self._part, inside(node)))

    def _part(self, part: object) -> int:
        if isinstance(part, tuple):
            return sum(map(self._part, part))
        return self.formula(part) if isinstance(part, c.Expr | c.Items | c.Key) else 0

    def value(self, name: str) -> int:
        """Return how many steps a value comes to at most; one that asks for itself has no bound."""
        if name not in self._values:
            self._values[name] = ENDLESS  # while it is looked into
            value, changes = self.game.values[name], self.game.changes.get(name, ())
            formulas = (value.formula, value.at_least, value.at_most)
            more = [part for change in changes for part in (change.condition, change.number)]
            total = weight_of(value) + sum(
                self.formula(part) for part in (*formulas, *more) if part is not None
            )
            self._values[name] = min(ENDLESS, total + (self.longest if changes else 0))
        return self._values[name]

    def is_straight(self, name: str) -> bool:
        """Say whether a value always comes to the same number of steps: nothing in it, or below it, is left out."""
        if name not in self._straight:
            self._straight[name] = False  # while it is looked into
            value = self.game.values[name]
            parts = list(nodes(value.formula))
            self._straight[name] = name not in self.game.changes and not any(
                isinstance(part, _UNSURE)
                or (isinstance(part, c.ValueCall) and not self.is_straight(part.value))
                for part in parts
            )
        return self._straight[name]

    def list_length(self, e: c.Expr) -> int:
        """Return how long a list is at most."""
        match e:
            case c.Const():
                return len(e.value) if isinstance(e.value, tuple) else 1
            case c.Local():
                return self._named
            case c.Players() | c.TurnOrder():
                return self.players
            case c.AllComponents() | c.ZoneRef():
                return self.longest
            case c.CardField() | c.IndexList():
                return self.longest
            case c.MakeList():
                return len(e.parts)
            case c.Concat():
                return min(ENDLESS, self.list_length(e.left) + self.list_length(e.right))
            case c.Aggregate() | c.Ranked():
                return self.list_length(e.items.list)
            case c.Builtin():
                lists = [arg for arg in e.args if arg.type.base == "list"]
                return min(ENDLESS, sum(map(self.list_length, lists)))
            case c.Cases():
                return max(self.list_length(part) for part in (*(one for _, one in e.cases), e.otherwise))
        return ENDLESS

    def _longest_named(self) -> int:
        """Return how long a list that has a name is at most: without a bound where one is made longer than another."""
        lists = [
            value
            for node in nodes(tuple(roots(self.game)))
            for value in _named_in(node)
            if value.type.base == "list"
        ]
        if any(_grows(value) for value in lists):
            return ENDLESS
        return max([self.longest, *map(self.list_length, lists)])

    # ---------------------------------------------------------------- statements
    def block(self, block: Iterable[c.Stmt]) -> int:
        """Return how many steps a block comes to at most."""
        return min(ENDLESS, sum(map(self.statement, block)))

    def statement(self, statement: c.Stmt) -> int:
        """Return how many steps a statement comes to at most."""
        own = weight_of(statement)
        match statement:
            case c.ForEach():
                turns = self.list_length(statement.items.list)
                return self._loop(statement, turns, self.formula(statement.items))
            case c.CountFrom():
                low, high = _number(statement.low), _number(statement.high)
                turns = max(0, high - low + 1) if low is not None and high is not None else ENDLESS
                return self._loop(statement, turns, self._parts(statement))
            case c.Repeat():
                times = _number(statement.times)
                return self._loop(statement, ENDLESS if times is None else times, 0)
            case c.While():
                return ENDLESS
            case c.Call():
                own += self.action(statement.action)
            case c.Run():
                own += self.field(statement.field)
            case c.Change(per=c.Items() as per):
                turns = self.list_length(per.list)
                return min(ENDLESS, turns * (own + self._parts(statement)) + self.formula(per))
            case (
                c.Change()
                | c.Assign()
                | c.Move()
                | c.Draw()
                | c.Shuffle()
                | c.Show()
                | c.Flip()
                | c.Discard()
                | c.Swap()
                | c.Let()
                | c.Choose()
                | c.Offer()
                | c.Finish()
                | c.Nothing()
                | c.May()
                | c.OneOf()
                | c.AsPlayer()
                | c.If()
            ):
                pass
            case _:
                assert_never(statement)
        return min(ENDLESS, own + self._parts(statement) + sum(map(self.block, inner_blocks(statement))))

    def _loop(self, loop: Loops, turns: int, before: int) -> int:
        return min(ENDLESS, before + max(0, turns) * (weight_of(loop) + self.block(loop.body)))

    def action(self, name: str) -> int:
        """Return how many steps an action comes to at most."""
        if name not in self._actions:
            self._actions[name] = ENDLESS  # while it is looked into
            self._actions[name] = self.block(self.game.actions[name].body)
        return self._actions[name]

    def field(self, name: str) -> int:
        """Return how many steps the effects in a field come to at most."""
        if name not in self._fields:
            self._fields[name] = ENDLESS
            self._fields[name] = max(map(self.block, self._effects.get(name, ())), default=0)
        return self._fields[name]

    # ---------------------------------------------------------------- what is carried out again and again
    def counts(self, loop: Loops) -> bool:
        """Say whether a loop must count its steps, and what it carries out, too."""
        return self.statement(loop) > LIGHT

    def _find_hot(self) -> None:
        """Find the actions and effects that are carried out in loops that count their steps."""
        game = self.game
        roots: list[object] = [game.setup, game.ending, *(phase.body for phase in game.phases.values())]
        roots += [action.body for action in game.actions.values()]
        roots += [ability.body for ability in game.abilities]
        roots += [effect for effects in self._effects.values() for effect in effects]
        waiting: list[object] = [
            node.body
            for root in roots
            for node in nodes(root)
            if isinstance(node, c.ForEach | c.CountFrom | c.Repeat | c.While) and self.counts(node)
        ]
        while waiting:
            for node in nodes(waiting.pop()):
                if isinstance(node, c.Call) and node.action not in self.hot_actions:
                    self.hot_actions.add(node.action)
                    waiting.append(game.actions[node.action].body)
                elif isinstance(node, c.Run) and node.field not in self.hot_fields:
                    self.hot_fields.add(node.field)
                    waiting += self._effects.get(node.field, ())


def _named_in(node: object) -> tuple[c.Expr, ...]:
    """Return what a node gives names to, here or in what it calls."""
    match node:
        case c.Let() | c.Named():
            return (node.value,)
        case c.Call() | c.ValueCall() | c.Offer():
            return node.args
    return ()


def _grows(value: c.Expr) -> bool:
    """Say whether a list may be longer than one with a name that it is made from."""
    return any(
        isinstance(node, c.Concat) and any(isinstance(part, c.Local) for part in nodes(node))
        for node in nodes(value)
    )


def _number(e: c.Expr) -> int | None:
    return e.value if isinstance(e, c.Const) and isinstance(e.value, int) else None
