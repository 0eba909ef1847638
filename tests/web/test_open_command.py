"""The command `open`: it says where the pages are, serves them, and ends cleanly."""

from __future__ import annotations

import re
import signal
import socket
from contextlib import closing, contextmanager

import httpx
import pytest
from command_line import process, run
from web_server import ROOT

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)(/\S*)\?key=(\S+)")


@contextmanager
def started(*words):
    """The program as a process that does not outlive its test."""
    running = process(*words)
    try:
        yield running
    finally:
        running.kill()
        running.wait(timeout=20)
        for stream in (running.stdout, running.stderr):
            stream.close()


def address_of(running):
    line = running.stdout.readline()
    found = ADDRESS.search(line)
    assert found is not None, line + running.stderr.read()
    return found


def ended(running, end=signal.SIGINT):
    """End a program that has told its address, and return what it wrote as errors; it ends soon, or the test fails."""
    running.send_signal(end)
    return running.communicate(timeout=60)[1]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_interrupted(end):
    with started("open", "tic-tac-toe", "--no-browser", "--root", ROOT) as running:
        found = address_of(running)
        assert found[2] == "/games/tic-tac-toe"
        with httpx.Client(trust_env=False, follow_redirects=True, timeout=60) as client:
            assert "Tic-tac-toe" in client.get(found[0]).text
        errors = ended(running, end)
        code = running.returncode
    assert "Traceback" not in errors
    assert code == (130 if end == signal.SIGINT else -signal.SIGTERM)


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing_that_was_decided(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def client_of(running):
        found = address_of(running)
        client = httpx.Client(
            base_url=found[0].partition("/?")[0], trust_env=False, follow_redirects=True, timeout=60
        )
        client.get(found[0])
        client.headers["origin"] = f"http://127.0.0.1:{found[1]}"
        return client

    with started("open", "--no-browser", "--root", ROOT) as running, closing(client_of(running)) as client:
        told = {"game": "tic-tac-toe", "players": ["Anna", "Matt"], "bots": [None, None], "seed": 1}
        id_ = client.post("/api/tables", json=told).json()["id"]
        for option in ("b2", "a1", "c3"):
            version = client.get(f"/api/tables/{id_}", params={"viewer": "all"}).json()["version"]
            asked = {"viewer": "all", "option": option, "version": version}
            assert client.post(f"/api/tables/{id_}/choose", json=asked).status_code == 200
        running.kill()
        running.wait(timeout=20)
    with started("open", "--no-browser", "--root", ROOT) as running, closing(client_of(running)) as client:
        scene = client.get(f"/api/tables/{id_}", params={"viewer": "all"}).json()["scene"]
        marks = {square: told["mark"] for square, told in scene["components"].items() if told["mark"]}
        assert marks == {"b2": "Anna", "a1": "Matt", "c3": "Anna"}
        assert f"/tables/{id_}" in client.get("/games/tic-tac-toe/table").text
        ended(running)


def test_a_playthrough_that_lies_anywhere_is_shown_at_once(tmp_path):
    script = tmp_path / "mine.yaml"
    script.write_text("game: tic-tac-toe\nplayers: [Anna, Matt]\nmoves:\n  - Anna: b2\nstop: yes\n")
    with started("open", script, "--no-browser", "--root", ROOT) as running:
        line = running.stdout.readline()
        address = line.split(" at ")[1].strip()
        with httpx.Client(trust_env=False, follow_redirects=True, timeout=60) as client:
            answer = client.get(address)
        assert answer.status_code == 200
        assert "Anna: b2" in answer.text
        assert "key=" not in str(answer.url)
        assert "Traceback" not in ended(running)


def test_a_file_that_is_no_playthrough_is_refused(tmp_path):
    script = tmp_path / "mine.yaml"
    script.write_text("game: [")
    result = run("open", script, "--no-browser", root=ROOT)
    assert result.exit_code == 1
    assert "is no playthrough" in result.stderr


@pytest.mark.slow
def test_two_servers_have_ports_and_keys_of_their_own():
    with started("open", "--no-browser") as first, started("open", "--no-browser") as second:
        one, other = address_of(first), address_of(second)
        assert one[1] != other[1]
        assert one[3] != other[3]
        assert len(one[3]) >= 32
        for running in (first, second):
            assert "KeyboardInterrupt" not in ended(running)


def test_a_port_that_is_taken_is_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("open", "--no-browser", "--port", str(port), root=ROOT)
    assert result.exit_code == 2
    assert f"port {port} cannot be used" in result.stderr


def test_an_unknown_game_is_refused():
    result = run("open", "tic-tac-to", "--no-browser", root=ROOT)
    assert result.exit_code == 2
    assert "did you mean tic-tac-toe?" in result.stderr


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "uvicorn" else find(name, *rest)
    )
    result = run("open", "--no-browser", root=ROOT)
    assert result.exit_code == 2
    assert "the pages need uvicorn" in result.stderr
    assert "pip install 'rulewright[web]'" in result.stderr
