"""The reference of the language: every example runs, every rule of the grammar is explained, the page is current."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

from rulewright.interpreter.content.deep_values import DEEPEST as DEEPEST_VALUE
from rulewright.interpreter.content.model import Value
from rulewright.interpreter.journal.events import ActionBegan
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.reference.entries import groups
from rulewright.interpreter.language.reference.entry import Asked, Entry, Group, Then
from rulewright.interpreter.language.reference.page import page
from rulewright.interpreter.language.reference.points import POINTS
from rulewright.interpreter.language.weights import WHOLE
from rulewright.interpreter.state.limits import DEEPEST, MOST_DECISIONS, MOST_STEPS
from tests.language.small_game import (
    EXTRA,
    MAIN,
    base_files,
    check_files,
    first_player,
    holds,
    ids,
    main_file,
    opened,
)
from tests.machines import AnyMatch, journal_of

ROOT = Path(__file__).parents[2]
GRAMMAR = ROOT / "interpreter" / "language" / "grammar" / "grammar.lark"
ALL = [(group, entry) for group in groups() for entry in group.entries]
# What the table of formulas says is on the table: see the head of that group.
LAID_OUT = "move [flint, chalk] to me.hand\nmove slate to players[2].hand\ngain 3 score"


def files_of(group: Group, entry: Entry) -> dict[str, str]:
    """The files in which an example stands, beside those of the small game."""
    text, tried = entry.example + "\n", main_file(first_player(entry.tried or "nothing"))
    if group.sort == "effect":
        return {MAIN: main_file(first_player(entry.example))}
    if group.sort == "formula":
        value = f"values:\n  example(player):\n    is: |\n{indent(text, '      ')}"
        return {MAIN: main_file(first_player(LAID_OUT)), EXTRA: value}
    if group.sort == "template":
        action = f"actions:\n  example(n is number, stone):\n    text: |-\n      {text}    do: nothing\n"
        return {MAIN: main_file(first_player("example(3, flint)")), EXTRA: action}
    if group.sort == "rules":
        return {MAIN: tried, EXTRA: text}
    if group.sort == "cards":
        return {MAIN: tried, "cards/small/treasures.yaml": text}
    game = base_files()["rules/small/game.yaml"]
    own = "\nresult:" in text
    return {MAIN: text, "rules/small/game.yaml": game[: game.index("result:")] if own else game}


def formula_value(match: AnyMatch) -> str:
    """The value of the example for Ann, as the content writes it."""
    value: Value = match.game.values["example"]
    here = value.formula.span
    ann = c.Const(here, value.params[0].type, 0)
    result = match.evaluate(c.ValueCall(here, value.type, "example", (ann,)))
    if isinstance(result, tuple):
        return ", ".join(match.naming.word(value.type.item, item) for item in result)
    return match.naming.word(value.type, result)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(("group", "entry"), ALL, ids=[f"{group.sort}: {entry.name}" for group, entry in ALL])
def test_every_example_does_what_the_page_says(group: Group, entry: Entry) -> None:
    game, found = check_files(files_of(group, entry))
    assert game is not None, found
    assert not found
    match = opened(game)
    for step in entry.steps:
        if isinstance(step, Asked):
            assert match.names[match.decision.player] == step.player
            assert ", ".join(ids(match)) == step.offered
            match.apply(step.taken)
        elif isinstance(step, Then):
            assert holds(match, step.condition)
        elif group.sort == "template":
            assert [event.text for event in journal_of(match) if isinstance(event, ActionBegan)] == [
                step.value
            ]
        else:
            assert formula_value(match) == step.value
    assert match.over


def test_every_entry_is_whole() -> None:
    assert len(ALL) > 80
    assert len({(group.title, entry.name) for group, entry in ALL}) == len(ALL)
    for _, entry in ALL:
        assert all((entry.name, entry.form, entry.meaning, entry.example, entry.steps)), entry.name
        assert entry.meaning.endswith("."), entry.name


def grammar_rules() -> set[str]:
    """The rules of the grammar and their aliases, but for those that only choose between others or are written in."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    rules = {name for mark, name in re.findall(r"^(\??)([a-z]\w*):", text, re.MULTILINE) if not mark}
    return (rules | set(re.findall(r"->\s*(\w+)", text))) - {"formula", "type"}


def test_every_rule_of_the_grammar_has_an_entry() -> None:
    explained = {rule for _, entry in ALL for rule in entry.rules}
    assert grammar_rules() - explained == set()


def test_no_entry_explains_a_rule_that_is_not_there() -> None:
    explained = {rule for _, entry in ALL for rule in entry.rules}
    assert explained - grammar_rules() == set()


# ---------------------------------------------------------------- the page
def test_the_page_is_what_the_program_prints() -> None:
    command = [sys.executable, "-m", "rulewright.interpreter.language.reference.page"]
    printed = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, env={**os.environ, "PYTHONUTF8": "1"}
    )
    shown = (ROOT / "docs" / "language.md").read_bytes()
    assert printed.stdout.replace(b"\r\n", b"\n") == shown.replace(b"\r\n", b"\n"), (
        "print it anew: " + " ".join(command[1:])
    )


def test_the_page_shows_every_entry_and_every_point() -> None:
    text = page()
    assert all(f"### {entry.name}\n\n`{entry.form}`" in text and entry.example in text for _, entry in ALL)
    assert all(f"{point.number}. **{point.title}.** {point.decision}" in text for point in POINTS)


def test_the_page_tells_the_limits() -> None:
    limits = (MOST_STEPS, MOST_DECISIONS, DEEPEST, DEEPEST_VALUE, WHOLE)
    told = page().partition("Nothing runs without end")[2].partition("\n\n")[0]
    assert all(re.search(rf"\b{limit:,}\b", told) for limit in limits)


def test_there_are_25_points_and_each_is_shown_by_tests() -> None:
    source = (Path(__file__).parent / "test_semantics.py").read_text(encoding="utf-8")
    names = re.findall(r"^def (test_\w+)\(", source, re.MULTILINE)
    assert [point.number for point in POINTS] == list(range(1, 26))
    assert all(any(name.startswith(point.tests) for name in names) for point in POINTS)
    assert all(
        name.startswith("test_fuel_") or re.match(r"test_(0[1-9]|1\d|2[0-5])_", name) for name in names
    )


@pytest.mark.usefixtures("machine")
def test_the_first_card_of_the_page_works() -> None:
    card = re.findall(r"^```yaml\n(.*?)^```", page(), re.MULTILINE | re.DOTALL)[0]
    main = main_file(first_player("move scout to me.camp\noffer fair(sun)"))
    game, found = check_files({MAIN: main, "cards/small/treasures.yaml": card})
    assert game is not None, found
    match = opened(game)
    assert ids(match) == ["scout", "done"]
    match.apply("scout")
    assert holds(match, "flint in Ann.hand and Ann.coins == 4")
