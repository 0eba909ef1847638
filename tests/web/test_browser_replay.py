"""A playthrough stepped through in a real browser: log, jumps, chart, and the script changed and played again."""

from __future__ import annotations

import shutil

import pytest
from test_replays import GAMES, QUARTER, told
from web_server import ROOT, served, tab

from rulewright.cli.web.replays import played
from rulewright.interpreter.play.collection import shown_as

# A real browser takes long; .ci/run demands these.
pytestmark = pytest.mark.slow

PLACE = "/games/pret-a-porter/replay?file=tests/playthroughs/pret-a-porter/first-quarter.yaml"


@pytest.fixture
def page(pages, chromium):
    with tab(chromium, viewport={"width": 1400, "height": 900}) as page:
        page.goto(pages.url(PLACE))
        page.wait_for_selector('body[data-ready="yes"]', timeout=60_000)
        yield page


def lines_of(page):
    """The texts of the log from the first round on."""
    rows = page.evaluate(
        """() => [...document.querySelectorAll("#log > li")].map((li) => {
            const line = li.querySelector("summary");
            if (!line) return li.textContent;
            return (line.querySelector("b") ? "" : "- ") + line.textContent;
        })"""
    )
    rows = [" ".join(row.split()) for row in rows]
    return rows[next(i for i, row in enumerate(rows) if row.startswith("Round 1")) :]


def test_stepped_to_the_end_it_has_told_its_transcript(page):
    match = played(QUARTER, GAMES).replay.moments[-1].match
    on = page.get_by_label("One decision on")
    steps = 0
    while on.is_enabled():
        on.click()
        steps += 1
    assert steps == len(match.moves)
    assert lines_of(page) == told(match)
    for name in match.names:
        seat = match.names.index(name)
        shown = page.locator(f'.player[data-player="{name}"] [data-counter="cash"] b').inner_text()
        assert int(shown) == match.view(seat)["players"][name]["counters"]["cash"]


def test_keys_and_the_list_of_phases_jump(page):
    page.locator("body").press("End")
    last = page.locator("body").get_attribute("data-frame")
    page.locator("body").press("ArrowLeft")
    assert page.locator("body").get_attribute("data-frame") == str(int(last) - 1)
    page.locator("body").press("Home")
    assert page.locator("body").get_attribute("data-frame") == "0"
    phases = page.get_by_label("Round and phase")
    option = phases.locator("option", has_text="Round 2").first
    phases.select_option(option.get_attribute("value"))
    assert page.locator("body").get_attribute("data-frame") == option.get_attribute("value")
    assert any(line.startswith("Round 1") for line in lines_of(page))


def test_what_changed_is_marked_and_each_line_tells_why(page):
    page.get_by_label("One decision on").click()
    assert page.locator("#table .changed").count() > 0
    line = page.locator("#log .log-line").last
    line.locator("summary").click()
    link = line.locator(".why a").first
    assert link.inner_text().startswith("rules/pret-a-porter/")
    assert link.get_attribute("href").startswith("vscode://file/")


def test_the_chart_draws_a_line_for_each_player_and_jumps(page):
    assert page.locator("#chart path").count() == 3
    page.locator("#chart .figure svg").click(position={"x": 150, "y": 60})
    assert int(page.locator("body").get_attribute("data-frame")) > 5


def test_a_seat_sees_less(page):
    page.get_by_label("Seen by").select_option(label="as Anna sees it")
    page.wait_for_selector('body[data-ready="yes"]')
    page.get_by_label("One decision on").click()
    assert page.locator(".player").count() == 3


def test_the_script_is_changed_played_again_and_saved(tmp_path, chromium):
    root = tmp_path
    for part in ("rules/tic-tac-toe", "schemas"):
        shutil.copytree(ROOT / part, root / part)
    (root / "cards").mkdir()
    script = root / "tests/playthroughs/tic-tac-toe/lines.yaml"
    script.parent.mkdir(parents=True)
    script.write_text(
        "game: tic-tac-toe\nplayers: [Anna, Matt]\nmoves:\n  - Anna: b2\n  - Matt: a1\nstop: yes\n"
    )
    place = f"/games/tic-tac-toe/replay?file={shown_as(script, root)}"
    with served(root) as server, tab(chromium, refused="409") as page:
        page.goto(server.url(place))
        page.wait_for_selector('body[data-ready="yes"]')
        assert page.locator("#where").inner_text() == "0 of 2"
        text = page.get_by_label("The text of the playthrough")
        text.fill(text.input_value().replace("Matt: a1", "Matt: b2"))
        page.get_by_role("button", name="Play again").click()
        page.get_by_text("RW504").wait_for()
        page.wait_for_selector('body[data-ready="yes"]')
        assert page.locator("#where").inner_text().endswith("of 1")
        text.fill(text.input_value().replace("Matt: b2", "Matt: c3").replace("stop", "  - Anna: a1\nstop"))
        page.get_by_role("button", name="Play again").click()
        page.locator("#where", has_text="of 3").wait_for()
        assert page.locator("#findings").is_hidden()
        page.get_by_role("button", name="Save the file").click()
        page.get_by_role("status").get_by_text("saved", exact=True).wait_for()
        assert "Matt: c3" in script.read_text()
        script.write_text("something else")
        page.get_by_role("button", name="Save the file").click()
        page.get_by_text("changed by somebody else").wait_for()
        page.context.clear_cookies()
    assert script.read_text() == "something else"
