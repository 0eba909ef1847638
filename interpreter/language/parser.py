"""Text of an effect or a formula to a syntax tree; a text that does not follow the grammar becomes one finding."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language.grammar import reader
from rulewright.interpreter.language.grammar.syntax import Token, Tree, levels
from rulewright.interpreter.source import ScalarNode

LONGEST_TEXT = 20_000
DEEPEST = 100
"""How many levels a text may nest; what walks its tree calls itself a few times for each."""

_MARGIN = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*( +)(?=[^\s#])")
"""The blanks before the first line that says something."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A syntax tree and the scalar it was read from, which knows the places in the file.

    `shift` is where the parsed text begins inside the scalar, for formulas inside a text template.
    """

    tree: Tree
    scalar: ScalarNode
    shift: int = 0

    def span(self, part: Tree | Token) -> Span:
        """Return where a node or token of the tree stands in the file."""
        start, end = part.start_pos, part.end_pos
        return self.scalar.place(self.shift + start, max(1, end - start))


def parse(start: str, scalar: ScalarNode, findings: Findings) -> Parsed | None:
    """Parse the text of a YAML scalar; None after a finding.

    `start` is effect, formula, head, pattern or field_type.
    """
    return parse_part(start, scalar, 0, scalar.text, findings)


def parse_part(start: str, scalar: ScalarNode, shift: int, text: str, findings: Findings) -> Parsed | None:
    """Parse a part of a scalar's text that begins at character `shift` of it."""
    if not text.strip():
        # A part of a text stands in braces; its place is told with them.
        place = scalar.span if text == scalar.text else scalar.place(max(0, shift - 1), len(text) + 2)
        findings.add("RW312", place, "nothing stands here where an effect or a formula is wanted")
        return None
    if len(text) > LONGEST_TEXT:
        findings.add(
            "RW311", scalar.span, f"this text has {len(text)} characters; at most {LONGEST_TEXT} are read"
        )
        return None
    text = _without_margin(text)
    tree = reader.read(start, text + "\n")
    if tree is None:
        # Only a text that is wrong, or oddly written, needs Lark, which takes long to load.
        from rulewright.interpreter.language.diagnosis.unread import read_slowly

        tree = read_slowly(start, scalar, shift, text, findings)
    if tree is None:
        return None
    if sum(1 for _ in levels(tree)) > DEEPEST:
        findings.add("RW311", scalar.span, f"this text nests more than {DEEPEST} levels deep; name its parts")
        return None
    findings.hear_of(start, scalar, shift, len(text))
    return Parsed(tree, scalar, shift)


def _without_margin(text: str) -> str:
    """Return a text whose first line begins at the margin, as long as before and with every word at its old place.

    Lines keep a common margin where the header of their block states a smaller indentation (`|2-`). Blanks that end a
    line say nothing, so the margin goes there from the line below.
    """
    margin = _MARGIN.match(text) if text[0] in " \n#\t" else None
    if margin is None:
        return text
    return re.sub(rf"\n( {{1,{len(margin[1])}}})", r"\1\n", text)
