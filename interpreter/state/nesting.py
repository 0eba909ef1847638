"""Finds out where rules may lead to one another so deep that it must be counted while a game is played.

Actions, effects of cards and abilities lead to one another when they are carried out, and, with the questions that
lead an effect, when it is asked whether one can start. Counted are those that may come back to themselves; in a game
with chains too long for any machine, all. Most games count nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from typing import assert_never

from rulewright.interpreter.content.model import Ability, Action, Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks
from rulewright.interpreter.state.limits import DEEPEST

RULE, QUESTION, ABILITY = 1, 2, 4
"""How many levels an action or an effect of a card takes, a question that leads an effect, and an ability in a window:
about as many as the calls within one another that a machine needs for it."""

_Node = int
"""What stands for a rule: the identity of its text, which is the same wherever it is referred to."""


class Nesting:
    """How many levels the rules of a game count for: 0 for what cannot lead so deep.

    `counts` says whether anything is counted.
    """

    def __init__(self, game: Game) -> None:
        rules = _Rules(game)
        counted = rules.in_circles()
        most = DEEPEST // 2 if counted else DEEPEST
        if rules.deepest(leaving_out=counted) > most:
            counted = set(rules.texts)
        self.counts = bool(counted)
        self._begun = {node: rules.levels[node] for node in counted}
        self._tried: dict[int, int] = {}
        if counted:
            everything = counted == rules.texts.keys()
            for node, text in (*rules.texts.items(), *((0, root) for root in rules.roots())):
                self._note(rules, text, counted, questions=everything or node in counted)

    def _note(self, rules: _Rules, text: c.Block, counted: set[_Node], *, questions: bool) -> None:
        for block in _blocks(text):
            for statement in block:
                if isinstance(statement, c.Choose | c.May | c.OneOf):
                    if questions:
                        self._tried[id(statement)] = QUESTION
                elif isinstance(statement, c.Call | c.Run) and counted.intersection(rules.called(statement)):
                    self._tried[id(statement)] = RULE

    def begun(self, text: c.Block) -> int:
        """Return how many levels it counts for while the text of an action, effect or ability is carried out."""
        return self._begun.get(id(text), 0)

    def tried(self, statement: c.Stmt) -> int:
        """Return how many levels it counts for to go on behind a statement that leads a text."""
        return self._tried.get(id(statement), 0)


class _Rules:
    """The rules of a game, `texts`, how many `levels` each takes, and which it leads to (`led`)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._effects: dict[tuple[str, str], list[c.Block]] = {}
        for card in game.cards:
            for side in card.sides:
                for name, effect in side.effects.items():
                    self._effects.setdefault((name, card.kind), []).append(effect)
        self._by_window: dict[str, list[Ability]] = {}
        for ability in game.abilities:
            self._by_window.setdefault(ability.window, []).append(ability)
        self._opened = [ability for ability in game.abilities if game.windows[ability.window].opens]
        texts = [action.body for action in game.actions.values()]
        texts += chain.from_iterable(self._effects.values())
        self.texts: dict[_Node, c.Block] = {id(text): text for text in texts}
        self.levels: dict[_Node, int] = dict.fromkeys(self.texts, RULE)
        for ability in game.abilities:
            self.texts[id(ability.body)] = ability.body
            self.levels[id(ability.body)] = ABILITY
        self.led: dict[_Node, set[_Node]] = {
            node: set(self._led_to(text)) for node, text in self.texts.items()
        }

    def roots(self) -> tuple[c.Block, ...]:
        """Return the texts that no other leads to."""
        return (self.game.setup, self.game.ending, *(phase.body for phase in self.game.phases.values()))

    def _extras(self) -> Iterator[Action]:
        names = (phase.extra for phase in self.game.phases.values())
        return (self.game.actions[name] for name in names if name is not None)

    # ---------------------------------------------------------------- which lead to which
    def _led_to(self, text: c.Block) -> Iterator[_Node]:
        for block in _blocks(text):
            for statement in block:
                match statement:
                    case c.Call() | c.Run():
                        yield from self.called(statement)
                    case c.Offer():
                        yield from (id(ability.body) for ability in self._by_window.get(statement.window, ()))
                    case c.Move() | c.Draw() | c.Discard() | c.Flip() | c.Swap() if self._opened:
                        kinds = set(_moved_kinds(statement))
                        yield from (
                            id(ability.body)
                            for ability in self._opened
                            if self.game.cards[ability.card].kind in kinds
                        )
                    case _:
                        pass

    def called(self, statement: c.Call | c.Run) -> Iterable[_Node]:
        """Return the rules that a statement may carry out."""
        if isinstance(statement, c.Call):
            return (id(self.game.actions[statement.action].body),)
        field, kinds = statement.field, statement.component.type.names
        return (id(effect) for kind in kinds for effect in self._effects.get((field, kind), ()))

    def in_circles(self) -> set[_Node]:
        """Return the rules that may lead to themselves, and those between two such."""
        try:
            tuple(TopologicalSorter(self.led).static_order())
        except CycleError:
            kept = _without_ends(self.led)
            turned: dict[_Node, set[_Node]] = {node: set() for node in kept}
            for node in kept:
                for other in self.led[node] & kept:
                    turned[other].add(node)
            return _without_ends(turned)
        return set()

    # ---------------------------------------------------------------- how deep they lead
    def deepest(self, leaving_out: set[_Node]) -> int:
        """Return how many levels deep rules may lead to one another, but for some, without which there is no circle."""
        led = {node: others - leaving_out for node, others in self.led.items() if node not in leaving_out}
        begun, leads = dict.fromkeys(self.texts, 0), dict.fromkeys(self.texts, 0)
        for node in TopologicalSorter(led).static_order():
            begun[node] = self.levels[node] + max((begun[other] for other in led[node]), default=0)
            leads[node] = self._lead(self.texts[node], leads)
        tried = max(
            self._lead(block, leads)
            for root in (*self.roots(), *self.texts.values())
            for block in _blocks(root)
        )
        extra = max((RULE + begun[id(action.body)] for action in self._extras()), default=0)
        return tried + max((*begun.values(), extra))

    def _lead(self, block: c.Block, leads: Mapping[_Node, int]) -> int:
        """Return how many levels may lead a text, or any part of it that a question comes before."""
        most = levels = 0
        for statement in block:
            match statement:
                case c.Choose():
                    levels += QUESTION
                case c.Call() | c.Run():
                    levels += RULE + max((leads[other] for other in self.called(statement)), default=0)
                case c.If():
                    levels += max(self._lead(inner, leads) for inner in inner_blocks(statement))
                case c.OneOf() | c.May():
                    levels += QUESTION + max(self._lead(inner, leads) for inner in inner_blocks(statement))
                case c.Let():
                    pass
                case _:
                    if not (isinstance(statement, c.Change) and statement.verb == "pay"):
                        levels = 0
            most = max(most, levels)
        return most


def _without_ends(led: Mapping[_Node, set[_Node]]) -> set[_Node]:
    """Return the nodes from which some way leads on for ever."""
    ways = {node: len(others) for node, others in led.items()}
    leading: dict[_Node, list[_Node]] = {node: [] for node in led}
    for node, others in led.items():
        for other in others:
            leading[other].append(node)
    ends = [node for node, number in ways.items() if number == 0]
    for end in ends:
        for node in leading[end]:
            ways[node] -= 1
            if ways[node] == 0:
                ends.append(node)
    return led.keys() - ends


def _blocks(block: c.Block) -> Iterator[c.Block]:
    """Yield a block and all in it."""
    yield block
    for statement in block:
        for inner in inner_blocks(statement):
            yield from _blocks(inner)


def _moved_kinds(statement: c.Moving) -> Iterator[str]:
    """Yield the kinds of what a statement moves or turns."""
    match statement:
        case c.Move() | c.Discard() | c.Flip():
            moved: tuple[c.Expr, ...] = (statement.what,)
        case c.Draw():
            moved = (statement.source,)
        case c.Swap():
            moved = (statement.left, statement.right)
        case _:
            assert_never(statement)
    for e in moved:
        type_ = e.type.item if e.type.base == "list" else e.type
        yield from type_.names if type_ is not None else ()
