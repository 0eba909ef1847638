"""Makes a game with a fault as small as can be while the fault stays: lines first, then declarations, then formulas.

Hypothesis shrinks the random numbers that a value was made from; of a whole game that takes minutes and ends far from
the smallest. Here the game itself is cut, and the loader says which cuts still make a game.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from typing import Any

from rulewright.interpreter.language.grammar import reader
from rulewright.interpreter.language.grammar.syntax import Tree
from tests.generated.files import Files

Path = tuple[Any, ...]
SIMPLE = ("0", "1", "2", "yes", "no", "me", "players[1]", "nothing")
"""What a formula or a statement may become."""


def shrunk(files: Files, fails: Callable[[Files], bool], seconds: float = 60.0) -> Files:
    """Return the smallest game found for which `fails` still holds."""
    end = time.monotonic() + seconds
    best, better = files, True
    seen: set[str] = set()

    def still_fails(candidate: Files) -> bool:
        key = repr(candidate)
        if key in seen:
            return False
        seen.add(key)
        return fails(candidate)

    while better and time.monotonic() < end:
        better = False
        for cuts in (_without_lines, _without_parts, _without_formulas):
            tried = _pass(best, cuts, still_fails, end)
            better |= tried is not best
            best = tried
    return best


def _pass(
    files: Files, cuts: Callable[[Files], Iterator[Files]], fails: Callable[[Files], bool], end: float
) -> Files:
    """Take every cut after which the game still fails, going through the places once."""
    number, best = 0, files
    while time.monotonic() < end:
        candidates = cuts(best)
        for _ in range(number):
            next(candidates, None)
        for candidate in candidates:
            if time.monotonic() > end:
                return best
            if fails(candidate):
                best = candidate
                break
            number += 1
        else:
            return best
    return best


# ---------------------------------------------------------------- parts
def _without_parts(files: Files) -> Iterator[Files]:
    """Leave out one file, key or entry, the outermost first."""
    for path in sorted(_paths(files), key=len):
        cut = copy.deepcopy(files)
        parent = _at(cut, path[:-1])
        del parent[path[-1]]
        yield cut
    for path in _paths(files):
        value = _at(files, path)
        if isinstance(value, dict) and set(value) == {"do"}:
            continue
        if isinstance(value, int) and value not in (0, 1):
            yield _with(files, path, 1)


def _paths(data: Any, path: Path = ()) -> Iterator[Path]:
    entries: Any = ()
    if isinstance(data, dict):
        entries = data.items()
    elif isinstance(data, list):
        entries = enumerate(data)
    for key, value in entries:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _with(files: Files, path: Path, value: object) -> Files:
    changed = copy.deepcopy(files)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _texts(files: Files) -> Iterator[tuple[Path, str]]:
    for path in _paths(files):
        value = _at(files, path)
        if isinstance(value, str):
            yield path, value


# ---------------------------------------------------------------- lines
def _without_lines(files: Files) -> Iterator[Files]:
    """Leave out a line with what is indented below it, or only the line, or put a block into one line."""
    for path, text in _texts(files):
        lines = text.split("\n")
        if len(lines) > 1:
            yield _with(files, path, "nothing")
        for first in range(len(lines)):
            last = first + 1
            while last < len(lines) and _depth(lines[last]) > _depth(lines[first]):
                last += 1
            inner = lines[first + 1 : last]
            if len(lines) > last - first:
                yield _with(files, path, "\n".join(lines[:first] + lines[last:]))
            else:
                yield _with(files, path, "nothing")
            if inner:
                raised = [line[_depth(inner[0]) - _depth(lines[first]) :] for line in inner]
                yield _with(files, path, "\n".join(lines[:first] + raised + lines[last:]))
            _, colon, rest = lines[first].rpartition(": ")
            if colon and not inner and '"' not in rest:
                alone = " " * _depth(lines[first]) + rest
                yield _with(files, path, "\n".join([*lines[:first], alone, *lines[last:]]))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


# ---------------------------------------------------------------- formulas
def _without_formulas(files: Files) -> Iterator[Files]:
    """Put in place of a part of a text one of its own parts, or something simple."""
    for path, text in _texts(files):
        tree = next(
            (tree for start in ("effect", "formula") if (tree := reader.read(start, text + "\n"))), None
        )
        if tree is None:
            continue
        parts = [part for part in _inner(tree) if part.end_pos > part.start_pos]
        for part in parts:
            whole = text[part.start_pos : part.end_pos]
            if "\n" in whole or whole in SIMPLE:
                continue
            own = [text[inner.start_pos : inner.end_pos] for inner in _inner(part)]
            for words in dict.fromkeys([*SIMPLE, *sorted(own, key=len)]):
                if len(words) < len(whole):
                    changed = text[: part.start_pos] + words + text[part.end_pos :]
                    yield _with(files, path, changed)


def _inner(tree: Tree) -> Iterator[Tree]:
    for child in tree.children:
        if isinstance(child, Tree):
            yield child
            yield from _inner(child)
