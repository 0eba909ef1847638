"""Print sheets: cards laid out on pages in millimetres, with bleed and cut marks, and their backs in register."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.cli.web.faces import CardFace

PAPERS: Mapping[str, tuple[float, float]] = {"A4": (210, 297), "A3": (297, 420), "Letter": (215.9, 279.4)}
"""Width and height of a page in millimetres."""

USUAL_SIZE = (63.0, 88.0)
LEAST_SIDE, MOST_SIDE = 10.0, 200.0
MOST_BLEED = 5.0
_MARGIN = 8.0
"""What most printers leave blank at each edge of a page, in millimetres, or need for the marks."""


class BadSheet(Exception):
    """A sheet that cannot be laid out; the message says what is wanted."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a cut card in millimetres."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sheet is to be: its paper, bleed in millimetres around each card, and whether backs are printed.

    `sizes` are those of kinds; the others have the usual one. With `copies` each card is there as often as in the game.
    """

    paper: str = "A4"
    bleed: float = 0.0
    backs: bool = True
    copies: bool = True
    sizes: Mapping[str, Size] | None = None

    def size_of(self, kind: str) -> Size:
        """Return the size of the cards of a kind."""
        return (self.sizes or {}).get(kind, Size(*USUAL_SIZE))


@dataclass(frozen=True, slots=True)
class Grid:
    """Where cards of one size stand on a page: how many columns and rows, and the place of the first one's cut edge."""

    size: Size
    columns: int
    rows: int
    left: float
    top: float
    bleed: float

    def column(self, number: int) -> float:
        """Return the left cut edge of a column, from 0, in millimetres."""
        return self.left + number * (self.size.width + 2 * self.bleed)

    def row(self, number: int) -> float:
        """Return the upper cut edge of a row, from 0, in millimetres."""
        return self.top + number * (self.size.height + 2 * self.bleed)


@dataclass(frozen=True, slots=True)
class Spot:
    """A card at its column and row."""

    card: CardFace
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one size of cards, all with their fronts up or all with their backs; `grid` is the grid's number."""

    grid: int
    side: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pages to print, and the grids they have."""

    plan: Plan
    grids: tuple[Grid, ...]
    pages: tuple[Page, ...]

    @property
    def cards(self) -> int:
        """How many cards are cut out of it."""
        return sum(len(page.spots) for page in self.pages if page.side == "front")


def read_size(words: str) -> Size:
    """Return a size given as `63 x 88`, in millimetres. Raises BadSheet."""
    parts = re.split("[xX\N{MULTIPLICATION SIGN}]", words.replace(",", "."))
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise BadSheet(f"a size is written as 63 x 88, in millimetres, not as {words!r}") from None
    if not (LEAST_SIDE <= width <= MOST_SIDE and LEAST_SIDE <= height <= MOST_SIDE):
        raise BadSheet(f"a card is {LEAST_SIDE:g} to {MOST_SIDE:g} mm wide and high, not {words}")
    return Size(width, height)


def laid_out(cards: Sequence[CardFace], plan: Plan) -> Sheet:
    """Return the sheet of some cards. Raises BadSheet for a card that is larger than the paper.

    Backs lie mirrored, as they come out when paper is turned over its long edge.
    """
    grids: list[Grid] = []
    pages: list[Page] = []
    for size in dict.fromkeys(plan.size_of(card.kind) for card in cards):
        grid = _grid(size, plan)
        grids.append(grid)
        many = [
            card
            for card in cards
            if plan.size_of(card.kind) == size
            for _ in range(card.number if plan.copies else 1)
        ]
        pages += _pages(many, grid, len(grids) - 1, backs=plan.backs)
    return Sheet(plan, tuple(grids), tuple(pages))


def _grid(size: Size, plan: Plan) -> Grid:
    width, height = PAPERS[plan.paper]
    columns, across = _fitting(size.width + 2 * plan.bleed, width)
    rows, down = _fitting(size.height + 2 * plan.bleed, height)
    if not columns or not rows:
        raise BadSheet(f"cards of {size} mm do not fit on {plan.paper}")
    # In the middle of the page, so that fronts and backs meet whichever way it is turned.
    return Grid(size, columns, rows, across + plan.bleed, down + plan.bleed, plan.bleed)


def _fitting(length: float, paper: float) -> tuple[int, float]:
    """Return how many fit side by side, and what is left at each end."""
    number = int((paper - 2 * _MARGIN) / length)
    return number, (paper - number * length) / 2


def _pages(cards: Sequence[CardFace], grid: Grid, number: int, *, backs: bool) -> Iterator[Page]:
    full = grid.columns * grid.rows
    for start in range(0, len(cards), full):
        spots = tuple(
            Spot(card, place % grid.columns, place // grid.columns)
            for place, card in enumerate(cards[start : start + full])
        )
        yield Page(number, "front", spots)
        if backs:
            mirrored = (Spot(spot.card, grid.columns - 1 - spot.column, spot.row) for spot in spots)
            yield Page(number, "back", tuple(mirrored))


def style_of(sheet: Sheet) -> str:
    """Return the style sheet that puts pages, cards and marks in their places."""
    width, height = PAPERS[sheet.plan.paper]
    lines = [
        f"@page {{ size: {width:g}mm {height:g}mm; margin: 0; }}",
        f".page {{ width: {width:g}mm; height: {height:g}mm; }}",
    ]
    for number, grid in enumerate(sheet.grids):
        bleed, size, page = grid.bleed, grid.size, f".page.g{number}"
        lines.append(
            f"{page} .spot {{ width: {size.width:g}mm; height: {size.height:g}mm; }} "
            f"{page} .spot::before {{ inset: {-bleed:g}mm; }}"
        )
        lines += (
            f"{page} .c{place} {{ left: {grid.column(place):.4f}mm; }}" for place in range(grid.columns)
        )
        lines += (f"{page} .r{place} {{ top: {grid.row(place):.4f}mm; }}" for place in range(grid.rows))
        lines += _marks(grid, page)
    return "\n".join(lines) + "\n"


def _marks(grid: Grid, page: str) -> Iterator[str]:
    """Yield the places of the cut marks: at each edge of each column and row, in the page's margins."""
    right = grid.column(grid.columns - 1) + grid.size.width + grid.bleed
    below = grid.row(grid.rows - 1) + grid.size.height + grid.bleed
    yield f"{page} .mark.left {{ left: {grid.left - grid.bleed - MARK_GAP - MARK_LENGTH:.4f}mm; }}"
    yield f"{page} .mark.right {{ left: {right + MARK_GAP:.4f}mm; }}"
    yield f"{page} .mark.above {{ top: {grid.top - grid.bleed - MARK_GAP - MARK_LENGTH:.4f}mm; }}"
    yield f"{page} .mark.below {{ top: {below + MARK_GAP:.4f}mm; }}"
    for column in range(grid.columns):
        for edge, place in enumerate((grid.column(column), grid.column(column) + grid.size.width)):
            yield f"{page} .x{2 * column + edge} {{ left: {place - MARK_WIDTH / 2:.4f}mm; }}"
    for row in range(grid.rows):
        for edge, place in enumerate((grid.row(row), grid.row(row) + grid.size.height)):
            yield f"{page} .y{2 * row + edge} {{ top: {place - MARK_WIDTH / 2:.4f}mm; }}"


MARK_GAP, MARK_LENGTH, MARK_WIDTH = 1.0, 4.0, 0.2
"""Millimetres between a card's bleed and a cut mark, and how long and how thick a mark is."""
