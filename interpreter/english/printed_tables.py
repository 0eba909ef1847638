"""Tables of numbers in English: each number with the keys for which it stands."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.content.model import Table
from rulewright.interpreter.english.known import Names, known
from rulewright.interpreter.english.lists import Lists
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import joined
from rulewright.interpreter.language import checked as c


@dataclass(frozen=True, slots=True)
class TableRow:
    """A number of a table and the keys from `low` to `high` for which it stands; None: all from there on."""

    number: int
    low: int
    high: int | None

    def keys(self) -> str:
        """Return the keys as words: `5`, `5 or 6`, `5 to 8`, `11 or more`."""
        if self.high is None:
            return f"{self.low} or more"
        if self.high == self.low:
            return str(self.low)
        return f"{self.low} {'or' if self.high == self.low + 1 else 'to'} {self.high}"


def rows_of(table: Table, before: tuple[int, ...] = ()) -> list[TableRow]:
    """Return the rows of the last level of a table, behind these keys; neighbours with one number make one row."""
    entries = sorted(
        (keys[-1], number)
        for keys, number in table.entries.items()
        if len(keys) == len(before) + 1 and keys[: len(before)] == before
    )
    rows: list[TableRow] = []
    for position, (key, number) in enumerate(entries):
        steps = table.steps_down and table.keys[-1].base == "number"
        last = position + 1 == len(entries)
        high = (None if last else entries[position + 1][0] - 1) if steps else key
        joins = (
            table.keys[-1].base == "number"
            and rows
            and rows[-1].number == number
            and rows[-1].high == key - 1
        )
        low = rows.pop().low if joins else key
        rows.append(TableRow(number, low, high))
    return rows


class PrintedTables(Lists):
    """Speaks what is looked up in tables."""

    def looked_up(self, names: Names, expr: c.Lookup, unit: str = "") -> str:
        """Return the numbers that a table can give, with what they stand behind and when: `2 Coins with 3 players`."""
        table = self.game.tables[expr.table]
        keys = [known(self.game, names, key) for key in expr.keys]
        before = tuple(key for key in keys[:-1] if isinstance(key, int))
        rows = rows_of(table, before) if len(before) == len(keys) - 1 else []
        if not rows or (table.steps_down and before):
            asked = joined([self.noun(names, key) for key in expr.keys])
            of = f"{unit} by " if unit else "the number in "
            return f"{of}the table “{name_words(expr.table)}” for {asked}"
        told = [
            f"{row.number}{f' {unit}' if unit and not place else ''} {self._behind(names, expr.keys[-1], row, place)}"
            for place, row in enumerate(rows)
        ]
        if table.otherwise:
            told.append(f"otherwise {table.otherwise}")
        return ", ".join(told)

    def _behind(self, names: Names, key: c.Expr, row: TableRow, place: int) -> str:
        """Return when a row counts; what is counted is said with the first row only."""
        if key.type.base != "number":
            return f"for {self.titles.value(key.type, row.low)}"
        if place:
            return f"with {row.keys()}"
        match key:
            case c.Aggregate(op="count"):
                return f"with {self.counted(names, key.items, row.keys())}"
            case c.PlayerCounter():
                return f"with {row.keys()} {self.counter(names, key.counter, key.index, row.keys())}"
            case c.RoundNumber():
                return f"in round {row.keys()}"
        return f"with {row.keys()} as {self.noun(names, key)}"


def printed(game_titles: Lists, table: Table) -> list[str]:
    """Return all rows of a table as lines: the keys of its outer levels, then its numbers."""
    outer = list(dict.fromkeys(keys[:-1] for keys in table.entries))
    lines = []
    for before in outer:
        named = [game_titles.titles.value(type_, key) for type_, key in zip(table.keys, before, strict=False)]
        told = []
        for row in rows_of(table, before):
            last = table.keys[-1]
            key = row.keys() if last.base == "number" else game_titles.titles.value(last, row.low)
            told.append(f"{key}: {row.number}")
        if table.otherwise is not None:
            told.append(f"otherwise: {table.otherwise}")
        lines.append(f"{', '.join(named)}: {'; '.join(told)}" if named else "; ".join(told))
    return lines
