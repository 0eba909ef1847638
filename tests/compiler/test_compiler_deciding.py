"""Conditions are settled by the tests that they surely make, and mean what they meant; two look-ups become one."""

from __future__ import annotations

import operator
import random
from itertools import product
from typing import Any

import pytest

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.graph import OPTIONS
from rulewright.interpreter.compiler.form.make import NONE, ONE, TRUE, ZERO, joined, negated
from rulewright.interpreter.compiler.form.symbols import Symbol, Table
from rulewright.interpreter.compiler.passes.columns import Columns
from rulewright.interpreter.compiler.passes.deciding import decided
from rulewright.interpreter.compiler.passes.offering import offered
from tests.machines import MACHINES
from tests.one_meaning.tiny import scores

A, B, ROW = Symbol("a"), Symbol("b"), Symbol("row")
NUMBERS = (-1, 0, 1)
ROWS: tuple[tuple[int, ...], ...] = ((), (0,), (1,), (0, 1), (1, -1))
COMPARED = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def value(e: f.Expr, names: dict[Symbol, Any]) -> Any:
    """What an expression comes to, in the order in which it is worked out."""

    def of(part: f.Expr) -> Any:
        return value(part, names)

    match e:
        case f.Num() | f.Truth():
            return e.value
        case f.Use():
            return names[e.symbol]
        case f.Item():
            return of(e.of)[of(e.index)]
        case f.Some():
            return bool(of(e.of))
        case f.Choice():
            return of(e.yes) if of(e.test) else of(e.no)
        case f.AllOf():
            return all(of(part) for part in e.parts)
        case f.AnyOf():
            return any(of(part) for part in e.parts)
        case f.Not():
            return not of(e.of)
        case f.Compare():
            return COMPARED[e.op](of(e.left), of(e.right))
    raise AssertionError(e)


def number(chance: random.Random, depth: int) -> f.Expr:
    sort = chance.randrange(6 if depth else 3)
    if sort < 3:
        return (f.Num(chance.choice(NUMBERS)), f.Use(A), f.Use(B))[sort]
    if sort == 3:
        # The first of a row that meets a test, or another, or none of an empty row.
        item = f.Item(f.Use(ROW), ZERO)
        found = f.Choice(item, f.Compare(item, "==", number(chance, 0)), number(chance, depth - 1))
        return f.Choice(found, f.Some(f.Use(ROW)), NONE)
    return f.Choice(number(chance, depth - 1), condition(chance, depth - 1), number(chance, depth - 1))


def condition(chance: random.Random, depth: int) -> f.Expr:
    sort = chance.randrange(5 if depth else 2)
    if sort == 0:
        return f.Some(f.Use(ROW))
    if sort < 3:
        return f.Compare(number(chance, depth), chance.choice(list(COMPARED)), number(chance, depth))
    tests = [condition(chance, depth - 1) for _ in range(chance.randint(2, 3))]
    return negated(tests[0]) if chance.random() < 1 / 5 else joined(tests, all_=sort == 3)


@pytest.mark.parametrize("seed", range(100))
def test_a_condition_means_what_it_meant(seed):
    chance = random.Random(seed)
    before = condition(chance, 3)
    after = decided(before)
    for a, b, row in product(NUMBERS, NUMBERS, ROWS):
        names = {A: a, B: b, ROW: row}
        assert value(after, names) == value(before, names), (before, after)


ITEM = f.Item(f.Use(ROW), ZERO)
FREE = f.Compare(ITEM, "==", f.Use(A))
REST = f.Use(B)
STOP = f.Choice(f.Choice(ITEM, FREE, REST), f.Some(f.Use(ROW)), NONE)
FIRST = f.Choice(ITEM, f.Some(f.Use(ROW)), NONE)


def test_what_decides_all_is_asked_first():
    further_on = f.Compare(STOP, "!=", FIRST)
    known = f.Compare(REST, "!=", ITEM)
    assert decided(further_on) == f.AllOf((f.Some(f.Use(ROW)), negated(FREE), known))


def test_what_may_have_a_fault_is_left_as_it_is():
    share = f.Arith(ONE, "//", f.Use(A))
    failing = f.Compare(f.Choice(share, f.Some(f.Use(ROW)), NONE), "!=", NONE)
    assert decided(failing) == failing


# ---------------------------------------------------------------- look-ups in two steps
RAYS = Table(("rays",), (((1, 2), ()), ((), (5,)), ((4,), (3, 2, 1))))


def test_a_column_has_a_table_of_its_own():
    tables = [RAYS]
    columns = Columns(tables)
    north = f.Item(f.Item(f.Data(RAYS), f.Use(A)), ZERO)
    found = columns.looked_up(f.Item(north, f.Num(-1)))
    assert [table.data for table in tables[1:]] == [((1, 2), (), (4,)), (2, -1, 4)]
    assert found == f.Item(f.Data(tables[2]), f.Use(A))
    assert columns.looked_up(north) == f.Item(f.Data(tables[1]), f.Use(A))
    assert len(tables) == 3


def test_what_may_be_missing_has_none():
    may_fail = f.Item(f.Item(f.Data(RAYS), f.Use(A)), ZERO, fails=True)
    assert Columns([RAYS]).looked_up(may_fail) == may_fail


# ---------------------------------------------------------------- in play
ROAD = """\
enums: {way: {all: ways, values: [up, down]}}
kinds: {cell: {all: cells, fields: {line: list of cell by way}, state: {disc: player}}}
components:
  cell:
    c1: {line: {up: [c2, c3, c4], down: []}}
    c2: {line: {up: [c3, c4], down: [c1]}}
    c3: {line: {up: [c4], down: [c2, c1]}}
    c4: {line: {up: [], down: [c3, c2, c1]}}
zones: -
setup: -
values:
  stop(cell, way, player):
    is: first(c in cell.line[way] where c.disc == none or c.disc == player)
  encloses(cell, way, player):
    is: stop(cell, way, player).disc == player and stop(cell, way, player) != first(cell.line[way])
  may_place(cell, player):
    is: cell.disc == none and any(way in ways where encloses(cell, way, player))
"""
BOTH = "gain count(c in cells where may_place(c, me)) score\n"


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("discs", "places"),
    [
        pytest.param({"c2": 2, "c3": 1}, 1, id="a disc between"),
        pytest.param({"c2": 1, "c3": 1}, 0, id="none between"),
        pytest.param({"c2": 2, "c3": 2}, 0, id="nothing behind"),
        pytest.param({"c2": 2, "c3": 2, "c4": 1}, 1, id="two between"),
        pytest.param({"c1": 1, "c2": 2}, 1, id="the other way"),
        pytest.param({"c1": 1, "c2": 2, "c3": 2}, 1, id="two the other way"),
        pytest.param({}, 0, id="an empty board"),
    ],
)
def test_lines_are_enclosed_alike(machine, discs, places):
    text = "".join(f"set {cell}.disc to players[{player}]\n" for cell, player in discs.items()) + BOTH
    assert scores(machine, text, ROAD) == [places, 0]


@pytest.mark.parametrize("machine", MACHINES)
def test_the_second_of_a_line_may_be_the_one(machine):
    text = """\
        set c3.disc to players[1]
        set c2.disc to players[2]
        if stop(c1, up, me) == c3:
          gain 1 score
        if stop(c4, down, me) == c3:
          gain 10 score
        if stop(c2, down, me) == c1:
          gain 100 score
        set c1.disc to players[2]
        if stop(c2, down, me) == none and stop(c1, down, me) == none:
          gain 1000 score
        """
    assert scores(machine, text, ROAD) == [1111, 0]


# ---------------------------------------------------------------- options made at once
CELL, OTHER_CELL, INNER, OTHER_INNER = (Symbol(name, "item") for name in ("c", "d", "i", "j"))
CELLS = f.Tuple((ZERO, ONE, f.Num(2)))


def free(cell: Symbol, inner: Symbol) -> f.Expr:
    """Whether a cell is in a list that is made for it."""
    smaller = f.Compare(f.Use(inner), "<", f.Use(cell))
    return f.Some(f.Comprehension(f.Use(inner), inner, f.Use(ROW), smaller))


def asked_and_offered(test: f.Expr, options: f.Expr, *between: f.Stmt) -> f.Block:
    made = f.Assign(OPTIONS, options, None)
    branch = f.Branch(test, (*between, made, f.Question(ZERO, None)), None)
    return (f.If((branch,), (f.Return(None, None),), None),)


ANY = f.Aggregate("any", TRUE, CELL, CELLS, free(CELL, INNER))
ALL = f.Comprehension(f.Use(OTHER_CELL), OTHER_CELL, CELLS, free(OTHER_CELL, OTHER_INNER))
BURN = f.Burn(ONE, None)


def test_options_say_themselves_whether_there_are_any():
    made, asked = offered(asked_and_offered(ANY, ALL, BURN))
    assert made == f.Assign(OPTIONS, ALL, None)
    assert isinstance(asked, f.If)
    assert asked.branches[0].test == f.Some(f.Use(OPTIONS))
    assert asked.branches[0].body == (BURN, f.Question(ZERO, None))


@pytest.mark.parametrize(
    ("test", "options", "between"),
    [
        pytest.param(ANY, f.Comprehension(f.Use(CELL), CELL, f.Use(ROW), free(CELL, INNER)), (), id="others"),
        pytest.param(
            ANY, f.Comprehension(f.Use(CELL), CELL, CELLS, f.Some(f.Use(ROW))), (), id="other tests"
        ),
        pytest.param(ANY, ALL, (f.SetOrder(f.Use(ROW), None),), id="something happens in between"),
        pytest.param(f.Not(ANY), ALL, (), id="whether there are none"),
    ],
)
def test_other_options_are_made_where_they_are_asked_for(test, options, between):
    block = asked_and_offered(test, options, *between)
    assert offered(block) == block


@pytest.mark.parametrize("machine", MACHINES)
def test_who_can_choose_does(machine):
    text = """\
        set c1.disc to players[1]
        set c2.disc to players[2]
        set c4.disc to players[2]
        as each player in players:
          if any(cell in cells where may_place(cell, me)):
            choose a cell from cells where may_place(cell, me)
            set cell.disc to me
            gain 1 score
          else:
            gain 10 score
        """
    # The first player takes c3, between which and c1 lies c2; then nobody has a line to close.
    assert scores(machine, text, ROAD, acting=False) == [1, 10]
