"""Numbers for the options of a game: the same choice has the same number wherever it can be made, in every run.

The numbers follow from the game and its number of players alone. They go through what can be chosen in blocks: plain
answers (`pass`, `yes`, `done`, ...), branches, components, players, values of enums, numbers. What is none of these, as
a component that is offered by its place, is numbered by its position among the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.layout import Layout

NUMBERS = 100
"""Numbers from 0 up to this one have a number of their own; larger ones, and those below 0, that of their position."""

_PLAIN = ("pass", "yes", "done", "none")


class Actions:
    """Numbers of the actions of a game: `count` of them, from 0 on; `players` are the names at the table."""

    def __init__(self, game: Game, layout: Layout, names: tuple[str, ...]) -> None:
        self._layout = layout
        self.players = names
        self._players = {name: seat for seat, name in enumerate(names)}
        self._names: list[str] = []
        self._first: dict[str, int] = {}
        self._enums = {
            value: number
            for number, value in enumerate(
                dict.fromkeys(value for enum in game.enums.values() for value in enum.values)
            )
        }
        self._lay_out(game, layout)
        self.count = max(1, len(self._names))

    def _lay_out(self, game: Game, layout: Layout) -> None:
        asked = [node for node in nodes(tuple(roots(game))) if isinstance(node, c.Choose | c.May | c.OneOf)]
        chosen = {node.shown.base for node in asked if isinstance(node, c.Choose)}
        abilities = Counter((ability.card, ability.side) for ability in game.abilities)
        if chosen or game.abilities or any(isinstance(node, c.May) for node in asked):
            self._block("plain", _PLAIN)
        branches = [node.branches for node in asked if isinstance(node, c.OneOf)]
        self._branches = max(map(len, branches), default=0)
        self._block("branch", (f"branch {number + 1}" for number in range(self._branches)))
        for_items = any(branch.items is not None for several in branches for branch in several)
        if any(phase.extra for phase in game.phases.values()):
            self._block("extra", ("at any decision",))
        if "component" in chosen or game.abilities:
            self._block("component", layout.ids)
        for more in range(2, max(abilities.values(), default=0) + 1):
            self._block(f"ability {more}", (f"{id_}.{more}" for id_ in layout.ids))
        if "player" in chosen:
            self._block("player", self._players)
        if chosen - {"component", "player", "number"}:
            self._block("enum", self._enums)
        if "number" in chosen:
            self._block("number", map(str, range(NUMBERS + 1)))
        if chosen or for_items:
            numbers = NUMBERS if "number" in chosen or for_items else 0
            most = max(len(layout.ids), len(self._players), len(self._enums), numbers) + 1
            self._block("position", (f"option {number + 1}" for number in range(most)))

    def _block(self, name: str, actions: Iterable[str]) -> None:
        self._first[name] = len(self._names)
        self._names += actions

    def name_of(self, action: int) -> str:
        """Return what an action is called, without a decision in which it is taken."""
        return self._names[action]

    def of(self, decision: Decision) -> list[int]:
        """Return the number of each option of a player's decision, in their order; no two are alike."""
        met: Counter[int] = Counter()
        found = []
        for position, choice in enumerate(decision.options):
            met[choice.value] += 1
            number = self.number_of(decision.kind, choice.id, choice.value, met[choice.value])
            found.append(self.first("position") + position if number is None else number)
        if len(set(found)) < len(found):
            # Values that are too large or too much alike: by position, as far as that goes.
            return [self.first("position") + position for position in range(len(found))]
        return found

    def first(self, block: str) -> int:
        """Return the first number of a block: plain, branch, extra, component, ability N, position; -1 for none."""
        return self._first.get(block, -1)

    def number_of(self, kind: str, id_: str, value: int, nth: int = 1) -> int | None:
        """Return the number of an option of a kind of question, None where it goes by its position.

        `nth` is how many of the options so far have its value, this one counted.
        """
        first = self._first
        if value == -1 and id_ not in _PLAIN and "extra" in first:
            return first["extra"]
        if kind == "one of":
            # A branch for each of some items has larger numbers, too.
            return first["branch"] + value if value < self._branches else None
        if kind == "may" or (id_ in _PLAIN and value in (-1, 0, 1)):
            return first["plain"] + _PLAIN.index(id_)
        if 0 <= value < len(self._layout.ids) and id_.partition(".")[0] == self._layout.ids[value]:
            return (first["component"] if nth == 1 else first[f"ability {nth}"]) + value
        if kind == "choose":
            if id_ in self._players and self._players[id_] == value and "player" in first:
                return first["player"] + value
            if id_ in self._enums and "enum" in first:
                return first["enum"] + self._enums[id_]
            if id_ == str(value) and 0 <= value <= NUMBERS and "number" in first:
                return first["number"] + value
        return None
