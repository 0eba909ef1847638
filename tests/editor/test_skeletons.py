"""What nothing declares can be declared by a fix: an action, a value, a card; then the game has no error any more."""

from shutil import copytree

import pytest
from followed import CHECKOUT

from rulewright.interpreter.editor.answers import Answers
from rulewright.interpreter.editor.project import Project


@pytest.fixture
def answers(tmp_path):
    for part in ("rules/pret-a-porter", "cards/pret-a-porter"):
        copytree(CHECKOUT / part, tmp_path / part)
    return Answers(Project(tmp_path.resolve()))


EMPLOYEES = "cards/pret-a-porter/employees.yaml"


def mended(answers, file, before, after, title):
    """Make a slip in a file, take the fix of a title, and return the errors that are left and the fix."""
    path = answers.project.root / file
    text = path.read_text("utf-8")
    assert before in text
    answers.findings(path)
    slipped = text.replace(before, after, 1)
    answers.project.write(path, slipped)
    line = slipped[: slipped.index(after)].count("\n")
    fix = next(fix for fix in answers.fixes(path, line, line) if fix.title.startswith(title))
    answers.project.write(fix.path, fix.text)
    left = [finding for found in answers.findings(path).values() for finding in found]
    return [finding for finding in left if finding.severity == "error"], fix


@pytest.mark.parametrize(
    ("call", "head"),
    [
        ("stitch_it()", "  stitch_it:\n"),
        ("stitch_it(2, count(me.designs))", "  stitch_it(argument_a is number, argument_b is number):\n"),
    ],
)
def test_an_unknown_action_is_declared_where_actions_are(answers, call, head):
    errors, fix = mended(answers, EMPLOYEES, "draw_designs(1)", call, "Declare the action `stitch_it` in ")
    assert f"\nactions:\n{head}" in fix.text
    assert not errors


def test_an_unknown_value_is_declared_where_values_are(answers):
    errors, fix = mended(
        answers, EMPLOYEES, "do: gain 5 cash", "do: gain pay_of(2) cash", "Declare the value `pay_of` in "
    )
    assert "\nvalues:\n  pay_of(argument_a is number):\n" in fix.text
    assert not errors


GAME = """\
language: 1
game: friends
title: Friends
players: 2
kinds:
  person: {all: people, fields: {friend: person or none}}
counters: {points: {}}
rounds: {number: 1, every: {phases: [main]}}
phases:
  main:
    do: |
      as each player in players:
        choose x from people where x.friend != none "Who"
        gain count([x]) points
result: {rank: players, by: [player.points]}
"""
CARDS = "kind: person\ncards:\n  ada: {name: Ada, friend: bea}\n  bea: {name: Bea, friend: none}\n"


def test_an_unknown_card_is_begun_where_its_kind_is(tmp_path):
    for file, text in (("rules/friends/game.yaml", GAME), ("cards/friends/people.yaml", CARDS)):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(text, "utf-8")
    answers = Answers(Project(tmp_path.resolve()))
    path = tmp_path.resolve() / "cards/friends/people.yaml"
    assert not answers.findings(path)[path]
    answers.project.write(path, CARDS.replace("friend: bea", "friend: coleridge"))
    fix = next(fix for fix in answers.fixes(path, 2, 2) if fix.title.startswith("Begin"))
    assert fix.title == "Begin the person `coleridge` in people.yaml"
    answers.project.write(path, fix.text)
    assert "\n  coleridge:\n" in fix.text
    assert not [each for each in answers.findings(path)[path] if each.severity == "error"]
