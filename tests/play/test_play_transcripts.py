"""Transcripts: what a person reads of a match."""

from __future__ import annotations

from tea_house import match, played, told

from rulewright.interpreter.play.transcript import transcript


def lines(outcome):
    assert outcome.passed, told(outcome.findings)
    return outcome.transcript.splitlines()


def test_a_whole_small_game(tmp_path, snapshot):
    outcome = played(
        tmp_path,
        """\
        seed: 3
        options: {rich: yes}
        given:
          row.guests: [aunt-1, aunt-2, uncle]
          deck.guests: [singer, cousin]
          Anna: {table: [neighbour back]}
        moves:
          - Anna: [aunt-1, a-stove, old-stove, cup]
          - Matt: [uncle, gain-1-fame]
          - Anna: [aunt-1, yes, green, 3, aunt-1]
          - Matt: [pass, done]
          - Matt: [aunt-2, a-stove, new-stove, cup]
          - Anna: [singer, gain-1-fame]
          - Matt: [done, pass, uncle, aunt-2]
          - Anna: [pass, done]
        """,
    )
    assert lines(outcome)
    assert outcome.transcript == snapshot


def test_the_same_match_gives_the_same_text():
    assert transcript(match(seed=1)) == transcript(match(seed=1).clone())


def test_an_open_match_says_who_is_next():
    assert transcript(match(seed=1)).splitlines()[-1].startswith("Next is Anna: Invite")


def test_a_match_without_journal_has_head_and_end():
    text = transcript(match(seed=1, journal=False))
    assert text.splitlines()[0] == "Tea House: Anna, Matt (seed 1)"
    assert "Next is Anna" in text


def test_what_is_passed_is_said_in_one_line(tmp_path):
    outcome = played(
        tmp_path,
        "given: {phase: serve, Anna: {table: [uncle]}}\nmoves: [{Anna: [pass, done]}]\nstop: yes\n",
    )
    assert "Anna  passes: Buy tea; Make friends of" in lines(outcome)


def test_hidden_bookkeeping_is_left_out(tmp_path):
    outcome = played(tmp_path, "options: {fault: broken}\ngiven: {Anna: {luck: 3}}\nmoves: []\nstop: yes\n")
    assert not any("Luck" in line for line in lines(outcome))


def test_the_end_names_winners_and_scores(tmp_path):
    even = played(tmp_path, "given: {phase: feast}\nmoves: []\n")
    assert lines(even)[-4:] == ["============", "Anna  0", "Matt  0", "Anna and Matt share the victory."]
    won = played(tmp_path, "given: {phase: feast, Matt: {fame: 12}}\nmoves: []\n")
    assert lines(won)[-4:] == ["============", "Matt  12", "Anna   0", "Matt wins."]
