"""Scripts played line by line: what is understood, what fails, and with which words."""

from __future__ import annotations

import pytest
from tea_house import checked, only, played, told

# Anna and Matt may invite the two aunts (2 coins), the uncle (1 coin); nothing else lies in the row.
ROW = "given: {row.guests: [aunt-1, aunt-2, uncle]}\n"


def play(folder, moves, *, given=ROW, head="", stop="yes"):
    return played(folder, f"{head}{given}moves:\n{moves}\nstop: {stop}\n")


def test_moves_by_id_by_beginning_and_several_in_a_row(tmp_path):
    outcome = play(tmp_path, "  - Anna: [unc, gain]\n  - Matt: [aunt-2, a-st, new, cup-3]")
    assert outcome.passed, told(outcome.findings)
    assert [move.id for move in outcome.match.moves] == [
        "uncle", "gain-1-fame", "aunt-2", "a-stove", "new-stove", "cup-3",
    ]  # fmt: skip


def test_copies_in_the_same_place_need_no_number(tmp_path):
    outcome = play(tmp_path, "  - Anna: [aunt, gain-1-fame]\n  - Matt: [aunt, a-stove, old-stove, cup]")
    assert outcome.passed, told(outcome.findings)
    ids = [move.id for move in outcome.match.moves]
    assert ids == ["aunt-1", "gain-1-fame", "aunt-2", "a-stove", "old-stove", "cup-3"]


def test_copies_that_differ_need_their_number(tmp_path):
    given = "given: {phase: serve, Anna: {table: [aunt-1, {id: aunt-2, cups: 2}]}}\n"
    outcome = play(tmp_path, "  - Anna: [aunt]", given=given)
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW505", 5)
    assert "aunt-1, aunt-2" in message
    assert "differ" in message


@pytest.mark.parametrize("word", ["pass", "no", "No"])
def test_words_that_decline(tmp_path, word):
    outcome = play(
        tmp_path, f"  - Anna: {word}\n  - expect: Anna.coins == 3", given="given: {phase: serve}\n"
    )
    assert outcome.passed, told(outcome.findings)


def test_what_a_may_asks_about_says_yes(tmp_path):
    given = "given: {round: 2, phase: serve, Anna: {coins: 1, tea: {}}}\n"
    moves = "  - legal: {Anna: [buy-tea, pass]}\n  - Anna: [Buy-tea, green]\n  - then: Anna.tea[green] == 1"
    outcome = play(tmp_path, moves, given=given)
    assert outcome.passed, told(outcome.findings)
    for step in ("Anna: buy", "Anna: buy-teas"):
        assert not play(tmp_path, f"  - {step}", given=given).passed
    refused = play(tmp_path, "  - not legal: {Anna: buy-tea}", given=given)
    assert not refused.passed
    assert "should not be legal" in told(refused.findings)[0][3]


FRIENDS = "given: {phase: serve, Anna: {coins: 0, table: [uncle, singer, cousin]}}\n"
# Two questions to Anna that are ended with `done`, one behind the other.
WINDOW = "given: {phase: serve, turn_order: [Anna, Matt], Anna: {coins: 0, table: [aunt-1]}}\n"


@pytest.mark.parametrize(
    ("moves", "given", "message", "suggestion"),
    [
        ("  - Anna: done", ROW.replace("{", "{phase: serve, "), "`pass`, or `no`, declines it", "pass"),
        ("  - Anna: pass", FRIENDS, "`done` ends it", "done"),
        ("  - Anna: no", WINDOW, "`done` ends it", "done"),
        ("  - Anna: [uncle, no]", ROW, "legal are a-stove, gain-1-fame", None),
    ],
)
def test_the_other_word_that_declines_is_told_the_right_one(tmp_path, moves, given, message, suggestion):
    code, _, found, near = only(play(tmp_path, moves, given=given).findings)
    assert code == "RW504"
    assert message in found
    assert near == suggestion


def test_done_may_end_a_choice_that_ended_by_itself(tmp_path):
    for moves in ("[singer, cousin]", "[singer, cousin, done]", "[cousin, done]"):
        outcome = play(tmp_path, f"  - Anna: {moves}\n  - Matt: no", given=FRIENDS)
        assert outcome.passed, told(outcome.findings)


def test_done_is_never_passed_on_to_the_next_question(tmp_path):
    # Matt has a choice of his own that `done` would end.
    given = FRIENDS.replace("}}", "}, Matt: {coins: 0, table: [neighbour]}}")
    outcome = play(
        tmp_path, "  - Anna: [cousin, done, done]\n  - Matt: neighbour\n  - Matt: done", given=given
    )
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW506", 5)
    assert "Matt has to choose" in message


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (
            "[singer, uncle]",
            "uncle comes before singer in the list of 'Make friends of': name them in the order uncle, singer",
        ),
        ("[cousin, sing]", "singer comes before cousin in the list"),
        ("[cousin, uncle]", "name them in the order uncle, cousin"),
        ("[uncle, uncle]", "uncle is picked already"),
        ("[uncle, cousin, singer]", "name them in the order uncle, singer, cousin"),
    ],
)
def test_picks_out_of_order(tmp_path, moves, words):
    code, line, message, _ = only(play(tmp_path, f"  - Anna: {moves}", given=FRIENDS).findings)
    assert (code, line) == ("RW504", 5)
    assert words in message


def test_what_is_legal_is_stated_in_any_order(tmp_path):
    outcome = play(
        tmp_path,
        """\
  - legal: [uncle, aunt]
  - legal: {Anna: [aunt-2, unc, aunt-1]}
  - not legal: [singer, pass, done, 3, cup]
  - not legal: {Anna: [singer]}
  - Anna: uncle
  - legal: [gain-1-fame, a-stove]
  - not legal: a-warm-bed
  - Anna: gain
  - legal: {Matt: aunt}
  - legal: [aunt-1, aunt-2]""",
    )
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    ("step", "code", "words"),
    [
        ("legal: [aunt]", "RW509", "uncle can be chosen too: Anna has to choose at 'Invite': aunt-1, aunt-2, uncle"),
        ("legal: [aunt-1, uncle]", "RW509", "aunt-2 can be chosen too"),
        ("legal: [aunt, uncle, singer]", "RW509", "singer cannot be chosen: "),
        ("legal: [aunt, singer]", "RW509", "singer cannot be chosen and uncle can be chosen too"),
        ("legal: {Matt: [aunt, uncle]}", "RW506", "Matt is not asked here: Anna has to choose"),
        ("not legal: [singer, uncle]", "RW509", "'uncle' should not be legal, but Anna has to choose at 'Invite'"),
        ("not legal: [aunt]", "RW509", "'aunt' should not be legal"),
        ("not legal: [unc]", "RW509", "'unc' should not be legal"),
        ("not legal: {Matt: [singer]}", "RW506", "Matt is not asked here"),
    ],
)  # fmt: skip
def test_what_is_legal_is_not_as_stated(tmp_path, step, code, words):
    found = only(play(tmp_path, f"  - {step}").findings)
    assert found[:2] == (code, 5)
    assert words in found[2]


def test_copies_that_differ_are_not_one_option(tmp_path):
    given = "given: {phase: serve, Anna: {table: [aunt-1, {id: aunt-2, cups: 2}]}}\n"
    assert only(play(tmp_path, "  - legal: [aunt, done]", given=given).findings)[0] == "RW505"
    assert play(tmp_path, "  - legal: [aunt-1, aunt-2, done]", given=given).passed
    assert only(play(tmp_path, "  - not legal: [aunt]", given=given).findings)[0] == "RW509"


def test_nothing_is_legal_after_the_end(tmp_path):
    assert only(play(tmp_path, "  - legal: [aunt]", given="given: {phase: feast}\n").findings)[0] == "RW507"


def test_a_choice_that_was_forced_may_be_named(tmp_path):
    given = "given: {round: 2, phase: serve, Anna: {coins: 1, tea: {}}}\n"
    # With one coin there is one amount to buy: it is not asked.
    for moves in ("[yes, green, 1]", "[yes, green]"):
        outcome = play(
            tmp_path, f"  - Anna: {moves}\n  - Matt: pass\n  - expect: Anna.tea[green] == 1", given=given
        )
        assert outcome.passed, told(outcome.findings)


def test_a_number_is_never_the_beginning_of_another(tmp_path):
    outcome = play(tmp_path, "  - Anna: [yes, green, 1]", given="given: {phase: serve, Anna: {coins: 10}}\n")
    assert outcome.passed, told(outcome.findings)
    assert outcome.match.moves[-1].id == "1"
    outcome = play(tmp_path, "  - Anna: [yes, green, 0]", given="given: {phase: serve, Anna: {coins: 10}}\n")
    assert only(outcome.findings)[0] == "RW504"


@pytest.mark.parametrize(
    ("moves", "code", "line", "words", "suggestion"),
    [
        ("  - Anna: singer", "RW504", 5, "legal are aunt-1, aunt-2, uncle", None),
        ("  - Anna: unkle", "RW504", 5, "'Invite'", "uncle"),
        ("  - Anna: [uncle, gain-1-fame]\n  - Matt: [uncle]", "RW504", 6, "legal are aunt-1, aunt-2", None),
        ("  - Matt: uncle", "RW506", 5, "Anna has to choose at 'Invite': aunt-1", None),
        ("  - Anna: [uncle, gain-1-fame, uncle]", "RW506", 5, "Matt has to choose", None),
    ],
)
def test_a_move_that_cannot_be(tmp_path, moves, code, line, words, suggestion):
    found = only(play(tmp_path, moves).findings)
    assert found[:2] == (code, line)
    assert words in found[2]
    assert found[3] == suggestion


def test_an_ambiguous_beginning(tmp_path):
    outcome = play(tmp_path, "  - Anna: [uncle, a-stove, o, c]\n  - Matt: [aunt, a]", given=ROW)
    assert outcome.passed, told(outcome.findings)
    # Uncle and neighbour share no beginning, two stoves share only the end: a beginning of two branches.
    outcome = play(
        tmp_path, "  - Anna: [uncle, a-]", given="given: {row.guests: [uncle], Anna: {coins: 200}}\n"
    )
    code, _, message, _ = only(outcome.findings)
    assert code == "RW505"
    assert "a-stove, a-warm-bed" in message


def test_moves_after_the_end(tmp_path):
    outcome = play(tmp_path, "  - Anna: [uncle, gain]", given="given: {phase: feast}\n")
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW507", 5)
    assert "over" in message


def test_a_prompt_left_open(tmp_path):
    outcome = play(tmp_path, "  - Anna: uncle", stop="no")
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW508", 5)
    assert "Anna has to choose at 'Put a cup on': a-stove, gain-1-fame" in message
    assert "stop: yes" in message


def test_an_open_end_may_be_allowed_from_outside(tmp_path):
    assert played(tmp_path, ROW + "moves: []\n", open_end=True).passed


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("Anna.coins == 4", "Anna.coins is 3"),
        ("Anna.coins == 3 and Matt.coins > Anna.coins + 1", "Matt.coins is 3 and Anna.coins + 1 is 4"),
        ("Anna.fame > 0 or round == 2", "Anna.fame is 0 and round is 1"),
        ("not (Anna.coins == 3)", "Anna.coins is 3"),
        ("first(row.guests) is uncle", "first(row.guests) is uncle is no"),
        ("uncle in Anna.table", "Anna.table is []"),
        ("first(row.guests) == uncle", "first(row.guests) is aunt-1"),
        ("first(turn_order) == Matt", "first(turn_order) is Anna"),
        ("old-stove.lit", "old-stove.lit is no"),
        ("row.guests == [uncle, aunt-1]", "row.guests is [aunt-1, aunt-2, uncle]"),
        ("Anna.table == [aunt-2]", "Anna.table is []"),
        ("aunt-2.face == back", "aunt-2.face is front"),
        ("turn_order == [Matt, Anna]", "turn_order is [Anna, Matt]"),
    ],
)
def test_an_expectation_that_fails_shows_its_values(tmp_path, formula, words):
    code, line, message, _ = only(play(tmp_path, f"  - expect: {formula}").findings)
    assert (code, line) == ("RW509", 5)
    assert message == f"expected {formula}, but {words}"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        # Matt's Invite is asked at once: nothing has gone by.
        ("  - Anna: [uncle, gain]\n", ""),
        (
            "  - Anna: [uncle, gain]\n  - Matt: [aunt-1, gain]\n",
            "; by now it is round 1, phase serve, and Matt has to choose at 'Serving'",
        ),
        (
            "  - bots: random until round 2\n",
            "; by now it is round 2, phase invite, and Matt has to choose at 'Invite'",
        ),
        ("  - bots: random until the end\n", "; by now the game is over"),
    ],
)
def test_an_expectation_that_fails_says_how_far_the_game_has_gone_on(tmp_path, moves, words):
    message = only(play(tmp_path, f"{moves}  - expect: Anna.coins == 99").findings)[2]
    _, mark, gone = message.partition("; ")
    assert mark + gone == words


def test_who_is_asked_what(tmp_path):
    outcome = play(
        tmp_path,
        "  - asked: Anna\n  - asked: {Anna: invite}\n  - Anna: uncle\n  - asked: {Anna: Put a cup}\n",
    )
    assert outcome.passed, told(outcome.findings)


@pytest.mark.parametrize(
    ("moves", "code", "words"),
    [
        ("asked: Matt", "RW506", "Matt is not asked here: Anna has to choose at 'Invite'"),
        ("asked: {Matt: Invite}", "RW506", "Matt is not asked here"),
        ("asked: {Anna: Serve}", "RW509", "expected the question 'Serve', but Anna has to choose at 'Invite'"),
        ("bots: random until the end\n  - asked: Anna", "RW507", "the game is over"),
    ],
)  # fmt: skip
def test_somebody_else_is_asked_or_something_else(tmp_path, moves, code, words):
    found = only(play(tmp_path, f"  - {moves}").findings)
    assert found[0] == code
    assert words in found[2]


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("asked: Mat", "RW503"),
        ("asked: {Anna: Invite, Matt: Invite}", "RW107"),
        ("asked: {Anna: [Invite]}", "RW103"),
        ("asked: [Anna]", "RW103"),
    ],
)
def test_an_asked_that_is_wrong_is_found_before_anything_is_played(tmp_path, step, code):
    found = checked(tmp_path, f"game: tea-house\nplayers: [Anna, Matt]\nmoves: [{{{step}}}]\n")[1]
    assert [each.code for each in found] == [code]


def test_copies_and_players_own_pieces_stand_by_their_ids(tmp_path):
    outcome = play(
        tmp_path,
        """\
  - Anna: [aunt-2, a-stove, old, cup-1]
  - expect: Anna.table == [aunt-2] and aunt-2.cups == 0 and old-stove.cups == [cup-1]
  - expect: cup-1.owner == Anna and cup-4.owner == Matt and cup-1.stove == old-stove
  - expect: first(row.guests) == aunt-1 and aunt-1 is aunt and aunt-1.owner != Anna""",
    )
    assert outcome.passed, told(outcome.findings)


def test_winners_and_scores_when_the_game_is_over(tmp_path):
    given = "given: {phase: feast, Anna: {table: [uncle], fame: 4}, Matt: {table: [aunt], fame: 4}}\n"
    outcome = play(
        tmp_path,
        "  - expect: winners == [Anna] and score(Anna) == 7 and scores == [7, 6] and Matt not in winners\n"
        "  - expect: score(Anna) == 8 and winners == [Matt]",
        given=given,
        stop="no",
    )
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW509", 6)
    assert message.endswith("but score(Anna) is 7 and winners is [Anna]")


@pytest.mark.parametrize("formula", ["winners == []", "Anna.fame == 0 and any(winners)", "score(Anna) == 0"])
def test_there_is_no_result_before_the_end(tmp_path, formula):
    code, line, message, _ = only(play(tmp_path, f"  - expect: {formula}").findings)
    assert (code, line) == ("RW509", 5)
    assert "not over yet" in message


def test_bots_play_up_to_a_phase_a_round_a_number_and_the_end(tmp_path):
    outcome = play(
        tmp_path,
        """\
  - bots: random for 2 decisions
  - expect: round == 1
  - bots: random until phase serve
  - bots: greedy until round 2
  - expect: round == 2
  - bots: random until the end""",
        stop="no",
    )
    assert outcome.passed, told(outcome.findings)
    assert outcome.match.over


def test_bots_whose_goal_never_comes(tmp_path):
    outcome = play(tmp_path, "  - bots: random until phase invite", given="given: {round: 2, phase: serve}\n")
    code, line, message, _ = only(outcome.findings)
    assert (code, line) == ("RW515", 5)
    assert "until phase invite" in message


def test_bots_after_the_end(tmp_path):
    assert only(play(tmp_path, "  - bots: greedy", given="given: {phase: feast}\n").findings)[0] == "RW507"


def test_the_same_script_gives_the_same_game(tmp_path):
    digests = {play(tmp_path, "  - bots: random", head="seed: 5\n").match.digest() for _ in range(3)}
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        ("broken", "RW513", "1000 coins"),
        pytest.param("endless", "RW514", "does not end", marks=pytest.mark.slow),
        ("swelling", "RW518", "weather of the game"),
    ],
)
def test_a_fault_of_the_content_is_reported_at_its_rule(tmp_path, fault, code, words):
    outcome = play(tmp_path, "  - bots: random", head=f"options: {{fault: {fault}}}\n")
    (found,) = outcome.findings
    assert (found.code, found.span.file) == (code, "rules/tea-house/game.yaml")
    # Which rule has made a number too large is not known when that is found.
    for part in (words, "phase serve" if code != "RW518" else "beyond", "script.yaml:6"):
        assert part in found.message
    assert outcome.transcript


@pytest.mark.parametrize(
    ("text", "code", "line", "suggestion"),
    [
        ("game: tea-hose\nmoves: []\n", "RW501", 1, "tea-house"),
        ("game: tea-house\nplayers: [Anna]\nmoves: []\n", "RW502", 2, None),
        ("game: tea-house\nplayers: 4\nmoves: []\n", "RW502", 2, None),
        ("game: tea-house\nplayers: [Anna, Matt]\nmoves: [{Ana: uncle}]\n", "RW503", 3, "Anna"),
        ("game: tea-house\noptions: {ritch: yes}\nmoves: []\n", "RW511", 2, "rich"),
        ("game: tea-house\noptions: {fault: brokn}\nmoves: []\n", "RW511", 2, "broken"),
        ("game: tea-house\nmoves: [{bots: random until phase sreve}]\n", "RW512", 2, "serve"),
        ("game: tea-house\nmoves: [{bots: random until round 9}]\n", "RW512", 2, None),
        ("game: tea-house\nplayers: [note, Anna]\nmoves: []\n", "RW210", 2, None),
        ("game: tea-house\nmoves: [{expect: round = }]\n", "RW301", 2, None),
        ("game: tea-house\nmoves: [{expect: rond == 1}]\n", "RW201", 2, "round"),
        ("game: tea-house\nmoves: [{expect: round}]\n", "RW405", 2, None),
        ("game: tea-house\nmoves: [{not legal: [singer, unckle]}]\n", "RW504", 2, "uncle"),
        ("game: tea-house\nmoves: [{not legal: a-warm-bet}]\n", "RW504", 2, "a-warm-bed"),
        ("game: tea-house\nplayers: [Anna, Matt]\nmoves: [{legal: {Ana: uncle}}]\n", "RW503", 3, "Anna"),
        ("game: tea-house\nplayers: [legal, Anna]\nmoves: []\n", "RW210", 2, None),
        ("game: tea-house\nmoves: [{expect: aunt.cups == 0}]\n", "RW204", 2, None),
        ("game: tea-house\nmoves: [{expect: aunt-3.cups == 0}]\n", "RW201", 2, "aunt-1"),
        ("game: tea-house\nmoves: [{expect: score() == 0}]\n", "RW207", 2, None),
        ("game: tea-house\nmoves: [{expect: score(aunt-1) == 0}]\n", "RW401", 2, None),
    ],
)
def test_what_is_found_before_anything_is_played(tmp_path, text, code, line, suggestion):
    cases, findings = checked(tmp_path, text)
    assert not cases
    found = only(findings)
    assert (found[0], found[1], found[3]) == (code, line, suggestion)


def test_players_by_number_have_names(tmp_path):
    cases, findings = checked(tmp_path, "game: tea-house\nplayers: 3\nmoves: [{Player3: x}]\n")
    assert not findings, told(findings)
    assert cases[0].names == ("Player1", "Player2", "Player3")
