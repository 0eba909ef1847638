"""Long work for pages, such as many games between bots: done by this program in processes of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

_MOST = 2
"""How many run at a time; the rest wait for whoever asks again."""

_KEPT = 12


class BadJob(Exception):
    """Work that cannot be begun; the message is a sentence for the user."""


@dataclass(slots=True)
class Job:
    """A process of this program, what it has written so far, when it began, and a folder that goes when it does."""

    process: subprocess.Popen[bytes]
    told: IO[bytes]
    errors: IO[bytes]
    folder: tempfile.TemporaryDirectory[str] | None = None
    began: float = field(default_factory=time.monotonic)
    seconds: float | None = None

    def is_done(self) -> bool:
        """Say whether the process has ended."""
        if self.seconds is None and self.process.poll() is not None:
            self.seconds = time.monotonic() - self.began
        return self.seconds is not None

    def answer(self) -> Any:  # noqa: ANN401  # whatever JSON has
        """Return what the process has told as JSON; None when it told none."""
        self.told.seek(0)
        try:
            return json.loads(self.told.read())
        except ValueError:
            return None

    def complaints(self) -> str:
        """Return what the process had to complain about."""
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", errors="replace")

    def close(self) -> None:
        """End the process if it is still at work, and forget what it told."""
        if not self.is_done():
            self.process.kill()
            self.process.wait()
        self.told.close()
        self.errors.close()
        if self.folder is not None:
            self.folder.cleanup()


class Jobs:
    """The processes that work for pages."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._count = 0

    def start(self, words: Sequence[str], folder: tempfile.TemporaryDirectory[str] | None = None) -> str:
        """Start this program with some words and return the job's id; `folder` is removed with the job.

        Raises BadJob when too much is at work.
        """
        import rulewright

        with self._lock:
            if sum(not job.is_done() for job in self._jobs.values()) >= _MOST:
                raise BadJob("two jobs are at work already; wait until one of them is done")
            # They are closed with their job.
            told, errors = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115
            package = str(Path(rulewright.__file__).parents[1])
            path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
            process = subprocess.Popen(  # noqa: S603 - this very program; the words are checked by who asks
                [sys.executable, "-m", "rulewright.cli.main", *words],
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
                # Ctrl-C is for the server, which ends its jobs itself.
                start_new_session=True,
            )
            self._count += 1
            self._jobs[str(self._count)] = Job(process, told, errors, folder)
            for id_ in [id_ for id_, job in self._jobs.items() if job.is_done()][:-_KEPT]:
                self._jobs.pop(id_).close()
            return str(self._count)

    def job(self, id_: str) -> Job | None:
        """Return a job; None when there is none of this id any more."""
        return self._jobs.get(id_)

    def end(self) -> None:
        """End all that is still at work."""
        with self._lock:
            while self._jobs:
                self._jobs.popitem()[1].close()
