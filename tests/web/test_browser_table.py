"""Tables in a real browser: whole games, hands hidden between turns, two windows, reloads, the keyboard alone."""

from __future__ import annotations

import pytest
from hostile_game import write_hostile_game
from web_server import KEY, ROOT, served, tab

# A real browser takes long; .ci/run demands these.
pytestmark = pytest.mark.slow

WIDE = {"width": 1400, "height": 900}


@pytest.fixture
def server(tmp_path):
    with served(ROOT, saves=tmp_path / "saves") as server:
        yield server


def begun(server, game, players, bots, seed=1):
    with server.client() as client:
        told = {"game": game, "players": players, "bots": bots, "seed": seed}
        answer = client.post("/api/tables", json=told)
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]


def open_table(page, server, id_):
    page.goto(server.url(f"/tables/{id_}"))
    page.wait_for_selector('body[data-ready="yes"]')


def click_on(page, target):
    """Click on what makes a choice, and wait for the table that comes of it."""
    before = page.locator("body").get_attribute("data-version")
    target.click()
    page.wait_for_selector(f'body:not([data-version="{before}"])')


def play_by_clicking(page, most):
    """Play to the end, on lit components and in the list by turns; return how many choices were made."""
    for step in range(most):
        page.locator("#decide .option, #decide h2:text('The end')").first.wait_for()
        options = page.locator("#decide .option")
        count = options.count()
        if not count:
            return step
        lit = page.locator("#table .lit")
        # A lit component that stands for one option only chooses it at once.
        if step % 2 and lit.count() and lit.count() == page.locator("#decide .option[data-option]").count():
            click_on(page, lit.nth(step % lit.count()))
        else:
            click_on(page, options.nth((step * 3) % count))
    return most


@pytest.mark.parametrize("game", ["pret-a-porter", pytest.param("rococo", marks=pytest.mark.slow)])
def test_a_whole_game_is_played_by_clicking(server, chromium, game):
    id_ = begun(server, game, ["Anna", "Matt", "Greg"], [None, "random", "random"], seed=2)
    with tab(chromium, viewport=WIDE) as page:
        open_table(page, server, id_)
        choices = play_by_clicking(page, 400)
        assert choices > 40
        table = server.site.tables.tables.table(id_)
        assert table.match.over
        assert (
            page.locator(".player .badge", has_text="score").count()
            + page.locator(".player .badge", has_text="not ranked").count()
            == 3
        )
        for name, score in zip(table.match.names, table.match.scores(), strict=True):
            badge = f"score {score}" if score is not None else "not ranked"
            assert page.locator(f'.player[data-player="{name}"]').get_by_text(badge).is_visible()


def test_a_match_is_begun_from_the_form(server, chromium):
    with tab(chromium) as page:
        page.goto(server.url("/games/tic-tac-toe/table"))
        page.get_by_label("Player 1").fill("Ida")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector('body[data-ready="yes"]')
        assert page.locator("#prompt").inner_text().startswith("Ida")
        page.goto(server.url("/games/tic-tac-toe/table"))
        page.get_by_role("link", name="Ida, Matt").click()
        page.wait_for_selector('body[data-ready="yes"]')


def test_what_cannot_be_begun_is_said_in_the_form(server, chromium):
    with tab(chromium, refused="400") as page:
        page.goto(server.url("/games/tic-tac-toe/table"))
        page.get_by_label("Player 1").fill("Matt")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("alert").wait_for()
        assert "the same name" in page.get_by_role("alert").inner_text()


def test_hands_are_hidden_while_the_screen_is_handed_over(server, chromium):
    id_ = begun(server, "kuhn-poker", ["Anna", "Matt"], [None, None], seed=8)
    match = server.site.tables.tables.table(id_).match
    hands = [
        match.view(seat)["players"][name]["zones"]["hand"][0].title() for seat, name in enumerate(match.names)
    ]
    with tab(chromium) as page:
        bodies = []
        page.on("response", lambda answer: bodies.append(answer) if "/api/" in answer.url else None)
        open_table(page, server, id_)
        # Nobody knows yet who sits before the screen.
        assert not any(page.locator("#table").get_by_text(hand).count() for hand in hands)
        page.get_by_role("button", name="Hand over to Anna").click()
        page.get_by_role("button", name="I am Anna").click()
        page.locator("#table").get_by_text(hands[0]).wait_for()
        assert page.locator("#table").get_by_text(hands[1]).count() == 0
        click_on(page, page.get_by_role("button", name="Bet"))
        # What was chosen may still be looked at; nothing of Matt's is there yet.
        assert page.locator("#table").get_by_text(hands[1]).count() == 0
        seen = [body.text() for body in bodies if "since=" not in body.url]
        assert not any(hands[1].lower() in text.lower() for text in seen)
        page.get_by_role("button", name="Hand over to Matt").click()
        assert page.locator("#table").inner_text() == ""
        assert page.locator("#log").inner_text() == ""
        assert page.locator("#decide").inner_text() == ""
        page.get_by_role("button", name="I am Matt").click()
        page.locator("#table").get_by_text(hands[1]).wait_for()
        assert page.locator("#table").get_by_text(hands[0]).count() == 0
        # Whoever loads the page anew is not taken for one of them.
        page.reload()
        page.get_by_role("button", name="Hand over to Matt").wait_for()
        assert not any(page.locator("#table").get_by_text(hand).count() for hand in hands)


def test_open_games_are_not_handed_over(server, chromium):
    id_ = begun(server, "tic-tac-toe", ["Anna", "Matt"], [None, None])
    with tab(chromium) as page:
        open_table(page, server, id_)
        click_on(page, page.locator('.square[data-component="b2"]'))
        page.locator("#prompt", has_text="Matt").wait_for()
        click_on(page, page.locator('.square[data-component="a1"]'))
        page.locator("#prompt", has_text="Anna").wait_for()


def test_two_windows_show_one_match_and_a_reload_loses_nothing(server, chromium):
    id_ = begun(server, "tic-tac-toe", ["Anna", "Matt"], [None, None])
    with tab(chromium) as one, tab(chromium) as other:
        open_table(one, server, id_)
        open_table(other, server, id_)
        other.get_by_label("Seen by").select_option("watcher")
        click_on(one, one.locator('.square[data-component="b2"]'))
        other.locator('.square[data-component="b2"][class*="seat-0"]').wait_for()
        assert other.locator(".option").count() == 0
        one.reload()
        one.locator('.square[data-component="b2"][class*="seat-0"]').wait_for()


def test_undo_redo_fork_and_record(tmp_path, chromium):
    root = write_hostile_game(tmp_path / "root")
    with served(root, saves=tmp_path / "saves") as server:
        id_ = begun(server, "hostile", ["Anna", "Matt"], [None, None])
        with tab(chromium) as page:
            open_table(page, server, id_)
            click_on(page, page.locator(".option").first)
            page.get_by_role("button", name="Undo").click()
            page.locator("#undo:disabled").wait_for()
            page.get_by_role("button", name="Redo").click()
            page.locator("#redo:disabled").wait_for()
            page.get_by_role("button", name="Try something in a copy").click()
            page.wait_for_url(lambda url: id_ not in url)
            page.wait_for_selector('body[data-ready="yes"]')
            page.get_by_label("Record as a playthrough").fill("tried")
            page.get_by_role("button", name="Record", exact=True).click()
            page.get_by_role("link", name="tests/playthroughs/hostile/tried.yaml").click()
            page.wait_for_selector('body[data-ready="yes"]')
            assert "broken into" not in page.title()


def test_hostile_words_stay_words_at_the_table(tmp_path, chromium):
    root = write_hostile_game(tmp_path / "root")
    with served(root, saves=tmp_path / "saves") as server:
        id_ = begun(server, "hostile", ["Anna", "Matt"], [None, None])
        with tab(chromium, viewport={"width": 360, "height": 700}) as page:
            open_table(page, server, id_)
            while page.locator(".option").count():
                assert page.locator("main img, main s, main u").count() == 0
                assert page.evaluate("document.documentElement.scrollWidth") <= 360
                click_on(page, page.locator(".option").last)
                page.wait_for_timeout(50)
            assert "broken into" not in page.title()


def test_a_saved_change_of_the_rules_is_taken_up_at_the_open_table(tmp_path, chromium):
    root = write_hostile_game(tmp_path / "root")
    rules = root / "rules/hostile/game.yaml"
    with served(root, saves=tmp_path / "saves") as server:
        id_ = begun(server, "hostile", ["Anna", "Matt"], [None, None])
        with tab(chromium) as page:
            open_table(page, server, id_)
            click_on(page, page.locator(".option").first)
            rules.write_text(rules.read_text().replace("start: 6", "start: 9"))
            page.get_by_text("goes on from the same choices").wait_for()
            # A card that is new is known to the table at once.
            cards = root / "cards/hostile/things.yaml"
            cards.write_text(cards.read_text().replace('name: "<img', 'name: "Sun <img'))
            for _ in range(100):
                page.wait_for_timeout(100)
                page.wait_for_selector('body[data-ready="yes"]')
                if "Sun \\u003cimg" in page.locator("#book").text_content():
                    break
            assert "Sun \\u003cimg" in page.locator("#book").text_content()
            assert page.locator('.player [data-counter="coins"] b').first.inner_text() == "9"


def test_a_game_is_played_with_the_keyboard_alone(server, chromium):
    id_ = begun(server, "tic-tac-toe", ["Anna", "Matt"], [None, "greedy"])
    with tab(chromium) as page:
        open_table(page, server, id_)
        # To the first square by the Tab key, past links and buttons that each show where they are.
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.component ?? ''") == "b2":
                break
        assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Choose B2"
        assert page.evaluate("getComputedStyle(document.activeElement).boxShadow") != "none"
        before = page.locator("body").get_attribute("data-version")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'body:not([data-version="{before}"])')
        for _ in range(5):
            if not page.locator(".option").count():
                break
            before = page.locator("body").get_attribute("data-version")
            page.keyboard.press("1")
            page.wait_for_selector(f'body:not([data-version="{before}"])')
            page.wait_for_timeout(60)
        assert page.locator("#decide h2").inner_text() == "The end"


def test_a_card_is_looked_at_and_put_away_again(server, chromium):
    id_ = begun(server, "rococo", ["Anna", "Matt"], [None, "random"])
    with tab(chromium, viewport=WIDE) as page:
        open_table(page, server, id_)
        page.locator("#table .mini:not(.lit) .name").first.click()
        assert page.locator("dialog.inspector .card").first.is_visible()
        page.keyboard.press("Escape")
        assert page.locator("dialog.inspector").is_hidden()


def test_the_key_is_not_in_the_address(server, chromium):
    id_ = begun(server, "tic-tac-toe", ["Anna", "Matt"], [None, None])
    with tab(chromium) as page:
        open_table(page, server, id_)
        assert KEY not in page.url
