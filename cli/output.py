"""What all commands share: refusals with exit codes, findings in three formats, and quiet ends."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import typer

from interpreter.findings import Finding, as_json, nearest, render_github, render_text

CLEAN = 0
FOUND = 1
USAGE = 2
INTERRUPTED = 130


class Format(StrEnum):
    """How a command writes its answer."""

    TEXT = "text"
    JSON = "json"


class FindingsFormat(StrEnum):
    """How findings are written; `github` gives annotations beside the lines."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class Refusal(Exception):
    """A command that cannot do what it was asked; carries the sentence for the user and the exit code."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        self.code = code
        super().__init__(message)


def unknown(what: str, word: str, known: Iterable[str]) -> Refusal:
    """Return a refusal of a name that does not exist, with the nearest right one and all of them if they are few."""
    names = list(known)
    near = nearest(word, names)
    hint = f" (did you mean {near}?)" if near is not None else ""
    listed = f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""
    return Refusal(f"there is no {what} {word!r}{hint}{listed}")


@contextmanager
def guarded() -> Iterator[None]:
    """Turn the ends a command can come to into exit codes: refused, interrupted, or nobody reads any more."""
    try:
        yield
        sys.stdout.flush()
    except Refusal as refusal:
        say(f"rulewright: {refusal}")
        raise typer.Exit(refusal.code) from None
    except KeyboardInterrupt:
        say("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(CLEAN) from None


def say(text: str) -> None:
    """Write a line for the user to standard error."""
    sys.stderr.write(f"{text}\n")


def write(text: str) -> None:
    """Write the answer of a command to standard output, with a line end if it lacks one."""
    sys.stdout.write(text if not text or text.endswith("\n") else f"{text}\n")


def write_json(value: object) -> None:
    """Write a value as JSON: UTF-8, keys in their given order."""
    write(json.dumps(value, ensure_ascii=False, indent=2))


def write_findings(findings: Iterable[Finding], form: FindingsFormat, root: Path) -> None:
    """Write findings to standard output in the form that was asked for; files are read below `root`."""
    if form is FindingsFormat.JSON:
        write_json([as_json(finding) for finding in findings])
    elif form is FindingsFormat.GITHUB:
        write(render_github(findings))
    else:
        write(render_text(findings, line_reader(root)))


def line_reader(root: Path) -> Callable[[str, int], str | None]:
    """Return a function that gives a line of a file below `root`, or None where there is none."""
    known: dict[str, list[str]] = {}

    def read(file: str, line: int) -> str | None:
        if file not in known:
            known[file] = _lines(root / file)
        lines = known[file]
        return lines[line - 1] if 0 < line <= len(lines) else None

    return read


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError:
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be encoded (a stray byte in a file's name) is replaced."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def finish_output() -> bool:
    """Flush standard output; say whether somebody still reads it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return False
    return True


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that Python does not complain about it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
