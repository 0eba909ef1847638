"""Takes the pictures of docs/browser.md anew: `python tests/web/pictures.py`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).parent),
    str(Path(__file__).parents[2]),
    str(Path(__file__).parents[1] / "play"),
]

from test_browser_table import begun, click_on, open_table  # noqa: E402
from web_server import ROOT, browser, served, tab  # noqa: E402

FOLDER = ROOT / "docs/pictures"
QUARTER = "/games/pret-a-porter/replay?file=tests/playthroughs/pret-a-porter/first-quarter.yaml#38"


def main():
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as saves,
        served(ROOT, saves=Path(saves)) as server,
        browser() as running,
    ):
        with tab(running, viewport={"width": 1280, "height": 860}) as page:
            id_ = begun(server, "pret-a-porter", ["Anna", "Matt", "Greg"], [None, "greedy", "greedy"], seed=5)
            open_table(page, server, id_)
            for _ in range(16):
                page.locator(".option").first.wait_for()
                click_on(page, page.locator(".option").nth(page.locator(".option").count() // 2))
            page.locator(".option").first.wait_for()
            page.wait_for_timeout(700)
            page.screenshot(path=FOLDER / "table.png")
            page.goto(server.address + "/games/pret-a-porter/cards")
            page.get_by_label("Kind").select_option("employee")
            page.wait_for_timeout(500)
            page.screenshot(path=FOLDER / "cards.png")
            page.goto(server.address + QUARTER)
            page.wait_for_selector('body[data-ready="yes"]')
            page.wait_for_timeout(300)
            page.screenshot(path=FOLDER / "replay.png")
            page.goto(server.address + "/games/rococo/sheet?kind=employee&sent=yes&backs=yes&copies=yes")
            page.wait_for_selector("html[data-ready]")
            page.screenshot(path=FOLDER / "sheet.png")
        with tab(running, viewport={"width": 390, "height": 800}, color_scheme="dark") as page:
            id_ = begun(server, "rococo", ["Anna", "Matt"], [None, "greedy"], seed=3)
            open_table(page, server, id_)
            for _ in range(4):
                page.locator(".option").first.wait_for()
                click_on(page, page.locator(".option").first)
            page.wait_for_timeout(700)
            page.screenshot(path=FOLDER / "table-small.png")


if __name__ == "__main__":
    main()
