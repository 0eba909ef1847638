"""The page of compare: the game against its last commit, a pack or other games, told as the command tells it."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import run
from web_server import served, tab

GAME = """language: 1
game: fair
title: Fair
players: 2
kinds:
  ware: {all: wares, fields: {worth: number}}
counters:
  score: {}
zones:
  row: {holds: ware, ordered: yes}
  of each player: {stall: {holds: ware}}
setup: move all wares to row
rounds: {number: 2, every: {phases: [sale]}}
phases:
  sale:
    do: |
      as each player in turn_order:
        choose a ware from row "Take"
        move ware to me.stall
        gain ware.worth score
result: {rank: players, by: [player.score]}
"""
WARES = """kind: ware
cards:
  apple: {worth: 1}
  bread: {worth: 2}
  cheese: {worth: 3}
  dates: {worth: 4}
"""
PACK = """kind: ware
cards:
  gold: {replaces: apple, name: Gold, worth: 90}
"""
PLAN = {"game": "fair", "kind": "compare", "games": 20, "players": 2, "bots": ["random"] * 2, "seed": 0}


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path):
    """A game in a repository of its own, all of it committed."""
    folder = tmp_path / "games"
    write(folder, "rules/fair/game.yaml", GAME)
    write(folder, "cards/fair/wares.yaml", WARES)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words]
        subprocess.run(git, cwd=folder, check=True, capture_output=True)
    return folder


@contextmanager
def asked(root, **more):
    """What the server answers when it is asked to compare, with its client."""
    with served(root) as server, server.client() as client:
        yield server, client, client.post("/api/jobs", json={**PLAN, **more})


def result_of(client, answer):
    assert answer.status_code == 200, answer.text
    id_ = answer.json()["id"]
    deadline = time.monotonic() + 120
    while not client.get(f"/api/jobs/{id_}").json()["done"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return client.get(f"/games/fair/jobs/{id_}").text


@pytest.mark.slow
def test_a_pack_is_compared_in_the_browser_as_the_command_does(root, tmp_path, chromium):
    pack = tmp_path / "pack"
    write(pack, "cards/fair/more.yaml", PACK)
    with served(root) as server, tab(chromium, viewport={"width": 360, "height": 700}) as page:
        page.goto(server.url("/games/fair/compare"))
        assert not page.locator("#folder").is_visible()
        page.locator("#edit").select_option("folder")
        page.locator("#folder").fill(str(pack))
        page.locator("#games").fill("20")
        page.get_by_role("button", name="Compare").click()
        page.get_by_text("Everything that was looked at").wait_for()
        words = ("compare", "fair", "--against", pack, "-n", "20", "--bots", "random", "--format", "json")
        told = json.loads(run(*words, root=root).stdout)
        rows = page.locator("#all tbody tr")
        shown = [rows.nth(row).locator("td").nth(4).inner_text() for row in range(rows.count())]
        scale = {"wins": 100, "unranked": 100}
        wanted = [one["difference"] * scale.get(one["measure"], 1) for one in told["differences"]]
        assert shown == [f"{number:+.2f}" for number in wanted]
        assert any(wanted)
        assert f"{told['alike']} went exactly alike" in page.locator("#result").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
def test_the_last_commit_is_what_was_before(root):
    cards = root / "cards/fair/wares.yaml"
    cards.write_text(WARES.replace("worth: 4", "worth: 44"), encoding="utf-8")
    with asked(root, edit="commit") as (server, client, answer):
        page = result_of(client, answer)
        job = server.site.work.jobs.job(answer.json()["id"])
        told = job.answer()
        folder = Path(job.folder.name)
        assert folder.is_dir()
    assert not folder.exists()
    assert "20 pairs" in page
    # All four wares are taken in each game: 1 + 2 + 3 + 4 points before, 40 more with the edit.
    scores = [one for one in told["differences"] if one["subject"].startswith("seat ")]
    means = [one for one in scores if one["measure"] == "score"]
    assert sum(one["before"] for one in means) == pytest.approx(10)
    assert sum(one["after"] for one in means) == pytest.approx(50)


@pytest.mark.slow
def test_other_games_are_the_edit(root, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(root, other)
    with asked(root, edit="folder", folder="../other") as (_, client, answer):
        assert "20 went exactly alike" in result_of(client, answer)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({}, "the last commit, or the folder"),
        ({"edit": "folder", "folder": 3}, "the last commit, or the folder"),
        ({"edit": "folder", "folder": " "}, "name the folder"),
        ({"edit": "folder", "folder": "nowhere"}, "there is no folder nowhere"),
        ({"edit": "folder", "folder": "a\0b"}, "there is no folder"),
        ({"edit": "commit", "games": 0}, "the number of games"),
    ],
)
def test_what_cannot_be_compared_is_told_in_words(root, edit, words):
    with asked(root, **edit) as (_, _, answer):
        assert answer.status_code == 409
        assert words in answer.text


def test_without_a_commit_it_says_so(root):
    shutil.rmtree(root / ".git")
    with asked(root, edit="commit") as (_, _, answer):
        assert answer.status_code == 409
        assert "kept in Git" in answer.text


@pytest.mark.slow
def test_a_folder_that_is_no_edit_is_told_with_what_the_command_says(root, tmp_path):
    (tmp_path / "empty").mkdir()
    with asked(root, edit="folder", folder="../empty") as (_, client, answer):
        page = result_of(client, answer)
    assert "fault" in page
    assert "Traceback" not in page
    assert "no folder rules" in page
