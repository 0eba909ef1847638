"""What all tests share: a cache of this run's own, which nothing of an earlier run is read from, and what is none."""

import atexit
import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes tells of the machine and of what else it does, not of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# The processes of one run, and the programs that tests start, share it: set before anything else runs.
_OF_THIS_RUN = "RULEWRIGHT_TEST_CACHE"
# Bots would have games built in the background; what tests the native machine asks for it.
os.environ.setdefault("RULEWRIGHT_NO_NATIVE", "1")
if _OF_THIS_RUN not in os.environ:
    os.environ[_OF_THIS_RUN] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="rulewright-tests-")
    atexit.register(shutil.rmtree, os.environ[_OF_THIS_RUN], ignore_errors=True)

# Whoever starts a run in the background may have Ctrl-C ignored, and every program inherits that: those that tests
# interrupt would then never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The plugin for authors takes none of these: test_playthroughs.py plays the playthroughs, the others are data.
collect_ignore_glob = ["*.yaml"]


def pytest_configure(config):
    # Imported here, when the cache of this run is set.
    from reached import NAME, Reached

    config.pluginmanager.register(Reached(), NAME)
    about = "compiler(reason, run=True): fails on the compiled machine until the compiler is mended"
    config.addinivalue_line("markers", about)


@pytest.fixture(scope="session")
def reached(request):
    """What notes how far the playthroughs of this run reach."""
    return request.config.pluginmanager.get_plugin("reached")


@pytest.fixture(autouse=True)
def _as_on_somebodys_own_machine(monkeypatch):
    """Tests play somebody at home, wherever they run; those of what CI changes say so themselves."""
    monkeypatch.delenv("CI", raising=False)
