"""The workbench, coverage and statistics: what is saved is told, and long work is done by processes of its own."""

from __future__ import annotations

import json
import re
import time

import pytest
from command_line import CHECKOUT, run
from hostile_game import IMAGE, SCRIPT, write_hostile_game
from web_server import served, tab


def finished(client, id_):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if client.get(f"/api/jobs/{id_}").json()["done"]:
            return
        time.sleep(0.1)
    pytest.fail("the job does not end")


# ---------------------------------------------------------------- the workbench
def test_what_is_saved_is_told_with_its_cards(tmp_path):
    root = write_hostile_game(tmp_path)
    cards = root / "cards/hostile/things.yaml"
    with served(root) as server, server.client() as client:
        place = "/games/hostile/work/news"
        first = client.get(place).text
        mark = re.search(r'data-mark="(\w+)"', first)[1]
        assert "1 finding" in first
        assert 'data-id="' not in first
        good = cards.read_text()
        cards.write_text(good.replace("price: 2", "price: 7"))
        news = client.get(place, params={"since": mark}).text
        assert re.findall(r'data-id="(\w+)"', news) == ["image"]
        assert IMAGE not in news
        cards.write_text(good.replace("price: 2", "prise: 2"))
        broken = client.get(place).text
        assert "^^^^^" in broken
        cards.write_text(good.replace("price: 1", "price: 8"))
        assert re.findall(r'data-id="(\w+)"', client.get(place).text) == ["script", "image"]


def test_the_open_workbench_changes_when_a_file_is_saved(tmp_path, chromium):
    root = write_hostile_game(tmp_path)
    cards = root / "cards/hostile/things.yaml"
    with served(root) as server, tab(chromium, viewport={"width": 360, "height": 700}) as page:
        page.goto(server.url("/games/hostile/work"))
        page.wait_for_selector('body[data-ready="yes"]')
        assert page.get_by_text("nothing reads `price`").first.is_visible()
        cards.write_text(cards.read_text().replace("price: 2", "price: 7"))
        page.locator('.item[data-id="image"] .card').first.wait_for()
        assert page.locator("main img, main s, main u").count() == 0
        assert "broken into" not in page.title()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


# ---------------------------------------------------------------- long work
def test_coverage_is_told_as_the_command_tells_it(pages, chromium):
    with tab(chromium) as page:
        page.goto(pages.url("/games/tic-tac-toe/coverage"))
        page.get_by_role("button", name="Play all playthroughs").click()
        page.wait_for_selector('body[data-ready="yes"]', timeout=120_000)
        told = run(
            "coverage", "tic-tac-toe", "tests/playthroughs/tic-tac-toe", "--format", "json", root=CHECKOUT
        )
        parts = json.loads(told.stdout)
        rules = [part for part in parts if part["what"] == "rule"]
        row = page.locator("#result tr", has=page.get_by_role("cell", name="rule", exact=True))
        numbers = [int(cell) for cell in row.locator("td.number").all_inner_texts()]
        states = [sum(part["state"] == state for part in rules) for state in ("ran", "declined", "never")]
        assert numbers == [len(rules), *states]


def test_bots_play_and_their_numbers_are_those_of_the_command(pages, chromium):
    with tab(chromium) as page:
        page.goto(pages.url("/games/tic-tac-toe/simulate"))
        page.get_by_label("Games", exact=True).fill("20")
        page.get_by_label("Seat 1").select_option("greedy")
        page.get_by_role("button", name="Play").click()
        page.wait_for_selector('body[data-ready="yes"]', timeout=120_000)
        words = ("simulate", "tic-tac-toe", "-n", "20", "--bots", "greedy,random", "--format", "json")
        told = json.loads(run(*words, root=CHECKOUT).stdout)
        rows = page.locator("#result section").first.locator("tbody tr")
        wins = [int(rows.nth(seat).locator("td").nth(2).inner_text()) for seat in range(2)]
        assert wins == [seat["wins"] for seat in told["seats"]]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"game": "chess", "kind": "coverage"},
        {"game": "tic-tac-toe", "kind": "simulate"},
        {"game": "tic-tac-toe", "games": "20", "players": 2, "bots": ["random", "random"]},
        {"game": "tic-tac-toe", "games": 20, "players": 3, "bots": ["random"] * 3},
        {"game": "tic-tac-toe", "games": 20, "players": 2, "bots": ["random", "--root"]},
        {"game": "tic-tac-toe", "games": 10**9, "players": 2, "bots": ["random", "random"]},
        {"game": "tic-tac-toe", "games": True, "players": 2, "bots": ["random", "random"]},
    ],
)
def test_work_that_makes_no_sense_is_refused(pages, asked):
    with pages.client() as client:
        assert client.post("/api/jobs", json=asked).status_code == 409


def test_jobs_end_with_the_server():
    with served(CHECKOUT) as server, server.client() as client:
        told = {
            "game": "tic-tac-toe",
            "games": 100_000,
            "players": 2,
            "bots": ["mcts", "mcts"],
            "kind": "simulate",
        }
        id_ = client.post("/api/jobs", json=told).json()["id"]
        process = server.site.work.jobs.job(id_).process
        assert process.poll() is None
    assert process.wait(timeout=10) != 0


# ---------------------------------------------------------------- one file
def test_statistics_are_written_as_one_page(tmp_path):
    words = ("simulate", "kuhn-poker", "-n", "10", "--format", "json")
    file = tmp_path / "ten.json"
    file.write_text(run(*words, root=CHECKOUT).stdout)
    out = tmp_path / "ten.html"
    assert run("page", "statistics", file, "--out", out, root=None).exit_code == 0
    text = out.read_text()
    assert "10 games of 2 players" in text
    assert 'src="' not in text


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": 1, "games": 2}', '{"game": "x", "games": 1, "seats": 3}']
)
def test_what_holds_no_statistics_is_refused(tmp_path, text):
    file = tmp_path / "none.json"
    file.write_text(text)
    result = run("page", "statistics", file, "--out", tmp_path / "out.html", root=None)
    assert result.exit_code == 2
    assert "simulate --format json" in result.stderr
    assert SCRIPT not in result.stderr
