"""Findings as SARIF 2.1.0, the form in which code hosts and editors take the results of checks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from rulewright.interpreter.codes import CODES
from rulewright.interpreter.findings import Finding, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"
FINGERPRINT = "finding/v1"
ROOT = "ROOT"
"""The name of the folder that relative files are seen from; who shows the results says where it lies."""


def render_sarif(
    findings: Sequence[Finding], version: str, prints: Sequence[str], is_new: Sequence[bool] | None = None
) -> str:
    """Return findings as the text of a SARIF log with one run.

    `version` is the program's. `prints` tell each finding in two runs, also where lines have moved; `is_new` says
    whether it is new since an earlier run, where there was one.
    """
    codes = sorted({finding.code for finding in findings})
    results = [
        _result(finding, codes.index(finding.code), mark)
        for finding, mark in zip(findings, prints, strict=True)
    ]
    for result, new in zip(results, is_new or (), strict=is_new is not None):
        result["baselineState"] = "new" if new else "unchanged"
    run = {
        "tool": {
            "driver": {"name": "rulewright", "version": version, "rules": [_rule(code) for code in codes]}
        },
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return (
        json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=2)
        + "\n"
    )


def _rule(code: str) -> dict[str, Any]:
    known = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.explanation},
        "defaultConfiguration": {"level": known.severity},
    }


def _result(finding: Finding, rule: int, fingerprint: str) -> dict[str, Any]:
    hint = f" (did you mean {finding.suggestion}?)" if finding.suggestion is not None else ""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": finding.message + hint},
        "locations": [
            {"physicalLocation": {"artifactLocation": _file(finding.span), "region": _region(finding.span)}}
        ],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if finding.suggestion is not None:
        replaced = {"deletedRegion": _region(finding.span), "insertedContent": {"text": finding.suggestion}}
        change = {"artifactLocation": _file(finding.span), "replacements": [replaced]}
        result["fixes"] = [
            {"description": {"text": f"write {finding.suggestion}"}, "artifactChanges": [change]}
        ]
    return result


def _file(span: Span) -> dict[str, str]:
    path = PurePosixPath(span.file)
    if path.is_absolute():
        return {"uri": f"file://{quote(span.file)}"}
    return {"uri": quote(span.file), "uriBaseId": ROOT}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.line,
        "endColumn": max(span.end_column, span.column),
    }
