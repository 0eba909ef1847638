"""Gives everything in the form a name of Python: no two of one function, or of the module, ever have the same.

What is declared in the content may have any name that the language allows. A name of Python keeps of it what Python
reads as it stands; what is the same afterwards is told apart by a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from unicodedata import normalize

from rulewright.interpreter.compiler.form.runtime import FIELD_CALLS, RUNTIME
from rulewright.interpreter.compiler.form.symbols import Function, FunctionSort, Symbol, SymbolSort, Table

STATE = ("v", "z", "k", "s", "f")
"""The running state's numbers, zones and counts, the state itself, and the frame of what is resumed."""

_RESERVED = frozenset((*STATE, *RUNTIME, *FIELD_CALLS, "Finish", "YES_NO", "item", "zone"))
_PREFIX: dict[SymbolSort, str] = {"variable": "x_", "local": "y_", "item": "i_", "own": ""}
_FUNCTION_PREFIX: dict[FunctionSort, str] = {
    "value": "V_",
    "change": "C_",
    "start": "can_",
    "condition": "if_",
    "unit": "",
    "takes part": "W_",
    "ranked": "",
    "extra": "",
    "block": "b",
    "loop": "L_",
}


@cache
def word(name: str) -> str:
    """Return what of a name may stand inside a name of Python; other letters become `_`."""
    if name.isascii() and name.isidentifier():
        return name
    return "".join(letter if _is_plain(letter) else "_" for letter in name)


def _is_plain(letter: str) -> bool:
    return f"a{letter}".isidentifier() and normalize("NFKC", f"a{letter}") == f"a{letter}"


class Names:
    """Names that are given once; `taken` are those that nothing may have."""

    def __init__(self, taken: Iterable[str] = _RESERVED) -> None:
        self._given: dict[object, str] = {}
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def of(self, thing: object, wanted: str) -> str:
        """Return the name of a thing: the one wanted or, where another has that, one with a number."""
        known = self._given.get(thing)
        if known is None:
            known, number = wanted, self._next.get(wanted, 2)
            while known in self._taken:
                known = f"{wanted}_{number}"
                number += 1
            self._next[wanted] = number
            self._taken.add(known)
            self._given[thing] = known
        return known

    def symbol(self, symbol: Symbol) -> str:
        """Return the name of a symbol."""
        known = self._given.get(symbol)
        return known or self.of(symbol, _PREFIX[symbol.sort] + word(symbol.name))

    def function(self, function: Function) -> str:
        """Return the name of a function."""
        known = self._given.get(function)
        return known or self.of(
            function, _FUNCTION_PREFIX[function.sort] + "_".join(map(word, function.words))
        )

    def table(self, table: Table) -> str:
        """Return the name of a table."""
        known = self._given.get(table)
        return known or self.of(table, "_".join(map(word, table.words)))
