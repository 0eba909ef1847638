"""Nodes become plain Python values, read as YAML 1.2 would: only a bare whole number is a number."""

from __future__ import annotations

import re
from typing import TypeAlias

from rulewright.interpreter.source.nodes import MappingNode, Node, ScalarNode

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | None"

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
# Longer rows of digits are no numbers of any game, and Python refuses to read very long ones.
_MOST_DIGITS = 18


def to_plain(node: Node) -> Plain:
    """The value without its places: dicts (keys stay texts), lists, texts, whole numbers and None.

    A bare -?(0|[1-9][0-9]*) of at most 18 digits is a number; bare nothing, `~` and `null` are None; every other text
    stays as written, also `no`, `true`, `010`, `1e3`, `22:30` and `2020-01-01`. A quoted text is always a text.
    """
    if isinstance(node, ScalarNode):
        return scalar_value(node)
    if isinstance(node, MappingNode):
        return {entry.key.text: to_plain(entry.value) for entry in node.entries}
    return [to_plain(item) for item in node.items]


def scalar_value(node: ScalarNode) -> str | int | None:
    """The value of a single text, as `to_plain` reads it."""
    if not node.plain:
        return node.text
    if node.text in ("", "~", "null"):
        return None
    is_number = _NUMBER.fullmatch(node.text) and len(node.text) <= _MOST_DIGITS
    return int(node.text) if is_number else node.text
