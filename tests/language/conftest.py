"""Runs the language's own tests on the machines: what the language means does not depend on who plays it."""

import pytest

from tests.language import small_game
from tests.machines import MACHINES, let_wait


@pytest.fixture(params=MACHINES)
def machine(request, monkeypatch):
    """The machine on which the small game is played in this test."""
    let_wait(request)
    monkeypatch.setattr(small_game, "MACHINE", request.param)
    return request.param
