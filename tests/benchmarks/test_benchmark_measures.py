"""What the benchmarks measure can be measured: a row for each, whatever the figures are."""

import importlib.util

import pytest
from both import shipped
from natives import needs_compiler

from benchmarks import natively, others


@pytest.fixture(autouse=True)
def may_build(monkeypatch):
    monkeypatch.delenv("RULEWRIGHT_NO_NATIVE", raising=False)
    monkeypatch.setenv("CFLAGS", "-O0")


@needs_compiler
def test_the_native_machine_is_measured():
    row = natively.row(shipped("kuhn-poker"), 2, 1, 0.01)
    assert len(row) == len(natively.HEAD)
    assert all(float(row[place]) > 0 for place in (2, 3, 5))


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("library", "where"), [("pyspiel", "OpenSpiel"), ("rlcard", "RLCard")], ids=["OpenSpiel", "RLCard"]
)
def test_other_libraries_are_measured_beside_it(library, where):
    if importlib.util.find_spec(library) is None:
        pytest.skip("needs the extra `bench`")
    rows = list(others.rows([shipped("leduc-poker")], 1, 0.01))
    assert all(len(row) == len(others.HEAD) for row in rows)
    assert {row[2] for row in rows} >= {"ours, Python", "ours, native", where}


def test_without_the_other_libraries_there_are_no_rows(monkeypatch):
    monkeypatch.setattr(others, "_library", lambda _: None)
    assert not list(others.rows([shipped("kuhn-poker")], 1, 0.01))
