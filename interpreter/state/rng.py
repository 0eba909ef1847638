"""Random numbers out of names: equal seeds, names and counts give equal numbers on every platform.

A number depends on the seed, on the name of what it is for, and on how often that has been asked; on nothing else. So
each name has a stream of its own, and what one stream gives, and how often, changes no other.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

WAY = "keyed"
"""How chance is drawn: by names. Saves and recordings say so; those of another way lead to other games."""

_MASK = 2**64 - 1
_WHOLE = 2**64
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_MANY = 4
"""From so many names on, their numbers are sooner reckoned together than one by one."""
LANE = 16
"""Bytes for each of the numbers that are reckoned together: products of two need twice the room."""
_TOGETHER = 512
"""So many are reckoned together at most: more of them would not stay near the processor."""


def hash_of(*words: str | int) -> int:
    """Return a number from 0 to 2**64 - 1 for a name of several words, in whatever letters."""
    text = "\0".join(map(str, words))
    return int.from_bytes(blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "little")


def mixed(x: int) -> int:
    """Return the finishing step of splitmix64: each bit of the number changes about half of those that come out."""
    x &= _MASK
    x = ((x ^ (x >> 30)) * _FIRST) & _MASK
    x = ((x ^ (x >> 27)) * _SECOND) & _MASK
    return x ^ (x >> 31)


def draw(seed: int, stream: int, count: int) -> int:
    """Return number `count`, from 1 on, of a stream: from 0 to 2**64 - 1; `stream` is the hash of its name.

    These are the numbers of splitmix64 begun at the sum of both.
    """
    return mixed(seed + stream + count * _STEP)


def below(drawn: int, n: int) -> int:
    """Return what a number that was drawn gives from 0 to n - 1, each as likely; n is at least 1."""
    if n < 1:
        raise ValueError(f"no number from 0 to {n - 1}")
    # Numbers of the last, incomplete run of n would favour the small ones: another one takes their place.
    while drawn >= _WHOLE - n and drawn >= _WHOLE - _WHOLE % n:
        drawn = mixed(drawn + _STEP)
    return drawn % n


def marks(drawn: int, names: Sequence[int]) -> Sequence[int]:
    """Return a number for each hash of a name, from 0 to 2**64 - 1; each depends on its name and on what was drawn."""
    if len(names) < _MANY:
        return [mixed(drawn + name) for name in names]
    return marks_of_lanes(drawn, [lane(name) for name in names])


def lane(name: int) -> bytes:
    """Return the hash of a name as `marks_of_lanes` wants it."""
    return name.to_bytes(LANE, "little")


def marks_of_lanes(drawn: int, lanes: Sequence[bytes]) -> Sequence[int]:
    """Return the same as `marks`, reckoned together."""
    if len(lanes) > _TOGETHER:
        return rough_marks(drawn, joined(lanes)).all()
    ones, low, unpack = _lanes(len(lanes))
    x = _rough(int.from_bytes(b"".join(lanes), "little") + ones * drawn, low) & low
    return unpack((x ^ ((x >> 31) & low)).to_bytes(LANE * len(lanes), "little"))


class Joined(NamedTuple):
    """Lanes as large numbers, each of so many of them, and how many lanes there are: kept where they come up again."""

    numbers: tuple[int, ...]
    size: int


NO_LANES = Joined((), 0)


def joined(lanes: Sequence[bytes]) -> Joined:
    """Return lanes as `rough_marks` wants them."""
    starts = range(0, len(lanes), _TOGETHER)
    numbers = (int.from_bytes(b"".join(lanes[start : start + _TOGETHER]), "little") for start in starts)
    return Joined(tuple(numbers), len(lanes))


class RoughMarks(NamedTuple):
    """Marks as they are before the last step, so many, in parts; that step leaves the highest bits as they are.

    Most of them nobody looks at, and of the others the highest bits tell which of them come first.
    """

    parts: tuple[bytes, ...]
    size: int

    def first_bytes(self) -> bytes:
        """Return the highest byte of each mark."""
        return b"".join([part[LANE // 2 - 1 :: LANE] for part in self.parts])[: self.size]

    def one(self, place: int) -> int:
        """Return a mark by its place, from 0 on."""
        part, within = divmod(place, _TOGETHER)
        x = int.from_bytes(self.parts[part][within * LANE : within * LANE + LANE // 2], "little")
        return x ^ (x >> 31)

    def all(self) -> list[int]:
        """Return all marks."""
        found = [x ^ (x >> 31) for part in self.parts for (x,) in struct.iter_unpack("<Q8x", part)]
        return found[: self.size]


def rough_marks(drawn: int, lanes: Joined) -> RoughMarks:
    """Return the same as `marks`, to be finished where somebody looks."""
    ones, low, _ = _lanes(_TOGETHER)
    added, size = ones * drawn, LANE * _TOGETHER
    parts = [_rough(number + added, low).to_bytes(size, "little") for number in lanes.numbers]
    return RoughMarks(tuple(parts), lanes.size)


def _rough(x: int, low: int) -> int:
    """Return what `mixed` makes of the low half of each lane but for its last step; the high halves hold anything."""
    x &= low
    x = (((x ^ (x >> 30)) & low) * _FIRST) & low
    return ((x ^ (x >> 27)) & low) * _SECOND


@cache
def _lanes(count: int) -> tuple[int, int, Callable[[bytes], Sequence[int]]]:
    """Return, for so many lanes: ones, the low halves, and how to read their bytes."""
    ones = int.from_bytes((1).to_bytes(LANE, "little") * count, "little")
    return ones, ones * _MASK, struct.Struct("<" + "Q8x" * count).unpack
