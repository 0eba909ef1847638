"""Lines that all go in further than the header of their block says have a margin, which means nothing."""

from __future__ import annotations

import pytest
from small_game import EXTRA, check_files

HEAD = "actions:\n  test(stone, n = 1):\n    text: Test\n    do: "
# The header, and by how many blanks the lines go in further than `do:` does.
BLOCKS = [("|2-", 4), ("|2", 2), ("|-2", 6), ("|1+", 3), ("|4", 4)]


def found_in(header: str, depth: int, lines: str) -> list[tuple[str, int, int]]:
    indented = "".join(
        " " * (4 + depth) * bool(line) + line + "\n" for line in lines.removesuffix("\n").split("\n")
    )
    _, found = check_files({EXTRA: f"{HEAD}{header}\n{indented}"})
    return [(one.code, one.span.line, one.span.column) for one in found]


@pytest.mark.parametrize(("header", "depth"), BLOCKS)
@pytest.mark.parametrize(
    "lines",
    [
        "gain 1 coins\ngain 2 coins\n",
        "\n\ngain 1 coins\n\n# so\nif n > 1:\n  gain 2 coins\ngain n coins\n",
        "# so\ngain (1 +\n  2) coins\ngain 2 coins\n",
    ],
    ids=["two lines", "blank lines and a block", "remark and brackets"],
)
def test_a_margin_is_no_indentation(header: str, depth: int, lines: str):
    assert found_in(header, depth, lines) == []


@pytest.mark.parametrize(("header", "depth"), BLOCKS)
def test_what_is_wrong_below_a_margin_is_found_where_it_stands(header: str, depth: int):
    assert found_in(header, depth, "if n > 1:\n  gian 1 coins\ngain 2 coins\n") == [("RW301", 6, 7 + depth)]
    for wrong in (
        "gain 1 coins\n  gain 2 coins\n",
        "if n > 1:\ngain 2 coins\n",
        "if n > 1:\n    gain\n  nothing\n",
    ):
        assert found_in(header, depth, wrong) == found_in("|", depth, wrong) != []


def test_a_remark_with_less_margin_is_no_line():
    lines = "    do: |2-\n        gain 1 coins\n       # so\n        gian 2 coins\n"
    _, found = check_files({EXTRA: HEAD.removesuffix("    do: ") + lines})
    assert [(one.code, one.span.line, one.span.column) for one in found] == [("RW301", 7, 9)]
