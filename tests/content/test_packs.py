"""Packs: what they add and replace, in which order, how they are named, and what is said of folders that are none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from command_line import run
from jsonschema import Draft202012Validator
from small_game import DATA, LINTS

from rulewright import PackError, check_game, load_game, new_match, recording
from rulewright.cli.schema import schema_file, schema_text
from rulewright.cli.watch import Watcher
from rulewright.interpreter.content.packs import open_packs
from rulewright.interpreter.content.rooted import root_above
from rulewright.interpreter.play.games import Games

CHECKOUT = Path(__file__).resolve().parents[2]
WINTER = CHECKOUT / "tests/packs/winter-season"
TOPAZ = "kind: stone\ncards:\n  topaz: {suit: sun, weight: 7}\n"


def pack(folder: Path, text: str = TOPAZ, file: str = "cards/small/stones.yaml") -> Path:
    """A pack for the small game with one file."""
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def replacing(id_: str, replaces: str, weight: int) -> str:
    return f"kind: stone\ncards:\n  {id_}: {{suit: sun, weight: {weight}, replaces: {replaces}}}\n"


def weights(*packs: Path) -> dict[str, int]:
    game = load_game("small", DATA, packs)
    return {card.id: card.sides[0].fields["weight"] for card in game.cards if card.kind == "stone"}


def found(*packs: Path) -> list[tuple[str, str, str | None]]:
    told = check_game("small", DATA, packs)
    return [(each.code, each.span.file, each.suggestion) for each in told if each.code not in LINTS]


# ---------------------------------------------------------------- cards
def test_a_pack_adds_cards_behind_those_of_the_game(tmp_path):
    plain = weights()
    assert weights(pack(tmp_path / "a")) == {**plain, "topaz": 7}
    assert list(weights(pack(tmp_path / "a")))[-1] == "topaz"


def test_a_card_takes_the_place_of_another_only_where_it_says_so(tmp_path):
    plain = list(weights())
    same = pack(tmp_path / "same", replacing("flint", "flint", 9))
    assert list(weights(same)) == plain
    assert weights(same)["flint"] == 9
    other = pack(tmp_path / "other", replacing("granite", "flint", 9))
    assert list(weights(other)) == ["granite" if id_ == "flint" else id_ for id_ in plain]
    silent = pack(tmp_path / "silent", TOPAZ.replace("topaz", "flint"))
    (finding,) = check_game("small", DATA, [silent]).errors
    assert finding.span.file == (silent / "cards/small/stones.yaml").as_posix()
    assert finding.message == (
        "the id `flint` is taken already, in cards/small/stones.yaml:4; if this card takes the place of that one, "
        "write `replaces: flint` in it"
    )


def test_what_the_rules_call_by_its_id_is_the_card_that_took_its_place(tmp_path):
    # The rules of the small game name onyx.
    folder = pack(tmp_path / "a", replacing("granite", "onyx", 9))
    assert found(folder) == []


def test_of_two_packs_the_later_one_replaces_only_what_it_names(tmp_path):
    first = pack(tmp_path / "first", replacing("flint", "flint", 8))
    second = pack(tmp_path / "second", replacing("flint", "flint", 9))
    assert found(first, second) == [("RW229", f"{second.as_posix()}/cards/small/stones.yaml", "first/flint")]
    second = pack(tmp_path / "second", replacing("flint", "first/flint", 9))
    assert weights(first, second)["flint"] == 9
    assert found(second, first) == [("RW229", f"{second.as_posix()}/cards/small/stones.yaml", None)]
    added = pack(tmp_path / "added")
    third = pack(tmp_path / "third", replacing("topaz", "topaz", 3))
    assert weights(added, third)["topaz"] == 3


def test_a_pack_adds_rules_values_of_enums_and_what_is_done_at_set_up(tmp_path):
    folder = pack(
        tmp_path / "a",
        "enums:\n  tempo: {more values: [swift], titles: {swift: Like the Wind}}\n"
        "counters:\n  dust: {start: 2}\n"
        "actions:\n  sweep:\n    text: sweep\n    do: gain 1 dust\n"
        "setup:\n  do: |\n    as each player in players:\n      sweep()\n",
        "rules/small/more.yaml",
    )
    game = load_game("small", DATA, [folder])
    assert game.enums["tempo"].values == ("slow", "fast", "swift")
    assert game.enums["tempo"].titles[-1] == "Like the Wind"
    match = new_match(game, seed=1)
    assert [seen["counters"]["dust"] for seen in match.view(0)["players"].values()] == [3, 3]


# ---------------------------------------------------------------- digests
def test_the_digest_covers_packs_and_their_order_but_not_where_they_lie(tmp_path):
    plain = load_game("small", DATA).digest
    here = pack(tmp_path / "here/a")
    other = pack(tmp_path / "b", "counters:\n  dust: {start: 2}\n", "rules/small/more.yaml")
    shutil.copytree(here, tmp_path / "there/a")
    first = load_game("small", DATA, [here])
    again = load_game("small", DATA, [tmp_path / "there/a"])
    assert plain != first.digest == again.digest
    (topaz,) = (card for card in again.cards if card.id == "topaz")
    assert topaz.span.file == (tmp_path / "there/a/cards/small/stones.yaml").as_posix()
    orders = {load_game("small", DATA, packs).digest for packs in ([here, other], [other, here])}
    assert len(orders | {plain, first.digest}) == 4


def test_a_pack_with_nothing_for_a_game_changes_nothing(tmp_path):
    folder = pack(tmp_path / "a", TOPAZ, "cards/other/stones.yaml")
    shutil.copytree(DATA, tmp_path / "root")
    shutil.copytree(DATA / "rules/small", tmp_path / "root/rules/other")
    assert load_game("small", tmp_path / "root", [folder]).digest == load_game("small", DATA).digest


# ---------------------------------------------------------------- what is no pack
def test_what_is_no_pack_is_refused_in_words(tmp_path):
    (tmp_path / "file").write_text("kind: stone\n")
    (tmp_path / "bare").mkdir()
    (tmp_path / "empty/cards").mkdir(parents=True)
    one, same = pack(tmp_path / "one/a"), pack(tmp_path / "two/a")
    cases = {
        "there is no pack": ["missing"],
        "is a file; a pack is a folder": ["file"],
        "is no pack: it has neither rules/GAME nor cards/GAME": ["bare"],
        "is empty: it has no folder rules/GAME nor cards/GAME": ["empty"],
        "which is no game (did you mean small?)": [pack(tmp_path / "b", TOPAZ, "cards/smal/x.yaml")],
        "holds a whole game, which --root is for": [CHECKOUT],
        "the games themselves lie there": [DATA],
        "two packs are named a": [one, same],
    }
    for words, folders in cases.items():
        with pytest.raises(
            PackError, match=words.replace("(", r"\(").replace(")", r"\)").replace("?", r"\?")
        ):
            load_game("small", DATA, [tmp_path / folder for folder in folders])
        options = [word for folder in folders for word in ("--pack", tmp_path / folder)]
        result = run("validate", "small", *options, root=DATA)
        assert (result.exit_code, words in result.stderr) == (2, True), result.stderr
    assert run("cards", "small", "--pack", one, "--pack", one, root=DATA).exit_code == 0


def test_a_pack_for_another_game_is_refused_where_one_game_is_asked_for():
    result = run("cards", "tic-tac-toe", "--pack", WINTER, root=None)
    assert result.exit_code == 2
    assert "winter-season has nothing for tic-tac-toe; it is for pret-a-porter" in result.stderr


def test_a_broken_pack_has_findings_that_name_it(tmp_path):
    folder = pack(tmp_path / "a", TOPAZ.replace("sun", "sn"))
    result = run("cards", "small", "--pack", folder, root=DATA)
    assert result.exit_code == 1
    assert f"{folder.as_posix()}/cards/small/stones.yaml:3:17: error RW104" in result.stderr
    assert "topaz: {suit: sn, weight: 7}" in result.stderr


# ---------------------------------------------------------------- validate
def test_a_pack_and_a_part_of_it_are_validated_by_their_path(tmp_path):
    folder = pack(tmp_path / "a", TOPAZ.replace("sun", "sn"))
    pack(folder, "kind: stone\ncards:\n  opal: {suit: mon, weight: 7}\n", "cards/small/more.yaml")
    pack(folder, "counters:\n  dust: {start: 2}\n", "rules/small/more.yaml")
    (folder / "cards/small/late.yml").write_text("kind: stone\n")
    whole = json.loads(run("validate", folder, "--format", "json", root=DATA).stdout)
    assert [entry["code"] for entry in whole] == ["RW604", "RW104", "RW104"]
    part = run("validate", folder / "cards/small/stones.yaml", root=DATA)
    assert (part.exit_code, part.stdout.count("RW104")) == (1, 1)
    other = run("validate", folder / "rules", root=DATA)
    assert "a/rules could not be checked to the end: other files of small have errors" in other.stderr
    assert run("validate", WINTER, root=None).stdout == "1 game checked: no findings\n"


def test_the_folder_around_packs_checks_each_and_reads_none_as_a_playthrough(tmp_path):
    for name, text in (("good", TOPAZ), ("bad", TOPAZ.replace("sun", "sn") + "\n")):
        pack(tmp_path / "all/packs" / name, text)
    (tmp_path / "all/line.yaml").write_text("game: small\nmoves: [expect: round >= 0]\nstop: yes\n")
    result = run("validate", tmp_path / "all", root=DATA)
    assert (result.exit_code, result.stdout.count("RW104"), result.stdout.count(": error ")) == (1, 1, 1)
    assert "all/packs/bad/cards/small/stones.yaml:" in result.stdout
    assert result.stdout.endswith("1 game and 1 playthrough file checked: 1 error\n")
    (tmp_path / "all/packs/bad/cards/small").rename(tmp_path / "all/packs/bad/cards/smal")
    lost = run("validate", tmp_path / "all", root=DATA)
    assert (lost.exit_code, lost.stdout.count(": error ")) == (1, 1)
    assert "stones.yaml:1:1: error RW018: the pack" in lost.stdout
    assert "is for `smal`, which is no game (did you mean small?)" in lost.stdout
    assert lost.stdout.endswith("1 game and 1 playthrough file checked: 1 error\n")


def test_a_folder_with_games_of_its_own_is_checked_with_them_and_not_read_from_above(tmp_path):
    shutil.copytree(CHECKOUT / "rules/tic-tac-toe", tmp_path / "all/own/rules/tic-tac-toe")
    (tmp_path / "all/own/cards").mkdir()
    told = f"1 game checked in {tmp_path / 'all/own'}: no findings\n"
    assert run("validate", tmp_path / "all/own", root=None).stdout == told
    assert run("validate", tmp_path / "all", root=None).stdout == told
    rules = tmp_path / "all/own/rules/tic-tac-toe/game.yaml"
    rules.write_text(rules.read_text("utf-8") + "mistake: 1\n", "utf-8")
    above = run("validate", tmp_path / "all", root=None)
    assert above.exit_code == 1
    assert f"{rules}:" in above.stdout


def test_watch_follows_the_files_of_packs(tmp_path):
    folder = pack(tmp_path / "a")
    watcher = Watcher(DATA, open_packs([folder], DATA, ["small"]))
    assert "RW104" not in watcher.look()
    pack(folder, TOPAZ.replace("sun", "sn") + "\n")
    told = watcher.look()
    assert "RW104" in told
    assert "a/cards/small/stones.yaml" in told


# ---------------------------------------------------------------- playing
def test_a_recording_and_a_save_name_their_packs(tmp_path):
    (tmp_path / "games").mkdir()
    folder = pack(tmp_path / "packs/my pack")
    game = load_game("small", DATA, [folder])
    text = recording(new_match(game, seed=1), None, tmp_path / "games")
    assert "packs: [../packs/my pack]\n" in text
    record, save = tmp_path / "games/a.yaml", tmp_path / "games/a.json"
    first = run("play", "--game", "small", "--pack", folder, "--record", record, "--save", save, root=DATA)
    assert first.exit_code == 0
    again = run("play", record, root=DATA)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    resumed = run("play", "--resume", save, root=DATA)
    assert (resumed.exit_code, resumed.stdout) == (0, first.stdout)
    shutil.rmtree(folder)
    assert "RW517: there is no pack" in run("play", record, root=DATA).stderr
    gone = run("play", "--resume", save, root=DATA)
    assert gone.exit_code == 1
    assert "cannot be resumed: there is no pack" in gone.stderr


def test_the_packs_of_the_command_line_come_behind_those_of_the_playthrough(tmp_path):
    first, second = (pack(tmp_path / name, TOPAZ.replace("topaz", name)) for name in ("one", "two"))
    needed = open_packs([first], DATA, ["small"])
    games = Games(DATA, open_packs([second], DATA, ["small"]))
    assert [each.name for each in games.load("small", needed)[0].packs] == ["one", "two"]
    games = Games(DATA, open_packs([second, first], DATA, ["small"]))
    assert games.load("small", needed)[0] is games.load("small")[0]


def test_a_pack_of_a_playthrough_must_be_for_its_game(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(f"game: tic-tac-toe\npacks: [{WINTER.as_posix()}]\nmoves: [expect: round >= 0]\n")
    result = run("play", path, root=None)
    assert result.exit_code == 1
    assert "a.yaml:2:9: error RW517" in result.stderr
    assert "has nothing for tic-tac-toe" in result.stderr


def test_playthroughs_inside_a_pack_play_the_game_that_it_adds_to(tmp_path, monkeypatch):
    shutil.copytree(DATA, tmp_path / "own")
    for folder, game, root in (
        (tmp_path / "extra", "tic-tac-toe", None),
        (tmp_path / "own/packs/extra", "small", tmp_path / "own"),
    ):
        pack(folder, f"values:\n  bonus(player): {{is: {len(game)}}}\n", f"rules/{game}/more.yaml")
        (folder / "cards" / game).mkdir(parents=True)
        lines = folder / "playthroughs/lines.yaml"
        lines.parent.mkdir()
        step = f"expect: bonus(Anna) == {len(game)}"
        lines.write_text(f"game: {game}\npacks: [..]\nplayers: [Anna, Matt]\nstop: yes\nmoves: [{step}]\n")
        assert root_above(lines) == root
        monkeypatch.chdir(folder)
        for words in ((), ("playthroughs",)):
            result = run("test", *words, root=None)
            assert result.output.startswith("ok      "), result.output
            assert "1 case: 1 passed, 0 failed" in result.output


# ---------------------------------------------------------------- writing packs
def test_a_new_card_goes_into_the_last_pack_which_may_be_new(tmp_path):
    folder = tmp_path / "mine"
    printed = run("new", "card", "small", "stone", "topaz", "--pack", folder, root=DATA)
    assert f"# {folder.as_posix()}/cards/small/stones.yaml" in printed.stdout
    assert not folder.exists()
    for id_ in ("topaz", "opal"):
        assert (
            run("new", "card", "small", "stone", id_, "--pack", folder, "--write", root=DATA).exit_code == 0
        )
    assert list(yaml.safe_load((folder / "cards/small/stones.yaml").read_text())["cards"]) == [
        "topaz",
        "opal",
    ]
    assert {"topaz", "opal"} < set(weights(folder))
    taken = run("new", "card", "small", "stone", "opal", "--pack", folder, root=DATA)
    assert taken.exit_code == 2
    assert "mine/cards/small/stones.yaml:" in taken.stderr


def test_the_schema_of_the_shipped_pack_is_current_and_fits_its_cards():
    text = (WINTER / schema_file("pret-a-porter")).read_text(encoding="utf-8")
    assert text == schema_text(load_game("pret-a-porter", CHECKOUT, [WINTER])), (
        "run `rulewright schema pret-a-porter --pack tests/packs/winter-season --write`"
    )
    kinds = set()
    for path in sorted(WINTER.rglob("*.yaml")):
        content = path.read_text(encoding="utf-8")
        if "kind:" in content:
            assert f"$schema=../../{schema_file('pret-a-porter')}\n" in content
            plain = yaml.load(content, yaml.BaseLoader)
            kinds.add(plain["kind"])
            errors = Draft202012Validator(json.loads(text)).iter_errors(_numbers(plain))
            assert [error.message for error in errors] == []
    assert {"employee", "contract", "building", "design", "token", "show"} <= kinds


def _numbers(value):
    """Plain YAML in which every text that is a number has become one."""
    if isinstance(value, dict):
        return {key: _numbers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_numbers(part) for part in value]
    return int(value) if value.isdecimal() else value
