"""Recordings: they replay to the same end, and never destroy what was there."""

from __future__ import annotations

import pytest
from tea_house import HEAD, checked, match, played, told

from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.play.record import Recorder, RecordError, recording
from rulewright.interpreter.play.runner import run_case


def replayed(folder, text):
    cases, findings = checked(folder, text)
    assert not findings, told(findings)
    outcome = run_case(cases[0])
    assert outcome.passed, told(outcome.findings)
    return outcome.match


@pytest.mark.parametrize("stop_after", [0, 1, 7, 1000])
@pytest.mark.parametrize("seed", [0, 3, -5])
def test_a_recording_replays_to_the_same_position(tmp_path, seed, stop_after):
    game = match("Anna", "Matt", "Zoe", seed=seed, options={"rich": "yes"})
    bots = [bot_for("random", seed, seat) for seat in range(3)]
    while game.decision is not None and len(game.moves) < stop_after:
        game.apply(bots[game.decision.player].choose(game))
    text = recording(game)
    assert ("stop: yes" in text) == (not game.over)
    again = replayed(tmp_path, text)
    assert (again.state.v, again.state.z) == (game.state.v, game.state.z)
    if game.over:
        assert again.digest() == game.digest()
    assert again.moves == game.moves
    assert again.options == game.options
    assert recording(again) == text


def test_a_stated_position_is_recorded_with_it(tmp_path):
    given = """\
given:
  round: 2
  phase: serve
  turn_order: [Matt, Anna]
  Anna: {coins: 9, tea: {black: 2}, table: [aunt back, {id: uncle, face: "front"}]}
  options: {rich: yes}
moves:
  - bots: random
"""
    outcome = played(tmp_path, given)
    text = recording(outcome.match, outcome.ready.case.given)
    assert replayed(tmp_path, text).digest() == outcome.match.digest()


def test_the_moves_stand_in_short_rows(tmp_path):
    outcome = played(
        tmp_path,
        "given: {row.guests: [aunt-1, aunt-2, uncle]}\nmoves: [bots: random for 8 decisions]\nstop: yes\n",
    )
    text = recording(outcome.match, outcome.ready.case.given)
    assert text.startswith(
        HEAD
        + "seed: 0\nchance: keyed\ngiven:\n  row.guests: [aunt-1, aunt-2, uncle]\n"
        + "moves:\n  # Round 1: Invitations\n  - Anna: "
    )
    assert all(len(line) <= 110 for line in text.splitlines())


def test_an_existing_file_is_not_replaced(tmp_path):
    path = tmp_path / "kept.yaml"
    path.write_text("precious\n")
    with pytest.raises(RecordError, match="exists already"):
        Recorder(path)
    assert path.read_text() == "precious\n"
    Recorder(path, force=True).write("new\n")
    assert path.read_text() == "new\n"


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path):
    path = tmp_path / "game.yaml"
    recorder = Recorder(path)
    path.write_text("precious\n")
    with pytest.raises(RecordError, match="meanwhile"):
        recorder.write("new\n")
    assert path.read_text() == "precious\n"
    assert [file.name for file in tmp_path.iterdir()] == ["game.yaml"]


def test_a_recorder_may_replace_its_own_file(tmp_path):
    recorder = Recorder(tmp_path / "game.yaml")
    recorder.write("one\n")
    recorder.write("two\n")
    assert (tmp_path / "game.yaml").read_text() == "two\n"
    assert [file.name for file in tmp_path.iterdir()] == ["game.yaml"]


def test_where_nothing_can_be_written(tmp_path):
    with pytest.raises(RecordError, match="is a folder"):
        Recorder(tmp_path)
    with pytest.raises(RecordError, match="does not exist"):
        Recorder(tmp_path / "none" / "game.yaml")
