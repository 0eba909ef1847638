"""Looks up the entries of the game's tables."""

from __future__ import annotations

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.setting import Setting


def entry(t: Setting, lookup: c.Lookup, keys: tuple[int, ...]) -> int:
    """Return a table's entry for keys; with steps down, a missing number takes the largest key below it.

    Raises RuleError when there is none and the table says nothing for all others.
    """
    table = t.game.tables[lookup.table]
    found = table.entries.get(keys)
    if found is None and table.steps_down:
        found = _stepped(table.entries, tuple(key.base == "number" for key in table.keys), keys)
    if found is None:
        found = table.otherwise
    if found is None:
        words = ", ".join(t.naming.word(type_, key) for type_, key in zip(table.keys, keys, strict=True))
        raise RuleError(lookup.span, f"the table {lookup.table} has no entry for {words}")
    return found


def _stepped(
    entries: dict[tuple[int, ...], int], numeric: tuple[bool, ...], keys: tuple[int, ...]
) -> int | None:
    """Go from the outermost level in; a number that no entry left has steps down to the next that one has."""
    left = list(entries)
    for level, key in enumerate(keys):
        present = [
            entry[level] for entry in left if entry[level] == key or (numeric[level] and entry[level] < key)
        ]
        if not present:
            return None
        taken = max(present) if numeric[level] else key
        left = [entry for entry in left if entry[level] == taken]
    return entries[left[0]]
