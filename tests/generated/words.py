"""Names for generated games: harmless ones, and many that a program could take for something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rulewright.interpreter.language.checker.world import ANSWERS, FACE, RESERVED

_PLAIN = "fern moss reed clay flax hemp kelp loam marl peat rust silt tarn wold"
PLAIN = tuple(_PLAIN.split())
"""Words without any trap, so that a shrunk game reads well."""

_OF_THE_COMPILER = "n5 i0 last5 left5 picked5 list5 me3 most5 zone5"
OF_THE_COMPILER = tuple(_OF_THE_COMPILER.split())
"""What compiled code called variables of its own."""

_SHORT = "v k z f s o p e j1 x x_ x_me x-me me_1 entry other here t t1 i n a1 b_1 c0 c-0 d_0-1 m2_ n-a q1x"
_OF_PYTHON = """
    while_ def class lambda import global async await yield try del raise assert nonlocal self len range min_ print
    tuple list_ int bool sorted next iter map filter abs true false null nan inf object
"""
_OF_MACHINES = """
    state1 frame frames note step1 traffic moments support machine menu block window1 owner1 side type1 index value key
    table zones counters
"""
_HYPHENS = "in-come to-do a-b-c a_b-c a-1 a_1 x-1-2 up-to_2 end_ w__w ab_c c-d"
TRAPS = (*OF_THE_COMPILER, *f"{_SHORT} {_OF_PYTHON} {_OF_MACHINES} {_HYPHENS}".split())
"""Names that the schemas allow for what is declared, and that glued together or cut could mean something else."""

_IDS = """
    v k1 n5 i0 x-me def class lambda import self a-b a-b-c c-d x-1x z9 state1 frame note len sorted true null e-e me3
    last5 p0 ace bit cog dot eel fig gum hut
"""
IDS = tuple(_IDS.split())
"""Ids of cards and values of enums: no underscores there."""

_FOREIGN = "größe ñandú 大きさ été_2 λ1 ж-ж naïve ß it pick thing"
LOCAL = (*TRAPS, *_FOREIGN.split())
"""Names bound in effects and formulas, which may have any letters."""


class Words:
    """Deals the names of one game; none of them twice, but for the names of blocks and parameters."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._taken = {
            *RESERVED,
            *ANSWERS,
            FACE,
            "number",
            "flag",
            "player",
            "text",
            "effect",
            "done",
            "pass",
        }
        locals_ = [name for name in LOCAL if name not in self._taken]
        self.locals = rng.sample(locals_, 7) + rng.sample(PLAIN, 3)
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
