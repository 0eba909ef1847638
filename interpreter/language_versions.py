"""Versions of the language in which games are written: what has another name since which, and what is read today.

What changes its meaning changes its name too, and the old one is read no more. So no file ever means silently something
else than it did, what a file is written in can be seen in it, and rewriting it a second time changes nothing.
"""

from __future__ import annotations

from typing import Literal

from rulewright.interpreter.records import record

CURRENT = 2
"""The version that this program reads, with all that older ones have and that has not changed since."""


@record
class Change:
    """A word of the language that has another name since a version.

    A key stands in each declaration of a `section` of the rules, as in `counters: {NAME: {KEY: ...}}`; a function
    stands before its brackets in any formula, and has no section.
    """

    since: int
    sort: Literal["key", "function"]
    old: str
    new: str
    section: str = ""


CHANGES: tuple[Change, ...] = (
    Change(2, "key", "least", "at least", "counters"),
    Change(2, "function", "shifted", "rotated"),
)
"""All that has changed, in the order in which it did."""


def changed_key(path: tuple[str | int, ...], key: str) -> Change | None:
    """Return the change that a key has met, by the keys above it; None for any other."""
    for change in CHANGES:
        if change.sort == "key" and change.old == key and len(path) == 2 and path[0] == change.section:
            return change
    return None


def changed_function(name: str) -> Change | None:
    """Return the change that a function has met, by its old name; None for any other."""
    return next((change for change in CHANGES if change.sort == "function" and change.old == name), None)


def told(change: Change) -> str:
    """Return what is said where an old name stands."""
    return (
        f"`{change.old}` is called `{change.new}` since version {change.since} of the language;"
        " `rulewright migrate` rewrites it"
    )
