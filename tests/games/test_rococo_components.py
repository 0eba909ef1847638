"""Rococo's components, counted against the rulebook, the public sources and the bounds of what is reconstructed."""

from __future__ import annotations

from collections import Counter

import pytest
from random_games import shipped

from rulewright import Match, new_match
from rulewright.interpreter.content.model import Card

PLAYERS = (2, 3, 4, 5)
COLOURS = ("yellow", "green", "red", "blue")


def cards(kind: str) -> list[Card]:
    return [card for card in shipped("rococo").cards if card.kind == kind]


def printed(card: Card, name: str):
    """A field as the content writes it: numbers as they are, values of enums by name."""
    game = shipped("rococo")
    declared, value = game.kinds[card.kind].fields[name], card.sides[0].fields[name]
    if declared.by is not None:
        return dict(zip(game.enums[declared.by].values, value, strict=True))
    return game.enums[declared.type.names[0]].values[value] if declared.type.base == "enum" else value


def opened(players: int) -> Match:
    return new_match(shipped("rococo"), players, seed=1)


# ---------------------------------------------------------------- employees
def test_28_employees_for_hire_by_level_and_five_for_each_player():
    levels = Counter(printed(card, "level") for card in cards("employee"))
    assert levels == {0: 5, 1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}
    for card in cards("employee"):
        assert card.each_player == (printed(card, "level") == 0)
        assert card.copies == 1
    base = Counter(printed(card, "rank") for card in cards("employee") if card.each_player)
    assert base == {"master": 2, "journeyman": 1, "apprentice": 2}


def test_the_ranks_keep_to_what_is_known():
    ranks = {card.id: printed(card, "rank") for card in cards("employee")}
    assert [id_ for id_ in ranks if id_.startswith("e2") and ranks[id_] == "journeyman"] == ["e2b", "e2c"]
    assert Counter(rank for id_, rank in ranks.items() if id_.startswith("e5")) == {
        "master": 2, "journeyman": 1, "apprentice": 1,
    }  # fmt: skip
    assert all(ranks[id_] == "apprentice" for id_ in ("e6c", "e6d", "e6e", "e6f"))
    assert "apprentice" not in (ranks["e6a"], ranks["e6b"], ranks["e2b"], ranks["e4b"])


def test_all_but_two_employees_and_the_crowned_have_a_bonus():
    without = {card.id for card in cards("employee") if "bonus" not in card.sides[0].effects}
    assert without == {"b1", "b2", "e6c", "e6d", "e6e", "e6f"}
    assert {card.id for card in cards("employee") if card.sides[0].abilities} == {"e6c", "e6d", "e6e", "e6f"}


# ---------------------------------------------------------------- dresses and tiles
def test_42_dresses_by_colour_and_wearer():
    assert Counter(printed(card, "colour") for card in cards("dress")) == {
        "yellow": 13, "green": 13, "red": 10, "blue": 6,
    }  # fmt: skip
    for card in cards("dress"):
        assert printed(card, "wearer") == ("woman" if printed(card, "colour") in ("yellow", "red") else "man")


def test_dresses_keep_to_their_ranges():
    dresses = cards("dress")
    sales = [printed(card, "sale") for card in dresses]
    assert (min(sales), max(sales)) == (6, 28)
    assert {printed(card, "prestige") for card in dresses} == {2, 3, 4}
    assert sum(printed(card, "thimble") for card in dresses) == 14
    for card in dresses:
        silk = printed(card, "silk")
        own = silk.pop(printed(card, "colour"))
        assert 1 <= own <= 4
        assert not any(silk.values())
        assert 0 <= printed(card, "thread") + printed(card, "lace") <= 2
    by_sale = sorted(dresses, key=lambda card: printed(card, "sale"))
    prestige = [printed(card, "prestige") for card in by_sale]
    assert prestige == sorted(prestige)


def test_the_dresses_of_the_examples_are_there():
    def needs(card: Card):
        own = printed(card, "silk")["yellow"]
        return own, printed(card, "thread"), printed(card, "lace"), bool(printed(card, "thimble"))

    yellow = [needs(card) for card in cards("dress") if printed(card, "colour") == "yellow"]
    assert (3, 0, 1, True) in yellow
    assert (2, 1, 0, True) in yellow


def test_48_tiles_green_and_yellow_common_red_less_blue_rare():
    bales: Counter[str] = Counter()
    for card in cards("tile"):
        silk = printed(card, "silk")
        assert 1 <= sum(silk.values()) <= 2
        bales.update({colour: count * card.copies for colour, count in silk.items()})
        lower = printed(card, "thread"), printed(card, "lace")
        assert lower in ((1, 0), (0, 1), (1, 1))
        assert not printed(card, "either") or lower == (1, 1)
    assert sum(card.copies for card in cards("tile")) == 48
    assert bales["green"] == bales["yellow"] > bales["red"] > bales["blue"] > 0


def test_the_tile_of_the_example_is_there():
    two_green = next(card for card in cards("tile") if printed(card, "silk")["green"] == 2)
    assert (printed(two_green, "thread"), printed(two_green, "lace"), printed(two_green, "either")) == (
        1,
        1,
        1,
    )


# ---------------------------------------------------------------- the board
@pytest.mark.parametrize("players", PLAYERS)
def test_the_board_follows_from_the_number_of_players(players):
    match, small = opened(players), players <= 3
    count = {kind: len(components) for kind, components in match.layout.of_kind.items()}
    assert count["hall"] == 5
    assert count["segment"] == 3
    assert count["window"] == (6 if small else 8)
    assert count["space"] == (25 if small else 35)
    assert count["decoration"] == (16 if small else 21)
    assert count["honour"] == players - 1
    assert count["employee"] == 28 + 5 * players


@pytest.mark.parametrize("players", PLAYERS)
def test_windows_cost_from_8_at_the_left_to_0_at_the_two_rightmost(players):
    windows = [card for card in cards("window") if card.is_for(players)]
    costs = [printed(card, "cost") for card in windows]
    assert costs == sorted(costs)
    assert costs[:2] == [0, 0]
    assert costs[-1] == 8
    assert 4 in costs
    assert [printed(card, "dark") for card in windows] == [1, 1] + [0] * (len(windows) - 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_decorations_cost_more_along_each_row(players):
    rows: dict[str, list[Card]] = {}
    for card in cards("decoration"):
        if card.is_for(players):
            rows.setdefault(printed(card, "group"), []).append(card)
    for group, row in rows.items():
        costs = [printed(card, "cost") for card in row]
        assert len(set(costs)) == len(costs)
        assert group == "musician" or costs == sorted(costs)
    assert len(rows["musician"]) == 5
    assert {printed(card, "multiplier") for card in rows["fireworks"]} == {2, 3}
    prestige = [printed(card, "prestige") for card in rows["fireworks"]]
    assert prestige == sorted(prestige, reverse=True)
    assert any(printed(card, "cost") == 10 for row in rows.values() for card in row)
    assert len(rows["statue"]) > 1


def test_the_kings_hall_is_the_dearest_and_one_hall_has_3_and_1():
    halls = cards("hall")
    for board in ("small", "large"):
        pairs = [(printed(card, "first")[board], printed(card, "second")[board]) for card in halls]
        assert max(pairs) == pairs[0]
        assert (3, 1) in pairs


def test_all_halls_fall_in_value():
    values = [printed(card, "prestige") for card in cards("honour")]
    assert values == sorted(values, reverse=True)
    assert values[:2] == [5, 3]


# ---------------------------------------------------------------- set-up and origins
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_begins_with_15_livre_a_thread_a_lace_and_five_employees(players):
    match = opened(players)
    for name, seen in match.view(None)["players"].items():
        assert {key: seen["counters"][key] for key in ("livre", "thread", "lace")} == {
            "livre": 15, "thread": 1, "lace": 1,
        }  # fmt: skip
        own = match.view(match.names.index(name))["players"][name]["zones"]
        assert sorted(id_[:2] for id_ in [*own["supply"], *own["hand"]]) == ["b1", "b2", "b3", "b4", "b5"]


def test_every_value_says_where_it_comes_from():
    for card in shipped("rococo").cards:
        fields = {*shipped("rococo").kinds[card.kind].fields}
        assert fields <= {name.partition("[")[0] for name in card.origin}, card.id
        assert set(card.origin.values()) <= {"rulebook", "public", "reconstructed"}


def test_only_one_pair_of_prizes_is_known():
    known = {
        (card.id, field)
        for card in shipped("rococo").cards
        for field, origin in card.origin.items()
        if card.kind == "hall" and field != "name" and origin != "reconstructed"
    }
    assert known == {("rose-hall", "first[small]"), ("rose-hall", "second[small]")}


def test_the_employees_lie_by_level_in_the_stack():
    match = opened(2)
    stack = match.state.z[match.layout.zone_number("game", "stack.employees")]
    ids = [match.layout.ids[component] for component in stack]
    assert [int(id_[1]) for id_ in ids] == sorted(int(id_[1]) for id_ in ids)
    assert len(ids) == 24
