"""Cards and print sheets in a real browser: counted, searched, printed to PDF and measured."""

from __future__ import annotations

import ctypes
import itertools

import pytest
from hostile_game import write_hostile_game
from web_server import served, tab

from rulewright.interpreter.content.load import load_game

# A real browser takes long; .ci/run demands these.
pytestmark = pytest.mark.slow

MILLIMETRE = 72 / 25.4


def test_cards_are_found_by_words_and_by_kind(pages, chromium):
    game = load_game("pret-a-porter")
    with tab(chromium) as page:
        page.goto(pages.url("/games/pret-a-porter/cards"))
        assert page.locator(".item:visible").count() == len(game.cards)
        page.get_by_role("searchbox").fill("draw 1 design")
        found = page.locator(".item:visible")
        assert 0 < found.count() < len(game.cards)
        assert "creative-designer" in [item.get_attribute("data-id") for item in found.all()]
        page.get_by_role("searchbox").fill("")
        page.get_by_label("Kind").select_option("design")
        designs = sum(card.kind == "design" for card in game.cards)
        assert page.locator(".item:visible").count() == designs
        assert page.get_by_role("status").inner_text() == f"{designs} of {len(game.cards)} cards"
        page.get_by_role("searchbox").fill("no such words")
        assert page.get_by_text("No card fits").is_visible()


def test_no_text_of_a_card_is_cut_off(pages, chromium):
    with tab(chromium, viewport={"width": 1400, "height": 900}) as page:
        page.goto(
            pages.url(
                "/games/pret-a-porter/sheet?kind=employee&kind=building&kind=contract&copies=no&sent=yes"
            )
        )
        page.wait_for_selector("html[data-ready]")
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".page .card-text")]
                .filter((text) => text.scrollHeight > text.clientHeight + 1)
                .map((text) => text.closest(".spot").dataset.id)"""
        )
        assert cut == []


@pytest.mark.parametrize("width", [360, 768, 1400, 3840])
def test_no_page_is_wider_than_its_window(pages, chromium, width):
    with tab(chromium, viewport={"width": width, "height": 800}) as page:
        for place in ("/", "/games/pret-a-porter/cards", "/games/rococo/sheet?kind=tile"):
            page.goto(pages.url(place))
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_changed_card_is_marked_at_the_next_look(tmp_path, chromium):
    root = write_hostile_game(tmp_path)
    cards = root / "cards/hostile/things.yaml"
    with served(root) as server, tab(chromium) as page:
        page.goto(server.url("/games/hostile/cards"))
        page.wait_for_load_state("networkidle")
        assert page.locator(".badge.changed:visible").count() == 0
        cards.write_text(cards.read_text().replace("price: 2", "price: 7"))
        page.reload()
        marked = page.locator(".item:has(.badge.changed:visible)")
        marked.wait_for()
        assert [item.get_attribute("data-id") for item in marked.all()] == ["image"]
        page.get_by_label("changed only").check()
        assert page.locator(".item:visible").count() == 1


def test_hostile_words_stay_words(tmp_path, chromium):
    with (
        served(write_hostile_game(tmp_path)) as server,
        tab(chromium, viewport={"width": 360, "height": 700}) as page,
    ):
        for place in ("/", "/games/hostile/cards", "/games/hostile/sheet?kind=thing"):
            page.goto(server.url(place))
            assert "broken into" not in page.title()
            assert (
                page.locator(
                    "main img, main script, main s, main u, main i:not(.mark), main b:not(.card-numbers b)"
                ).count()
                == 0
            )
            assert page.evaluate("document.documentElement.scrollWidth") <= 360


def printed(page, place, server):
    page.goto(server.url(place))
    page.wait_for_selector("html[data-ready]")
    return page.pdf(prefer_css_page_size=True, print_background=True)


def rectangles(pdf, number):
    """The filled rectangles of a page in millimetres from its upper left corner: left, top, width, height."""
    from pypdfium2 import raw

    page = pdf[number]
    height = page.get_height()
    found = []
    for part in page.get_objects(max_depth=10):
        if part.type != raw.FPDF_PAGEOBJ_PATH:
            continue
        edges = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(part.raw, *edges)
        left, bottom, right, top = (edge.value for edge in edges)
        found.append(
            (
                left / MILLIMETRE,
                (height - top) / MILLIMETRE,
                (right - left) / MILLIMETRE,
                (top - bottom) / MILLIMETRE,
            )
        )
    return found


def marks(found):
    """The places of the cut marks: of the upright ones from the left, of the others from above."""
    upright = sorted({round(x + w / 2, 1) for x, y, w, h in found if w < 0.4 and 3.5 < h < 4.5})
    flat = sorted({round(y + h / 2, 1) for x, y, w, h in found if h < 0.4 and 3.5 < w < 4.5})
    return upright, flat


def test_a_printed_sheet_is_to_scale_with_its_marks_and_backs_in_register(pages, chromium, tmp_path):
    pypdfium2 = pytest.importorskip("pypdfium2", reason="pypdfium2, which measures PDF, is not installed")
    with tab(chromium) as page:
        text = printed(
            page, "/games/pret-a-porter/sheet?sent=yes&kind=employee&bleed=2&backs=yes&copies=yes", pages
        )
    pdf = pypdfium2.PdfDocument(text)
    cards = sum(card.copies for card in load_game("pret-a-porter").cards if card.kind == "employee")
    # With 2 mm of bleed around each, 2 columns and 3 rows fit on A4.
    assert len(pdf) == 2 * -(-cards // 6)
    for number in range(len(pdf)):
        assert pdf[number].get_width() / MILLIMETRE == pytest.approx(210, abs=0.2)
        assert pdf[number].get_height() / MILLIMETRE == pytest.approx(297, abs=0.2)
    upright, flat = marks(rectangles(pdf, 0))
    left, top = (210 - 2 * 67) / 2 + 2, (297 - 3 * 92) / 2 + 2
    assert upright == pytest.approx([left, left + 63, left + 67, left + 130], abs=0.2)
    assert flat == pytest.approx([top, top + 88, top + 92, top + 180, top + 184, top + 272], abs=0.2)
    back_upright, back_flat = marks(rectangles(pdf, 1))
    assert back_upright == pytest.approx([210 - place for place in reversed(upright)], abs=0.2)
    assert back_flat == pytest.approx(flat, abs=0.05)


def test_cards_of_another_size_are_printed_in_it(pages, chromium):
    pypdfium2 = pytest.importorskip("pypdfium2", reason="pypdfium2, which measures PDF, is not installed")
    with tab(chromium) as page:
        place = "/games/pret-a-porter/sheet?sent=yes&kind=design&size-design=44+x+68&paper=Letter"
        text = printed(page, place, pages)
    pdf = pypdfium2.PdfDocument(text)
    upright, flat = marks(rectangles(pdf, 0))
    assert pdf[0].get_width() / MILLIMETRE == pytest.approx(215.9, abs=0.2)
    assert [b - a for a, b in itertools.pairwise(upright)] == pytest.approx([44] * 4, abs=0.2)
    assert [b - a for a, b in itertools.pairwise(flat)] == pytest.approx([68] * 3, abs=0.2)
