"""compare: an edit without effect changes nothing at all; what a card gives its taker is found; recorded games part."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from command_line import run

GAME = """
language: 1
game: market
title: Market
players: 2
kinds:
  ware: {all: wares, fields: {worth: number = 1, gift: effect}}
  crate: {all: crates}
counters:
  score: {}
  coins: {start: 9}
zones:
  deck: {holds: ware, ordered: yes}
  row: {holds: ware, ordered: yes}
  heap: {holds: crate, ordered: yes}
  of each player: {stall: {holds: ware}}
setup: |
  move all wares to deck
  shuffle deck
  move all crates to heap
rounds: {number: 4, every: {phases: [sale]}}
phases:
  sale:
    do: |
      draw 3 from deck to row
      as each player in turn_order:
        choose a ware from row "Take"
        move ware to me.stall
        gain ware.worth score
        run ware.gift
      move all row to deck
result: {rank: players, by: [player.score]}
components:
  crate: [crate-1, crate-2]
"""
WARES = """
kind: ware
cards:
  apple: {gift: gain 1 coins}
  bread: {worth: 2, gift: nothing}
  cheese: {gift: nothing}
  dates: {gift: nothing}
  eggs: {worth: 2, gift: nothing}
  figs: {gift: nothing}
"""
RECORDED = """
game: market
players: [Ann, Ben]
seed: 3
stop: yes
moves:
  - bots: random for 6 decisions
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    folder = tmp_path_factory.mktemp("market")
    write(folder, "rules/market/game.yaml", GAME)
    write(folder, "cards/market/wares.yaml", WARES)
    write(folder, "tests/playthroughs/market/one.yaml", RECORDED)
    return folder


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")


def pack(folder, wares):
    write(folder, "cards/market/more.yaml", f"kind: ware\ncards:\n{wares}")
    return folder


def compared(root, against, *words, code=0):
    result = run(
        "compare", "market", "--against", against, "--bots", "random", *words, "--format", "json", root=root
    )
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_an_edit_without_effect_gives_exactly_nothing(root, tmp_path):
    same = pack(
        tmp_path / "same", "  golden-apple: {replaces: apple, name: Golden Apple, gift: gain 1 coins}\n"
    )
    told = compared(root, same, "-n", "30")
    assert (told["pairs"], told["alike"], told["first_other_game"], told["first_parting"]) == (
        30,
        30,
        None,
        None,
    )
    assert {one["difference"] for one in told["differences"]} == {0}
    assert not any(one["sure"] for one in told["differences"])
    text = run("compare", "market", "--against", same, "--bots", "random", "-n", "5", root=root).stdout
    assert "no game goes another way; every difference is exactly 0" in text


def test_a_card_that_gives_its_taker_ten_points_is_found(root, tmp_path):
    rich = pack(tmp_path / "rich", "  rich-figs: {replaces: figs, gift: gain 10 score}\n")
    told = compared(root, rich, "-n", "60", "--jobs", "2")
    found = {(one["subject"], one["measure"]): one for one in told["differences"] if one["sure"]}
    gained = found["figs", "score"]
    assert gained["interval"][0] > 8
    # A player takes it once or more; a taker who takes it twice gets it twice.
    assert gained["difference"] >= 10
    assert told["first_parting"]["event"] == "counter-changed"
    assert told["first_parting"]["rule"].startswith("card rich-figs")
    assert (
        told["first_parting"]["place"].startswith("rich/cards/market/more.yaml:3:")
        or ":3:" in told["first_parting"]["place"]
    )
    # Nobody who has another card gains by it more than he who has this one.
    others = [one for key, one in found.items() if key[1] == "score" and key[0] != "figs"]
    assert all(one["difference"] < gained["difference"] for one in others)


def test_the_same_pairs_for_any_number_of_workers(root, tmp_path):
    rich = pack(tmp_path / "rich", "  rich-figs: {replaces: figs, gift: gain 10 score}\n")
    assert compared(root, rich, "-n", "12") == compared(root, rich, "-n", "12", "--jobs", "3")


def test_another_root_is_an_edit_too(root, tmp_path):
    other = tmp_path / "other"
    write(other, "rules/market/game.yaml", GAME)
    write(other, "cards/market/wares.yaml", WARES.replace("bread: {worth: 2", "bread: {worth: 7"))
    told = compared(root, other, "-n", "40")
    assert told["alike"] < 40
    assert any(
        one["sure"] and (one["subject"], one["measure"]) == ("bread", "score") for one in told["differences"]
    )


def test_a_recorded_game_tells_where_it_goes_another_way(root, tmp_path):
    other = tmp_path / "other"
    write(other, "rules/market/game.yaml", GAME.replace("draw 3 from", "draw 4 from"))
    write(other, "cards/market/wares.yaml", WARES)
    told = compared(root, other, "-n", "2", "--playthroughs", root / "tests")
    assert told["playthroughs"] == 1
    (touched,) = told["touched"]
    assert touched["case"].endswith("one.yaml")
    line = 1 + GAME.lstrip("\n").splitlines().index("      draw 3 from deck to row")
    assert touched["parting"]["place"].startswith(f"rules/market/game.yaml:{line}:")
    assert touched["parting"]["rule"] == "phase sale"


def test_too_few_pairs_tell_nothing(root, tmp_path):
    rich = pack(tmp_path / "rich", "  rich-figs: {replaces: figs, gift: gain 10 score}\n")
    assert not any(one["sure"] for one in compared(root, rich, "-n", "10")["differences"])


def test_a_page(root, tmp_path):
    pytest.importorskip("jinja2")
    rich = pack(tmp_path / "rich", "  rich-figs: {replaces: figs, gift: gain 10 score}\n")
    page = tmp_path / "page.html"
    compared(root, rich, "-n", "30", "--html", page)
    assert "figs" in page.read_text(encoding="utf-8")
    assert "https://" not in page.read_text(encoding="utf-8")


def test_what_is_no_edit_is_refused(root, tmp_path):
    result = run("compare", "market", "--against", tmp_path / "nowhere", root=root)
    assert result.exit_code == 2
    assert "--against wants a folder" in result.stderr
