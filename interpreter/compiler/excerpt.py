"""Takes out of a compiled game the functions that one card was compiled to, for people to read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.compiler.build import NO_PLACE, Build

_HEAD = re.compile(r"def (\w+)\(")
_CALLED = re.compile(r"\b(can_\d+)\(")
_BLOCK = re.compile(r"b(\d+)\Z")


def excerpt(build: Build, card: str, first_block: int) -> str:
    """Return the functions of a card (its id) as Python, each below the place it comes from; empty for none.

    `first_block` is the number of the game's first own block.
    """
    functions = _functions(build)
    wanted = _names_of(build, card, functions, first_block)
    called = {name for own in wanted for name in _CALLED.findall("\n".join(functions[own][1]))}
    return "\n\n".join(
        _shown(build, functions[name]) for name in functions if name in wanted or name in called
    )


_Function = tuple[int, list[str]]
"""The number of the first line, from 1, and the lines."""


def _functions(build: Build) -> dict[str, _Function]:
    """Return the functions of the source by name, in order."""
    found: dict[str, _Function] = {}
    lines: list[str] = []
    for number, line in enumerate(build.source.split("\n"), 1):
        head = _HEAD.match(line)
        if head is not None:
            lines = [line]
            found[head[1]] = (number, lines)
        elif line.startswith(" "):
            lines.append(line)
    return found


def _names_of(build: Build, card: str, functions: Iterable[str], first_block: int) -> set[str]:
    words = {f"card {card}", f"card {card} front", f"card {card} back"}
    units = {unit for unit, (rule, _) in build.rules.items() if rule in words}
    found = set()
    for name in functions:
        block = _BLOCK.match(name)
        unit = build.point(int(block[1]) - first_block).unit if block is not None else name
        if unit in units or unit.removeprefix("can_") in units or unit.removeprefix("if_") in units:
            found.add(name)
    return found


def _shown(build: Build, function: _Function) -> str:
    first, lines = function
    places = (build.place_of_line(first + offset) for offset in range(len(lines)))
    place = next((place for place in places if place != NO_PLACE), NO_PLACE)
    span = build.span(place)
    return "\n".join([*([f"# {span.file}:{span.line}"] if span is not None else []), *lines])
