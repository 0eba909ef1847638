"""Runs the language's own tests on the machines: what the language means does not depend on who plays it."""

import pytest

from tests.language import small_game
from tests.machines import MACHINES


@pytest.fixture(params=MACHINES)
def machine(request, monkeypatch):
    """The machine on which the small game is played in this test."""
    monkeypatch.setattr(small_game, "MACHINE", request.param)
    return request.param
