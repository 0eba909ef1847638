"""Plays in a process of its own, in which every access to memory and every sum of the built games is looked at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
FLAGS = "-O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"


def _library() -> Path | None:
    """The library of the address sanitizer, which must be there before anything else."""
    if shutil.which("cc") is None:
        return None
    asked = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    found = Path(asked.stdout.strip())
    return found if found.is_file() else None


HAS_SANITIZERS = _library() is not None


def is_sanitized() -> bool:
    """Whether this is such a process."""
    return "-fsanitize=address" in os.environ.get("CFLAGS", "")


def in_sanitized_process(module: str, *words: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a module of Python so, and return what came of it."""
    return subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=CHECKOUT,
        env={
            **{name: value for name, value in os.environ.items() if name != "RULEWRIGHT_NO_NATIVE"},
            "CFLAGS": FLAGS,
            "LD_PRELOAD": str(_library()),
            # Python keeps what it has taken to its end, which is no leak of ours.
            "ASAN_OPTIONS": "detect_leaks=0",
            "RULEWRIGHT_NO_CACHE": "1",
            "PYTHONPATH": str(CHECKOUT / "package"),
        },
        capture_output=capture,
        text=True,
        check=False,
    )
