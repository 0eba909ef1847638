"""Gives everything in the form a name of C: none of the runtime's, and no two the same."""

from __future__ import annotations

from rulewright.interpreter.compiler.form.symbols import Function, Symbol, Table

_LONGEST = 40


def word(name: str) -> str:
    """Return what of a name may stand inside a name of C; other letters become `_`."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)[:_LONGEST]


class Names:
    """Names that are given once. Those of symbols begin with `x_`, of functions with `f_`, of tables with `t_`.

    Nothing of the runtime begins so, and a number at the end tells apart what is the same otherwise.
    """

    def __init__(self) -> None:
        self._given: dict[object, str] = {}
        self._count: dict[str, int] = {}

    def _of(self, thing: object, wanted: str) -> str:
        known = self._given.get(thing)
        if known is None:
            number = self._count[wanted] = self._count.get(wanted, 0) + 1
            known = self._given[thing] = f"{wanted}_{number}"
        return known

    def symbol(self, symbol: Symbol) -> str:
        """Return the name of a symbol."""
        return self._of(symbol, f"x_{word(symbol.name)}")

    def function(self, function: Function) -> str:
        """Return the name of a function."""
        sort = function.sort.replace(" ", "_")
        return self._of(function, f"f_{sort}_{word('_'.join(function.words))}")

    def table(self, table: Table) -> str:
        """Return the name of a table."""
        return self._of(table, f"t_{word('_'.join(table.words))}")
