"""Checks many playthrough files at once, on all cores, so that a whole project is validated in about a second."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.findings import Finding, Findings
from interpreter.play.checking import Games, check_script
from interpreter.play.collection import shown_as
from interpreter.play.script import read_script

# Below this number of files, starting workers takes longer than they save.
_FEWEST = 12
_MOST_WORKERS = 4

# What the workers inherit when they are forked: the games, loaded already.
_inherited: list[Games] = []


def check_files(files: Sequence[Path], games: Games) -> Iterable[list[Finding]]:
    """Return what is wrong with some playthrough files, in lists; their order means nothing."""
    workers = min(_MOST_WORKERS, os.cpu_count() or 1)
    if len(files) < _FEWEST or workers < 2 or not hasattr(os, "fork"):
        return [_check(files, games)]
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    sys.stdout.flush()
    _inherited[:] = [games]
    shares = [files[number::workers] for number in range(workers)]
    with ProcessPoolExecutor(workers, get_context("fork"), initializer=_leave_interrupts_alone) as pool:
        return list(pool.map(_check_share, shares))


def _check_share(files: Sequence[Path]) -> list[Finding]:
    return _check(files, _inherited[0])


def _check(files: Sequence[Path], games: Games) -> list[Finding]:
    findings = Findings()
    for file in files:
        script = read_script(file, shown_as(file, games.root), findings)
        if script is not None:
            check_script(script, games, findings)
    return list(findings)


def _leave_interrupts_alone() -> None:
    # Ctrl-C is for the program that waits for the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
