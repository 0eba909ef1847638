"""Every input here is played on every machine."""

import pytest

from tests.machines import MACHINES, REFERENCE


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "compiler(reason): fails on the compiled machine until the compiler is mended"
    )


@pytest.fixture(params=MACHINES)
def machine(request):
    """The machine on which a test plays."""
    waits = request.node.get_closest_marker("compiler")
    if waits is not None and request.param != REFERENCE:
        run = waits.kwargs.get("run", True)
        request.applymarker(pytest.mark.xfail(reason=waits.args[0], run=run, strict=True))
    return request.param
