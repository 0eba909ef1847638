"""What a test has shown not to be none may be used as such: the first of a list of which there is any, and `needs`."""

from textwrap import indent

import pytest
from builder import counter, run

DECK = "move [bit, cog] to pile.cards"


def acted(text: str) -> str:
    return "as players[1]:\n" + indent(text, "  ")


@pytest.mark.parametrize(
    "text",
    [
        "if any(pile.cards): gain first(pile.cards).cost points",
        "if any(c in pile.cards where c.cost > 1):\n  gain first(c in pile.cards where c.cost > 1).cost points",
        "if any(pile.cards) and first(pile.cards).cost == 2: gain 2 points",
        "if not any(pile.cards): nothing\nelse: gain first(pile.cards).cost points",
        "while any(pile.cards) and me.points == 0:\n  gain first(pile.cards).cost points",
    ],
)
def test_the_first_of_a_list_of_which_there_is_any_is_something(text):
    assert counter(run(acted(text), setup=DECK), "points") == 2


def test_what_an_action_needs_is_known_in_it():
    more = """
    actions:
      take_first:
        text: take the first
        needs: any(pile.cards)
        do: |
          gain first(pile.cards).cost points
    """
    assert counter(run(acted("take_first()"), setup=DECK, more=more), "points") == 2
    assert counter(run(acted("take_first()"), more=more), "points") == 0
