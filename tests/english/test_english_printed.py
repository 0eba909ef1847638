"""The words printed on a card are compared with what it does: their numbers, and what they leave to the player."""

from __future__ import annotations

import pytest
from command_line import run
from small_game import check_files

FILE = "cards/small/more.yaml"
HEAD = "kind: helper\ncards:\n  cook:\n    name: Cook No. 7\n    wage: 4\n"
SIDE = "    {side}:\n      printed: {words}\n      abilities: [{{when: rest, {more}do: {effect}}}]\n"


def told(words: str, effect: str = "gain 3 coins", *, automatic: bool = False) -> list[str]:
    """What is found for a helper with these words on its front."""
    more = "automatic: yes, " if automatic else ""
    text = HEAD + SIDE.format(side="front", words=f'"{words}"', effect=effect, more=more) + "    back: {}\n"
    return texts({FILE: text})


def texts(files: dict[str, str]) -> list[str]:
    found = check_files(files)[1]
    assert {each.code for each in found} <= {"RW609"}
    return [f"{each.span.line}:{each.span.column}: {each.message}" for each in found]


@pytest.mark.parametrize(
    "words",
    [
        "When you rest, you may take 3 coins.",
        "When you rest, you can take three coins.",
        "Cook No. 7: you may take three coins (pay the 4 at the end of the 2nd round).",
        "Rest: +3 coins if you like. This one may wait.",
    ],
)
def test_words_that_say_the_same_are_fine(words):
    assert told(words) == []


@pytest.mark.parametrize(
    ("words", "mark", "message"),
    [
        ("You may take 2 coins.", 30, "“2” is printed, but its effects say 3: "),
        ("You may take two coins.", 30, "“two” is printed, but its effects say 3: "),
        (
            "You may take 3 coins and 5 more.",
            42,
            "“5” is printed, but its effects say no such number: ",
        ),
        ("You may take twenty-three coins.", 30, "“twenty-three” is printed, but its effects say 3: "),
        ("You may take some coins.", 17, "its effects say 3, which is not printed: "),
        ("Take 3 coins.", 17, "no “may” is printed, but the card leaves a choice"),
        ("You must take 3 coins.", 21, "“must” is printed, but the card leaves a choice"),
    ],
)
def test_words_that_differ_are_found_at_their_place(words, mark, message):
    (found,) = told(words)
    assert found.startswith(f"7:{mark}: {message}")


def test_a_may_without_a_choice_is_found():
    (found,) = told("You may take 3 coins.", automatic=True)
    assert found.startswith("7:21: “may” is printed, but the card leaves no choice: ")
    assert told("You take 3 coins.", automatic=True) == []
    assert told("You may not stop: take 3 coins.", automatic=True) == []


def test_each_side_has_words_of_its_own_and_a_card_may_have_words_for_both():
    sides = SIDE.format(side="front", words="You may take 3 coins.", effect="gain 3 coins", more="")
    back = SIDE.format(side="back", words="You may take 3 coins.", effect="gain 5 coins", more="")
    (found,) = texts({FILE: HEAD + sides + back})
    assert found.startswith("10:")
    bare = "    {side}: {{abilities: [{{when: rest, do: gain {n} coins}}]}}\n"
    both = bare.format(side="front", n=3) + bare.format(side="back", n=5)
    whole = "    printed: You may take 3 coins, or 5.\n"
    assert texts({FILE: HEAD + whole + both}) == []
    assert len(texts({FILE: HEAD + whole.replace("5", "6") + both})) == 1


def test_words_in_a_row_and_in_a_block_are_compared_too():
    row = "kind: spot\ncolumns: [limit, deed, printed]\nrows:\n  pond: [1, gain 2 coins, {}]\n"
    assert texts({FILE: row.format("Take 2 coins.")}) == []
    (found,) = texts({FILE: row.format("Take 5 coins.")})
    assert found.startswith("4:32: “5” is printed, but its effects say 2: ")
    block = (
        HEAD
        + "    printed: |\n      Something else.\n      You may take 9 coins.\n    front: {}\n    back: {}\n"
    )
    assert [each.split(" but ")[0] for each in texts({FILE: block})] == [
        "8:11: “may” is printed,",
        "8:20: “9” is printed,",
    ]


def test_show_tells_the_words_of_card_and_side():
    shown = run("show", "pret-a-porter", "knitter", "--pack", "tests/packs/winter-season", root=None).stdout
    assert "front: Knitter\n  printed: “Free at New Designs. You may draw a Design.”\n" in shown
