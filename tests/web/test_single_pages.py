"""Pages in one file: they hold all that they need, ask for nothing, and keep the words of the content words."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil

import pytest
from command_line import CHECKOUT, run
from hostile_game import IMAGE, QUOTES, SCRIPT, write_hostile_game
from web_server import tab

from rulewright.interpreter.content.load import load_game

QUARTER = CHECKOUT / "tests/playthroughs/pret-a-porter/first-quarter.yaml"


def allowed_by_its_policy(text):
    """Whether every style and script of a page is one that its own policy names."""
    policy = re.search(r'content="(default-src [^"]*)"', text)[1].replace("&#39;", "'")
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    for tag in ("style", 'script type="module"'):
        (inner,) = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"sha256-{digest}" in policy
    return True


def test_the_cards_of_a_game_stand_in_one_file(tmp_path):
    out = tmp_path / "cards.html"
    result = run("page", "cards", "rococo", "--out", out, root=CHECKOUT)
    assert result.exit_code == 0, result.stderr
    text = out.read_text(encoding="utf-8")
    assert text.count('class="item') == len(load_game("rococo").cards)
    assert allowed_by_its_policy(text)
    assert not re.findall(r'(?:src|href)="(?!data:|#)', text)


def test_a_file_that_exists_is_kept_unless_forced(tmp_path):
    out = tmp_path / "cards.html"
    out.write_text("mine")
    result = run("page", "cards", "tic-tac-toe", "--out", out, root=CHECKOUT)
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert out.read_text() == "mine"
    assert run("page", "cards", "tic-tac-toe", "--out", out, "--force", root=CHECKOUT).exit_code == 0
    assert "<html" in out.read_text()


def test_a_replay_that_fails_is_written_and_exits_with_1(tmp_path):
    script = tmp_path / "wrong.yaml"
    script.write_text("game: tic-tac-toe\nplayers: [Anna, Matt]\nmoves:\n  - Anna: b2\n  - Matt: b2\n")
    out = tmp_path / "wrong.html"
    result = run("page", "replay", script, "--out", out, root=CHECKOUT)
    assert result.exit_code == 1
    assert "RW504" in result.stderr
    assert "RW504" in out.read_text()


def test_unknown_files_cases_and_players_are_refused(tmp_path):
    deals = CHECKOUT / "tests/playthroughs/kuhn-poker/deals.yaml"
    out = ("--out", tmp_path / "x.html")
    for words in (
        ("page", "replay", tmp_path / "none.yaml"),
        ("page", "replay", deals, "--case", "nobody bets twice"),
        ("page", "replay", deals, "--seat", "Nobody"),
    ):
        result = run(*words, *out, root=CHECKOUT)
        assert result.exit_code == 2, words
    assert not (tmp_path / "x.html").exists()


def test_the_page_of_a_seat_holds_no_script_and_no_hidden_card(tmp_path):
    deals = CHECKOUT / "tests/playthroughs/kuhn-poker/deals.yaml"
    out = tmp_path / "seat.html"
    result = run("page", "replay", deals, "--seat", "Anna", "--out", out, root=CHECKOUT)
    assert result.exit_code == 0, result.stderr
    assert 'id="script"' not in out.read_text()


def test_a_replay_works_from_the_disk_without_a_network(tmp_path, chromium):
    out = tmp_path / "quarter.html"
    assert run("page", "replay", QUARTER, "--out", out, root=CHECKOUT).exit_code == 0
    assert allowed_by_its_policy(out.read_text(encoding="utf-8"))
    with tab(chromium, offline=True) as page:
        page.goto(out.as_uri())
        page.wait_for_selector('body[data-ready="yes"]')
        assert page.locator(".player").count() == 3
        page.get_by_label("One decision on").click()
        assert page.locator("#where").inner_text().startswith("1 of ")
        page.locator(".mini .name").first.click()
        assert page.locator("dialog .card").first.is_visible()
        page.keyboard.press("Escape")
        assert not page.locator("dialog").is_visible()


def test_cards_from_the_disk_are_searched(tmp_path, chromium):
    out = tmp_path / "cards.html"
    assert run("page", "cards", "pret-a-porter", "--out", out, root=CHECKOUT).exit_code == 0
    with tab(chromium, offline=True) as page:
        page.goto(out.as_uri())
        page.get_by_role("searchbox").fill("accountant")
        assert page.locator(".item:visible").first.get_attribute("data-id") == "accountant"


@pytest.mark.parametrize("what", ["cards", "replay"])
def test_hostile_words_stay_words(tmp_path, chromium, what):
    root = write_hostile_game(tmp_path / "root")
    out = tmp_path / "page.html"
    if what == "cards":
        words = ("page", "cards", "hostile")
    else:
        script = tmp_path / "game.yaml"
        script.write_text("game: hostile\nplayers: [A, B]\nmoves:\n  - bots: random until the end\n")
        shutil.rmtree(tmp_path / "none", ignore_errors=True)
        words = ("page", "replay", script)
    result = run(*words, "--out", out, root=root)
    assert out.exists(), result.stderr
    text = out.read_text(encoding="utf-8")
    for hostile in (SCRIPT, IMAGE, QUOTES, "<u>x"):
        assert hostile not in text
    with tab(chromium) as page:
        page.goto(out.as_uri())
        if what == "replay":
            page.wait_for_selector('body[data-ready="yes"]')
            page.get_by_label("To the end").click()
        assert "broken into" not in page.title()
        assert page.locator("main img, main s, main u").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
