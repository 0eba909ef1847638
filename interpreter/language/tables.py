"""Makes the tables of the reader out of the grammar, `grammar.json`: `python -m interpreter.language.tables`.

Lark works the tables out, which takes longer than checking a game; so they are kept beside the grammar. They hold the
grammar's fingerprint, and are made anew where it is another one.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, TypedDict

FILE = Path(__file__).with_name("grammar.json")
_GRAMMAR = Path(__file__).with_name("grammar.lark")

ActionRow = dict[str, int]
"""What to do in a state at a terminal: go to a state (0 or more), or use rule ~N. At a nonterminal: where to go."""

Include = tuple[int, bool, int]
"""A child that is kept: its position, whether its own children come in its place, and how many are absent before."""


class RuleRow(TypedDict):
    """One rule of the grammar, as it makes a node."""

    origin: str
    size: int
    data: str | None
    """The node's name; None when only the children go on, into the node above."""
    single: bool
    """Whether a single child stands for the node."""
    include: list[Include]
    absent: int
    """How many children are absent at the end."""


class Tables(TypedDict):
    """All that the reader needs to know of the grammar."""

    grammar: str
    starts: dict[str, tuple[int, int]]
    """The first state and the last one, for each thing that can be read."""
    kept: list[str]
    """The terminals that are kept in the tree."""
    words: dict[str, str]
    """The terminals that are one word."""
    rules: list[RuleRow]
    rows: list[ActionRow]


def grammar() -> str:
    """Return the text of the grammar."""
    return _GRAMMAR.read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """Return what tells the text of one grammar from another."""
    return sha256(text.encode()).hexdigest()


def make() -> Tables:
    """Return the tables of the grammar as it is."""
    from interpreter.language import lark_parser

    made: Any = lark_parser.made()  # Lark says nothing of the types inside
    table = made.parser.parser._parse_table  # noqa: SLF001  # the one place where they can be had
    states = _in_order(table)
    number = {state: index for index, state in enumerate(states)}
    known = {rule: index for index, rule in enumerate(made.rules)}
    rows: list[ActionRow] = []
    for state in states:
        row = {
            name: number[arg] if action.name == "Shift" else ~known[arg]
            for name, (action, arg) in table.states[state].items()
        }
        rows.append(dict(sorted(row.items())))
    rules = [_rule(rule) for rule in made.rules]
    return {
        "grammar": fingerprint(grammar()),
        "starts": {
            name: (number[table.start_states[name]], number[table.end_states[name]])
            for name in lark_parser.STARTS
        },
        "kept": _kept(made.rules),
        "words": {
            term.pattern.value: term.name
            for term in sorted(made.terminals, key=lambda term: str(term.name))
            if term.pattern.type == "str" and term.pattern.value.isalpha()
        },
        "rules": rules,
        "rows": rows,
    }


def _in_order(table: Any) -> list[Any]:  # noqa: ANN401  # Lark's
    """Return the states in an order that depends on the grammar alone."""
    found = dict.fromkeys(table.start_states[name] for name in sorted(table.start_states))
    waiting = list(found)
    for state in waiting:  # grows meanwhile
        for _, (action, arg) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if action.name == "Shift" and arg not in found:
                found[arg] = None
                waiting.append(arg)
    return list(found)


def _rule(rule: Any) -> RuleRow:  # noqa: ANN401  # Lark's
    origin = str(rule.origin.name)
    before = [0] * (len(rule.expansion) + 1)
    place = 0
    for absent in rule.options.empty_indices:
        if absent:
            before[place] += 1
        else:
            place += 1
    include: list[Include] = []
    waiting = 0
    for position, symbol in enumerate(rule.expansion):
        waiting += before[position]
        if not (symbol.is_term and symbol.filter_out):
            include.append((position, not symbol.is_term and symbol.name.startswith("_"), waiting))
            waiting = 0
    return {
        "origin": origin,
        "size": len(rule.expansion),
        "data": None if origin.startswith("_") else str(rule.alias or origin),
        "single": bool(rule.options.expand1) and not rule.alias,
        "include": include,
        "absent": waiting + before[-1],
    }


def _kept(rules: Any) -> list[str]:  # noqa: ANN401  # Lark's
    symbols = [symbol for rule in rules for symbol in rule.expansion if symbol.is_term]
    return sorted({str(symbol.name) for symbol in symbols if not symbol.filter_out})


def text_of(tables: Tables) -> str:
    """Return tables as JSON, one row a line."""
    parts = []
    for key, value in tables.items():
        shown = json.dumps(value, separators=(",", ":"))
        if isinstance(value, list) and key in ("rules", "rows"):
            shown = "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in value) + "\n]"
        parts.append(f"{json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text_of(make()), encoding="utf-8")
