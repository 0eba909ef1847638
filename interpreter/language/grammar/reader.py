"""Reads what follows the grammar into syntax trees, fast; of any other text it says only that it cannot be read so.

It runs the tables of `grammar.json` and gives the trees that Lark gives. Where Lark would tell words apart that this
reader does not (`x isnumber`, say, for `x is number`), it leaves the text to Lark too.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import Any

from rulewright.interpreter.language.grammar.parse_tables import (
    FILE,
    ActionRow,
    RuleRow,
    Tables,
    fingerprint,
    grammar,
)
from rulewright.interpreter.language.grammar.syntax import Part, Token, Tree, token
from rulewright.interpreter.records import record

_KEPT = 4096
"""How many trees are kept: who checks a game again after a change reads only what has changed."""

_LINE, _WORD, _NUMBER, _TEXT = 1, 2, 3, 4
_PIECE = re.compile(
    r"[ \t]*(?:\#[^\n]*)?"
    r"(?:((?:\r?\n[ \t]*(?:\#[^\n]*)?)+)|([^\W\d]\w*(?:-\w+)*)|([0-9]+)|(\"[^\"\n]*\")"
    r"|(==|!=|<=|>=|[-+*/<>=()\[\],.:]))"
)
"""A piece of a text behind blanks and a comment: the end of a line, a word, a number, a text in quotes, or a sign."""

# Words that make one terminal with what follows; a word character behind it is for Lark.
_LONGER = {
    word: (name, re.compile(pattern))
    for words, name, pattern in (
        ("count any first all", "AGGREGATE", r"(?:count|any|first|all)(?=\()"),
        ("sum max min", "FOLD", r"(?:sum|max|min)(?=\()"),
        ("place", "_PLACE_OF", r"place of(?=[ ])"),
        ("one", "_ONE_OR_MORE", r"one or more(?=[ ])"),
        ("or", "OR_NONE", r"or none\b"),
        ("turn", "_TURN_ENDS", r"turn ends\b"),
        ("top bottom", "END", r"(?:top|bottom)(?=[ ]+of\b)"),
        ("in", "TIE_RULE", r"in order\b"),
        ("worse better", "TIE_RULE", r"(?:worse|better)\b"),
        ("mod", "MULOP", r"mod\b"),
        ("rounded", "ROUNDED", r"rounded (?:up|down)\b"),
    )
    for word in words.split()
}
_SIGNS = {
    "(": ("LPAR",), ")": ("RPAR",), "[": ("LSQB",), "]": ("RSQB",), ",": ("COMMA",), ".": ("DOT",), ":": ("COLON",),
    "=": ("EQUAL",), "+": ("ADDOP",), "-": ("ADDOP", "MINUS"), "*": ("MULOP",), "/": ("MULOP",),
    "==": ("CMP",), "!=": ("CMP",), "<=": ("CMP",), ">=": ("CMP",), "<": ("CMP",), ">": ("CMP",),
}  # fmt: skip

TERMINALS = frozenset(
    ["_NL", "_INDENT", "_DEDENT", "NAME", "INT", "STRING"]
    + [name for name, _ in _LONGER.values()]
    + [name for names in _SIGNS.values() for name in names]
)
"""The terminals that can be read here, beside those that are a word."""


@record
class _Rule:
    """A rule of the grammar; `nested` tells whether children may be absent or bring their own children in."""

    origin: str
    size: int
    data: str | None
    single: bool
    kept: tuple[int, ...]
    include: tuple[tuple[int, bool, int], ...]
    absent: int
    nested: bool
    passes: bool


@record
class _Grammar:
    """The tables, as they are run."""

    starts: dict[str, tuple[int, int]]
    kept: frozenset[str]
    words: dict[str, str]
    rules: tuple[_Rule, ...]
    rows: list[ActionRow]


@cache
def _grammar() -> _Grammar:
    tables: Tables = json.loads(FILE.read_text(encoding="utf-8"))
    if tables["grammar"] != fingerprint(grammar()):
        from rulewright.interpreter.language.grammar.table_maker import make

        tables = make()
    return _Grammar(
        tables["starts"],
        frozenset(tables["kept"]),
        tables["words"],
        tuple(_rule(row) for row in tables["rules"]),
        tables["rows"],
    )


def words() -> frozenset[str]:
    """Return the words of the language: `gain`, `where` and so on."""
    return frozenset(_grammar().words)


def _rule(row: RuleRow) -> _Rule:
    include = tuple((position, inlined, absent) for position, inlined, absent in row["include"])
    nested = bool(row["absent"]) or any(inlined or absent for _, inlined, absent in include)
    passes = row["single"] and row["size"] == 1 and len(include) == 1 and not nested
    kept = tuple(position for position, _, _ in include)
    return _Rule(
        row["origin"], row["size"], row["data"], row["single"], kept, include, row["absent"], nested, passes
    )


@lru_cache(maxsize=_KEPT)
def read(start: str, text: str) -> Tree | None:
    """Return the tree of a text, which ends in a line break; None when Lark has to say what it is.

    `start` is effect, formula, head, pattern or field_type.
    """
    run = _Run(_grammar(), start)
    at, end, open_brackets = 0, len(text), 0
    indents = [0]
    while at < end:
        piece = _PIECE.match(text, at)
        if piece is None:
            return None
        sort = piece.lastindex
        assert sort is not None
        at, begin = piece.end(), piece.start(sort)
        if sort == _WORD:
            word = piece[_WORD]
            name, at = run.kind_of_word(word, text, begin, at)
            read_on = run.take(name, text[begin:at], begin, at)
        elif sort == _LINE:
            if open_brackets:
                continue
            names = _blocks(piece[_LINE], indents)
            read_on = bool(names) and all(run.take(name, "", begin, at) for name in names)
        elif sort == _NUMBER:
            read_on = run.take("INT", piece[_NUMBER], begin, at)
        elif sort == _TEXT:
            read_on = run.take("STRING", piece[_TEXT], begin, at)
        else:
            sign = piece[sort]
            open_brackets += 1 if sign in "([" else -1 if sign in ")]" else 0
            read_on = run.take(run.kind_of_sign(sign), sign, begin, at)
        if not read_on:
            return None
    return run.end() if len(indents) == 1 else None


def _blocks(line_ends: str, indents: list[int]) -> list[str]:
    """Return what the end of a line means for the blocks that are open; nothing when it closes to none of them."""
    indent = 0
    for char in line_ends[line_ends.rindex("\n") + 1 :]:
        indent += 8 if char == "\t" else 1 if char == " " else 0
    if indent > indents[-1]:
        indents.append(indent)
        return ["_NL", "_INDENT"]
    names = ["_NL"]
    while indent < indents[-1]:
        indents.pop()
        names.append("_DEDENT")
    return names if indent == indents[-1] else []


class _Run:
    """One text on its way through the tables: the states gone through, and what was read in each."""

    __slots__ = ("begins", "ends", "final", "grammar", "row", "states", "values")

    def __init__(self, grammar: _Grammar, start: str) -> None:
        first, self.final = grammar.starts[start]
        self.grammar = grammar
        self.row = grammar.rows[first]
        self.states = [first]
        self.values: list[Any] = []  # parts of a tree; lists where children go on into the node above
        # Where each symbol begins and ends, with what the tree leaves out: brackets, words, ends of lines.
        self.begins: list[int] = []
        self.ends: list[int] = []

    def kind_of_word(self, word: str, text: str, begin: int, end: int) -> tuple[str, int]:
        """Return the terminal that a word is here, and where it ends."""
        longer = _LONGER.get(word)
        if longer is not None and longer[0] in self.row:
            found = longer[1].match(text, begin)
            if found is not None:
                return longer[0], found.end()
        name = self.grammar.words.get(word, "NAME")
        return (name if name in self.row else "NAME"), end

    def kind_of_sign(self, sign: str) -> str:
        """Return the terminal that a sign is here."""
        names = _SIGNS[sign]
        return names[-1] if names[-1] in self.row else names[0]

    def take(self, name: str, text: str, begin: int, end: int) -> bool:
        """Go on with a terminal; False when the grammar has none like it here."""
        row, grammar = self.row, self.grammar
        while True:
            action = row.get(name)
            if action is None:
                return False
            if action >= 0:
                break
            rule = grammar.rules[~action]
            if rule.passes:  # two of three do
                states = self.states
                states[-1] = state = grammar.rows[states[-2]][rule.origin]
                row = grammar.rows[state]
            else:
                row = self._use(rule)
        self.states.append(action)
        self.values.append(token(text, begin, end) if name in grammar.kept else None)
        self.begins.append(begin)
        self.ends.append(end)
        self.row = grammar.rows[action]
        return True

    def end(self) -> Tree | None:
        """Return the whole tree when the text may end here."""
        row = self.row
        while True:
            action = row.get("$END")
            if action is None or action >= 0:
                return None
            row = self._use(self.grammar.rules[~action])
            if self.states[-1] == self.final:
                made = self.values[-1]
                return made if isinstance(made, Tree) else None

    def _use(self, rule: _Rule) -> ActionRow:
        """Make the symbols of a rule into one; return what can follow."""
        states, rows = self.states, self.grammar.rows
        size = rule.size
        del states[-size:]
        state = rows[states[-1]][rule.origin]
        states.append(state)
        if not rule.passes:
            values, begins, ends = self.values, self.begins, self.ends
            begin, end = begins[-size], ends[-1]
            value = _made(rule, values[-size:], begin, end)
            del values[-size:], begins[-size:], ends[-size:]
            if isinstance(value, Token):
                begin, end = value.start_pos, value.end_pos
            values.append(value)
            begins.append(begin)
            ends.append(end)
        return rows[state]


def _made(rule: _Rule, values: list[Any], begin: int, end: int) -> Part | list[Part]:
    """Return what the symbols of a rule make: a node, its only child, or children for the node above."""
    children: list[Part]
    if rule.nested:
        children = []
        for position, inlined, absent in rule.include:
            if absent:
                children += [None] * absent
            value = values[position]
            if not inlined:
                children.append(value)
            elif children:
                children += value
            else:
                children = value  # nobody else has it
        if rule.absent:
            children += [None] * rule.absent
    else:
        children = [values[position] for position in rule.kept]
    if rule.data is None:
        return children
    if rule.single and len(children) == 1:
        return children[0]
    return Tree(rule.data, children, begin, end)
