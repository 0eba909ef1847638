"""Boards drawn in letters: the grids of a game, with what lies on each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.interpreter.match.playable import Playable

_COORDINATE = re.compile(r"(.*?)([a-z]+)([0-9]+)\Z")
_EMPTY = "."
_WIDEST = 100

Rows = Sequence[Sequence[str | None]]


def drawn(match: Playable, view: Mapping[str, Any]) -> Iterator[tuple[set[str], list[str]]]:
    """Yield each grid that fits into a line's width, as lines, with the components that it tells everything of."""
    short = shortened(match.names)
    for kind, rows in match.game.looks.grids.items():
        cells = {id_ for row in rows for id_ in row if id_ is not None and id_ in match.layout.by_id}
        marks = {id_: _mark(view, id_, short) for id_ in cells}
        lines = _board(rows, marks)
        if any(marks.values()) and max(map(len, lines)) <= _WIDEST:
            met = {part for mark in marks.values() for part in mark.split("/")}
            key = ", ".join(f"{letters} is {name}" for name, letters in short.items() if letters in met)
            title = match.game.kinds[kind].title
            yield cells, [f"{title}{f' ({key})' if key else ''}:", *lines]


def shortened(names: Sequence[str]) -> dict[str, str]:
    """Return for each name the fewest first letters that tell it from the others."""
    found: dict[str, str] = {}
    for name in names:
        others = [other for other in names if other != name]
        length = next(
            (
                size
                for size in range(1, len(name))
                if not any(other.startswith(name[:size]) for other in others)
            ),
            len(name),
        )
        found[name] = name[:length]
    return found


def _mark(view: Mapping[str, Any], id_: str, short: Mapping[str, str]) -> str:
    """Return what lies on a cell: its states, and how much is in its zones; nothing for an empty one."""
    told = []
    for name, value in view["components"].get(id_, {}).items():
        if name in ("owner", "face") or not value:
            continue
        told.append(name[:1] if value is True else short.get(value, str(value)))
    for held in view["component_zones"].get(id_, {}).values():
        count = held["count"] if isinstance(held, Mapping) else len(held)
        if count:
            told.append(held[0] if isinstance(held, list) and count == 1 else f"{count}x")
    return "/".join(told)


def _board(rows: Rows, marks: Mapping[str, str]) -> list[str]:
    axes = _axes(rows)
    if axes is None:
        return _aligned([[_labelled(id_, marks) for id_ in row] for row in rows])
    columns, numbers = axes
    cells = [
        [number, *(marks.get(id_ or "", "") or _EMPTY for id_ in row)]
        for number, row in zip(numbers, rows, strict=True)
    ]
    return _aligned([*cells, ["", *columns]])


def _labelled(id_: str | None, marks: Mapping[str, str]) -> str:
    if id_ is None:
        return ""
    mark = marks.get(id_, "")
    return f"{id_} {mark}" if mark else id_


def _axes(rows: Rows) -> tuple[list[str], list[str]] | None:
    """Return the letters and the numbers that name the columns and the rows of a grid; None where they do not."""
    found = [[_COORDINATE.match(id_ or "") for id_ in row] for row in rows]
    if not found or any(cell is None for row in found for cell in row):
        return None
    parts = [[(cell[1], cell[2], cell[3]) for cell in row if cell is not None] for row in found]
    columns, numbers = [cell[1] for cell in parts[0]], [row[0][2] for row in parts]
    prefix = parts[0][0][0]
    fits = all(
        [cell[1] for cell in row] == columns and all((cell[0], cell[2]) == (prefix, number) for cell in row)
        for row, number in zip(parts, numbers, strict=True)
    )
    return (columns, numbers) if fits else None


def _aligned(table: list[list[str]]) -> list[str]:
    """Return the rows of a table with its columns one below the other."""
    widths = [max(len(row[at]) for row in table) for at in range(max(map(len, table)))]
    return [
        "  " + " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in table
    ]
