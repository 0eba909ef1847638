"""Short fingerprints of cards and of files of rules, by which a playthrough knows what has changed since."""

from __future__ import annotations

import hashlib
import json
import re

from rulewright.interpreter.content.card_sources import CardSource
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode

# What changes nothing in play.
_TOLD = frozenset(("about", "origin", "printed", "replaces"))
# Also what only bots look at.
_UNPLAYED = _TOLD | {"estimate"}
# A remark in an effect: a line of its own, or behind one; a hash in quotes is none.
_REMARK = re.compile(r'(?:^|\s)#[^"]*$')
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")

LENGTH = 8
"""Letters of a digest; no digits, so that no reader of YAML takes one for a number."""


def card_digest(source: CardSource) -> str:
    """Return the digest of a card as its file has it; empty for a component that no file describes.

    It covers fields, effects, abilities, changes and numbers of copies, but not what is only told, nor where and how
    it is written: remarks, the order of keys, the style of texts.
    """
    if source.implied or source.made or source.node is source.key:
        return ""
    own = _plain(source.node) if not source.row else {key: _plain(node) for key, node in source.row.items()}
    if isinstance(own, dict):
        own = {key: part for key, part in own.items() if key not in _TOLD}
    return _letters(json.dumps([source.kind, own], ensure_ascii=False, sort_keys=True))


def rules_digest(node: MappingNode) -> str:
    """Return the digest of a file of rules; what is only told does not count, nor remarks, nor the style of texts."""
    played = [
        [each.key.text, _in_order(each.value)] for each in node.entries if each.key.text not in _UNPLAYED
    ]
    return _letters(json.dumps(played, ensure_ascii=False))


def _in_order(node: Node) -> object:
    """Return a node as plain lists: among rules the order of keys may mean something."""
    if isinstance(node, MappingNode):
        return [[each.key.text, _in_order(each.value)] for each in node.entries if each.key.text not in _TOLD]
    return [_in_order(item) for item in node.items] if isinstance(node, SequenceNode) else _plain(node)


def _letters(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH].translate(_LETTERS)


def _plain(node: Node) -> object:
    if isinstance(node, ScalarNode):
        lines = (_REMARK.sub("", line).rstrip() for line in node.text.strip().splitlines())
        return "\n".join(line for line in lines if line)
    if isinstance(node, MappingNode):
        return {entry.key.text: _plain(entry.value) for entry in node.entries if entry.key.text not in _TOLD}
    return [_plain(item) for item in node.items]
