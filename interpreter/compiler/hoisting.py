"""Works out once what one line of compiled code would work out again and again: lists that stay the same within it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BOUND = re.compile(r"\bfor (\w+) in\b|\blambda (\w+):")
_NAME = re.compile(r"\b[a-z]\w*")
_MAY_FAIL = re.compile(
    r"//|\b[A-Z]\w*\(|\bT_\w+\[|\b(?:entry|starting_with|random|random_of|stepped|not_below_0|product|times)\("
)
_WRAPPED = re.compile(r"\b(?:len|sum|max|min)\(\Z")
_CONDITIONAL = re.compile(r" (?:if|else|and|or) ")
_UNFIT = ("elif ", "while ", "else", "def ", "#")
SHORTEST = 18
"""A list that is written with fewer characters is not worth a name."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """A comprehension in a line: where it begins and ends, and where what it goes over stands."""

    start: int
    end: int
    source: tuple[int, int]
    is_list: bool

    def repeats(self, other: _Loop) -> bool:
        """Say whether this one lies where it is worked out for every item of another."""
        inside = other.start < self.start and self.end <= other.end
        return inside and not (other.source[0] <= self.start and self.end <= other.source[1])

    def surely(self, line: str, other: _Loop) -> bool:
        """Say whether this one is worked out for every item of another, whatever comes before it there."""
        begin = other.source[1] if self.start >= other.source[1] else other.start
        return _CONDITIONAL.search(line[begin + 4 : self.start]) is None


def hoisted(line: str) -> tuple[list[str], str]:
    """Return lines to write before a line, and the line that uses what they have worked out.

    A list gets a name if it stands twice in the line or is the same for every item of another list; what may have a
    fault, or depends on an item, stays where it is.
    """
    if " for " not in line or line.startswith(_UNFIT):
        return [], line
    before: list[str] = []
    while (found := _worth_a_name(line)) is not None:
        name = f"c{len(before) + 1}"
        line = line.replace(found, name)
        before.append(f"{name} = {found}")
    return before, line


def _worth_a_name(line: str) -> str | None:
    """Return the first list that should be worked out once, inner ones first, with what is reckoned from it."""
    loops = list(_loops(line))
    bound = _bound(line)
    for loop in loops:
        text = line[loop.start : loop.end]
        if not loop.is_list or len(text) < SHORTEST:
            continue
        if line.count(text) < 2 and not any(
            loop.repeats(other) and loop.surely(line, other) for other in loops
        ):
            continue
        if _MAY_FAIL.search(text) or (set(_NAME.findall(text)) & bound) - _bound(text):
            continue
        return _with_what_is_reckoned(line, text)
    return None


def _with_what_is_reckoned(line: str, text: str) -> str:
    """Return a list, with the function around it if that is the same at every place of it in the line."""
    around = {
        (head[0] if (head := _WRAPPED.search(line[:start])) and line[start + len(text)] == ")" else "")
        for start in (match.start() for match in re.finditer(re.escape(text), line))
    }
    function = around.pop()
    return f"{function}{text})" if function and not around else text


def _bound(text: str) -> set[str]:
    return {one or other for one, other in _BOUND.findall(text)}


def _loops(line: str) -> Iterator[_Loop]:
    """Yield the comprehensions of a line, inner ones before outer ones."""
    open_: list[int] = []
    pairs: list[tuple[int, int]] = []
    for position, letter in enumerate(line):
        if letter in "[({":
            open_.append(position)
        elif letter in "])}":
            pairs.append((open_.pop(), position))
    for start, end in pairs:
        head = _at_top(line, start + 1, end, " for ")
        if head is None:
            continue
        source = _at_top(line, head + 5, end, " in ")
        if source is None:
            continue
        stop = _at_top(line, source + 4, end, " if ") or end
        yield _Loop(start, end + 1, (source + 4, stop), line[start] == "[")


def _at_top(line: str, start: int, end: int, word: str) -> int | None:
    """Return where a word stands outside all brackets of a part of a line."""
    depth = 0
    for position in range(start, end):
        letter = line[position]
        if letter in "[({":
            depth += 1
        elif letter in "])}":
            depth -= 1
        elif depth == 0 and line.startswith(word, position):
            return position
    return None
