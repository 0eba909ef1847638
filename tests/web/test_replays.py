"""Replays: what the time line of a playthrough says is what was played, and what its transcript tells."""

from __future__ import annotations

import json

import pytest
from web_server import ROOT

from rulewright.cli.web.adapter import ALL, scene_of
from rulewright.cli.web.replays import TimeLine, played
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.transcript import transcript_rows

QUARTER = ROOT / "tests/playthroughs/pret-a-porter/first-quarter.yaml"
GAMES = Games(ROOT)


def patched(scene, changes):
    """The scene after some changes, as the page makes it."""
    scene = json.loads(json.dumps(scene))
    for path, *value in changes:
        part = scene
        for key in path[:-1]:
            part = part[key]
        if value:
            part[path[-1]] = value[0]
        else:
            del part[path[-1]]
    return scene


def told(match):
    """The lines of a transcript behind its set-up, without headings' lines and the names' padding."""
    rows = [" ".join(row.text.split()) for row in transcript_rows(match) if row.text.strip("=- ")]
    start = next(i for i, row in enumerate(rows) if row.startswith("Round 1"))
    stop = next(
        (i for i, row in enumerate(rows) if row == "Final scores" or row.startswith("Next is")), len(rows)
    )
    return rows[start:stop]


def logged(entries):
    lines = [
        f"{entry['player'] or ('-' if entry['kind'] == 'line' else '')} {entry['text']}" for entry in entries
    ]
    lines = [" ".join(line.split()) for line in lines]
    return lines[next(i for i, line in enumerate(lines) if line.startswith("Round 1")) :]


@pytest.mark.parametrize(
    "file",
    [
        "pret-a-porter/first-quarter.yaml",
        pytest.param("pret-a-porter/games/two-players.yaml", marks=pytest.mark.slow),
        pytest.param("rococo/games/two-players.yaml", marks=pytest.mark.slow),
        "kuhn-poker/deals.yaml",
        "tic-tac-toe/games.yaml",
    ],
)
def test_the_log_is_the_transcript_and_the_frames_lead_to_the_end(file):
    result = played(ROOT / "tests/playthroughs" / file, GAMES)
    assert result.findings == ()
    replay = result.replay
    frames = TimeLine(replay, ALL).frames(0, len(replay.moments))
    scene, log = {}, []
    for frame, moment in zip(frames, replay.moments, strict=True):
        scene = patched(scene, frame["changes"])
        log = log[: frame["kept"]] + frame["log"]
        assert scene == json.loads(json.dumps(scene_of(moment.match, ALL)))
    match = replay.moments[-1].match
    assert len(frames) == len(match.moves) + 1
    assert logged(log) == told(match)
    assert all(entry["why"] for entry in log if entry["kind"] == "line")


def test_every_step_names_its_line_of_the_script():
    result = played(QUARTER, GAMES)
    lines = QUARTER.read_text(encoding="utf-8").split("\n")
    steps = [frame["step"] for frame in TimeLine(result.replay, ALL).frames(1, 1000)]
    assert len(steps) > 50
    for step in steps:
        assert f"- {step['player']}:" in lines[step["line"] - 1]
    assert [step["line"] for step in steps] == sorted(step["line"] for step in steps)


def test_frames_are_the_same_however_they_are_asked_for():
    replay = played(QUARTER, GAMES).replay
    whole = TimeLine(replay, ALL).frames(0, 30)
    line = TimeLine(replay, ALL)
    assert [*line.frames(0, 7), *line.frames(7, 30)] == whole
    assert line.frames(3, 5) == whole[3:5]
    assert line.frames(5000, 5010) == []


def test_a_script_that_fails_is_shown_up_to_its_fault():
    text = QUARTER.read_text(encoding="utf-8")
    line = next(n for n, words in enumerate(text.split("\n"), 1) if words.startswith("  - Greg:"))
    changed = text.split("\n")
    changed[line - 1] = "  - Greg: the-moon"
    result = played(QUARTER, GAMES, unsaved="\n".join(changed))
    assert [finding.code for finding in result.findings] == ["RW504"]
    assert f":{line}:" in result.told[0]
    assert "- Greg: the-moon" in result.told[0]
    assert result.replay.moments[-1].line < line


def test_a_text_that_is_no_playthrough_has_findings_and_no_replay():
    result = played(QUARTER, GAMES, unsaved="game: [\n")
    assert result.replay is None
    assert result.findings
    assert "game: [" in result.told[0]


def test_a_case_is_chosen_by_its_name():
    path = ROOT / "tests/playthroughs/kuhn-poker/deals.yaml"
    names = played(path, GAMES).cases
    assert len(names) > 1
    assert played(path, GAMES, case=names[1]).replay.ready.case.name == names[1]


def test_a_seat_is_told_nothing_that_it_does_not_see():
    replay = played(ROOT / "tests/playthroughs/kuhn-poker/deals.yaml", GAMES).replay
    match = replay.moments[0].match
    other = match.view(1)["players"][match.names[1]]["zones"]["hand"][0]
    (first,) = TimeLine(replay, 0).frames(0, 1)
    assert other not in json.dumps(first)
    assert other in json.dumps(TimeLine(replay, 1).frames(0, 1))
