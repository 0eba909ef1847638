"""Who has won: the best, those of whom a condition holds, whole teams; on every machine."""

from __future__ import annotations

import pytest

from rulewright.interpreter.play.transcript import transcript
from tests.machines import open_on
from tests.one_meaning.tiny import codes, played, tiny


def ended(machine, main, result, players=2):
    head = f"players: {players}\nresult: {{rank: players, by: [player.score], {result}}}\n"
    return played(open_on(machine, tiny(main, head), players))


@pytest.mark.parametrize(("score", "winners"), [(24, []), (25, [0, 1])])
def test_all_win_together_or_nobody_does_and_there_is_a_score(machine, score, winners):
    match = ended(machine, f"gain {score} score", "won: sum(p.score for each p in players) >= 25")
    assert (match.scores(), match.winners()) == ([score, 0], winners)


def test_who_has_won_need_not_be_the_best(machine):
    match = ended(machine, "gain 9 score\nas players[2]: gain 1 score", "won: player.score == 1")
    assert match.winners() == [1]


def test_a_team_wins_with_its_best(machine):
    main = "gain 3 score\nas players[4]: gain 5 score and 1 luck\nas players[2]: gain 1 luck"
    match = ended(machine, main, "team: player.luck", players=4)
    assert (match.scores(), match.winners()) == ([3, 0, 0, 5], [1, 3])


def test_a_team_wins_with_who_has_won(machine):
    match = ended(machine, "gain 3 score", "won: player.score == 3, team: player.coins", players=3)
    assert match.winners() == [0, 1, 2]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("won: player.score >= 0", "Player1 and Player2 win together."),
        ("won: player.score < 0", "Nobody wins."),
        ("team: player.coins", "Player1 and Player2 win together."),
    ],
)
def test_transcripts_tell_who_has_won(result, told):
    assert told in transcript(ended("compiled with a journal", "gain 1 score", result))


def test_an_estimate_is_less_by_what_is_missing(machine):
    """Of 25 together 20 are missing: the score of 5 counts as -15, that of 0 as -20."""
    match = ended(machine, "gain 5 score", "won: sum(p.score for each p in players) >= 25")
    assert match.estimates() == [-15, -20]


@pytest.mark.parametrize(
    ("result", "code"),
    [("won: player.score", "RW405"), ("team: players", "RW401"), ("won: me.score > 1", "RW212")],
)
def test_what_is_no_condition_or_no_team_is_found(result, code):
    head = f"result: {{rank: players, by: [player.score], {result}}}\n"
    assert codes("gain 1 score", head) == [code]
