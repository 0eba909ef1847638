from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.findings import nearest

VERBS = [
    "gain",
    "pay",
    "lose",
    "move",
    "draw",
    "shuffle",
    "flip",
    "discard",
    "do",
    "pr",
    "as",
    "if",
    "copies",
    "columns",
]


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("gian", "gain"),
        ("gain5", "gain"),
        ("gains", "gain"),
        ("Pay", "pay"),
        ("rp", "pr"),
        ("p", "pr"),
        ("pd", "pr"),
        ("od", "do"),
        ("doo", "do"),
        ("copeis", "copies"),
        ("colums", "columns"),
        ("DISCARD", "discard"),
        ("shufle", "shuffle"),
    ],
)
def test_one_slip(word: str, right: str):
    assert nearest(word, VERBS) == right


@pytest.mark.parametrize("word", ["", "xyz", "q", "zz", "collection", "x" * 1000, "_", "   "])
def test_nothing_is_near(word: str):
    assert nearest(word, VERBS) is None


def test_hyphen_underscore_blank_and_capitals_do_not_count():
    assert nearest("Second_Row", ["second-row", "second-now"]) == "second-row"
    assert nearest("second row", ["second_row"]) == "second_row"


def test_the_word_itself_is_no_suggestion():
    assert nearest("pay", ["pay"]) is None
    assert nearest("pay", ["pay", "play"]) == "play"


def test_the_nearer_one_wins_and_then_the_same_first_letter():
    assert nearest("trends", ["trend", "treads"]) == "treads"
    assert nearest("bold", ["gold", "bolt"]) == "bolt"


def test_the_only_longer_word_with_this_beginning():
    assert nearest("acc", ["accomplishment", "other"]) == "accomplishment"
    assert nearest("acc", ["accomplishment", "accordance"]) is None
    assert nearest("ac", ["accomplishment"]) is None


def test_no_candidates():
    assert nearest("pay", []) is None


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_the_order_of_the_candidates_does_not_matter(word: str, candidates: list[str]):
    found = nearest(word, candidates)
    assert found == nearest(word, reversed(candidates)) == nearest(word, set(candidates))
    assert found is None or (found in candidates and found != word)


@given(st.sampled_from(VERBS), st.data())
def test_a_dropped_letter_is_forgiven(name: str, data: st.DataObject):
    at = data.draw(st.integers(0, len(name) - 1))
    slip = name[:at] + name[at + 1 :]
    assert nearest(slip, [name]) == name
