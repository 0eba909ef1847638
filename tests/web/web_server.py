"""A server of the pages for tests, in a thread of this process, and a browser to look at them."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

import httpx
import uvicorn

from rulewright.cli.web.app import Site
from rulewright.cli.web.guard import Guard
from rulewright.cli.web.library import Library
from rulewright.cli.web.pages import Pages
from rulewright.cli.web.serving import _bound

ROOT = Path(__file__).parents[2]
KEY = "a-key-for-tests"
DEMANDED = "RULEWRIGHT_BROWSER_TESTS"
"""An environment variable: set to `demanded`, a missing browser fails the tests that need one."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


class Server:
    """Pages of a content root, and clients that have the key."""

    def __init__(self, port, site):
        self.port = port
        self.site = site
        self.address = f"http://127.0.0.1:{port}"

    def url(self, place):
        return f"{self.address}{place}{'&' if '?' in place else '?'}key={KEY}"

    def client(self):
        client = httpx.Client(
            base_url=self.address, headers={"origin": self.address}, trust_env=False, timeout=60
        )
        client.cookies.set(f"rulewright-{self.port}", KEY)
        return client


@contextmanager
def served(root=ROOT, saves=None):
    library = Library(Path(root))
    own = saves if saves is not None else Path(tempfile.mkdtemp(prefix="rulewright-tables-"))
    site = Site(library, Pages(library), own)
    listening = _bound(0)
    port = listening.getsockname()[1]
    guard = Guard(site.app(), key=KEY, port=port)
    config = uvicorn.Config(
        guard,
        log_level="warning",
        lifespan="off",
        ws="none",
        loop="asyncio",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Server(port, site)
    finally:
        site.end()
        server.should_exit = True
        thread.join(10)
        listening.close()


def browser_program():
    """Return the browser of the system; skip, or fail where tests demand one, if there is none."""
    for name in _BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    reason = "no browser: install Debian's `chromium`, or another Chromium that is called so"
    if os.environ.get(DEMANDED) == "demanded":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def browser():
    program = browser_program()
    pytest.importorskip("playwright", reason="Playwright's Python library is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            yield running
        finally:
            running.close()


@contextmanager
def tab(running, *, refused="", **settings):
    """A page in a context of its own; an error in its scripts, or a request to elsewhere, fails the test.

    `refused` is a status that the browser may complain about.
    """
    context = running.new_context(**settings)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1:", "data:", "file:", "blob:", "about:"))
            else faults.append(f"request to {request.url}")
        ),
    )
    page.set_default_timeout(15_000)
    try:
        yield page
        assert [fault for fault in faults if not (refused and f"status of {refused}" in fault)] == []
    finally:
        context.close()
