"""Decks of players that are refilled from the same player's pile, on every machine."""

from __future__ import annotations

from textwrap import dedent

from tests.machines import open_on
from tests.one_meaning.tiny import codes, errors, played, scores, tiny

HEAD = """
players: 2
zones:
  box: {holds: peg}
  of each player:
    deck: {holds: peg, ordered: yes, shows: nothing, refill from: used}
    used: {holds: peg}
    hand: {holds: peg}
components:
  peg: {ace: {suit: sun}, bit: {suit: moon}, cog: {suit: moon}, dot: {suit: sun}}
  box: {crate: {deed: gain 1 score}}
setup: |
  move all pegs to box
"""
BOTH = """
move [ace, bit] to players[1].used
move [cog, dot] to players[2].used
"""


def test_each_draws_from_the_own_deck_that_is_refilled_from_the_own_pile(machine):
    main = """
    draw 2 from me.deck to me.hand
    if ace in me.hand and bit in me.hand: gain 10 score
    """
    assert scores(machine, BOTH + dedent(main), HEAD) == [10, 0]


def test_another_players_deck_is_refilled_from_that_players_pile(machine):
    main = """
    draw 1 from players[2].deck to me.hand
    gain count(players[2].deck) score
    gain 10 * count(players[2].used) score
    gain 100 * count(players[1].used) score
    """
    assert scores(machine, BOTH + dedent(main), HEAD) == [201, 0]


def test_what_is_there_is_taken_and_the_rest_comes_behind(machine):
    main = """
    move ace to me.deck
    move [bit, cog] to me.used
    draw 2 from me.deck to me.hand
    if first(me.hand) is ace: gain 1 score
    gain 10 * count(me.deck) score
    """
    assert scores(machine, main, HEAD) == [11, 0]


def test_what_was_refilled_stays_its_players(machine):
    main = BOTH + "draw 1 from me.deck to me.hand\ngain count(x in pegs where x.owner == me) score"
    assert scores(machine, main, HEAD) == [2, 0]


def test_a_pile_of_the_game_serves_as_well_and_a_players_own_goes_before_it(machine):
    head = HEAD.replace("box: {holds: peg}", "box: {holds: peg}\n  used: {holds: peg}")
    main = "move [ace, bit] to used\nmove cog to me.used\ndraw 2 from me.deck to me.hand\ngain count(me.hand) score"
    assert scores(machine, main, head) == [1, 0]
    assert scores(
        machine,
        "draw 2 from me.deck to me.hand\ngain count(me.hand) score",
        HEAD.replace("from: used", "from: box"),
    ) == [2, 0]


def test_two_decks_of_two_players_are_shuffled_by_chances_of_their_own(machine):
    """What one player's deck comes to does not depend on whether the other's was refilled before."""
    game = tiny(BOTH + "draw 1 from me.deck to me.hand", HEAD)
    other = tiny(
        BOTH + "draw 1 from players[2].deck to players[2].hand\ndraw 1 from me.deck to me.hand", HEAD
    )
    for seed in range(6):
        one, two = (
            played(open_on(machine, each, 2, seed=seed)).view(None)["players"]["Player1"]
            for each in (game, other)
        )
        assert one == two


def test_a_deck_refilled_from_nothing_there_is_found():
    assert codes("nothing", HEAD.replace("from: used", "from: usd")) == ["RW217"]
    (found,) = errors("nothing", HEAD.replace("from: used", "from: me.used"))
    assert (found.code, found.suggestion) == ("RW217", "used")
    assert codes("nothing", HEAD.replace("from: used", "from: deck")) == ["RW217"]
    # A zone of the game cannot know whose pile is meant.
    assert codes("nothing", HEAD.replace("box: {holds: peg}", "box: {holds: peg, refill from: used}")) == [
        "RW217"
    ]
