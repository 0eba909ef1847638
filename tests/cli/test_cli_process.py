"""The program as a process: pipes, interrupts, locales, and how fast it starts."""

from __future__ import annotations

import re
import signal
import time

from command_line import HEAD, ROOT, process

ARGUMENTS = ("--root", ROOT)


def test_a_closed_pipe_ends_quietly(tmp_path):
    path = tmp_path / "long.yaml"
    cases = "".join(f"  - {{name: case {number}}}\n" for number in range(300))
    path.write_text(HEAD + "given: {phase: feast}\nmoves: []\ncases:\n" + cases)
    with process("play", path, *ARGUMENTS) as running:
        running.stdout.readline()
        running.stdout.close()
        assert running.wait(timeout=60) == 0
        errors = running.stderr.read()
    assert errors == ""


def test_ctrl_c_ends_with_130_and_keeps_the_recording(tmp_path):
    path = tmp_path / "game.yaml"
    with process(
        "play",
        "--game",
        "tea-house",
        "--players",
        "Anna,Matt",
        "--hand",
        "Anna",
        "--record",
        path,
        *ARGUMENTS,
        stdin=-1,
    ) as running:
        running.stdin.write("1\n")
        running.stdin.flush()
        deadline = time.monotonic() + 60
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        errors = running.stderr.read()
    assert "Traceback" not in errors
    assert str(path) in errors
    assert "  - Anna: " in path.read_text()
    assert re.search(r"\nstop: yes\ncontent: \{\n  \w+: [a-p]{8}, ", path.read_text())


def test_output_is_utf8_in_every_locale():
    with process("play", "--game", "tea-house", *ARGUMENTS) as running:
        output, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    assert "→" in output


def test_a_file_name_that_is_not_utf8_is_no_traceback(tmp_path):
    with process("play", tmp_path / "caf\udce9.yaml", *ARGUMENTS) as running:
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "Traceback" not in errors


def test_help_loads_neither_content_nor_machine():
    import subprocess
    import sys

    code = (
        "import sys; sys.argv = ['rulewright', '--help']\n"
        "from rulewright.cli.main import main\n"
        "main()\n"
        "parts = ['interpreter.' + part for part in ('content', 'state', 'fast')]\n"
        "heavy = ['yaml', 'lark', 'jsonschema', 'rich', *parts]\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parents[1]
    )
    assert done.stdout.splitlines()[-1] == "[]"
