"""Prints the tables that formulas look into: numbers, lists of numbers, and entries by key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from rulewright.interpreter.compiler.c.names import Names
from rulewright.interpreter.compiler.c.types import ITEM, NUMBER, NotTranslated
from rulewright.interpreter.compiler.form.symbols import Table

_IN_A_LINE = 24
_MOST_DENSE = 4096
"""A table by key is a plain list where the keys leave no more room than this between them."""


def array(kind: str, name: str, numbers: Iterable[int]) -> str:
    """Return the definition of a list of numbers, with at least one entry."""
    written = [str(number) if abs(number) <= ITEM else _large(number) for number in numbers] or ["0"]
    lines = (", ".join(written[first : first + _IN_A_LINE]) for first in range(0, len(written), _IN_A_LINE))
    return f"static const {kind} {name}[] = {{\n" + ",\n".join(lines) + "};"


def _large(number: int) -> str:
    if abs(number) > NUMBER:
        raise NotTranslated(f"a number is written out that is too large: {number}")
    return f"INT64_C({number})"


@dataclass(frozen=True, slots=True)
class Dense:
    """How the place of an entry follows from its keys: of each the least, and how many there are."""

    lows: tuple[int, ...]
    sizes: tuple[int, ...]


class TableWriter:
    """Collects the definitions of the tables of one game, each when it is first named."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []
        self._depths: dict[Table, int] = {}
        self._lists: dict[tuple[int, ...], str] = {}
        self._dense: dict[Table, Dense | None] = {}
        self._wide: set[Table] = set()

    # ---------------------------------------------------------------- numbers, and lists of them
    def depth(self, table: Table) -> int:
        """Return how deep the numbers of a table lie; the first time it is printed."""
        if table not in self._depths:
            assert isinstance(table.data, tuple)
            self._depths[table] = _depth(table.data)
            self._print_rows(table, table.data, self._depths[table])
        return self._depths[table]

    def name(self, table: Table) -> str:
        """Return the name of the numbers of a table."""
        return self.names.table(table)

    def rows(self, table: Table, level: int) -> str:
        """Return the name of where the rows of a level lie in the next one."""
        return f"{self.names.table(table)}_rows{level}"

    def see_narrow(self, table: Table) -> None:
        """See that a table can be used as a list. Raises NotTranslated."""
        self.depth(table)
        if table in self._wide:
            raise NotTranslated("a list that is written out holds a number beyond 32 bits")

    def constant(self, numbers: tuple[int, ...]) -> str:
        """Return the name of a list that is written out."""
        if numbers not in self._lists:
            if any(abs(number) > ITEM for number in numbers):
                raise NotTranslated("a list that is written out holds a number beyond 32 bits")
            self._lists[numbers] = f"t_list_{len(self._lists) + 1}"
            self.lines.append(array("E", self._lists[numbers], numbers))
        return self._lists[numbers]

    def _print_rows(self, table: Table, data: Sequence[Any], depth: int) -> None:
        level: list[Any] = list(data)
        for number in range(depth - 1):
            at = 0
            spans: list[tuple[int, int]] = []
            below: list[Any] = []
            for row in level:
                length = len(row) if isinstance(row, tuple) else 0
                spans.append((at, length))
                below.extend(row if isinstance(row, tuple) else ())
                at += length
            body = ",\n".join(f"{{{first}, {length}}}" for first, length in spans)
            self.lines.append(f"static const Row {self.rows(table, number)}[] = {{\n{body}}};")
            level = below
        wide = any(abs(number) > ITEM for number in level)
        if wide:
            self._wide.add(table)
            if depth > 1:
                raise NotTranslated("a list on a card holds a number beyond 32 bits")
        self.lines.append(array("int64_t" if wide else "E", self.name(table), level))

    # ---------------------------------------------------------------- by key
    def by_key(self, table: Table) -> Dense | None:
        """Return how entries are found in a table by key, None when they are looked for; the first time print it."""
        if table not in self._dense:
            assert isinstance(table.data, dict)
            rows = {key if isinstance(key, tuple) else (key,): number for key, number in table.data.items()}
            self._dense[table] = self._print_keys(table, rows)
        return self._dense[table]

    def _print_keys(self, table: Table, rows: Mapping[tuple[int, ...], int]) -> Dense | None:
        columns = list(zip(*rows, strict=True))
        lows = tuple(map(min, columns))
        sizes = tuple(max(column) - low + 1 for column, low in zip(columns, lows, strict=True))
        if rows and prod(sizes) <= _MOST_DENSE:
            places: list[str] = ["NO_ENTRY"] * prod(sizes)
            for key, number in rows.items():
                place = 0
                for part, low, size in zip(key, lows, sizes, strict=True):
                    place = place * size + part - low
                places[place] = _large(number)
            body = ", ".join(places)
            self.lines.append(f"static const int64_t {self.name(table)}[] = {{{body}}};")
            return Dense(lows, sizes)
        self.print_keyed(table, rows, ())
        return None

    def print_keyed(self, table: Table, rows: Mapping[tuple[int, ...], int], numeric: Sequence[bool]) -> None:
        """Print a table in which entries are looked for."""
        name, width = self.name(table), len(next(iter(rows), ()))
        self.lines += [
            array("int64_t", f"{name}_keys", (part for key in rows for part in key)),
            array("int64_t", f"{name}_values", rows.values()),
            array("unsigned char", f"{name}_numeric", map(int, numeric)),
            f"static const Table {name} = {{{len(rows)}, {width}, {name}_keys, {name}_values, {name}_numeric}};",
        ]

    def stepping_down(self, table: Table, numeric: Sequence[bool]) -> str:
        """Return the name of a table in which a missing number takes the largest below it."""
        if table not in self._dense:
            assert isinstance(table.data, dict)
            self._dense[table] = None
            self.print_keyed(table, table.data, numeric)
        return self.name(table)


def _depth(data: Sequence[Any]) -> int:
    inner = [entry for entry in data if isinstance(entry, tuple)]
    return 1 + max(map(_depth, inner), default=1) if inner else 1
