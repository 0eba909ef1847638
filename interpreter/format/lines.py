"""One line of an effect or formula in the one style: blanks between its pieces, and breaks where it is too long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulewright.interpreter.format.pieces import Piece, Role, Sort

CONTINUED = "    "
"""How much deeper the parts of a broken line stand: twice as deep as a block, so that they are not taken for one."""

_WORTH_A_BREAK = 40
"""Characters; a line whose brackets all have fewer inside is rather left a little too long."""

_TIGHT_BEFORE = frozenset(")],.:")
_TIGHT_BEHIND = frozenset("([.")
# A line inside brackets breaks before these words, and before `or`, else `and`, outside of inner brackets.
_BREAKS = frozenset({"where", "by", "ties"})


def joined(pieces: Sequence[Piece]) -> str:
    """Return pieces as one line."""
    parts: list[str] = []
    before: Piece | None = None
    for piece in pieces:
        if before is not None and _blank_between(before, piece):
            parts.append(" ")
        parts.append(piece.text)
        before = piece
    return "".join(parts)


def _blank_between(before: Piece, piece: Piece) -> bool:
    if piece.sort is Sort.SIGN and (piece.text in _TIGHT_BEFORE or piece.role is Role.CALL):
        return False
    if before.role is Role.UNARY:
        return False
    return not (before.sort is Sort.SIGN and before.text in _TIGHT_BEHIND)


def without_needless_brackets(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces without brackets around brackets, and around a single word or number."""
    kept = list(pieces)
    while (pair := _needless(kept)) is not None:
        first, last = pair
        del kept[last], kept[first]
    return kept


def _needless(pieces: Sequence[Piece]) -> tuple[int, int] | None:
    partner = dict(_pairs(pieces))
    for first, last in partner.items():
        piece = pieces[first]
        if piece.text != "(" or piece.role is Role.CALL:
            continue
        doubled = pieces[first + 1].text == "(" and partner.get(first + 1) == last - 1
        if doubled and pieces[first + 1].role is Role.PLAIN:
            return first, last
        if last == first + 2 and pieces[first + 1].sort is Sort.WORD:
            return first, last
    return None


def _pairs(pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Yield the places of brackets that belong together, the outer ones first."""
    open_: list[int] = []
    found = []
    for at, piece in enumerate(pieces):
        if piece.opens:
            open_.append(at)
        elif piece.closes:
            found.append((open_.pop(), at))
    yield from sorted(found)


def broken(pieces: Sequence[Piece], width: int) -> list[str]:
    """Return a line as lines of at most `width` characters where that can be: broken inside its longest brackets."""
    whole = joined(pieces)
    if len(whole) <= width:
        return [whole]
    pair = _longest(pieces)
    if pair is None:
        return [whole]
    first, last = pair
    inner = [
        CONTINUED + line
        for part in _parts(pieces[first + 1 : last])
        for line in broken(part, width - len(CONTINUED))
    ]
    head, tail = joined(pieces[: first + 1]), joined(pieces[last:])
    return [head, *inner, *broken_tail(pieces[last:], tail, width)]


def broken_tail(pieces: Sequence[Piece], tail: str, width: int) -> list[str]:
    """Return what stands behind the brackets that were broken, broken in its turn where it is too long."""
    if len(tail) <= width:
        return [tail]
    first, *rest = broken(pieces[1:], width) if len(pieces) > 1 else [""]
    glue = " " if len(pieces) > 1 and _blank_between(pieces[0], pieces[1]) else ""
    return [f"{pieces[0].text}{glue}{first}", *rest]


def _longest(pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """Return the outermost brackets with the most inside; None where none has enough to be worth a break."""
    outer: list[tuple[int, int]] = []
    for first, last in _pairs(pieces):
        if (not outer or first > outer[-1][1]) and last > first + 1:
            outer.append((first, last))
    longest = max(outer, key=lambda pair: len(joined(pieces[pair[0] + 1 : pair[1]])), default=None)
    if longest is None or len(joined(pieces[longest[0] + 1 : longest[1]])) < _WORTH_A_BREAK:
        return None
    return longest


def _parts(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return what stands in brackets in parts: behind each comma, else before the words at which one breaks."""
    depth = 0
    shallow: list[int] = []
    for at, piece in enumerate(pieces):
        depth -= piece.closes
        if depth == 0:
            shallow.append(at)
        depth += piece.opens
    commas = [at + 1 for at in shallow if pieces[at].sort is Sort.SIGN and pieces[at].text == ","]
    if commas:
        return _cut(pieces, commas)
    words = {at: pieces[at].text for at in shallow if pieces[at].sort is Sort.WORD and at > 0}
    lowest = "or" if "or" in words.values() else "and"
    return _cut(pieces, [at for at, word in words.items() if word in _BREAKS or word == lowest])


def _cut(pieces: Sequence[Piece], places: Sequence[int]) -> list[list[Piece]]:
    bounds = [0, *places, len(pieces)]
    return [list(pieces[a:b]) for a, b in pairwise(bounds) if a < b]
