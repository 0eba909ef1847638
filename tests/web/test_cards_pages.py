"""The pages of games and cards: everything is there, everything is escaped, and files that change are read again."""

from __future__ import annotations

import html
import re
import subprocess

import pytest
from hostile_game import IMAGE, LONG, QUOTES, SCRIPT, write_hostile_game
from web_server import ROOT, served

from rulewright.cli.web.commits import changed_cards
from rulewright.cli.web.faces import Faces
from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.english.cards import Explainer

GAMES = game_names(ROOT)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_there_with_all_its_sides_and_its_place(pages, name):
    game = load_game(name)
    with pages.client() as client:
        text = client.get(f"/games/{name}/cards").text
    assert re.findall(r'data-id="([^"]+)"', text) == [
        card.id for kind in game.kinds for card in game.cards if card.kind == kind
    ]
    assert text.count('class="card hue-') == sum(len(card.sides) for card in game.cards)
    for card in game.cards:
        assert f"{card.span.file}:{card.span.line}</a>" in text
        for side in card.sides:
            assert f'<p class="card-name">{html.escape(side.name).replace("&#x27;", "&#39;")}</p>' in text


def test_a_card_says_its_fields_and_its_effects_in_english():
    game = load_game("pret-a-porter")
    faces = {face.id: face for face in Faces(game, Explainer(game)).all()}
    designer = faces["creative-designer"]
    front, back = designer.sides
    assert [(field.label, field.words, field.sort) for field in front.fields] == [
        ("Train", "3", "number"),
        ("Upkeep", "2", "number"),
    ]
    assert front.sentences == ("Before the pawns at New Designs, no pawn needed: you may draw 1 Design.",)
    assert back.name == "Experienced Creative Designer"
    assert ("Upkeep", "3") in [(field.label, field.words) for field in back.fields]
    assert designer.copies == "2 copies"
    assert designer.file == "cards/pret-a-porter/employees.yaml"


SIGNED = {
    "rules": """language: 1
game: signed
title: Signed
players: 2
enums: {metal: {all: metals, values: [iron, copper, tin]}}
kinds:
  lump:
    all: lumps
    fields: {made_of: metal, weight: number, cost: number by metal, holds: list of metal}
counters:
  score: {}
zones:
  heap: {holds: lump, ordered: yes}
setup: move all lumps to heap
rounds: {number: 1, every: {phases: [end]}}
phases:
  end:
    do: |
      as each player in turn_order:
        gain 1 score
result: {rank: players, by: [player.score]}
table:
  symbols: {weight: kg, metal: {iron: Fe, tin: "<s>"}}
""",
    "cards": """kind: lump
cards:
  ore: {made_of: iron, weight: 4, cost: {iron: 0, copper: 2, tin: 3}, holds: [tin, tin, iron]}
  plate: {made_of: copper, weight: 5, cost: {iron: 1, copper: 0, tin: 0}, holds: []}
""",
}


def test_printed_cards_have_the_symbols_of_the_table(tmp_path):
    for folder, file in (("rules", "game.yaml"), ("cards", "lumps.yaml")):
        (tmp_path / folder / "signed").mkdir(parents=True)
        (tmp_path / folder / "signed" / file).write_text(SIGNED[folder], encoding="utf-8")
    game = load_game("signed", tmp_path)
    ore, plate = Faces(game, Explainer(game)).all()
    signs = {field.name: (field.sign, field.signs) for field in ore.sides[0].fields}
    assert signs == {
        "made_of": ("Made of", "Fe"),
        "weight": ("kg", "4"),
        "cost": ("Cost", "2 copper, 3 <s>"),
        "holds": ("Holds", "2 x <s>, Fe"),
    }
    assert "made of iron" in ore.searched
    assert {field.name: field.signs for field in plate.sides[0].fields}["made_of"] == "copper"
    with served(tmp_path) as server, server.client() as client:
        for place in ("/games/signed/cards", "/games/signed/sheet"):
            text = client.get(place).text
            assert '<b>4</b><span title="Weight">kg</span>' in text
            assert '<dd title="iron">Fe</dd>' in text
            assert "<dd>copper</dd>" in text
            assert "3 &lt;s&gt;" in text
            assert "<s>" not in text


def test_games_are_listed_with_what_is_wrong_with_them(tmp_path):
    root = write_hostile_game(tmp_path)
    rules = root / "rules/hostile/game.yaml"
    with served(root) as server, server.client() as client:
        text = client.get("/").text
        assert "1 warning" in text
        assert "nothing reads `price`" in text
        assert "rules/hostile/game.yaml:10:" in text
        rules.write_text(rules.read_text().replace("draw 3", "drow 3"))
        text = client.get("/").text
        assert "1 error" in text
        assert "drow 3" in text
        assert "/games/hostile/cards" not in text
        broken = client.get("/games/hostile/cards").text
        assert "has errors" in broken
        assert "^^^^" in broken


def test_a_saved_file_is_shown_at_once(tmp_path):
    root = write_hostile_game(tmp_path)
    cards = root / "cards/hostile/things.yaml"
    with served(root) as server, server.client() as client:
        assert "extra" not in client.get("/games/hostile/cards").text
        cards.write_text(cards.read_text() + "  extra: {name: Extra, price: 9}\n")
        assert 'data-id="extra"' in client.get("/games/hostile/cards").text


def test_names_from_the_content_are_never_html(tmp_path):
    with served(write_hostile_game(tmp_path)) as server, server.client() as client:
        for place in ("/", "/games/hostile/cards", "/games/hostile/sheet?kind=thing"):
            text = client.get(place).text
            for hostile in (SCRIPT, IMAGE, QUOTES, "<i>Hostile", "<u>x", "</style><script>1"):
                assert hostile not in text
        assert LONG in client.get("/games/hostile/cards").text


def test_an_unknown_game_and_an_unknown_page_are_not_found(pages):
    with pages.client() as client:
        for place in ("/games/chess/cards", "/games/<script>/sheet", "/elsewhere"):
            answer = client.get(place)
            assert answer.status_code == 404
            assert "<script>" not in answer.text


def test_cards_that_differ_from_the_last_commit_are_named(tmp_path):
    root = write_hostile_game(tmp_path)
    cards = root / "cards/hostile/things.yaml"

    def git(*words):
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words],
            cwd=root,
            check=True,
            capture_output=True,
        )

    assert changed_cards(load_game("hostile", root)) == []
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    assert changed_cards(load_game("hostile", root)) == []
    cards.write_text(cards.read_text().replace("price: 2", "price: 7") + "  extra: {name: Extra, price: 9}\n")
    assert changed_cards(load_game("hostile", root)) == ["image", "extra"]
