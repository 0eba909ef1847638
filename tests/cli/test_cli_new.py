"""The commands new card and new game."""

from __future__ import annotations

import shutil

import pytest
from command_line import CHECKOUT, ROOT, run

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.new_card import home_of, new_card_file, new_entry, with_entry
from rulewright.interpreter.match.match import Match


@pytest.fixture
def root(tmp_path):
    """A copy of the content of the tests that a test may spoil."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / "root" / part)
    return tmp_path / "root"


# ---------------------------------------------------------------- new card
@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "tic-tac-toe", "kuhn-poker"])
def test_a_new_card_of_every_kind_validates_at_once(name, tmp_path):
    for part in ("rules", "cards"):
        if (CHECKOUT / part / name).exists():
            shutil.copytree(CHECKOUT / part / name, tmp_path / part / name)
    (tmp_path / "cards").mkdir(exist_ok=True)
    before = load_game(name, tmp_path)
    kinds = [kind for kind in before.kinds.values() if kind.per_player is None]
    for kind in kinds:
        home = home_of(before, kind)
        entry = new_entry(before, kind, f"brand-new-{kind.name}", home)
        text = (
            new_card_file("# first line", kind, entry)
            if home.is_new
            else with_entry((tmp_path / home.file).read_text("utf-8"), home, entry)
        )
        path = tmp_path / home.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    game = load_game(name, tmp_path)
    made = {card.id: card.kind for card in game.cards if card.id.startswith("brand-new-")}
    assert made == {f"brand-new-{kind.name}": kind.name for kind in kinds}
    known = [card.id for card in game.cards if card.id not in made]
    assert sorted(known) == sorted(card.id for card in before.cards)


def test_a_new_card_is_printed_with_its_place(root):
    result = run("new", "card", "tea-house", "guest", "old-friend", root=root)
    assert result.exit_code == 0
    assert result.stdout == (
        f"# for {root.as_posix()}/cards/tea-house/guests.yaml, below `cards:`\n"
        "  old-friend:\n"
        "    name: Old Friend\n"
        "    origin: {else: new}\n"
        "    tip: 1\n"
        "    gift: gain 1 coins\n"
        "    front:\n"
        "      abilities:\n"
        "        - when: serving\n"
        "          do: gain 1 coins\n"
        "    back:\n"
        "      abilities:\n"
        "        - when: serving\n"
        "          do: gain 2 coins\n"
    )
    assert "old-friend" not in (root / "cards/tea-house/guests.yaml").read_text()


def test_a_kind_without_a_file_gets_one(root):
    printed = run("new", "card", "tea-house", "stove", "small-stove", root=root).stdout
    assert printed.startswith(
        f"# {root.as_posix()}/cards/tea-house/stoves.yaml\n# yaml-language-server: $schema=../../schemas/tea-house/"
    )
    assert run("new", "card", "tea-house", "stove", "small-stove", "--write", root=root).exit_code == 0
    assert run("new", "card", "tea-house", "stove", "tiny-stove", "--write", root=root).exit_code == 0
    assert run("validate", root=root).exit_code == 0
    text = (root / "cards/tea-house/stoves.yaml").read_text()
    assert text.index("small-stove") < text.index("tiny-stove")


def test_what_is_written_is_named_as_it_is_opened_from_where_one_is(root, monkeypatch):
    new_card = ("new", "card", "tea-house", "guest")
    told = run(*new_card, "old-friend", "--write", root=root).stderr
    assert told == f"{root.as_posix()}/cards/tea-house/guests.yaml written\n"
    monkeypatch.chdir(root.parent)
    assert (
        run(*new_card, "new-friend", "--write", root=root).stderr
        == "root/cards/tea-house/guests.yaml written\n"
    )
    schema = run("schema", "tea-house", "--write", root=root).stderr
    assert schema.startswith("root/schemas/tea-house/cards.schema.json written; begin card files with")


def test_a_pack_gets_the_schema_that_its_first_file_names(root, monkeypatch):
    monkeypatch.chdir(root.parent)
    new_card = ("new", "card", "tea-house", "guest", "old-friend", "--pack", "spring", "--write")
    told = run(*new_card, root=root).stderr
    schema = "spring/schemas/tea-house/cards.schema.json"
    assert told.splitlines() == [
        "spring/cards/tea-house/guests.yaml written",
        f"{schema} written, by which editors know the fields",
    ]
    named = (
        (root.parent / "spring/cards/tea-house/guests.yaml")
        .read_text()
        .splitlines()[0]
        .partition("$schema=")[2]
    )
    assert (root.parent / "spring/cards/tea-house" / named).resolve() == (root.parent / schema).resolve()
    assert (root.parent / schema).read_text() == run(
        "schema", "tea-house", "--pack", "spring", root=root
    ).stdout


def test_a_card_goes_in_front_of_what_stands_behind_the_cards(root):
    path = root / "cards/tea-house/guests.yaml"
    path.write_text(path.read_text() + "\n# the origin of all\nabout: Guests.\n")
    assert run("new", "card", "tea-house", "guest", "old-friend", "--write", root=root).exit_code == 0
    text = path.read_text()
    assert text.index("old-friend") < text.index("# the origin of all")
    assert run("validate", root=root).exit_code == 0


def test_a_skeleton_states_what_most_cards_of_its_kind_state():
    def skeleton(*words):
        return run("new", "card", *words, root=CHECKOUT).stdout

    assert "    train: 1\n    upkeep: 1\n" in skeleton("pret-a-porter", "employee", "abc")
    assert "    price: 1\n    upgrade: 1\n    upkeep: 1\n" in skeleton("pret-a-porter", "building", "abc")
    assert "    order: [quantity, trend, quality, pr]\n" in skeleton("pret-a-porter", "show", "abc")
    # The places of the board are numbered from 1 to 9.
    assert "    number: 10\n" in skeleton("pret-a-porter", "location", "abc")
    assert "[Abc, jacket, [d01, d21]]" in skeleton("pret-a-porter", "token", "abc")
    # What is gained when the scores are counted is a score.
    assert "when: final_scoring\n        do: gain 1 prestige" in skeleton("rococo", "employee", "abc")


def test_a_card_stands_apart_where_the_others_do(root):
    path = root / "cards/tea-house/guests.yaml"
    assert run("new", "card", "tea-house", "guest", "old-friend", "--write", root=root).exit_code == 0
    together = path.read_text()
    path.write_text(together.replace("  old-friend:\n", "\n  old-friend:\n"))
    assert run("new", "card", "tea-house", "guest", "new-friend", "--write", root=root).exit_code == 0
    assert "\n\n  old-friend:\n" not in together
    assert "\n\n  new-friend:\n" in path.read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("tea-house", "gest", "x1"), "did you mean guest?"),
        (("tea-house", "guest", "aunt"), "taken already, in cards/tea-house/guests.yaml:6"),
        (("tea-house", "guest", "Old Friend"), "cannot be an id"),
        (("tea-house", "cup", "x1"), "each player has 2"),
        (("tee-house", "guest", "x1"), "did you mean tea-house?"),
    ],
)
def test_what_cannot_be_a_card_is_refused(words, why):
    result = run("new", "card", *words)
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_file_is_left_as_it_was_when_the_game_has_findings(root):
    path = root / "cards/tea-house/guests.yaml"
    before = path.read_text()
    # `deck` is a group of zones, which an id may be called after; `stoves` is the list of a kind.
    result = run("new", "card", "tea-house", "guest", "stoves", "--write", root=root)
    assert result.exit_code == 1
    assert "RW202" in result.stderr
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("id_", "code"),
    [("none", "RW210"), ("done", "RW210"), ("stoves", "RW202"), ("guest", "RW203"), ("aunt-1", "RW202")],
)
@pytest.mark.parametrize("pack", [(), ("--pack", "spring")])
def test_an_id_is_checked_whether_the_card_is_written_or_not(id_, code, pack, root, monkeypatch):
    monkeypatch.chdir(root.parent)
    before = {path: path.read_text() for path in root.rglob("*.yaml")}
    command = ("new", "card", "tea-house", "guest", id_, *pack)
    printed, kept = run(*command, root=root), run(*command, "--write", root=root)
    assert (printed.exit_code, kept.exit_code) == (1, 1)
    assert printed.stdout == ""
    assert f"error {code}" in printed.stderr
    assert kept.stderr.startswith(printed.stderr)
    assert f"\n      {id_}:\n      ^" in printed.stderr
    assert {path: path.read_text() for path in root.rglob("*.yaml")} == before
    assert not (root.parent / "spring").exists()


# ---------------------------------------------------------------- new game
def test_a_new_game_validates_and_is_played_by_bots(tmp_path):
    folder = tmp_path / "sea-voyage"
    result = run("new", "game", folder, root=None)
    assert result.exit_code == 0, result.stderr
    assert "rulewright play --game sea-voyage" in result.stderr
    checked = run("validate", root=folder)
    assert (checked.exit_code, checked.stdout.endswith("checked: no findings\n")) == (0, True)
    assert run("test", root=folder).exit_code == 0
    game = load_game("sea-voyage", folder)
    assert game.title == "Sea voyage"
    for players in (2, 3, 4):
        match = Match(game, players, seed=players)
        bots = [bot_for("random", 1, seat) for seat in range(players)]
        while match.decision is not None:
            match.apply(bots[match.decision.player].choose(match))
        assert any(score for score in match.scores())
    assert run("new", "card", "sea-voyage", "helper", "sailor", "--write", root=folder).exit_code == 0
    assert run("explain", "sea-voyage", "sailor", root=folder).exit_code == 0


def test_why_names_the_card_that_changed_a_price_in_a_new_game(tmp_path):
    folder = tmp_path / "my-game"
    assert run("new", "game", folder, root=None).exit_code == 0
    script = folder / "haggled.yaml"
    script.write_text(
        "game: my-game\nplayers: [Anna, Matt]\nstop: yes\n"
        "given: {round: 2, phase: market, Anna: {team: [haggler]}, row: [gardener-1, baker-1]}\n"
        "moves: [{Anna: [yes, gardener-1]}]\n"
    )
    lines = run("play", script, "--why", root=folder).stdout.split("\n")
    hired = next(number for number, line in enumerate(lines) if "Hire: Gardener" in line)
    assert "-1 coin (6 → 5)" in lines[hired]
    card = (folder / "cards/my-game/helpers.yaml").read_text().split("\n")
    line = 1 + next(number for number, text in enumerate(card) if text.strip() == "add: -1")
    assert lines[hired + 2].strip() == f"card haggler  cards/my-game/helpers.yaml:{line}"


def test_a_new_game_never_writes_over_another(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("")
    assert "exists already" in run("new", "game", tmp_path / "kept", root=None).stderr
    result = run("new", "game", tmp_path / "Sea Voyage", root=None)
    assert result.exit_code == 2
    assert "cannot be a game's name" in result.stderr


def test_what_is_wrong_with_a_new_card_is_shown_with_its_line(root):
    told = run("new", "card", "tea-house", "guest", "aunt-1", "--write", root=root)
    assert told.exit_code == 1
    assert "error RW202" in told.stderr
    assert "\n      aunt-1:\n      ^^^^^^\n" in told.stderr
    assert "was left as it was" in told.stderr
