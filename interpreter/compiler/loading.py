"""Puts the loads of a frame's variables where a resumed function first needs them, and not before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from interpreter.compiler.code import Code, Line
from interpreter.compiler.liveness import variables_in

_SET_ANEW = re.compile(r"(x_\w+) = ")
_LEAVES = ("return", "raise", "continue", "break")
_CHAINED = ("elif ", "else:")


def with_loads(body: Code, slots: Mapping[str, int]) -> Code:
    """Return code with the loads of the variables it uses, of those that have a slot in the frame `f`.

    A variable is loaded before the first line that names it, in the innermost block from which no way leads on; before
    a loop, what stands inside it is loaded, and before a block that is left at its end what stands in that.
    """
    code = Code(span=body.span)
    _Loader(code, slots).block(body.lines, set(slots), set(slots))
    return code


class _Loader:
    """Copies lines. What is not loaded yet comes in two sets: for all builds, and for the one with a journal."""

    def __init__(self, code: Code, slots: Mapping[str, int]) -> None:
        self.code = code
        self.slots = slots

    def block(self, lines: Sequence[Line], left: set[str], left_noted: set[str]) -> None:
        at = 0
        while at < len(lines):
            end = _end_of(lines, at)
            inner = lines[at + 1 : end]
            if at + 1 < end and _loads_inside(lines, at, end):
                self._load(lines[at : at + 1], left, left_noted)
                self.code.lines.append(lines[at])
                self.block(inner, left.copy(), left_noted.copy())
            else:
                self._load(lines[at:end], left, left_noted)
                self.code.lines.extend(lines[at:end])
            at = end

    def _load(self, lines: Sequence[Line], left: set[str], left_noted: set[str]) -> None:
        first = lines[0]
        anew = _SET_ANEW.match(first.text) if len(lines) == 1 else None
        if anew is not None and anew[1] not in variables_in(first.text[anew.end() :]):
            left.discard(anew[1])
            left_noted.discard(anew[1])
        wanted = left.intersection(_named(line.text for line in lines))
        noted = left_noted.intersection(_named(line.noted for line in lines)) - wanted
        left -= wanted
        left_noted -= wanted | noted
        for names, is_note in ((wanted, False), (noted, True)):
            text = "; ".join(f"{name} = f[{slot}]" for name, slot in self.slots.items() if name in names)
            if text:
                self.code.lines.append(
                    Line(first.depth, "" if is_note else text, first.span, text if is_note else "")
                )


def _named(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in variables_in(text)}


def _end_of(lines: Sequence[Line], at: int) -> int:
    """Return where a statement ends, with its block and those chained to it."""
    depth, end = lines[at].depth, at + 1
    while end < len(lines) and (lines[end].depth > depth or lines[end].text.startswith(_CHAINED)):
        end += 1
    return end


def _loads_inside(lines: Sequence[Line], at: int, end: int) -> bool:
    """Say whether a statement is a single `if` with a block that is never left at its end."""
    depth = lines[at].depth
    inner = [line for line in lines[at + 1 : end] if line.text and line.depth == depth + 1]
    chained = any(line.depth == depth for line in lines[at + 1 : end])
    return (
        lines[at].text.startswith("if ")
        and not chained
        and bool(inner)
        and inner[-1].text.startswith(_LEAVES)
    )
