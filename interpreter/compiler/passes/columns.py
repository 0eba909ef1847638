"""Looks up at once what a table of lists has at a known place: in a table of its own, made of the entries there.

"The squares to the north of a square" is an entry, by a known direction, of what a table has for the square.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, rebuilt
from rulewright.interpreter.compiler.form.symbols import Table

_LEAST = 5
"""No such look-up is made of fewer nodes."""


class Columns:
    """Makes the tables of one game, behind those that it has."""

    def __init__(self, tables: list[Table]) -> None:
        self._tables = tables
        self._made: dict[tuple[int, int], Table | None] = {}

    def looked_up(self, e: Any) -> Any:  # noqa: ANN401  # any class of expressions
        """Return an expression in which nothing is looked up in two steps where one will do."""
        if facts(e).size < _LEAST:
            return e
        made = rebuilt(e, self.looked_up)
        match made:
            case f.Item(
                of=f.Item(of=f.Data(table=table), index=index, fails=False),
                index=f.Num(value=place),
                fails=False,
            ) if not isinstance(index, f.Num):
                column = self._column(table, place)
                if column is not None:
                    return f.Item(f.Data(column), index)
        return made

    def _column(self, table: Table, place: int) -> Table | None:
        key = (id(table), place)  # tables live as long as their game
        if key not in self._made:
            self._made[key] = self._new(table, place)
        return self._made[key]

    def _new(self, table: Table, place: int) -> Table | None:
        """Return the table with what stands at a place in each list of another; None where these are no lists."""
        rows = table.data
        if not isinstance(rows, tuple) or not any(isinstance(row, tuple) for row in rows):
            return None
        found = [_entry(row, place) for row in rows]
        if not all(isinstance(entry, int | tuple | None) for entry in found):
            return None
        # Nobody looks where nothing is: that it is there was asked before, or is known.
        missing: object = () if any(isinstance(entry, tuple) for entry in found) else -1
        data = tuple(missing if entry is None else entry for entry in found)
        column = Table((*table.words, "at", str(place).replace("-", "m")), data)
        self._tables.append(column)
        return column


def _entry(row: object, place: int) -> object:
    """Return what stands at a place, from 0 on or from the end; None where nothing does."""
    if not isinstance(row, tuple) or not -len(row) <= place < len(row):
        return None
    entry: object = row[place]
    return entry
