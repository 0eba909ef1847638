"""Makes the reader's tables out of the grammar, by `python -m rulewright.interpreter.language.grammar.table_maker`.

Lark works the tables out, which takes longer than checking a game; so they are kept beside the grammar.
"""

from __future__ import annotations

import json
from typing import Any

from rulewright.interpreter.language.grammar import lark_parser
from rulewright.interpreter.language.grammar.parse_tables import (
    FILE,
    ActionRow,
    Include,
    RuleRow,
    Tables,
    fingerprint,
    grammar,
)


def make() -> Tables:
    """Return the tables of the grammar as it is."""
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
