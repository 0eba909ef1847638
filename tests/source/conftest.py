from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml

from interpreter.findings import Finding, Findings
from interpreter.source import MappingNode, parse_yaml, parser

Parse = Callable[[str], tuple[MappingNode | None, list[Finding]]]


def _parse(text: str) -> tuple[MappingNode | None, list[Finding]]:
    findings = Findings()
    node = parse_yaml(text, "file.yaml", findings)
    return node, list(findings)


@pytest.fixture(params=["fastest", "python"])
def parse(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Parse:
    """Reads a text with the fastest parser, which is in C nearly everywhere, and with the one in Python."""
    if request.param == "python":
        monkeypatch.setattr(parser, "event_parser", yaml.SafeLoader)
    return _parse
