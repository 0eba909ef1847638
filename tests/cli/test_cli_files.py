"""Where files are written: through links, never in the place of a device, whole or not at all, each named."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulewright.cli import snapshots
from rulewright.cli.main import app
from rulewright.interpreter import cache
from rulewright.interpreter.whole_files import NoOrdinaryFile, make_whole, write_whole

CHECKOUT = Path(__file__).parents[2]
FULL = OSError(errno.ENOSPC, "No space left on device")
GAME = ("play", "--game", "tic-tac-toe")


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def is_full(*_):
    raise FULL


# ---------------------------------------------------------------- links and devices
@pytest.mark.parametrize("option", ["--record", "--save"])
@pytest.mark.parametrize("there", [True, False], ids=["to a file", "to nothing yet"])
def test_a_link_stays_and_what_it_leads_to_is_written(option, there, tmp_path):
    link, target = tmp_path / "link", tmp_path / "below" / "target"
    target.parent.mkdir()
    link.symlink_to(target)
    if there:
        target.write_text("old")
    result = run(*GAME, option, link, "--force")
    assert result.exit_code == 0, result.output
    assert link.is_symlink()
    assert "tic-tac-toe" in target.read_text("utf-8")
    assert [path.name for path in target.parent.iterdir()] == ["target"]


@pytest.mark.parametrize("option", ["--record", "--save"])
def test_a_pipe_is_no_file_to_write(option, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = run(*GAME, option, pipe, "--force")
    assert result.exit_code == 2
    assert "it is no ordinary file; name a file" in result.stderr
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.parametrize(
    "words",
    [
        ("coverage", "tic-tac-toe", CHECKOUT / "tests/playthroughs/tic-tac-toe", "--html"),
    ],
    ids=["coverage"],
)
def test_other_commands_write_no_device_either(words):
    before = Path(os.devnull).stat()
    result = run(*words, os.devnull)
    assert result.exit_code == 2
    assert "it is no ordinary file" in result.stderr
    assert (before.st_ino, before.st_mode) == (
        Path(os.devnull).stat().st_ino,
        Path(os.devnull).stat().st_mode,
    )


def test_a_link_in_a_circle_is_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises((OSError, RuntimeError)):
        write_whole(tmp_path / "a", "text")


def test_the_same_file_twice_is_refused(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    for one, other in (("file", "file"), ("file", "./file"), ("file", "link")):
        result = run(*GAME, "--record", tmp_path / one, "--save", f"{tmp_path}/{other}", "--force")
        assert result.exit_code == 2
        assert "give each a file of its own" in result.stderr
    assert not (tmp_path / "file").exists()


# ---------------------------------------------------------------- full disks
def test_what_was_there_stays_where_the_disk_is_full_and_the_file_is_named(tmp_path):
    file = tmp_path / "kept"
    file.write_text("old")
    with pytest.raises(OSError, match="No space left") as caught:
        make_whole(file, is_full)
    assert caught.value.filename == str(file)
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_snapshots_are_kept_where_the_disk_is_full(tmp_path, monkeypatch):
    file = tmp_path / "kept.ambr"
    snapshots.write_snapshots(file, {"a": "one"})
    before = file.read_bytes()
    from syrupy.extensions.amber.serializer import AmberDataSerializer

    monkeypatch.setattr(AmberDataSerializer, "write_file", is_full)
    with pytest.raises(OSError, match="No space left") as caught:
        snapshots.write_snapshots(file, {"a": "two"})
    assert caught.value.filename == str(file)
    assert file.read_bytes() == before


def test_a_file_keeps_its_rights(tmp_path):
    file = tmp_path / "kept"
    file.write_text("old")
    file.chmod(0o640)
    write_whole(file, "new\r\n")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"new\r\n", 0o640)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(NoOrdinaryFile):
        write_whole(tmp_path, "text")


# ---------------------------------------------------------------- closed streams
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize(
    ("words", "code"),
    [("validate tic-tac-toe", 0), ("--help", 0), ("cards tic-tac-toe", 0), ("cards nope", 2)],
)
def test_a_closed_stream_is_written_to_nowhere(closed, words, code, tmp_path):
    command = f"exec '{sys.executable}' -m rulewright.cli.main {words} {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr


# ---------------------------------------------------------------- the cache
def test_a_pipe_among_the_cache_is_no_entry(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(cache.NO_CACHE, raising=False)
    cache.store(("a",), b"x")
    (entry,) = cache.folder().glob("*.bin")
    entry.unlink()
    os.mkfifo(entry, 0o600)
    assert cache.load(("a",)) is None


# ---------------------------------------------------------------- line ends
def test_a_save_goes_on_where_the_same_content_has_other_line_ends(tmp_path):
    folder = tmp_path / "mine"
    assert run("copy", "kuhn-poker", folder).exit_code == 0
    save = tmp_path / "save.json"
    left = CliRunner().invoke(
        app,
        ["play", "--game", "kuhn-poker", "--root", str(folder), "--hand", "Player1", "--save", str(save)],
        input="",
    )
    assert save.is_file(), left.output
    for path in (*folder.glob("rules/**/*.yaml"), *folder.glob("cards/**/*.yaml")):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    resumed = run("play", "--resume", save, "--root", folder)
    assert resumed.exit_code == 0, resumed.output


# ---------------------------------------------------------------- a game of one's own
def test_a_copy_of_a_game_validates_and_plays_in_a_folder_of_any_name(tmp_path, monkeypatch):
    folder = tmp_path / "Moje gry 我的游戏"
    result = run("copy", "rococo", folder)
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(folder)
    checked = run("validate", ".")
    assert checked.exit_code == 0, checked.output
    assert "1 game and 1 playthrough file checked" in checked.stdout
    assert run("play", "tests/playthroughs/rococo/first-game.yaml").exit_code == 0
    assert (folder / "schemas/rococo/cards.schema.json").is_file()


def test_a_copy_takes_no_folder_in_which_something_lies(tmp_path):
    (tmp_path / "mine").write_text("")
    result = run("copy", "rococo", tmp_path)
    assert (result.exit_code, "name a new folder" in result.stderr) == (2, True)
    assert run("copy", "roccoco", tmp_path / "new").exit_code == 2
    assert not (tmp_path / "new").exists()


def test_a_card_for_a_game_that_may_not_be_written_points_to_packs_and_copies(tmp_path, monkeypatch):
    folder = tmp_path / "game"
    assert run("copy", "rococo", folder).exit_code == 0

    def refused(path, text):
        if path.is_relative_to(folder):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        write_whole(path, text)

    monkeypatch.setattr("rulewright.cli.new.write_whole", refused)
    result = run("new", "card", "rococo", "employee", "somebody-new", "--write", "--root", folder)
    assert result.exit_code == 2, result.output
    assert "--pack DIR" in result.stderr
    assert "rulewright copy rococo DIR" in result.stderr
