"""A hostile user: whatever is typed or lies in a file, there is a clear message and an exit code, and no traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from command_line import CHECKOUT, GOOD, HEAD, ROOT, process, run

SCRIPTS = {
    "empty": ("", "RW005"),
    "a control character": ("game: a\0b\n", "RW006"),
    "UTF-16": ("game: x\n".encode("utf-16"), "RW004"),
    "never closed": ("a: " + "[" * 5000, "RW017"),
    "lists in lists": ("a: " + "[" * 5000 + "]" * 5000, "RW017"),
    "mappings in mappings": ("moves: " + "{a: " * 3000 + "1" + "}" * 3000, "RW017"),
    "a huge seed": (HEAD + f"seed: {'9' * 5000}\nmoves: [expect: round >= 0]\nstop: yes\n", "RW103"),
    "a key twice": (HEAD + "moves: [expect: round >= 0]\nmoves: [expect: round >= 0]\n", "RW009"),
    "two documents": (HEAD + "moves: [expect: round >= 0]\n---\na: b\n", "RW010"),
    "a list": ("- a\n", "RW011"),
    "far too long": ("#" + "x" * 6_000_000, "RW016"),
    "an escape that colours the terminal": (HEAD + 'moves: [{note: "\\u001b[31mred"}]\n', "RW006"),
    "a name that is none": (
        "game: tea-house\nplayers: [Anna, Ma\xd7tt]\nmoves: [expect: round >= 0]\nstop: yes\n",
        "RW106",
    ),
    "a name that begins moves": (
        "game: tea-house\nplayers: [Anna, bots]\nmoves: [expect: round >= 0]\nstop: yes\n",
        "RW210",
    ),
}


def written(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture
def content(tmp_path):
    """A copy of the content of the tests that a test may spoil."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / "root" / part)
    return tmp_path / "root"


# ---------------------------------------------------------------- playthrough files
@pytest.mark.parametrize("what", SCRIPTS)
@pytest.mark.parametrize("command", ["play", "validate", "test"])
def test_a_file_that_is_no_playthrough(tmp_path, command, what):
    text, code = SCRIPTS[what]
    result = run(command, written(tmp_path / "script.yaml", text))
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert f" {code}: " in result.output
    assert "script.yaml:" in result.output


@pytest.mark.parametrize("command", ["play", "validate", "test"])
def test_a_path_that_leads_nowhere(tmp_path, command):
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for path in (circle, tmp_path / "none.yaml", tmp_path / "none" / "x.yaml", "x" * 5000):
        result = run(command, path)
        assert (result.exit_code, type(result.exception)) == (2, SystemExit)
        assert result.stderr.startswith("rulewright: ")
        assert len(result.stderr) < 400


@pytest.mark.parametrize("command", ["validate", "test"])
def test_a_folder_with_a_link_to_itself(tmp_path, command):
    written(tmp_path / "one.yaml", HEAD + "moves: [expect: round >= 0]\nstop: yes\n")
    (tmp_path / "again").symlink_to(tmp_path)
    result = run(command, tmp_path)
    assert result.exit_code == 0, result.output
    assert ("1 case: 1 passed" if command == "test" else "1 playthrough file checked") in result.stdout


@pytest.mark.parametrize("step", ["note: x", "expect: round >= 1", "Anna: nobody"])
def test_thousands_of_lines(tmp_path, step):
    path = written(tmp_path / "long.yaml", HEAD + "moves:\n" + f"  - {step}\n" * 2000 + "stop: yes\n")
    result = run("play", path)
    assert result.exit_code == (1 if step.startswith("Anna") else 0)
    assert result.stderr.count(" error ") == result.exit_code


# ---------------------------------------------------------------- words of the command line
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "0"), "played by 2 to 3 players, not by 0"),
        (("--players", "-1"), "not by -1"),
        (("--players", "999"), "not by 999"),
        (("--players", "2" * 5000), "not by 222222222222..."),
        (("--players", "2.5"), "is for 2 to 3 players"),
        (("--players", ""), "is for 2 to 3 players"),
        (("--players", "Anna,"), "'' cannot be a player's name"),
        (("--players", "a-,b"), "'a-' cannot be a player's name"),
        (("--players", "Anna,expect"), "nobody can be called 'expect'"),
        (("--seed", "text"), "--seed"),
        (("--seed", "1.5"), "--seed"),
        (("--seed", "9" * 5000), "--seed"),
        (("--option", "rich"), "--option wants NAME=VALUE, not 'rich'"),
        (("--option", "="), "--option wants NAME=VALUE"),
        (("--option", "rich==yes"), "cannot be '=yes'"),
        (("--option", "RICH=yes"), "did you mean 'rich'?"),
        (("--bots", ""), "there are no bots of the kind ''"),
        (("--bots", "RANDOM"), "did you mean random?"),
        (("--hand", ""), "'' cannot be a player's name"),
        (("--hand", "A", "--hand", "A"), "two players have the same name"),
        (("--hand", "A", "--hand", "B", "--hand", "C"), "there is no player 'C'"),
        (("--record", ""), "is a folder"),
        (("--record", "/dev/full"), "no ordinary file"),
        (("--record", "x" * 300), "File name too long"),
        (("--format", "xml"), "xml"),
    ],
)
def test_wrong_words(words, said):
    result = run("play", "--game", "tea-house", *words)
    assert (result.exit_code, type(result.exception)) == (2, SystemExit), result.output
    assert said in " ".join(result.stderr.split())


@pytest.mark.parametrize("names", ["Zoë,Борис", "花,子", "Anna-Maria,b_2"])
def test_names_in_every_alphabet_are_recorded_and_replayed(tmp_path, names):
    path = tmp_path / "game.yaml"
    result = run("play", "--game", "tea-house", "--players", names, "--record", path)
    assert result.exit_code == 0, result.output
    first = names.split(",")[0]
    path.write_text(
        path.read_text("utf-8").replace("moves:\n", f"moves:\n  - expect: {first}.coins >= 0\n"), "utf-8"
    )
    again = run("play", path)
    assert (again.exit_code, again.stdout) == (0, result.stdout), again.output
    assert run("validate", path).exit_code == 0


def test_what_a_person_types_at_the_terminal():
    result = run(
        "play",
        "--game",
        "tea-house",
        "--hand",
        "Anna",
        typed="\n \n99999\n" + "9" * 5000 + "\nx\n?\n??\n-1\n\0\n",
    )
    assert (result.exit_code, type(result.exception)) == (0, type(None)), result.output
    assert "you left the game" in result.stderr


@pytest.mark.parametrize("word", ["aunt-²", "aunt-" + "9" * 5000, "", "-", "aunt-0", "aunt-3"])
def test_a_card_that_is_none(word):
    result = run("show", "tea-house", word)
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert "tea-house has no card" in result.stderr


@pytest.mark.parametrize("command", ["cards", "explain", "vocabulary", "schema"])
@pytest.mark.parametrize("name", ["../tea-house", "", ".", "x" * 5000, "tea-house/game.yaml"])
def test_a_game_that_is_none(command, name):
    result = run(command, name)
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert "there is no game" in result.stderr


# ---------------------------------------------------------------- content
@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda folder: (folder / "more.yaml").mkdir(), "RW002"),
        (lambda folder: (folder / "more.yaml").symlink_to(folder / "more.yaml"), "RW001"),
        (lambda folder: (folder / "more.yaml").symlink_to("/nowhere/at/all"), "RW001"),
        (lambda folder: os.mkfifo(folder / "more.yaml"), "RW002"),
        (lambda folder: written(folder / "guests.yaml", ""), "RW005"),
        (lambda folder: written(folder / "guests.yaml", b"kind: caf\xe9\n"), "RW004"),
    ],
    ids=["a folder", "a circle of links", "a link to nowhere", "a pipe", "empty", "not UTF-8"],
)
def test_what_is_no_file_of_cards(content, monkeypatch, spoil, code):
    # With the cache, too: what was found clean before is clean no more.
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(content.parent / "cache"))
    assert run("validate", root=content).exit_code == 0
    spoil(content / "cards/tea-house")
    for words in (("validate",), ("validate", "tea-house"), ("play", "--game", "tea-house")):
        result = run(*words, root=content)
        assert (result.exit_code, type(result.exception)) == (1, SystemExit)
        assert f" {code}: " in result.output


def test_a_root_without_games(content):
    shutil.rmtree(content / "rules/tea-house")
    shutil.rmtree(content / "cards/tea-house")
    result = run("validate", root=content)
    assert result.exit_code == 1
    assert "rules:1:1: error RW018: no game lies below" in result.stdout


def test_a_root_without_cards(content):
    shutil.rmtree(content / "cards")
    result = run("validate", root=content)
    assert result.exit_code == 2
    assert "has no folder cards" in result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_folder_whose_name_is_not_utf8(content):
    folder = os.fsencode(content / "rules") + b"/caf\xe9"
    os.mkdir(folder)  # noqa: PTH102  # a name in bytes
    written(content / "rules" / os.fsdecode(b"caf\xe9") / "game.yaml", "game: x\n")
    for form in ("text", "json", "github"):
        with process("validate", "--root", content, "--format", form) as running:
            output, errors = running.communicate(timeout=60)
        assert (running.returncode, errors) == (1, "")
        assert "RW102" in output


@pytest.mark.parametrize(
    ("amount", "code"),
    [("9" * 6000, "RW105"), ("1 + " * 3000 + "n", "RW311"), ("-" * 3000 + "n", "RW311")],
    ids=["a huge number", "a long sum", "many signs"],
)
def test_amounts_beyond_all_measure(content, amount, code):
    path = content / "rules/tea-house/game.yaml"
    path.write_text(path.read_text().replace("pay n coins", f"pay {amount} coins"))
    result = run("validate", root=content)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert f" {code}: " in result.stdout
    assert result.stdout.endswith(": 1 error\n")


# ---------------------------------------------------------------- where the answer goes
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize("words", [("validate",), ("play", "--game", "tea-house"), ("cards", "tea-house")])
def test_a_full_disk(words):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "rulewright.cli.main", *words, "--root", str(ROOT)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "rulewright: the answer cannot be written: No space left on device\n"


def test_nothing_is_lost_when_the_recording_cannot_be_written(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    path = written(tmp_path / "script.yaml", GOOD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "tempfile.mkstemp", lambda **_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
        )
        result = run("play", path, "--record", folder / "game.yaml")
    assert result.exit_code == 1
    assert "game: tea-house" in result.stderr
    assert "No space left on device; the game so far stands above" in result.stderr
