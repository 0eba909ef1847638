"""The one style of effects and formulas: blanks, blocks, remarks, brackets and breaks; never another meaning."""

import pytest

from rulewright.interpreter.format.pieces import alike
from rulewright.interpreter.format.texts import formatted
from rulewright.interpreter.language.grammar import reader
from rulewright.interpreter.language.reference.entries import groups

LINES = {
    "effect": [
        ("gain 1  coins and  2 points", "gain 1 coins and 2 points"),
        ("gain  -1 coins", "gain -1 coins"),
        ("gain 3- -1 coins", "gain 3 - -1 coins"),
        ("gain a-b coins", "gain a-b coins"),
        ("gain a -b coins", "gain a - b coins"),
        ("gain 2*( 3+4 )coins", "gain 2 * (3 + 4) coins"),
        ("gain ((3 + 4)) * (2) coins", "gain (3 + 4) * 2 coins"),
        ("gain (f(x)) coins", "gain (f(x)) coins"),
        ('may "x" :gain 1 coins', 'may "x": gain 1 coins'),
        ("draw( 2 ,keep=1 )", "draw(2, keep = 1)"),
        ("offer  fair ( sun )", "offer fair(sun)"),
        ("for each x in [ sun,moon ] : f( x )", "for each x in [sun, moon]: f(x)"),
        ("gain 1 gems [green]", "gain 1 gems[green]"),
        ("choose x from [1,2]", "choose x from [1, 2]"),
        ("if not(a) and(b or c):nothing", "if not a and (b or c): nothing"),
        ("set me . hand to none", "set me.hand to none"),
    ],
    "formula": [
        ("count( x in xs where x . n>=2 )", "count(x in xs where x.n >= 2)"),
        ("t[ a ] [b]", "t[a][b]"),
        ("max( 1,2 )", "max(1, 2)"),
        ("- 1", "-1"),
    ],
    "head": [("go( n  is number )", "go(n is number)"), ("go", "go")],
    "pattern": [("fair( sun )", "fair(sun)")],
    "field_type": [("list  of peg", "list of peg"), ("number by colour=3", "number by colour = 3")],
}


@pytest.mark.parametrize(
    ("start", "text", "wanted"), [(start, *pair) for start, pairs in LINES.items() for pair in pairs]
)
def test_a_line(start, text, wanted):
    if reader.read(start, text + "\n") is None:
        assert formatted(start, text) is None
    else:
        assert formatted(start, text) == wanted


def test_blocks_blank_lines_and_remarks():
    text = (
        "# first\ngain 1 coins   #why\nif a:\n        # with what follows\n        gain 2 coins\n\n\n\n"
        "        gain 3 coins\n# before the next\ngain 4 coins"
    )
    assert formatted("effect", text) == (
        "# first\ngain 1 coins  # why\nif a:\n  # with what follows\n  gain 2 coins\n\n  gain 3 coins\n"
        "# before the next\ngain 4 coins"
    )


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        ("formula", "    1 if n>1\n\n    # why\n    0 otherwise", "1 if n > 1\n\n# why\n0 otherwise"),
        ("formula", "  let x=1\n  x>1", "let x = 1\nx > 1"),
        (
            "effect",
            "   as me:\n     if n>1 : gain   1 coins\n   gain 2  coins",
            "as me:\n  if n > 1: gain 1 coins\ngain 2 coins",
        ),
    ],
)
def test_a_margin_that_all_lines_have_is_left_out(start, text, wanted):
    assert formatted(start, text) == wanted
    assert formatted(start, wanted) == wanted


def test_a_remark_at_the_end_stays_in_its_block():
    text = "if a:\n    gain 2 coins\n    # the end of the block\n# the end of all"
    assert formatted("effect", text) == "if a:\n  gain 2 coins\n  # the end of the block\n# the end of all"


def test_lines_that_are_too_long_break_inside_brackets():
    text = "gain count(x in cells where x.first == second and x.third == fourth or x.fifth) coins"
    assert formatted("effect", text, 60) == (
        "gain count(\n    x in cells\n    where x.first == second and x.third == fourth\n    or x.fifth\n) coins"
    )


def test_a_long_condition_gets_brackets_to_break_in():
    text = "if first(x) == second(y) and third(z) == fourth(w):\n  nothing"
    assert formatted("effect", text, 40) == (
        "if (\n    first(x) == second(y)\n    and third(z) == fourth(w)\n):\n  nothing"
    )
    text = 'choose a cell from cells where cell.first == second and cell.third == fourth "Take"'
    assert formatted("effect", text, 50) == (
        'choose a cell from cells where (\n    cell.first == second\n    and cell.third == fourth\n) "Take"'
    )


def test_a_block_behind_its_head_gets_a_line_of_its_own():
    text = "for each x in cells: move x to me.somewhere_far_away"
    assert formatted("effect", text, 40) == "for each x in cells:\n  move x to me.somewhere_far_away"


def test_lines_that_were_broken_are_joined_where_they_fit():
    assert formatted("effect", "gain count(\n    x in xs\n) coins") == "gain count(x in xs) coins"


def test_a_remark_inside_brackets_keeps_the_lines_as_they_are():
    text = "gain max(1,   # at least\n         2) coins"
    assert formatted("effect", text) == text


@pytest.mark.parametrize("text", ["", "gian 1 coins", "gain 1 coins\n   gain 2", 'may "x'])
def test_what_cannot_be_read_is_not_touched(text):
    assert formatted("effect", text) is None


@pytest.mark.parametrize("width", [30, 60, 100])
@pytest.mark.parametrize(
    ("start", "text"),
    [
        (group.sort, text)
        for group in groups()
        if group.sort in ("effect", "formula")
        for entry in group.entries
        for text in (entry.example, entry.tried)
        if text
    ],
)
def test_every_example_of_the_reference_means_the_same_and_is_done_at_once(start, text, width):
    before = reader.read(start, text + "\n")
    if before is None:
        start = "effect"
        before = reader.read(start, text + "\n")
    made = formatted(start, text, width)
    assert made is not None
    assert before is not None
    after = reader.read(start, made + "\n")
    assert after is not None
    assert alike(before, after)
    assert formatted(start, made, width) == made
