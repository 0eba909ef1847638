"""For everybody: axe-core finds nothing serious on any page, light or dark, and nothing moves for who wants it so."""

from __future__ import annotations

import pytest
from test_browser_table import begun, open_table
from web_server import ROOT, served, tab

# A real browser takes long; .ci/run demands these.
pytestmark = pytest.mark.slow

PLACES = (
    "/",
    "/games/pret-a-porter/cards",
    "/games/pret-a-porter/sheet?kind=show",
    "/games/tic-tac-toe/table",
    "/games/tic-tac-toe/replay",
    "/games/tic-tac-toe/replay?file=tests/playthroughs/tic-tac-toe/games.yaml",
    "/games/kuhn-poker/work",
    "/games/tic-tac-toe/coverage",
    "/games/rococo/simulate",
    "/games/chess/cards",
)


def serious(page):
    """What axe-core finds serious, with the elements concerned."""
    module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    found = module.Axe().run(page).response["violations"]
    return [
        (rule["id"], rule["help"], [node["html"][:160] for node in rule["nodes"]][:4])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("place", PLACES)
def test_no_page_has_serious_findings(pages, chromium, place, scheme):
    refused = "404" if "chess" in place else ""
    with tab(chromium, refused=refused, color_scheme=scheme, viewport={"width": 1280, "height": 900}) as page:
        page.goto(pages.url(place))
        page.wait_for_load_state("load")
        page.wait_for_timeout(200)
        assert serious(page) == []


@pytest.mark.parametrize("game", ["pret-a-porter", "rococo", "tic-tac-toe", "kuhn-poker"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_no_table_has_serious_findings(tmp_path, chromium, game, scheme, width):
    with served(ROOT, saves=tmp_path) as server:
        id_ = begun(server, game, ["Anna", "Matt"], [None, None])
        with tab(chromium, color_scheme=scheme, viewport={"width": width, "height": 800}) as page:
            open_table(page, server, id_)
            page.wait_for_timeout(200)
            assert serious(page) == []
            page.get_by_label("Seen by").select_option("all")
            page.wait_for_timeout(200)
            assert serious(page) == []


def test_nothing_moves_for_who_wants_it_so(pages, chromium):
    with tab(chromium, reduced_motion="reduce") as page:
        page.goto(pages.url("/"))
        assert page.evaluate("getComputedStyle(document.querySelector('.door')).transitionDuration") == "0s"


def test_the_first_tab_leads_past_the_head(pages, chromium):
    with tab(chromium) as page:
        page.goto(pages.url("/games/rococo/cards"))
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.url.endswith("#main")
