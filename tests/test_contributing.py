"""CONTRIBUTING.md leads somewhere: every place it names exists, and every folder of tests has its line."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
PAGE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_place_that_the_page_names_is_there():
    named = re.findall(
        r"`((?:interpreter|cli|tests|docs|schemas|cards|rules|benchmarks|\.ci)/[\w./-]*)`", PAGE
    )
    assert len(named) > 40
    assert not [name for name in named if not (CHECKOUT / name).exists()]


def test_every_file_named_without_its_folder_stands_in_the_folder_before_it():
    for line in re.split(r"\n(?=\d+\. |## )", PAGE):
        folders = re.findall(r"`((?:interpreter|tests)/[\w/]+/)`", line)
        for name in re.findall(r"`(\w+\.py)`", line):
            assert folders, line
            assert (CHECKOUT / folders[0] / name).exists(), name


def test_every_module_that_the_page_runs_is_one():
    for module in re.findall(r"`python -m ([\w.]+)`", PAGE):
        assert find_spec(module) is not None, module


def test_every_program_of_the_page_is_installed_with_the_development_extra():
    programs = set(re.findall(r"`\.venv/bin/(\w+)", PAGE))
    assert programs == {"pytest", "ruff", "mypy"}
    assert not [name for name in programs if not (Path(sys.executable).parent / name).exists()]


def test_every_folder_of_tests_has_its_line():
    folders = {path.parent.name for path in (CHECKOUT / "tests").glob("*/test_*.py")}
    assert not [name for name in folders if f"`tests/{name}/`" not in PAGE and name != "cache"]
