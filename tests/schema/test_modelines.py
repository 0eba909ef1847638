"""Every file that an editor opens names its schema in its first line, and is valid against it by itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from command_line import CHECKOUT, run
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012


class Core(yaml.SafeLoader):
    """A loader of YAML 1.2 that has nothing to do with ours: `yes` and `no` stay words, only numbers are numbers."""

    yaml_implicit_resolvers: dict = {}  # noqa: RUF012 - the library wants it so


Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))

HEAD = "# yaml-language-server: $schema="
FILES = [
    *sorted((CHECKOUT / "rules").rglob("*.yaml")),
    *sorted((CHECKOUT / "tests/playthroughs").rglob("*.yaml")),
]


def wrong(path: Path) -> list[str]:
    """What is wrong with a file by the schema that it names."""
    text = path.read_text(encoding="utf-8")
    first = text.split("\n", 1)[0]
    assert first.startswith(HEAD), path
    file = (path.parent / first.removeprefix(HEAD)).resolve()
    schema = json.loads(file.read_text(encoding="utf-8"))
    rules = json.loads((CHECKOUT / "schemas/rules.schema.json").read_text(encoding="utf-8"))
    registry = Registry().with_resource(
        "rules.schema.json", Resource.from_contents(rules, default_specification=DRAFT202012)
    )
    validator = Draft202012Validator(schema, registry=registry)
    return [error.message for error in validator.iter_errors(yaml.load(text, Core))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_a_shipped_file_names_its_schema_and_is_valid_against_it(path):
    assert wrong(path) == []


@pytest.mark.parametrize("command", [("new", "game", "mine"), ("copy", "tic-tac-toe", "mine")])
def test_so_do_the_files_of_a_game_of_ones_own(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    assert run(*command, root=None).exit_code == 0
    files = [
        path
        for path in (tmp_path / "mine").rglob("*.yaml")
        if "cards" not in path.relative_to(tmp_path).parts
    ]
    assert len(files) >= 2
    assert [wrong(path) for path in files] == [[]] * len(files)
