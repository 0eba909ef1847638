"""Tables: what each viewer is sent, what may be done, and that nothing decided is ever lost."""

from __future__ import annotations

import json
import time

import pytest
from hostile_game import write_hostile_game
from web_server import ROOT, served

from rulewright import load_game, new_fast_match
from rulewright.cli.web.adapter import book_of, costs_of
from rulewright.cli.web.faces import Faces
from rulewright.cli.web.library import Library
from rulewright.cli.web.matches import BadWish, Setup, Tables, read_setup
from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.fast.dealing import deal_anew, deal_for

LIBRARY = Library(ROOT)
POKER = Setup("kuhn-poker", ("Anna", "Matt"), (None, None), 3, {})
ROCOCO = Setup("rococo", ("Anna", "Matt", "Greg"), (None, "random", "random"), 5, {})
LINES = Setup("tic-tac-toe", ("Anna", "Matt"), (None, None), 0, {})


@pytest.fixture
def tables(tmp_path):
    return Tables(LIBRARY, tmp_path / "saves")


def sent(table, word):
    """What is sent to a viewer, as text, but for what says that something is new."""
    return json.dumps({**table.state(word), "version": "", "log": table.log(word)}, ensure_ascii=False)


def dealt_anew(match, seed):
    """A copy with its journal, in which all that the player who decides does not see is dealt anew."""
    world = match.clone(journal=True)
    deal = deal_for(world._machine, world._setting, world.state, world._remembered().memory)
    deal_anew(world._machine, world.state, deal, seed)
    return world


def choose(tables, table, option, word="all"):
    table.choose(word, option, table.version)
    tables.go_on(table)


# ---------------------------------------------------------------- what is sent
def test_a_seat_is_sent_its_own_hand_and_no_other(tables):
    table = tables.begin(POKER)
    match = table.match
    hands = [match.view(seat)["players"][name]["zones"]["hand"][0] for seat, name in enumerate(match.names)]
    (left,) = {"jack", "queen", "king"} - set(hands)
    for seat, own in enumerate(hands):
        text = sent(table, str(seat)).casefold()
        assert own in text
        assert hands[1 - seat] not in text
        assert left not in text
    assert not any(card in sent(table, "watcher").casefold() for card in ("jack", "queen", "king"))
    assert all(hand in sent(table, "all") for hand in hands)
    assert left not in sent(table, "all")


def test_options_are_sent_to_the_player_who_decides_alone(tables):
    table = tables.begin(POKER)
    asked = table.match.turn
    assert [option["id"] for option in table.state(str(asked))["decision"]["options"]] == ["check", "bet"]
    for word in (str(1 - asked), "watcher"):
        assert table.state(word)["decision"] is None
        assert '"bet"' not in sent(table, word)


@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_a_seat_cannot_tell_apart_are_sent_as_the_same_bytes(tables, seed):
    """Play on, and at each decision deal anew what the player who decides does not see."""
    table = tables.begin(Setup("rococo", ("Anna", "Matt"), (None, None), seed, {}))
    differed = 0
    for step in range(60):
        if table.match.over:
            break
        match, seat = table.match, str(table.match.turn)
        before = json.dumps({**table.state(seat), "version": ""})
        world = dealt_anew(match, step)
        table._history[table._at] = world
        after = json.dumps({**table.state(seat), "version": ""})
        table._history[table._at] = match
        assert after == before
        differed += world.digest() != match.digest()
        choose(tables, table, match.decision.ids[(step * 7 + seed) % len(match.decision.ids)])
    assert differed > 10


@pytest.mark.parametrize("name", ["pret-a-porter", "rococo", "kuhn-poker"])
def test_the_book_is_the_same_whatever_is_dealt(name):
    game = load_game(name)
    faces = {face.id: face for face in Faces(game, Explainer(game)).all()}
    books = [
        json.dumps(book_of(new_fast_match(game, 2, seed=seed, journal=True), faces)) for seed in range(3)
    ]
    assert books[0] == books[1] == books[2]


def test_nothing_hidden_crosses_the_wire(tmp_path):
    """The bytes that a browser is sent for a seat, in pages and answers, hold no card that it does not see."""
    with served(ROOT, saves=tmp_path) as server, server.client() as client:
        told = {"game": "kuhn-poker", "players": ["Anna", "Matt"], "bots": [None, None], "seed": 8}
        id_ = client.post("/api/tables", json=told).json()["id"]
        match = server.site.tables.tables.table(id_).match
        other = match.view(1)["players"]["Matt"]["zones"]["hand"][0]
        bodies = [
            client.get(f"/api/tables/{id_}", params={"viewer": "0"}).content,
            client.get(f"/api/tables/{id_}/log", params={"viewer": "0"}).content,
            client.post(f"/api/tables/{id_}/hint", json={"viewer": "1"}).content,
        ]
        assert not any(other.encode() in body.lower() for body in bodies)
        # The page itself tells all cards of the game, and nothing of who holds which.
        pages = {client.get(f"/tables/{id_}").content.replace(id_.encode(), b"") for _ in range(2)}
        assert len(pages) == 1
        answer = client.get(f"/api/tables/{id_}", params={"viewer": "7"})
        assert answer.status_code == 404


def test_costs_are_told_only_as_far_as_the_player_can_know_them():
    game = load_game("pret-a-porter")
    match = new_fast_match(game, ["Anna", "Matt"], seed=4, journal=True)
    seen = set()
    for step in range(150):
        if match.over:
            break
        seen.update(filter(None, costs_of(match)))
        match.apply((step * 5) % match.choices)
    assert any(cost.endswith(" cash") for cost in seen)


# ---------------------------------------------------------------- what may be done
def test_only_the_player_who_decides_may_choose_and_only_what_is_open(tables):
    table = tables.begin(POKER)
    asked = table.match.turn
    for word, option, version in (
        (str(1 - asked), "bet", table.version),
        ("watcher", "bet", table.version),
        (str(asked), "the-moon", table.version),
        (str(asked), "bet", "stale"),
    ):
        with pytest.raises(BadWish):
            table.choose(word, option, version)
    assert table.choices == []
    table.choose(str(asked), "bet", table.version)
    assert table.choices == ["bet"]


def test_nobody_chooses_for_a_bot(tables):
    table = tables.begin(Setup("tic-tac-toe", ("Anna", "Matt"), ("random", None), 0, {}))
    assert table.state("all")["decision"] is None
    with pytest.raises(BadWish):
        table.choose("all", "b2", table.version)
    tables.go_on(table)
    assert table.match.turn == 1


def test_a_whole_game_against_bots(tables):
    table = tables.begin(ROCOCO)
    tables.go_on(table)
    for step in range(400):
        deadline = time.monotonic() + 30
        while table.thinks and time.monotonic() < deadline:
            time.sleep(0.005)
        state = table.state("0")
        if state["scene"]["over"]:
            break
        options = state["decision"]["options"]
        choose(tables, table, options[step % len(options)]["id"], "0")
    assert table.state("0")["scene"]["result"]["winners"]
    assert table.state("watcher")["decision"] is None


def test_undo_and_redo_stop_where_a_person_decides(tables):
    table = tables.begin(Setup("tic-tac-toe", ("Anna", "Matt"), (None, "random"), 0, {}))
    choose(tables, table, "b2")
    after = table.match.digest()
    assert len(table.choices) == 2
    table.undo()
    assert table.choices == []
    assert not table.state("0")["undo"]
    with pytest.raises(BadWish):
        table.undo()
    table.redo()
    assert table.match.digest() == after
    with pytest.raises(BadWish):
        table.redo()
    table.undo()
    choose(tables, table, "a1")
    assert not table.state("0")["redo"]


def test_a_fork_leaves_its_table_as_it_was(tables):
    table = tables.begin(LINES)
    choose(tables, table, "b2")
    before = table.match.digest()
    fork = tables.fork(table)
    choose(tables, fork, "a1")
    assert table.match.digest() == before
    assert fork.choices == ["b2", "a1"]
    assert {entry["id"] for entry in tables.saved("tic-tac-toe")} == {table.id, fork.id}


def test_a_hint_is_an_option_and_changes_nothing(tables):
    table = tables.begin(LINES)
    for option in ("b2", "a1", "c1", "a2"):
        choose(tables, table, option)
    before = table.match.digest()
    told = table.hint("0", "mcts")
    assert told["id"] in table.match.decision.ids
    assert table.match.digest() == before
    with pytest.raises(BadWish):
        table.hint("1", "mcts")


# ---------------------------------------------------------------- nothing is lost
def test_another_server_goes_on_where_the_first_was_cut_off(tables, tmp_path):
    table = tables.begin(LINES)
    for option in ("b2", "a1", "c1"):
        choose(tables, table, option)
    table.undo()
    tables.save(table)
    again = Tables(LIBRARY, tmp_path / "saves").table(table.id)
    assert again.match.digest() == table.match.digest()
    assert again.choices == ["b2", "a1"]
    again.redo()
    assert again.choices == ["b2", "a1", "c1"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": "tic-tac-toe"}', '{"game": 1, "players": 2}'])
def test_a_damaged_save_is_no_table(tmp_path, text):
    (tmp_path / "0123456789ab.json").write_text(text)
    tables = Tables(LIBRARY, tmp_path)
    assert tables.saved("tic-tac-toe") == []
    with pytest.raises(BadWish, match="no such table"):
        tables.table("0123456789ab")
    with pytest.raises(BadWish, match="no such table"):
        tables.table("../../etc/passwd")


def test_it_is_recorded_as_a_playthrough_that_plays(tmp_path):
    root = write_hostile_game(tmp_path / "root")
    library = Library(root)
    tables = Tables(library, tmp_path / "saves")
    table = tables.begin(Setup("hostile", ("Anna", "Matt"), (None, None), 1, {}))
    while not table.match.over:
        choose(tables, table, table.match.decision.ids[0])
    file = tables.record(table, "first")
    assert file == "tests/playthroughs/hostile/first.yaml"
    from rulewright.cli.web.replays import played
    from rulewright.interpreter.play.games import Games

    result = played(root / file, Games(root))
    assert result.findings == ()
    assert result.replay.moments[-1].match.digest() == table.match.digest()
    with pytest.raises(BadWish, match="exists already"):
        tables.record(table, "first")
    for name in ("../x", "A B", ""):
        with pytest.raises(BadWish):
            tables.record(table, name)


def test_changed_rules_are_taken_up_with_the_same_choices_or_refused_with_the_place(tmp_path):
    root = write_hostile_game(tmp_path / "root")
    tables = Tables(Library(root), tmp_path / "saves")
    table = tables.begin(Setup("hostile", ("Anna", "Matt"), (None, None), 1, {}))
    choose(tables, table, table.match.decision.ids[0])
    rules = root / "rules/hostile/game.yaml"
    good = rules.read_text()
    rules.write_text(good.replace("start: 6", "start: 9"))
    tables.look(table)
    assert table.match.view(0)["players"]["Anna"]["counters"]["coins"] == 9
    assert len(table.choices) == 1
    assert "goes on from the same choices" in table.state("0")["note"]
    # An error in the files changes nothing; rules under which the choice cannot be made are refused.
    rules.write_text(good.replace("draw 3", "drow 3"))
    tables.look(table)
    assert "same choices" in table.state("0")["note"]
    rules.write_text(good.replace("choose a thing from row", "choose a thing from row where thing.price > 9"))
    tables.look(table)
    state = table.state("0")
    assert "cannot go on under them" in state["note"]
    assert "choice 1" in table.state("all")["note"]
    assert "choice 1" not in state["note"]
    assert state["scene"]["players"]["Anna"]["counters"]["coins"] == 9


def test_how_a_match_is_opened_is_checked(tables):
    good = {"players": ["A", "B"], "bots": [None, "random"], "seed": 1}
    assert read_setup("tic-tac-toe", good).bots == (None, "random")
    for bad in (
        {},
        {**good, "players": "AB"},
        {**good, "bots": [None]},
        {**good, "bots": [None, "genius"]},
        {**good, "seed": "x"},
        {**good, "options": []},
    ):
        with pytest.raises(BadWish):
            read_setup("tic-tac-toe", bad)
    for setup in (
        Setup("tic-tac-toe", ("A",), (None,), 0, {}),
        Setup("tic-tac-toe", ("A", "A"), (None, None), 0, {}),
        Setup("tic-tac-toe", ("A", "B"), (None, None), 0, {"no": "such"}),
        Setup("chess", ("A", "B"), (None, None), 0, {}),
    ):
        with pytest.raises(BadWish):
            tables.begin(setup)
