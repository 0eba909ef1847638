"""Finds texts that YAML cut at a comma, because they stand bare inside { } or [ ]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode


def note_cut_texts(node: Node, findings: Findings) -> frozenset[ScalarNode]:
    """Adds one finding for each text that was cut, and returns the pieces that became keys of their own."""
    pieces: set[ScalarNode] = set()
    for inner in _all_nodes(node):
        if isinstance(inner, MappingNode) and inner.flow:
            pieces.update(_cut_in_mapping(inner, findings))
        if isinstance(inner, SequenceNode) and inner.flow:
            _note_cut_in_sequence(inner, findings)
    return frozenset(pieces)


def cut_message(piece: str, key: str | None) -> str:
    """What happened to a text at a comma, and how to write it; `key` is the key whose value was cut, if known."""
    whose = f"the text of `{key}`" if key else "the text before it"
    return (
        f"inside {{ }} the comma before `{piece}` ends {whose}; write such a text in a | block "
        f"(`{key or 'key'}: |`, the text indented on the next line), or in quotes"
    )


def _all_nodes(node: Node) -> Iterator[Node]:
    yield node
    children: tuple[Node, ...] = ()
    if isinstance(node, MappingNode):
        children = tuple(entry.value for entry in node.entries)
    elif isinstance(node, SequenceNode):
        children = node.items
    for child in children:
        yield from _all_nodes(child)


def _cut_in_mapping(node: MappingNode, findings: Findings) -> Iterator[ScalarNode]:
    cut: Entry | None = None  # the entry whose text misses a closing bracket
    missing, noted = 0, False
    for entry in node.entries:
        if cut is not None and _is_empty(entry.value):
            if not noted:
                findings.add("RW109", entry.key.span, cut_message(entry.key.text, cut.key.text))
            noted = True
            yield entry.key
            missing += _open_brackets(entry.key.text)
            cut = cut if missing > 0 else None
            continue
        missing, noted = (_open_brackets(entry.value.text) if _is_plain(entry.value) else 0), False
        cut = entry if missing > 0 else None


def _note_cut_in_sequence(node: SequenceNode, findings: Findings) -> None:
    for item, following in zip(node.items, node.items[1:], strict=False):
        if _is_plain(item) and _open_brackets(item.text) > 0 and isinstance(following, ScalarNode):
            message = (
                f"inside [ ] the comma before `{following.text}` ends the text before it; write such a text in quotes, "
                "or the list with one dash a line and the text in a | block"
            )
            findings.add("RW109", following.span, message)
            return


def _is_plain(node: Node) -> TypeGuard[ScalarNode]:
    return isinstance(node, ScalarNode) and node.plain


def _is_empty(node: Node) -> bool:
    return _is_plain(node) and not node.text


def _open_brackets(text: str) -> int:
    """How many round brackets are open at the end; square ones and braces are signs of YAML in there anyway."""
    return text.count("(") - text.count(")")
