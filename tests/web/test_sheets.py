"""Print sheets: sizes, how many cards a page has, backs in register, and what is refused."""

from __future__ import annotations

import pytest
from web_server import ROOT

from rulewright.cli.web.faces import Faces
from rulewright.cli.web.pages import read_plan
from rulewright.cli.web.sheets import BadSheet, Plan, Size, laid_out, read_size
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.cards import Explainer


@pytest.fixture(scope="module")
def faces():
    game = load_game("pret-a-porter", ROOT)
    return Faces(game, Explainer(game)).all()


def test_nine_usual_cards_stand_on_a4_in_its_middle(faces):
    designs = [face for face in faces if face.kind == "design"]
    sheet = laid_out(designs, Plan(backs=False))
    grid = sheet.grids[0]
    assert (grid.columns, grid.rows) == (3, 3)
    assert grid.column(0) == pytest.approx((210 - 3 * 63) / 2)
    assert grid.row(2) + 88 == pytest.approx(297 - grid.row(0))
    assert sheet.cards == sum(face.number for face in designs)
    assert len(sheet.pages) == -(-sheet.cards // 9)


def test_backs_lie_mirrored_behind_their_fronts(faces):
    chosen = [face for face in faces if face.kind == "employee"]
    sheet = laid_out(chosen, Plan(bleed=1.0))
    grid = sheet.grids[0]
    fronts, backs = sheet.pages[::2], sheet.pages[1::2]
    assert {page.side for page in fronts} == {"front"}
    assert {page.side for page in backs} == {"back"}
    for front, back in zip(fronts, backs, strict=True):
        behind = {(spot.column, spot.row): spot.card.id for spot in back.spots}
        for spot in front.spots:
            column = grid.columns - 1 - spot.column
            assert behind[column, spot.row] == spot.card.id
            # Turned over the long edge, the back's left edge is the front's right one.
            assert grid.column(spot.column) + 63 == pytest.approx(210 - grid.column(column))


def test_kinds_of_other_sizes_have_pages_of_their_own(faces):
    sizes = {"token": Size(20, 20)}
    chosen = [face for face in faces if face.kind in ("token", "show")]
    sheet = laid_out(chosen, Plan(sizes=sizes, copies=False))
    assert {str(grid.size) for grid in sheet.grids} == {"20 x 20", "63 x 88"}
    assert sheet.cards == len(chosen)
    for page in sheet.pages:
        assert {str(Plan(sizes=sizes).size_of(spot.card.kind)) for spot in page.spots} == {
            str(sheet.grids[page.grid].size)
        }


@pytest.mark.parametrize(
    ("words", "size"), [("63 x 88", (63, 88)), ("44x68", (44, 68)), ("57,5 X 87,5", (57.5, 87.5))]
)
def test_a_size_is_read(words, size):
    assert read_size(words) == Size(*size)


@pytest.mark.parametrize(
    "words", ["", "63", "63 x", "a x b", "63 x 88 x 2", "0 x 0", "1e9 x 5", "nan x 88", "-5 x 9"]
)
def test_a_bad_size_is_refused(words):
    with pytest.raises(BadSheet):
        read_size(words)


def test_cards_that_are_larger_than_the_paper_are_refused(faces):
    with pytest.raises(BadSheet, match="do not fit on A4"):
        laid_out(faces[:1], Plan(sizes={faces[0].kind: Size(200, 200)}))


def test_what_a_query_says_badly_is_told_and_not_done(faces):
    _, plan, problem = read_plan({"bleed": ["lots"]}, faces)
    assert plan.bleed == 0
    assert "bleed" in problem
    _, _, problem = read_plan({f"size-{faces[0].kind}": ["wide"]}, faces)
    assert "63 x 88" in problem
    chosen, _, problem = read_plan({"kind": ["no-such-kind"], "paper": ["napkin"]}, faces)
    assert chosen == []
    assert problem == ""
