"""docs/browser.md is true: its pictures are there, its links lead somewhere, its commands and options are ones."""

from __future__ import annotations

import re

from command_line import CHECKOUT, run

PAGE = CHECKOUT / "docs/browser.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_its_pictures_are_there_and_are_pictures():
    named = re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)
    assert len(named) >= 5
    for name in named:
        assert (PAGE.parent / name).read_bytes().startswith(b"\x89PNG")
    kept = {f"pictures/{path.name}" for path in (PAGE.parent / "pictures").iterdir()}
    assert kept == set(named)


def test_its_options_are_those_of_the_commands():
    helps = run("open", "--help", root=None).stdout + run("page", "replay", "--help", root=None).stdout
    for option in set(re.findall(r"`(--[a-z-]+)", TEXT)):
        assert option in helps
    for command in ("cards", "replay", "statistics"):
        assert f"rulewright page {command}" in TEXT
        assert run("page", command, "--help", root=None).exit_code == 0


def test_the_readme_shows_one_picture_and_the_command():
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert readme.count("![") == 1
    assert "docs/pictures/table.png" in readme
    assert "\nrulewright open\n" in readme
