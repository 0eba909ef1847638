"""The form is closed: every node has its printer, every formula its lowering; no part of the compiler reads source."""

import ast
from pathlib import Path
from typing import get_args

import pytest
from both import GAMES, shipped

from rulewright.interpreter.compiler.form.facts import EXPRESSIONS, STATEMENTS
from rulewright.interpreter.compiler.form.runtime import FIELD_CALLS, RUNTIME
from rulewright.interpreter.compiler.lowering import formulas
from rulewright.interpreter.compiler.python import expressions, printer
from rulewright.interpreter.fast.noting import NotingMachine
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import Layout

COMPILER = Path(__file__).parents[2] / "interpreter" / "compiler"
MODULES = sorted(COMPILER.rglob("*.py"))
READERS = {"re", "regex", "ast", "tokenize", "inspect", "linecache", "string", "dis"}
REFUSED = {"eval", "exec", "getsource"}
CUTS = {"splitlines", "split", "rsplit", "partition", "rpartition", "startswith", "endswith", "find", "rfind"}
CUTS |= {"removeprefix", "removesuffix", "isidentifier", "isdecimal", "isdigit", "isalnum"}


def test_every_expression_and_statement_has_a_printer():
    assert set(expressions.BY_CLASS) == set(EXPRESSIONS)
    assert set(printer.STATEMENT_PRINTERS) == set(STATEMENTS)


def test_every_node_is_described():
    page = (COMPILER.parents[1] / "docs" / "architecture.md").read_text()
    section = page[page.index("### The form, node by node") : page.index("## `fast`")]
    told = {word for line in section.split("\n") if line.startswith("| `") for word in line.split("`")[1::2]}
    assert {node.__name__ for node in (*EXPRESSIONS, *STATEMENTS)} <= told


def test_every_class_of_formulas_is_lowered():
    assert set(formulas.BY_CLASS) == set(get_args(c.Expr))


@pytest.mark.parametrize("name", GAMES)
def test_the_machine_has_every_function_that_compiled_code_may_call(name):
    game = shipped(name)
    options = {option.name: option.default for option in game.options.values()}
    known = NotingMachine(game, game.min_players, options)._functions()
    assert not ({*RUNTIME, *FIELD_CALLS} - set(known))
    assert Layout(game, game.min_players).game is game


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(COMPILER)))
def test_no_part_of_the_compiler_reads_source(path):
    """Facts are told by the form; only `names.py` looks at letters, those of declared names."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not {one.name.split(".")[0] for one in node.names} & READERS
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            assert node.module.split(".")[0] not in READERS
        elif isinstance(node, ast.Name):
            assert node.id not in REFUSED
        elif isinstance(node, ast.Attribute):
            assert node.attr not in REFUSED
            allowed = path.name in ("names.py", "excerpt.py")
            assert allowed or node.attr not in CUTS, f"{path}:{node.lineno}"
    assert ast.get_docstring(tree), "each module says in its first line what it is for"
