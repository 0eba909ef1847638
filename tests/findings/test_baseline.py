"""Known findings: the same in spite of moved lines, counted as often as they are there, and gone when mended."""

import pytest

from rulewright.interpreter.baseline import BadBaseline, Baseline, fingerprint
from rulewright.interpreter.findings import Finding, Span


def finding(line=3, message="no card `a` is declared in rules/x.yaml:7", code="RW201", file="rules/x.yaml"):
    return Finding(code, "error", Span(file, line, 5, 6), message)


def reader(text):
    return lambda file, line: text


def test_a_finding_is_the_same_where_lines_have_moved():
    one = fingerprint(finding(3), reader("  do: a\n"))
    assert fingerprint(finding(9, "no card `a` is declared in rules/x.yaml:13"), reader("do: a")) == one


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (finding(code="RW202"), "do: a"),
        (finding(file="rules/y.yaml"), "do: a"),
        (finding(message="no card `b` is declared"), "do: a"),
        (finding(), "do: a b"),
    ],
)
def test_another_code_file_message_or_line_makes_another_finding(other, text):
    assert fingerprint(other, reader(text)) != fingerprint(finding(), reader("do: a"))


def test_a_finding_counts_as_often_as_it_is_known():
    known = Baseline.of(["a", "a", "b"])
    assert known.new(["a", "a", "a", "b", "c"]) == [False, False, True, False, True]
    assert known.without_mended(["a", "c"]) == Baseline.of(["a"])
    assert len(known) == 3


def test_what_is_written_is_read_again():
    known = Baseline.of(["b", "a", "a"], ("my-game",))
    assert Baseline.read(known.text()) == known
    assert Baseline.read(known.text()).targets == ("my-game",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"baseline": 2, "known": {}}',
        '{"baseline": 1}',
        '{"baseline": 1, "known": {"a": 0}}',
        '{"baseline": 1, "known": {"a": true}}',
        '{"baseline": 1, "known": {}, "targets": [1]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_baseline_is_refused(text):
    with pytest.raises(BadBaseline):
        Baseline.read(text)
