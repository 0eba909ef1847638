"""What the form names: variables, functions and tables are objects; only a printer says how they are written."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from rulewright.interpreter.findings import Span
from rulewright.interpreter.records import record


class FormType(Enum):
    """What a value is: plain integers of four sorts, and two made of them."""

    INT = "int"
    FLAG = "flag"
    COMPONENT = "component"
    PLAYER = "player"
    LIST = "list"
    PAIR = "pair"


@record
class Part:
    """A part of the state's numbers: which sort of thing they are of, and its name in the content.

    What a formula reads is told in these.
    """

    sort: Literal["counter", "state", "place", "owner", "side", "course", "everything"]
    name: str = ""


EVERYTHING = Part("everything")
PLACE, OWNER, SIDE, COURSE = Part("place"), Part("owner"), Part("side"), Part("course")

SymbolSort = Literal["variable", "local", "item", "own"]
"""A `variable` may have to be kept over a decision; a `local` lives in straight code, an `item` in one formula. One of
the compiler's `own` is no name of the content's; it lives in straight code, too."""


class Symbol:
    """A variable of the compiled game; it equals itself alone. `name` is a hint for whoever reads what is printed.

    `of_components` says that its value is a component, or a list of components.
    """

    __slots__ = ("depth", "name", "of_components", "sort", "type")

    def __init__(
        self, name: str, sort: SymbolSort = "local", type_: FormType = FormType.INT, depth: int = 0
    ) -> None:
        self.name = name
        self.sort = sort
        self.type = type_
        self.depth = depth
        self.of_components = type_ is FormType.COMPONENT

    def __repr__(self) -> str:
        return f"<{self.sort} {self.name}>"


FunctionSort = Literal[
    "value", "change", "start", "condition", "unit", "takes part", "ranked", "extra", "block", "loop"
]
"""What a function is for: all but a unit, the action added to options, and a block only look at the state. A `loop` is
made for a printer that lays out what is reckoned of a list."""

ACTING: frozenset[FunctionSort] = frozenset(("unit", "extra", "block"))


class Function:
    """A function of the compiled game; it equals itself alone.

    `words` are what it is named after. `fails` says whether it may end in a fault that is told of the place where it is
    called, `reads` which parts of the state it looks at. What it gives back is a flag unless its type says otherwise;
    of a unit it says whether that is done.
    """

    __slots__ = ("fails", "fixed", "reads", "sort", "span", "steps", "type", "words")

    def __init__(
        self,
        sort: FunctionSort,
        words: tuple[str, ...],
        *,
        fails: bool = False,
        reads: frozenset[Part] = frozenset((EVERYTHING,)),
        span: Span | None = None,
        fixed: bool = False,
        type_: FormType = FormType.FLAG,
    ) -> None:
        self.type = type_
        self.sort = sort
        self.words = words
        self.fails = fails
        self.reads = reads
        self.span = span
        self.fixed = fixed
        # How many steps it surely comes to, of a value that may come to much.
        self.steps = 0

    @property
    def acts(self) -> bool:
        """Whether it is called with the running state, and not with its lists, to be looked at."""
        return self.sort in ACTING

    def __repr__(self) -> str:
        return f"<{self.sort} {' '.join(self.words)}>"


class Table:
    """A table of the compiled game that never changes; it equals itself alone.

    `words` are what it is named after, the first one its sort. `data` is made of numbers, words, functions, other
    tables, and tuples and dictionaries of them. One that is `fixed` has exactly the name of its only word.
    """

    __slots__ = ("data", "fixed", "words")

    def __init__(self, words: tuple[str, ...], data: object, *, fixed: bool = False) -> None:
        self.words = words
        self.data = data
        self.fixed = fixed

    def __repr__(self) -> str:
        return f"<table {' '.join(self.words)}>"
