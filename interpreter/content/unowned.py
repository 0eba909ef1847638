"""Lint: changes of a value for owners or opponents, where nobody owns what the value is asked of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.interpreter.content.arrivals import MOVES, Flow
from rulewright.interpreter.content.model import Game, Value
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inside, is_node, nodes

_LOOPS = (c.ForEach, c.CountFrom, c.Repeat, c.While)
_MOVERS = (*MOVES, c.Call, c.Run, c.Offer)
"""What may bring a component to somebody, by itself or by what it leads to."""


def find_unowned(game: Game, flows: Sequence[Flow], findings: Findings) -> None:
    """Make a finding for every change that concerns nobody, since it is for what players own."""
    wanted = {
        change.value for changes in game.changes.values() for change in changes if change.whose != "all"
    }
    told = why_unowned(game, flows, [game.values[name] for name in game.values if name in wanted])
    for name, why in told.items():
        for change in game.changes[name]:
            if change.whose != "all":
                findings.add("RW612", change.span, f"this changes nothing, as {why}: write `for: all`")


def flows_of(game: Game) -> list[Flow]:
    """Return what can come into which zone, for each number of players."""
    moves = [node for root in roots(game) for node in nodes(root) if isinstance(node, MOVES)]
    return [Flow(game, players, moves) for players in range(game.min_players, game.max_players + 1)]


def why_unowned(game: Game, flows: Sequence[Flow], values: Iterable[Value]) -> dict[str, str]:
    """Say of those of the values that are about a component which nobody can own when they are asked, why it is so.

    It errs towards owners: of a value that is not told, nothing is known. So is one that no rule asks.
    """
    about = {
        value.name: value for value in values if value.params and value.params[0].type.base == "component"
    }
    if not about:
        return {}
    owned = _owned(game, flows)
    asked: dict[str, bool] = {}
    for root in roots(game):
        text = _Text(root)
        for place, call in text.calls(about):
            known = owned & set(call.args[0].type.names)
            may_be = bool(known) and text.may_be_owned(game, place, call.args[0])
            asked[call.value] = asked.get(call.value, False) or may_be
    return {name: _why(owned, about[name]) for name, may_be in asked.items() if not may_be}


def _why(owned: set[str], value: Value) -> str:
    kinds = value.params[0].type.names
    shown = " or ".join(f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" for kind in kinds)
    return (
        f"nobody owns {shown} when `{value.name}` is asked"
        if owned & set(kinds)
        else f"nobody ever owns {shown}"
    )


def _owned(game: Game, flows: Sequence[Flow]) -> set[str]:
    """Return the kinds of which somebody may own a component at some time."""
    found = {kind.name for kind in game.kinds.values() if kind.per_player is not None}
    found |= {card.kind for card in game.cards if card.each_player}
    return found.union(*(flow.in_zone(f"me.{zone}") for flow in flows for zone in game.player_zones))


class _Text:
    """A checked tree in the order in which it is read; the nodes of one lie between its place and its end."""

    def __init__(self, root: object) -> None:
        self.nodes: list[object] = []
        self.ends: list[int] = []
        self._read(root)

    def _read(self, node: object) -> None:
        if isinstance(node, tuple):
            for part in node:
                self._read(part)
        elif is_node(node):
            place = len(self.nodes)
            self.nodes.append(node)
            self.ends.append(place)
            for part in inside(node):
                self._read(part)
            self.ends[place] = len(self.nodes)

    def calls(self, values: Iterable[str]) -> Iterator[tuple[int, c.ValueCall]]:
        """Yield where these values are asked."""
        wanted = set(values)
        for place, node in enumerate(self.nodes):
            if isinstance(node, c.ValueCall) and node.value in wanted:
                yield place, node

    def may_be_owned(self, game: Game, place: int, subject: c.Expr) -> bool:
        """Say whether somebody may own what is asked about at a place, as far as its name tells where it lies."""
        if not isinstance(subject, c.Local) or any(
            game.kinds[kind].keeps_owner for kind in subject.type.names
        ):
            return True
        binders = [
            at
            for at, node in enumerate(self.nodes)
            if isinstance(node, c.Items | c.Choose | c.Let) and node.name == subject.name
        ]
        return not binders or any(self._may_have_come(at, place) for at in binders)

    def _may_have_come(self, binder: int, place: int) -> bool:
        """Say whether what was named at one place may be somebody's at another."""
        node = self.nodes[binder]
        items = node.source if isinstance(node, c.Choose) else node
        if (
            not isinstance(items, c.Items)
            or not isinstance(items.list, c.ZoneRef)
            or items.list.scope == "player"
        ):
            return True
        # What is walked over goes on being walked over, whatever the block has moved.
        over = [
            at for at, loop in enumerate(self.nodes) if isinstance(loop, c.ForEach) and loop.items is node
        ]
        spans = [(binder, place), *((at, self.ends[at]) for at in over)]
        spans += [
            (at, self.ends[at])
            for at, loop in enumerate(self.nodes)
            if isinstance(loop, _LOOPS) and binder < at < place < self.ends[at]
        ]
        return any(isinstance(self.nodes[at], _MOVERS) for low, high in spans for at in range(low, high))
