"""What the tests of the pages share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def pages():
    """The pages of the games that come with the program."""
    from web_server import served

    with served() as server:
        yield server


@pytest.fixture(scope="session")
def chromium():
    """A browser, shared by all tests of a process."""
    from web_server import browser

    with browser() as running:
        yield running
