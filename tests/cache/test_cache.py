import errno
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.interpreter import cache

ROOT = Path(__file__).parents[2]
KEY = ("a", 1)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv(cache.NO_CACHE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "rulewright"


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.bin"))


def test_what_is_stored_is_found_again(folder):
    assert cache.load(KEY) is None
    cache.store(KEY, b"data")
    assert cache.load(KEY) == b"data"
    assert cache.load(("a", 2)) is None
    cache.store(KEY, b"new")
    assert cache.load(KEY) == b"new"
    assert [path.suffix for path in folder.iterdir()] == [".bin"]


def test_without_a_cache_nothing_is_read_or_written(folder, monkeypatch):
    cache.store(KEY, b"data")
    monkeypatch.setenv(cache.NO_CACHE, "1")
    assert cache.load(KEY) is None
    cache.store(("b",), b"data")
    assert len(entries(folder)) == 1


def test_a_relative_home_is_not_used(folder, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    monkeypatch.setenv("HOME", str(folder.parent))
    assert cache.folder() == folder.parent / ".cache" / "rulewright"


@pytest.mark.parametrize("home", ["somewhere", "./x"])
def test_a_home_that_depends_on_where_one_stands_is_none(folder, monkeypatch, tmp_path, home):
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", home)
    monkeypatch.chdir(tmp_path)
    cache.store(KEY, b"data")
    assert cache.load(KEY) is None
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_no_error_and_leaves_nothing_half_written(folder, monkeypatch):
    cache.store(KEY, b"data")

    class Full:
        def __init__(self, handle, _mode):
            self.handle = handle

        def __enter__(self):
            return self

        def __exit__(self, *_):
            os.close(self.handle)

        def write(self, data):
            os.write(self.handle, data[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr(os, "fdopen", Full)
        cache.store(KEY, b"newer")
        cache.store(("other",), b"data")
    assert cache.load(KEY) == b"data"
    assert cache.load(("other",)) is None
    assert [path.suffix for path in folder.iterdir()] == [".bin"]


def test_a_link_in_place_of_an_entry_leads_to_nothing_that_others_can_write(folder, tmp_path):
    cache.store(KEY, b"data")
    (path,) = entries(folder)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").chmod(0o666)
    assert cache.load(KEY) is None
    cache.store(KEY, b"new")
    assert cache.load(KEY) == b"new"
    assert not path.is_symlink()
    assert b"new" not in (tmp_path / "elsewhere").read_bytes()


@pytest.mark.parametrize("damage", [b"", b"x", b"rulewright cache 1\n", None])
def test_a_damaged_entry_is_ignored(folder, damage):
    cache.store(KEY, b"data")
    (path,) = entries(folder)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"X" if damage is None else damage)
    assert cache.load(KEY) is None
    cache.store(KEY, b"data")
    assert cache.load(KEY) == b"data"


@pytest.mark.parametrize("right", [stat.S_IWGRP, stat.S_IWOTH])
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_others_can_write_to_is_ignored(folder, what, right):
    cache.store(KEY, b"data")
    path = entries(folder)[0] if what == "file" else folder
    path.chmod(stat.S_IMODE(path.stat().st_mode) | right)
    assert cache.load(KEY) is None
    if what == "folder":
        cache.store(("b",), b"data")
        assert len(entries(folder)) == 1


def test_what_belongs_to_others_is_ignored(folder, monkeypatch):
    cache.store(KEY, b"data")
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert cache.load(KEY) is None


def test_a_link_in_place_of_the_folder_is_ignored(folder, tmp_path):
    cache.store(KEY, b"data")
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert cache.load(KEY) is None


def test_what_was_not_used_for_longest_makes_room(folder, monkeypatch):
    cache.store((0,), b"data")
    (path,) = entries(folder)
    monkeypatch.setattr(cache, "_STORES_BETWEEN", 1)
    monkeypatch.setattr(cache, "_MOST_BYTES", 3 * path.stat().st_size)
    os.utime(path, (1, 1))
    for number in range(1, 6):
        cache.store((number,), b"data")
        os.utime(cache._place((number,)), (number + 1, number + 1))
        if number == 2:
            assert cache.load((0,)) == b"data"
    assert [cache.load((number,)) for number in range(6)] == [b"data", None, None, None, b"data", b"data"]


def test_there_is_room_for_many_small_entries(folder):
    for number in range(300):
        cache.store((number,), b"data")
    assert len(entries(folder)) == 300


def test_what_a_killed_process_left_is_taken_away(folder, monkeypatch):
    monkeypatch.setattr(cache, "_STORES_BETWEEN", 1)
    cache.store(KEY, b"data")
    for name, age in ((".new-old", 7200), (".new-young", 10)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (time.time() - age,) * 2)
    cache.store(("b",), b"data")
    assert [path.name for path in folder.iterdir() if path.suffix != ".bin"] == [".new-young"]


def test_a_folder_that_cannot_be_made_is_no_error(folder):
    folder.parent.parent.joinpath("home").write_text("a file")
    cache.store(KEY, b"data")
    assert cache.load(KEY) is None


# ---------------------------------------------------------------- the program in the key
@pytest.fixture
def asked_anew():
    """The program is asked anew what it is made of, also behind the test."""
    cache._program.cache_clear()
    yield cache._program.cache_clear
    cache._program.cache_clear()


def test_another_python_finds_nothing(folder, monkeypatch, asked_anew):
    cache.store(KEY, b"data")
    with monkeypatch.context() as other:
        other.setattr(sys, "version", sys.version + " of another day")
        asked_anew()
        assert cache.load(KEY) is None
    asked_anew()
    assert cache.load(KEY) == b"data"


@pytest.mark.parametrize("library", ["lark", "PyYAML", "jsonschema"])
def test_another_version_of_a_library_finds_nothing(folder, monkeypatch, tmp_path, asked_anew, library):
    cache.store(KEY, b"data")
    (tmp_path / "libraries" / f"{library}-99.1.dist-info").mkdir(parents=True)
    with monkeypatch.context() as other:
        other.syspath_prepend(tmp_path / "libraries")
        asked_anew()
        assert cache.load(KEY) is None
    asked_anew()
    assert cache.load(KEY) == b"data"


USES = """
import sys
from rulewright.interpreter import cache
from rulewright.interpreter.content import load
from rulewright.interpreter.compiler import build
from rulewright.interpreter.fast import machines
compiled = []
original = build.BuildWriter.build
def counted(self, filename):
    compiled.append(filename)
    return original(self, filename)
build.BuildWriter.build = counted
from rulewright.interpreter.fast.match import FastMatch
match = FastMatch(load.load_game("tic-tac-toe"), 2, seed=3)
while match.choices:
    match.apply(match.choices - 1)
compiler = "rulewright.interpreter.compiler.lowering.flow"
print(len(compiled), "lark" in sys.modules, compiler in sys.modules, match.digest())
"""


@pytest.fixture
def program(tmp_path, folder):
    """A copy of the program, run with a cache of its own."""
    home = tmp_path / "program"
    for name in ("package", "interpreter", "cli", "schemas", "rules", "cards"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, home / name, symlinks=True, ignore=ignored)

    def run() -> list[str]:
        env = {**os.environ, "XDG_CACHE_HOME": str(folder.parent), "PYTHONPATH": str(home / "package")}
        env.pop(cache.NO_CACHE, None)
        command = [sys.executable, "-B", "-c", USES]
        told = subprocess.run(command, env=env, cwd=home, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr
        return told.stdout.split()

    run.home = home
    return run


@pytest.mark.slow
def test_a_cached_game_runs_without_the_compiler_and_one_changed_byte_of_it_compiles_anew(program):
    compiled, _, _, digest = program()
    assert compiled == "1"
    assert program() == ["0", "False", "False", digest]
    source = program.home / "interpreter/compiler/passes/regions.py"
    # One byte: a full stop of the first sentence becomes an exclamation mark.
    before = source.read_bytes()
    source.write_bytes(before.replace(b".", b"!", 1))
    assert sum(one != other for one, other in zip(before, source.read_bytes(), strict=True)) == 1
    assert program()[0] == "1"
    assert program()[0] == "0"
    source.write_bytes(before)
    assert program()[0] == "0", "what was made by the same program is found again"
    content = program.home / "rules/tic-tac-toe/game.yaml"
    content.write_text(content.read_text() + "# changed\n")
    assert program()[0] == "1"


def test_damaged_entries_are_made_anew(program, folder):
    first = program()
    for path in entries(folder):
        path.write_bytes(path.read_bytes()[:-7])
    assert program() == first
    assert program()[0] == "0"


def test_entries_that_hold_something_else_under_a_right_check_sum_are_made_anew(program, folder):
    first = program()
    for path in entries(folder):
        other = b"\x80something else" * 20
        path.write_bytes(cache._MARK + hashlib.sha256(other).digest() + other)
    assert program() == first
    assert program()[0] == "0"


@pytest.mark.slow
def test_processes_that_start_at_once_do_not_disturb_each_other(program, folder):
    env = {**os.environ, "XDG_CACHE_HOME": str(folder.parent), "PYTHONPATH": str(program.home / "package")}
    env.pop(cache.NO_CACHE, None)
    command = [sys.executable, "-B", "-c", USES]
    running = [
        subprocess.Popen(
            command, env=env, cwd=program.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    told = [one.communicate(timeout=100) for one in running]
    assert [one.returncode for one in running] == [0] * 4
    assert {errors for _, errors in told} == {""}
    assert len({said.split()[-1] for said, _ in told}) == 1
    assert {path.suffix for path in folder.iterdir()} == {".bin"}
    assert program()[0] == "0"
