"""The schemas themselves: sound, explained, and no keyword without words for its errors."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from rulewright.interpreter.content_roots import schema_dir
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.schema import check_shape, load_schema
from rulewright.interpreter.schema.explain import _EXPLANATIONS
from rulewright.interpreter.source import parse_yaml

NAMES = ["rules", "game", "cards", "playthrough"]
# Keywords that steer the check and never fail by themselves.
STEERING = {
    "$ref",
    "$schema",
    "$defs",
    "title",
    "description",
    "examples",
    "properties",
    "items",
    "if",
    "then",
    "else",
}


def parts(schema: object) -> Iterator[dict[str, object]]:
    """The schema and every schema inside of it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for key in ("properties", "$defs"):
        for part in schema.get(key, {}).values():
            yield from parts(part)
    for key in ("additionalProperties", "items", "propertyNames", "then", "else"):
        yield from parts(schema.get(key))


def test_there_is_a_schema_for_each_kind_of_file():
    assert sorted(path.name for path in schema_dir().iterdir() if path.is_file()) == sorted(
        f"{name}.schema.json" for name in NAMES
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_sound(name: str):
    Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_has_words(name: str):
    for part in parts(load_schema(name)):
        assert set(part) - STEERING - {"propertyNames"} <= set(_EXPLANATIONS), part


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_explained_to_editors(name: str):
    for part in parts(load_schema(name)):
        named = [*part.get("properties", {}).values(), part.get("items"), part.get("additionalProperties")]
        for inner in named:
            if isinstance(inner, dict) and "$ref" not in inner:
                assert inner["title"]
                assert inner["description"].endswith("."), inner


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_has_an_example_that_fits(name: str):
    for part in parts(load_schema(name)):
        if "pattern" in part:
            validator = Draft202012Validator({"type": "string", "pattern": part["pattern"]})
            assert part["examples"]
            assert all(validator.is_valid(example) for example in part["examples"])


def test_no_text_of_the_library_reaches_anybody():
    text = json.dumps("x")
    findings = Findings()
    node = parse_yaml(f"kinds: [{text}]\nlanguage: x\nplayers: x\n", "f.yaml", findings)
    check_shape(node, "rules", findings)
    for finding in findings:
        assert not any(
            word in finding.message for word in ("is not of type", "does not match", "is not one of", "$")
        )


def test_a_file_that_is_right_has_no_findings():
    findings = Findings()
    file = """
language: 1
game: first-steps
players: 2 to 4
rounds: {number: 3, every: {phases: [play]}}
result: {rank: players, by: [player.gold]}
"""
    node = parse_yaml(file, "game.yaml", findings)
    assert check_shape(node, "game", findings)
    assert not findings
