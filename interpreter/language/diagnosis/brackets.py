"""Brackets of a text that do not fit each other: one that is never closed, one too many, one of the other sort."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.language.diagnosis.slips import Slip

_PIECE = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
_CLOSING = {"(": ")", "[": "]"}
_NAME_BEFORE = re.compile(r"[\w-]+$")


def wrong_bracket(text: str, stop: int) -> Slip | None:
    """Return what is wrong with the brackets of a text that cannot be read on at `stop`, None when they are fine.

    A bracket behind `stop` is not spoken of, for something else is wrong before it; nor is any where a quote is open.
    """
    if text[: stop + 1].count('"') % 2:
        return None
    opened: list[int] = []
    for at in _brackets(text):
        if text[at] in _CLOSING:
            opened.append(at)
        elif opened and _CLOSING[text[opened[-1]]] == text[at]:
            opened.pop()
        else:
            return _closes_nothing(text, at, opened) if at == stop else None
    if not opened or opened[-1] > stop:
        return None
    at = opened[-1]
    name = _NAME_BEFORE.search(text[:at])
    of = f" of `{name[0]}`" if name else ""
    return Slip("RW308", at, 1, f"the `{text[at]}`{of} is never closed: a `{_CLOSING[text[at]]}` is missing")


def _brackets(text: str) -> Iterator[int]:
    """Yield where brackets stand outside of quotes and comments."""
    return (found.start() for found in _PIECE.finditer(text) if found[0] in "()[]")


def _closes_nothing(text: str, at: int, opened: list[int]) -> Slip:
    if not opened:
        return Slip("RW308", at, 1, f"this `{text[at]}` closes nothing: it is one too many")
    wanted = _CLOSING[text[opened[-1]]]
    return Slip(
        "RW308", at, 1, f"`{text[at]}` stands where the `{text[opened[-1]]}` before it wants `{wanted}`"
    )
