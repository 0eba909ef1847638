from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.source import MappingNode, parse_yaml, parser

Parse = Callable[[str], tuple[MappingNode | None, list[Finding]]]


def _parse(text: str) -> tuple[MappingNode | None, list[Finding]]:
    findings = Findings()
    node = parse_yaml(text, "file.yaml", findings)
    return node, list(findings)


@pytest.fixture(params=["fastest", "python"])
def parse(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Parse:
    """Reads a text with the fastest parser, which is in C nearly everywhere, and with the one in Python."""
    if request.param == "python":
        monkeypatch.setattr(parser, "event_parser", parser.PythonParser)
    return _parse


@pytest.fixture(scope="session")
def parse_anything() -> Callable[[str], list[tuple[MappingNode | None, list[Finding]]]]:
    """Reads a text with both parsers, one after the other."""

    def both(text: str) -> list[tuple[MappingNode | None, list[Finding]]]:
        results = [_parse(text)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(parser, "event_parser", parser.PythonParser)
            return [*results, _parse(text)]

    return both
