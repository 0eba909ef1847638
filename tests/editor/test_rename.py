"""A name changed everywhere: nothing that people read changes, nothing is left over, and what cannot be is refused."""

import pytest
from typer.testing import CliRunner

from rulewright import new_match
from rulewright.cli.main import app
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.editor import names
from rulewright.interpreter.english.vocabulary import SECTIONS

RULES = """\
language: 1
game: tiny
title: A peg of the old box
players: 2
enums: {suit: {all: suits, values: [sun, moon]}}
kinds: {peg: {all: pegs, fields: {suit: suit, friend: peg or none}, active in: [hand]}}
zones: {deck: {holds: peg}, row: {low: {holds: peg}}, of each player: {hand: {holds: peg}}}
counters: {coins: {start: 5, title: Coins}}
windows: {evening(n is number): {who: each player in turn order, title: The evening}}
values:
  worth(player): {is: player.coins + count(p in player.hand where p.suit == sun)}
actions:
  "take_one(n is number)":
    text: "Take {worth(me)} for the deck"
    do: |
      gain n coins  # worth of the deck
      may "deck": gain worth(me) coins
setup: |
  move all pegs to deck
  move old-box to row.low
rounds: {number: 1, every: {phases: [main]}}
phases:
  main:
    at any decision: pass_on
    do: |
      as players[1]:
        take_one(2)
        may "End": offer evening(1)
"""
MORE = """\
actions:
  pass_on: {text: pass, do: nothing}
result: {rank: players, by: [worth(player)]}
"""
CARDS = """\
kind: peg
cards:
  old-box:
    suit: sun
    friend: ace
    printed: The old-box is worth 1.
    abilities: [{when: evening(1), do: gain 1 coins, about: old-box}]
  ace: {suit: moon, name: old-box}
"""
SCRIPT = """\
game: tiny
players: [Ann, Ben]
given: {Ann: {hand: [old-box], coins: 3}, deck: [ace]}
moves:
  - note: the old-box
  - Ann: yes
  - expect: "old-box in Ann.hand and worth(Ann) > 3"
stop: yes
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    for name, text in {
        "rules/tiny/game.yaml": RULES,
        "rules/tiny/more.yaml": MORE,
        "cards/tiny/pegs.yaml": CARDS,
        "tests/playthroughs/tiny/first.yaml": SCRIPT,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    load_game("tiny", tmp_path)
    return tmp_path


def run(old, new, *words):
    return CliRunner().invoke(app, ["rename", "tiny", old, new, *words])


def texts(root):
    return "\n".join(path.read_text("utf-8") for path in sorted(root.rglob("*.yaml")))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("old-box", "new-box"),
        ("worth", "value-of"),
        ("take_one", "take_two"),
        ("evening", "night"),
        ("deck", "stack"),
        ("low", "high"),
        ("hand", "lap"),
        ("coins", "pence"),
        ("suit", "colour"),
        ("sun", "star"),
        ("peg", "pin"),
        ("main", "sole"),
        ("friend", "mate"),
    ],
)
def test_a_name_changes_everywhere_and_back(root, old, new):
    before = texts(root)
    result = run(old, new)
    assert result.exit_code == 0, result.output
    load_game("tiny", root)
    after = texts(root)
    for words in (
        "A peg of the old box",
        "The old-box is worth 1.",
        "about: old-box",
        "name: old-box",
        "title: Coins",
    ):
        assert words in after
    assert "note: the old-box" in after
    assert CliRunner().invoke(app, ["validate", "."]).exit_code in (0, 1)
    assert run(new, old).exit_code == 0
    assert texts(root) == before


def orders(root):
    """How the deck is shuffled, by the places of the cards in their file, and what a random number gave."""
    game = load_game("tiny", root)
    deck = "deck" if "deck" in game.zones else "stack"
    found = []
    for seed in range(6):
        match = new_match(game, players=("Ann", "Ben"), seed=seed)
        view = match.view(0)
        ids = [card.id for card in game.cards]
        found.append(([ids.index(id_) for id_ in view["zones"][deck]], view["game"]))
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [("old-box", "new-box"), ("deck", "stack"), ("luck", "fortune"), ("sun", "star"), ("main", "sole")],
)
def test_shuffles_and_random_numbers_stay_as_they_were(root, old, new):
    path = root / "rules/tiny/game.yaml"
    text = path.read_text("utf-8").replace("setup: |\n", "state: {luck: number, sky: suit = sun}\nsetup: |\n")
    text = text.replace("  move old-box", "  shuffle deck\n  set game.luck to random(1, 9)\n  move old-box")
    path.write_text(
        text.replace("  move old-box", "  set game.sky to random_of(suits)\n  move old-box"), "utf-8"
    )
    cards = root / "cards/tiny/pegs.yaml"
    cards.write_text(
        CARDS
        + "".join(f"  {name}: {{suit: sun}}\n" for name in ("one", "two", "three", "four", "five", "six")),
        "utf-8",
    )
    before, kept = texts(root), orders(root)
    assert run(old, new).exit_code == 0
    matters = old != "main"
    assert (f"former names:\n  {new}: {old}\n" in texts(root)) == matters
    assert [order for order, _ in orders(root)] == [order for order, _ in kept]
    assert [list(state.values()) for _, state in orders(root)] == [
        [new if value == old else value for value in state.values()] for _, state in kept
    ]
    assert run(new, "third").exit_code == 0
    assert (f"former names:\n  third: {old}\n" in texts(root)) == matters
    assert run("third", old).exit_code == 0
    assert texts(root) == before


def put(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


WINTER = """\
kind: peg
cards:
  winter-box:
    replaces: old-box
    suit: moon
    friend: old-box
"""
NIGHT = """\
kind: peg
cards:
  night-box: {replaces: winter/winter-box, suit: sun, friend: ace}
"""
BARE = "kind: peg\ncards:\n  old-box: {replaces: winter/old-box, suit: moon}\n"


def load_with(root, *packs):
    return load_game("tiny", root, packs=[root / pack for pack in packs])


def test_a_card_that_packs_replace_is_renamed_in_packs_that_nobody_names(root):
    """One pack replaces the card of the game, the next one the card with the same name that the first has there."""
    kept = put(root, "packs/winter/cards/tiny/a.yaml", WINTER.replace("winter-box", "old-box"))
    deep = put(root, "of/mine/bare/cards/tiny/pegs.yaml", BARE)
    load_with(root, "packs/winter", "of/mine/bare")
    before = texts(root)
    assert run("old-box", "new-box").exit_code == 0
    assert kept.read_text("utf-8") == WINTER.replace("winter-box", "old-box").replace("old-box", "new-box")
    assert deep.read_text("utf-8") == BARE.replace("old-box", "new-box")
    cards = [card.id for card in load_with(root, "packs/winter", "of/mine/bare").cards]
    assert "new-box" in cards
    assert "old-box" not in cards
    assert run("new-box", "old-box").exit_code == 0
    assert texts(root) == before


def test_a_card_of_a_pack_is_renamed_where_a_later_pack_replaces_it(root):
    winter = put(root, "packs/winter/cards/tiny/a.yaml", WINTER)
    night = put(root, "packs/night/cards/tiny/b.yaml", NIGHT)
    load_with(root, "packs/winter", "packs/night")
    before = texts(root)
    result = run("winter-box", "ice-box", "--pack", "packs/winter")
    assert result.exit_code == 0, result.output
    assert winter.read_text("utf-8") == WINTER.replace("winter-box", "ice-box")
    assert night.read_text("utf-8") == NIGHT.replace("winter/winter-box", "winter/ice-box")
    load_with(root, "packs/winter", "packs/night")
    assert run("ice-box", "winter-box", "--pack", "packs/winter").exit_code == 0
    assert texts(root) == before


def test_a_pack_keeps_its_own_name_where_a_card_has_the_same(root):
    put(root, "old-box/cards/tiny/a.yaml", WINTER.replace("winter-box", "old-box"))
    bare = put(root, "bare/cards/tiny/pegs.yaml", BARE.replace("winter/", "old-box/"))
    load_with(root, "old-box", "bare")
    assert run("old-box", "new-box").exit_code == 0
    assert "  new-box: {replaces: old-box/new-box, suit: moon}" in bare.read_text("utf-8")
    load_with(root, "old-box", "bare")


def test_a_name_that_a_pack_has_already_is_refused(root):
    put(root, "far/packs/winter/cards/tiny/a.yaml", "kind: peg\ncards:\n  new-box: {suit: moon}\n")
    before = texts(root)
    result = run("old-box", "new-box")
    assert result.exit_code == 1
    assert "the game would not be right: far/packs/winter/cards/tiny/a.yaml:3: " in result.stderr
    assert texts(root) == before


def test_playthroughs_are_found_wherever_they_lie_below_the_root(root):
    found = [
        put(root, name, SCRIPT)
        for name in (
            "first.yaml",
            "a/b/c/match.yaml",
            "packs/winter/tests/playthroughs/one.yaml",
            "rules/x/y.yaml",
        )
    ]
    put(root, "packs/winter/cards/tiny/a.yaml", "kind: peg\ncards:\n  snow: {suit: moon}\n")
    left = [
        put(root, ".hidden/match.yaml", SCRIPT),
        put(root, "node_modules/match.yaml", SCRIPT),
        put(root, "a/b/of-another-game.yaml", SCRIPT.replace("game: tiny", "game: small")),
        put(root, "a/b/list.yaml", "tiny: [old-box]\n"),
    ]
    assert run("old-box", "new-box").exit_code == 0
    for path in found:
        text = path.read_text("utf-8")
        for words in ("hand: [new-box]", "new-box in Ann.hand", "note: the old-box"):
            assert words in text, path
    for path in left:
        assert "new-box" not in path.read_text("utf-8"), path


def test_playthroughs_of_games_further_down_are_left_alone(root):
    """A folder with games of its own has playthroughs of its own, though its game has the same name."""
    for name in ("rules/tiny/game.yaml", "rules/tiny/more.yaml", "cards/tiny/pegs.yaml"):
        put(root, f"inner/{name}", (root / name).read_text("utf-8"))
    inner = put(root, "inner/tests/playthroughs/first.yaml", SCRIPT)
    assert run("old-box", "new-box").exit_code == 0
    assert inner.read_text("utf-8") == SCRIPT
    assert "new-box" not in (root / "inner/cards/tiny/pegs.yaml").read_text("utf-8")


def test_a_word_behind_escapes_of_yaml_is_changed_whole(root):
    path = put(root, "tests/playthroughs/tiny/odd.yaml", SCRIPT.replace("[old-box]", r'["\x6fld-bo\u0078"]'))
    path.write_text(path.read_text("utf-8").replace("old-box in", "ace not in"), "utf-8")
    assert run("old-box", "new-box").exit_code == 0
    assert '{hand: ["new-box"], coins: 3}' in path.read_text("utf-8")


def test_a_byte_order_mark_stays(root):
    paths = [*root.rglob("rules/**/*.yaml"), *root.rglob("cards/**/*.yaml")]
    for path in paths:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    before = {path: path.read_bytes() for path in paths}
    assert run("old-box", "new-box").exit_code == 0
    assert {path for path in paths if path.read_bytes() != before[path]}
    assert all(path.read_bytes().startswith(b"\xef\xbb\xbf") for path in paths)
    assert not any(path.read_bytes()[3:].startswith(b"\xef\xbb\xbf") for path in paths)


def test_nothing_is_written_on_a_dry_run(root):
    before = texts(root)
    result = run("old-box", "new-box", "--dry-run")
    assert result.exit_code == 0
    assert "would be changed to new-box" in result.stderr
    assert texts(root) == before


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("old-bxo", "x", "did you mean old-box?"),
        ("old-box", "ace", "is taken already: it is a card in cards/tiny/pegs.yaml"),
        ("old-box", "a b", "is no name"),
        ("old-box", "", "is no name"),
        ("worth", "random", "word of the language"),
        ("worth", "if", "word of the language"),
        ("worth", "players", "word of the language"),
        ("worth", "pegs", "list of all"),
        ("sun", "coins-", "is no name"),
    ],
)
def test_what_cannot_be_is_refused(root, old, new, why):
    before = texts(root)
    result = run(old, new)
    assert result.exit_code == 1
    assert why in result.stderr
    assert texts(root) == before


def test_a_game_with_errors_is_left_alone(root):
    (root / "rules/tiny/more.yaml").write_text(MORE.replace("nothing", "nothign"), "utf-8")
    before = texts(root)
    result = run("old-box", "new-box")
    assert (result.exit_code, texts(root)) == (1, before)
    assert "mend them first" in result.stderr


def test_every_section_of_the_vocabulary_that_has_names_is_known_to_editors():
    assert set(names._SECTIONS) == set(SECTIONS) - {"table"}  # how a table looks, of which no text speaks
