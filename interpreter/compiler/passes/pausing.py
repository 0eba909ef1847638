"""Finds out which effects can come to a decision: the least set that follows from who calls whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from rulewright.interpreter.content.model import Ability, Game
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import BY_MACHINE, Opens
from rulewright.interpreter.language.walking import inner_blocks
from rulewright.interpreter.state.layout import PLAYER
from rulewright.interpreter.state.variants import is_automatic

Moves = c.Move | c.Draw | c.Discard | c.Flip | c.Swap
"""What moves or turns components."""


class Pausing:
    """Answers for statements, blocks, actions, effect fields and windows whether they can pause.

    `options` are the variants by name, as numbers.
    """

    def __init__(self, game: Game, options: Mapping[str, int]) -> None:
        self.game = game
        self.options = options
        self.by_window: dict[str, list[Ability]] = {name: [] for name in game.windows}
        for ability in game.abilities:
            self.by_window[ability.window].append(ability)
        self.listening = {opens: self._kinds(opens) for opens in BY_MACHINE}
        self.actions: set[str] = set()
        self.fields: set[str] = set()
        self.windows: set[str] = set()
        self.opened: set[str] = set()
        self._settle()

    def _kinds(self, opens: Opens) -> frozenset[str]:
        """Return the kinds of which some card has an ability in a window that the machine opens so."""
        return frozenset(
            self.game.cards[ability.card].kind
            for name, abilities in self.by_window.items()
            if self.game.windows[name].opens == opens
            for ability in abilities
        )

    def _settle(self) -> None:
        before = -1
        while before != self._known():
            before = self._known()
            self.actions |= {name for name, action in self.game.actions.items() if self.block(action.body)}
            self.fields |= {
                name
                for card in self.game.cards
                for side in card.sides
                for name, effect in side.effects.items()
                if self.block(effect)
            }
            for name, abilities in self.by_window.items():
                if any(not self._automatic(ability) or self.block(ability.body) for ability in abilities):
                    self.windows.add(name)
                    self.opened |= {self.game.windows[name].opens} - {""}

    def _automatic(self, ability: Ability) -> bool:
        return is_automatic(self.game, self.options, ability)

    def _known(self) -> int:
        return len(self.actions) + len(self.fields) + len(self.windows) + len(self.opened)

    def block(self, block: c.Block) -> bool:
        """Say whether a block can pause."""
        return any(self.statement(statement) for statement in block)

    def statement(self, statement: c.Stmt) -> bool:
        """Say whether a statement can pause."""
        match statement:
            case c.Choose() | c.May() | c.OneOf():
                return True
            case c.Offer():
                return statement.window in self.windows
            case c.Call():
                return statement.action in self.actions
            case c.Run():
                return statement.field in self.fields
            case c.Move() | c.Discard() | c.Flip() | c.Draw() | c.Swap():
                return any(opens in self.opened for opens in self.heard(statement))
            case c.If() | c.ForEach() | c.CountFrom() | c.AsPlayer() | c.Repeat() | c.While():
                return any(self.block(inner) for inner in inner_blocks(statement))
            case c.Change() | c.Assign() | c.Let() | c.Shuffle() | c.Show() | c.Finish() | c.Nothing():
                return False
            case _:
                assert_never(statement)

    def heard(self, statement: Moves) -> Iterator[Opens]:
        """Yield when the machine may open windows for what a statement moves or turns."""
        kinds = moved_kinds(statement)
        for opens, listening in self.listening.items():
            heard = listening.intersection(kinds)
            if heard and (
                self._may_leave(statement) if opens == "leaving" else self._may_enter(statement, heard)
            ):
                yield opens

    def _may_enter(self, statement: Moves, kinds: Iterable[str]) -> bool:
        """Say whether what is moved or turned may be in play afterwards: only zones of players are places of play."""
        match statement:
            case c.Move() | c.Draw():
                zone = statement.to
                return zone.scope == PLAYER and any(
                    zone.zone in self.game.kinds[kind].active_in for kind in kinds
                )
            case c.Discard():
                return False
            case c.Flip() | c.Swap():
                return True
            case _:
                assert_never(statement)

    @staticmethod
    def _may_leave(statement: Moves) -> bool:
        """Say whether what is moved or turned may leave play: not what lies in a zone of nobody, nor what turns."""
        match statement:
            case c.Flip():
                return False
            case c.Move() | c.Discard():
                source = zone_of(statement.what)
            case c.Draw():
                source = zone_of(statement.source)
            case c.Swap():
                return True
            case _:
                assert_never(statement)
        return source is None or source.scope == PLAYER


def moved_kinds(statement: Moves) -> Iterable[str]:
    """Return the kinds of what a statement moves or turns."""
    match statement:
        case c.Move() | c.Discard() | c.Flip():
            return _kinds_of(statement.what)
        case c.Draw():
            return _kinds_of(statement.source)
        case c.Swap():
            return (*_kinds_of(statement.left), *_kinds_of(statement.right))
        case _:
            assert_never(statement)


def zone_of(e: c.Expr) -> c.ZoneRef | None:
    """Return the zone in which all that a formula names lies; None when it may lie elsewhere."""
    match e:
        case c.ZoneRef():
            return e
        case c.Aggregate(op="all" | "first"):
            return zone_of(e.items.list)
    return None


def _kinds_of(e: c.Expr) -> tuple[str, ...]:
    type_ = e.type.item if e.type.base == "list" else e.type
    return type_.names if type_ is not None else ()
