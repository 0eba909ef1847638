from __future__ import annotations

import json

import pytest

from rulewright.interpreter.findings import (
    CODES,
    ContentError,
    Finding,
    Findings,
    Span,
    as_json,
    render_github,
    render_text,
)

SPAN = Span("cards/a.yaml", 3, 5, 8)


def lines(text: str):
    return lambda file, line: dict(enumerate(text.split("\n"), 1)).get(line)


def one(
    code: str = "RW104", span: Span = SPAN, message: str = "met x", suggestion: str | None = None
) -> Findings:
    findings = Findings()
    findings.add(code, span, message, suggestion)
    return findings


# ---- collecting


def test_an_unknown_code_is_an_error_of_the_program():
    with pytest.raises(KeyError):
        one("RW999")


def test_the_same_finding_counts_once():
    findings = one()
    findings.add("RW104", Span("cards/a.yaml", 3, 5, 8), "met x")
    assert len(findings) == 1
    findings.add("RW104", SPAN, "met y")
    findings.add("RW103", SPAN, "met x")
    assert len(findings) == 3


def test_findings_come_by_file_line_and_column():
    findings = Findings()
    places = [("b", 1, 1), ("a", 10, 2), ("a", 9, 7), ("a", 9, 3), ("a", 10, 1)]
    for file, line, column in places:
        findings.add("RW101", Span(file, line, column, column + 1), "met x")
    assert [(f.span.file, f.span.line, f.span.column) for f in findings] == sorted(places)


def test_warnings_are_findings_but_no_errors():
    findings = one("RW604")
    assert findings
    assert findings.errors == ()
    findings.add("RW101", SPAN, "met x")
    assert [found.code for found in findings.errors] == ["RW101"]
    assert not Findings()


def test_findings_from_elsewhere_are_taken_over():
    findings = one()
    findings.extend(one(message="met y", suggestion="x"))
    findings.extend(one())
    assert [found.suggestion for found in findings] == [None, "x"]


def test_an_error_of_content_names_the_first_finding():
    findings = one()
    assert str(ContentError(findings)) == "cards/a.yaml:3: met x"
    findings.add("RW101", Span("z.yaml", 1, 1, 1), "met z")
    assert str(ContentError(findings)) == "cards/a.yaml:3: met x (and 1 more)"
    assert ContentError(findings).findings is findings
    assert str(ContentError(Findings())) == "the content cannot be used"


# ---- the registry


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained(code: str):
    info = CODES[code]
    assert info.code == code
    assert code[:2] == "RW"
    assert len(code) == 5
    assert info.title
    assert len(info.explanation) > len(info.title)
    assert info.severity == ("warning" if code.startswith("RW6") else "error")


def test_titles_are_not_used_twice():
    assert len({info.title for info in CODES.values()}) == len(CODES)


# ---- for people


def test_text_shows_the_line_with_a_caret():
    text = render_text(one(suggestion="do"), lines("kind: x\n\n    dp: gain"))
    assert text == "cards/a.yaml:3:5: error RW104: met x (did you mean do?)\n        dp: gain\n        ^^^\n"


def test_several_findings_follow_each_other():
    findings = one()
    findings.add("RW604", Span("z.yaml", 1, 1, 2), "never used")
    text = render_text(findings, lambda file, line: "abcdefgh")
    assert text.count("\n") == 6
    assert "z.yaml:1:1: warning RW604: never used\n    abcdefgh\n    ^\n" in text


def test_without_the_line_the_message_stands_alone():
    assert render_text(one(), lambda file, line: None) == "cards/a.yaml:3:5: error RW104: met x\n"


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "carets"),
    [
        ("\tab\tc", 5, 6, "\tab\tc", "\t  \t^"),
        ("日本: x", 5, 6, "日本: x", "      ^"),
        ("日本: x", 1, 3, "日本: x", "^^^^"),
        ("e\u0301a: x", 3, 4, "e\u0301a: x", " ^"),
        ("é: x", 4, 5, "é: x", "   ^"),
        ("a\x1b[31mb", 7, 8, "a\ufffd[31mb", "      ^"),
        ("ab", 3, 3, "ab", "  ^"),
        ("ab", 9, 12, "ab", "  ^"),
        ("ab", 1, 99, "ab", "^^"),
        ("", 1, 1, "", "^"),
        ("ab\r\n", 1, 2, "ab", "^"),
    ],
)
def test_the_caret_stands_below_its_place(line: str, column: int, end: int, shown: str, carets: str):
    text = render_text(one(span=Span("f", 1, column, end)), lambda file, number: line)
    assert text.split("\n")[1:] == ["    " + shown, "    " + carets, ""]


def test_of_a_long_line_the_part_around_the_caret_is_shown():
    line = "a" * 500 + "X" + "b" * 500
    _, shown, carets, _ = render_text(one(span=Span("f", 1, 501, 502)), lambda file, number: line).split("\n")
    assert len(shown) < 180
    assert shown[carets.index("^")] == "X"
    assert shown.strip().startswith("...a")
    assert shown.endswith("b...")


def test_a_message_cannot_steer_the_terminal():
    assert "\x1b" not in render_text(one(message="met \x1b[2J"), lambda file, line: None)


# ---- for machines


def test_json_has_its_keys_in_order():
    found = next(iter(one(suggestion="do")))
    assert json.dumps(as_json(found)) == (
        '{"code": "RW104", "severity": "error", "file": "cards/a.yaml", "line": 3, "column": 5, "end_column": 8, '
        '"message": "met x", "suggestion": "do"}'
    )
    assert as_json(Finding("RW604", "warning", SPAN, "m"))["suggestion"] is None


def test_github_annotations():
    assert render_github(one(suggestion="do")) == (
        "::error file=cards/a.yaml,line=3,endLine=3,col=5,endColumn=8,title=RW104 value not allowed"
        "::met x (did you mean do?)\n"
    )


def test_github_annotations_are_escaped():
    span = Span("a,b:c%\r\n.yaml", 1, 1, 1)
    text = render_github(one("RW604", span, "50%: a, b\r\nc"))
    assert text == (
        "::warning file=a%2Cb%3Ac%25%0D%0A.yaml,line=1,endLine=1,col=1,endColumn=1,title=RW604 file not read"
        "::50%25: a, b%0D%0Ac\n"
    )
