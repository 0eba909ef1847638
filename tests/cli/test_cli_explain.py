"""The commands explain and vocabulary."""

from __future__ import annotations

import json
import shutil

import pytest
from command_line import CHECKOUT, ROOT, run

from rulewright.interpreter.content.load import load_game


def test_one_card_in_english():
    result = run("explain", "tea-house", "aunt")
    assert result.exit_code == 0
    assert result.stdout == (
        "Aunt (aunt): Guest, 2 copies\n"
        "  Tip: 1; Taste: Green.\n"
        "  - Serving: you may gain 1 Coin.\n"
        "  Flipped: Beloved Aunt\n"
        "    - Serving: gain 2 Coins, then gain 1 Green Tea.\n"
    )


def test_a_card_is_found_by_its_name_and_an_unknown_one_is_refused():
    assert run("explain", "tea-house", "Dear Cousin").stdout.startswith("Cousin (cousin)")
    result = run("explain", "tea-house", "ant")
    assert result.exit_code == 2
    assert "did you mean aunt?" in result.stderr


def test_a_phase_an_action_or_a_value_is_explained():
    told = run("explain", "tea-house", "serving").stdout
    assert told.startswith("Serving\n- ")
    (rule,) = json.loads(run("explain", "tea-house", "serving", "--format", "json").stdout)
    assert (rule["rule"], rule["name"]) == ("window", "serving")
    whole = run("explain", "tea-house").stdout
    assert whole.index("Who wins") < whole.index("Aunt (aunt)")


def test_all_cards_and_json():
    assert run("explain", "tea-house").stdout.count("Flipped:") == 5
    cards = json.loads(run("explain", "tea-house", "--format", "json").stdout)
    assert [card["id"] for card in cards][:2] == ["old-stove", "new-stove"]
    (uncle,) = [card for card in cards if card["id"] == "uncle"]
    assert uncle["sides"][0]["sentences"] == ["Gift: Gain 1 Fame."]


def test_the_vocabulary_of_a_game(snapshot):
    result = run("vocabulary", "tea-house")
    assert result.exit_code == 0
    assert result.stdout == snapshot


@pytest.mark.parametrize("name", ["pret-a-porter", "tic-tac-toe"])
def test_the_vocabulary_names_everything_that_is_declared(name):
    game = load_game(name, CHECKOUT)
    words = json.loads(run("vocabulary", name, "--format", "json", root=CHECKOUT).stdout)
    named = {section: {entry["name"] for entry in entries} for section, entries in words.items()}
    for section in ("actions", "windows", "values", "counters", "kinds", "options", "phases", "tables"):
        assert named.get(section, set()) == set(getattr(game, section))
    assert all(
        entry["about"].endswith((".", "?")) and len(entry["about"]) > 2
        for entries in words.values()
        for entry in entries
    )
    cards = {card.id for card in game.cards}
    assert all(
        entry["card"] is None or entry["card"] in cards for section in words.values() for entry in section
    )


def test_an_unknown_game_is_refused():
    for command in ("explain", "vocabulary"):
        result = run(command, "tea-hose")
        assert result.exit_code == 2
        assert "did you mean tea-house?" in result.stderr


# ---------------------------------------------------------------- schema
def test_the_schema_is_printed_or_kept(tmp_path):

    printed = json.loads(run("schema", "tea-house").stdout)
    assert printed["title"] == "Card files of Tea House"
    shutil.copytree(ROOT, tmp_path / "root")
    result = run("schema", "tea-house", "--write", root=tmp_path / "root")
    kept = tmp_path / "root" / "schemas/tea-house/cards.schema.json"
    assert (result.exit_code, result.stdout) == (0, "")
    assert "# yaml-language-server: $schema=../../schemas/tea-house/cards.schema.json" in result.stderr
    assert json.loads(kept.read_text(encoding="utf-8")) == printed
