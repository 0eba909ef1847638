"""The pages in docs/ are true: guides are followed as they stand, the examples of the others run in other tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from followed import CHECKOUT, clone_to, fences, follow
from typer.testing import CliRunner

from rulewright.cli.main import app

DOCS = CHECKOUT / "docs"
GUIDES = ("a-game-from-nothing.md", "authoring.md")
# Pages whose examples another test runs, each with that test.
ELSEWHERE = {
    "bots.md": "tests/play/test_play_bots.py",
    "commands.md": "tests/test_readme.py",
    "findings.md": "tests/findings/test_code_pages.py",
    "language.md": "tests/language/test_reference.py",
    "playthroughs.md": "tests/play/test_play_scripts.py",
    "chance.md": "tests/test_chance_page.py",
    "learning.md": "tests/adapters/test_batch.py",
    "python.md": "tests/interface/test_public_interface.py",
}
PAGES = [CHECKOUT / "README.md", *sorted(DOCS.glob("*.md"))]
NOUGHTS = DOCS / GUIDES[0]


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_and_commands_of_a_guide_work(guide, tmp_path):
    steps = fences(DOCS / guide)
    assert sum(len(step.session) for step in steps if step.language == "console") >= 6
    follow(steps, clone_to(tmp_path))


def test_the_mistake_that_the_guide_shows_is_told_so(tmp_path, monkeypatch):
    steps = fences(NOUGHTS)
    shown = next(number for number, step in enumerate(steps) if step.language == "text")
    monkeypatch.chdir(tmp_path)
    follow(steps[:shown], clone_to(tmp_path))
    rules = Path("noughts/rules/noughts/game.yaml")
    rules.write_text(rules.read_text("utf-8").replace("set cell.mark", "set cel.mark"), "utf-8")
    result = CliRunner().invoke(app, ["validate", "--root", "noughts"])
    assert result.exit_code == 1
    assert steps[shown].text in result.output


# ---------------------------------------------------------------- nothing is left out
def test_every_page_with_examples_is_run_by_some_test():
    with_examples = {page.name for page in PAGES[1:] if any(fence.language for fence in fences(page))}
    assert with_examples == {*GUIDES, *ELSEWHERE}
    for page, test in ELSEWHERE.items():
        assert page in (CHECKOUT / test).read_text("utf-8"), f"{test} says nothing of {page}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_the_words_of_a_page_is_one(page):
    words = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    commands = typer.main.get_command(app).commands
    for shown in re.findall(r"`rulewright ([^`]+)`", words):
        name, *rest = shown.split()
        if name in ("--help", "--version", "COMMAND"):
            continue
        assert name in commands, shown
        known = {option for param in commands[name].params for option in param.opts} | {"--help"}
        assert {word for word in rest if word.startswith("--")} <= known, shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    text = page.read_text("utf-8")
    for target, _, anchor in re.findall(r"\]\(([\w./-]*)(#([\w-]+))?\)", text):
        goal = page.parent / target if target else page
        assert goal.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.+)$", goal.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}, (
                target
            )


def test_every_module_that_the_architecture_names_is_there():
    words = re.sub(
        r"^```.*?^```", "", (DOCS / "architecture.md").read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    named = {Path(name).name for name in re.findall(r"`([\w/]+\.(?:py|lark))`", words)}
    there = {
        path.name
        for part in ("interpreter", "cli", "adapters", "tests")
        for path in (CHECKOUT / part).rglob("*.*")
    }
    assert len(named) > 20
    assert not named - there
