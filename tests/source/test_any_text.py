"""Whatever a file holds, reading it gives nodes or findings, and never an exception."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.findings import Findings, render_github, render_text
from rulewright.interpreter.schema import check_shape
from rulewright.interpreter.source import SourceText, parse_yaml, read_yaml

SIGNS = list(":-,[]{}|>'\"#&*!%@`?\\<=~ \n\t\r")
WORDS = [
    "a",
    "b: ",
    "- ",
    "\n  ",
    "\n    ",
    "\n- ",
    "\nb: ",
    "---\n",
    "...\n",
    "<<: ",
    "*a",
    "&a ",
    "!t ",
    "|2\n",
    ">-\n",
]
ODD = ["é", "日", "\u00a0", "\u2028", "\ufeff", "\x00", "\r\n", '"\\ud800"', "\\u", "\\x4"]
PIECES = st.sampled_from([*SIGNS, *WORDS, *ODD])


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_text(parse_anything, text: str):
    source = SourceText("f.yaml", text.removeprefix("\ufeff"))
    for node, findings in parse_anything(text):
        assert (node is not None) or findings
        for finding in findings:
            line = source.line(finding.span.line)
            assert line is not None
            assert 1 <= finding.span.column <= finding.span.end_column <= len(line) + 1
        render_text(findings, lambda _, number: source.line(number))
        render_github(findings)


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes(tmp_path_factory, data: bytes):
    path = tmp_path_factory.mktemp("any") / "f.yaml"
    path.write_bytes(data)
    findings = Findings()
    node = read_yaml(path, "f.yaml", findings)
    assert (node is not None) or findings


KEYS = st.sampled_from(
    ["kind", "cards", "game", "moves", "kinds", "rounds", "cases", "abilities", "front", "a", "2", ""]
)
VALUES = st.recursive(
    st.sampled_from(["", "~", "yes", "3", "x", '"3"', "'y z'", "f(1"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(st.tuples(KEYS, inner), max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(
    st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=4),
    st.sampled_from(["rules", "game", "cards", "playthrough"]),
)
def test_any_shape(entries: list[tuple[str, str]], schema: str):
    findings = Findings()
    node = parse_yaml("".join(f"{key}: {value}\n" for key, value in entries), "f.yaml", findings)
    if node is not None:
        before = len(findings)
        assert check_shape(node, schema, findings) == (len(findings) == before)
