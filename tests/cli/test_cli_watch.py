"""The command watch."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import threading
import time

import pytest
from command_line import GOOD, ROOT, process

from rulewright.cli.watch import Watcher


@pytest.fixture
def root(tmp_path):
    """A copy of the content of the tests, with a playthrough, that a test may spoil."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    path = tmp_path / "tests/playthroughs/tea-house/feast.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    return tmp_path


def save(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    # Two saves within one tick of the file system's clock are of different length, or told apart by this.
    os.utime(path, ns=(time.time_ns(), time.time_ns()))


def settled(watcher):
    """What a watcher tells until it has nothing more to tell."""
    told = []
    while text := watcher.look():
        told.append(text)
    watcher.look()
    return "".join(told)


def test_only_changes_are_told(root):
    watcher = Watcher(root)
    assert settled(watcher) == "== watching; Ctrl-C ends\n1 game checked: no findings\n"
    assert settled(watcher) == ""
    save(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    told = settled(watcher)
    assert told.startswith("== cards/tea-house/guests.yaml\n")
    assert "guests.yaml:25:18: error RW408" in told
    assert told.endswith("1 game checked: 1 error\n")
    save(root / "cards/tea-house/guests.yaml", "gain 1 fam\n", "gain 1 fame\n")
    assert settled(watcher).endswith("1 game checked: no findings\n")


def test_playthroughs_are_checked_when_they_or_their_game_change(root):
    watcher = Watcher(root)
    settled(watcher)
    script = root / "tests/playthroughs/tea-house/feast.yaml"
    save(script, "phase: feast", "phase: feest")
    watcher.look()
    assert "feast.yaml" in watcher.look()
    save(script, "phase: feest", "phase: feast")
    settled(watcher)
    save(root / "rules/tea-house/game.yaml", "phases: [feast]", "phases: [feest]")
    assert "error" in settled(watcher)
    script.unlink()
    assert "feast.yaml" in settled(watcher).splitlines()[0]


def test_a_playthrough_beside_the_content_is_checked_too(root):
    watcher = Watcher(root)
    settled(watcher)
    (root / "notes.yaml").write_text("shopping: [tea]\n")
    (root / "mine.yaml").write_text(GOOD.replace("phase: feast", "phase: feest"))
    told = settled(watcher)
    assert told.startswith("== mine.yaml\n")
    assert "\nmine.yaml:" in told
    assert told.endswith("1 game checked: 1 error\n")
    (root / "mine.yaml").write_text(GOOD)
    assert settled(watcher).endswith("1 game checked: no findings\n")


def test_a_game_that_comes_or_goes(root):
    watcher = Watcher(root)
    settled(watcher)
    shutil.copytree(root / "rules/tea-house", root / "rules/second")
    assert "second" in settled(watcher)
    shutil.rmtree(root / "rules/second")
    assert settled(watcher).endswith("1 game checked: no findings\n")


def test_the_program_answers_within_a_second_or_so_and_ends_by_an_interrupt(root):
    program = process("watch", "--root", root)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in program.stdout], daemon=True).start()

    def wait_for(words):
        seen = []
        while not seen or words not in seen[-1]:
            seen.append(lines.get(timeout=30))
        return seen

    wait_for("no findings")
    save(root / "cards/tea-house/guests.yaml", "gain 1 fame", "gain 1 fam")
    began = time.monotonic()
    assert any("RW408" in line for line in wait_for("1 error"))
    assert time.monotonic() - began < 10  # a busy machine; by itself it is about 0.3 seconds
    program.send_signal(signal.SIGINT)
    assert program.wait(timeout=30) == 130
    assert "interrupted" in program.stderr.read()
    program.stdout.close()
    program.stderr.close()
