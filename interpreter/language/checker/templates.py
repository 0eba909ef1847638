"""Text templates: words with `{formula}` and `{if formula: words}` in them, for prompts, labels and transcripts."""

from __future__ import annotations

import re
from typing import NoReturn

from interpreter.findings import Findings
from interpreter.language import checked as c
from interpreter.language.checker.formulas import FormulaChecker
from interpreter.language.checker.scope import Scope
from interpreter.language.checker.text_checker import Mistake
from interpreter.language.checker.trees import as_tree
from interpreter.language.checker.world import World
from interpreter.language.parser import parse_part
from interpreter.source import ScalarNode

_CONDITION = re.compile(r"\s*if\s+")


def check_template(
    world: World, scalar: ScalarNode, shift: int, text: str, scope: Scope, used: FormulaChecker | None = None
) -> c.Template:
    """Check a template that begins at character `shift` of a scalar's text; raises Mistake after a finding.

    What its formulas use is noted in `used`, the checker of the text around it.
    """
    return _Reader(world, scalar, scope, used).template(shift, text)


class _Reader:
    def __init__(self, world: World, scalar: ScalarNode, scope: Scope, used: FormulaChecker | None) -> None:
        self.world, self.scalar, self.scope, self.used = world, scalar, scope, used
        self.findings: Findings = world.findings

    def template(self, shift: int, text: str) -> c.Template:
        parts: list[str | c.Expr | tuple[c.Expr, c.Template]] = []
        at = 0
        while at < len(text):
            opening = text.find("{", at)
            stray = text.find("}", at, opening if opening >= 0 else len(text))
            if stray >= 0:
                self._fail(shift + stray, "this brace closes nothing; a formula stands between { and }")
            if opening < 0:
                parts.append(text[at:])
                break
            if opening > at:
                parts.append(text[at:opening])
            closing = self._closing(shift, text, opening)
            glued = opening > 0 and not text[opening - 1].isspace()
            parts.append(self._braced(shift + opening + 1, text[opening + 1 : closing], glued=glued))
            at = closing + 1
        return c.Template(self.scalar.place(shift, max(1, len(text))), tuple(parts))

    def _closing(self, shift: int, text: str, opening: int) -> int:
        depth = 0
        for position in range(opening, len(text)):
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            if depth == 0:
                return position
        self._fail(shift + opening, "this brace is not closed by a }")

    def _braced(self, shift: int, text: str, *, glued: bool) -> c.Expr | tuple[c.Expr, c.Template]:
        condition = _CONDITION.match(text)
        if condition is None:
            return self._formula(shift, text, flag=False)
        colon = text.find(":")
        if colon < 0:
            self._fail(shift, "a condition in braces reads {if formula: words}")
        begin = condition.end()
        test = self._formula(shift + begin, text[begin:colon], flag=True)
        words = text[colon + 1 :]
        skipped = _blanks_before(words, glued=glued)
        return test, self.template(shift + colon + 1 + skipped, words[skipped:])

    def _formula(self, shift: int, text: str, *, flag: bool) -> c.Expr:
        parsed = parse_part("formula", self.scalar, shift, text, self.findings)
        if parsed is None:
            raise Mistake
        checker = FormulaChecker(self.world, parsed)
        if parsed.tree.data == "cases":
            self._fail(shift, "cases cannot stand in a text; declare a value and name it here")
        inner = as_tree(parsed.tree.children[0])
        expr = checker.condition(inner, self.scope) if flag else checker.check(inner, self.scope)
        if self.used is not None:
            self.used.uses_me |= checker.uses_me
            self.used.used_values |= checker.used_values
        return expr

    def _fail(self, at: int, message: str) -> NoReturn:
        self.findings.add("RW310", self.scalar.place(at), message)
        raise Mistake


def _blanks_before(words: str, *, glued: bool) -> int:
    """Return how many blanks in front of a condition's words do not count.

    `glued` says that the brace stands directly behind a word: then one blank parts them, but not before a comma.
    """
    blanks = len(words) - len(words.lstrip(" "))
    marked = words.lstrip(" ")[:1] in tuple(",.;:!?)")
    return blanks - 1 if glued and blanks and not marked else blanks
