"""Enums whose values are the printed cards of a kind."""

from __future__ import annotations

import pytest

from rulewright import new_fast_match, new_match
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.cards import Explainer

RULES = """language: 1
game: small
players: 2
enums: {design: {all: designs, cards of: house}}
kinds:
  house: {all: houses, fields: {free_with: design or none}}
  pile: {all: piles, fields: {stock: design}, zones: {supply: {holds: house}}}
components:
  house: {mill: {copies: 3}, oven: {copies: 2, free_with: mill}}
  pile: {left: {stock: oven}, right: {stock: mill}}
counters: {points: {}, named: {by: design}}
rounds: {number: 1, every: {phases: [play]}}
setup: |
  for each pile in piles:
    move all h in houses where h.design == pile.stock to pile.supply
phases:
  play:
    do: |
      as each player in players:
        choose a design from designs "Name a house"
        gain 1 named[design]
        gain count(h in houses where h.free_with == design) points
        gain 10 * count(left.supply) points
result: {rank: players, by: [player.points]}
"""
PACK = """kind: house
cards:
  stove: {copies: 4, replaces: oven, free_with: mill, name: New Stove}
  barn: {free_with: oven}
"""


def written(folder, rules=RULES):
    for part in ("rules", "cards"):
        (folder / part / "small").mkdir(parents=True)
    (folder / "rules" / "small" / "game.yaml").write_text(rules, encoding="utf-8")
    return folder


@pytest.fixture
def game(tmp_path):
    return load_game("small", written(tmp_path))


@pytest.mark.parametrize("machine", [new_match, new_fast_match])
def test_a_card_with_copies_is_named_by_fields_and_by_players(game, machine):
    match = machine(game, 2)
    assert [(option.id, option.label) for option in match.decision.options] == [
        ("mill", "Mill"),
        ("oven", "Oven"),
    ]
    match.apply("mill")  # both ovens are free with it, and both lie in the left pile
    match.apply("oven")
    assert match.scores() == [22, 20]
    assert match.view(0)["players"]["Player1"]["counters"]["named"] == {"mill": 1, "oven": 0}


def test_what_a_card_says_of_itself_leaves_out_which_card_it_is(game):
    oven = next(card for card in game.cards if card.id == "oven")
    assert list(Explainer(game).card(oven).sides[0].fields) == ["Free with: Mill"]


@pytest.mark.parametrize("machine", [new_match, new_fast_match])
def test_a_card_of_a_pack_stands_for_the_one_whose_place_it_takes(tmp_path, machine):
    pack = tmp_path / "pack"
    (pack / "cards" / "small").mkdir(parents=True)
    (pack / "cards" / "small" / "more.yaml").write_text(PACK, encoding="utf-8")
    game = load_game("small", written(tmp_path / "root"), packs=[pack])
    assert (game.enums["design"].values, game.enums["design"].titles) == (
        ("mill", "oven", "barn"),
        ("Mill", "New Stove", "Barn"),
    )
    match = machine(game, 2)
    match.apply("mill")
    match.apply("oven")
    assert match.scores() == [44, 41]
