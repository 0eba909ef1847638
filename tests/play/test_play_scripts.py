"""Reading playthrough files."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tea_house import checked, only, read, told

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import Bots, Expect, Goal, Move, Note, read_script


def test_the_examples_of_the_page_play():
    text = (Path(__file__).parents[2] / "docs" / "playthroughs.md").read_text(encoding="utf-8")
    examples = [part.split("```")[0] for part in text.split("```yaml\n")[1:]]
    assert len(examples) >= 2
    for example in examples:
        with TemporaryDirectory() as folder:
            cases, findings = checked(Path(folder), example)
        assert not findings, told(findings)
        outcome = run_case(cases[0])
        assert outcome.passed, told(outcome.findings)


def test_everything_of_a_script_is_read_with_its_place(tmp_path):
    script, findings = read(
        tmp_path,
        """\
        game: tea-house
        about: Shows much.
        players: [Anna, Matt]
        seed: -7
        options: {rich: yes}
        moves:
          - Anna: uncle
          - Anna: [pass, 3, done]
          - note: halfway
          - expect: round == 1
          - bots: random until phase serve
        stop: yes
        """,
    )
    assert script is not None, told(findings)
    (case,) = script.cases
    assert (case.name, case.about, case.game.text, case.seed, case.stop) == (
        "",
        "Shows much.",
        "tea-house",
        -7,
        True,
    )
    assert [word.text for word in case.players] == ["Anna", "Matt"]
    assert [(option.name.text, option.value.text) for option in case.options] == [("rich", "yes")]
    first, second, note, expect, bots = case.steps
    assert isinstance(first, Move)
    assert (first.span.line, first.span.column) == (7, 5)
    assert isinstance(second, Move)
    assert [(word.text, word.span.column) for word in second.words] == [("pass", 12), ("3", 18), ("done", 21)]
    assert isinstance(note, Note)
    assert isinstance(expect, Expect)
    assert expect.formula.text == "round == 1"
    assert bots == Bots("random", Goal("phase", name="serve"), bots.span)


def test_cases_take_from_the_head_what_they_lack(tmp_path):
    script, findings = read(
        tmp_path,
        """\
        game: tea-house
        players: 3
        seed: 1
        cases:
          - {name: first, moves: []}
          - {name: second, seed: 2, players: [A, B], moves: []}
        """,
    )
    assert script is not None, told(findings)
    first, second = script.cases
    assert (first.name, first.seed, first.players) == ("first", 1, 3)
    assert (second.name, second.seed, len(second.players)) == ("second", 2, 2)


@pytest.mark.parametrize(
    ("order", "goal"),
    [
        ("greedy", Goal("end")),
        ("mcts until the end", Goal("end")),
        ("random until round 3", Goal("round", number=3)),
        ("random for 1 decision", Goal("decisions", number=1)),
        ("random  for 12 decisions", Goal("decisions", number=12)),
    ],
)
def test_orders_to_bots(tmp_path, order, goal):
    script, _ = read(tmp_path, f"game: tea-house\nmoves:\n  - bots: {order}\n")
    assert script is not None
    (step,) = script.cases[0].steps
    assert isinstance(step, Bots)
    assert step.goal == goal


@pytest.mark.parametrize(
    ("order", "suggestion"),
    [("randon", "random"), ("random til round 3", None), ("random until phase", None)],
)
def test_an_order_to_bots_that_is_not_understood(tmp_path, order, suggestion):
    script, findings = read(tmp_path, f"game: tea-house\nmoves:\n  - bots: {order}\n")
    assert script is None
    code, line, _, near = only(findings)
    assert (code, line, near) == ("RW512", 3, suggestion)


def test_two_cases_of_one_name(tmp_path):
    script, findings = read(
        tmp_path,
        "game: tea-house\nmoves: []\ncases:\n  - {name: same}\n  - {name: other}\n  - {name: same}\n",
    )
    assert script is None
    code, line, message, _ = only(findings)
    assert (code, line) == ("RW110", 6)
    assert "line 4" in message


def test_cases_without_a_game(tmp_path):
    script, findings = read(tmp_path, "cases:\n  - {name: one, moves: []}\n")
    assert script is None
    assert only(findings)[0] == "RW102"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RW005"),
        ("- a list\n", "RW011"),
        ("game: tea-house\nmoves: [\n", "RW008"),
        ("game: tea-house\nmove: []\n", "RW101"),
        ("game: tea-house\nmoves:\n  - Anna: {a: b}\n", "RW103"),
        ("game: tea-house\nseed: often\nmoves: []\n", "RW103"),
    ],
)
def test_a_file_of_the_wrong_shape(tmp_path, text, code):
    script, findings = read(tmp_path, text)
    assert script is None
    assert code in {found[0] for found in told(findings)}


def test_a_file_that_is_not_utf8_a_folder_and_a_missing_one(tmp_path):
    (tmp_path / "latin.yaml").write_bytes(b"game: caf\xe9\n")
    for name, code in (("latin.yaml", "RW004"), (".", "RW002"), ("none.yaml", "RW001")):
        findings = Findings()
        assert read_script(tmp_path / name, name, findings) is None
        assert only(findings)[0] == code
