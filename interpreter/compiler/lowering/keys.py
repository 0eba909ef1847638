"""Keys for who waits for what: a number for each window, each first argument that cards name, each changed value.

For every key and player the running game counts the cards in play that wait for it, so that a moment for which nobody
waits costs one look.
"""

from __future__ import annotations

from rulewright.interpreter.compiler.counting import first_count
from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import FALSE
from rulewright.interpreter.compiler.form.symbols import Table
from rulewright.interpreter.compiler.lowering.tables import Tables
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.language import checked as c


class Keys:
    """`listens` gives, for a card's position and a side, the keys that each such card in play counts for."""

    def __init__(self, game: Game, tables: Tables) -> None:
        self.game = game
        self.tables = tables
        self._number = 0
        self._whole: dict[str, int] = {}
        self._by_first: dict[str, dict[int, int]] = {}
        self._values: dict[str, int] = {}
        self._tables: dict[str, Table] = {}
        self._waited_for = {ability.window for ability in game.abilities}
        self.listens: dict[tuple[int, int], list[int]] = {}
        self._windows()
        for name, changes in game.changes.items():
            self._values[name] = self._take()
            for change in changes:
                self.listens.setdefault((change.card, change.side), []).append(self._values[name])

    def _take(self) -> int:
        self._number += 1
        return self._number - 1

    @property
    def room(self) -> int:
        """How many numbers `k` holds: a count for each key and player, and one for all of them, behind the first."""
        return self.base(self._number)

    def base(self, key: int) -> int:
        """Return where in `k` the counts of a key begin: a count for each player, then that for all of them."""
        return first_count(key, self.tables.players)

    def _all(self, key: int) -> int:
        return self.base(key) + self.tables.players

    def _windows(self) -> None:
        for name in self.game.windows:
            self._whole[name] = self._take()
            self._by_first[name] = {}
        for ability in self.game.abilities:
            first = self._first(ability.pattern)
            if first is not None and first not in self._by_first[ability.window]:
                self._by_first[ability.window][first] = self._take()
        for ability in self.game.abilities:
            self.listens.setdefault((ability.card, ability.side), []).extend(
                self._keys_of(ability.window, ability.pattern)
            )

    def _first(self, pattern: tuple[c.Expr | None, ...]) -> int | None:
        first = pattern[0] if pattern else None
        match first:
            case c.Const() if isinstance(first.value, int):
                return first.value
            case c.CardConst():
                return self.tables.layout.of_card[first.card][0]
        return None

    def _keys_of(self, window: str, pattern: tuple[c.Expr | None, ...]) -> list[int]:
        """An ability for every first argument counts for the window itself and for each argument that has a key."""
        first = self._first(pattern)
        if first is not None:
            return [self._by_first[window][first]]
        return [self._whole[window], *self._by_first[window].values()]

    def window(self, name: str, first: int) -> int:
        """Return the key of a window with a first argument."""
        return self._by_first[name].get(first, self._whole[name])

    def value(self, name: str) -> int:
        """Return the key of a changed value."""
        return self._values[name]

    def heard(self, window: str, first: f.Expr | None) -> f.Expr:
        """Return the condition that somebody waits for a window with a first argument."""
        return f.Heard(self.slot(window, first)) if window in self._waited_for else FALSE

    def slot(self, window: str, first: f.Expr | None) -> f.Expr:
        """Return where in `k` all cards that wait for a window are counted; before it stand the players'."""
        by_first = self._by_first[window]
        if not by_first or first is None:
            return f.Num(self._all(self._whole[window]))
        if isinstance(first, f.Num):
            return f.Num(self._all(self.window(window, first.value)))
        otherwise = self._all(self._whole[window])
        if window not in self._tables:
            slots = {number: self._all(key) for number, key in by_first.items()}
            if self._first_is_component(window):
                every = [slots.get(number, otherwise) for number in range(self.tables.count)]
                self._tables[window] = self.tables.by_component(("W", window), every, otherwise)
            else:
                self._tables[window] = self.tables.table(("W", window), slots)
        if self._first_is_component(window):
            return f.Item(f.Data(self._tables[window]), first)
        return f.Lookup(self._tables[window], first, otherwise, fails=False)

    def _first_is_component(self, window: str) -> bool:
        return self.game.windows[window].params[0].type.base == "component"
