"""Helpers for the tests of the command line: the program run inside the test or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from rulewright.cli.main import app

CHECKOUT = Path(__file__).resolve().parents[2]
ROOT = CHECKOUT / "tests" / "data"
HEAD = "game: tea-house\nplayers: [Anna, Matt]\n"
GOOD = HEAD + "given: {phase: feast}\nmoves: [expect: round >= 0]\n"


def environment(**more: str) -> dict[str, str]:
    """What a process of its own finds around it: nothing of the pytest, or the process of its run, that starts it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**own, "PYTHONPATH": str(CHECKOUT / "package"), **more}


def run(*words: object, typed: str | None = None, root: Path | None = ROOT) -> Result:
    """Run the program in this process, on the content of the tests unless told otherwise."""
    own = ["--root", str(root)] if root is not None else []
    return CliRunner().invoke(app, [*(str(word) for word in words), *own], input=typed)


def process(*words: object, **keys) -> subprocess.Popen[str]:
    """Start the program as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "rulewright.cli.main", *(str(word) for word in words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # Python itself cannot find a program whose folder's name the locale cannot write.
        env=environment(LC_ALL="C", PYTHONUTF8="0") if str(CHECKOUT).isascii() else environment(),
        **keys,
    )
