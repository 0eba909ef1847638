"""Who is let in: only who has the key, from this machine and these pages, and with bodies that are not too long."""

from __future__ import annotations

import httpx
import pytest
from web_server import KEY, served

from rulewright.cli.web.guard import LONGEST_BODY, POLICY


@pytest.fixture
def stranger(pages):
    with httpx.Client(base_url=pages.address, trust_env=False) as client:
        yield client


@pytest.mark.parametrize(
    "place", ["/", "/games/tic-tac-toe/cards", "/static/base.css", "/nowhere", "/?key=wrong", "/?key="]
)
def test_without_the_key_nothing_is_told(stranger, place):
    answer = stranger.get(place)
    assert answer.status_code == 403
    assert "key is missing" in answer.text
    assert "Tic" not in answer.text


def test_the_key_leaves_the_address_and_is_kept_by_the_browser_alone(stranger, pages):
    answer = stranger.get(f"/games/tic-tac-toe/sheet?kind=cell&key={KEY}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/games/tic-tac-toe/sheet?kind=cell"
    kept = answer.headers["set-cookie"]
    assert kept.startswith(f"rulewright-{pages.port}={KEY};")
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept
    assert stranger.get("/").status_code == 200


def test_the_redirect_stays_on_this_machine(stranger, pages):
    answer = stranger.get(f"{pages.address}//elsewhere.example/x?key={KEY}")
    assert answer.headers["location"] == "/elsewhere.example/x"


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1", "localhost:1", "[::1]"])
def test_another_host_is_refused(pages, host):
    with pages.client() as client:
        answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "Rulewright</a>" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_other_pages_are_refused_though_the_browser_has_the_key(pages, headers):
    with pages.client() as client:
        assert client.get("/", headers=headers).status_code == 403


def test_a_link_with_the_key_may_be_followed_from_anywhere(stranger):
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert stranger.get(f"/?key={KEY}", headers=headers).status_code == 303


def test_what_is_sent_must_say_where_it_comes_from(pages):
    with pages.client() as client:
        del client.headers["origin"]
        assert client.post("/").status_code == 403


def test_a_long_body_is_not_read(pages):
    with pages.client() as client:
        answer = client.post("/games/tic-tac-toe/cards", content=b"x" * (LONGEST_BODY + 1))
        assert answer.status_code == 413


def test_a_long_body_of_unknown_length_is_not_read_to_its_end(pages):
    sent = 0

    def pieces():
        nonlocal sent
        for _ in range(200):
            sent += 100_000
            yield b"x" * 100_000

    with pages.client() as client:
        try:
            answer = client.post("/api/tables", content=pieces())
        except httpx.TransportError:
            # The server has closed the door while the rest was still being sent.
            assert sent > LONGEST_BODY
        else:
            assert answer.status_code == 413


def test_every_answer_forbids_scripts_that_are_not_ours(pages):
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    with pages.client() as client:
        for place in ("/", "/games/tic-tac-toe/cards", "/static/base.css", "/nowhere"):
            headers = client.get(place).headers
            assert headers["content-security-policy"] == POLICY
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


def test_templates_hold_no_script_and_no_style_of_their_own(pages):
    with pages.client() as client:
        for place in ("/", "/games/pret-a-porter/cards", "/games/pret-a-porter/sheet"):
            text = client.get(place).text
            assert "<style" not in text
            assert " style=" not in text
            assert " onclick=" not in text
            assert text.count("<script") == text.count('<script type="module" src="/static/')


def test_it_listens_on_this_machine_only():
    with served() as server:
        assert server.address.startswith("http://127.0.0.1:")
