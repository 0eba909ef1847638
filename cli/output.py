"""What all commands share and what loads quickly: formats, refusals with exit codes, and quiet ends."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

import typer

CLEAN = 0
FOUND = 1
USAGE = 2
INTERRUPTED = 130

_LONG_NAME = 200


class Format(StrEnum):
    """How a command writes its answer."""

    TEXT = "text"
    JSON = "json"


class FindingsFormat(StrEnum):
    """How findings are written; `github` gives annotations beside the lines, `sarif` what code hosts take."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class Demand(StrEnum):
    """What playthroughs have to reach: all that cards can do, or the rules and every branch too."""

    ABILITIES = "abilities"
    ALL = "all"


class SimulationFormat(StrEnum):
    """How the numbers of a simulation are written; `csv` has a line for each game."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


class CompareFormat(StrEnum):
    """How differences are written."""

    TEXT = "text"
    JSON = "json"


class GraphFormat(StrEnum):
    """The language in which a graph is drawn."""

    MERMAID = "mermaid"
    DOT = "dot"


class CommandError(Exception):
    """A command that cannot do what it was asked; carries the sentence for the user and the exit code."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        self.code = code
        super().__init__(message)


@contextmanager
def guarded() -> Iterator[None]:
    """Turn the ends a command can come to into exit codes: refused, interrupted, or nobody reads any more."""
    try:
        yield
        _flush()
    except CommandError as error:
        say(f"rulewright: {error}")
        raise typer.Exit(error.code) from None
    except KeyboardInterrupt:
        say("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(CLEAN) from None
    except OSError as error:
        raise typer.Exit(_refused(error)) from None


def _flush() -> None:
    """Write out what is waiting; a server that an editor has ended leaves its output closed."""
    if not sys.stdout.closed:
        sys.stdout.flush()


def _refused(error: OSError) -> int:
    """Tell that the system refuses a file that was named, or to take the answer; return the exit code."""
    why = error.strerror or str(error)
    if error.filename is None:
        say(f"rulewright: the answer cannot be written: {why}")
        _drop_output()
        return FOUND
    name = os.fsdecode(error.filename)
    shown = name if len(name) < _LONG_NAME else f"{name[: _LONG_NAME // 2]}..."
    say(f"rulewright: {shown} cannot be used: {why}")
    return USAGE


def say(text: str) -> None:
    """Write a line for the user to standard error."""
    sys.stderr.write(f"{text}\n")


def write(text: str) -> None:
    """Write the answer of a command to standard output, with a line end if it lacks one."""
    sys.stdout.write(text if not text or text.endswith("\n") else f"{text}\n")


def write_json(value: object) -> None:
    """Write a value as JSON: UTF-8, keys in their given order, and numbers that are too long in words."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=2)
    except ValueError:
        text = json.dumps(_shortened(value), ensure_ascii=False, indent=2)
    write(text)


def _shortened(part: Any) -> Any:  # noqa: ANN401  # whatever JSON has
    from rulewright.interpreter.state.limits import LARGEST, written

    if isinstance(part, dict):
        return {name: _shortened(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_shortened(value) for value in part]
    return written(part) if isinstance(part, int) and abs(part) > LARGEST else part


def program_version() -> str:
    """Return the version of this program, or that it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "(not installed, run from its folder)"


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be encoded (a stray byte in a file's name) is replaced.

    Where a stream was closed by who started the program, as services are started, what is written to it goes nowhere.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            # The number of the closed stream is the first that is free, so that no file of ours can get it.
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115  # stays open
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def finish_output() -> bool:
    """Flush standard output; say whether somebody still reads it."""
    try:
        _flush()
    except BrokenPipeError:
        _drop_output()
        return False
    except OSError as error:
        raise SystemExit(_refused(error)) from None
    return True


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that Python does not complain about it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


_WIDEST = 80


def folded(text: str, indent: int) -> str:
    """Return a text whose lines break at words where a terminal ends, or at 80 columns; as it is for a file or a pipe.

    What belongs to a line above stands `indent` columns in, or deeper where that line does.
    """
    if not sys.stdout.isatty():
        return text
    import shutil

    return fold(text, indent, min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns))


def fold(text: str, indent: int, width: int) -> str:
    """Return a text whose lines have at most so many columns, but for words that are longer."""
    from textwrap import wrap

    lines: list[str] = []
    for line in text.split("\n"):
        deep = len(line) - len(line.lstrip(" ")) or indent
        parts = wrap(
            line,
            max(width, deep + 20),
            subsequent_indent=" " * deep,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += parts if len(line) > width else [line]
    return "\n".join(lines)
