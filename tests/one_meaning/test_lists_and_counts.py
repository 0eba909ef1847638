"""Lists, choices of several, loops over lists, tables, zones of components: the same entries everywhere."""

from __future__ import annotations

import pytest

from tests.machines import open_on
from tests.one_meaning.tiny import codes, errors, last, scores, tiny


def asked(match) -> list[str]:
    """The ids of the present options."""
    return list(match.decision.ids)


# ---------------------------------------------------------------- lists written out
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("as each p in [players[2], players[1]]:\n  choose n from 1 to 3\n  gain n score", [1, 1]),
        ("for each x in [pegs[1]]:\n  choose n from 1 to 3\n  gain n score", [1, 0]),
        (
            "for each x in [pegs[1], pegs[2]] where x.suit == moon:\n  choose n from 1 to 3\n  gain n score",
            [1, 0],
        ),
        ("for each n in [round, 3]:\n  choose m from 1 to 3\n  gain n * 10 + m score", [42, 0]),
        ("for each p in [game.lead]:\n  choose m from 1 to 3\n  gain m score", [1, 0]),
    ],
)
def test_a_loop_over_a_list_that_is_written_out_may_ask(machine, text, wanted):
    assert scores(machine, text, "state: {lead: player}") == wanted


@pytest.mark.parametrize("quantity", ["one or more xs", "any number of xs", "up to 2 xs"])
def test_an_entry_that_stands_twice_in_a_list_is_offered_once(machine, quantity):
    match = open_on(machine, tiny(f"choose {quantity} from [sun, sun, moon]\ngain count(xs) score"))
    done = [] if quantity.startswith("one") else ["done"]
    assert asked(match) == ["sun", "moon", *done]
    match.apply("sun")
    assert asked(match) == ["moon", "done"]
    match.apply("moon")
    assert match.over
    assert match.scores() == [2, 0]


def test_an_entry_that_stands_twice_is_offered_once_with_a_condition(machine):
    match = open_on(machine, tiny("choose a x from [sun, sun, moon] where me.coins > 0\ngain 1 score"))
    assert asked(match) == ["sun", "moon"]


# ---------------------------------------------------------------- zones of components that are not there
@pytest.mark.parametrize(("players", "wanted"), [(2, [1, 0]), (3, [1, 0, 0])])
def test_zones_of_a_component_that_is_there_with_some_numbers_of_players(machine, players, wanted):
    head = """
        players: 2 to 3
        kinds: {peg: {all: pegs, fields: {suit: suit}}, box: {all: boxes, zones: {inside: {holds: peg}}}}
        components: {peg: {ace: {suit: sun}, bit: {suit: moon}}, box: {crate: {players: 3}}}
    """
    text = """
        for each x in boxes:
          choose y from x.inside
          move y to pile
        gain 1 score
    """
    assert scores(machine, text, head, players=players) == wanted


# ---------------------------------------------------------------- declarations
@pytest.mark.parametrize("kinds", ["-", "{}"])
def test_zones_without_any_kind_are_findings(kinds):
    head = f"kinds: {kinds}\nzones: {{deck: {{holds: peg}}}}\ncomponents: -\nsetup: nothing\nenums: -"
    found = errors("gain sum(x.n for each x in deck) score", head)
    assert "RW214" in [finding.code for finding in found]


def test_a_misspelt_key_in_place_of_kinds_is_a_finding():
    head = "kinds: -\nkindz: {peg: {all: pegs}}\nzones: {deck: {holds: peg}}\ncomponents: -\nsetup: nothing\nenums: -"
    assert codes("gain sum(x.n for each x in deck) score", head) == ["RW101"]


def test_numbers_are_keys_of_a_table_also_where_an_option_has_such_a_value(machine):
    head = """
        options: {length: {default: brief, values: [brief, 3]}}
        tables: {toll: {1: 4, 2: 5, 3: 9}}
    """
    assert scores(machine, "gain toll[1] + toll[3] score", head) == [13, 0]


def test_words_and_numbers_that_are_the_values_of_an_option_are_its_keys(machine):
    head = """
        options: {length: {default: brief, values: [brief, 3]}}
        tables: {toll: {brief: 4, 3: 9}}
    """
    assert scores(machine, "gain toll[options.length] score", head) == [4, 0]


# ---------------------------------------------------------------- rules as one would write them
NATURAL = """
    kinds: {{cell: {{all: cells, fields: {{n: number}}, state: {{disc: player, link: cell}}}}}}
    enums: -
    zones: {{deck: {{holds: cell}}}}
    components: {{cell: {{{cells}}}}}
    setup: move all cells to deck
    values:
      must(player): {{is: any(c in cells where c.disc == player and c.n > 6)}}
      may_go(cell, player):
        is: |
          cell.n > 6 if must(player)
          cell.disc == none otherwise
"""


def natural(cells: int = 8) -> str:
    """The head of a game on cells in which who can jump must."""
    return NATURAL.format(cells=", ".join(f"c{n}: {{n: {n}}}" for n in range(1, cells + 1)))


def test_what_does_not_depend_on_the_item_means_the_same_for_every_item(machine):
    text = """
        repeat 3 times:
          as each player in players:
            choose a cell from cells where may_go(cell, me)
            set cell.disc to me
            gain cell.n score
    """
    assert scores(machine, text, natural(), acting=False) == [1 + 3 + 5, 2 + 4 + 6]
    # Who has a cell above 6 stays with those; the second player takes the last cell over, and the first is free again.
    assert scores(machine, text, natural(), last, acting=False) == [8 + 8 + 6, 7 + 8 + 8]


@pytest.mark.parametrize("links", [1, 2, 9])
def test_a_chain_through_what_may_be_none_is_none_where_it_ends(machine, links):
    chain = ".".join(["link"] * links)
    text = f"""
        set c1.link to c2
        choose cell from cells where cell.{chain} == none and cell.n > 0
        gain cell.n score
    """
    assert scores(machine, text, natural()) == [2 if links == 1 else 1, 0]


def test_the_source_grows_with_the_length_of_a_chain_not_faster(machine):
    from tests.machines import REFERENCE

    if machine == REFERENCE:
        return
    sizes = []
    for links in (4, 8):
        chain = ".".join(["link"] * links)
        game = tiny(f"choose cell from cells where cell.{chain} == none\ngain cell.n score", natural())
        sizes.append(len(open_on(machine, game)._machine.compiled.source))
    assert sizes[1] < 2 * sizes[0]
