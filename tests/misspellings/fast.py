"""Checks a game again and again after one file has changed, without reading again what has stayed the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from rulewright.interpreter.content import reading
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.source import MappingNode


def _remembering(work: Callable[..., object], key_of: Callable[..., object]) -> Callable[..., object]:
    """Remember what a function gives, and the findings that it adds to its last argument."""
    known: dict[object, tuple[object, list[Finding], object]] = {}

    def remembered(*args: object) -> object:
        *given, findings = args
        assert isinstance(findings, Findings)
        key = key_of(*given)
        if key not in known:
            made = Findings()
            # What was given is kept, so that its identity stays its own.
            known[key] = (work(*given, made), list(made), given)
        result, found, _ = known[key]
        findings.extend(found)
        return result

    return remembered


@contextmanager
def remembering() -> Iterator[None]:
    """Remember files, their shapes and their texts inside."""

    def file_key(path: Path, shown: str) -> object:
        return path.read_bytes(), shown

    def shape_key(node: MappingNode, schema: str) -> object:
        return id(node), schema

    with (
        mock.patch.object(reading, "read_yaml", _remembering(reading.read_yaml, file_key)),
        mock.patch.object(reading, "check_shape", _remembering(reading.check_shape, shape_key)),
    ):
        yield
