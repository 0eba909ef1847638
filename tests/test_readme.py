"""The README is true: every command, edit, file and example in it is carried out, in the order in which it stands."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from cli.main import app
from interpreter import game_names, load_game

CHECKOUT = Path(__file__).resolve().parents[1]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
CLONED = ("interpreter", "cli", "schemas", "rules", "cards", "tests/playthroughs", "tests/packs")
ACTIVATE = ". .venv/bin/activate"
SKIP_ANY = "..."
# What runs until it is interrupted, with its exit code then.
ENDLESS = {"watch": 130}


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language, its text, the words before it, its line in the README and its section."""

    language: str
    text: str
    words: str
    line: int
    section: str

    @property
    def commands(self) -> list[str]:
        lines = (line.strip() for line in self.text.splitlines())
        return [line for line in lines if line and not line.startswith("#")]


def fences() -> list[Fence]:
    found: list[Fence] = []
    section, words, block, begin = "", [], None, 0
    for number, line in enumerate(README.splitlines(), 1):
        if line.startswith("```"):
            if block is None:
                block, begin = [], number
                language = line.removeprefix("```").strip()
            else:
                found.append(Fence(language, "\n".join(block), "\n".join(words), begin, section))
                block, words = None, []
        elif block is not None:
            block.append(line)
        else:
            section = line.removeprefix("## ") if line.startswith("## ") else section
            words.append(line)
    assert block is None, f"the fence of line {begin} is not closed"
    return found


FENCES = fences()
COMMANDS = [line for fence in FENCES if fence.language == "bash" for line in fence.commands]
SECTIONS = list(
    dict.fromkeys(fence.section for fence in FENCES if fence.section != "Start" and fence.section)
)


# ---------------------------------------------------------------- the two lines of the start
def test_the_first_two_commands_set_up_play_and_test():
    play, test = COMMANDS[:2]
    for command, extra in ((play, "."), (test, "'.[dev]'")):
        steps = command.split(" && ")
        assert steps[0] == "python3 -m venv .venv"
        assert steps[1].startswith(".venv/bin/pip install ")
        assert steps[1].endswith(f" -e {extra}")
        assert len(steps) == 3
    script = play.split()[-1]
    assert play.endswith(f".venv/bin/rulewright play {script}")
    assert script == "tests/playthroughs/pret-a-porter/first-quarter.yaml"
    assert (CHECKOUT / script).is_file()
    assert test.endswith(" && .venv/bin/pytest -n auto --dist worksteal")


@pytest.mark.parametrize("number", [1, 2])
def test_the_build_reads_the_same_commands(number):
    run = subprocess.run(
        [CHECKOUT / ".ci" / "readme-command", str(number)], capture_output=True, text=True, check=True
    )
    assert run.stdout == COMMANDS[number - 1] + "\n"


def test_what_the_two_commands_install_is_declared():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"]["rulewright"] == "cli.main:main"
    assert "rulewright[test]" in project["optional-dependencies"]["dev"]
    assert any(wanted.startswith("pytest") for wanted in project["optional-dependencies"]["test"])
    assert project["readme"] == "README.md"


# ---------------------------------------------------------------- everything else is carried out
@pytest.fixture
def clone(tmp_path) -> Path:
    """What a newcomer has cloned, as far as the README uses it."""
    for part in CLONED:
        shutil.copytree(CHECKOUT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("section", SECTIONS)
def test_what_a_section_says_happens(section, clone):
    steps = [fence for fence in FENCES if fence.section == section]
    for step, following in pairwise([*steps, None]):
        expected = following.text if following is not None and following.language == "text" else None
        match step.language:
            case "bash":
                for number, command in enumerate(step.commands, 1):
                    last = number == len(step.commands)
                    run_command(command, clone, expected if last else None, step)
            case "python":
                check(run([sys.executable, "-c", step.text], clone), expected, 0, step)
            case "diff":
                edit(clone / named_file(step), step)
            case "yaml":
                (clone / named_file(step)).write_text(step.text + "\n", encoding="utf-8")
            case "text":
                pass
            case _:
                pytest.fail(f"README.md:{step.line}: nobody tests a block of `{step.language}`")


def named_file(step: Fence) -> str:
    """The last file that the words before a block name."""
    return re.findall(r"`([\w./-]+\.yaml)`", step.words)[-1]


def run_command(command: str, clone: Path, expected: str | None, step: Fence) -> None:
    program, *arguments = shlex.split(command)
    if program == "pytest":
        plugin = [] if entry_points(group="pytest11", name="rulewright") else ["-p", "cli.pytest_plugin"]
        check(run([sys.executable, "-m", "pytest", *plugin, *arguments], clone), expected, 0, step)
        return
    assert program == "rulewright", f"README.md:{step.line}: {command}"
    if arguments[0] in ENDLESS:
        check(interrupted(arguments, clone), expected, ENDLESS[arguments[0]], step)
        return
    done = run([sys.executable, "-m", "cli.main", *arguments], clone)
    found = expected is not None and re.search(r"^FAILED |: error RW", expected, re.MULTILINE)
    check(done, expected, 1 if found else 0, step)


def interrupted(arguments: list[str], clone: Path) -> subprocess.CompletedProcess[str]:
    """Run a command until it has said something, then press Ctrl-C."""
    command = [sys.executable, "-m", "cli.main", *arguments]
    with subprocess.Popen(
        command, cwd=clone, env=environment(clone), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, first + told, errors)


def environment(clone: Path) -> dict[str, str]:
    # A reader's own machine is no continuous integration, nor a process of a run of tests.
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**own, "PYTHONPATH": str(clone), "NO_COLOR": "1", "CI": ""}


def run(command: list[str], clone: Path) -> subprocess.CompletedProcess[str]:
    env = environment(clone)
    return subprocess.run(
        command, check=False, cwd=clone, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def check(done: subprocess.CompletedProcess[str], expected: str | None, code: int, step: Fence) -> None:
    place = f"README.md:{step.line}: {shlex.join(map(str, done.args[1:]))}\n"
    assert done.returncode == code, place + done.stdout + done.stderr
    assert "Traceback" not in done.stderr, place + done.stderr
    if expected is not None:
        parts = (re.escape(line) + "\n" for line in expected.splitlines())
        pattern = "".join(r"(?:.*\n)*?" if part == re.escape(SKIP_ANY) + "\n" else part for part in parts)
        assert re.fullmatch(pattern, done.stdout), f"{place}wanted:\n{expected}\n\nmet:\n{done.stdout}"


def edit(path: Path, step: Fence) -> None:
    """Change the one line of the file that a diff takes out."""
    before = [line[1:] for line in step.text.splitlines() if line.startswith("-")]
    after = [line[1:] for line in step.text.splitlines() if line.startswith("+")]
    text = path.read_text(encoding="utf-8")
    old = "\n".join(before) + "\n"
    assert text.count(old) == 1, (
        f"README.md:{step.line}: {path.name} has this {text.count(old)} times:\n{old}"
    )
    path.write_text(text.replace(old, "\n".join(after) + "\n"), encoding="utf-8")


# ---------------------------------------------------------------- nothing is missing, nothing is made up
def test_the_example_card_stands_in_the_cards():
    (card,) = [fence for fence in FENCES if not fence.section]
    text = (CHECKOUT / "cards/pret-a-porter/employees.yaml").read_text(encoding="utf-8")
    assert "".join(f"  {line}\n" for line in card.text.splitlines()) in text


def test_every_command_has_an_example():
    names = set(typer.main.get_command(app).commands)
    shown = {command.split()[1] for command in COMMANDS if command.startswith("rulewright ")}
    assert shown <= names
    assert not names - shown, "give these an example in the README"


def test_every_file_and_folder_that_is_named_is_there():
    words = re.sub(r"^```.*?^```", "", README, flags=re.MULTILINE | re.DOTALL)
    named = {*re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", words), *re.findall(r"\]\(([\w./-]+)\)", words)}
    assert {"rules/", "docs/architecture.md", "LICENSE"} <= named
    assert not [name for name in named if not (CHECKOUT / name).exists()]


def test_every_game_that_comes_with_it_is_named():
    intro = README.split("## Start")[0].casefold()
    assert not [name for name in game_names() if load_game(name).title.casefold() not in intro]


def test_it_says_who_owns_what():
    licence = README.split("## Licence")[1]
    assert "MIT licence" in licence
    assert "names belong to their publishers" in licence


def test_only_the_start_needs_a_shell_of_its_own():
    start = [line for fence in FENCES if fence.section == "Start" for line in fence.commands]
    assert start == [*COMMANDS[:2], ACTIVATE]
