"""The grammar read by Lark, from which the tables of the reader are made, and which knows why a text is not read."""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from functools import cache
from typing import cast

from lark import Lark
from lark import Token as LarkToken
from lark import Tree as LarkTree
from lark.indenter import Indenter

from rulewright.interpreter import cache as stored_data
from rulewright.interpreter.language.grammar.parse_tables import grammar
from rulewright.interpreter.language.grammar.syntax import Tree, token

STARTS = ("effect", "formula", "head", "pattern", "field_type")


class _Blocks(Indenter):
    """Makes indentation into tokens; line breaks inside brackets do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012  the names and types are Lark's
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def lark() -> Lark:
    """Return Lark's parser of the grammar, out of the cache or newly made, which takes longer than most games do."""
    stored = stored_data.load(_TABLES)
    if stored is not None:
        with suppress(*_DAMAGED):
            return Lark.load(io.BytesIO(stored))
    parser = made()
    buffer = io.BytesIO()
    parser.save(buffer)
    stored_data.store(_TABLES, buffer.getvalue())
    return parser


def made() -> Lark:
    """Make Lark's parser of the grammar."""
    return Lark(
        grammar(),
        parser="lalr",
        start=list(STARTS),
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


_TABLES = ("parser tables",)
_DAMAGED = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError, TypeError, ValueError)


def parse(start: str, text: str) -> Tree:
    """Return the tree of a text. Raises UnexpectedInput or DedentError, which tell where it cannot be read on."""
    # Lark's own types do not say that children can be absent.
    return _tree(cast("LarkTree[LarkToken | None]", lark().parse(text, start=start)))


def _tree(made: LarkTree[LarkToken | None]) -> Tree:
    # Without recursion, for nobody has looked yet how deep it is.
    whole = _node(made)
    waiting = [(made, whole)]
    for lark_tree, tree in waiting:  # grows meanwhile
        for child in lark_tree.children:
            if isinstance(child, LarkTree):
                node = _node(child)
                waiting.append((child, node))
                tree.children.append(node)
            elif isinstance(child, LarkToken):
                tree.children.append(token(str(child), child.start_pos or 0, child.end_pos or 0))
            else:
                tree.children.append(None)
    return whole


def _node(made: LarkTree[LarkToken | None]) -> Tree:
    start, end = (0, 1) if made.meta.empty else (made.meta.start_pos, made.meta.end_pos)
    return Tree(str(made.data), [], start, end)
