"""What a line of compiled code would work out again and again is worked out once before it, and nothing else is."""

import pytest

from interpreter.compiler.hoisting import hoisted

HAND = "[i1_c for i1_c in z[4] if v[9] > i1_c]"


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        pytest.param(
            f"y1 = {HAND} + {HAND}", [f"c1 = {HAND}"], "y1 = c1 + c1", id="a list that stands there twice"
        ),
        pytest.param(
            f"y1 = len({HAND}) > 2 or len({HAND}) == x_n",
            [f"c1 = len({HAND})"],
            "y1 = c1 > 2 or c1 == x_n",
            id="what is reckoned from it, too",
        ),
        pytest.param(
            f"y1 = [i2_d for i2_d in T if len({HAND}) > i2_d]",
            [f"c1 = len({HAND})"],
            "y1 = [i2_d for i2_d in T if c1 > i2_d]",
            id="a list that is the same for every item of another",
        ),
    ],
)
def test_is_worked_out_once(line, before, after):
    assert hoisted(line) == (before, after)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"y1 = {HAND}", id="once only"),
        pytest.param(
            "y1 = [i2_d for i2_d in T if [i1_c for i1_c in z[4] if i1_c > i2_d]]", id="it depends on an item"
        ),
        pytest.param(f"y1 = [i2_d for i2_d in T if v[i2_d] and {HAND}]", id="it is not asked for every item"),
        pytest.param(f"y1 = [i2_d for i2_d in {HAND} if i2_d]", id="it is what the other goes over"),
        pytest.param(
            "y1 = [i2_d for i2_d in T if [i1_c for i1_c in z[4] if 7 // v[i1_c]]]", id="it may have a fault"
        ),
        pytest.param(f"elif {HAND} == {HAND}:", id="nothing can stand before the line"),
        pytest.param("for y1 in z[3]:", id="a loop"),
        pytest.param("v[3] += 1", id="no list at all"),
    ],
)
def test_stays_where_it_is(line):
    assert hoisted(line) == ([], line)
