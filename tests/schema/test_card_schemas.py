"""The schemas of the shipped games' card files: kept current, and all content valid against them by itself."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from rulewright.cli.schema import schema_file, schema_text
from rulewright.interpreter.content.card_schema import card_schema
from rulewright.interpreter.content.load import check_game, load_game
from rulewright.interpreter.findings import Findings

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "data"
GAMES = sorted(folder.name for folder in (ROOT / "cards").iterdir() if folder.is_dir())
CARDS = [
    path
    for part in ("cards", "rules")
    for path in sorted((ROOT / part).rglob("*.yaml"))
    if re.search(r"^kind:", path.read_text(encoding="utf-8"), re.MULTILINE)
]


class Core(yaml.SafeLoader):
    """A loader of YAML 1.2 that has nothing to do with ours: `yes` and `no` stay words, only numbers are numbers."""

    yaml_implicit_resolvers: dict = {}  # noqa: RUF012 - the library wants it so


Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))


def checked(schema, text):
    return [error.message for error in Draft202012Validator(schema).iter_errors(yaml.load(text, Core))]


@pytest.mark.parametrize("name", GAMES)
def test_the_kept_schema_is_current(name):
    kept = (ROOT / schema_file(name)).read_text(encoding="utf-8")
    assert kept == schema_text(load_game(name, ROOT)), f"run `rulewright schema {name} --write`"
    Draft202012Validator.check_schema(json.loads(kept))


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_card_file_names_its_schema_and_is_valid_against_it(path):
    text = path.read_text(encoding="utf-8")
    first = text.split("\n", 1)[0]
    assert first.startswith("# yaml-language-server: $schema=")
    schema = path.parent / first.partition("=")[2]
    assert schema.resolve() == ROOT / schema_file(path.parent.name)
    assert checked(json.loads(schema.read_text(encoding="utf-8")), text) == []


GUEST = "kind: guest\ncards:\n  lady:\n    tip: 1\n    front: {}\n"


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        (GUEST, True),
        (GUEST + "    taste: green\n    gift: gain 1 coins\n", True),
        (GUEST + "    taste: none\n    copies: 2\n", True),
        (GUEST + "    taste: blue\n", False),
        (GUEST + "    tipp: 1\n", False),
        (GUEST.replace("    tip: 1\n", ""), False),
        (GUEST.replace("    tip: 1\n    front: {}", "    front: {tip: 1}\n    back: {tip: 2}"), True),
        (GUEST.replace("    tip: 1\n    front: {}", "    front: {tip: 1}\n    back: {}"), False),
        (GUEST.replace("tip: 1", "tip: one"), False),
        (GUEST.replace("front: {}", "front: {abilities: [{when: serving, do: gain 1 coins}]}"), True),
        (GUEST.replace("front: {}", "front: {abilities: [{when: servin, do: gain 1 coins}]}"), False),
        (GUEST.replace("front: {}", "front: {changes: [{value: price(guest), add: 1}]}"), True),
        (GUEST.replace("front: {}", "front: {changes: [{value: prize(guest), add: 1}]}"), False),
        (GUEST + "    origin: {tip: rulebook}\n", True),
        (GUEST + "    origin: {tap: rulebook}\n", False),
        ("kind: guest\ncolumns: [tip, taste]\nrows: {lady: [1, green]}\n", True),
        ("kind: guest\ncolumns: [tip, taster]\nrows: {lady: [1, green]}\n", False),
        ("kind: gest\ncards: {lady: {tip: 1}}\n", False),
        ("kind: stove\ncards: {third: {heat: 3}}\n", True),
        ("kind: stove\ncards: {third: {front: {heat: 3}}}\n", False),
    ],
)
def test_the_schema_knows_the_fields_of_each_kind(text, valid):
    assert (checked(card_schema(load_game("tea-house", TESTS)), text) == []) is valid


@pytest.mark.parametrize("number", ["4", '"4"', "'4'", "\uff11", "+4", "04", "-4", "4.0", "four"])
def test_the_validator_and_the_schema_agree_on_what_is_a_number(tmp_path, number):
    shutil.copytree(TESTS / "rules", tmp_path / "rules")
    text = GUEST.replace("tip: 1", f"tip: {number}")
    (tmp_path / "cards/tea-house").mkdir(parents=True)
    (tmp_path / "cards/tea-house/more.yaml").write_text(text, encoding="utf-8")
    findings = Findings()
    check_game("tea-house", tmp_path, findings)
    file = "cards/tea-house/more.yaml"
    refused = [
        found
        for found in findings
        if found.span.file == file and found.span.line == 4 and found.code != "RW204"
    ]
    # A sign or a zero in front is a number for some programs only, which is why it is none here.
    in_schema = (
        checked(card_schema(load_game("tea-house", TESTS)), text) if number not in ("+4", "04") else ["sign"]
    )
    assert bool(refused) == bool(in_schema), [found.message for found in findings]
