"""What the tests of the native machine share: here games may be built."""

import pytest


@pytest.fixture(autouse=True)
def may_build(monkeypatch):
    monkeypatch.delenv("RULEWRIGHT_NO_NATIVE", raising=False)
