"""Which kinds of components can ever lie in which zone, with a number of players: what moves go where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.interpreter.content.known_numbers import Constants
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import zone_key, zone_keys
from rulewright.interpreter.language import checked as c

_Step = tuple[frozenset[str], tuple[str, ...]]
"""Kinds that come from anywhere, or else the zones from which whatever lies there comes."""


MOVES = (c.Move, c.Draw, c.Discard, c.Swap)
"""The effects that bring components to zones."""


class Flow:
    """Finds out what can come into each zone. It errs towards more: what it calls empty is always empty.

    `nodes` are those of all checked trees of the game, or the moves among them.
    """

    def __init__(self, game: Game, players: int, nodes: Iterable[object]) -> None:
        self.game = game
        self._constants = Constants(game, players)
        self._present = frozenset(kind for kind in game.kinds if self._constants.components(kind))
        self._holds = _holds(game)
        self._reached: dict[str, set[str]] = {key: set() for key in self._holds}
        self._steps: list[tuple[_Step, str]] = []
        self._swaps: list[tuple[frozenset[str], frozenset[str]]] = []
        for node in nodes:
            self._note(node)
        self._settle()

    def in_zone(self, key: str) -> set[str]:
        """Return the kinds that can come into a zone."""
        return self._reached[key]

    def is_empty(self, listed: c.Expr) -> bool:
        """Say whether a list is empty whenever it is asked for."""
        match listed:
            case c.ZoneRef():
                return not any(self._reached[key] for key in zone_keys(listed))
            case c.AllComponents():
                return listed.kind not in self._present
            case c.Concat():
                return self.is_empty(listed.left) and self.is_empty(listed.right)
            case c.Aggregate() | c.Ranked():
                return self.is_empty(listed.items.list)
            case c.Const():
                return listed.value == ()
        return False

    # ------------------------------------------------------------ what moves
    def _note(self, node: object) -> None:
        if isinstance(node, c.Moving):
            self._moves(node)

    def _moves(self, node: c.Moving) -> None:
        match node:
            case c.Move():
                self._step(self._from(node.what), zone_keys(node.to))
            case c.Draw():
                self._step((frozenset(), tuple(zone_keys(node.source))), zone_keys(node.to))
            case c.Discard():
                for kind in _kinds(node.what):
                    self._step((frozenset([kind]), ()), [self.game.discards[kind]])
            case c.Swap():
                self._swaps.append((frozenset(_kinds(node.left)), frozenset(_kinds(node.right))))
            case c.Flip():
                pass
            case _:
                assert_never(node)

    def _step(self, step: _Step, goals: Iterable[str]) -> None:
        self._steps += [(step, goal) for goal in goals]

    def _from(self, what: c.Expr) -> _Step:
        if isinstance(what, c.Aggregate) and isinstance(what.items.list, c.ZoneRef):
            return frozenset(), tuple(zone_keys(what.items.list))
        return frozenset(_kinds(what)), ()

    # ------------------------------------------------------------ until nothing more comes
    def _settle(self) -> None:
        for zone in (*self.game.zones.values(), *self.game.player_zones.values()):
            source = self.game.refilled_from(zone)
            if source is not None:
                self._step((frozenset(), (zone_key(source),)), [zone_key(zone)])
        changed = True
        while changed:
            changed = False
            for (kinds, sources), goal in self._steps:
                coming = set(kinds & self._present).union(*(self._reached[source] for source in sources))
                changed |= self._come(goal, coming)
            for left, right in self._swaps:
                for goal, there in self._reached.items():
                    if there & left:
                        changed |= self._come(goal, set(right & self._present))
                    if there & right:
                        changed |= self._come(goal, set(left & self._present))

    def _come(self, goal: str, kinds: set[str]) -> bool:
        new = (kinds & self._holds[goal]) - self._reached[goal]
        self._reached[goal] |= new
        return bool(new)


def _kinds(expr: c.Expr) -> tuple[str, ...]:
    type_ = expr.type.item if expr.type.base == "list" else expr.type
    return type_.names if type_ is not None else ()


def _holds(game: Game) -> dict[str, frozenset[str]]:
    found = {name: frozenset(zone.holds) for name, zone in game.zones.items()}
    found |= {f"me.{name}": frozenset(zone.holds) for name, zone in game.player_zones.items()}
    return found | {name: frozenset(zone.holds) for name, zone in game.component_zones.items()}
