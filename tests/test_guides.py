"""The guides in docs/ are followed as they stand: their files are written and their commands run, in order."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app

GUIDES = ("a-game-from-nothing.md",)
DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def follow(language: str, text: str, commands: list[str]) -> None:
    if language == "yaml":
        name, content = text.split("\n", 1)
        assert name.startswith("# "), f"a file of a guide begins with its name, not with {name!r}"
        Path(name.removeprefix("# ")).write_text(content, "utf-8")
    if language == "console":
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, *wanted = part.splitlines()
            commands.append(command)
            run(shlex.split(command), wanted)


def run(words: list[str], wanted: list[str]) -> None:
    if words[0] == "mkdir":
        for name in words[2:]:
            Path(name).mkdir(parents=True)
        return
    assert words[0] == "rulewright"
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == 0, result.output
    for line in wanted:
        assert line in result.output.splitlines(), result.output


@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_and_commands_of_a_guide_work(guide, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands: list[str] = []
    blocks = BLOCK.findall((DOCS / guide).read_text("utf-8"))
    for language, text in blocks:
        follow(language, text, commands)
    assert len(commands) >= 6
    assert {language for language, _ in blocks} == {"yaml", "console", "text"}


def test_the_mistake_that_the_guide_shows_is_told_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / GUIDES[0]).read_text("utf-8"))
    for language, text in blocks:
        if language != "console" or text.startswith("$ mkdir"):
            follow(language, text, [])
    rules = Path("noughts/rules/noughts/game.yaml")
    rules.write_text(rules.read_text("utf-8").replace("set cell.mark", "set cel.mark"), "utf-8")
    result = CliRunner().invoke(app, ["validate", "--root", "noughts"])
    shown = next(text for language, text in blocks if language == "text")
    assert result.exit_code == 1
    assert shown in result.output
