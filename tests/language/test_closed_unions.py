"""Whoever adds a statement or a formula is told every place that has to know it: the unions are closed, and held."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import get_args

import pytest

from rulewright.interpreter.content import uses
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language import checked_effects, checked_formulas
from rulewright.interpreter.language.builtin_functions import BUILTINS, NAMES
from rulewright.interpreter.language.checker.world import AGGREGATES, RESERVED
from rulewright.interpreter.language.reference.entries import groups
from rulewright.interpreter.walker import effects, evaluate, starting, walker

ROOT = Path(__file__).parents[2]
STATEMENTS = frozenset(get_args(c.Stmt))
FORMULAS = frozenset(get_args(c.Expr))


def classes_of(module, base) -> set[type]:
    found = vars(module).values()
    return {one for one in found if inspect.isclass(one) and issubclass(one, base) and one is not base}


def test_the_unions_hold_every_class():
    assert classes_of(checked_effects, c.Statement) == STATEMENTS
    assert classes_of(checked_formulas, c.Formula) == FORMULAS
    parts = [get_args(part) for part in (c.Moving, c.Calling, c.Plain, c.Compound)]
    assert sum(map(len, parts)) == len(STATEMENTS), "each statement is of one sort"


def test_statements_with_blocks_are_just_those_that_are_said_to_have_some():
    of_blocks = {"body", "branches", "otherwise"}
    having = {one for one in STATEMENTS if of_blocks & set(one.__dataclass_fields__)}
    assert having == set(get_args(c.Compound))


def made_in(*folders: str) -> set[str]:
    """The classes of the checked tree that the modules of these folders make."""
    found = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                call = node.func if isinstance(node, ast.Call) else None
                if (
                    isinstance(call, ast.Attribute)
                    and isinstance(call.value, ast.Name)
                    and call.value.id == "c"
                ):
                    found.add(call.attr)
    return found


@pytest.mark.parametrize("class_", sorted(STATEMENTS | FORMULAS, key=lambda one: one.__name__))
def test_the_checker_makes_each_class(class_):
    assert class_.__name__ in made_in("interpreter/language/checker")


def test_the_reference_machine_carries_out_each_statement_and_works_out_each_formula():
    # What needs the frame it stands in is carried out where the frames are.
    in_frames = {c.Let, c.Nothing, c.Finish}
    assert walker._STATEMENTS.keys() | in_frames == STATEMENTS
    assert not walker._STATEMENTS.keys() & in_frames
    assert evaluate._BY_CLASS.keys() == FORMULAS


def test_each_statement_leads_on_or_ends_a_run_that_can_start():
    """What leads is looked into to say whether an effect can start; at any other statement such a run ends well."""
    leading, ending = set(get_args(c.Leading)), set(get_args(c.EndingRun))
    assert leading | ending == STATEMENTS
    assert not leading & ending
    assert starting._WIDE.keys() == leading


# ---------------------------------------------------------------- what is declared and read
NAMING = ("counter", "window", "action", "field", "kind", "card", "option", "value", "table", "zone")
"""Fields of nodes that name what a game declares."""


def test_whatever_names_a_declaration_is_known_to_read_it():
    naming = {
        one
        for one in STATEMENTS | FORMULAS
        for name in NAMING
        if one.__annotations__.get(name) in ("str", "int")
    }
    text = inspect.getsource(uses)
    assert naming, "the tree has lost its names"
    unread = {one.__name__ for one in naming if f"c.{one.__name__}" not in text}
    assert unread == {c.CardConst.__name__, c.IsCard.__name__}, "no card is declared without use"


# ---------------------------------------------------------------- words
def test_each_built_in_function_stands_in_every_table():
    assert tuple(BUILTINS) == NAMES
    drawn = {name for name in NAMES if BUILTINS[name].draws}
    assert evaluate._BUILTIN.keys() == set(NAMES) - drawn
    source = inspect.getsource(evaluate) + inspect.getsource(effects)
    assert not {name for name in drawn if f'"{name}"' not in source}
    assert set(NAMES) <= RESERVED
    grammar = (ROOT / "interpreter/language/grammar/grammar.lark").read_text(encoding="utf-8")
    for name in AGGREGATES:
        assert name in RESERVED
        assert f"{name}|" in grammar or f"|{name}" in grammar or f'"{name}"' in grammar


@pytest.mark.parametrize("name", NAMES)
def test_a_built_in_function_has_an_entry_of_the_reference(name):
    assert [entry for group in groups() for entry in group.entries if entry.name == name and entry.example]
