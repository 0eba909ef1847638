"""Saved games: `play --save` and `--resume`, in the middle of a game, in another process, and what is refused."""

from __future__ import annotations

import json

import pytest
from command_line import CHECKOUT, HEAD, ROOT, process, run

from rulewright.interpreter.cache import NO_CACHE
from rulewright.interpreter.fast.saves import check_sum


@pytest.fixture
def saved(tmp_path):
    """A save in the middle of a game, made from a script that stops."""
    script = tmp_path / "script.yaml"
    script.write_text(HEAD + "seed: 7\nmoves:\n  - bots: random for 7 decisions\nstop: yes\n")
    path = tmp_path / "game.json"
    result = run("play", script, "--save", path)
    assert result.exit_code == 0, result.output
    return path


def last(result) -> dict:
    return json.loads(result.stdout)[-1]["result"]


def test_a_saved_game_is_gone_on_with(saved):
    result = run("play", "--resume", saved, "--bots", "greedy", "--format", "json")
    assert result.exit_code == 0, result.output
    assert (last(result)["game"], last(result)["seed"], last(result)["players"]) == (
        "tea-house",
        7,
        ["Anna", "Matt"],
    )
    assert last(result)["winners"]
    assert run("play", "--resume", saved, "--bots", "greedy", "--format", "json").stdout == result.stdout


def test_a_save_where_a_playthrough_is_wanted_is_told_how_it_is_gone_on_with(saved):
    result = run("play", saved)
    assert result.exit_code == 2
    assert "no playthrough" in result.stderr
    assert f"to go on from a save, write `--resume {saved}`" in result.stderr


def test_a_saved_game_is_gone_on_with_in_another_process(saved):
    words = ("play", "--resume", saved, "--bots", "random", "--root", ROOT)
    told, said = process(*words).communicate(timeout=100)
    assert not said
    assert told == run("play", "--resume", saved, "--bots", "random").stdout


def test_a_person_saves_and_goes_on(tmp_path):
    path = tmp_path / "game.json"
    first = run("play", "--game", "tea-house", "--hand", "Anna", "--save", path, typed="1\n")
    assert "--resume" in first.stderr
    moves = json.loads(path.read_text())["moves"]
    second = run("play", "--resume", path, "--hand", "Anna", "--save", path, typed="1\n")
    assert second.exit_code == 0, second.output
    assert json.loads(path.read_text())["moves"][: len(moves)] == moves
    assert len(json.loads(path.read_text())["moves"]) > len(moves)


def test_a_resumed_game_is_recorded_from_its_beginning(saved, tmp_path):
    path = tmp_path / "new.yaml"
    resumed = run("play", "--resume", saved, "--record", path, "--format", "json")
    assert resumed.exit_code == 0, resumed.output
    assert last(run("play", path, "--format", "json"))["digest"] == last(resumed)["digest"]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("content", "00", "belongs to other content: saved with 00, present is"),
        ("build", "00", "another build of this program"),
        ("moves", [0], "its position and moves do not fit its check sum"),
        ("moves", ["9" * 5000], "`moves` must be positions of options"),
        ("ask_forced", 1, "`ask_forced` must be true or false"),
        ("state", {}, "`state.v` must be a list"),
        ("seed", "x", "`seed` must be a whole number"),
        ("seed", "9" * 5000, "`seed` must be a whole number"),
        ("game", ["tea-house"], "is no save of a game"),
        ("packs", "x", "`packs` must be a list of folders"),
        ("packs", ["nowhere"], "there is no pack"),
    ],
)
def test_a_save_that_does_not_fit_is_refused(saved, key, value, said):
    damaged = json.loads(saved.read_text())
    damaged[key] = value
    saved.write_text(json.dumps(damaged))
    result = run("play", "--resume", saved)
    assert result.exit_code == 1, result.output
    assert said in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("moves", "said"),
    [([0], "its moves do not lead to its position"), ([77], "there is no option number 77")],
)
def test_moves_that_do_not_lead_to_the_position_are_refused(saved, moves, said):
    other = json.loads(saved.read_text())
    other["moves"] = moves
    other["state"]["check"] = check_sum(other["state"], moves)
    saved.write_text(json.dumps(other))
    result = run("play", "--resume", saved)
    assert result.exit_code == 1, result.output
    assert said in result.stderr


def test_half_a_save_is_refused(saved):
    whole = saved.read_text()
    for size in range(0, len(whole) - 2, 97):
        saved.write_text(whole[:size])
        result = run("play", "--resume", saved)
        assert result.exit_code == 1, result.output
        assert "it is not JSON" in result.stderr


def test_what_is_no_file_is_not_resumed(tmp_path):
    result = run("play", "--resume", tmp_path)
    assert result.exit_code == 2
    assert "Is a directory" in result.stderr
    result = run("play", "--game", "tea-house", "--save", tmp_path)
    assert result.exit_code == 2
    assert "is a folder" in result.stderr


@pytest.mark.parametrize(
    ("text", "code"), [("{", 1), ("[]", 1), ("{}", 1), ("[" * 100_000, 1), ('{"game": "no-game"}', 2)]
)
def test_what_is_no_save_is_refused(tmp_path, text, code):
    path = tmp_path / "game.json"
    path.write_text(text)
    result = run("play", "--resume", path)
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("rulewright: ")


def test_what_does_not_go_with_a_save(saved, tmp_path):
    for words in (("--game", "tea-house"), ("--seed", "3"), ("--players", "2")):
        result = run("play", "--resume", saved, *words)
        assert result.exit_code == 2
        assert "cannot go with --resume" in result.stderr
    assert run("play", "--resume", tmp_path / "none.json").exit_code == 2
    assert run("play", "--game", "tea-house", "--save", saved).exit_code == 2
    assert "--force" in run("play", "--game", "tea-house", "--save", saved).stderr
    assert run("play", "--game", "tea-house", "--save", saved, "--force").exit_code == 0


# ---------------------------------------------------------------- what is kept for the next run
def test_no_cache_leaves_nothing_behind(tmp_path, monkeypatch):
    # Set to nothing, so that what the program sets is taken back behind the test.
    monkeypatch.setenv(NO_CACHE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = ("play", "--game", "tic-tac-toe", "--bots", "greedy")
    plain = run(*words, "--no-cache", root=CHECKOUT)
    assert not list(tmp_path.iterdir())
    monkeypatch.setenv(NO_CACHE, "")
    kept = run(*words, root=CHECKOUT)
    assert len(list((tmp_path / "rulewright").iterdir())) >= 2
    again = run(*words, root=CHECKOUT)
    assert plain.stdout == kept.stdout == again.stdout


def test_show_python_prints_the_part_of_a_card():
    result = run("show", "tea-house", "uncle", "--python")
    assert result.exit_code == 0, result.output
    assert "\ndef " in result.stdout
    assert "# cards/tea-house/guests.yaml:" in result.stdout
    compile(result.stdout, "card", "exec")
    plain = run("show", "tea-house", "old-stove", "--python")
    assert plain.stdout.startswith("# old-stove has no effects")
