"""The page of statistics in a browser, without a network: every number it shows is one that the JSON tells."""

from __future__ import annotations

import json

import pytest
from command_line import CHECKOUT, run
from web_server import tab

from rulewright.cli.statistics import sample_in_words

pytestmark = pytest.mark.slow


def cells(rows):
    """The texts of the cells of a table, row by row."""
    return [rows.nth(row).locator("td").all_inner_texts() for row in range(rows.count())]


def percent(share, places=1):
    return f"{share * 100:.{places}f} %"


def between(interval):
    return f"{interval[0] * 100:.1f} to {interval[1] * 100:.1f} %" if interval else ""


def seat_cells(seat):
    spread = seat["scores"]
    scores = ", ".join(str(spread[part]) for part in ("least", "lower", "median", "upper", "largest"))
    counts = [str(seat[name]) for name in ("wins", "shared")]
    return [
        *(str(seat["seat"]), seat["bot"], *counts, percent(seat["share"]), between(seat["interval"])),
        *("", scores, "", str(seat["unranked"])),
    ]


def card_cells(card, games):
    share = card["winners"] / card["users"] if card["users"] else 0
    lives = [str(card[name]) for name in ("held", "offered", "taken", "bought")]
    factor = "" if card["factor"] is None else f"{card['factor']:.2f}"
    if card["factor_interval"]:
        factor += " {:.2f} to {:.2f}".format(*card["factor_interval"])
    uses = [str(card["uses"]), f"{card['uses'] / games:.2f}", str(card["users"]), percent(share, 0)]
    return [*uses, *lives, factor]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Games of a large game, told in full: the JSON, and the page that was written of it."""
    out = tmp_path_factory.mktemp("statistics") / "games.html"
    words = (
        "simulate",
        "rococo",
        "--players",
        "2",
        "-n",
        "12",
        "--details",
        "--bots",
        "random",
        "--jobs",
        "1",
    )
    result = run(*words, "--format", "json", "--html", out, root=CHECKOUT)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout), out


def test_the_page_shows_what_the_json_tells(played, chromium):
    told, out = played
    with tab(chromium, offline=True) as page:
        page.goto(out.as_uri())
        assert sample_in_words(told["games"], 2) in page.locator("main").inner_text()
        assert cells(page.locator("#seats tbody tr")) == [seat_cells(seat) for seat in told["seats"]]
        shown = {row[0].split()[-1]: row[1:-1] for row in cells(page.locator("#cards tbody tr"))}
        assert shown == {card["id"]: card_cells(card, told["games"]) for card in told["cards"]}
        assert len(shown) > 20
        flows = [row[:3] for row in cells(page.locator("#flows tbody tr"))]
        assert flows == [[flow["title"], flow["rule"], f"{flow['each_game']:+.2f}"] for flow in told["flows"]]
        assert len(flows) > 20
        length = {row[0]: row[1] for row in cells(page.locator("#length tbody tr"))}
        for name, key in (
            ("decisions", "decisions"),
            ("rounds", "rounds"),
            ("ahead of the second", "margins"),
        ):
            assert length[name] == f"{told[key]['least']} to {told[key]['largest']}"


def test_the_plots_are_as_large_as_their_numbers(played, chromium):
    told, out = played
    with tab(chromium, offline=True) as page:
        page.goto(out.as_uri())
        bars = page.locator("#seats tbody tr td:nth-child(7) rect.ran")
        for number, seat in enumerate(told["seats"]):
            bar, whole = (
                bars.nth(number).bounding_box(),
                page.locator("#seats rect.ground").first.bounding_box(),
            )
            assert bar["width"] / whole["width"] == pytest.approx(seat["share"], abs=0.01)
        titles = page.locator("#margins rect title").all_text_contents()
        games = [int(title.rsplit(": ", 1)[1]) for title in titles]
        assert sum(games) == sum(count for _, count in told["margin_counts"])
        heights = [float(rect.get_attribute("height")) for rect in page.locator("#margins rect").all()]
        assert heights == pytest.approx([66 * count / max(games) for count in games], abs=0.01)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
