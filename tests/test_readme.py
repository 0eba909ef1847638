"""The README is true: every command, edit, file and example in it is carried out, in the order in which it stands."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest
import typer
from followed import CHECKOUT, clone_to, fences, follow

from rulewright import game_names, load_game
from rulewright.cli.main import app

PAGE = CHECKOUT / "README.md"
README = PAGE.read_text(encoding="utf-8")
ACTIVATE = ". .venv/bin/activate"
FENCES = fences(PAGE)
# The README begins; this page goes on, and has all commands.
COMMANDS_PAGE = CHECKOUT / "docs/commands.md"
ALL_FENCES = [*FENCES, *fences(COMMANDS_PAGE)]
COMMANDS = [line for fence in FENCES if fence.language == "bash" for line in fence.commands]
SECTIONS = list(
    dict.fromkeys(
        (fence.page, fence.section) for fence in ALL_FENCES if fence.section != "Start" and fence.section
    )
)
# Serves an editor over its pipes, and never answers anybody else.
TALKS_TO_PROGRAMS = {"lsp"}


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
    assert project["scripts"]["rulewright"] == "rulewright.cli.main:main"
    assert any(
        wanted.startswith("rulewright[") and "test" in wanted
        for wanted in project["optional-dependencies"]["dev"]
    )
    assert any(wanted.startswith("pytest") for wanted in project["optional-dependencies"]["test"])
    assert project["readme"] == "README.md"


# ---------------------------------------------------------------- everything else is carried out
@pytest.mark.slow
@pytest.mark.parametrize(("page", "section"), SECTIONS)
def test_what_a_section_says_happens(page, section, tmp_path):
    follow(
        [fence for fence in ALL_FENCES if (fence.page, fence.section) == (page, section)], clone_to(tmp_path)
    )


def test_the_readme_is_short():
    assert len(README.splitlines()) < 200


# ---------------------------------------------------------------- nothing is missing, nothing is made up
def test_the_example_card_stands_in_the_cards():
    (card,) = [fence for fence in FENCES if not fence.section]
    text = (CHECKOUT / "cards/pret-a-porter/employees.yaml").read_text(encoding="utf-8")
    assert "".join(f"  {line}\n" for line in card.text.splitlines()) in text


def test_every_command_has_an_example():
    names = set(typer.main.get_command(app).commands)
    commands = [line for fence in ALL_FENCES if fence.language == "bash" for line in fence.commands]
    shown = {command.split()[1] for command in commands if command.startswith("rulewright ")}
    assert shown <= names
    assert not names - shown - TALKS_TO_PROGRAMS, "give these an example in docs/commands.md"


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
