"""Moves of playthroughs in an editor: what is legal is completed, and what a move did is told."""

from shutil import copytree

import pytest
from followed import CHECKOUT

from rulewright.interpreter.editor.answers import Answers
from rulewright.interpreter.editor.project import Project

HEAD = "game: tic-tac-toe\nplayers: [Zoé𐐀, Jon]\nmoves:\n"
SQUARES = [f"{column}{row}" for row in "123" for column in "abc"]


@pytest.fixture
def answers(tmp_path):
    copytree(CHECKOUT / "rules" / "tic-tac-toe", tmp_path / "rules" / "tic-tac-toe")
    (tmp_path / "cards").mkdir()
    return Answers(Project(tmp_path))


def offered(answers, text):
    """What is offered where `|` stands in the moves."""
    path = answers.project.root / "playthroughs" / "one.yaml"
    path.parent.mkdir(exist_ok=True)
    path.touch()
    before, _, behind = (HEAD + text).partition("|")
    answers.project.write(path.resolve(), before + behind)
    row = before.rpartition("\n")[2]
    column = len(row.encode("utf-16-le")) // 2
    found = answers.completion(path.resolve(), before.count("\n"), column)
    return [name.name for name in found]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("  - Zoé𐐀: |\n", ()),
        ("  - Zoé𐐀:|\n", ()),
        ("  - Zoé𐐀: b|\n", ()),
        ("  - Zoé𐐀: b2\n  - Jon: [|]\n", ("b2",)),
        ("  - Zoé𐐀: b2\n  - Jon: [|\n", ("b2",)),
        ("  - Zoé𐐀: b2\n  - Jon: [a1]\n  - Zoé𐐀: a|\n  - Jon: a1\n", ("b2", "a1")),
        ("  - Zoé𐐀: b2\n  - legal: [a|]\n", ("b2",)),
        ("  - Zoé𐐀: b2\n  - Jon: |\n  - {broken\n", ("b2",)),
    ],
)
def test_what_is_legal_is_offered_where_a_move_is_written(answers, text, taken):
    assert offered(answers, text) == [square for square in SQUARES if square not in taken]


@pytest.mark.parametrize("text", ["  - |\n", "  - J|\n", "  - |: a1\n"])
def test_whose_turn_it_is_is_offered_for_a_new_move(answers, text):
    assert offered(answers, "  - Zoé𐐀: b2\n" + text) == ["Jon"]


@pytest.mark.parametrize("text", ["  - Zoé𐐀: z9\n  - Jon: |\n", "  - note: |\n", "|\n"])
def test_nothing_is_offered_where_nothing_can_be_known(answers, text):
    assert offered(answers, text) == []


def test_a_move_tells_what_it_did(answers):
    offered(answers, "  - Zoé𐐀: b2\n  - Jon: a1\n|")
    path = (answers.project.root / "playthroughs" / "one.yaml").resolve()
    told, place = answers.hover(path, 4, 10)
    first, last = told.splitlines()[1], told.splitlines()[-2]
    assert first.startswith("Jon")
    assert last.startswith("Next is Zoé𐐀")
    assert (place.line, place.start, place.end) == (4, 9, 11)


# ---------------------------------------------------------------- chance
CARDS = ["jack", "queen", "king"]


@pytest.fixture
def of_cards(tmp_path):
    copytree(CHECKOUT / "rules" / "kuhn-poker", tmp_path / "rules" / "kuhn-poker")
    (tmp_path / "cards").mkdir()
    return Answers(Project(tmp_path))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("  - chance: {deck: |}\n", CARDS),
        ("  - chance: {deck: k|\n", CARDS),
        ("  - chance: {deck: [queen, |]}\n", ["jack", "king"]),
        ("  - chance: {deck: [queen, |\n  - Anna: check\n", ["jack", "king"]),
        ("  - chance: {|}\n", ["deck"]),
        ("  - chance: {|\n", ["deck"]),
        ("  - chance: {de|: king}\n", ["deck"]),
        ("  - chance: {deck: [queen, king]}\n  - Anna: |\n", ["check", "bet"]),
        ("  - chance: {deck: [queen, king]}\n  - Anna: check\n  - chance: {deck: |}\n", []),
    ],
)
def test_what_chance_can_give_is_offered(of_cards, monkeypatch, text, cards):
    monkeypatch.setitem(globals(), "HEAD", "game: kuhn-poker\nplayers: [Anna, Matt]\nmoves:\n")
    assert sorted(offered(of_cards, text)) == sorted(cards)


def test_a_move_tells_what_it_did_with_the_chance_that_is_stated_behind_it(tmp_path):
    copytree(CHECKOUT / "rules" / "pig", tmp_path / "rules" / "pig")
    (tmp_path / "cards").mkdir()
    answers = Answers(Project(tmp_path))
    path = (tmp_path / "playthroughs" / "one.yaml").resolve()
    path.parent.mkdir()
    for die in (3, 5):
        text = f"game: pig\nplayers: [Anna, Matt]\nmoves:\n  - Anna: roll\n  - chance: {{die: {die}}}\n"
        path.write_text(text, encoding="utf-8")
        answers.project.write(path, text)
        told, _ = answers.hover(path, 3, 12)
        assert str(die) in told
