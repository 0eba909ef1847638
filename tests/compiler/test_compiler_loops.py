"""What is reckoned of a list becomes a loop, in a function that is there once, and comes to what it came to."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from both import GAMES, shipped

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import ONE, ZERO
from rulewright.interpreter.compiler.form.module import FunctionDef, Module
from rulewright.interpreter.compiler.form.runtime import RUNTIME
from rulewright.interpreter.compiler.form.symbols import Function, Symbol
from rulewright.interpreter.compiler.python.printer import printed
from rulewright.interpreter.fast.machines import build_for

ITEM, OTHER, LIST = Symbol("c", "item"), Symbol("d", "item"), Symbol("list")
LESS, NAMED = Symbol("less"), Symbol("t", "own")
IS_LESS = f.Compare(f.Use(ITEM), "<", f.Use(LESS))
BIG = f.Arith(f.Use(ITEM), "*", f.Num(3))
LISTS = ((), (4,), (1, 2, 3), (7, 7, 0, 9))


def function(value: f.Expr, *, sort: Any = "value") -> FunctionDef:
    """A function of a list and a number that gives something back."""
    return FunctionDef(Function(sort, ("it",), fixed=True), (LIST, LESS), (f.Return(value, None),), None)


def source(*made: FunctionDef) -> str:
    """What functions are printed as."""
    return printed(Module(8, functions=list(made))).source(journal=False)


def comes_to(value: f.Expr, items: tuple[int, ...], less: int, v: Any = (), z: Any = ()) -> Any:
    """What the printed function gives back."""
    names: dict[str, Any] = {}
    exec(source(function(value)), names)
    return names["V_it"](v, z, [], items, less)


def reckoned(
    op: f.AggregateOp, element: f.Expr, of: f.Expr | None = None, test: f.Expr | None = None
) -> f.Aggregate:
    return f.Aggregate(op, element, ITEM, f.Use(LIST) if of is None else of, test)


@pytest.mark.parametrize("items", LISTS)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("tested", [False, True])
def test_comes_to_what_python_reckons(items, inside, tested):
    chosen = [item for item in items if not tested or item < 4]
    test = IS_LESS if tested else None
    is_three = f.Compare(f.Use(ITEM), "!=", f.Num(3))
    wanted = {
        reckoned("any", is_three, test=test): any(item != 3 for item in chosen),
        reckoned("all", is_three, test=test): all(item != 3 for item in chosen),
        reckoned("first", BIG, test=test): next((item * 3 for item in chosen), -1),
        reckoned("count", ONE, test=test): len(chosen),
        reckoned("sum", BIG, test=test): sum(item * 3 for item in chosen),
    }
    for e, right in wanted.items():
        value: f.Expr = f.Tuple((e, f.Use(LESS))) if inside else e
        assert comes_to(value, items, 4) == ((right, 4) if inside else right)


def test_a_flag_is_given_back_by_the_loop_itself():
    flag = f.Choice(ONE, reckoned("any", IS_LESS), ZERO)
    text = source(function(flag))
    assert text.count("def ") == 1
    assert "return 1" in text
    assert [comes_to(flag, (3, 5), less) for less in (3, 4)] == [0, 1]
    turned = f.Choice(ZERO, reckoned("all", IS_LESS), ONE)
    assert [comes_to(turned, (3, 5), less) for less in (5, 6)] == [1, 0]


def test_a_loop_in_a_loop_gets_the_item_of_the_other():
    inner = f.Aggregate(
        "any", f.Compare(f.Use(OTHER), "==", f.Arith(f.Use(ITEM), "+", ONE)), OTHER, f.Use(LIST), None
    )
    assert comes_to(f.Tuple((reckoned("count", ONE, test=inner),)), (1, 2, 5, 6, 9), 0) == (2,)


def test_a_name_given_in_the_list_is_known_behind_it_and_one_given_inside_is_not_handed_on():
    least = f.Bound(NAMED, f.Tuple((f.Use(LESS), f.Num(8))))
    assert comes_to(f.Tuple((reckoned("sum", f.Use(ITEM), least), f.Length(f.Use(NAMED)))), (), 5) == (13, 2)
    squared = f.Bound(NAMED, f.Arith(f.Use(ITEM), "*", f.Use(ITEM)))
    twice = f.AllOf((f.Compare(squared, ">", f.Num(4)), f.Compare(f.Use(NAMED), "<", f.Num(30))))
    assert comes_to(f.Tuple((reckoned("count", ONE, test=twice),)), (1, 3, 5, 6), 0) == (2,)


def test_zones_are_gone_through_where_they_lie_and_an_empty_one_is_not_begun():
    zone = f.Zone(f.Num(1))
    text = source(function(f.Tuple((reckoned("first", f.Use(ITEM), zone),))))
    assert "if z[1] else -1" in text
    assert comes_to(f.Tuple((reckoned("first", f.Use(ITEM), zone),)), (), 0, z=[[5], []]) == (-1,)
    both = f.Join((f.Zone(f.Num(0)), zone))
    assert comes_to(f.Tuple((reckoned("sum", f.Use(ITEM), both),)), (), 0, z=[[5], [6, 7]]) == (18,)


def test_what_is_alike_at_a_place_is_one_function():
    one, same = reckoned("first", f.Use(ITEM), test=IS_LESS), reckoned("first", f.Use(ITEM), test=IS_LESS)
    of_others = reckoned("first", f.Use(ITEM), f.Tuple((f.Use(LESS), ONE)), IS_LESS)
    assert source(function(f.Tuple((one, same, of_others)))).count("def ") == 2


def test_a_filtered_list_is_filled_under_its_name_unless_it_is_made_of_what_had_that_name():
    found = Symbol("found")
    for symbol, text in ((found, "append"), (LIST, "for i_c in")):
        made = function(f.Use(symbol))
        built = f.Comprehension(BIG, ITEM, f.Use(LIST), IS_LESS)
        made = replace(made, body=(f.Assign(symbol, built, None), *made.body))
        assert text in source(made)
        names: dict[str, Any] = {}
        exec(source(made), names)
        assert names["V_it"]([], [], [], [1, 5, 2], 3) == [3, 6]


def test_what_draws_numbers_or_acts_stays_where_it_is():
    number = f.Call(RUNTIME["random"], (ZERO, ONE, f.Num(6)))
    for value in (reckoned("sum", number), reckoned("any", f.Compare(number, "==", ONE))):
        assert "def L_" not in source(function(f.Tuple((value,))))
    unit = f.CallOwn(Function("unit", ("acting",)), ())
    assert "def L_" not in source(function(f.Tuple((reckoned("any", f.Paused(unit)),)), sort="unit"))


@pytest.mark.parametrize("name", GAMES)
def test_no_generator_is_left_in_the_code_of_the_shipped_games(name):
    game = shipped(name)
    build = build_for(
        game, game.max_players, {option.name: option.default for option in game.options.values()}
    )
    found = [node for node in ast.walk(ast.parse(build.source)) if isinstance(node, ast.GeneratorExp)]
    assert not found
    assert not [text for text in ("len([1 ", "sum([") if text in build.source]
