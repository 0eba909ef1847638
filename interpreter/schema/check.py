"""Checks a file against its schema: every mistake becomes one finding at the node that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rulewright.interpreter.content_roots import schema_dir
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.schema.cut_texts import note_cut_texts
from rulewright.interpreter.schema.explain import Explainer
from rulewright.interpreter.schema.fits import Fitting
from rulewright.interpreter.schema.violation import violation
from rulewright.interpreter.source import MappingNode, Plain, to_plain

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SchemaName = Literal["rules", "game", "cards", "playthrough"]
"""The kinds of files: any file of rules, the head of a game, components of one kind, and a scripted game."""

Schema = dict[str, object]


def check_shape(node: MappingNode, schema_name: SchemaName, findings: Findings) -> bool:
    """Whether the file has the shape that its schema wants; what is wrong is added to the findings.

    "game" is for `game.yaml` and includes all of "rules". A file that fails should not be read any further.
    """
    before = len(findings)
    plain = to_plain(node)
    pieces = note_cut_texts(node, findings)
    if not _fits(schema_dir(), schema_name)(plain):
        validator = _validator(schema_dir(), schema_name)
        errors = validator.iter_errors(plain)
        Explainer(findings, pieces).add_all(violation(error, node, validator.schema) for error in errors)
    return len(findings) == before


def load_schema(schema_name: SchemaName) -> Schema:
    """The JSON Schema itself, freshly read, for editors and for schemas made from it."""
    return _read(schema_dir(), schema_name)


def _read(folder: Path, name: str) -> Schema:
    schema: Schema = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def _fits(folder: Path, name: str) -> Callable[[Plain], bool]:
    schemas = {f"{one}.schema.json": _read(folder, one) for one in dict.fromkeys(("rules", name))}
    return Fitting(schemas).check(f"{name}.schema.json")


@cache
def _validator(folder: Path, name: str) -> Draft202012Validator:
    # Imported here because the library takes longer to load than most commands take to run; a file that fits needs
    # nothing of it.
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
    from referencing.jsonschema import DRAFT202012

    rules = "rules.schema.json"
    resource = Resource.from_contents(_read(folder, "rules"), default_specification=DRAFT202012)
    registry = Registry().with_resource(rules, resource)
    return Draft202012Validator(_read(folder, name), registry=registry)
