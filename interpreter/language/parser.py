"""Text of an effect or a formula to a syntax tree; a text that does not follow the grammar becomes one finding."""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter

from interpreter import cache as stored_data
from interpreter.findings import Findings, Span
from interpreter.language.misspelt import misspelt
from interpreter.language.slips import explain
from interpreter.source import ScalarNode

Syntax = Tree[Token]

STARTS = ("effect", "formula", "head", "pattern", "field_type")

LONGEST_TEXT = 20_000
DEEPEST = 100
"""How many levels a text may nest; what walks its tree calls itself a few times for each."""


class _Blocks(Indenter):
    """Makes indentation into tokens; line breaks inside brackets do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012  the names and types are Lark's
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _lark() -> Lark:
    # Making the parser's tables takes longer than checking a game; they depend on nothing but this program.
    stored = stored_data.load(_TABLES)
    if stored is not None:
        with suppress(*_DAMAGED):
            return Lark.load(io.BytesIO(stored))
    parser = _made()
    buffer = io.BytesIO()
    parser.save(buffer)
    stored_data.store(_TABLES, buffer.getvalue())
    return parser


def _made() -> Lark:
    grammar = resources.files("interpreter.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


_TABLES = ("parser tables",)
_DAMAGED = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A syntax tree and the scalar it was read from, which knows the places in the file.

    `shift` is where the parsed text begins inside the scalar, for formulas inside a text template.
    """

    tree: Syntax
    scalar: ScalarNode
    shift: int = 0

    def span(self, part: Syntax | Token) -> Span:
        """Return where a node or token of the tree stands in the file."""
        if isinstance(part, Token):
            start, end = part.start_pos or 0, part.end_pos or 0
        elif part.meta.empty:
            start, end = 0, 1
        else:
            start, end = part.meta.start_pos, part.meta.end_pos
        return self.scalar.place(self.shift + start, max(1, end - start))


def _stops_at(start: str, text: str) -> int | None:
    """Return the character at which a text cannot be read on, None when it can be read to its end."""
    try:
        _lark().parse(text + "\n", start=start)
    except UnexpectedInput as error:
        place: int | None = getattr(error, "pos_in_stream", None)  # Lark leaves it out of some errors
        return 0 if place is None else place
    except DedentError:
        return 0
    return None


def _depth(tree: Syntax) -> int:
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
    return deepest


def parse(start: str, scalar: ScalarNode, findings: Findings) -> Parsed | None:
    """Parse the text of a YAML scalar; None after a finding.

    `start` is effect, formula, head, pattern or field_type.
    """
    return parse_part(start, scalar, 0, scalar.text, findings)


def parse_part(start: str, scalar: ScalarNode, shift: int, text: str, findings: Findings) -> Parsed | None:
    """Parse a part of a scalar's text that begins at character `shift` of it."""
    if not text.strip():
        # A part of a text stands in braces; its place is told with them.
        place = scalar.span if text == scalar.text else scalar.place(max(0, shift - 1), len(text) + 2)
        findings.add("RW312", place, "nothing stands here where an effect or a formula is wanted")
        return None
    if len(text) > LONGEST_TEXT:
        findings.add(
            "RW311", scalar.span, f"this text has {len(text)} characters; at most {LONGEST_TEXT} are read"
        )
        return None
    try:
        tree = _lark().parse(text + "\n", start=start)
    except (UnexpectedInput, DedentError) as error:
        slip = explain(start, text, error)
        if slip.suggestion is None or slip.code == "RW301":
            slip = misspelt(text, slip, lambda changed: _stops_at(start, changed)) or slip
        place = scalar.place(shift + min(slip.offset, max(0, len(text) - 1)), max(1, slip.length))
        findings.add(slip.code, place, slip.message, slip.suggestion)
        return None
    if _depth(tree) > DEEPEST:
        findings.add("RW311", scalar.span, f"this text nests more than {DEEPEST} levels deep; name its parts")
        return None
    return Parsed(tree, scalar, shift)
