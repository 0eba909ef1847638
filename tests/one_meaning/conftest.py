"""Every input here is played on every machine."""

import pytest

from tests.machines import MACHINES, let_wait


@pytest.fixture(params=MACHINES)
def machine(request):
    """The machine on which a test plays."""
    let_wait(request)
    return request.param
