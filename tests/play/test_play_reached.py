"""What the tests of playthroughs demand over all their processes: every ability reached, once all were played."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from reached import NAME, Reached
from tea_house import GAMES, played

from rulewright.interpreter.content.packs import open_packs

USED = "seed: 3\ngiven: {phase: serve, Anna: {table: [aunt]}, Matt: {table: [aunt back]}}\nmoves: [bots: random]\n"
RUN = "given: {phase: feast, Anna: {table: [uncle]}}\nmoves: []\n"


def pack(folder, guests):
    """The game with a pack of some guests."""
    path = folder / "cards/tea-house/guests.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(guests)
    game, findings = GAMES.load("tea-house", open_packs([folder], GAMES.root, GAMES.names))
    assert not findings.errors, findings
    return game


def sent(folder, *scripts, wanted=2, game=None):
    """What a process sends that plays some scripts."""
    own = Reached()
    for text in scripts:
        packs = f"packs: [{game.packs[0].folder}]\n" if game is not None else ""
        observers = own.observers(game or GAMES.load("tea-house")[0], wanted)
        assert played(folder, packs + text, observers=observers).passed
    session = SimpleNamespace(config=SimpleNamespace(workeroutput={}), exitstatus=0)
    own.pytest_sessionfinish(session)
    return SimpleNamespace(workeroutput=session.config.workeroutput)


def finished(*nodes):
    """The end of a run with these processes: its exit code and what was not reached."""
    first = Reached()
    for node in nodes:
        first.pytest_testnodedown(node, None)
    session = SimpleNamespace(config=SimpleNamespace(), exitstatus=0)
    first.pytest_sessionfinish(session)
    return int(session.exitstatus), [rule for _, rule, *_ in first.missing]


def test_what_two_processes_reach_counts_together(tmp_path):
    one, two = sent(tmp_path, USED), sent(tmp_path, RUN)
    assert NAME in one.workeroutput
    assert finished(one, two) == (0, [])
    assert finished(one, one) == (1, ["card uncle front gift"])
    others = ["card aunt front ability 1", "card aunt back ability 1", "card uncle back gift"]
    assert finished(two, two) == (1, others)


def test_the_games_own_cards_count_with_packs_too(tmp_path):
    own = "kind: guest\ncards:\n  lodger: {tip: 1, gift: gain 1 fame, front: {}, back: {}}\n"
    more = pack(tmp_path / "more", own)
    assert finished(sent(tmp_path, USED), sent(tmp_path, RUN, game=more)) == (0, [])
    # Who takes the place of another is another card.
    instead = own.replace("lodger: {", "lodger: {replaces: uncle, ").replace(
        "front: {}", "front: {name: Him}"
    )
    other = pack(tmp_path / "instead", instead)
    run = RUN.replace("uncle", "lodger")
    assert finished(sent(tmp_path, USED), sent(tmp_path, run, game=other)) == (1, ["card uncle front gift"])


def test_nothing_is_demanded_of_a_part_of_the_playthroughs(tmp_path):
    assert finished(sent(tmp_path, RUN)) == (0, [])
    assert finished() == (0, [])
    assert finished(SimpleNamespace()) == (0, [])


def test_one_process_alone_demands_too_and_says_what(tmp_path):
    own, lines = Reached(), []
    played(tmp_path, USED, observers=own.observers(GAMES.load("tea-house")[0], 1))
    assert own.observers(None, 1) == []
    session = SimpleNamespace(config=SimpleNamespace(), exitstatus=pytest.ExitCode.OK)
    own.pytest_sessionfinish(session)
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED
    writer = SimpleNamespace(section=lambda title, **_: lines.append(title), write_line=lines.append)
    own.pytest_terminal_summary(writer)
    assert lines == ["never reached by any playthrough", "tea-house: card uncle front gift"]
