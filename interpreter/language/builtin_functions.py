"""The built-in functions of the language, a line for each: what it takes and gives, whether it draws and may fail.

The checker works from this table alone; what both machines do and what English says of each is held against it.
"""

from __future__ import annotations

from typing import Literal, get_args

from rulewright.interpreter.language.checked_formulas import BuiltinName
from rulewright.interpreter.records import record

Takes = Literal["number", "list", "item", "component"]
"""What an argument is; an item is one of the list that is given beside it."""

Gives = Literal["number", "flag", "list", "item", "item or none"]
"""What comes of it; a list is of the type of the list that is given."""


@record
class BuiltinFunction:
    """A built-in function. One that draws needs chance, so it is not pure; one that may fail can be a fault in play."""

    takes: tuple[Takes, ...]
    gives: Gives
    draws: bool = False
    may_fail: bool = False


BUILTINS: dict[BuiltinName, BuiltinFunction] = {
    "rotated": BuiltinFunction(("list", "number"), "list"),
    "reversed": BuiltinFunction(("list",), "list"),
    "starting_with": BuiltinFunction(("item", "list"), "list", may_fail=True),
    "one_after": BuiltinFunction(("item", "list"), "item", may_fail=True),
    "one_before": BuiltinFunction(("item", "list"), "item", may_fail=True),
    "index_of": BuiltinFunction(("item", "list"), "number"),
    "next_to": BuiltinFunction(("component", "component"), "flag"),
    "random": BuiltinFunction(("number", "number"), "number", draws=True, may_fail=True),
    "random_of": BuiltinFunction(("list",), "item or none", draws=True),
}
NAMES: tuple[BuiltinName, ...] = get_args(BuiltinName)
