"""Follows a page as its reader would: its files are written, its edits made, its commands run, in a clone."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
CLONED = ("package", "interpreter", "cli", "schemas", "rules", "cards", "tests/playthroughs", "tests/packs")
SKIP_ANY = "..."
# What runs until it is interrupted, with its exit code then.
ENDLESS = {"watch": 130, "open": 130}
# And what needs libraries that not everybody has installed, with one of them.
NEEDS = {"open": "starlette", "page": "jinja2"}
# Words of an answer after which the exit code is 1.
FOUND = re.compile(r"^FAILED |: (?:error|warning) RW", re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """A fenced block: its page, its language, its text, the words before it, its line in the page and its section."""

    page: str
    language: str
    text: str
    words: str
    line: int
    section: str

    @property
    def commands(self) -> list[str]:
        """The lines of a block of commands."""
        lines = (line.strip() for line in self.text.splitlines())
        return [line for line in lines if line and not line.startswith("#")]

    @property
    def session(self) -> list[tuple[str, str | None]]:
        """The commands of a `console` block, each with the answer that is shown, None where none is."""
        parts = re.split(r"^\$ ", self.text + "\n", flags=re.MULTILINE)
        assert not parts[0].strip(), f"{self.place}: a console begins with `$ `"
        pairs = (part.partition("\n") for part in parts[1:])
        return [(command, answer.rstrip("\n") or None) for command, _, answer in pairs]

    @property
    def place(self) -> str:
        """Where the block begins."""
        return f"{self.page}:{self.line}"


def fences(page: Path) -> list[Fence]:
    """The fenced blocks of a page, in their order."""
    found: list[Fence] = []
    section, words, block, begin, language = "", [], None, 0, ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if block is None:
                block, begin = [], number
                language = line.removeprefix("```").strip()
            else:
                found.append(Fence(page.name, language, "\n".join(block), "\n".join(words), begin, section))
                block, words = None, []
        elif block is not None:
            block.append(line)
        else:
            section = line.removeprefix("## ") if line.startswith("## ") else section
            words.append(line)
    assert block is None, f"{page.name}: the fence of line {begin} is not closed"
    return found


def clone_to(folder: Path) -> Path:
    """Lay down what a newcomer has cloned, as far as the pages use it."""
    for part in CLONED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / part, folder / part, symlinks=True, ignore=ignored)
    return folder


def follow(steps: Iterable[Fence], clone: Path) -> None:
    """Carry out blocks one after another; a `text` block is the answer to the command right before it."""
    for step, following in pairwise([*steps, None]):
        expected = following.text if following is not None and following.language == "text" else None
        match step.language:
            case "bash":
                for number, command in enumerate(step.commands, 1):
                    run_command(command, clone, expected if number == len(step.commands) else None, step)
            case "console":
                for command, answer in step.session:
                    run_command(command, clone, answer, step)
            case "python":
                check(run([sys.executable, "-c", step.text], clone), expected, 0, step)
            case "diff":
                edit(clone / named_file(step), step)
            case "yaml":
                write(step, clone)
            case "text":
                pass
            case _:
                pytest.fail(f"{step.place}: nobody tests a block of `{step.language}`")


# ---------------------------------------------------------------- files
def named_file(step: Fence) -> str:
    """The last file that the words before a block name."""
    named = re.findall(r"`([\w./-]+\.yaml)`", step.words)
    assert named, f"{step.place}: no words before the block name its file"
    return named[-1]


def write(step: Fence, clone: Path) -> None:
    """Write a file: its name is its first line, behind `# `, else the last that the words before it name."""
    first = step.text.partition("\n")[0]
    titled = re.fullmatch(r"# ([\w./-]+\.yaml)", first)
    path = clone / (titled[1] if titled else named_file(step))
    assert path.parent.is_dir(), f"{step.place}: nobody has made the folder of {path.name}"
    path.write_text(step.text + "\n", encoding="utf-8")


def edit(path: Path, step: Fence) -> None:
    """Change the one place of a file that a diff shows; lines without a sign stand before and after it."""
    lines = step.text.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, (
        f"{step.place}: {path.name} has this {text.count(before)} times:\n{before}"
    )
    path.write_text(text.replace(before, after), encoding="utf-8")


# ---------------------------------------------------------------- commands
def run_command(command: str, clone: Path, expected: str | None, step: Fence) -> None:
    """Run a command as a process of its own and hold its answer against the one that is shown."""
    program, *arguments = shlex.split(command)
    if program == "mkdir":
        assert arguments[0] == "-p", f"{step.place}: {command}"
        for name in arguments[1:]:
            (clone / name).mkdir(parents=True, exist_ok=True)
        return
    if program == "pytest":
        plugin = (
            []
            if entry_points(group="pytest11", name="rulewright")
            else ["-p", "rulewright.cli.pytest_plugin"]
        )
        check(run([sys.executable, "-m", "pytest", *plugin, *arguments], clone), expected, 0, step)
        return
    assert program == "rulewright", f"{step.place}: {command}"
    if find_spec(NEEDS.get(arguments[0], "typer")) is None:
        assert run([sys.executable, "-m", "rulewright.cli.main", *arguments], clone).returncode == 2
        return
    if arguments[0] in ENDLESS:
        check(interrupted(arguments, clone), expected, ENDLESS[arguments[0]], step)
        return
    done = run([sys.executable, "-m", "rulewright.cli.main", *arguments], clone)
    check(done, expected, 1 if expected is not None and FOUND.search(expected) else 0, step)


def interrupted(arguments: list[str], clone: Path) -> subprocess.CompletedProcess[str]:
    """Run a command until it has said something, then press Ctrl-C."""
    command = [sys.executable, "-m", "rulewright.cli.main", *arguments]
    with subprocess.Popen(
        command, cwd=clone, env=environment(clone), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, first + told, errors)


def environment(clone: Path) -> dict[str, str]:
    """A reader's own machine is no continuous integration, and no process of a run of tests."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**mine, "PYTHONPATH": str(clone / "package"), "NO_COLOR": "1", "CI": "", "BROWSER": "true"}


def run(command: list[str], clone: Path) -> subprocess.CompletedProcess[str]:
    """Run a process in the clone and keep what it says."""
    env = environment(clone)
    return subprocess.run(
        command, check=False, cwd=clone, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def check(done: subprocess.CompletedProcess[str], expected: str | None, code: int, step: Fence) -> None:
    """Hold an answer against what is shown, where `...` stands for any lines."""
    place = f"{step.place}: {shlex.join(map(str, done.args[1:]))}\n"
    assert done.returncode == code, place + done.stdout + done.stderr
    assert "Traceback" not in done.stderr, place + done.stderr
    if expected is not None:
        parts = (re.escape(line) + "\n" for line in expected.splitlines())
        pattern = "".join(r"(?:.*\n)*?" if part == re.escape(SKIP_ANY) + "\n" else part for part in parts)
        assert re.fullmatch(pattern, done.stdout), f"{place}wanted:\n{expected}\n\nmet:\n{done.stdout}"
