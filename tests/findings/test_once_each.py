"""A name that nothing declares makes one finding, however often it is used."""

from __future__ import annotations

from rulewright.interpreter.findings import Finding, Span, once_each


def finding(line: int, message: str, near: str | None = "gems", code: str = "RW408") -> Finding:
    return Finding(code, "error", Span("a.yaml", line, 3, 7), message, near)


def test_uses_of_one_unknown_name_are_one_finding_at_the_first_with_the_other_places():
    found = once_each(
        [finding(9, "no counter `gmes` is declared"), finding(4, "no counter `gmes` is declared")]
    )
    assert [(one.span.line, one.message, one.suggestion) for one in found] == [
        (4, "no counter `gmes` is declared, here and at 1 other place: a.yaml:9", "gems")
    ]


def test_the_same_name_is_told_once_in_whatever_words():
    found = once_each(
        [finding(1, "a player has no `gmes`", code="RW206"), finding(2, "no counter `gmes` is declared")]
    )
    assert [one.code for one in found] == ["RW206"]


def test_the_first_three_of_many_places_are_named():
    (one,) = once_each([finding(line, "nothing here is called `gmes`") for line in range(1, 7)])
    assert one.message.endswith("here and at 5 other places: a.yaml:2, a.yaml:3, a.yaml:4, ...")


def test_other_names_and_other_mistakes_stay_apart():
    apart = [
        finding(1, "no counter `gmes` is declared"),
        finding(2, "no counter `gesm` is declared"),
        finding(3, "no counter `x` is declared", None),
        finding(4, "a number is wanted", None, "RW404"),
        finding(5, "a number is wanted", None, "RW404"),
    ]
    assert once_each(apart) == apart
