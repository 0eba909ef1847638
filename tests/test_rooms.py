"""The folders of the interpreter follow the way of the data: imports run one way, and none comes back round."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
ORDER = (
    "source", "schema", "language", "content", "journal", "state", "walker", "knowledge", "match", "compiler",
    "fast", "native", "bots", "play", "study",
)  # fmt: skip
"""A folder may know those before it."""
BESIDE = {"english", "format", "editor"}
"""Reads what is checked, and is read where something is said in words."""
EARLIER = {("content", "english"), ("english", "state")}
"""What knows another all the same, for one thing: the words printed on a card are held against its English."""


def modules() -> dict[str, Path]:
    """Return the modules of the program by their names."""
    found = {"rulewright": CHECKOUT / "package" / "rulewright" / "__init__.py"}
    for path in (*(CHECKOUT / "interpreter").rglob("*.py"), *(CHECKOUT / "cli").rglob("*.py")):
        name = ".".join(("rulewright", *path.relative_to(CHECKOUT).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the program that a module imports, anywhere in it and for whatever reason."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in MODULES or node.module in MODULES:
                    yield whole if whole in MODULES else node.module


GRAPH = {name: set(imported(path)) - {name} for name, path in MODULES.items()}


def test_no_module_imports_itself_by_a_way_round():
    try:
        TopologicalSorter(GRAPH).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def room(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if len(parts) > 3 and parts[1] == "interpreter" else None


def test_a_folder_knows_those_before_it_and_none_behind():
    rank = {name: number for number, name in enumerate(ORDER)}
    wrong = []
    for module, others in GRAPH.items():
        here = room(module)
        for other in others:
            there = room(other)
            if here in rank and there in rank:
                allowed = rank[there] <= rank[here]
            else:
                allowed = (
                    here is None or there is None or here == there or here in BESIDE or there not in BESIDE
                )
                allowed = allowed or rank[here] > rank["content"]
            if not allowed and (here, there) not in EARLIER:
                wrong.append(f"{module} imports {other}")
    assert not wrong


def test_nothing_of_the_interpreter_knows_the_program():
    assert not [
        name
        for name, others in GRAPH.items()
        if room(name) and any(o.startswith("rulewright.cli") for o in others)
    ]


def test_every_folder_with_modules_stands_in_the_order_and_says_its_purpose():
    folders = {path.parent.name for path in (CHECKOUT / "interpreter").glob("*/__init__.py")}
    assert folders == {*ORDER, *BESIDE}
    for path in (CHECKOUT / "interpreter").rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_house_in_the_docs_has_the_folders_in_this_order():
    text = (CHECKOUT / "docs" / "architecture.md").read_text(encoding="utf-8")
    places = [text.index(f"\n     {name} ") for name in ORDER]
    assert all(one < other for one, other in pairwise(places))
