"""The fast check of shapes says of every value what the library says."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import cast

import pytest

from rulewright.interpreter.content_roots import schema_dir
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.schema.check import SchemaName, _fits, _validator
from rulewright.interpreter.source import Plain, read_yaml, to_plain

ROOT = Path(__file__).resolve().parents[2]
_OTHERS: tuple[Plain, ...] = (
    *({}, [], "", "x", "3", "yes", "no", "none", "public", "2 to 4", "a b", -1, 0, 1, 7, 99_999_999, None),
    *(
        [1, 1],
        ["x", "x"],
        ["x", "y"],
        {"x": 1},
        {"about": "x"},
        {"name": "x"},
        [{}],
        [{"do": "x"}],
        {"do": "x"},
    ),
)
_NAMES = (
    "x",
    "about",
    "title",
    "a b",
    "A",
    "do",
    "do-it",
    "",
    "values",
    "more values",
    "cases",
    "all",
    "rows",
    "cards",
)
_CHANGES = 150


def files() -> list[tuple[SchemaName, Path]]:
    """Shipped files of every kind; of playthroughs some."""
    found: list[tuple[SchemaName, Path]] = []
    for path in sorted([*(ROOT / "rules").rglob("*.yaml"), *(ROOT / "cards").rglob("*.yaml")]):
        node = read_yaml(path, path.name, Findings())
        assert node is not None
        of_cards = {"kind", "cards", "rows", "columns"} & set(node.keys())
        found.append(("cards" if of_cards else "game" if path.name == "game.yaml" else "rules", path))
    playthroughs = sorted((ROOT / "tests" / "playthroughs").rglob("*.yaml"))
    return found + [("playthrough", path) for path in playthroughs[::8]]


def plain(path: Path) -> Plain:
    """What a file holds."""
    node = read_yaml(path, path.name, Findings())
    assert node is not None
    return to_plain(node)


def changed(whole: Plain, chance: random.Random) -> Plain:
    """A copy of a value in which one thing is left out, called otherwise, added or something else."""
    whole = copy.deepcopy(whole)
    part = whole
    while True:
        children = list(part.values()) if isinstance(part, dict) else cast("list[Plain]", part)
        inner = [child for child in children if isinstance(child, dict | list) and child]
        if not inner or chance.random() < 0.25:
            break
        part = chance.choice(inner)
    other = copy.deepcopy(chance.choice(_OTHERS))
    if isinstance(part, list):
        part[chance.randrange(len(part))] = other if chance.random() < 0.7 else copy.deepcopy(part[0])
        return whole
    assert isinstance(part, dict)
    key = chance.choice(list(part))
    match chance.randrange(4):
        case 0:
            del part[key]
        case 1:
            part[chance.choice(_NAMES)] = part.pop(key)
        case 2:
            part[chance.choice(_NAMES)] = other
        case _:
            part[key] = other
    return whole


@pytest.mark.parametrize("name", ["rules", "game", "cards", "playthrough"])
def test_the_fast_check_agrees_with_the_library(name: SchemaName) -> None:
    own, library = _fits(schema_dir(), name), _validator(schema_dir(), name)
    chance = random.Random(7)
    wholes = [plain(path) for kind, path in files() if kind == name]
    assert wholes
    for whole in wholes:
        assert own(whole)
        assert library.is_valid(whole)
    small = sorted(wholes, key=lambda whole: len(str(whole)))[:8]
    right = 0
    for number in range(_CHANGES):
        value = changed(small[number % len(small)], chance)
        right += own(value)
        assert own(value) is library.is_valid(value), value
    assert 0 < right < _CHANGES


def test_a_file_that_fits_needs_no_library() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from rulewright.cli.main import app\n"
        "try:\n"
        "    app(['validate', 'tic-tac-toe', '--no-cache'])\n"
        "except SystemExit as end:\n"
        "    print(end.code, [name for name in ('jsonschema', 'lark', 'pydantic') if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "0 []"
