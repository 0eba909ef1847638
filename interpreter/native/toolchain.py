"""The system's compiler of C: found through the usual ways, and told apart from others for the cache."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.interpreter.records import record

FLAGS = (
    "-O1",
    "-w",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fvisibility=hidden",
    "-fPIC",
)
"""Numbers that overflow where nobody looks wrap round, which is then found by whoever uses them as an index."""

NO_NATIVE = "RULEWRIGHT_NO_NATIVE"
"""An environment variable: set to anything, no game is built or loaded; all play on Python."""

_MACOS = ("-undefined", "dynamic_lookup")
PATIENCE = 300
"""Seconds; a compiler that takes longer is given up."""


class NoCompiler(Exception):
    """There is nothing that could build a game here; the text is one line for people."""


class BuildFailed(Exception):
    """The compiler has refused a game, or broken off. `message` is what it said itself."""

    def __init__(self, message: str) -> None:
        super().__init__(
            "the compiler could not build this game; `rulewright native --check` shows its message"
        )
        self.message = message


@record
class Toolchain:
    """A compiler: how it is called, where Python's headers lie, and what tells it from others and its own versions.

    `flags` are the user's own, out of CFLAGS; they come behind those that are needed.
    """

    command: tuple[str, ...]
    flags: tuple[str, ...]
    headers: str
    identity: str


def find_toolchain() -> Toolchain:
    """Return the compiler: $CC, else the one that built Python, else cc, gcc or clang, else that of the `native` extra.

    Raises NoCompiler when there is none, or when Python's own headers are missing.
    """
    if os.environ.get(NO_NATIVE):
        raise NoCompiler(f"{NO_NATIVE} is set")
    if sys.platform == "win32":
        raise NoCompiler("games are not built natively on Windows yet")
    headers = sysconfig.get_paths()["include"]
    if not (Path(headers) / "Python.h").is_file():
        raise NoCompiler(
            f"Python's headers are missing (no Python.h in {headers}); a package python3-dev has them"
        )
    command = _command()
    if command is None:
        raise NoCompiler(
            "no compiler of C was found (set CC, or install cc, gcc, clang, or rulewright[native])"
        )
    flags = _flags()
    return Toolchain(command, flags, headers, _identity(command, flags))


def _command() -> tuple[str, ...] | None:
    named = os.environ.get("CC", "").strip()
    if named:
        found = _resolved(named)
        if found is None:
            raise NoCompiler(f"the compiler that CC names is not there: {named}")
        return found
    for candidate in (sysconfig.get_config_var("CC") or "", "cc", "gcc", "clang"):
        found = _resolved(candidate)
        if found is not None:
            return found
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    return None


def _resolved(text: str) -> tuple[str, ...] | None:
    """Return a command with the whole path of its program, None when that is not there."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    program = shutil.which(words[0]) if words else None
    return (program, *words[1:]) if program is not None else None


def _flags() -> tuple[str, ...]:
    try:
        return tuple(shlex.split(os.environ.get("CFLAGS", "")))
    except ValueError:
        raise NoCompiler("CFLAGS has a quotation mark that does not end") from None


def _identity(command: tuple[str, ...], flags: tuple[str, ...]) -> str:
    """Return what differs when the compiler does: asking for its version would take longer than loading a game."""
    program = Path(command[0]).resolve()
    found = program.stat()
    return repr((str(program), found.st_size, found.st_mtime_ns, command[1:], FLAGS, flags, sys.platform))


def compiled(toolchain: Toolchain, sources: Sequence[str]) -> bytes:
    """Return the extension module that files of C become, each compiled beside the others. Raises BuildFailed."""
    with TemporaryDirectory(prefix="rulewright-") as folder:
        made, running = Path(folder) / "game.so", []
        for number, source in enumerate(sources):
            given = Path(folder) / f"game{number}.c"
            given.write_text(source, encoding="utf-8")
            words = ["-c", "-I", toolchain.headers, str(given), "-o", str(given.with_suffix(".o"))]
            running.append(_started(toolchain, words))
        for one in running:
            _ended(one)
        objects = [str(path) for path in sorted(Path(folder).glob("*.o"))]
        more = _MACOS if sys.platform == "darwin" else ()
        _ended(_started(toolchain, ["-shared", *more, *objects, "-o", str(made)]))
        return made.read_bytes()


def _started(toolchain: Toolchain, words: Sequence[str]) -> subprocess.Popen[str]:
    command = [*toolchain.command, *FLAGS, *toolchain.flags, *words]
    try:
        return subprocess.Popen(  # noqa: S603  # the user's own compiler
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
        )
    except OSError as error:
        raise BuildFailed(f"{shlex.join(command)}\n{error}") from None


def _ended(running: subprocess.Popen[str]) -> None:
    """Wait for the compiler. Raises BuildFailed."""
    words = shlex.join(map(str, running.args)) if isinstance(running.args, list) else str(running.args)
    try:
        _, said = running.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired as error:
        running.kill()
        running.communicate()
        raise BuildFailed(f"{words}\n{error}") from None
    if running.returncode != 0:
        raise BuildFailed(f"{words}\n{said.strip()}")
