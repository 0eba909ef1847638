"""The pieces of an effect or a formula as they are written: words, signs, remarks and ends of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from rulewright.interpreter.language.grammar.syntax import Token, Tree, levels


class Sort(Enum):
    """What a piece is."""

    WORD = auto()
    SIGN = auto()
    REMARK = auto()
    LINE_END = auto()


class Role(Enum):
    """What a sign does where it stands, as far as that decides about the blanks around it."""

    PLAIN = auto()
    CALL = auto()
    """A bracket behind a name: of arguments, or of an index."""
    UNARY = auto()
    """A minus before a number, with nothing to take it from."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, with the place at which it begins."""

    sort: Sort
    text: str
    start: int
    role: Role = Role.PLAIN

    @property
    def opens(self) -> bool:
        """Whether it is a bracket that opens."""
        return self.sort is Sort.SIGN and self.text in "(["

    @property
    def closes(self) -> bool:
        """Whether it is a bracket that closes."""
        return self.sort is Sort.SIGN and self.text in ")]"


_PIECE = re.compile(
    r"[ \t]*(?:(\r?\n)|(\#[^\n]*)|([^\W\d]\w*(?:-\w+)*|[0-9]+|\"[^\"\n]*\")|(==|!=|<=|>=|[-+*/<>=()\[\],.:]))"
)
_SORTS = (Sort.LINE_END, Sort.REMARK, Sort.WORD, Sort.SIGN)


def pieces(text: str, tree: Tree) -> list[Piece]:
    """Return the pieces of a text that was read as `tree`."""
    roles = dict(_roles(text, tree))
    found, at, end = [], 0, len(text.rstrip(" \t"))
    while at < end:
        met = _PIECE.match(text, at)
        assert met is not None
        number = met.lastindex
        assert number is not None
        written = met[number].rstrip() if number == _SORTS.index(Sort.REMARK) + 1 else met[number]
        start = met.start(number)
        found.append(Piece(_SORTS[number - 1], written, start, roles.get(start, Role.PLAIN)))
        at = met.end()
    return found


_BEFORE_BRACKET = ("aggregate", "fold", "pick", "ranked", "head", "pattern")


def _roles(text: str, tree: Tree) -> Iterator[tuple[int, Role]]:
    """Yield the places of signs that have a role of their own."""
    lists = set()
    for level in levels(tree):
        for node in level:
            if node.data == "args":
                yield node.start_pos, Role.CALL
            elif node.data == "minus":
                yield node.start_pos, Role.UNARY
            elif node.data == "list":
                lists.add(node.start_pos)
            elif node.data in _BEFORE_BRACKET and (bracket := _bracket_of(text, node)) is not None:
                yield bracket, Role.CALL
    outside_texts = re.sub(r"\"[^\"\n]*\"|\#[^\n]*", lambda met: " " * len(met[0]), text)
    for met in re.finditer(r"\[", outside_texts):
        if met.start() not in lists:
            yield met.start(), Role.CALL


def _bracket_of(text: str, node: Tree) -> int | None:
    """Return where the bracket of a construct stands that is one word and a bracket."""
    name = re.compile(r"[^\W\d]\w*(?:-\w+)*[ \t]*(\()?").match(text, node.start_pos)
    return name.start(1) if name is not None and name[1] else None


def alike(one: Tree, other: Tree) -> bool:
    """Return whether two trees are the same but for the places of their parts."""
    waiting: list[tuple[object, object]] = [(one, other)]
    while waiting:
        left, right = waiting.pop()
        if isinstance(left, Tree) and isinstance(right, Tree):
            if left.data != right.data or len(left.children) != len(right.children):
                return False
            waiting += zip(left.children, right.children, strict=True)
        elif isinstance(left, Token) and isinstance(right, Token):
            if str(left) != str(right):
                return False
        elif left is not None or right is not None:
            return False
    return True
