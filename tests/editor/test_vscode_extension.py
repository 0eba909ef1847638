"""The extension for VS Code fits the program: its colours know the words of the language, its places exist."""

import json
import re
import tomllib

import pytest
from followed import CHECKOUT

from rulewright.interpreter.language.grammar.reader import words

FOLDER = CHECKOUT / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text("utf-8"))
GRAMMAR = json.loads((FOLDER / "syntaxes" / "effects.json").read_text("utf-8"))
RULES = GRAMMAR["repository"]


def test_the_grammar_colours_the_words_of_the_language():
    patterns = [
        rule["match"] for rule in RULES["effect"]["patterns"] if rule["name"].startswith("keyword.control")
    ]
    assert len(patterns) == 1
    for word in (*words(), "me", "nobody"):
        assert (re.fullmatch(patterns[0], word) is not None) == (word in words()), word


@pytest.mark.parametrize(
    ("row", "begins"),
    [
        ("    do: |", "block"),
        ("  upkeep: |2-", "block"),
        ("      - text: >", "block"),
        ("    do: gain 2 points", "line"),
        ("  - expect: Anna.points == 3", "line"),
        ("  - {when: attacked, do: gain 1 points}", "line"),
        ("title: Nim", None),
        ("    do: 'gain 2 points'", None),
        ("# do: gain 2 points", None),
    ],
)
def test_effects_begin_where_they_do(row, begins):
    found = [name for name in ("block", "line") if re.search(RULES[name]["begin"], row)]
    assert found == ([begins] if begins else [])


def test_its_version_is_that_of_the_program_and_its_files_are_there():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    assert PACKAGE["version"] == project["version"]
    assert (FOLDER / PACKAGE["main"]).is_file()
    assert (FOLDER / PACKAGE["contributes"]["grammars"][0]["path"]).is_file()
    assert (FOLDER / "LICENSE").read_bytes() == (CHECKOUT / "LICENSE").read_bytes()
