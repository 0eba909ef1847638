"""Writes out the boards that rules declare in a line: the cells of a grid, with their neighbours, and lines of cells.

What comes of it is what somebody could have written by hand, in the sections of the rules: an enum of directions,
fields of the kind, a component for each cell. So nothing behind this knows that there are boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from rulewright.interpreter.content.sections import Sections, child, entries, number_of, scalars, text_of
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode

GRID, LINES = "grid", "lines"
DIRECTION = "direction"
MOST = len(ascii_lowercase)
"""The most columns and rows of a grid."""
STEPS = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1), "south": (0, -1),
    "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
"""The directions of a grid: how far they go to the right and up."""
_WAYS = ("north-east", "east", "south-east", "north")
"""The directions in which lines run; the others are the same lines, read from their ends."""


@record
class Grid:
    """A grid of cells: the letter and the number of a cell make its id, the first cell at the lower left."""

    columns: int
    rows: int
    prefix: str

    def id(self, column: int, row: int) -> str:
        """Return the id of a cell, column and row counted from 0."""
        cell = f"{ascii_lowercase[column]}{row + 1}"
        return f"{self.prefix}-{cell}" if self.prefix else cell

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield all cells, row by row from below."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row

    def ray(self, column: int, row: int, direction: str) -> list[str]:
        """Return the cells from one on, without it, to the edge."""
        right, up = STEPS[direction]
        found = []
        column, row = column + right, row + up
        while 0 <= column < self.columns and 0 <= row < self.rows:
            found.append(self.id(column, row))
            column, row = column + right, row + up
        return found

    def lines(self, length: int) -> Iterator[list[str]]:
        """Yield every straight line of so many cells once."""
        for column, row in self.cells():
            for direction in _WAYS if length > 1 else _WAYS[:1]:
                line = [self.id(column, row), *self.ray(column, row, direction)][:length]
                if len(line) == length:
                    yield line

    def drawn(self) -> tuple[tuple[str | None, ...], ...]:
        """Return the rows of ids from above, as they lie on the table."""
        return tuple(
            tuple(self.id(column, row) for column in range(self.columns))
            for row in reversed(range(self.rows))
        )


class _Made:
    """Makes nodes that stand where a board is declared."""

    def __init__(self, at: ScalarNode) -> None:
        self.at = at

    def word(self, text: str) -> ScalarNode:
        return _MadeScalar(self.at, text)

    def listed(self, words: list[str]) -> SequenceNode:
        return SequenceNode(self.at.span, tuple(map(self.word, words)), flow=True)

    def mapping(self, parts: dict[str, Node]) -> MappingNode:
        found = tuple(Entry(self.word(key), value) for key, value in parts.items())
        return MappingNode(self.at.span, found, flow=True)


class _MadeScalar(ScalarNode):
    """A text that stands in no file: all of it is where the board is declared."""

    __slots__ = ()

    def __init__(self, at: ScalarNode, text: str) -> None:
        super().__init__(at.span, text, "plain", at.source, 0, -1)

    @property
    def made(self) -> bool:
        return True

    def place(self, offset: int, length: int = 1) -> Span:
        return self.span


def grid_of(kind: Node) -> Grid | None:
    """Return the grid that the declaration of a kind asks for."""
    told = child(kind, GRID)
    if not isinstance(told, MappingNode):
        return None
    columns, rows = number_of(told, "columns", 0), number_of(told, "rows", 0)
    if not (1 <= columns <= MOST and 1 <= rows <= MOST):
        return None  # which the schema has reported
    return Grid(columns, rows, text_of(told, "prefix"))


def board_span(kind: Node) -> Span | None:
    """Return where the declaration of a kind asks for a grid or for lines; None where it does not."""
    found = next((entry for entry in entries(kind) if entry.key.text in (GRID, LINES)), None)
    return found.key.span if found is not None else None


class BoardWriter:
    """Puts into the sections of a game what its grids and lines stand for."""

    def __init__(self, sections: Sections, findings: Findings) -> None:
        self.sections = sections
        self.findings = findings
        self.grids = {
            entry.key.text: grid
            for entry in sections.mapped["kinds"]
            if (grid := grid_of(entry.value)) is not None
        }
        self.lists = {
            entry.key.text: text_of(entry.value, "all", entry.key.text + "s")
            for entry in sections.mapped["kinds"]
        }

    def write(self) -> None:
        """Write out every kind that is a grid, or that has the lines of one."""
        kinds = self.sections.mapped["kinds"]
        for place, entry in enumerate(kinds):
            for part in entries(entry.value):
                if part.key.text == GRID:
                    kinds[place] = self._grid(kinds[place], part.key)
                elif part.key.text == LINES:
                    kinds[place] = self._lines(kinds[place], part)

    # ------------------------------------------------------------ grids
    def _grid(self, entry: Entry, at: ScalarNode) -> Entry:
        kind, grid, made = entry.key.text, self.grids.get(entry.key.text), _Made(at)
        if grid is None:
            return entry
        directions = self._directions(made)
        cells: dict[str, Node] = {}
        for column, row in grid.cells():
            rays = {direction: grid.ray(column, row, direction) for direction in directions}
            cells[grid.id(column, row)] = made.mapping(
                {
                    "column": made.word(str(column + 1)),
                    "row": made.word(str(row + 1)),
                    "next": made.mapping(
                        {way: made.word(ray[0] if ray else "none") for way, ray in rays.items()}
                    ),
                    "ray": made.mapping({way: made.listed(ray) for way, ray in rays.items()}),
                    "neighbours": made.listed(
                        [ray[0] for way in STEPS if "-" not in way and (ray := grid.ray(column, row, way))]
                    ),
                    "around": made.listed([ray[0] for way in STEPS if (ray := grid.ray(column, row, way))]),
                }
            )
        self._components(kind, cells, made)
        return self._with_fields(
            entry,
            {
                "column": "number",
                "row": "number",
                "next": f"{kind} or none by {DIRECTION}",
                "ray": f"list of {kind} by {DIRECTION}",
                "neighbours": f"list of {kind}",
                "around": f"list of {kind}",
            },
            made,
        )

    def _directions(self, made: _Made) -> list[str]:
        """Return the directions of the game: its own enum's, else all eight, which are declared then."""
        own = next((e for e in self.sections.mapped["enums"] if e.key.text == DIRECTION), None)
        if own is None:
            told = made.mapping({"all": made.word(DIRECTION + "s"), "values": made.listed(list(STEPS))})
            self.sections.mapped["enums"].append(Entry(made.word(DIRECTION), told))
            return list(STEPS)
        found = []
        for node in scalars(child(own.value, "values")):
            if node.text in STEPS:
                found.append(node.text)
            else:
                message = f"a grid has no direction `{node.text}`: it knows {', '.join(STEPS)}"
                self.findings.add("RW104", node.span, message, nearest(node.text, STEPS))
        return found

    # ------------------------------------------------------------ lines
    def _lines(self, entry: Entry, part: Entry) -> Entry:
        kind, made = text_of(part.value, "of"), _Made(part.key)
        grid, length = self.grids.get(kind), max(2, number_of(part.value, "length", 2))
        if grid is None:
            at = child(part.value, "of") or part.key
            near = nearest(kind, self.grids)
            self.findings.add(
                "RW214", at.span, f"lines run over a kind with a `{GRID}`, and `{kind}` has none", near
            )
            return entry
        field = self.lists[kind]
        lines = {
            f"{line[0]}-{line[-1]}": made.mapping({field: made.listed(line)}) for line in grid.lines(length)
        }
        if not lines:
            message = f"no line of {length} fits on a board of {grid.columns} by {grid.rows}"
            self.findings.add("RW105", part.key.span, message)
        self._components(entry.key.text, lines, made)
        return self._with_fields(entry, {field: f"list of {kind}"}, made)

    # ------------------------------------------------------------ what is put in
    def _components(self, kind: str, cells: Mapping[str, Node], made: _Made) -> None:
        """Declare components of a kind; what the rules themselves say of one goes with it."""
        own: dict[str, Entry] = {}
        listed = self.sections.mapped["components"]
        for place, entry in enumerate(listed):
            if entry.key.text == kind:
                more = entries(entry.value)
                own |= {part.key.text: part for part in more if part.key.text in cells}
                rest = tuple(part for part in more if part.key.text not in cells)
                if isinstance(entry.value, MappingNode):
                    listed[place] = Entry(entry.key, MappingNode(entry.value.span, rest))
        found = [
            Entry(own[id_].key, _joined(told, own[id_].value)) if id_ in own else Entry(made.word(id_), told)
            for id_, told in cells.items()
        ]
        listed.append(Entry(made.word(kind), MappingNode(made.at.span, tuple(found))))

    def _with_fields(self, entry: Entry, fields: dict[str, str], made: _Made) -> Entry:
        """Return the declaration of a kind with fields before its own."""
        own = child(entry.value, "fields")
        for part in entries(own):
            if part.key.text in fields:
                message = f"`{part.key.text}` is a field that the board brings; choose another name"
                self.findings.add("RW202", part.key.span, message)
        more = tuple(Entry(made.word(name), made.word(type_)) for name, type_ in fields.items())
        kept = tuple(part for part in entries(own) if part.key.text not in fields)
        rest = tuple(part for part in entries(entry.value) if part.key.text != "fields")
        both = MappingNode(made.at.span, (*more, *kept))
        return Entry(entry.key, MappingNode(entry.value.span, (*rest, Entry(made.word("fields"), both))))


def _joined(told: Node, own: Node) -> MappingNode:
    """Return what is said of a component by its board, and behind it what the rules say themselves."""
    return MappingNode(own.span, (*entries(told), *entries(own)))
