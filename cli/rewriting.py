"""Files that a command rewrites: written, or with `--check` and `--diff` only told."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from rulewright.cli.output import say, write
from rulewright.cli.reports import difference, way_to
from rulewright.interpreter.whole_files import rewrite_whole


class Rewriting(Protocol):
    """A file with its text as it is, and as it is to be."""

    @property
    def path(self) -> Path: ...
    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...


def rewrite(files: Collection[Rewriting], *, check: bool, diff: bool) -> None:
    """Write files anew and name them; with `check` nothing is written, with `diff` shown what would be."""
    for file in files:
        if diff:
            write(difference(file.path, file.before, file.after))
        elif not check:
            rewrite_whole(file.path, file.after)
    for file in files:
        say(f"{way_to(file.path)} {'would be rewritten' if check or diff else 'rewritten'}")
