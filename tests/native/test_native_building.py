"""Building a game: the compiler that is taken, what is said without one, and what is kept."""

import pytest
from both import shipped
from natives import needs_compiler

from rulewright.interpreter import cache
from rulewright.interpreter.compiler.c.callees import CALLEES, OTHERWISE
from rulewright.interpreter.compiler.form.runtime import RUNTIME
from rulewright.interpreter.fast.machines import machine_for
from rulewright.interpreter.native import machines, toolchain
from rulewright.interpreter.native.machines import NativeMachine
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.native.source import sources_of
from tests.one_meaning.tiny import tiny


@pytest.fixture
def nothing_built(monkeypatch):
    monkeypatch.setattr(machines, "_machines", [])


def test_the_runtime_of_c_has_every_function_of_the_machine():
    assert set(CALLEES) | OTHERWISE == set(RUNTIME.values())
    assert not set(CALLEES) & OTHERWISE


def test_the_same_game_gives_the_same_c():
    machine = machine_for(shipped("kuhn-poker"), 2, {})
    assert sources_of(machine) == sources_of(machine)


def test_without_a_compiler_a_match_plays_on_python_and_says_why(monkeypatch, nothing_built):
    monkeypatch.setenv("CC", "no-such-compiler")
    match = NativeMatch(shipped("tic-tac-toe"), 2, wait=True)
    assert not match.is_native
    assert match.why_not == "the compiler that CC names is not there: no-such-compiler"
    while match.choices:
        match.apply(0)
    assert match.over
    assert len(match.clone().playouts(3)) == 3


def test_without_headers_of_python_that_is_said(monkeypatch, nothing_built, tmp_path):
    monkeypatch.setattr(toolchain.sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    match = NativeMatch(shipped("tic-tac-toe"), 2, wait=True)
    assert "headers are missing" in match.why_not


def test_on_windows_a_match_plays_on_python_and_says_why(monkeypatch, nothing_built):
    monkeypatch.setattr(toolchain.sys, "platform", "win32")
    match = NativeMatch(shipped("tic-tac-toe"), 2, wait=True)
    assert not match.is_native
    assert match.why_not == "games are not built natively on Windows yet"
    while match.choices:
        match.apply(0)
    assert match.over
    assert len(match.clone().playouts(3)) == 3


UNTRANSLATED = {
    "a list of lists": "let pairs = [[1, 2], [me.coins]]\nlet few = pairs[me.coins - 4]\ngain few[1] score",
    "a list of lists written out": "let pairs = [[1, 2], [3]]\nlet few = pairs[me.coins - 4]\ngain few[1] score",
}


@needs_compiler
@pytest.mark.parametrize("name", UNTRANSLATED)
def test_what_cannot_be_said_in_c_plays_on_python_and_says_why_in_one_line(name, nothing_built):
    match = NativeMatch(tiny(f'may "On":\n  gain 1 score\n{UNTRANSLATED[name]}'), 2, wait=True)
    assert not match.is_native
    assert match.why_not == "it cannot be said in C: a list holds lists"
    match.apply("pass")
    assert match.over
    assert match.scores()[0] == 1


@needs_compiler
def test_what_the_compiler_says_is_kept_for_who_asks(monkeypatch, nothing_built, tmp_path):
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho something is broken >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    machine = NativeMachine(machine_for(shipped("tic-tac-toe"), 2, {}))
    machine.build()
    assert machine.module is None
    assert "--check" in machine.why
    assert "something is broken" in machine.message


@needs_compiler
def test_a_built_game_is_kept_and_one_that_others_could_have_written_is_not_taken(
    monkeypatch, nothing_built, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(cache.NO_CACHE, raising=False)
    plain = machine_for(shipped("tic-tac-toe"), 2, {})
    first, second = NativeMachine(plain), NativeMachine(plain)
    assert not first.fetch()
    first.build()
    assert first.module is not None
    assert not first.kept
    assert second.fetch()
    assert second.kept
    (entry,) = (
        path for path in cache.folder().glob("*.bin") if path.stat().st_size == max(_sizes(cache.folder()))
    )
    entry.chmod(0o666)
    third = NativeMachine(plain)
    assert not third.fetch()


def _sizes(folder):
    return [path.stat().st_size for path in folder.glob("*.bin")]


def test_a_match_with_a_journal_plays_on_python():
    match = NativeMatch(shipped("tic-tac-toe"), 2, journal=True)
    match.apply(0)
    assert match.journal
    assert match.why_not == "it keeps a journal"


@needs_compiler
def test_a_match_that_does_not_wait_becomes_native_when_the_game_is_built(nothing_built):
    match = NativeMatch(shipped("tic-tac-toe"), 2)
    other = NativeMatch(shipped("tic-tac-toe"), 2, wait=True)
    assert other.is_native
    match.apply(0)
    other.apply(0)
    assert match.is_native
    assert match.digest() == other.digest()
    match.apply(0)
    match.undo()
    assert match.digest() == other.digest()
