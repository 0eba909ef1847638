"""Checks the formulas that say who sees a zone, a counter or a state: `visible to: FORMULA`, or a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeVar

from rulewright.interpreter.content.model import Counter, StateField, Zone
from rulewright.interpreter.content.sections import OF_EACH_PLAYER, Sections, child, entries, is_zone, scalars
from rulewright.interpreter.content.texts import TextChecks
from rulewright.interpreter.content.zones import VISIBLE
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.types import PLAYER, Type
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.source import Node, ScalarNode

_WORD = re.compile(r"[\w-]+( [\w-]+)*")

_MAY_READ: Final = (
    c.Const, c.Local, c.Players, c.PlayerCounter, c.GameState, c.MakeList, c.Concat, c.IndexList, c.Aggregate, c.Items,
    c.Compare, c.AllOf, c.AnyOf, c.Not, c.Member, c.Cases,
)  # fmt: skip
"""The parts of such a formula: what a journal tells whole, so that what was shown can be told from it."""

_T = TypeVar("_T")

Hidden = Zone | Counter | StateField
"""What may say who sees it."""


class ViewerReader:
    """Fills `viewers` of all declarations whose `visible to` is none of the few words."""

    def __init__(self, sections: Sections, texts: TextChecks) -> None:
        self._sections = sections
        self._texts = texts
        self._declared = texts.declared
        self._findings = texts.findings

    def read(self) -> None:
        """Check all formulas; what they name has to be declared by now."""
        for hidden, node, owner in self._all():
            written = child(node, "visible to")
            words = list(scalars(written))
            if len(words) == 1 and words[0].text in VISIBLE:
                continue
            scope = Scope({} if owner is None else {"owner": owner})
            for word in words:
                found = self._checked(word, scope)
                if found is not None:
                    hidden.viewers.append(found)

    def _all(self) -> Iterator[tuple[Hidden, Node, Type | None]]:
        """Yield what is declared, where, and the type of its owner, None where it has none."""
        declared, mapped = self._declared, self._sections.mapped
        for entry in mapped["zones"]:
            name = entry.key.text
            if name != OF_EACH_PLAYER and is_zone(entry.value):
                yield from ((zone, entry.value, None) for zone in _there(declared.zones, name))
                continue
            for part in entries(entry.value):
                if name == OF_EACH_PLAYER:
                    yield from (
                        (zone, part.value, PLAYER) for zone in _there(declared.player_zones, part.key.text)
                    )
                else:
                    whole = f"{name}.{part.key.text}"
                    yield from ((zone, part.value, None) for zone in _there(declared.zones, whole))
        for entry in mapped["counters"]:
            yield from ((one, entry.value, PLAYER) for one in _there(declared.counters, entry.key.text))
        for entry in mapped["state"]:
            if entry.key.text == OF_EACH_PLAYER:
                for part in entries(entry.value):
                    yield from ((one, part.value, PLAYER) for one in _there(declared.counters, part.key.text))
                continue
            yield from ((one, entry.value, None) for one in _there(declared.state, entry.key.text))
        for entry in mapped["kinds"]:
            kind = declared.kinds.get(entry.key.text)
            for part in entries(child(entry.value, "zones")):
                key = f"{entry.key.text}.{part.key.text}"
                yield from (
                    (zone, part.value, PLAYER.or_none()) for zone in _there(declared.component_zones, key)
                )
            for part in entries(child(entry.value, "state")):
                states = {} if kind is None else kind.state
                yield from ((one, part.value, PLAYER.or_none()) for one in _there(states, part.key.text))

    def _checked(self, node: ScalarNode, scope: Scope) -> c.Expr | None:
        known = (*VISIBLE, *scope.names)
        if _WORD.fullmatch(node.text) and node.text not in (*scope.names, "players"):
            words = "all, owner, others, no one," if "owner" in scope.names else "all, no one,"
            message = f"it is visible to {words} or to the players that a formula gives"
            self._findings.add(
                "RW104", node.span, f"{message}, but `{node.text}` stands here", nearest(node.text, known)
            )
            return None
        found = self._texts.formula(node, scope, None)
        if found is None:
            return None
        item = found.type.item if found.type.base == "list" else found.type
        if item is None or item.base != "player":
            message = f"a player or a list of players sees it, but this is {found.type}"
            self._findings.add("RW401", found.span, message)
            return None
        wrong = next((one for one in nodes(found) if not isinstance(one, _MAY_READ)), None)
        if wrong is not None:
            message = "who sees it is told by counters, states of the game, `players` and `owner` alone"
            self._findings.add("RW205", node.span, message)
            return None
        return found


def _there(declared: dict[str, _T], name: str) -> list[_T]:
    return [declared[name]] if name in declared else []
