"""What is installed is one package, whose links lead to the folders of the checkout."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
PACKAGE = CHECKOUT / "package" / "rulewright"


def test_the_package_has_links_and_no_copies():
    links = {path for path in (*PACKAGE.iterdir(), *(PACKAGE / "bundled").iterdir()) if path.is_symlink()}
    assert {path.name for path in links} >= {"interpreter", "cli", "rules", "cards", "schemas"}
    for path in links:
        assert not path.readlink().is_absolute()
        assert path.resolve() == CHECKOUT / path.name


def test_who_imports_the_old_name_is_told_the_new_one():
    told = subprocess.run(
        [sys.executable, "-c", "import interpreter"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert told.stderr.endswith("import `rulewright`, or `rulewright.interpreter`\n")


@pytest.mark.parametrize("name", ["interpreter", "cli"])
def test_an_installed_program_takes_no_other_name(name, tmp_path):
    asked = f"import importlib.util; print(importlib.util.find_spec({name!r}))"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )
    assert told.stdout == "None\n"
