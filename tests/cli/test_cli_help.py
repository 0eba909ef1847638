"""Every command says what it does, with an example."""

from __future__ import annotations

import pytest
from command_line import run

from rulewright.cli.main import app, new

COMMANDS = [(command.name or command.callback.__name__,) for command in app.registered_commands]
COMMANDS += [("new", command.name) for command in new.registered_commands]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_has_an_example(words):
    result = run(*words, "--help", root=None)
    assert result.exit_code == 0
    assert f"Example: rulewright {' '.join(words)}" in " ".join(result.stdout.split())


def test_the_program_lists_its_commands():
    listed = run("--help", root=None).stdout
    assert all(words[0] in listed for words in COMMANDS)
