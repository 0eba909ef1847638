"""Finds the misspelt word in a text that does not parse: the one that, put right, lets the parser read on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulewright.interpreter.findings import ranked_near
from rulewright.interpreter.language.diagnosis.slips import STATEMENT_WORDS, Slip

WORDS = (
    *STATEMENT_WORDS, "all", "among", "and", "any", "better", "bottom", "by", "count", "each", "else", "every", "first",
    "from", "game", "has", "in", "is", "list", "max", "min", "more", "none", "not", "number", "of", "or", "order",
    "otherwise", "place", "ranked", "rising", "step", "sum", "ties", "times", "to", "top", "up", "where", "with",
    "worse",
)  # fmt: skip
"""The words of the language that may stand inside of a line."""

_WORD = re.compile(r"[^\W\d][\w-]*")
_HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*')
_MOST_TRIES = 30


def misspelt(text: str, slip: Slip, stops_at: Callable[[str], int | None]) -> Slip | None:
    """Return the slip of one letter or two behind a text that does not parse, None when it is not that.

    `slip` is what was found so far, and tells the line. `stops_at` says where a text cannot be read on, None when it is
    read to its end.
    """
    begin = text.rfind("\n", 0, min(slip.offset, len(text) - 1)) + 1
    end = text.find("\n", begin)
    end = len(text) if end < 0 else end
    for at, word, near in list(_tries(text, begin, end))[:_MOST_TRIES]:
        changed = text[:at] + near + text[at + len(word) :]
        stop = stops_at(changed)
        if stop is None or stop > end + len(near) - len(word):
            if (slip.offset, slip.suggestion) == (at, near):
                return None  # that much is known, and told better
            return Slip("RW301", at, len(word), f"`{word}` means nothing here", near)
    return None


def _tries(text: str, begin: int, end: int) -> Iterator[tuple[int, str, str]]:
    """Yield the words of a line with what they might be meant for: the nearest first, of equal ones the first word."""
    line = _HIDDEN.sub(lambda met: " " * len(met[0]), text[begin:end])
    found = [
        (rank, begin + met.start(), met[0], near)
        for met in _WORD.finditer(line)
        if met[0] not in WORDS
        for rank, near in ranked_near(met[0], WORDS)
    ]
    for _, at, word, near in sorted(found):
        yield at, word, near
