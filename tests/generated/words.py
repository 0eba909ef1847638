"""Names for generated games: harmless ones, and many that a program could take for something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from interpreter.language.world import ANSWERS, FACE, RESERVED

PLAIN = ("fern", "moss", "reed", "clay", "flax", "hemp", "kelp", "loam", "marl", "peat", "rust", "silt", "tarn", "wold")
"""Words without any trap, so that a shrunk game reads well."""

TRAPS = (
    # One letter, digits at the end, and what compiled code might call its own variables.
    "v", "k", "z", "f", "s", "o", "p", "e", "n5", "i0", "j1", "x", "x_", "x_me", "x-me", "me3", "me_1", "last5", "left5", "picked5",
    "list5", "most5", "zone5", "entry", "other", "here", "t", "t1", "i", "n", "a1", "b_1", "c0", "c-0", "d_0-1", "m2_", "n-a", "q1x",
    # Words that Python or the compiler's own modules use.
    "while_", "def", "class", "lambda", "import", "global", "async", "await", "yield", "try", "del", "raise", "assert", "nonlocal",
    "self", "len", "range", "min_", "print", "tuple", "list_", "int", "bool", "sorted", "next", "iter", "map", "filter", "abs",
    "state1", "frame", "frames", "note", "step1", "traffic", "moments", "support", "machine", "menu", "block", "window1", "owner1",
    "side", "true", "false", "null", "nan", "inf", "object", "type1", "index", "value", "key", "table", "zones", "counters",
    # Hyphens and underscores, so that pieces glued together can meet.
    "in-come", "to-do", "a-b-c", "a_b-c", "a-1", "a_1", "x-1-2", "up-to_2", "end_", "w__w", "ab_c", "c-d",
)  # fmt: skip
"""Names that the schemas allow for what is declared."""

IDS = (
    "v", "k1", "n5", "i0", "x-me", "def", "class", "lambda", "import", "self", "a-b", "a-b-c", "c-d", "x-1x", "z9", "state1", "frame",
    "note", "len", "sorted", "true", "null", "e-e", "me3", "last5", "p0", "ace", "bit", "cog", "dot", "eel", "fig", "gum", "hut",
)  # fmt: skip
"""Ids of cards and values of enums: no underscores there."""

LOCAL = (*TRAPS, "größe", "ñandú", "大きさ", "été_2", "λ1", "ж-ж", "naïve", "ß", "it", "pick", "thing")
"""Names bound in effects and formulas, which may have any letters."""


class Words:
    """Deals the names of one game; none of them twice, but for the names of blocks and parameters."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._taken = {*RESERVED, *ANSWERS, FACE, "number", "flag", "player", "text", "effect", "done", "pass"}
        shared = Random(rng.random())
        self.locals = shared.sample(LOCAL, 7) + shared.sample(PLAIN, 3)
        self._taken.update(self.locals)

    def declared(self) -> str:
        """Return a name for a declaration."""
        return self._new(TRAPS if self._rng.random() < 0.6 else PLAIN)

    def id(self) -> str:
        """Return an id for a card or a value of an enum."""
        return self._new(IDS if self._rng.random() < 0.6 else PLAIN)

    def _new(self, words: tuple[str, ...]) -> str:
        for _ in range(20):
            word = self._rng.choice(words)
            if word not in self._taken and not self._alike(word):
                break
        else:
            number = len(self._taken)
            word = f"more{number}x"
        self._taken.add(word)
        return word

    def _alike(self, word: str) -> bool:
        """Whether a name differs from another only in what the loader takes for a slip."""
        return word.replace("_", "-") in {taken.replace("_", "-") for taken in self._taken}

    def free(self, bound: Iterable[str]) -> Iterator[str]:
        """Yield names that may be bound where these are bound already, in a random order."""
        seen = set(bound)
        names = [name for name in self.locals if name not in seen]
        self._rng.shuffle(names)
        yield from names
