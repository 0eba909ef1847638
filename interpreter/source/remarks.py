"""Finds texts that YAML cut at a number sign which was meant to be part of them: `name: Number #5`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source.nodes import MappingNode, Node, ScalarNode, SequenceNode

_TEXTS = ("name", "title", "text", "about", "printed", "note")
# A remark stands behind two blanks and begins with one; what stands closer belongs to the text, as people write it.
_CLOSE = re.compile(r"( #|\s+#(?=[^\s#!]))(?!\s*rulewright:)")


def find_cut_at_remarks(node: Node, text: str, findings: Findings) -> None:
    """Warn of every plain text of a name, a title or the like that goes on behind a number sign; `text` is the file."""
    lines = text.splitlines()
    for entry in _texts(node):
        span = entry.span
        if span.line > len(lines):
            continue
        begin = lines[span.line - 1].find(entry.text, span.column - 1)
        cut = _CLOSE.match(lines[span.line - 1], begin + len(entry.text)) if begin >= 0 else None
        if cut is not None:
            sign = cut.end() if cut[0].endswith("#") else cut.start() + 1
            place = Span(span.file, span.line, sign, sign + 1)
            message = (
                f"the text ends at `{entry.text}`: what follows ` #` is a remark; put the text in quotes, or two blanks"
                " before a remark and one behind its sign"
            )
            findings.add("RW623", place, message)


def _texts(node: Node) -> Iterator[ScalarNode]:
    """Yield the plain texts of one line that people read, in their order."""
    if isinstance(node, MappingNode):
        for each in node.entries:
            value = each.value
            if isinstance(value, ScalarNode) and each.key.text in _TEXTS:
                if value.plain and value.text and "\n" not in value.text:
                    yield value
            else:
                yield from _texts(value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _texts(item)
