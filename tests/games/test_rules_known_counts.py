"""Prêt-à-Porter's components and set-up, counted against the rulebook and the public reference."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from random_games import shipped

from rulewright import Game, Match, new_match
from rulewright.interpreter.content.model import Card
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

CHECKOUT = Path(__file__).resolve().parents[2]
ORIGINS = {"rulebook", "almanac", "public", "inferred", "reconstructed"}
SEEDS = range(10)
PLAYERS = (2, 3, 4)


@cache
def games() -> Games:
    return Games(CHECKOUT)


def game() -> Game:
    return games().load("pret-a-porter")[0]


def cards(kind: str) -> list[Card]:
    return [card for card in game().cards if card.kind == kind]


def field(card: Card, name: str, side: int = 0):
    """A field as the content writes it: numbers as they are, enum values and cards by name."""
    value, declared = card.sides[side].fields[name], game().kinds[card.kind].fields[name].type
    if declared.item is not None and declared.item.base == "component":
        return [game().cards[position].id for position in value]
    return new_match(game(), 2).naming.plain(declared, value)


def copies(kind: str, *, last_quarter: bool | None = None) -> int:
    return sum(
        card.copies
        for card in cards(kind)
        if last_quarter is None or bool(card.sides[0].fields["last_quarter"]) == last_quarter
    )


# ---------------------------------------------------------------- components
@pytest.mark.parametrize("kind", ["contract", "building", "employee"])
def test_three_decks_of_24_of_which_six_are_for_the_last_quarter(kind):
    assert (copies(kind, last_quarter=False), copies(kind, last_quarter=True)) == (18, 6)
    for card in cards(kind):
        last = bool(card.sides[0].fields["last_quarter"])
        assert len(card.sides) == (1 if last else 2), card.id


@pytest.mark.parametrize(
    ("kind", "number", "names"), [("contract", 24, 14), ("building", 24, 10), ("employee", 24, 12)]
)
def test_the_normal_cards_have_fewer_names_than_copies(kind, number, names):
    assert copies(kind) == number
    normal = {card.sides[0].name for card in cards(kind) if not card.sides[0].fields["last_quarter"]}
    last = {card.sides[0].name for card in cards(kind) if card.sides[0].fields["last_quarter"]}
    assert (len(normal), len(last)) == (names, 6)


def test_the_other_components_are_as_many_as_in_the_box():
    numbers = {
        kind: copies_of(kind)
        for kind in ("design", "show", "token", "location", "pawn", "exhibition", "preparation")
    }
    assert numbers == {
        "design": 50, "show": 10, "token": 5, "location": 9, "pawn": 3, "exhibition": 4, "preparation": 4,
    }  # fmt: skip
    assert game().kinds["pawn"].per_player == 3


def copies_of(kind: str) -> int:
    return sum(card.copies for card in cards(kind))


def test_the_designs_are_five_styles_of_five_types_twice():
    kinds = Counter((field(card, "style"), field(card, "clothing")) for card in cards("design"))
    styles, types = game().enums["style"].values, game().enums["clothing"].values
    assert kinds == dict.fromkeys(product(styles, types), 2)
    assert {len(field(card, "materials")) for card in cards("design")} == {2}
    assert {field(card, "bonus") for card in cards("design")} == {
        None,
        "one-quality",
        "one-trend",
        "two-cash",
    }


def test_the_starting_designs_are_of_their_tokens_type_and_of_two_styles():
    by_id = {card.id: card for card in cards("design")}
    assert {field(token, "clothing") for token in cards("token")} == set(game().enums["clothing"].values)
    for token in cards("token"):
        starting = [by_id[id_] for id_ in field(token, "starting")]
        assert [field(design, "clothing") for design in starting] == [field(token, "clothing")] * 2
        assert len({field(design, "style") for design in starting}) == 2


def test_the_shows_of_the_last_quarter_have_two_categories_and_the_others_four():
    for show in cards("show"):
        order = field(show, "order")
        assert len(order) == len(set(order)) == (2 if field(show, "last_quarter") else 4)
    normal = [show for show in cards("show") if not field(show, "last_quarter")]
    last = [show for show in cards("show") if field(show, "last_quarter")]
    assert (len(normal), len(last)) == (6, 4)
    # Every category comes first somewhere, and no two tiles are alike.
    for tiles in (normal, last):
        assert {field(show, "order")[0] for show in tiles} == set(game().enums["category"].values)
        assert len({tuple(field(show, "order")) for show in tiles}) == len(tiles)


# ---------------------------------------------------------------- numbers that are known
def test_what_the_texts_tell_stands_in_the_data():
    by_id = {card.id: card for card in game().cards}
    assert field(by_id["accountant"], "train") == 2
    assert field(by_id["accountant"], "upkeep", 1) == field(by_id["accountant"], "upkeep") + 1
    for office in ("designer-office-1", "designer-office-2"):
        assert field(by_id[office], "upgrade") == 3
        assert field(by_id[office], "upkeep", 1) == field(by_id[office], "upkeep") + 1
    assert "rock" in field(by_id["designer-office-1"], "looks") + field(by_id["designer-office-2"], "looks")
    assert field(by_id["london"], "order") == ["quantity", "trend", "quality", "pr"]
    assert field(by_id["moscow"], "order") == ["trend", "quality", "pr", "quantity"]


@pytest.mark.parametrize(
    ("location", "prices", "quality"),
    [
        ("local-manufacturer", (2, 3, 4, 5, 6, 8), 1),
        ("warehouse", (3, 4, 6, 7, 9, 12), 2),
        ("import", (4, 5, 7, 9, 11, 14), 3),
    ],
)
def test_materials_cost_what_the_reference_says(location, prices, quality, tmp_path):
    colours = ("green", "blue", "purple", "red", "yellow", "white")
    expected = [
        f"material_price({location}, {colour}) == {price}"
        for colour, price in zip(colours, prices, strict=True)
    ]
    expect(tmp_path, 2, 0, [*expected, f"{location}.quality == {quality}"])


@pytest.mark.parametrize(("players", "limit", "each"), [(2, 2, 1), (3, 2, 2), (4, 3, 3)])
def test_limits_and_exchange_depend_on_the_number_of_players(players, limit, each, tmp_path):
    expect(
        tmp_path,
        players,
        0,
        [
            f"pawn_spaces(import) == {limit}",
            f"pawn_spaces(bank) >= {3 * players}",
            f"points_each[{players}] == {each}",
        ],
    )


PRIZES = {
    2: ((4, 1), (3, 0), (2, 0), (1, 0)),
    3: ((4, 2), (3, 1), (2, 1), (1, 0)),
    4: ((4, 2), (3, 2), (2, 1), (1, 0)),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_prizes_are_those_of_the_rulebook(players, tmp_path):
    expect(
        tmp_path,
        players,
        0,
        [
            f"prize[{players}][{row}][{place}] == {prize}"
            for row, prizes in enumerate(PRIZES[players], 1)
            for place, prize in enumerate((*prizes, 0, 0), 1)
        ],
    )


# ---------------------------------------------------------------- origins
def test_every_value_of_every_card_says_where_it_comes_from():
    lacking = []
    for card in game().cards:
        wanted = set(game().kinds[card.kind].fields)
        if any(side.abilities or side.changes for side in card.sides):
            wanted.add("abilities")
        lacking += [f"{card.id}: {name}" for name in sorted(wanted - set(card.origin))]
        assert set(card.origin.values()) <= ORIGINS, card.id
    assert not lacking


def test_abilities_come_from_the_almanac_and_what_no_text_tells_is_marked():
    for kind in ("contract", "building", "employee"):
        assert {card.origin["abilities"] for card in cards(kind)} == {"almanac"}
    assert {card.origin["upkeep"] for card in cards("employee")} == {"reconstructed"}
    assert {card.origin["sale"] for card in cards("design")} == {"reconstructed"}
    assert {card.origin["prices"] for card in cards("location")} == {"public"}


# ---------------------------------------------------------------- set-up
def opened(players: int, seed: int, **options) -> Match:
    return new_match(game(), players, seed, options)


def expect(folder: Path, players: int, seed: int, formulas: list[str]) -> None:
    """Demand formulas of the position at the first decision."""
    lines = ["game: pret-a-porter", f"players: {players}", f"seed: {seed}", "moves:"]
    lines += [f'  - expect: "{formula}"' for formula in formulas]
    path = folder / "expected.yaml"
    path.write_text("\n".join([*lines, "stop: yes"]) + "\n")
    findings = Findings()
    script = read_script(path, "expected.yaml", findings)
    outcomes = [run_case(ready) for ready in check_script(script, games(), findings)]
    assert not findings, [found.message for found in findings]
    assert [found.message for outcome in outcomes for found in outcome.findings] == []
    assert len(outcomes) == 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_company_starts_alike(players, seed):
    match = opened(players, seed)
    tokens = {token.id: set(field(token, "starting")) for token in cards("token")}
    drawn = []
    for name in match.names:
        seen = match.view(None)["players"][name]
        counters, zones = seen["counters"], seen["zones"]
        assert counters.pop("cash") == 40
        others = [
            n for value in counters.values() for n in (value.values() if isinstance(value, dict) else [value])
        ]
        assert set(others) == {0}
        (token,) = zones["clothing"]
        assert set(zones["designs"]) == tokens[token]
        assert len(zones["pawns"]) == 3
        assert [zones[zone] for zone in ("contracts", "buildings", "employees", "drawn", "collection")] == [
            []
        ] * 5
        drawn.append(token)
    assert len(set(drawn)) == players
    assert set(match.view(None)["zones"]["spare_tokens"]) == set(tokens) - set(drawn)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_three_starting_employees_cost_an_upkeep_of_three(players, tmp_path):
    expect(
        tmp_path,
        players,
        1,
        [
            formula
            for name in [f"Player{n}" for n in range(1, players + 1)]
            for formula in (
                f"company_upkeep({name}) == 3",
                f"starting_employees({name}) == 3",
                f"room({name}) == 3",
            )
        ],
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_rows_decks_and_shows_lie_ready(players, seed):
    match = opened(players, seed)
    seen = match.view(None)
    zones, normal = seen["zones"], {}
    for kind, deck in (("contract", "contracts"), ("building", "buildings"), ("employee", "employees")):
        assert len(zones[f"row.{deck}"]) == 3
        assert zones[f"deck.{deck}"]["count"] == 15
        aside = {card.id for card in cards(kind) if card.sides[0].fields["last_quarter"]}
        assert set(zones[f"set_aside.{deck}"]) == aside
        normal[deck] = aside.isdisjoint(zones[f"row.{deck}"])
    assert all(normal.values())
    assert (len(zones["row.designs"]), zones["deck.designs"]["count"]) == (4, 50 - 4 - 2 * players)
    assert len(zones["rewards_left"]) == 4
    shows = [
        seen["component_zones"][f"exhibition-{number}"]["shows"] for number in ("iii", "vi", "ix", "xii")
    ]
    assert [len(tiles) for tiles in shows] == [1, 2, 3, 4]
    last = {card.id for card in cards("show") if card.sides[0].fields["last_quarter"]}
    assert set(shows[3]) == last
    assert len({tile for tiles in shows for tile in tiles}) == 10


@pytest.mark.parametrize("players", PLAYERS)
def test_chance_shuffles_and_chooses_the_first_player(players):
    matches = [opened(players, seed) for seed in range(40)]
    first = {match.view(None)["turn_order"][0] for match in matches}
    assert first == set(matches[0].names)
    for match in matches:
        order, names = match.view(None)["turn_order"], list(match.names)
        start = names.index(order[0])
        assert order == names[start:] + names[:start]
    assert len({tuple(match.view(None)["zones"]["row.contracts"]) for match in matches}) > 30


@pytest.mark.parametrize("advanced", [False, True])
def test_the_first_round_is_played_clockwise_in_the_advanced_variant_too(advanced):
    match = opened(4, 3, advanced=advanced)
    order = match.view(None)["turn_order"]
    start = match.names.index(order[0])
    assert order == [*match.names[start:], *match.names[:start]]
    assert match.names[match.decision.player] == order[0]


def test_the_game_lasts_twelve_rounds_with_four_exhibitions():
    phases = {n: kind.phases for kind in game().round_kinds for n in kind.rounds}
    assert sorted(phases) == list(range(1, game().last_round + 1)) == list(range(1, 13))
    assert [n for n in sorted(phases) if "show" in phases[n]] == [3, 6, 9, 12]
    assert phases[1] == ("refill", "planning", "action", "growth", "upkeep")
    assert phases[3] == ("exchange", "show", "award", "sales", "upkeep")


@pytest.mark.parametrize("name", ["pret-a-porter", "tic-tac-toe"])
def test_the_shipped_content_is_without_findings(name):
    findings = Findings()
    findings.extend(games().load(name)[1])
    assert not findings, [found.message for found in findings]
    assert shipped(name).id == name
