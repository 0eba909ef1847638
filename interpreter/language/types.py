"""The types of the effect language, and when a value of one type may stand for another."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rulewright.interpreter.records import record

Base = Literal["number", "flag", "player", "enum", "component", "list", "effect", "text", "none", "unknown"]
"""The sort of a type; unknown is what a broken declaration leaves."""


@record
class Type:
    """One type: `base` says the sort, `names` the enum or the kinds it ranges over.

    A component type with several `names` is a union of kinds; `item` is the type of a list's items.
    """

    base: Base
    names: tuple[str, ...] = ()
    nullable: bool = False
    item: Type | None = None

    def __str__(self) -> str:
        if self.base == "list":
            return f"list of {self.item}" if self.item is not None else "empty list"
        words = " or ".join(self.names) if self.names else self.base
        return f"{words} or none" if self.nullable and self.base != "none" else words

    def or_none(self) -> Type:
        """Return this type with `none` among its values."""
        return self if self.nullable or self.base == "none" else replace(self, nullable=True)

    def of_none(self) -> Type:
        """Return the type of a field of this type of what may be none: lists are empty then, what is kept none."""
        if self.base != "list":
            return self.or_none()
        return replace(self, item=self.item.or_none()) if self.names and self.item is not None else self

    def without_none(self) -> Type:
        """Return this type with `none` excluded."""
        return replace(self, nullable=False) if self.nullable else self


NUMBER = Type("number")
FLAG = Type("flag")
PLAYER = Type("player")
TEXT = Type("text")
EFFECT = Type("effect")
NONE = Type("none", nullable=True)
UNKNOWN = Type("unknown", nullable=True)
"""The type of a name whose declaration is broken: fits everywhere, so that one mistake makes one finding."""
EMPTY_LIST = Type("list")


def enum_type(name: str) -> Type:
    """Return the type of the values of the enum `name`."""
    return Type("enum", (name,))


def kind_type(*names: str) -> Type:
    """Return the type of the components of the given kinds; of none, whose declaration then has a finding, unknown."""
    return UNKNOWN if not names else Type("component", tuple(sorted(set(names))))


def list_of(item: Type) -> Type:
    """Return the type of lists of `item`."""
    return Type("list", item=item)


def accepts(wanted: Type, given: Type) -> bool:
    """Say whether a value of type `given` may stand where `wanted` is asked for."""
    if "unknown" in (wanted.base, given.base):
        return True
    if given.base == "none":
        return wanted.nullable
    if wanted.base != given.base or (given.nullable and not wanted.nullable):
        return False
    if wanted.base == "list":
        if given.item is None or wanted.item is None:
            return True
        return accepts(wanted.item, given.item)
    if wanted.base == "component":
        return set(given.names) <= set(wanted.names)
    return wanted.names == given.names


def comparable(left: Type, right: Type) -> bool:
    """Say whether `==` between the two types can ever make sense."""
    if "unknown" in (left.base, right.base):
        return True
    if left.base == "none":
        return right.nullable
    if right.base == "none":
        return left.nullable
    if left.base != right.base or left.base in ("effect", "text"):
        return False
    if left.base == "list":
        return left.item is None or right.item is None or comparable(left.item, right.item)
    if left.base == "component":
        return bool(set(left.names) & set(right.names))
    return left.names == right.names


def join(left: Type, right: Type) -> Type | None:
    """Return the narrowest type that holds the values of both, or None when there is none."""
    if "unknown" in (left.base, right.base):
        return UNKNOWN
    if left.base == "none":
        return right.or_none()
    if right.base == "none":
        return left.or_none()
    if left.base != right.base:
        return None
    if left.base == "list":
        if left.item is None or right.item is None:
            return left if right.item is None else right
        item = join(left.item, right.item)
        return list_of(item) if item is not None else None
    names = left.names
    if left.base == "component":
        names = tuple(sorted(set(left.names) | set(right.names)))
    elif left.names != right.names:
        return None
    return Type(left.base, names, left.nullable or right.nullable)
