"""Shares work on many playthrough files among all cores, so that a whole project is validated in about a second."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.ignores import Ignores
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.source import parse_yaml
from rulewright.interpreter.source.remarks import find_cut_at_remarks

_R = TypeVar("_R")
_CUT = re.compile(r"\b(name|about|note): .*? #")

# Below this number of files, starting workers takes longer than they save.
_FEWEST = 12
_MOST_WORKERS = 4

# What the workers inherit when they are forked: the work, and with it the games, loaded already.
_inherited: list[Callable[[Sequence[Path]], object]] = []


def in_shares(files: Sequence[Path], work: Callable[[Sequence[Path]], _R]) -> list[_R]:
    """Return what a function gives for some files, share by share; how many shares there are means nothing."""
    workers = min(_MOST_WORKERS, os.cpu_count() or 1)
    if len(files) < _FEWEST or workers < 2 or not _can_fork():
        return [work(files)]
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    sys.stdout.flush()
    _inherited[:] = [work]
    shares = [files[number::workers] for number in range(workers)]
    with ProcessPoolExecutor(workers, get_context("fork"), initializer=_leave_interrupts_alone) as pool:
        return list(pool.map(_work_on, shares))  # type: ignore[arg-type]  # the function is handed on by the fork


def _can_fork() -> bool:
    """Say whether a fork is safe: not beside other threads, whose locks it would keep, nor where libraries forbid it.

    There all is done in this process: what is shared is a loaded game, and to start anew takes longer than it saves.
    """
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def _work_on(files: Sequence[Path]) -> object:
    return _inherited[0](files)


def check_files(files: Sequence[Path], games: Games) -> Iterable[list[Finding]]:
    """Return what is wrong with some playthrough files, in lists; their order means nothing."""
    return in_shares(files, lambda some: _check(some, games))


def _check(files: Sequence[Path], games: Games) -> list[Finding]:
    findings = Findings()
    ignores = Ignores()
    for file in files:
        shown = shown_as(file, games.root)
        script = read_script(file, shown, findings)
        _check_texts(file, shown, findings)
        if script is not None:
            check_script(script, games, findings, unplayed=True)
        ignores.read(file, shown)
    shown_files = {shown_as(file, games.root) for file in files}
    return list(ignores.applied(findings, shown_files))


def _check_texts(file: Path, shown: str, findings: Findings) -> None:
    """Find names and remarks of a playthrough that YAML cut; few files have what could be one, and are read for it."""
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    if " #" in text and _CUT.search(text):
        node = parse_yaml(text, shown, Findings())
        if node is not None:
            find_cut_at_remarks(node, text, findings)


def _leave_interrupts_alone() -> None:
    # Ctrl-C is for the program that waits for the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
