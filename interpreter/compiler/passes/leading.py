"""Finds out how the leading run of an effect may come to the end of it, so that what stands behind counts, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c

Ways = frozenset[bool]
"""How a run may come to an end of a block: False in the usual way, True by a question that could not be answered."""

_NEVER: Ways = frozenset()
_ANY: Ways = frozenset((False, True))
_USUAL: Ways = frozenset((False,))


class Leading:
    """Answers for one game; errs towards more ways."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._effects: dict[str, list[tuple[str, c.Block]]] = {}
        for card in game.cards:
            for side in card.sides:
                for name, effect in side.effects.items():
                    self._effects.setdefault(name, []).append((card.kind, effect))
        self._known: dict[tuple[str, str], Ways] = {}

    def effects(self, field: str, kinds: Iterable[str]) -> Ways:
        """Return the ways to the end of the effects in a field of some kinds of components."""
        return frozenset().union(*[self._of_kind(field, kind) for kind in kinds])

    def _of_kind(self, field: str, kind: str) -> Ways:
        key = (field, kind)
        if key not in self._known:
            self._known[key] = _ANY  # while it is looked into
            found = _NEVER
            for its_kind, effect in self._effects.get(field, ()):
                if its_kind == kind and found != _ANY:
                    found |= self.block(effect, _USUAL)
            self._known[key] = found
        return self._known[key]

    def block(self, block: c.Block, ways: Ways) -> Ways:
        """Return the ways to the end of a block that is come to in some ways."""
        for statement in block:
            if not ways:
                return ways
            ways = self._behind(statement, ways)
        return ways

    def _behind(self, statement: c.Stmt, ways: Ways) -> Ways:
        if isinstance(statement, c.EndingRun):
            return _NEVER
        match statement:
            case c.Let():
                return ways
            case c.Change():
                return _USUAL if statement.verb == "pay" else _NEVER
            case c.Choose():
                return _USUAL
            case c.May() | c.OneOf():
                return frozenset((True,))
            case c.If():
                blocks = (*(block for _, block in statement.branches), statement.otherwise)
                return frozenset().union(*[self.block(block, ways) for block in blocks])
            case c.Call() | c.Run():
                return _ANY
            case _:
                assert_never(statement)
