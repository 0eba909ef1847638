"""Small readers of syntax trees, which the grammar's shape makes safe."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.language.declarations import Param
from rulewright.interpreter.language.grammar.syntax import Part, Token, Tree
from rulewright.interpreter.language.types import Type


def parts(tree: Tree) -> list[Part]:
    """Return the children of a tree; an optional one that is absent is None."""
    return tree.children


def as_tree(part: Part) -> Tree:
    """Return a child that the grammar promises to be a tree."""
    assert isinstance(part, Tree)
    return part


def as_token(part: Part) -> Token:
    """Return a child that the grammar promises to be a token."""
    assert isinstance(part, Token)
    return part


def maybe_tree(part: Part) -> Tree | None:
    """Return an optional child that is a tree."""
    return None if part is None else as_tree(part)


def maybe_token(part: Part) -> Token | None:
    """Return an optional child that is a token."""
    return None if part is None else as_token(part)


def path_of(tree: Tree) -> str | None:
    """Return the text of a name, or of a field of a field of a name; None for anything else."""
    if tree.data == "name":
        return str(tree.children[0])
    if tree.data == "field":
        base = path_of(as_tree(tree.children[0]))
        return None if base is None else f"{base}.{tree.children[1]}"
    return None


def first_of(items: Part) -> str:
    """Return what the first of some items is called among what is known: the same for the same text, blanks apart."""
    return f"first({_words_of(items)})"


def _words_of(part: Part) -> str:
    if isinstance(part, Tree):
        return f"{part.data}({' '.join(map(_words_of, part.children))})"
    return str(part)


def around_the_use(part: Part) -> str:
    """Return how to test a value that may be none, for messages: what stands in a line before shows nothing here."""
    path = path_of(part) if isinstance(part, Tree) else None
    if path is not None:
        return (
            f"test it around this use, as `if {path} != none` does; a test that ends before it does not count"
        )
    return (
        "what is worked out anew is not tested by a test before: give it a name (`let x = ...`), and test that "
        "around this use (`if x != none:`)"
    )


def arguments(args: Part) -> list[Tree]:
    """Return the arguments between brackets, none for empty or absent ones."""
    return [] if args is None else [as_tree(arg) for arg in parts(as_tree(args)) if arg is not None]


def shown_head(name: str, params: Sequence[Param]) -> str:
    """Return how a declaration with parameters is written, for messages."""
    return f"{name}({', '.join(param.name for param in params)})"


def counted(number: int, thing: str) -> str:
    """Return a number with what it counts, for messages."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def a(type_: Type | None) -> str:
    """Return a type with its article, for messages."""
    words = str(type_)
    if type_ is not None and type_.base == "none":
        return "none"
    return ("an " if words[:1] in "aeiou" else "a ") + words
