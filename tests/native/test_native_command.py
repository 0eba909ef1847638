"""The command `native` builds games, and says in one line what stands in the way."""

from natives import needs_compiler
from typer.testing import CliRunner

from rulewright.cli.main import app


def told(*words, **env):
    return CliRunner().invoke(app, ["native", *words], env=env)


@needs_compiler
def test_a_game_is_built_and_the_next_time_kept():
    first, second = told("tic-tac-toe"), told("tic-tac-toe")
    assert first.exit_code == second.exit_code == 0
    assert "tic-tac-toe for 2: native" in first.output
    assert "tic-tac-toe for 2: native, kept from before" in second.output


def test_without_a_compiler_one_line_says_so():
    answer = told("tic-tac-toe", CC="no-such-compiler")
    assert answer.exit_code == 0
    assert (
        answer.stdout == "games play on Python: the compiler that CC names is not there: no-such-compiler\n"
    )
    assert told("tic-tac-toe", "--check", CC="no-such-compiler").exit_code == 1


@needs_compiler
def test_what_the_compiler_says_is_shown_when_it_is_asked_for(tmp_path):
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho something is broken >&2\nexit 1\n")
    broken.chmod(0o755)
    answer = told("tic-tac-toe", CC=str(broken))
    assert answer.exit_code == 0
    assert "something is broken" not in answer.output
    assert "--check" in answer.stdout
    asked = told("tic-tac-toe", "--check", CC=str(broken))
    assert asked.exit_code == 1
    assert "something is broken" in asked.output


def test_a_number_of_players_that_the_game_has_not_is_refused():
    answer = told("tic-tac-toe", "--players", "7")
    assert answer.exit_code in (0, 2)  # without a compiler nothing is looked at
