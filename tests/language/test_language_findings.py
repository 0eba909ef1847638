"""Every mistake of the language and of declarations: its code, place to the column, suggestion and words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter.codes import CODES
from rulewright.interpreter.findings import Finding
from tests.language.bad_examples import Case, Expected, all_cases
from tests.language.small_game import EXTRA, check_files

PACKAGE = Path(__file__).parents[2] / "interpreter"
CASES = all_cases()
# The texts of the first are too large for a case (they are shown below), the second is only met in packs, and the last
# is about the head of a game.
SHOWN_ELSEWHERE = {"RW311", "RW229", "RW111"}


def shown(found: list[Finding]) -> list[tuple[object, ...]]:
    return [(f.span.file, f.span.line, f.span.column, f.span.end_column, f.code, f.suggestion) for f in found]


def wanted(expected: tuple[Expected, ...]) -> list[tuple[object, ...]]:
    return sorted((e.file, e.line, e.column, e.end_column, e.code, e.suggestion) for e in expected)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_each_mistake_makes_its_finding_and_no_other(case: Case) -> None:
    game, found = check_files(case.files)
    assert sorted(shown(found), key=str) == sorted(wanted(case.expected), key=str)
    assert game is None
    for expected in case.expected:
        messages = [
            f.message for f in found if (f.span.line, f.span.column) == (expected.line, expected.column)
        ]
        assert any(expected.part in message for message in messages)


@pytest.mark.parametrize("case", CASES[::8], ids=lambda case: case.id)
def test_the_places_are_the_same_in_files_with_windows_line_ends(case: Case) -> None:
    _, found = check_files({name: text.replace("\n", "\r\n") for name, text in case.files.items()})
    assert sorted(shown(found), key=str) == sorted(wanted(case.expected), key=str)


def test_every_case_expects_something_and_says_it_in_words() -> None:
    assert len(CASES) > 150
    assert len({case.id for case in CASES}) == len(CASES)
    for case in CASES:
        assert case.expected, case.id
        assert all(len(expected.part) > 8 for expected in case.expected), case.id


def made_in(folder: str) -> set[str]:
    """The codes that the source of a part of the interpreter names."""
    texts = (path.read_text() for path in (PACKAGE / folder).rglob("*.py"))
    return {code for text in texts for code in re.findall(r"\"(RW\d{3})\"", text)}


def test_every_code_of_names_effects_and_types_has_a_bad_example() -> None:
    shown_codes = {expected.code for case in CASES for expected in case.expected}
    missing = {code for code in CODES if code[:3] in ("RW2", "RW3", "RW4")} - shown_codes
    assert missing == SHOWN_ELSEWHERE - {"RW111"}


def test_every_code_that_language_and_content_make_has_a_bad_example() -> None:
    shown_codes = {expected.code for case in CASES for expected in case.expected}
    made = {code for code in made_in("language") | made_in("content") if not code.startswith("RW6")}
    assert made - shown_codes == SHOWN_ELSEWHERE  # warnings have tests of their own


# ---------------------------------------------------------------- places in every style of YAML
STYLES = {
    "plain": "actions: {test: {text: Test, do: gain 1 pint}}",
    "plain, after other letters": "actions: {test: {text: Größe 北京, do: gain 1 pint}}",
    "single quoted": "actions: {test: {text: Test, do: 'gain 1 pint'}}",
    "single quoted, doubled quote before": "actions:\n  test:\n    text: Test\n    do: '# it''s\n\n      gain 1 pint'",
    "double quoted": 'actions: {test: {text: Test, do: "gain 1 pint"}}',
    "double quoted with escapes": 'actions: {test: {text: Test, do: "gain\\x20\\u0031 pint"}}',
    "double quoted with line breaks": 'actions: {test: {text: Test, do: "gain 1 coins\\ngain 1 pint\\n"}}',
    "literal": "actions:\n  test:\n    text: Test\n    do: |\n      gain 1 coins\n      gain 1 pint\n",
    "literal, indentation stated": "actions:\n  test:\n    text: Test\n    do: |2\n      gain 1 pint\n",
    "literal, stripped": "actions:\n  test:\n    text: Test\n    do: |-\n      gain 1 pint",
    "literal, other letters": 'actions:\n  test:\n    text: Test\n    do: |\n      may "Größe 北京": gain 1 pint\n',
    "folded": "actions:\n  test:\n    text: Test\n    do: >\n      gain\n      1\n      pint\n",
    "folded, stripped": "actions:\n  test:\n    text: Test\n    do: >-\n      gain 1\n      pint",
    "plain over two lines": "actions:\n  test:\n    text: Test\n    do: gain\n      1 pint\n",
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain file", "byte order mark"])
@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES.keys())
def test_the_place_is_exact_in_every_style_of_text(text: str, mark: str, line_end: str) -> None:
    _, found = check_files({EXTRA: (mark + text).replace("\n", line_end)})
    (finding,) = found
    lines = text.split("\n")
    line = next(number for number, words in enumerate(lines, 1) if "pint" in words)
    column = lines[line - 1].index("pint") + 1
    assert (finding.code, finding.span.line, finding.span.column) == ("RW408", line, column)
    assert finding.span.end_column == column + 4


# ---------------------------------------------------------------- texts of any size
@pytest.mark.parametrize(
    ("formula", "deep"),
    [
        ("not " * 90 + "player.coins > 1", False),
        ("not " * 150 + "player.coins > 1", True),
        ("not " * 4000 + "player.coins > 1", True),
        ("- " * 2000 + "1", True),
        ("(" * 2000 + "1" + ")" * 2000, False),
        (" + ".join(["player.coins"] * 80), False),
        (" + ".join(["1"] * 4000), True),
        ("player" + ".coins" * 2000, True),
    ],
)
def test_a_text_that_nests_too_deep_is_a_finding_and_no_crash(formula: str, deep: bool) -> None:
    _, found = check_files({EXTRA: f"values:\n  test(player):\n    is: |\n      {formula}\n"})
    assert [f.code for f in found] == (["RW311"] if deep else [])


def test_blocks_that_nest_too_deep_are_a_finding() -> None:
    lines = "".join("  " * depth + "if me.coins > 1:\n" for depth in range(60)) + "  " * 60 + "nothing\n"
    text = "actions:\n  test:\n    text: Test\n    do: |\n" + "".join(
        f"      {line}\n" for line in lines.splitlines()
    )
    _, found = check_files({EXTRA: text})
    assert [f.code for f in found] == ["RW311"]


@pytest.mark.parametrize(
    "loop",
    ["for each x{} in shelf.low", "for each n{} from 1 to 2", "repeat 1 times", "while player.coins > 1",
     "as each p{} in players"],
)  # fmt: skip
def test_loops_that_stand_too_deep_in_one_another_are_a_finding(loop: str) -> None:
    def nested(deep: int) -> str:
        lines = [f"{'  ' * depth}{loop.format(depth)}:" for depth in range(deep)]
        body = "".join(f"      {line}\n" for line in [*lines, "  " * deep + "nothing"])
        return f"actions:\n  test(player):\n    text: Test\n    do: |\n{body}"

    found = {deep: check_files({EXTRA: nested(deep)})[1] for deep in (16, 17, 20)}
    lines = {deep: [f.span.line for f in of if f.code == "RW311"] for deep, of in found.items()}
    assert lines == {16: [], 17: [5 + 16], 20: [5 + 16]}


def test_a_text_that_is_too_long_is_a_finding() -> None:
    lines = "      gain 1 coins\n" * 1600
    _, found = check_files({EXTRA: f"actions:\n  test:\n    text: Test\n    do: |\n{lines}"})
    (finding,) = found
    assert finding.code == "RW311"
    assert "20000" in finding.message


def test_every_code_is_made_somewhere() -> None:
    """A code that nothing can make would be explained to nobody."""
    texts = [
        path.read_text(encoding="utf-8")
        for folder in (PACKAGE, PACKAGE.parent / "cli")
        for path in folder.rglob("*.py")
    ]
    named = {code for text in texts for code in re.findall(r"\"(RW\d{3})\"", text)}
    assert set(CODES) == named
