"""Texts that YAML cuts at a number sign are told where they seem to go on behind it."""

from __future__ import annotations

import pytest

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import parse_yaml
from rulewright.interpreter.source.remarks import find_cut_at_remarks


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("name: Jacket #5", 14),
        ("name: Jacket # 5", 14),
        ("a: {b: [{title: Jacket}]}\ntitle: Coat #5", 13),
        ("list:\n  - name: Coat #5", 16),
        ("text: gain 1   #2", 16),
        ("about: Żółć 汉字 #5", 16),
        ("printed: Jacket #5\r\nname: x", 17),
        ("name: Jacket  # the second", None),
        ("name: Jacket", None),
        ("name: 'Jacket #5'", None),
        ("name: Jacket#5", None),
        ("name: Jacket #rulewright: ignore RW601 x", None),
        ("do: Jacket #5", None),
        ("name: |\n  Jacket #5", None),
        ("# name: Jacket #5\nname: x", None),
    ],
)
def test_a_text_that_goes_on_behind_a_number_sign_is_told_at_the_sign(text, column):
    findings = Findings()
    find_cut_at_remarks(parse_yaml(text, "a.yaml", Findings()), text, findings)
    assert [found.span.column for found in findings] == ([column] if column else [])
    assert {found.code for found in findings} <= {"RW623"}
