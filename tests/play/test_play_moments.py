"""Words for what was taken without asking, and what holds directly behind a choice."""

from __future__ import annotations

import pytest
from command_line import run
from tea_house import only, told

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.record import recording
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

SHELF = """\
language: 1
game: tiny
title: Shelf
players: 2
kinds: {card: {all: cards}}
components: {card: {two: {}, three: {}, four: {}, five: {}}}
zones: {shelf: {holds: card}, of each player: {hand: {holds: card}, table: {holds: card}}}
counters: {points: {}, coins: {start: 5}}
setup: |
  move two to players[1].hand
  move three to players[1].hand
  move four to shelf
rounds: {number: 1, every: {phases: [main, last]}}
phases:
  main:
    do: |
      as players[1]:
        DO
  last:
    do: |
      as players[1]:
        gain 10 points
        may "End": gain 1 points
result: {rank: players, by: [player.points]}
"""
ONE = """\
choose x from shelf "Take one"
        move x to me.hand
        gain 1 points
        choose y from me.hand "Play one"
        move y to me.table
        gain 2 points"""
SEVERAL = """\
move five to shelf
        choose 2 xs from shelf "Take two"
        move all xs to me.hand
        choose y from me.hand "Play one"
        move y to me.table"""


@pytest.fixture
def shelf(tmp_path):
    """Writes the game with a phase, and plays moves on it."""

    def play(do: str, *moves: str, **keys):
        for part in ("rules/tiny", "cards"):
            (tmp_path / part).mkdir(parents=True, exist_ok=True)
        (tmp_path / "rules/tiny/game.yaml").write_text(SHELF.replace("DO", do))
        path = tmp_path / "a.yaml"
        path.write_text(
            "game: tiny\nplayers: [Ann, Ben]\nstop: yes\nmoves:\n" + "".join(f"  - {m}\n" for m in moves)
        )
        findings = Findings()
        script = read_script(path, "a.yaml", findings)
        cases = check_script(script, Games(tmp_path), findings)
        return run_case(cases[0], **keys) if cases and not findings else findings

    return play


# ---------------------------------------------------------------- what was taken without asking
def test_a_word_for_a_forced_choice_never_answers_the_next_question(shelf):
    outcome = shelf(ONE, "Ann: four", "legal: {Ann: [two, three, four]}", "expect: Ann.table == []")
    assert outcome.passed, told(outcome.findings)


def test_said_twice_it_chooses_the_same_there(shelf):
    for words in ("[four, four]", "[four, two]", "two"):
        outcome = shelf(ONE, f"Ann: {words}", f"expect: Ann.table == [{words.strip('[]').split()[-1]}]")
        assert outcome.passed, told(outcome.findings)


def test_so_do_picks_of_several(shelf):
    outcome = shelf(SEVERAL, "Ann: [four, five]", "legal: {Ann: [two, three, four, five]}")
    assert outcome.passed, told(outcome.findings)
    outcome = shelf(SEVERAL, "Ann: [four, five, five]", "expect: Ann.table == [five]")
    assert outcome.passed, told(outcome.findings)


def test_a_script_that_goes_wrong_behind_such_a_word_is_told_of_it(shelf):
    code, _, message, _ = only(shelf(ONE, "Ann: four", "expect: Ann.table == [four]").findings)
    assert code == "RW509"
    assert "'four' in line 5 named what was taken without asking: said twice, it chooses" in message


@pytest.mark.parametrize("words", [("four", "end"), ("two", "yes"), ("three", "end")])
def test_a_recording_says_such_a_word_twice(shelf, words, tmp_path):
    outcome = shelf(ONE, f"Ann: {'[four, four]' if words[0] == 'four' else words[0]}", "bots: random")
    assert outcome.passed, told(outcome.findings)
    text = recording(outcome.match)
    assert ("[four, four" in text) == (words[0] == "four")
    (tmp_path / "again.yaml").write_text(text)
    again = run("play", tmp_path / "again.yaml", root=tmp_path)
    assert again.exit_code == 0, again.output


# ---------------------------------------------------------------- directly behind a choice
@pytest.mark.parametrize("reference", [False, True])
def test_then_looks_before_the_next_phase_begins(shelf, reference):
    moves = (
        "Ann: two",
        "then: Ann.points == 3",
        "note: a remark",
        "then: Ann.table == [two]",
        "expect: Ann.points == 13",
    )
    outcome = shelf(ONE, *moves, reference=reference)
    assert outcome.passed, told(outcome.findings)
    code, line, message, _ = only(
        shelf(ONE, "Ann: two", "then: Ann.points == 13", reference=reference).findings
    )
    assert (code, line) == ("RW509", 6)
    assert message.endswith("Ann.points is 3")


def test_then_looks_at_the_next_question_where_no_phase_is_between(shelf):
    do = 'may "One": gain 1 points\n        may "Two": gain 1 points'
    moves = (
        "Ann: yes",
        "then: Ann.points == 1",
        "Ann: yes",
        "then: Ann.points == 2",
        "expect: Ann.points == 12",
    )
    outcome = shelf(do, *moves)
    assert outcome.passed, told(outcome.findings)


def test_then_looks_before_an_ending(shelf):
    do = 'may "One":\n          gain 1 points\n          finish game\n        may "Two": gain 1 points'
    outcome = shelf(do, "Ann: yes", "then: Ann.points == 1 and round == 1")
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    "moves", [("then: round == 1",), ("Ann: two", "expect: round == 1", "then: round == 1")]
)
def test_then_stands_behind_a_choice(shelf, moves):
    assert [found.code for found in shelf(ONE, *moves)] == ["RW107"]
