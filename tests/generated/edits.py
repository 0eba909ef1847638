"""Random edits of the shipped games: numbers, operators and names changed, lines dropped and doubled, keys removed.

Most make content that `validate` refuses, which it has to do in words. What it accepts has to play alike on both
machines, however little sense it makes.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from rulewright.interpreter.content.load import check_game, content_files, game_names
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, render_text
from tests.generated.in_step import opening_of
from tests.generated.trial import Trial, played

ROOT = Path(__file__).parents[2]
ROOTS = (ROOT, ROOT / "benchmarks" / "games")
_HEAVY = 20_000
"""Games with more characters than this take long, and are edited less often."""
_OPERATORS = (
    ("<=", "<"),
    (" and ", " or "),
    ("==", "!="),
    (" + ", " - "),
    (" > ", " >= "),
    (" is ", " is not "),
)
_WORD = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")
_NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")


@dataclass(frozen=True)
class Edit:
    """A game with the text of one of its files changed."""

    game: str
    root: Path
    file: str
    before: str
    after: str

    def shown(self) -> str:
        """Return the lines that differ."""
        import difflib

        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), self.file, "edited", n=2
        )
        return "\n".join(lines)


@cache
def _games() -> tuple[tuple[str, Path, tuple[tuple[str, str], ...]], ...]:
    """Return every game with its root and the texts of its files."""
    found = []
    for root in ROOTS:
        for name in game_names(root):
            texts = tuple(
                (file.shown, file.path.read_text(encoding="utf-8")) for file in content_files(name, root)
            )
            found.append((name, root, texts))
    return tuple(found)


def edited(seed: int) -> Edit:
    """Return the edit of a seed."""
    rng = Random(seed)
    while True:
        name, root, texts = rng.choice(_games())
        if sum(len(text) for _, text in texts) > _HEAVY and rng.random() < 0.97:
            continue
        file, text = rng.choice(texts)
        after = text
        for _ in range(rng.choice((1, 1, 1, 2))):
            after = rng.choice(_EDITS)(after, rng)
        if after != text:
            return Edit(name, root, file, text, after)


# ---------------------------------------------------------------- kinds of edits
def _put(text: str, match: re.Match[str], words: str) -> str:
    return text[: match.start()] + words + text[match.end() :]


def _number(text: str, rng: Random) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    words = rng.choice(("0", "1", "2", "3", "9", "-1", "100"))
    return _put(text, rng.choice(found), words)


def _operator(text: str, rng: Random) -> str:
    one, other = rng.choice([*_OPERATORS, *((second, first) for first, second in _OPERATORS)])
    found = list(re.finditer(re.escape(one), text))
    return _put(text, rng.choice(found), other) if found else text


def _name(text: str, rng: Random) -> str:
    """Put another word of the same file in place of one."""
    found = list(_WORD.finditer(text))
    return _put(text, rng.choice(found), rng.choice(found).group()) if found else text


def _dropped(text: str, rng: Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _doubled(text: str, rng: Random) -> str:
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    return "\n".join([*lines[: number + 1], *lines[number:]])


def _exchanged(text: str, rng: Random) -> str:
    lines = text.split("\n")
    if len(lines) < 2:
        return text
    number = rng.randrange(len(lines) - 1)
    lines[number : number + 2] = lines[number + 1], lines[number]
    return "\n".join(lines)


def _without_key(text: str, rng: Random) -> str:
    """Take a key and all that is indented below it."""
    lines = text.split("\n")
    keys = [number for number, line in enumerate(lines) if ":" in line]
    if not keys:
        return text
    first = rng.choice(keys)
    depth = len(lines[first]) - len(lines[first].lstrip())
    last = first + 1
    while last < len(lines) and len(lines[last]) - len(lines[last].lstrip()) > depth:
        last += 1
    return "\n".join(lines[:first] + lines[last:])


_EDITS: tuple[Callable[[str, Random], str], ...] = (
    _number, _number, _operator, _operator, _name, _name, _dropped, _doubled, _exchanged, _without_key,
)  # fmt: skip


# ---------------------------------------------------------------- trying them
@cache
def _copied(root: Path, name: str) -> Path:
    """Return a folder of this process with a copy of a game."""
    folder = Path(tempfile.mkdtemp(prefix="rulewright-edited-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for file in content_files(name, root):
        path = folder / file.shown
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.path, path)
    return folder


def tried_edit(edit: Edit, seed: int, left_out: frozenset[str]) -> Trial:
    """Load an edited game and, if it is accepted, play it in step."""
    folder = _copied(edit.root, edit.game)
    path = folder / edit.file
    path.write_text(edit.after, encoding="utf-8")
    try:
        findings = Findings()
        game = _checked(edit, folder, findings)
        if isinstance(game, Trial):
            return game
        return (
            Trial("rejected")
            if game is None
            else played(game, replace(opening_of(game, seed, left_out), most=8))
        )
    finally:
        path.write_text(edit.before, encoding="utf-8")


def _checked(edit: Edit, folder: Path, findings: Findings) -> Game | Trial | None:
    try:
        game = check_game(edit.game, folder, findings)
        # A finding is told with its line, and by a sentence.
        render_text(findings, lambda _file, _line: "")
    except Exception:  # noqa: BLE001  # any error of the loader is what is looked for
        return Trial("failed", "loader", traceback.format_exc())
    return game


def smallest_edit(edit: Edit, trial: Trial, seed: int) -> str:
    """Return an edit that fails, for a person."""
    return f"edit {seed} of {edit.game}: {trial.failed}\n\n{edit.shown()}\n\n{trial.words}"
