"""The reference of the effect language as data: what can be written, what it means, and an example that runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of an example: the ids offered to a player, in order, and the one that is taken."""

    player: str
    offered: str
    taken: str


@dataclass(frozen=True, slots=True)
class Then:
    """What holds in an example when this step is reached: a condition in which players stand by their names."""

    condition: str


@dataclass(frozen=True, slots=True)
class Gives:
    """What the formula of an example gives, or what the text of a template reads."""

    value: str


Step = Asked | Then | Gives


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the reference.

    `rules` are the rules of the grammar that it explains. `example` is an effect that Ann carries out, a formula, a
    text template or a piece of a file, as its group says; `tried` is the effect that Ann carries out where the example
    itself is none. `steps` say what happens then.
    """

    name: str
    form: str
    meaning: str
    example: str
    steps: tuple[Step, ...]
    rules: tuple[str, ...] = ()
    tried: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of one sort under a heading: `sort` is effect, formula, template, rules or cards (kinds of files)."""

    title: str
    about: str
    sort: str
    entries: tuple[Entry, ...]


def asked(player: str, offered: str, taken: str) -> Asked:
    """Return a step in which a player is offered options and takes one."""
    return Asked(player, offered, taken)
